// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reading.h"
#include "ui/text/status_text.h"
#include "ui/tokens/token_ranking.h"

namespace ratewarden::ui {

struct TokenSentence {
    TokenStatus state = TokenStatus::Unknown;
    QString text;    ///< with the state's mark
    QString brief{}; ///< where there is no room for all of it; empty: it has no shorter form
    Verdicts verdicts = Verdicts::Enforced;
};

/// How a token stands, and when its next request passes. `since` is how long ago it was read.
TokenSentence sentenceFor(const Reading& token, Micros since);

} // namespace ratewarden::ui
