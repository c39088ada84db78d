// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reader.h"
#include "core/model/time_range.h"

#include <map>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// The requests of all tokens under each policy that keeps counts, added up as passes of the scan come by
/// their counts: also those of tokens that have no state any more. They are as new as the last pass that is
/// complete. A token that one reads twice, as SCAN may do while Redis shrinks its table, counts twice until
/// the next.
class RequestTotals {
public:
    /// Of each ten seconds the few tokens with the most requests are named.
    static constexpr std::size_t named = 10;

    struct Token {
        CountedToken token;
        Units requests = 0;
    };

    /// A pass begins, also anew after one that was broken off.
    void beginScan();
    void add(const CountsReading& reading);
    /// It has come by every key.
    void endScan();
    /// The last ten minutes, oldest first, up to the time of the newest reading; none when nothing was
    /// counted.
    std::vector<RequestCount> of(std::string_view policy) const;
    /// Under which anything was counted.
    std::vector<std::string> policies() const;
    /// Every token has been read since then, so that what was counted before is whole; the moment 0: nothing
    /// has been read.
    Instant wholeUntil() const { return m_complete.first; }
    /// How many tokens have counts, without those under candidates.
    std::size_t tokens() const { return m_complete.tokens; }
    /// Requests a second of all of these together.
    RequestRates rates() const { return m_complete.rates; }
    /// Who had the most of these requests in whole ten seconds of the stretch, of those that are named, and
    /// how many; the most first. Not under candidates.
    std::vector<Token> mostIn(const TimeRange& stretch, Units RequestCount::*requests) const;

private:
    using Counts = std::map<Instant, RequestCount>;
    struct Pass {
        std::map<std::string, Counts, std::less<>> policies;
        std::map<Instant, std::vector<Token>> allowed; // the most first
        std::map<Instant, std::vector<Token>> denied;
        std::size_t tokens = 0;
        RequestRates rates;
        Instant first{};  // reading
        Instant newest{}; // ten seconds that any was in
    };

    Pass m_complete;
    Pass m_counting; // the one under way
};

/// All of them together.
RequestCount sumOf(const std::vector<RequestCount>& counts);

} // namespace ratewarden::ui
