// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reading.h"
#include "ui/histories/moments.h"

#include <cstdint>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <unordered_map>
#include <vector>

namespace ratewarden::ui {

/// From one moment to another.
struct Stretch {
    Instant from{};
    Instant until{};

    friend bool operator==(const Stretch&, const Stretch&) = default;
};

/// By what a token was judged.
struct Limits {
    std::vector<Rule> rules;
    bool overridden = false; ///< they are those of an override

    friend bool operator==(const Limits&, const Limits&) = default;
};

/// What one reading said, kept for the charts.
struct UsageSample {
    Instant at{};
    std::shared_ptr<const Limits> limits; ///< never null; one object as long as they stay the same
    std::vector<double> shares;           ///< used of each rule's limit
    std::optional<std::size_t> deniedBy;  ///< the rule that would have denied a request then
    std::optional<Micros> deniedFor;      ///< how long that rule has no room, unless somebody interferes
    Micros every{};                       ///< how often readings were due
    bool resumed = false;                 ///< what was between the sample before and this one nobody saw
};

/// How long after a sample the next one may come without leaving a gap: a late reading is no gap.
constexpr Micros longestStep(Micros every)
{
    return 3 * every + std::chrono::seconds(1);
}

/// The rules of a policy as long as they were published; none: the policy was not there.
struct PublishedRules {
    Stretch time;
    std::vector<Rule> rules;
};

/// The samples of one token under one policy, oldest first, as far back as the charts look, each with the
/// limits of its time, and what changed how the token is limited meanwhile.
class UsageHistory {
public:
    static constexpr Micros keptFor = std::chrono::minutes(15);

    UsageHistory() = default;
    /// As another window has seen it. `samples`: oldest first; `block`: as of the last of them.
    UsageHistory(std::deque<UsageSample> samples, std::vector<TimeMark> marks, std::vector<Stretch> blocks,
                 std::optional<Block> block, std::shared_ptr<const std::vector<PublishedRules>> published);

    /// Readings without a decision, or not newer than the last, are passed over.
    /// `every`: how often readings are due.
    void add(const Reading& reading, Micros every = std::chrono::seconds(1));
    void mark(TimeMark mark) { addMark(m_marks, std::move(mark)); }

    const std::deque<UsageSample>& samples() const { return m_samples; }
    const std::vector<TimeMark>& marks() const { return m_marks; }
    /// When the token was blocked, as readings told: since when by the block itself, or, of one that an undo
    /// has brought back, by the first reading that found it again; until the last one that did, or its end.
    const std::vector<Stretch>& blocks() const { return m_blocks; }
    /// Up to when what the sample told was so, as far as is known: the next one, if no gap is between them.
    Instant holdsUntil(std::size_t sample, Instant now) const;
    /// The block as of the last reading.
    const std::optional<Block>& block() const { return m_block; }
    /// Since when the token is blocked by the block of a reading.
    Instant blockedFrom(const Block& block) const;
    /// What has been published of its policy, oldest first, also while the token was not read; null: nothing
    /// is known.
    const std::vector<PublishedRules>* published() const { return m_published.get(); }
    void setPublished(std::shared_ptr<const std::vector<PublishedRules>> published)
    {
        m_published = std::move(published);
    }
    /// Forgets what came after that moment.
    void cutAfter(Instant moment);
    /// Forgets which nodes marks are of.
    void leaveOutNodes();
    /// When the token's state was last forgotten, if it was.
    std::optional<Instant> lastReset() const;

private:
    void noteBlock(const Reading& reading);
    void noteLimits(const Reading& reading);
    std::optional<Instant> lastSeen() const;

    std::deque<UsageSample> m_samples;
    std::vector<TimeMark> m_marks;
    std::vector<Stretch> m_blocks;
    std::optional<Block> m_block;           // as of the last reading
    std::shared_ptr<const Limits> m_limits; // as of the last reading
    std::shared_ptr<const std::vector<PublishedRules>> m_published;
};

/// Histories of the tokens that were on screen of late. It forgets those that have not been there the
/// longest.
class HistoryBook {
public:
    /// How often readings are due from now on; what comes much later than that leaves a gap.
    void setInterval(Micros every) { m_every = every; }
    /// `apart`: who holds the history goes on to see it as it was.
    void add(const Reading& reading, bool apart = false);
    /// Notes what this window, or somebody else, did to the token.
    void mark(const Subject& key, const TimeMark& mark);
    /// Notes what was done to a policy, for all its tokens, also those that come later.
    void markPolicy(std::string_view policy, const TimeMark& mark);
    /// Notes what happened to the server, for all tokens, likewise.
    void markServer(const TimeMark& mark);
    /// Notes what anybody did to tokens and policies, the newest first, likewise; what is noted already stays
    /// one mark. `now`: older changes than charts show are passed over.
    void noteTrail(std::span<const AuditEntry> changes, Instant now);
    const std::vector<TimeMark>& serverMarks() const { return m_serverMarks; }
    /// Notes what is published at a moment; `every`: a change is noticed that soon. The first time it says
    /// what has been published until then, too.
    void notePolicies(const std::map<std::string, Policy, std::less<>>& policies, Instant at, Micros every);
    /// Takes what another window has seen of a token.
    void put(const Subject& key, const UsageHistory& history) { historyOf(key) = history; }
    /// Null when the token has not been read. Who holds it keeps it, also when the book forgets it.
    std::shared_ptr<const UsageHistory> find(const Subject& key) const;
    /// What was known at that moment, but for the names of nodes; it does not change any more, and any thread
    /// may read it.
    std::shared_ptr<const UsageHistory> copyAt(const Subject& key, Instant moment) const;
    /// Those that the operator has named.
    Moments& moments() const { return *m_moments; }

private:
    struct Kept {
        std::shared_ptr<UsageHistory> history = std::make_shared<UsageHistory>();
        std::string policy;
        std::vector<std::string> names; // in the audit trail
        std::uint64_t lastUse = 0;
    };
    using RulesOverTime = std::shared_ptr<std::vector<PublishedRules>>;
    UsageHistory& historyOf(const Subject& key, bool apart = false);
    void addTrailTo(const Kept& kept) const;
    static void keep(std::vector<TimeMark>& marks, const TimeMark& mark);

    std::unordered_map<std::string, Kept> m_histories;
    std::vector<TimeMark> m_serverMarks;
    std::unordered_map<std::string, std::vector<TimeMark>> m_policyMarks;
    std::unordered_map<std::string, std::vector<TimeMark>> m_tokenMarks; // of the trail, by its names
    std::optional<std::map<std::string, RulesOverTime, std::less<>>> m_published; // empty: nothing was read
    Micros m_every = std::chrono::seconds(1);
    std::uint64_t m_uses = 0;
    std::unique_ptr<Moments> m_moments = std::make_unique<Moments>();
};

} // namespace ratewarden::ui
