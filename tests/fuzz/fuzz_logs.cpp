// SPDX-License-Identifier: GPL-3.0-or-later
// Any bytes as a log, as a line of each syntax, as compressed data and as a trace file: read or refused.
#include "core/lab/log_reader.h"
#include "core/lab/trace_file.h"
#include "core/model/errors.h"

#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdlib>
#include <string>
#include <string_view>

using namespace ratewarden;

namespace {

void readAsFile(std::string_view bytes)
{
    const int file = memfd_create("fuzz", 0);
    if (file < 0 || write(file, bytes.data(), bytes.size()) != ssize_t(bytes.size()) ||
        lseek(file, 0, SEEK_SET) != 0)
        std::abort();
    try {
        const ReadTraffic read = readTrafficFrom(file, "fuzz");
        if (read.trace.size() != read.summary.requests || !std::ranges::is_sorted(read.trace.times) ||
            read.summary.requests + read.summary.rejected >
                std::max<std::uint64_t>(read.summary.lines, read.summary.requests))
            std::abort();
    } catch (const InvalidArgument&) { // refused, as it may be
    }
    close(file);
}

LogFormat formatOf(LogSyntax syntax, std::uint8_t dialect)
{
    LogFormat format;
    format.syntax = syntax;
    format.names = {"virtual_host", "remote_addr", "b.c", "time", "d"};
    if ((dialect & 1U) != 0)
        format.names.erase(format.names.begin());
    format.separator = (dialect & 2U) != 0 ? ',' : ';';
    format.fields = {(dialect & 4U) != 0 ? "remote_addr" : "b.c", "time", (dialect & 8U) != 0 ? "d" : "",
                     (dialect & 16U) != 0 ? "b.c" : ""};
    return format;
}

void readAsLine(std::string_view bytes, std::uint8_t dialect)
{
    constexpr std::array syntaxes{LogSyntax::Common, LogSyntax::Json,   LogSyntax::Csv,
                                  LogSyntax::Logfmt, LogSyntax::Headed, LogSyntax::Proxy};
    std::string line(bytes);
    line.append(linePadding, '"');
    for (const LogSyntax syntax : syntaxes) {
        LogRequest request;
        const std::unique_ptr<LineReader> reader = lineReader(formatOf(syntax, dialect));
        if (!bytes.empty() &&
            reader->read(std::string_view(line).substr(0, bytes.size()), request) == LineFault::None &&
            (request.token.empty() || request.time < Instant()))
            std::abort();
    }
}

void readAsTrace(std::string_view bytes)
{
    try {
        const Trace trace = readTrace([&bytes](std::span<char> into) {
            const std::size_t count = std::min(into.size(), bytes.size());
            std::copy_n(bytes.data(), count, into.data());
            bytes.remove_prefix(count);
            return count;
        });
        for (const TokenId token : trace.tokens)
            if (trace.names[token].empty())
                std::abort();
    } catch (const InvalidArgument&) {
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    if (size == 0)
        return 0;
    const std::string_view bytes(reinterpret_cast<const char*>(data) + 1, size - 1);
    readAsLine(bytes, *data);
    readAsFile(bytes);
    readAsTrace(bytes);
    return 0;
}
