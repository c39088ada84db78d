// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/lab_traffic.h"

#include "app/ctl/progress_line.h"
#include "core/lab/metered_traffic.h"
#include "core/lab/redis_traffic.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <vector>

namespace ratewarden::ctl {
namespace {

constexpr std::size_t rejectedSaid = 3;
constexpr std::string_view fromRedis = "redis:";

/// "412 MB, 37 %"
std::string readingText(const ReadProgress& progress)
{
    std::string text = fmt::format("{} MB, {} lines", progress.bytes / 1'000'000, progress.lines);
    if (progress.size && *progress.size > 0)
        text += fmt::format(", {} %", progress.bytes * 100 / *progress.size);
    return text;
}

const char* nameOfKind(TrafficKind kind)
{
    switch (kind) {
    case TrafficKind::Log:
        return "log";
    case TrafficKind::Trace:
        return "trace";
    case TrafficKind::Redis:
        return "redis";
    case TrafficKind::Generated:
        return "generated";
    case TrafficKind::Captured:
        return "captured";
    }
    return "";
}

std::string faultText(const TrafficSummary& summary)
{
    switch (summary.fault) {
    case SourceFault::None:
        return {};
    case SourceFault::Truncated:
        return "the compressed data end in the middle";
    case SourceFault::Corrupt:
        return "the compressed data are corrupt from there on";
    case SourceFault::Cancelled:
        return "reading was canceled";
    case SourceFault::Unreadable:
        return "reading failed: " + printable(summary.faultText);
    }
    return {};
}

std::string refusalsText(const RecordedRefusals& refusals)
{
    std::string text;
    if (refusals.requests > 0) {
        text += fmt::format("; {} had been refused, of {}", counted(refusals.requests, "request", "requests"),
                            counted(refusals.tokens, "token", "tokens"));
        if (refusals.retries > 0)
            text += fmt::format("; {} followed a refusal of the same token",
                                counted(refusals.retries, "request", "requests"));
    }
    if (refusals.leftOut > 0)
        text += fmt::format("; {} left out for the status", counted(refusals.leftOut, "line", "lines"));
    return text;
}

std::string boundsText(const CaptureBounds& capture, bool knowsDenied)
{
    std::string text;
    if (capture.counted > 0)
        text += fmt::format("; times of {} are known to the interval, {}",
                            counted(capture.counted, "counted request", "counted requests"),
                            durationText(capture.longestGap));
    if (!knowsDenied)
        text += "; denied requests are not seen";
    if (capture.trimmed > 0)
        text += fmt::format("; up to {} came and went between two readings",
                            counted(capture.trimmed, "log entry", "log entries"));
    if (capture.uncertain > 0)
        text += fmt::format("; {} may have missed requests, as a window ended or a bucket drained: a shorter "
                            "--interval sees more",
                            counted(capture.uncertain, "reading", "readings"));
    if (capture.unreadable > 0)
        text += fmt::format("; {} cannot be counted without known rules",
                            counted(capture.unreadable, "token", "tokens"));
    if (!capture.foundAll)
        text += "; the search for tokens did not reach every key";
    return text;
}

ReadTraffic readBy(Terminal& terminal, const std::string& source, const ReadOptions& reading)
{
    if (source == "-")
        return readTrafficFrom(STDIN_FILENO, "standard input", reading);
    if (source.starts_with(fromRedis) && !reading.withoutStatus.empty())
        throw InvalidArgument("what Redis keeps has no status: --without-status is for logs");
    if (source == "redis:*")
        throw InvalidArgument("redis:* is for lab try; name one policy or format");
    if (source.starts_with(fromRedis))
        return readRedisTraffic(terminal.server(), source.substr(fromRedis.size()), reading);
    return hasTwoCosts(source, reading) ? withActualCosts(readMeteredTraffic(source), source)
                                        : readTrafficFile(source, reading);
}

} // namespace

CLI::App& labCommand(CLI::App& app)
{
    const auto isLab = [](const CLI::App* command) {
        return command->get_name() == "lab";
    };
    if (const std::vector<CLI::App*> there = app.get_subcommands(isLab); !there.empty())
        return *there.front();
    CLI::App* const lab = app.add_subcommand("lab", "Try rules on recorded or generated traffic");
    lab->require_subcommand(1);
    lab->fallthrough();
    return *lab;
}

void declareTraffic(CLI::App& command, TrafficOptions& options)
{
    command
        .add_option(
            "traffic", options.source,
            "An access log (common, combined, JSON lines, CSV, logfmt, of a proxy; gzip or zstd), a trace "
            "file, - for standard input, or redis:POLICY for the logs that Redis keeps (redis:FORMAT for "
            "those of "
            "another limiter, redis:* with lab try for all published policies)")
        ->required();
    command.add_option("--token", options.fields.token, "The field that says whose request it is");
    command.add_option("--time", options.fields.time, "The field with the time");
    command.add_option("--cost", options.fields.cost, "The field with the cost; otherwise 1");
    command.add_option("--status", options.fields.status,
                       "The field with the status of the answer: 429 and 503 are requests that were refused");
    command
        .add_option("--without-status", options.withoutStatus,
                    "Leave out the lines with these statuses, as in 429,503")
        ->delimiter(',')
        ->check(CLI::Range(100, 599));
}

ReadTraffic readTraffic(Terminal& terminal, const TrafficOptions& options, ReadOptions reading)
{
    ProgressLine line;
    reading.fields = options.fields;
    reading.withoutStatus = options.withoutStatus;
    if (ProgressLine::isWanted())
        reading.progress = [&line](const ReadProgress& progress) {
            line.show(readingText(progress));
        };
    ReadTraffic traffic = readBy(terminal, options.source, reading);
    if (traffic.trace.empty())
        throw InvalidArgument(sentence(traffic.summary));
    return traffic;
}

Json json(const TrafficSummary& summary)
{
    Json rejected = Json::array();
    for (const RejectedLine& line : summary.firstRejected)
        rejected.push_back({{"line", line.number}, {"why", ratewarden::textOf(line.fault)}});
    const bool any = summary.requests > 0;
    Json all{{"source", printable(summary.source)}, {"kind", nameOfKind(summary.kind)}};
    all["compression"] = summary.compression.empty() ? Json(nullptr) : Json(summary.compression);
    all["format"] = summary.format ? Json(ratewarden::textOf(*summary.format)) : Json(nullptr);
    all["from"] = orNull(any ? std::optional(summary.from) : std::nullopt);
    all["to"] = orNull(any ? std::optional(summary.to) : std::nullopt);
    all["resolution_us"] = summary.resolution.count();
    all["requests"] = summary.requests;
    all["tokens"] = summary.tokens;
    all["lines"] = summary.lines;
    all["lines_rejected"] = summary.rejected;
    all["rejected"] = rejected;
    all["tokens_cut"] = summary.cutTokens;
    if (summary.refusals) {
        all["refused"] = summary.refusals->requests;
        all["retries"] = summary.refusals->retries;
        all["left_out"] = summary.refusals->leftOut;
    }
    if (summary.capture)
        all["capture"] = {{"readings", summary.capture->readings},
                          {"counted", summary.capture->counted},
                          {"longest_gap_us", summary.capture->longestGap.count()},
                          {"trimmed", summary.capture->trimmed},
                          {"uncertain", summary.capture->uncertain},
                          {"tokens_unreadable", summary.capture->unreadable},
                          {"found_all", summary.capture->foundAll}};
    all["fault"] = summary.fault == SourceFault::None ? Json(nullptr) : Json(faultText(summary));
    return all;
}

std::string sentence(const TrafficSummary& summary)
{
    std::string text = printable(summary.source);
    if (summary.format)
        text += fmt::format(" ({})", ratewarden::textOf(*summary.format));
    if (summary.requests == 0)
        text += ": no request was found";
    else
        text += fmt::format(": {} of {} from {} to {}", counted(summary.requests, "request", "requests"),
                            counted(summary.tokens, "token", "tokens"), localTime(summary.from),
                            localTime(summary.to));
    if (summary.resolution >= std::chrono::seconds(1) && summary.requests > 0)
        text += ", in whole seconds";
    if (summary.rejected > 0) {
        text += fmt::format("; {} rejected", counted(summary.rejected, "line", "lines"));
        for (std::size_t i = 0; i < std::min(rejectedSaid, summary.firstRejected.size()); ++i)
            text += fmt::format("{} line {} {}", i == 0 ? ":" : ",", summary.firstRejected[i].number,
                                ratewarden::textOf(summary.firstRejected[i].fault));
        if (summary.rejected > rejectedSaid)
            text += ", …";
    }
    if (summary.refusals)
        text += refusalsText(*summary.refusals);
    if (summary.kind == TrafficKind::Redis)
        text += "; most limiters log only what they allowed";
    if (summary.capture)
        text += boundsText(*summary.capture, summary.refusals.has_value());
    if (summary.cutTokens > 0 && summary.capture)
        text += fmt::format("; {} beyond the first 100,000 were not read",
                            counted(summary.cutTokens, "token", "tokens"));
    else if (summary.cutTokens > 0)
        text +=
            fmt::format("; only the newest part of {} was read", counted(summary.cutTokens, "log", "logs"));
    if (summary.fault != SourceFault::None)
        text += "; " + faultText(summary);
    return text;
}

} // namespace ratewarden::ctl
