// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time_range.h"
#include "ui/state/overview_numbers.h"

#include <deque>
#include <map>
#include <unordered_map>

namespace ratewarden::ui {

/// What this window has seen of a server's tokens in the last ten minutes, one look for each ten seconds.
/// Where nobody looked there is nothing.
class OverviewHistory {
public:
    struct Look {
        std::size_t active = 0;
        std::size_t limited = 0;
        std::size_t near = 0;
        std::size_t blocked = 0;
    };

    /// Takes the place of what was seen in the same ten seconds. `at`: by the server's clock.
    void add(Instant at, const OverviewNumbers& numbers);
    /// The ten seconds that `now` lies in and the 59 before, oldest first.
    std::vector<std::optional<Look>> looks(Instant now) const;
    /// All of them, by the number of the ten seconds since the epoch.
    const std::map<std::int64_t, Look>& all() const { return m_looks; }
    OverviewHistory() = default;
    explicit OverviewHistory(std::map<std::int64_t, Look> looks) : m_looks(std::move(looks)) {}
    /// When the ten seconds of that place among looks() begin.
    static Instant startOf(Instant now, std::size_t place);

private:
    std::map<std::int64_t, Look> m_looks; // by the number of the ten seconds
};

struct SubjectHash {
    std::size_t operator()(const Subject& subject) const;
};

/// Notices which tokens become limited for more than a moment, or are denied requests.
class LimitedWatch {
public:
    struct Entry {
        Subject subject;
        Instant since{}; ///< of tokens whose requests are counted, the ten seconds with the first denial
        RuleUsage usage; ///< of the rule that denied when it was noticed
        bool knowsRules = false;   ///< there was one
        bool deniedLately = false; ///< its rules are known, and none denied any more
        bool isLimited = true;     ///< it still is
    };

    /// `first`: nothing was known lately, so that what is limited by now may have been for long, unless its
    /// counts tell.
    void add(const Reading& reading, bool first);
    /// Those that were noticed in another window, the last first, and whether they still were limited.
    void put(const std::vector<Entry>& entries);
    /// From here on every token that is known is read.
    void beginRound() { ++m_round; }
    /// All were: those that were not are gone, and when they return limited, that is new.
    void endRound();
    /// Those that have become limited within ten minutes before `now`, and within `range`, the last first;
    /// each token once, with its last time in the range.
    std::vector<Entry> entries(Instant now, std::size_t most, const TimeRange& range = allTime) const;

private:
    static constexpr std::size_t mostWatched = 20'000;
    static constexpr std::size_t mostKept = 400;

    std::unordered_map<Subject, std::uint64_t, SubjectHash> m_limited; // with the round that read it last
    std::uint64_t m_round = 0;
    // The last first; of a token one for each ten seconds in which it became limited.
    std::deque<Entry> m_entries;
};

} // namespace ratewarden::ui
