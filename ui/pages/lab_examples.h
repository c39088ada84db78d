// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/candidate.h"
#include "core/lab/log_reader.h"

#include <QString>

#include <functional>
#include <optional>
#include <vector>

namespace ratewarden::ui {

/// Traffic with rules to try on it, as an example has them.
struct LabSetup {
    Trace trace;
    std::optional<Candidate> enforced;
    std::vector<Candidate> candidates; ///< one at least
    std::vector<std::string> marked;   ///< tokens that are to be stopped
    std::string token;                 ///< whose time line is shown
    std::optional<Instant> cursor;     ///< the request to look at
    std::string policy{};              ///< the published one that is enforced, if it is one
    std::size_t chosen = 0;            ///< of the candidates
};

/// Traffic that shows one thing about rate limits, and what to look at.
struct LabExample {
    QString title;
    QString lesson;
    std::function<LabSetup(Instant midnight)> make; ///< in any thread; always the same
};

/// All of them, the simplest first.
std::vector<LabExample> labExamples();

} // namespace ratewarden::ui
