// SPDX-License-Identifier: MIT
#include "core/algorithms/sliding_log.h"

#include "core/algorithms/verdict.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <optional>
#include <span>
#include <utility>
#include <vector>

namespace ratewarden {
namespace {

struct Windows {
    Micros counted{}; // the longest that the log is counted in; zero: the rules do not count it
    Micros life{};    // of a slot; zero: there is no rule for them
    Micros longest{}; // of these
};

Windows windowsOf(const std::vector<Rule>& rules)
{
    Windows windows;
    for (const Rule& rule : rules) {
        Micros& its = rule.atOnce ? windows.life : windows.counted;
        its = std::max(its, rule.window);
    }
    windows.longest = std::max(windows.counted, windows.life);
    return windows;
}

class SlidingLog final : public TokenState {
public:
    Decision decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode) override
    {
        if (mode == Mode::GiveBack) {
            takeBack(cost);
            cost = 0;
        }
        // Should the clock have gone back, the log's newest entry stands in for it until it has caught up.
        const Instant clock = m_entries.empty() ? now : std::max(now, m_entries.back().at);
        const Units total = m_entries.empty() ? 0 : m_entries.back().total;
        const Slots slots = m_slots.empty() ? Slots() : slotsAt(now);
        VerdictOfRules verdict(now, cost);
        for (const Rule& rule : rules) {
            if (rule.atOnce) {
                verdict.add(slots.usageOf(rule, now), cost > 0 ? slots.waitFor(rule, now) : Micros::zero(),
                            rule.window);
                continue;
            }
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
            m_slots.clear();
            m_neededUntil = {};
            return decide(rules, now, cost, mode);
        }
        const bool charges = verdict.allowed() && cost > 0 && mode == Mode::Acquire;
        if (verdict.isOfTheFuture())
            verdict.forgive();
        if (charges)
            charge(rules, now, cost, verdict);
        return verdict.take();
    }

    int settle(const std::vector<Rule>& rules, Instant now, const Settlement& settlement) override
    {
        return endSlot(rules, now, settlement.at) + settleEntry(rules, now, settlement);
    }

    int renew(const std::vector<Rule>& rules, Instant now, Instant takenAt) override
    {
        const auto slot = slotTakenAt(takenAt);
        const Micros life = windowsOf(rules).life;
        if (life == Micros::zero() || slot == m_slots.end() || slot->ends <= now)
            return 0;
        slot->ends = std::min(now + life, Instant(Micros(maxUnits)));
        return int(std::ranges::count(rules, true, &Rule::atOnce));
    }

    void load(const StoredState& stored) override
    {
        m_entries.clear();
        m_slots.clear();
        m_neededUntil = {};
        if (!stored.log)
            return;
        m_slots = stored.log->inFlight;
        Units total = 0;
        const auto add = [&](Instant at, Units cost) {
            m_entries.push_back({at, total += cost, cost});
        };
        if (stored.log->unread > 0)
            add(stored.log->oldest, stored.log->unread);
        for (const LogEntry& entry : stored.log->entries)
            add(entry.at, entry.cost);
    }

private:
    struct Entry {
        Instant at;
        Units total; // charged since the log began, this entry included
        Units cost;
    };

    /// What a request finds in flight.
    struct Slots {
        std::vector<Instant> ends; // of those that live, the last one first

        RuleUsage usageOf(const Rule& rule, Instant now) const
        {
            return {rule, Units(ends.size()), ends.empty() ? Micros::zero() : ends.front() - now};
        }

        // None is waited for longer than a slot lives.
        Micros waitFor(const Rule& rule, Instant now) const
        {
            if (rule.limit == 0 || Units(ends.size()) < rule.limit)
                return Micros::zero();
            return std::min(ends[std::size_t(rule.limit) - 1] - now, rule.window);
        }
    };

    // What had been charged when `moment` had just passed.
    Units totalUpTo(Instant moment) const
    {
        const auto after = std::ranges::upper_bound(m_entries, moment, {}, &Entry::at);
        if (after != m_entries.begin())
            return std::prev(after)->total;
        return after == m_entries.end() ? 0 : after->total - after->cost;
    }

    void forgetUpTo(Instant moment)
    {
        while (!m_entries.empty() && m_entries.front().at <= moment)
            m_entries.pop_front();
    }

    void takeBack(Units units)
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
    void restartTotal()
    {
        Units total = 0;
        for (Entry& entry : m_entries)
            entry.total = total += entry.cost;
    }

