// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/lab_traffic.h"

#include "core/lab/redis_traffic.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <vector>

namespace ratewarden::ctl {
namespace {

constexpr std::size_t rejectedSaid = 3;
constexpr std::string_view fromRedis = "redis:";

/// "412 MB, 37 %", rewritten in place.
class ProgressLine {
public:
    void show(const ReadProgress& progress)
    {
        const auto now = std::chrono::steady_clock::now();
        if (now - m_shown < std::chrono::milliseconds(100))
            return;
        m_shown = now;
        std::string text = fmt::format("{} MB, {} lines", progress.bytes / 1'000'000, progress.lines);
        if (progress.size && *progress.size > 0)
            text += fmt::format(", {} %", progress.bytes * 100 / *progress.size);
        fmt::print(stderr, "\r{:<60}", text);
        m_isThere = true;
    }

    ~ProgressLine()
    {
        if (m_isThere)
            std::fputs("\r\x1b[K", stderr);
    }

    ProgressLine() = default;
    ProgressLine(const ProgressLine&) = delete;
    ProgressLine& operator=(const ProgressLine&) = delete;

private:
    std::chrono::steady_clock::time_point m_shown = std::chrono::steady_clock::now();
    bool m_isThere = false;
};

std::string counted(std::uint64_t number, const char* one, const char* many)
{
    return fmt::format("{} {}", number, number == 1 ? one : many);
}

const char* nameOf(TrafficKind kind)
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
    }
    return "";
}

std::string textOf(const TrafficSummary& summary)
{
    switch (summary.fault) {
    case SourceFault::None:
        return {};
    case SourceFault::Truncated:
        return "the compressed data end in the middle";
    case SourceFault::Corrupt:
        return "the compressed data are corrupt from there on";
    case SourceFault::Cancelled:
        return "reading was cancelled";
    case SourceFault::Unreadable:
        return "reading failed: " + printable(summary.faultText);
    }
    return {};
}

ReadTraffic readBy(Terminal& terminal, const std::string& source, const ReadOptions& reading)
{
    if (source == "-")
        return readTrafficFrom(STDIN_FILENO, "standard input", reading);
    if (source.starts_with(fromRedis))
        return readRedisTraffic(terminal.server(), source.substr(fromRedis.size()), reading);
    return readTrafficFile(source, reading);
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
            "An access log (common, combined, JSON lines, CSV, logfmt; gzip or zstd), a trace file, "
            "- for standard input, or redis:POLICY for the logs that Redis keeps (redis:FORMAT for those of "
            "another limiter)")
        ->required();
    command.add_option("--token", options.fields.token, "The field that says whose request it is");
    command.add_option("--time", options.fields.time, "The field with the time");
    command.add_option("--cost", options.fields.cost, "The field with the cost; otherwise 1");
}

ReadTraffic readTraffic(Terminal& terminal, const TrafficOptions& options)
{
    ProgressLine line;
    ReadOptions reading;
    reading.fields = options.fields;
    if (isatty(STDERR_FILENO) != 0)
        reading.progress = [&line](const ReadProgress& progress) {
            line.show(progress);
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
    Json all{{"source", printable(summary.source)}, {"kind", nameOf(summary.kind)}};
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
    all["fault"] = summary.fault == SourceFault::None ? Json(nullptr) : Json(textOf(summary));
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
    if (summary.kind == TrafficKind::Redis)
        text += "; most limiters log only what they allowed";
    if (summary.cutTokens > 0)
        text +=
            fmt::format("; only the newest part of {} was read", counted(summary.cutTokens, "log", "logs"));
    if (summary.fault != SourceFault::None)
        text += "; " + textOf(summary);
    return text;
}

} // namespace ratewarden::ctl
