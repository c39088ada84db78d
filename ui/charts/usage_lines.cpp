// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/usage_lines.h"

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {
namespace {

std::vector<UsagePoint> countedFromLog(const TokenDetail& window, const Rule& rule, Instant from, Micros step)
{
    const Instant now = window.reading.at;
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

// At most one point for each step of time, the highest, so that no peak is lost.
UsageLine sampled(const UsageHistory& history, std::size_t rule, Instant from, Instant until, Micros step)
{
    UsageLine line;
    std::int64_t slot = -1;
    bool gap = true;
    for (const UsageSample& sample : history.samples()) {
        gap |= sample.resumed;
        if (sample.at < from || sample.at > until || rule >= sample.shares.size())
            continue;
        const std::int64_t itsSlot = sample.at.time_since_epoch() / step;
        if (gap)
            line.emplace_back();
        if (!gap && itsSlot == slot)
            line.back().back().share = std::max(line.back().back().share, sample.shares[rule]);
        else
            line.back().push_back({sample.at, sample.shares[rule]});
        slot = itsSlot;
        gap = false;
    }
    return line;
}

// Goes on with the last piece, or begins another where nothing was seen for long.
void append(UsageLine& line, const std::vector<UsagePoint>& points, Micros longest)
{
    if (points.empty())
        return;
    if (line.empty() || points.front().at - line.back().back().at > longest)
        line.emplace_back();
    line.back().insert(line.back().end(), points.begin(), points.end());
}

} // namespace

std::optional<Instant> chargesKnownSince(const TokenDetail& window, const UsageHistory* history)
{
    if (!window.hasLog || !window.reading.policy)
        return std::nullopt;
    const std::vector<LogEntry>& entries = window.log.entries;
    // What is older than the longest window has been trimmed, or may have been; but trimming takes the oldest
    // first, so that all is there from the oldest entry on.
    Instant oldest =
        window.reading.at - std::ranges::max(window.reading.policy->rules, {}, &Rule::window).window;
    if (!entries.empty()) {
        const bool cut = window.log.whole || window.log.count > std::int64_t(entries.size());
        oldest = cut ? entries.front().at : std::min(oldest, entries.front().at);
    }
    if (history != nullptr)
        if (const auto reset = history->lastReset())
            oldest = std::max(oldest, *reset);
    return oldest;
}

std::optional<Instant> usageKnownSince(const TokenDetail& window, const UsageHistory* history,
                                       const Rule& rule)
{
    const auto charges = chargesKnownSince(window, history);
    if (!charges)
        return std::nullopt;
    const bool fromTheStart =
        window.log.whole ||
        (history != nullptr && history->lastReset() == charges); // nothing was used before
    return fromTheStart ? *charges : *charges + rule.window;
}

std::optional<Units> usedAt(const TokenDetail& window, const UsageHistory* history, std::size_t rule,
                            Instant moment)
{
    const Rule& its = window.reading.policy->rules[rule];
    if (const auto known = usageKnownSince(window, history, its); known && moment >= *known) {
        Units used = 0;
        for (const LogEntry& entry : window.log.entries)
            used += entry.at > moment - its.window && entry.at <= moment ? entry.cost : 0;
        return used;
    }
    if (history == nullptr)
        return std::nullopt;
    const auto& samples = history->samples();
    const auto after = std::ranges::upper_bound(samples, moment, {}, &UsageSample::at);
    if (after == samples.begin())
        return std::nullopt;
    const auto sample = std::size_t(after - samples.begin()) - 1;
    if (rule >= samples[sample].shares.size() || history->holdsUntil(sample, moment) < moment)
        return std::nullopt;
    return Units(std::llround(samples[sample].shares[rule] * double(its.capacity())));
}

std::vector<UsageLine> usageOverTime(const TokenDetail& window, const UsageHistory* history, Micros span,
                                     int most)
{
    std::vector<UsageLine> lines;
    if (!window.reading.policy)
        return lines;
    const Instant now = window.reading.at;
    const Micros step = std::max(span / std::max(most, 1), Micros(1));
    Micros longest = longestStep(std::chrono::seconds(1));
    if (history != nullptr && !history->samples().empty())
        longest = longestStep(history->samples().back().every);
    const std::vector<Rule>& rules = window.reading.policy->rules;
    for (std::size_t i = 0; i < rules.size(); ++i) {
        std::vector<UsagePoint> counted;
        if (const auto known = usageKnownSince(window, history, rules[i]))
            counted = countedFromLog(window, rules[i], std::max(*known, now - span), step);
        const Instant sampledUntil = counted.empty() ? now : counted.front().at - Micros(1);
        UsageLine line;
        if (history != nullptr)
            line = sampled(*history, i, now - span, sampledUntil, step);
        append(line, counted, longest);
        if (window.reading.decision)
            append(line, {{now, window.reading.decision->usage[i].share()}}, std::max(longest, 2 * step));
        lines.push_back(std::move(line));
    }
    return lines;
}

std::optional<Instant> beginOf(const std::vector<UsageLine>& lines)
{
    std::optional<Instant> begin;
    for (const UsageLine& line : lines)
        if (!line.empty() && !line.front().empty())
            begin = std::min(begin.value_or(line.front().front().at), line.front().front().at);
    return begin;
}

} // namespace ratewarden::ui
