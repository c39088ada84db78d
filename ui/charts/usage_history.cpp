// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/usage_history.h"

#include "core/formats/format.h"

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostHistories = 300;

// Null bytes stand in no format's name.
std::string identity(const Subject& subject)
{
    return std::string(subject.format->name()) + '\0' + subject.policy + '\0' + subject.token;
}

// From when on the log tells how many units of the rule were used.
std::optional<Instant> knownSince(const TokenDetail& window, const Rule& rule)
{
    if (!window.hasLog || !window.reading.policy)
        return std::nullopt;
    if (window.log.whole)
        return Instant{};
    const Micros longest = std::ranges::max(window.reading.policy->rules, {}, &Rule::window).window;
    Instant oldest = window.reading.at - longest; // what is older has been trimmed, or may have been
    if (window.log.count > std::int64_t(window.log.entries.size()) && !window.log.entries.empty())
        oldest = std::max(oldest, window.log.entries.front().at);
    return oldest + rule.window;
}

std::vector<UsagePoint> countedFromLog(const TokenDetail& window, const Rule& rule, Instant from, Micros span,
                                       int most)
{
    const Instant now = window.reading.at;
    const Micros step = std::max(span / std::max(most, 1), Micros(1));
    std::vector<UsagePoint> points;
    std::size_t begin = 0;
    std::size_t end = 0;
    Units used = 0;
    // On a grid that does not move with the clock, so that the line does not shiver from one reading to the
    // next.
    Instant at(from.time_since_epoch() / step * step + step);
    for (; at <= now; at += step) {
        for (; end < window.log.entries.size() && window.log.entries[end].at <= at; ++end)
            used += window.log.entries[end].cost;
        for (; begin < end && window.log.entries[begin].at <= at - rule.window; ++begin)
            used -= window.log.entries[begin].cost;
        points.push_back({at, rule.limit > 0 ? double(used) / double(rule.limit) : 1.0});
    }
    return points;
}

} // namespace

void UsageHistory::add(const Reading& reading)
{
    if (!reading.decision || (!m_samples.empty() && reading.at <= m_samples.back().at))
        return;
    if (reading.policy && reading.policy->rules != m_rules) {
        m_rules = reading.policy->rules;
        m_samples.clear();
    }
    UsageSample sample{reading.at, {}, std::nullopt};
    for (const RuleUsage& usage : reading.decision->usage)
        sample.shares.push_back(usage.share());
    if (reading.decision->verdict == Verdict::DeniedByRule)
        sample.deniedBy = reading.decision->rule;
    m_samples.push_back(std::move(sample));
    while (m_samples.front().at < reading.at - keptFor)
        m_samples.pop_front();
}

void HistoryBook::add(const Reading& reading)
{
    if (!reading.decision)
        return;
    Kept& kept = m_histories[identity(reading.subject)];
    kept.history->add(reading);
    kept.lastUse = ++m_uses;
    if (m_histories.size() > mostHistories) {
        const auto oldest =
            std::ranges::min_element(m_histories, {}, [](const auto& entry) { return entry.second.lastUse; });
        m_histories.erase(oldest);
    }
}

std::shared_ptr<const UsageHistory> HistoryBook::find(const Subject& key) const
{
    const auto found = m_histories.find(identity(key));
    return found == m_histories.end() ? nullptr : found->second.history;
}

std::optional<Units> usedAt(const TokenDetail& window, const UsageHistory* history, std::size_t rule,
                            Instant moment)
{
    const Rule& its = window.reading.policy->rules[rule];
    if (const auto known = knownSince(window, its); known && moment >= *known) {
        Units used = 0;
        for (const LogEntry& entry : window.log.entries)
            used += entry.at > moment - its.window && entry.at <= moment ? entry.cost : 0;
        return used;
    }
    if (history == nullptr)
        return std::nullopt;
    const auto& samples = history->samples();
    const auto after = std::ranges::upper_bound(samples, moment, {}, &UsageSample::at);
    if (after == samples.begin() || rule >= std::prev(after)->shares.size())
        return std::nullopt;
    return Units(std::llround(std::prev(after)->shares[rule] * double(its.capacity())));
}

std::vector<std::vector<UsagePoint>> usageOverTime(const TokenDetail& window, const UsageHistory* history,
                                                   Micros span, int most)
{
    std::vector<std::vector<UsagePoint>> series;
    if (!window.reading.policy)
        return series;
    const Instant now = window.reading.at;
    const std::vector<Rule>& rules = window.reading.policy->rules;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        Instant sampledUntil = now;
        std::vector<UsagePoint> counted;
        if (const auto known = knownSince(window, rules[i])) {
            const Instant from = std::max(*known, now - span);
            counted = countedFromLog(window, rules[i], from, span, most);
            sampledUntil = counted.empty() ? now : counted.front().at - Micros(1);
        }
        std::vector<UsagePoint> points;
        if (history != nullptr) {
            // At most one sample for each point's time, the highest, so that no peak is lost.
            const Micros step = std::max(span / std::max(most, 1), Micros(1));
            std::int64_t slot = -1;
            for (const UsageSample& sample : history->samples()) {
                if (sample.at < now - span || sample.at > sampledUntil || i >= sample.shares.size())
                    continue;
                const std::int64_t itsSlot = sample.at.time_since_epoch() / step;
                if (itsSlot == slot)
                    points.back().share = std::max(points.back().share, sample.shares[i]);
                else
                    points.push_back({sample.at, sample.shares[i]});
                slot = itsSlot;
            }
        }
        points.insert(points.end(), counted.begin(), counted.end());
        if (window.reading.decision)
            points.push_back({now, window.reading.decision->usage[i].share()});
        series.push_back(std::move(points));
    }
    return series;
}

} // namespace ratewarden::ui
