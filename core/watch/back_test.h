// SPDX-License-Identifier: MIT
#pragma once

#include "core/watch/alert.h"
#include "core/watch/alert_state.h"
#include "core/watch/history.h"

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace ratewarden {

/// One time that an alert would have fired.
struct BackTestFiring {
    Instant from{};
    std::optional<Instant> to; ///< when it would have recovered; empty: it still fires
    Micros unknown{};          ///< of this time: how long its figure was not known

    friend bool operator==(const BackTestFiring&, const BackTestFiring&) = default;
};

/// What an alert would have done.
struct BackTestedAlert {
    static constexpr std::size_t mostFirings = 1000;

    /// How often it would have fired under another bound.
    struct Other {
        double at = 0;
        std::size_t fired = 0;

        friend bool operator==(const Other&, const Other&) = default;
    };

    std::size_t fired = 0;               ///< how often
    std::vector<BackTestFiring> firings; ///< the newest of these, the oldest first
    Micros longest{};
    Micros unknown{}; ///< for how long its figure was not known, of the time between the first and last round
    FigureDoubt doubt = FigureDoubt::None; ///< why, for the longest; None: it always was
    AlertPhase phase = AlertPhase::Quiet;  ///< at the end
    Instant since{};                       ///< when that began; the moment 0: there is no round
    AlertFigure figure;                    ///< of the last round, without samples
    std::optional<Other> withoutBack{};    ///< without hysteresis; empty: it has none
    std::optional<Other> stricter{};       ///< at stricterBound(); empty: there is none
};

struct BackTest {
    std::optional<Instant> first; ///< round; empty: the history has none of that time
    std::optional<Instant> last;
    std::size_t rounds = 0;
    std::vector<BackTestedAlert> alerts; ///< in the order of those that were tested
};

/// Runs the alerts over a history, from `since` on, as a watcher would have run them: the same states, and of
/// what cannot be told of the history the same "not known". What an alert measured that was watched with the
/// same filter and measure is taken as it was; others are computed of the cohorts. Throws as HistoryReader.
BackTest backTest(const HistoryReader& history, std::span<const Alert> alerts, Instant since);

/// What an alert would have measured in one round; without samples and findings.
struct MeasuredRound {
    Instant at{};
    AlertFigure figure;
};

/// The same of one alert, to be tested with other bounds. Throws as HistoryReader.
std::vector<MeasuredRound> measuredRounds(const HistoryReader& history, const Alert& alert, Instant since);
/// What the alert would have done in these rounds.
BackTestedAlert backTest(const Alert& alert, std::span<const MeasuredRound> rounds);

} // namespace ratewarden
