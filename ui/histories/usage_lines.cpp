// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/histories/usage_lines.h"

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {
namespace {

// All of [from, until]; where the limit itself began or ended then, also these moments.
std::vector<UsagePoint> countedFromLog(const TokenDetail& window, const LimitStretch& limit, Instant from,
                                       Instant until, Micros step)
{
    std::vector<UsagePoint> points;
    std::size_t begin = 0;
    std::size_t end = 0;
    Units used = 0;
    const Rule& rule = limit.rule;
    const auto add = [&](Instant at) {
        for (; end < window.log.entries.size() && window.log.entries[end].at <= at; ++end)
            used += window.log.entries[end].cost;
        for (; begin < end && window.log.entries[begin].at <= at - rule.window; ++begin)
            used -= window.log.entries[begin].cost;
        points.push_back({at, rule.limit > 0 ? double(used) / double(rule.limit) : 1.0});
    };
    if (from == limit.time.from)
        add(from);
    // On a grid that does not move with the clock, so that the line does not shiver from one reading to the
    // next.
    Instant at(from.time_since_epoch() / step * step + step);
    for (; at <= until; at += step)
        add(at);
    if (until == limit.time.until)
        add(until);
    return points;
}

// At most one point for each step of time, the highest, so that no peak is lost.
UsageLine sampled(const UsageHistory& history, const LimitStretch& limit, Instant from, Instant until,
                  Micros step)
{
    UsageLine line;
    std::int64_t slot = -1;
    bool gap = true;
    for (const UsageSample& sample : history.samples()) {
        gap |= sample.resumed;
        if (sample.limits != limit.limits || sample.at < from || sample.at > until ||
            limit.index >= sample.shares.size())
            continue;
        const double share = sample.shares[limit.index];
        const std::int64_t itsSlot = sample.at.time_since_epoch() / step;
        if (gap)
            line.emplace_back();
        if (!gap && itsSlot == slot)
            line.back().back().share = std::max(line.back().back().share, share);
        else
            line.back().push_back({sample.at, share});
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
    // What is older than the longest window has been trimmed, or may have been, also under earlier limits;
    // but trimming takes the oldest first, so that all is there from the oldest entry on.
    Instant oldest = window.reading.at - longestWindow(window.reading.policy->rules);
    if (history != nullptr)
        for (std::size_t i = 1; i < history->samples().size(); ++i)
            if (const auto& limits = history->samples()[i - 1].limits; limits != history->samples()[i].limits)
                oldest = std::max(oldest, history->samples()[i].at - longestWindow(limits->rules));
    if (!entries.empty()) {
        const bool cut = window.log.whole || window.log.count > std::int64_t(entries.size());
        oldest = cut ? entries.front().at : std::min(oldest, entries.front().at);
    }
    if (history != nullptr)
        if (const auto reset = history->lastReset())
            if (entries.empty() || entries.front().at + clocksDiffer >= *reset) // else it was undone
                oldest = std::max(oldest, *reset);
    return oldest;
}

std::optional<Instant> usageKnownSince(const TokenDetail& window, const UsageHistory* history,
                                       const Rule& rule)
{
    const auto charges = chargesKnownSince(window, history);
    if (!charges || rule.atOnce) // of requests at once only those of now are there
        return std::nullopt;
    const bool fromTheStart =
        window.log.whole ||
        (history != nullptr && history->lastReset() == charges); // nothing was used before
    return fromTheStart ? *charges : *charges + rule.window;
}

std::optional<Units> usedAt(const TokenDetail& window, const UsageHistory* history, const LimitStretch& limit,
                            Instant moment)
{
    const Rule& its = limit.rule;
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
    if (samples[sample].limits != limit.limits || limit.index >= samples[sample].shares.size() ||
        history->holdsUntil(sample, moment) < moment)
        return std::nullopt;
    return Units(std::llround(samples[sample].shares[limit.index] * double(its.capacity())));
}

std::vector<UsageLine> usageOverTime(const TokenDetail& window, const UsageHistory* history,
                                     const std::vector<LimitHistory>& bands, Micros span, int most)
{
    std::vector<UsageLine> lines;
    const Instant now = window.reading.at;
    const Micros step = std::max(span / std::max(most, 1), Micros(1));
    Micros longest = longestStep(std::chrono::seconds(1));
    if (history != nullptr && !history->samples().empty())
        longest = longestStep(history->samples().back().every);
    for (std::size_t i = 0; i < bands.size(); ++i) {
        UsageLine line;
        const Rule* former = nullptr;
        for (const LimitStretch& limit : bands[i].stretches) {
            const Instant from = std::max(limit.time.from, now - span);
            const Instant until = std::min(limit.time.until, now);
            std::vector<UsagePoint> counted;
            if (const auto known = usageKnownSince(window, history, limit.rule);
                known && *known <= until && from <= until)
                counted = countedFromLog(window, limit, std::max(*known, from), until, step);
            UsageLine read;
            if (history != nullptr)
                read = sampled(*history, limit, from,
                               counted.empty() ? until : counted.front().at - Micros(1), step);
            append(read, counted, longest);
            if (read.empty())
                continue;
            if (former != nullptr && *former == limit.rule) {
                append(line, read.front(), longest);
                read.erase(read.begin());
            }
            line.insert(line.end(), read.begin(), read.end());
            former = &limit.rule;
        }
        if (!bands[i].gone && window.reading.decision)
            append(line, {{now, window.reading.decision->usage[i].share()}},
                   former == nullptr || *former == bands[i].rule ? std::max(longest, 2 * step)
                                                                 : Micros::min());
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
