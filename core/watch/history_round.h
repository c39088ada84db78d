// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/reading.h"
#include "core/watch/alert_round.h"
#include "core/watch/token_sums.h"

#include <array>
#include <compare>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace ratewarden {

/// Tokens of one policy that stand alike. A history keeps what they come to together, instead of each of
/// them.
struct Cohort {
    std::string format;                ///< its name
    std::optional<std::string> policy; ///< empty: of several, as there were too many to keep apart
    TokenStatus status = TokenStatus::Unknown;
    bool isUnread = false; ///< they could not be read
    WarningSet warnings;
    /// Of limited and near ones: which of the policy's rules holds them back, counted from 0. Those with an
    /// override have rules of their own.
    std::optional<std::size_t> rule;

    // NOLINTNEXTLINE(modernize-use-nullptr): the zero that it is compared with is no pointer
    friend auto operator<=>(const Cohort&, const Cohort&) = default;
};

/// A token that was among the most urgent of a round.
struct TopToken {
    std::string format; ///< its name
    std::string policy;
    std::string token;
    TokenStatus status = TokenStatus::Unknown;
    std::optional<std::size_t> rule; ///< as Cohort::rule, or of its override
    std::optional<double> share;     ///< as TokenFacts::share
    std::optional<RequestRates> rates;
};

/// What an alert's filter and measure came to. Without samples.
struct KeptFigure {
    AlertMeasure measure = AlertMeasure::Tokens;
    std::string filter; ///< as it was written
    AlertFigure figure;
};

/// What a history keeps of a round.
struct HistoryRound {
    struct Sums {
        Cohort cohort;
        TokenSums sums;
    };

    Instant at{};
    AlertRound::Walked walked;
    std::vector<Sums> cohorts;
    std::vector<TopToken> tokens; ///< the most urgent first
    std::vector<KeptFigure> figures;

    /// A round that saw nothing, and why.
    static HistoryRound without(FigureDoubt why, Instant at);
};

/// Of a round's alerts each measure of a filter once, and what is measured of the server in any case.
std::vector<KeptFigure> keptFigures(std::span<const Alert> alerts, std::span<const AlertFigure> figures,
                                    const ServerFigures& server);

/// Sums up a round for a history, in bounded memory. Candidates are left out, as by AlertRound.
class HistoryCollector {
public:
    static constexpr std::size_t mostTokens = 10;
    /// Of more the smallest are not kept apart by their policies.
    static constexpr std::size_t mostCohorts = 500;

    /// As AlertRound::take().
    void take(const Reading& reading, WarningSet sureWarnings);
    /// To be called once, after the last token. Its figures are left to the caller.
    HistoryRound finish(const AlertRound::Walked& walked, Instant at);

private:
    struct Ranked {
        std::array<double, 4> rank{};
        TopToken token;
    };

    void keepToken(const TokenFacts& facts, std::optional<std::size_t> rule);

    std::map<Cohort, TokenSums> m_cohorts;
    std::vector<Ranked> m_tokens;
};

} // namespace ratewarden