    Slots slotsAt(Instant now) const
    {
        Slots slots;
        for (const LogSlot& slot : m_slots)
            if (slot.ends > now)
                slots.ends.push_back(slot.ends);
        std::ranges::sort(slots.ends, std::ranges::greater());
        return slots;
    }

    std::vector<LogSlot>::iterator slotTakenAt(Instant moment)
    {
        return std::ranges::find(m_slots, moment, &LogSlot::takenAt);
    }

    // A slot's name is its own: where there is one of this microsecond, the next is taken. Its holder
    // computes it from the decision, which tells of the log's clock only where a rule counts the log.
    void charge(const std::vector<Rule>& rules, Instant now, Units cost, VerdictOfRules& verdict)
    {
        const auto [counted, life, longest] = windowsOf(rules);
        const Instant clock = m_entries.empty() ? now : std::max(now, m_entries.back().at);
        Instant at = counted > Micros::zero() ? clock : now;
        Instant decidedAt = now;
        if (life > Micros::zero()) {
            const bool isNamedNow = at == now;
            while (slotTakenAt(at) != m_slots.end())
                at += Micros(1);
            if (isNamedNow)
                decidedAt = at;
        }
        std::erase_if(m_slots, [&](const LogSlot& slot) { return slot.ends <= now; });
        Instant ends{};
        if (life > Micros::zero()) {
            m_slots.push_back({at, std::min(decidedAt + life, Instant(Micros(maxUnits)))});
            ends = std::ranges::max(m_slots, {}, &LogSlot::ends).ends;
            verdict.decidedAt(decidedAt);
        }
        if (counted > Micros::zero()) {
            if (!m_entries.empty() && m_entries.back().total > std::numeric_limits<Units>::max() - cost)
                restartTotal();
            m_entries.push_back({at, m_entries.empty() ? cost : m_entries.back().total + cost, cost});
        }
        // Longer rules than these may charge the same log, those of another version of the policy: then what
        // to forget is theirs to say.
        if (clock + longest >= m_neededUntil) {
            forgetUpTo(clock - (counted > Micros::zero() ? counted : longest));
            m_neededUntil = clock + longest;
        }
        for (std::size_t i = 0; i < rules.size(); ++i) {
            verdict.usage(i).used += rules[i].atOnce ? 1 : cost;
            verdict.usage(i).resetAfter = rules[i].atOnce ? std::max(ends - decidedAt, Micros::zero())
                                                          : at + rules[i].window - decidedAt;
        }
    }

    int endSlot(const std::vector<Rule>& rules, Instant now, Instant takenAt)
    {
        const auto slot = slotTakenAt(takenAt);
        if (slot == m_slots.end())
            return 0;
        const bool isLive = slot->ends > now;
        m_slots.erase(slot);
        return isLive ? int(std::ranges::count(rules, true, &Rule::atOnce)) : 0;
    }

    int settleEntry(const std::vector<Rule>& rules, Instant now, const Settlement& settlement)
    {
        const Instant at = settlement.at;
        if (m_entries.empty())
            return 0;
        const Windows windows = windowsOf(rules);
        const Micros counted = windows.counted > Micros::zero() ? windows.counted : windows.longest;
        const Instant earliest = std::max(now, m_entries.back().at) - counted; // no window reaches back to it
        auto mine = std::ranges::lower_bound(m_entries, at, {}, &Entry::at);
        while (mine != m_entries.end() && mine->at == at && mine->cost != settlement.reserved)
            ++mine;
        if (at <= earliest || mine == m_entries.end() || mine->at != at)
            return 0;
        const Units others = m_entries.back().total - totalUpTo(earliest) - settlement.reserved;
        mine->cost = std::min(settlement.actual, maxUnits - others);
        if (mine->cost == 0)
            m_entries.erase(mine);
        restartTotal();
        if (m_entries.empty())
            m_neededUntil = {};
        return int(std::ranges::count(rules, false, &Rule::atOnce));
    }

    std::deque<Entry> m_entries;  // by time, and so by total
    std::vector<LogSlot> m_slots; // also such as have ended
    Instant m_neededUntil{}; // when the newest entry has left the longest window that it was charged under
};

} // namespace

TokenState* makeSlidingLog(TokenStatePlace& place)
{
    return madeIn<SlidingLog>(place);
}

} // namespace ratewarden
