// SPDX-License-Identifier: MIT
#include "core/lab/log_reader.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <charconv>
#include <fstream>

namespace ratewarden {

std::string_view nameOf(LogSyntax /*syntax*/)
{
    return "CSV";
}

std::string textOf(const LogFormat& format)
{
    return std::string(nameOf(format.syntax));
}

std::string_view textOf(LineFault /*fault*/)
{
    return "is not written like the others";
}

// For now: lines "seconds,token" alone.
ReadTraffic readTrafficFile(const std::string& path, const ReadOptions& /*options*/)
{
    std::ifstream file(path, std::ios::binary);
    if (!file)
        throw InvalidArgument(fmt::format("{} cannot be read", printable(path)));
    TraceBuilder builder;
    TrafficSummary summary;
    summary.source = path;
    for (std::string line; std::getline(file, line);) {
        ++summary.lines;
        double seconds = 0;
        const auto [end, error] = std::from_chars(line.data(), line.data() + line.size(), seconds);
        if (error != std::errc() || end + 1 >= line.data() + line.size()) {
            ++summary.rejected;
            continue;
        }
        builder.add(Instant(Micros(std::int64_t(seconds * 1e6))),
                    std::string_view(line).substr(end + 1 - line.data()));
    }
    Trace trace = builder.take();
    summarize(trace, summary);
    return {std::move(trace), std::move(summary)};
}

ReadTraffic readTrafficFrom(int /*descriptor*/, const std::string& /*name*/, const ReadOptions& options)
{
    return readTrafficFile("/dev/stdin", options);
}

void summarize(const Trace& trace, TrafficSummary& summary)
{
    summary.requests = trace.size();
    summary.tokens = trace.names.size();
    if (trace.empty())
        return;
    summary.from = trace.times.front();
    summary.to = trace.times.back();
}

} // namespace ratewarden
