// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl different`: what is different about the denials of some time.
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/lab_traffic.h"
#include "app/ctl/lab_trials.h"
#include "core/admin/audit.h"
#include "core/explain/denial_question.h"
#include "core/explain/difference_text.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/model/written_time.h"
#include "core/watch/history_decisions.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ratewarden::ctl {
namespace {

struct DifferentOptions {
    TrafficOptions traffic;
    std::string from;
    std::string to;
    std::string baseline;
    std::vector<std::string> by;
    std::string window;
    std::vector<std::string> changes;
    std::string history;
    bool readsAudit = false;
};

struct ComparedTimes {
    TimeRange area;
    TimeRange baseline;
};

/// From `from` to `to`, as far as the log has that; a time of day is the last one by the log's end. `option`
/// says where they stand.
TimeRange rangeIn(const TimeRange& log, std::string_view from, std::string_view to, std::string_view option)
{
    TimeRange range{denialAt(from, log.to).from, log.to};
    if (!to.empty()) {
        range.to = denialAt(to, log.to).from;
        // Just behind the log's end it is not that of the day before.
        const auto written = readWrittenTime(trimmed(to));
        if (range.to <= range.from && written && !written->date && range.to + std::chrono::hours(12) < log.to)
            range.to = log.to;
        if (range.to <= range.from)
            throw InvalidArgument(fmt::format(
                "{} has to end after it begins; times of day are those of the log's last day: write the "
                "date, too, as in \"2026-11-26 14:57\"",
                option));
    }
    const TimeRange had{std::max(range.from, log.from), std::min(range.to, log.to)};
    if (had.to <= had.from)
        throw InvalidArgument(fmt::format("{}: the log has nothing of that time, only from {} to {}", option,
                                          localTime(log.from), localTime(log.to)));
    return had;
}

/// The times that are asked for.
ComparedTimes timesOf(const DifferentOptions& options, const Trace& trace)
{
    const TimeRange log{trace.times.front(), trace.times.back() + Micros(1)};
    const TimeRange area = rangeIn(log, options.from, options.to, "the time of --from and --to");
    if (options.baseline.empty())
        return {area, usualBaseline(trace, area)};
    constexpr std::string_view to = "..";
    const std::string_view text = options.baseline;
    const std::size_t gap = text.find(to);
    const std::string_view end = gap == std::string_view::npos ? "" : trimmed(text.substr(gap + to.size()));
    if (end.empty())
        throw InvalidArgument("--baseline is written FROM..TO, as in 14:40..14:52");
    return {area, rangeIn(log, text.substr(0, gap), end, "the time of --baseline")};
}

/// "14:52:08 deploy api 1.4": the text is what stands behind the time.
KnownChange changeOf(const std::string& text, Instant end)
{
    for (std::size_t gap = text.find(' '); gap != std::string::npos; gap = text.find(' ', gap + 1)) {
        const std::string_view what = trimmed(std::string_view(text).substr(gap));
        if (what.empty())
            break;
        try {
            // A date alone is no time: the time of day may stand behind it.
            return {denialAt(std::string_view(text).substr(0, gap), end).from, printable(what)};
        } catch (const InvalidArgument&) {
            continue;
        }
    }
    throw InvalidArgument(fmt::format(
        "--change \"{}\" is not a time with a text, as in \"14:52:08 deploy api 1.4\"", printable(text)));
}

std::vector<KnownChange> changesOf(Terminal& terminal, const DifferentOptions& options, const Trace& trace,
                                   const ComparedTimes& times)
{
    const TimeRange whole{std::min(times.area.from, times.baseline.from) - std::chrono::hours(1),
                          std::max(times.area.to, times.baseline.to)};
    std::vector<KnownChange> changes;
    for (const std::string& change : options.changes)
        changes.push_back(changeOf(change, trace.times.back() + Micros(1)));
    if (!options.history.empty())
        for (KnownChange& one : changesIn(HistoryReader(options.history), whole))
            changes.push_back(std::move(one));
    if (options.readsAudit)
        for (const AuditEntry& entry :
             readAudit(terminal.server(), {.since = whole.from, .before = whole.to}).entries)
            changes.push_back({entry.at, changeText(entry)});
    return changes;
}

const char* withName(ComparedDimension::With with)
{
    switch (with) {
    case ComparedDimension::With::Denials:
        return "denials";
    case ComparedDimension::With::Requests:
        return "requests";
    case ComparedDimension::With::Same:
        return "same-time";
    case ComparedDimension::With::Nothing:
        break;
    }
    return "nothing";
}

const char* trendName(Difference::Trend trend)
{
    switch (trend) {
    case Difference::Trend::TooFew:
        return "too-few";
    case Difference::Trend::Same:
        return "same";
    case Difference::Trend::Rose:
        return "rose";
    case Difference::Trend::Fell:
        break;
    }
    return "fell";
}

Json rangeJson(const TimeRange& range)
{
    return {{"from_us", range.from.time_since_epoch().count()},
            {"to_us", range.to.time_since_epoch().count()}};
}

const SentenceWriter& inEnglish()
{
    static const SentenceWriter writer = englishWriter(localTime);
    return writer;
}

std::string dimensionName(const ComparedDimension& dimension)
{
    return dimensionText(dimension, inEnglish());
}

std::string comparedText(const Difference& it, const ComparedDimension& dimension, const ComparedValue& value)
{
    return valueText(it, dimension, value, inEnglish());
}

Json causeJson(const Difference& it, Difference::Cause cause)
{
    return {{"dimension", dimensionName(it.dimension(cause))},
            {"value", comparedText(it, it.dimension(cause), it.value(cause))}};
}

Json differenceJson(const Difference& it, const std::string& sentence)
{
    Json dimensions = Json::array();
    for (const ComparedDimension& dimension : it.dimensions) {
        Json values = Json::array();
        for (const ComparedValue& value : dimension.values)
            values.push_back({{"value", comparedText(it, dimension, value)},
                              {"denied", value.denied},
                              {"denied_before", value.deniedBefore},
                              {"requests", value.requests},
                              {"requests_before", value.requestsBefore},
                              {"share", value.share},
                              {"share_before", value.shareBefore},
                              {"effect", value.effect},
                              {"chance", value.chance},
                              {"degree", nameOf(value.degree)}});
        dimensions.push_back({{"dimension", dimensionName(dimension)},
                              {"degree", nameOf(dimension.degree)},
                              {"compared_with", withName(dimension.with)},
                              {"values_known", dimension.valueCount},
                              {"values", values}});
    }
    Json causes = Json::array();
    for (const Difference::Cause cause : it.causes)
        causes.push_back(causeJson(it, cause));
    return {{"sentence", sentence},
            {"trend", trendName(it.trend)},
            {"different", !it.isNothing()},
            {"area", rangeJson(it.area)},
            {"baseline", rangeJson(it.baseline)},
            {"denied", it.denied},
            {"denied_before", it.deniedBefore},
            {"requests", it.requests},
            {"requests_before", it.requestsBefore},
            {"changed", it.changed},
            {"causes", causes},
            {"causes_share", it.causeShare},
            {"new_requests", it.newRequests ? causeJson(it, *it.newRequests) : Json(nullptr)},
            {"began_us", orNull(it.began)},
            {"after", it.after
                          ? Json{{"at_us", it.after->at.time_since_epoch().count()}, {"text", it.after->text}}
                          : Json(nullptr)},
            {"dimensions", dimensions}};
}

Tone degreeTone(DifferenceDegree degree)
{
    return degree == DifferenceDegree::None ? Tone::Quiet : Tone::Warning;
}

std::string percentOf(double share)
{
    return fmt::format("{:.0f} %", std::round(100 * share));
}

void printDifference(Terminal& terminal, const Difference& it, const std::string& sentence,
                     const TrafficSummary& summary)
{
    constexpr std::size_t valuesSaid = 3;
    Table table({{"DIMENSION"},
                 {"DIFFERENCE"},
                 {"VALUE", Table::Long},
                 {"SHARE", Table::Number},
                 {"BEFORE", Table::Number},
                 {"DENIED", Table::Number},
                 {"BEFORE", Table::Number}});
    const bool fell = it.trend == Difference::Trend::Fell;
    std::string alike;
    for (const ComparedDimension& dimension : it.dimensions) {
        const char* const compared = dimension.with == ComparedDimension::With::Denials ? "" : " of requests";
        if (dimension.degree == DifferenceDegree::None) {
            alike += (alike.empty() ? "" : ", ") + dimensionName(dimension);
            continue;
        }
        for (std::size_t i = 0; i < std::min(valuesSaid, dimension.values.size()); ++i) {
            const ComparedValue& value = dimension.values[i];
            table.add({i == 0 ? Cell(dimensionName(dimension)) : Cell(""),
                       Cell(nameOf(value.degree), degreeTone(value.degree)),
                       Cell(comparedText(it, dimension, value)),
                       Cell(percentOf(value.share) + (fell ? compared : "")),
                       Cell(percentOf(value.shareBefore) + (fell ? "" : compared)),
                       Cell(std::to_string(value.denied)), Cell(std::to_string(value.deniedBefore))});
        }
    }
    const Screen screen = terminal.screen();
    fmt::print("{}\n", sentence);
    fmt::print("{} denied of {} from {} to {}; baseline: {} of {} from {} to {}\n", it.denied, it.requests,
               localTime(it.area.from), localTime(it.area.to), it.deniedBefore, it.requestsBefore,
               localTime(it.baseline.from), localTime(it.baseline.to));
    if (!table.isEmpty())
        table.print(screen);
    if (!alike.empty())
        fmt::print("{}\n", inTone("no difference: " + alike, Tone::Quiet, screen));
    if (summary.rejected > 0)
        Terminal::note(fmt::format("{} of {} could not be read", counted(summary.rejected, "line", "lines"),
                                   printable(summary.source)));
}

Exit showDifference(Terminal& terminal, const DifferentOptions& options)
{
    DecisionCollector collector(options.by);
    ReadOptions reading;
    collector.attachTo(reading);
    ReadTraffic traffic = readTraffic(terminal, options.traffic, std::move(reading));
    const TrafficSummary summary = traffic.summary;
    const DecisionLog log = collector.finish(std::move(traffic));
    const ComparedTimes times = timesOf(options, log.trace);
    const Difference difference =
        differenceOf(log, {times.area, times.baseline, changesOf(terminal, options, log.trace, times),
                           options.window.empty() ? Micros() : parseDuration(options.window)});
    const std::string sentence = differenceText(difference, inEnglish());
    if (terminal.isJson()) {
        Json all{{"traffic", bounds(summary)}};
        all.update(differenceJson(difference, sentence));
        fmt::print("{}\n", all.dump());
    } else {
        printDifference(terminal, difference, sentence, summary);
    }
    return Done;
}

} // namespace

