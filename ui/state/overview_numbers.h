// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/history_flow.h"
#include "ui/tokens/request_totals.h"
#include "ui/tokens/token_ranking.h"

#include <map>
#include <optional>
#include <set>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden::ui {

/// A block that ends within this time is about to end.
inline constexpr Micros endsSoon = std::chrono::hours(1);

/// All tokens of a server in a few numbers, as they were read last. Tokens under candidates are left out, as
/// these deny nobody anything.
struct OverviewNumbers {
    /// How many are named at most in each list.
    static constexpr std::size_t most = 5;

    struct Token {
        Subject subject;
        double perSecond = 0; ///< requests
    };
    struct RuleShare {
        std::string policy;
        std::optional<Rule> rule; ///< empty: a block
        double share = 0;         ///< of all that is denied
    };
    struct Ending {
        Subject subject;
        Instant ends{};
        double denied = -1; ///< requests a second that are still denied; below zero: not counted
    };

    std::size_t known = 0;   ///< tokens, as the page of tokens counts them
    std::size_t tokens = 0;  ///< that have a state
    std::size_t active = 0;  ///< of these: TokenRow::active()
    std::size_t limited = 0; ///< likewise
    std::size_t near = 0;    ///< likewise
    std::size_t above = 0;   ///< of these: more than 100 % is used of the rule that is used most
    Units inFlight = 0;      ///< requests, of tokens with a rule for requests at once
    Units reserved = 0;      ///< units that are not settled, where states tell
    Units leased = 0;        ///< units that leases may hold, where anything tells
    /// Of those that are limited the longest until one is allowed a request; empty: none has to wait, or
    /// waiting does not help.
    std::optional<Micros> longestWait;
    std::size_t blocked = 0; ///< blocks, also of tokens that have no state
    std::size_t ending = 0;  ///< of these end within endsSoon

    std::size_t counted = 0;         ///< tokens with requests in the last ten minutes, where they are counted
    std::size_t counting = 0;        ///< tokens of policies that count, also without any
    double allowed = 0;              ///< requests a second, of all of these
    double denied = 0;               ///< likewise
    std::set<std::string> uncounted; ///< policies of tokens whose requests are not counted
    std::size_t foreign = 0;         ///< tokens of other programs, which keep no counts
    std::size_t formats = 0;         ///< that tokens are of; our own is one, whatever the algorithm

    /// Else the rates are not known.
    bool hasRates() const { return counted > 0 || counting > 0; }

    std::vector<Token> topDenied;        ///< the most first; none that is denied nothing
    std::vector<Token> topAllowed;       ///< likewise
    std::vector<RuleShare> denyingRules; ///< the most first, the rule that is used most taken for the cause
    std::vector<Ending> endingBlocks;    ///< within endsSoon, the first first
};

/// Of all rows at one moment, in any thread. `counting`: the policies whose limiters count requests. Stops
/// with what it has when that is requested.
OverviewNumbers overviewOf(const TokenSnapshot& tokens, const std::set<std::string, std::less<>>& counting,
                           Instant now, const std::stop_token& stop);

/// Which policies have the most requests, in an order that stays for as long as can be: otherwise two of
/// about the same size would change places every few seconds.
class PolicyRanks {
public:
    /// So many policies are told apart, and one more where that leaves none.
    static constexpr std::size_t most = 4;

    /// Those that are among the largest already keep their places; others follow, the largest first.
    void update(const RequestTotals& totals);
    const std::vector<std::string>& largest() const { return m_largest; }

private:
    std::vector<std::string> m_largest;
};

/// A number for RequestFlowChart::seriesColor() that follows from the name alone: a policy has the same color
/// in every window, at any time, whatever others there are.
std::size_t colorNumberOf(std::string_view policy);

/// Requests a second, step by step, by policy.
struct RequestFlow {
    struct Series {
        std::string policy; ///< empty: all others together
        std::vector<double> allowed;
    };

    Instant from{};             ///< of the first value
    Micros step = countSpan;    ///< of each: longer ones are averages out of a history
    std::vector<Series> series; ///< in the order of PolicyRanks, the others last
    std::vector<double> denied; ///< of all policies
    std::vector<bool> known;    ///< false: they were not read since; the values say nothing

    std::size_t size() const { return known.size(); }
    bool empty() const { return series.empty(); }
    Instant at(std::size_t i) const { return from + std::int64_t(i) * step; }
    double allowedAt(std::size_t i) const;
    /// Which steps of a stretch of whole ones are known, in their order.
    std::vector<std::size_t> knownSteps(const TimeRange& stretch) const;
    /// From the first of those to the end of the last; of no length: none is known.
    TimeRange knownIn(const TimeRange& stretch) const;
    /// Drops so many at the beginning.
    void forget(std::size_t count);
};

/// What a history has, the policies with the most requests apart.
RequestFlow flowOf(const HistoryFlow& history);

/// The last ten minutes up to now; what has not been read yet, at the end, is not known.
RequestFlow flowOf(const RequestTotals& totals, Instant now, const PolicyRanks& ranks);

} // namespace ratewarden::ui
