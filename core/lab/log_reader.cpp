// SPDX-License-Identifier: MIT
#include "core/lab/log_reader.h"

#include "core/lab/byte_source.h"
#include "core/lab/csv_records.h"
#include "core/lab/line_readers.h"
#include "core/lab/log_faults.h"
#include "core/lab/refusals.h"
#include "core/lab/trace_file.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/socket.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstring>
#include <system_error>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t longestMagic = 8;
constexpr std::size_t linesOfHead = 200;
constexpr std::size_t bytesOfHead = 1U << 18U;

/// How a file says by its first bytes that it is compressed.
struct Packing {
    std::string_view magic;
    const char* name;
    std::unique_ptr<ByteSource> (*unpack)(std::unique_ptr<ByteSource> from); ///< null: it is not read
};

constexpr std::array packings{
    Packing{std::string_view("\x1f\x8b", 2), "gzip", gunzipped},
    Packing{std::string_view("\x28\xb5\x2f\xfd", 4), "zstd", unzstded},
    Packing{std::string_view("\xfd\x37zXZ", 5), "xz", nullptr},
    Packing{std::string_view("BZh", 3), "bzip2", nullptr},
    Packing{std::string_view("PK\x03\x04", 4), "zip", nullptr},
};

/// Collects requests until there are enough to be added at once. Their tokens are kept, as what they refer to
/// goes.
class RequestBatch {
public:
    explicit RequestBatch(TraceBuilder& builder) : m_builder(builder) { m_texts.reserve(roomForTexts); }

    void add(const LogRequest& request)
    {
        if (m_count == m_requests.size() || m_texts.size() + request.token.size() > m_texts.capacity())
            flush();
        if (request.token.size() > m_texts.capacity())
            return m_builder.add(request.time, request.token, request.cost);
        const std::size_t from = m_texts.size();
        m_texts += request.token;
        m_requests[m_count++] = {request.time, std::string_view(m_texts).substr(from), request.cost};
    }

    void flush()
    {
        m_builder.add(std::span(m_requests).first(m_count));
        m_count = 0;
        m_texts.clear();
    }

private:
    static constexpr std::size_t roomForTexts = 1U << 14U;

    TraceBuilder& m_builder;
    std::array<TraceRequest, 128> m_requests;
    std::size_t m_count = 0;
    std::string m_texts; // never beyond its capacity, so that it does not move
};

/// What is done with the lines, one by one.
class LogLines {
public:
    LogLines(const ReadOptions& options, TrafficSummary& summary) : m_options(options), m_summary(summary) {}

    /// With linePadding readable bytes behind it.
    void add(std::string_view line)
    {
        ++m_summary.lines;
        if (m_summary.lines == 1 && line.starts_with("\xEF\xBB\xBF"))
            line.remove_prefix(3);
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        if (!m_reader) {
            if (!line.empty())
                keep(line);
        } else if (m_record.isOpen()) {
            addToRecord(line);
        } else if (!line.empty()) {
            readLine(line, m_summary.lines);
        }
    }

    void addTooLong()
    {
        giveUpRecord(LineFault::TooLong);
        reject(++m_summary.lines, LineFault::TooLong);
    }

    Trace take()
    {
        if (!m_reader && !m_head.empty())
            begin();
        giveUpRecord(LineFault::Syntax);
        m_batch.flush();
        std::ranges::sort(m_summary.firstRejected, {}, &RejectedLine::number);
        Trace trace = m_builder.take();
        if (m_summary.format && !m_summary.format->fields.status.empty())
            m_summary.refusals = m_refusals.sums(trace);
        return trace;
    }

private:
    struct Kept {
        std::string text; // with its padding
        std::uint64_t number;
    };

    void keep(std::string_view line)
    {
        m_head.push_back({std::string(line).append(linePadding, ' '), m_summary.lines});
        m_headBytes += line.size();
        if (m_head.size() >= linesOfHead || m_headBytes >= bytesOfHead)
            begin();
    }

