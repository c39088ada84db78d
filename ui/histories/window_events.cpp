// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/histories/window_events.h"

#include "ui/histories/usage_lines.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

// Counted from the log, from `known` to `now`: also after the reading, as a full rule takes no charges until
// one falls out.
std::vector<Stretch> fullByLog(const TokenDetail& window, const Rule& rule, Instant known, Instant now)
{
    const std::vector<LogEntry>& entries = window.log.entries;
    std::vector<Stretch> stretches;
    std::size_t in = 0;
    std::size_t out = 0;
    Units used = 0;
    std::optional<Instant> since;
    if (rule.capacity() <= 0)
        return {{known, now}};
    const auto step = [&](Instant at) {
        for (; out < in && entries[out].at + rule.window <= at; ++out)
            used -= entries[out].cost;
        for (; in < entries.size() && entries[in].at <= at; ++in)
            used += entries[in].cost;
        if (used >= rule.capacity() && !since)
            since = at;
        else if (used < rule.capacity() && since)
            stretches.push_back({std::max(*std::exchange(since, std::nullopt), known), at});
    };
    while (in < entries.size() || out < in) {
        const Instant next = in < entries.size() ? entries[in].at : Instant::max();
        const Instant at = out < in ? std::min(next, entries[out].at + rule.window) : next;
        if (at > now)
            break;
        step(at);
    }
    if (since)
        stretches.push_back({std::max(*since, known), now});
    return stretches;
}

std::vector<Stretch> fullBySamples(const UsageHistory& history, const LimitStretch& limit, Instant now)
{
    std::vector<Stretch> stretches;
    const auto& samples = history.samples();
    const auto isFull = [&](std::size_t i) {
        return samples[i].limits == limit.limits && limit.index < samples[i].shares.size() &&
               samples[i].shares[limit.index] >= 1;
    };
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const UsageSample& sample = samples[i];
        if (!isFull(i))
            continue;
        const Instant holds = history.holdsUntil(i, now);
        Instant until = sample.at;
        if (i + 1 < samples.size() && !samples[i + 1].resumed && isFull(i + 1))
            until = holds;
        else if (sample.deniedBy == limit.index && sample.deniedFor)
            until = std::min(holds, sample.at + *sample.deniedFor);
        stretches.push_back({sample.at, std::min(until, now)});
    }
    return stretches;
}

} // namespace

std::vector<Stretch> seenStretches(const TokenDetail& window, const UsageHistory* history, Instant now)
{
    if (const auto known = chargesKnownSince(window, history))
        return joined({{*known, now}});
    std::vector<Stretch> stretches;
    if (history != nullptr)
        for (std::size_t i = 0; i < history->samples().size(); ++i)
            stretches.push_back({history->samples()[i].at, history->holdsUntil(i, now)});
    return joined(std::move(stretches));
}

std::vector<Stretch> fullStretches(const TokenDetail& window, const UsageHistory* history,
                                   const LimitStretch& limit, Instant now)
{
    const Instant end = std::min(limit.time.until, now);
    std::vector<Stretch> stretches;
    Instant logFrom = end;
    if (const auto known = usageKnownSince(window, history, limit.rule)) {
        logFrom = std::clamp(*known, limit.time.from, std::max(limit.time.from, end));
        stretches = fullByLog(window, limit.rule, logFrom, end);
    }
    if (history != nullptr)
        for (Stretch sampled : fullBySamples(*history, limit, end)) {
            sampled.until = std::min(sampled.until, logFrom);
            stretches.push_back(sampled);
        }
    return joined(std::move(stretches));
}

std::vector<Stretch> fullStretches(const TokenDetail& window, const UsageHistory* history,
                                   const LimitHistory& band, Instant now)
{
    std::vector<Stretch> stretches;
    for (const LimitStretch& limit : band.stretches)
        for (const Stretch& full : fullStretches(window, history, limit, now))
            stretches.push_back(full);
    return joined(std::move(stretches));
}

std::vector<Stretch> blockedStretches(const TokenDetail& window, const UsageHistory* history, Instant now)
{
    std::vector<Stretch> stretches;
    if (history != nullptr)
        stretches = history->blocks();
    if (const std::optional<Block>& block = window.reading.block)
        stretches.push_back({history != nullptr ? history->blockedFrom(*block) : block->since,
                             std::min(now, block->until.value_or(now))});
    return joined(std::move(stretches));
}

std::vector<RequestCount> deniedCounts(const Reading& token, Instant from, Instant until)
{
    std::vector<RequestCount> counts;
    for (const RequestCount& count : token.counts)
        if (count.denied > 0 && count.from + countSpan > from && count.from <= until)
            counts.push_back(count);
    return counts;
}

std::optional<RequestCount> countAt(const Reading& token, Instant moment)
{
    const auto found = std::ranges::find_if(token.counts, [&](const RequestCount& count) {
        return count.from <= moment && moment < count.from + countSpan;
    });
    return found == token.counts.end() ? std::nullopt : std::optional(*found);
}

std::vector<TimeMark> marksOf(const TokenDetail& window, const UsageHistory* history)
{
    std::vector<TimeMark> marks;
    if (history != nullptr)
        marks = history->marks();
    if (const std::optional<Block>& block = window.reading.block)
        addMark(marks, markOf(*block));
    if (const std::optional<Override>& own = window.override)
        addMark(marks, markOf(*own));
    return marks;
}

std::vector<Stretch> joined(std::vector<Stretch> stretches)
{
    std::erase_if(stretches, [](const Stretch& stretch) { return stretch.until <= stretch.from; });
    std::ranges::sort(stretches, {}, &Stretch::from);
    std::vector<Stretch> result;
    for (const Stretch& stretch : stretches) {
        if (!result.empty() && stretch.from <= result.back().until)
            result.back().until = std::max(result.back().until, stretch.until);
        else
            result.push_back(stretch);
    }
    return result;
}

std::vector<Stretch> gapsBetween(const std::vector<Stretch>& stretches, Instant from, Instant until)
{
    std::vector<Stretch> gaps;
    for (const Stretch& stretch : stretches) {
        if (stretch.from > from && from < until)
            gaps.push_back({from, std::min(stretch.from, until)});
        from = std::max(from, stretch.until);
    }
    if (from < until)
        gaps.push_back({from, until});
    return gaps;
}

bool covers(const std::vector<Stretch>& stretches, Instant moment)
{
    return std::ranges::any_of(
        stretches, [&](const Stretch& stretch) { return stretch.from <= moment && moment < stretch.until; });
}

bool overlaps(const std::vector<Stretch>& stretches, Instant from, Instant until)
{
    return std::ranges::any_of(
        stretches, [&](const Stretch& stretch) { return stretch.from <= until && stretch.until > from; });
}

} // namespace ratewarden::ui
