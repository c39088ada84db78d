// SPDX-License-Identifier: MIT
#include "core/algorithms/sliding_log.h"

#include "core/algorithms/verdict.h"

#include <deque>

namespace ratewarden {
namespace {

class SlidingLog final : public Window {
public:
    Decision decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode) override;

private:
    struct Entry {
        Instant at;
        Units total; // charged since the log began, this entry included
        Units cost;
    };

    Units totalUpTo(Instant moment) const;
    void forgetUpTo(Instant moment);

    std::deque<Entry> m_entries; // by time, and so by total
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

Decision SlidingLog::decide(const std::vector<Rule>& rules, Instant now, Units cost, Mode mode)
{
    // Should the clock have gone back, the log's newest entry stands in for it until it has caught up.
    const Instant clock = m_entries.empty() ? now : std::max(now, m_entries.back().at);
    const Units total = m_entries.empty() ? 0 : m_entries.back().total;
    VerdictOfRules verdict(now, cost, rules.size());
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
        verdict.add({rule, used, resetAfter}, wait);
    }
    if (verdict.allowed() && cost > 0 && mode == Mode::Acquire) {
        forgetUpTo(clock - longest);
        m_entries.push_back({clock, total + cost, cost});
        for (std::size_t i = 0; i < rules.size(); ++i) {
            verdict.usage(i).used += cost;
            verdict.usage(i).resetAfter = clock + rules[i].window - now;
        }
    }
    return verdict.take();
}

} // namespace

std::unique_ptr<Window> makeSlidingLog()
{
    return std::make_unique<SlidingLog>();
}

} // namespace ratewarden