    void begin()
    {
        std::vector<std::string_view> lines;
        for (const Kept& kept : m_head)
            lines.push_back(std::string_view(kept.text).substr(0, kept.text.size() - linePadding));
        LogFormat format = guessLines(lines);
        setFields(format, m_options.fields, lines);
        if (!m_options.withoutStatus.empty() && format.fields.status.empty())
            throw InvalidArgument(Problem(Fault::NoStatusField));
        for (const std::string& name : m_options.others)
            needField(format, name);
        m_reader = lineReader(format);
        m_format = format;
        m_isCsv = format.syntax == LogSyntax::Csv;
        m_record = CsvRecord(format.separator);
        m_skipsNames = format.header;
        m_hasRemarks = format.syntax == LogSyntax::Headed;
        m_summary.format = std::move(format);
        m_summary.withoutStatus = m_options.withoutStatus;
        const std::vector<Kept> head = std::exchange(m_head, {});
        for (std::size_t i = 0; i < lines.size(); ++i) {
            // Between kept lines there may have been empty ones, which belong to an open field.
            for (std::uint64_t empty = i == 0 ? head[i].number : head[i - 1].number + 1;
                 m_record.isOpen() && empty < head[i].number; ++empty)
                m_record.add({});
            if (m_record.isOpen())
                addToRecord(lines[i]);
            else
                readLine(lines[i], head[i].number);
        }
    }

    void readLine(std::string_view line, std::uint64_t number)
    {
        if (std::exchange(m_skipsNames, false)) {
            if (m_isCsv && m_record.begin(line, number))
                m_skipsNames = true; // they go on in the next line
            return;
        }
        if (m_hasRemarks && line.starts_with('#')) {
            if (auto next = behindHeading(line, *m_summary.format)) { // joined logs, or other settings
                m_reader = lineReader(*next);
                m_format = std::move(*next);
            }
            return;
        }
        const LineFault fault = read(line);
        if (fault == LineFault::None)
            return;
        // A quoted field may go on in the next line.
        if (fault != LineFault::Syntax || !m_isCsv || !m_record.begin(line, number))
            reject(number, fault);
    }

    void addToRecord(std::string_view line)
    {
        switch (m_record.add(line)) {
        case CsvRecord::State::Open:
            if (m_record.text().size() > maxLogLine)
                giveUpRecord(LineFault::TooLong);
            return;
        case CsvRecord::State::Broken:
            return giveUpRecord(LineFault::Syntax);
        case CsvRecord::State::Whole:
            break;
        }
        m_joined.assign(m_record.text()).append(linePadding, ' ');
        if (std::exchange(m_skipsNames, false)) {
            m_record.clear();
            return;
        }
        const std::uint64_t number = m_record.firstLine();
        const LineFault fault = read(std::string_view(m_joined).substr(0, m_joined.size() - linePadding));
        if (fault == LineFault::Syntax)
            return giveUpRecord(fault);
        m_record.clear();
        if (fault != LineFault::None)
            reject(number, fault);
    }

    /// A quote that was never closed, or not as it should be: its line is rejected, those behind it are lines
    /// of their own.
    void giveUpRecord(LineFault fault)
    {
        if (!m_record.isHeld())
            return;
        m_skipsNames = false;
        std::uint64_t number = m_record.firstLine();
        reject(number, fault);
        m_joined.assign(m_record.text()).append(linePadding, ' ');
        m_record.clear();
        std::string_view rest = std::string_view(m_joined).substr(0, m_joined.size() - linePadding);
        for (std::size_t end = rest.find('\n'); end != std::string_view::npos;) {
            rest.remove_prefix(end + 1);
            ++number;
            end = rest.find('\n');
            const std::string_view line = rest.substr(0, end);
            if (line.empty())
                continue;
            if (const LineFault own = read(line); own != LineFault::None)
                reject(number, own);
        }
    }

