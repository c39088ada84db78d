// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/metered_traffic.h"
#include "core/lab/trial.h"

#include <optional>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// Traffic with rules to try on it, as an example has them.
struct LabSetup {
    Trace trace{};
    std::optional<Candidate> enforced{};
    std::vector<Candidate> candidates{};     ///< one at least
    std::vector<std::string> marked{};       ///< tokens that are to be stopped
    std::string token{};                     ///< whose time line is shown
    std::optional<Instant> cursor{};         ///< the request to look at
    std::string policy{};                    ///< the published one that is enforced, if it is one
    std::size_t chosen = 0;                  ///< of the candidates
    std::vector<Micros> windows{};           ///< for which rules are wanted, beside those of the candidates
    std::optional<MeteredTraffic> metered{}; ///< in place of the trace
};

} // namespace ratewarden::ui
