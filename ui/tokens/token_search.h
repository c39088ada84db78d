// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/tokens/token_ranking.h"

#include <QStringList>

#include <stop_token>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// A row that was found by its token.
struct TokenMatch {
    Subject subject;
    TokenStatus state = TokenStatus::Unknown;
};

struct TokenMatches {
    std::vector<TokenMatch> exact;  ///< the token itself, under each of its policies
    std::vector<TokenMatch> others; ///< that have all of the words in what is shown of them
};

/// Finds tokens among all rows, in any thread; `most` of the others. As in the table, a block has a row of
/// its own only where its token has no state, and candidates have none. Stops with what it has when
/// that is requested.
TokenMatches searchTokens(const TokenSnapshot& tokens, const std::string& exact, const QStringList& words,
                          std::size_t most, const std::stop_token& stop);

/// Whether all of the words are in the text, in any case of letters.
bool hasAll(const QString& text, const QStringList& words);

} // namespace ratewarden::ui