    LineFault read(std::string_view line)
    {
        LogRequest request;
        const LineFault fault = m_reader->read(line, request);
        if (fault != LineFault::None)
            return fault;
        if (std::ranges::find(m_options.withoutStatus, request.status) != m_options.withoutStatus.end()) {
            m_refusals.leaveOut();
            return fault;
        }
        m_summary.backwards += request.time < m_last ? 1 : 0;
        m_last = request.time;
        if (m_options.visit) {
            m_options.visit(request, line, m_format);
            return fault;
        }
        if (isRefusal(request.status))
            m_refusals.add(request.token, request.time);
        if (m_options.request)
            tell(line, request);
        m_batch.add(request);
        return fault;
    }

    void tell(std::string_view line, const LogRequest& request)
    {
        m_others.assign(m_options.others.size(), {});
        if (!m_others.empty())
            for (const auto& [name, text] : rowOf(m_format.syntax).fields(line, m_format))
                for (std::size_t i = 0; i < m_others.size(); ++i)
                    if (m_options.others[i] == name)
                        m_others[i] = text;
        m_options.request(request, m_others);
    }

    void reject(std::uint64_t number, LineFault fault)
    {
        ++m_summary.rejected;
        ++m_summary.rejectedFor[std::size_t(fault)];
        if (m_summary.firstRejected.size() < maxRejectedNamed)
            m_summary.firstRejected.push_back({number, fault});
    }

    const ReadOptions& m_options;
    TrafficSummary& m_summary;
    TraceBuilder m_builder;
    RequestBatch m_batch{m_builder};
    RefusalTally m_refusals;
    std::unique_ptr<LineReader> m_reader; // null until the format is known
    std::vector<Kept> m_head;             // until then
    LogFormat m_format;                   // which m_reader reads
    std::vector<std::string> m_others;    // of the line
    std::size_t m_headBytes = 0;
    bool m_isCsv = false;
    bool m_hasRemarks = false;
    bool m_skipsNames = false; // the next record has the names of the columns
    CsvRecord m_record{','};
    std::string m_joined; // with its padding
    Instant m_last{};
};

/// Cuts bytes into lines.
class Cutter {
public:
    explicit Cutter(LogLines& lines) : m_lines(lines), m_buffer(maxLogLine + blockSize + linePadding) {}

    /// Where the next bytes belong.
    std::span<char> room()
    {
        return std::span(m_buffer).subspan(m_size, m_buffer.size() - linePadding - m_size);
    }

    void filled(std::size_t bytes)
    {
        const char* from = m_buffer.data();
        const char* const end = from + m_size + bytes;
        // There is no line end in what was there before.
        const char* look = from + m_size;
        while (const auto* const stop =
                   static_cast<const char*>(std::memchr(look, '\n', std::size_t(end - look)))) {
            endLine({from, std::size_t(stop - from)});
            from = look = stop + 1;
        }
        m_size = std::size_t(end - from);
        if (m_size > maxLogLine) { // forgotten up to its end
            m_isSkipping = true;
            m_size = 0;
        }
        std::memmove(m_buffer.data(), from, m_size);
    }

    void end()
    {
        if (m_size > 0 || m_isSkipping)
            endLine({m_buffer.data(), m_size});
    }

private:
    void endLine(std::string_view line)
    {
        if (std::exchange(m_isSkipping, false) || line.size() > maxLogLine)
            m_lines.addTooLong();
        else
            m_lines.add(line);
    }

    LogLines& m_lines;
    std::vector<char> m_buffer;
    std::size_t m_size = 0; // of the line that has begun
    bool m_isSkipping = false;
};

[[noreturn]] void cannotRead(const std::string& name, int error)
{
    throw InvalidArgument(
        fmt::format("{} cannot be read: {}", printable(name), std::generic_category().message(error)));
}

std::optional<std::uint64_t> sizeOf(int descriptor, const std::string& name)
{
    struct stat about {};
    if (fstat(descriptor, &about) != 0)
        cannotRead(name, errno);
    if (S_ISDIR(about.st_mode))
        cannotRead(name, EISDIR);
    return S_ISREG(about.st_mode) ? std::optional(std::uint64_t(about.st_size)) : std::nullopt;
}

