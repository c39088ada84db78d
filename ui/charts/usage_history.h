// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reading.h"
#include "ui/charts/time_marks.h"

#include <cstdint>
#include <deque>
#include <memory>
#include <optional>
#include <unordered_map>
#include <vector>

namespace ratewarden::ui {

/// From one moment to another.
struct Stretch {
    Instant from{};
    Instant until{};

    friend bool operator==(const Stretch&, const Stretch&) = default;
};

/// What one reading said, kept for the charts.
struct UsageSample {
    Instant at{};
    std::vector<double> shares;          ///< used of each rule's limit
    std::optional<std::size_t> deniedBy; ///< the rule that would have denied a request then
    std::optional<Micros> deniedFor;     ///< how long that rule has no room, unless somebody interferes
    Micros every{};                      ///< how often readings were due
    bool resumed = false;                ///< what was between the sample before and this one nobody saw
};

/// How long after a sample the next one may come without leaving a gap: a late reading is no gap.
constexpr Micros longestStep(Micros every)
{
    return 3 * every + std::chrono::seconds(1);
}

/// The samples of one token under one policy, oldest first, as far back as the charts look, and what changed
/// how the token is limited meanwhile.
class UsageHistory {
public:
    static constexpr Micros keptFor = std::chrono::minutes(15);

    /// Readings without a decision, or not newer than the last, are passed over. New rules begin new samples.
    /// `every`: how often readings are due.
    void add(const Reading& reading, Micros every = std::chrono::seconds(1));
    void mark(TimeMark mark) { addMark(m_marks, std::move(mark)); }

    const std::deque<UsageSample>& samples() const { return m_samples; }
    const std::vector<TimeMark>& marks() const { return m_marks; }
    /// When the token was blocked, as readings told: since when by the block itself, until the last reading
    /// that found it, or its end.
    const std::vector<Stretch>& blocks() const { return m_blocks; }
    /// Up to when what the sample told was so, as far as is known: the next one, if no gap is between them.
    Instant holdsUntil(std::size_t sample, Instant now) const;
    /// Since when the present rules apply, if they have changed; what was before obeyed others.
    std::optional<Instant> rulesSince() const { return m_rulesSince; }
    /// When the token's state was last forgotten, if it was.
    std::optional<Instant> lastReset() const;

private:
    void noteBlock(const Reading& reading);
    void noteRules(const Reading& reading);
    std::optional<Instant> lastSeen() const;

    std::deque<UsageSample> m_samples;
    std::vector<TimeMark> m_marks;
    std::vector<Stretch> m_blocks;
    std::optional<Block> m_block; // as of the last reading
    std::vector<Rule> m_rules;
    bool m_overridden = false;
    std::optional<Instant> m_rulesSince;
};

/// Histories of the tokens that were on screen of late. It forgets those that have not been there the
/// longest.
class HistoryBook {
public:
    /// How often readings are due from now on; what comes much later than that leaves a gap.
    void setInterval(Micros every) { m_every = every; }
    void add(const Reading& reading);
    /// Notes what this window, or somebody else, did to the token.
    void mark(const Subject& key, const TimeMark& mark);
    /// Notes what was done to a policy, for all its tokens, also those that come later.
    void markPolicy(std::string_view policy, const TimeMark& mark);
    /// Null when the token has not been read. Who holds it keeps it, also when the book forgets it.
    std::shared_ptr<const UsageHistory> find(const Subject& key) const;

private:
    struct Kept {
        std::shared_ptr<UsageHistory> history = std::make_shared<UsageHistory>();
        std::string policy;
        std::uint64_t lastUse = 0;
    };
    UsageHistory& historyOf(const Subject& key);

    std::unordered_map<std::string, Kept> m_histories;
    std::unordered_map<std::string, std::vector<TimeMark>> m_policyMarks;
    Micros m_every = std::chrono::seconds(1);
    std::uint64_t m_uses = 0;
};

} // namespace ratewarden::ui
