// SPDX-License-Identifier: MIT
#include "core/watch/history_report.h"

#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/watch/history.h"
#include "core/watch/history_flow.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

namespace ratewarden {
namespace {

constexpr int mostReportedSteps = 24;
constexpr std::size_t mostReportedEvents = 50;

/// Whole seconds, so that there are at most so many.
Micros reportedStep(Micros length)
{
    constexpr Micros least = std::chrono::seconds(10);
    const auto seconds = std::chrono::ceil<std::chrono::seconds>(length / (mostReportedSteps - 1));
    return std::max(least, Micros(seconds));
}

void readWatched(WatchedThen& then, const HistoryReader& history, const TimeRange& range)
{
    const HistoryInfo info = history.info();
    then.first = info.first;
    then.last = info.last;
    then.keep = info.limits.keep;
    then.bytes = info.limits.bytes;
    then.step = reportedStep(range.length());
    const HistoryFlow flow = flowIn(history, range, then.step);
    for (std::size_t i = 0; i < flow.known.size(); ++i) {
        WatchedThen::Step& step = then.steps.emplace_back();
        step.from = flow.from + std::int64_t(i) * flow.step;
        if (!flow.known[i])
            continue;
        step.denied = flow.denied[i];
        step.allowed = 0;
        for (const auto& [policy, allowed] : flow.allowed)
            *step.allowed += allowed[i];
    }
    for (const HistoryEvent& event : history.changes(range, mostReportedEvents))
        then.events.emplace_back(event.at, textOf(event));
}

} // namespace

WatchedThen watchedThen(const std::string& file, const TimeRange& range, std::stop_token stop)
{
    WatchedThen then;
    then.source = file;
    try {
        readWatched(then, HistoryReader(file, std::move(stop)), range);
    } catch (const Error& error) {
        then.problem = error.what();
    }
    return then;
}

} // namespace ratewarden