class LogReading {
public:
    LogReading(int descriptor, const std::string& name, const ReadOptions& options)
        : m_options(options), m_size(sizeOf(descriptor, name))
    {
        m_summary.source = name;
        auto file = std::make_unique<DescriptorSource>(descriptor);
        m_file = file.get();
        m_source = std::make_unique<PeekableSource>(std::move(file));
        unpack(m_source->peek(longestMagic, options.stop));
    }

    ReadTraffic run()
    {
        Trace trace =
            m_source->peek(longestMagic, m_options.stop) == traceMagic ? readTraceFile() : readLog();
        m_summary.fault = m_source->fault();
        m_summary.faultText = m_source->faultText();
        m_summary.bytes = m_file->bytes();
        summarize(trace, m_summary);
        return {std::move(trace), std::move(m_summary)};
    }

private:
    // What is unpacked is looked at again: it may be a trace file.
    void unpack(std::string_view magic)
    {
        const auto packing = std::ranges::find_if(
            packings, [magic](const Packing& one) { return magic.starts_with(one.magic); });
        if (packing == packings.end())
            return;
        if (packing->unpack == nullptr)
            throw InvalidArgument(
                fmt::format("{} is compressed by {}, which is not read; decompress it first",
                            printable(m_summary.source), packing->name));
        m_summary.compression = packing->name;
        m_source = std::make_unique<PeekableSource>(readAhead(packing->unpack(std::move(m_source))));
    }

    std::size_t read(std::span<char> into)
    {
        const std::size_t count = m_source->read(into, m_options.stop);
        m_summary.textBytes += count;
        if (m_options.progress)
            m_options.progress({m_file->bytes(), m_size, m_summary.lines});
        return count;
    }

    Trace readLog()
    {
        LogLines lines(m_options, m_summary);
        Cutter cutter(lines);
        while (const std::size_t count = read(cutter.room().first(blockSize)))
            cutter.filled(count);
        cutter.end();
        return lines.take();
    }

    Trace readTraceFile()
    {
        m_summary.kind = TrafficKind::Trace;
        if (!m_options.withoutStatus.empty() || m_options.visit)
            throw InvalidArgument("a trace file does not hold the status of the answers");
        try {
            return readTrace([this](std::span<char> into) { return read(into); });
        } catch (const InvalidArgument&) {
            if (m_options.stop.stop_requested())
                return {}; // it is cut where the caller wanted it
            throw;
        }
    }

    const ReadOptions& m_options;
    std::optional<std::uint64_t> m_size;
    TrafficSummary m_summary;
    const DescriptorSource* m_file; // within m_source
    std::unique_ptr<PeekableSource> m_source;
};

Micros resolutionOf(const std::vector<Instant>& times)
{
    constexpr std::array steps{Micros(1'000'000), Micros(1'000)};
    for (const Micros step : steps)
        if (std::ranges::all_of(times,
                                [step](Instant time) { return time.time_since_epoch() % step == Micros(0); }))
            return step;
    return Micros(1);
}

} // namespace

ReadTraffic readTrafficFile(const std::string& path, const ReadOptions& options)
{
    const Descriptor file(open(path.c_str(), O_RDONLY | O_CLOEXEC));
    if (file.number() < 0)
        cannotRead(path, errno);
    return readTrafficFrom(file.number(), path, options);
}

ReadTraffic readTrafficFrom(int descriptor, const std::string& name, const ReadOptions& options)
{
    return LogReading(descriptor, name, options).run();
}

void summarize(const Trace& trace, TrafficSummary& summary)
{
    summary.requests = trace.size();
    summary.tokens = trace.names.size();
    summary.resolution = resolutionOf(trace.times);
    if (trace.empty())
        return;
    summary.from = trace.times.front();
    summary.to = trace.times.back();
}

} // namespace ratewarden
