// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time_range.h"
#include "core/tokens/reader.h"

#include <algorithm>
#include <map>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// The requests of all tokens under each policy that keeps counts, added up as passes of the scan come by
/// their counts: also those of tokens that have no state any more. A token that one reads twice, as SCAN may
/// do while Redis shrinks its table, counts twice until the next. What came after the last complete pass is
/// known of the tokens that are read in between, round after round.
class RequestTotals {
public:
    /// Of each ten seconds the few tokens with the most requests are named.
    static constexpr std::size_t named = 10;

    struct Token {
        CountedToken token;
        Units requests = 0;
    };
    /// Whose requests a round reads: of all that are active, or of these policies alone. Not candidates,
    /// unless named.
    using Policies = std::vector<std::string>;

    /// What one pass has added up.
    struct Pass {
        using Counts = std::map<Instant, RequestCount>;
        std::map<std::string, Counts, std::less<>> policies;
        std::map<Instant, std::vector<Token>> allowed; ///< the most first
        std::map<Instant, std::vector<Token>> denied;
        std::size_t tokens = 0;
        RequestRates rates;
        Instant first{}; ///< reading
        Instant last{};

        void add(const CountsReading& reading);
        /// Of the ten seconds that are known, also those under way if all was read within them.
        Instant end() const;
        RequestCount at(std::string_view policy, Instant from) const;
    };

    RequestTotals() = default;
    /// The last complete pass, and the last complete round of all that is enforced, of another window.
    RequestTotals(Pass complete, Pass round)
        : m_complete(std::move(complete)), m_roundOfAll(true), m_round(std::move(round))
    {
    }
    const Pass& completePass() const { return m_complete; }
    /// Empty: there is none.
    Pass roundOfAll() const { return m_roundOfAll ? m_round : Pass(); }

    /// A pass begins, also anew after one that was broken off.
    void beginScan() { m_counting = {}; }
    void add(const CountsReading& reading);
    /// It has come by every key.
    void endScan() { m_complete = std::exchange(m_counting, {}); }
    /// Likewise, of a round. What a round of other policies has read is forgotten.
    void beginRound(const Policies& policies);
    /// `share`: how much of the round has been read with this, at most 1.
    void addToRound(const CountsReading& reading, double share);
    void endRound();
    /// What the rounds have read may be of another server, or of before policies were published.
    void forgetRounds();

    /// Ten minutes, oldest first, up to where all is known: what ends there is whole, but for the ten seconds
    /// that were under way when it was read. Of a policy whose first round is under way, what that has read.
    /// None when nothing was counted.
    std::vector<RequestCount> of(std::string_view policy) const;
    /// All that came before is in of(), also of tokens without a state; the moment 0: nothing has been read.
    Instant knownUntil(std::string_view policy) const;
    /// How much of the policy's tokens of() is about, while its first round is under way; else 1.
    double share(std::string_view policy) const { return roundFor(policy) == &m_reading ? m_share : 1; }
    /// The same as knownUntil(), for all that is enforced.
    Instant knownUntil() const
    {
        return std::max(m_complete.first, m_roundOfAll ? m_round.first : Instant{});
    }
    /// Under which anything was counted.
    std::vector<std::string> policies() const;
    /// Every token has been read since then, so that what was counted before is whole, also of tokens that
    /// were new; the moment 0: nothing has been read.
    Instant wholeUntil() const { return m_complete.first; }
    /// How many tokens have counts, without those under candidates.
    std::size_t tokens() const { return m_complete.tokens; }
    /// Requests a second of all of these together.
    RequestRates rates() const { return lately().rates; }
    /// Who had the most of these requests in whole ten seconds of the stretch, of those that are named, and
    /// how many; the most first. Not under candidates.
    std::vector<Token> mostIn(const TimeRange& stretch, Units RequestCount::*requests) const;

private:
    bool roundCovers(std::string_view policy) const;
    const Pass* roundFor(std::string_view policy) const;
    const Pass& lately() const
    {
        return m_roundOfAll && m_round.first > m_complete.first ? m_round : m_complete;
    }

    Pass m_complete;
    Pass m_counting; // the one under way
    Policies m_roundOf;
    bool m_roundOfAll = false; // the last round that is complete was one of all
    Pass m_round;              // likewise
    Pass m_reading;            // the round under way
    double m_share = 0;        // of it
};

/// All of them together.
RequestCount sumOf(const std::vector<RequestCount>& counts);

} // namespace ratewarden::ui
