// SPDX-License-Identifier: MIT
#include "core/algorithms/sliding_log.h"

#include "core/algorithms/verdict.h"

#include <algorithm>
#include <deque>
#include <limits>

namespace ratewarden {
namespace {

class SlidingLog final : public TokenState {
public:
    Decision decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode) override;
    int settle(const std::vector<Rule>& rules, Instant now, const Settlement& settlement) override;
    void load(const StoredState& stored) override;

private:
    struct Entry {
        Instant at;
        Units total; // charged since the log began, this entry included
        Units cost;
    };

    Units totalUpTo(Instant moment) const;
    void forgetUpTo(Instant moment);
    void takeBack(Units units);
    void restartTotal();

    std::deque<Entry> m_entries; // by time, and so by total
    Instant m_neededUntil{}; // when the newest entry has left the longest window that it was charged under
};

// What had been charged when `moment` had just passed.
Units SlidingLog::totalUpTo(Instant moment) const
{
    const auto after = std::ranges::upper_bound(m_entries, moment, {}, &Entry::at);
    if (after != m_entries.begin())
        return std::prev(after)->total;
    return after == m_entries.end() ? 0 : after->total - after->cost;
}

void SlidingLog::forgetUpTo(Instant moment)
{
    while (!m_entries.empty() && m_entries.front().at <= moment)
        m_entries.pop_front();
}

void SlidingLog::takeBack(Units units)
{
    while (units > 0 && !m_entries.empty()) {
        Entry& newest = m_entries.back();
        if (newest.cost > units) {
            newest.cost -= units;
            newest.total -= units;
            return;
        }
        units -= newest.cost;
        m_entries.pop_back();
    }
    if (m_entries.empty())
        m_neededUntil = {};
}

// Totals count from what the log still holds again, before they leave the numbers there are.
void SlidingLog::restartTotal()
{
    Units total = 0;
    for (Entry& entry : m_entries)
        entry.total = total += entry.cost;
}

Decision SlidingLog::decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode)
{
    if (mode == Mode::GiveBack) {
        takeBack(cost);
        cost = 0;
    }
    // Should the clock have gone back, the log's newest entry stands in for it until it has caught up.
    const Instant clock = m_entries.empty() ? now : std::max(now, m_entries.back().at);
    const Units total = m_entries.empty() ? 0 : m_entries.back().total;
    VerdictOfRules verdict(now, cost);
    Micros longest{};
    for (const Rule& rule : rules) {
        longest = std::max(longest, rule.window);
        const Units used = total - totalUpTo(clock - rule.window);
        const Micros resetAfter = used > 0 ? m_entries.back().at + rule.window - now : Micros::zero();
        Micros wait{};
        if (cost > 0 && cost <= rule.limit && used + cost > rule.limit) {
            // Room comes when the entry falls out with which the total passed what must go.
            const auto last =
                std::ranges::lower_bound(m_entries, total + cost - rule.limit, {}, &Entry::total);
            wait = last->at + rule.window - now;
        }
        verdict.add({rule, used, resetAfter}, wait, rule.window);
    }
    if (verdict.isOfTheFuture() && mode == Mode::Acquire) {
        m_entries.clear();
        m_neededUntil = {};
        return decide(rules, now, cost, mode);
    }
    const bool charges = verdict.allowed() && cost > 0 && mode == Mode::Acquire;
    if (verdict.isOfTheFuture())
        verdict.forgive();
    if (charges) {
        if (total > std::numeric_limits<Units>::max() - cost)
            restartTotal();
        m_entries.push_back({clock, m_entries.empty() ? cost : m_entries.back().total + cost, cost});
        // Longer rules than these may charge the same log, those of another version of the policy: then what
        // to forget is theirs to say.
        if (clock + longest >= m_neededUntil) {
            forgetUpTo(clock - longest);
            m_neededUntil = clock + longest;
        }
        for (std::size_t i = 0; i < rules.size(); ++i) {
            verdict.usage(i).used += cost;
            verdict.usage(i).resetAfter = clock + rules[i].window - now;
        }
    }
    return verdict.take();
}

int SlidingLog::settle(const std::vector<Rule>& rules, Instant now, const Settlement& settlement)
{
    const auto [at, reserved, actual] = settlement;
    if (m_entries.empty())
        return 0;
    const Micros longest = std::ranges::max(rules, {}, &Rule::window).window;
    const Instant earliest = std::max(now, m_entries.back().at) - longest; // no window reaches back to it
    auto mine = std::ranges::lower_bound(m_entries, at, {}, &Entry::at);
    while (mine != m_entries.end() && mine->at == at && mine->cost != reserved)
        ++mine;
    if (at <= earliest || mine == m_entries.end() || mine->at != at)
        return 0;
    const Units others = m_entries.back().total - totalUpTo(earliest) - reserved;
    mine->cost = std::min(actual, maxUnits - others);
    if (mine->cost == 0)
        m_entries.erase(mine);
    restartTotal();
    if (m_entries.empty())
        m_neededUntil = {};
    return int(rules.size());
}

void SlidingLog::load(const StoredState& stored)
{
    m_entries.clear();
    m_neededUntil = {};
    if (!stored.log)
        return;
    Units total = 0;
    const auto add = [&](Instant at, Units cost) {
        m_entries.push_back({at, total += cost, cost});
    };
    if (stored.log->unread > 0)
        add(stored.log->oldest, stored.log->unread);
    for (const LogEntry& entry : stored.log->entries)
        add(entry.at, entry.cost);
}

} // namespace

TokenState* makeSlidingLog(TokenStatePlace& place)
{
    return madeIn<SlidingLog>(place);
}

} // namespace ratewarden