void addDifferentCommand(CLI::App& app, Terminal& terminal)
{
    addCommand<DifferentOptions>(
        app, terminal, "different", "Say what is different about the denials of some time, of a log",
        [](CLI::App& command, DifferentOptions& options) {
            declareTraffic(command, options.traffic);
            command.add_option("--from", options.from, "When it begins: 14:52, \"2026-11-26 14:52:10\", …")
                ->required();
            command.add_option("--to", options.to, "When it ends; else with the log");
            command.add_option("--baseline", options.baseline,
                               "What it is compared with, FROM..TO; else the time before it, three times as "
                               "long at most");
            command
                .add_option("--by", options.by,
                            "Compare this field of the log, too, such as the rule, the policy's version or "
                            "the node; may be repeated")
                ->allow_extra_args(false);
            command.add_option("--window", options.window,
                               "Compare the phase of this window on the clock, too, as in 1min");
            auto* const change =
                command.add_option("--change", options.changes,
                                   "What happened then: \"14:52:08 deploy api 1.4\"; may be repeated");
            change->allow_extra_args(false);
            takeEscapes(command, *change);
            command.add_option("--history", options.history,
                               "A watcher's history, for changes and evictions");
            command.add_flag("--audit", options.readsAudit, "Take changes of the server's audit trail");
        },
        showDifference);
}

} // namespace ratewarden::ctl
