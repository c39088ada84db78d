// SPDX-License-Identifier: MIT
#include "core/lab/trace_file.h"

#include "core/limiter/redis_token.h"
#include "core/model/errors.h"
#include "core/model/little_endian.h"
#include "core/model/text.h"
#include "core/model/whole_file.h"

#include <fmt/format.h>
#include <zlib.h>

#include <algorithm>
#include <limits>
#include <system_error>
#include <vector>

// The file: the magic, the version (4 bytes), how many requests and how many tokens (8 each); then columns,
// one after the other:
//   lengths  of the tokens' texts
//   texts    of the tokens, one behind the other
//   times    the first since 1970 in microseconds, then what each is later than the one before it
//   tokens   the number of each request's token, as tokens stand above
//   costs    of each request; the column is empty when all cost 1
// A column is its length in bytes (8), its CRC-32 (4), and that many bytes. Numbers of columns are written in
// groups of 7 bits, the lowest first, with the highest bit of a byte set when another follows; all others
// least byte first.

namespace ratewarden {
namespace {

constexpr std::int64_t traceVersion = 1;
constexpr std::size_t headBytes = 8 + 4 + 8 + 8;
constexpr std::size_t columnHeadBytes = 8 + 4;
constexpr std::size_t tracePiece = 1U << 20U;
constexpr std::size_t longestVarint = 10;
constexpr std::size_t believed =
    1U << 26U; // of a length that a file says; memory that is not written costs nothing

std::uint32_t crcOf(std::string_view bytes)
{
    return std::uint32_t(crc32_z(0, reinterpret_cast<const Bytef*>(bytes.data()), bytes.size()));
}

// -- writing

void appendNumber(std::string& column, std::uint64_t number)
{
    for (; number >= 0x80; number >>= 7U)
        column += char(number | 0x80U);
    column += char(number);
}

class ColumnWriter {
public:
    explicit ColumnWriter(const std::function<void(std::string_view bytes)>& write) : m_write(write) {}

    void end(std::string& column)
    {
        std::string head;
        appendLittleEndian(head, std::int64_t(column.size()), 8);
        appendLittleEndian(head, crcOf(column), 4);
        m_write(head);
        m_write(column);
        column.clear();
    }

private:
    const std::function<void(std::string_view bytes)>& m_write;
};

// -- reading

[[noreturn]] void refuseTrace(const char* why)
{
    throw InvalidArgument(fmt::format("the trace file cannot be read: {}", why));
}

constexpr auto traceIsCut = "it is cut; copy or make it again";
constexpr auto traceIsChanged = "it is damaged: what it holds does not fit its checksum";
constexpr auto traceIsWrong = "its columns contradict each other";

class Bytes {
public:
    explicit Bytes(const std::function<std::size_t(std::span<char> into)>& read) : m_read(read) {}

    /// Exactly so many; memory grows with what is really there.
    std::string take(std::uint64_t size)
    {
        std::string bytes;
        bytes.reserve(std::min<std::uint64_t>(size, believed));
        while (bytes.size() < size) {
            const std::size_t from = bytes.size();
            bytes.resize(std::min<std::uint64_t>(size, from + std::max(tracePiece, from)));
            for (std::size_t at = from; at < bytes.size();) {
                const std::size_t count = m_read(std::span(bytes).subspan(at));
                if (count == 0)
                    refuseTrace(traceIsCut);
                at += count;
            }
        }
        return bytes;
    }

    std::string takeColumn()
    {
        const std::string head = take(columnHeadBytes);
        std::string column = take(std::uint64_t(littleEndian(std::string_view(head).substr(0, 8))));
        if (crcOf(column) != std::uint32_t(littleEndian(std::string_view(head).substr(8))))
            refuseTrace(traceIsChanged);
        return column;
    }

    bool isAtEnd()
    {
        char more = 0;
        return m_read(std::span(&more, 1)) == 0;
    }

private:
    const std::function<std::size_t(std::span<char> into)>& m_read;
};

/// The numbers of a column.
class Numbers {
public:
    explicit Numbers(std::string_view column) : m_at(column.data()), m_end(column.data() + column.size()) {}

    std::uint64_t next()
    {
        // Most have up to three bytes.
        if (m_end - m_at >= 3) {
            std::uint64_t number = std::uint8_t(m_at[0]) & 0x7FU;
            if (std::uint8_t(m_at[0]) < 0x80)
                return ++m_at, number;
            number |= (std::uint64_t(std::uint8_t(m_at[1])) & 0x7FU) << 7U;
            if (std::uint8_t(m_at[1]) < 0x80)
                return m_at += 2, number;
            number |= (std::uint64_t(std::uint8_t(m_at[2])) & 0x7FU) << 14U;
            if (std::uint8_t(m_at[2]) < 0x80)
                return m_at += 3, number;
        }
        return nextLong();
    }

    bool isAtEnd() const { return m_at == m_end; }

private:
    std::uint64_t nextLong()
    {
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < longestVarint && m_at != m_end; ++i) {
            const auto byte = std::uint8_t(*m_at++);
            number |= std::uint64_t(byte & 0x7FU) << 7 * i;
            if (byte < 0x80)
                return number;
        }
        refuseTrace(traceIsWrong);
    }

    const char* m_at;
    const char* m_end;
};

TokenNames readNames(Bytes& bytes, std::uint64_t count)
{
    const std::string lengths = bytes.takeColumn();
    std::string texts = bytes.takeColumn();
    if (count > lengths.size())
        refuseTrace(traceIsWrong);
    Numbers numbers(lengths);
    std::vector<std::size_t> ends(count);
    std::uint64_t all = 0;
    for (std::size_t& end : ends) {
        const std::uint64_t length = numbers.next();
        if (length == 0 || length > texts.size() - all)
            refuseTrace(traceIsWrong);
        end = all += length;
    }
    if (all != texts.size() || !numbers.isAtEnd())
        refuseTrace(traceIsWrong);
    return TokenNames::of(std::move(texts), std::move(ends));
}

std::vector<Instant> readTimes(const std::string& column, std::uint64_t count)
{
    if (count > column.size())
        refuseTrace(traceIsWrong);
    std::vector<Instant> times(count);
    Numbers numbers(column);
    std::uint64_t time = 0;
    for (Instant& moment : times) {
        const std::uint64_t later = numbers.next();
        if (later > std::uint64_t(std::numeric_limits<std::int64_t>::max()) - time)
            refuseTrace(traceIsWrong);
        time += later;
        moment = Instant(Micros(std::int64_t(time)));
    }
    if (!numbers.isAtEnd())
        refuseTrace(traceIsWrong);
    return times;
}

/// As many numbers as that, each below `end`.
std::vector<std::uint32_t> readSmall(const std::string& column, std::uint64_t count, std::uint64_t end)
{
    if (count > column.size())
        refuseTrace(traceIsWrong);
    std::vector<std::uint32_t> values(count);
    Numbers numbers(column);
    for (std::uint32_t& value : values) {
        const std::uint64_t number = numbers.next();
        if (number >= end)
            refuseTrace(traceIsWrong);
        value = std::uint32_t(number);
    }
    if (!numbers.isAtEnd())
        refuseTrace(traceIsWrong);
    return values;
}

} // namespace

void writeTrace(const Trace& trace, const TraceFileOptions& options,
                const std::function<void(std::string_view bytes)>& write)
{
    std::string column(traceMagic);
    appendLittleEndian(column, traceVersion, 4);
    appendLittleEndian(column, std::int64_t(trace.size()), 8);
    appendLittleEndian(column, std::int64_t(trace.names.size()), 8);
    write(column);
    column.clear();

    ColumnWriter columns(write);
    std::string texts;
    for (TokenId token = 0; token < trace.names.size(); ++token) {
        const std::size_t before = texts.size();
        if (options.hashTokens && !isHashedToken(trace.names[token]))
            texts += hashedToken(trace.names[token]);
        else
            texts += trace.names[token];
        appendNumber(column, texts.size() - before);
    }
    columns.end(column);
    columns.end(texts);
    Instant before{};
    for (const Instant time : trace.times) {
        if (time < before)
            throw InvalidArgument("a trace file holds no times before 1970, and none that go back");
        appendNumber(column, std::uint64_t((time - before).count()));
        before = time;
    }
    columns.end(column);
    for (const TokenId token : trace.tokens)
        appendNumber(column, token);
    columns.end(column);
    for (const TraceCost cost : trace.costs)
        appendNumber(column, cost);
    columns.end(column);
}

void writeTraceFile(const Trace& trace, const std::string& path, const TraceFileOptions& options)
{
    try {
        WholeFile file(path);
        writeTrace(trace, options, [&file](std::string_view bytes) { file.write(bytes); });
        file.commit();
    } catch (const std::system_error& error) {
        throw InvalidArgument(
            fmt::format("{} cannot be written: {}", printable(path), error.code().message()));
    }
}

Trace readTrace(const std::function<std::size_t(std::span<char> into)>& read)
{
    Bytes bytes(read);
    const std::string head = bytes.take(headBytes);
    const std::string_view numbers = std::string_view(head).substr(traceMagic.size());
    if (!head.starts_with(traceMagic))
        refuseTrace("it is not a trace file of Ratewarden");
    if (littleEndian(numbers.substr(0, 4)) != traceVersion)
        refuseTrace("a later version of Ratewarden wrote it");
    const auto requests = std::uint64_t(littleEndian(numbers.substr(4, 8)));
    const auto tokens = std::uint64_t(littleEndian(numbers.substr(12, 8)));
    if (requests > std::numeric_limits<std::uint32_t>::max() || tokens > requests)
        refuseTrace(traceIsWrong);
    Trace trace;
    trace.names = readNames(bytes, tokens);
    trace.times = readTimes(bytes.takeColumn(), requests);
    trace.tokens = readSmall(bytes.takeColumn(), requests, tokens);
    const std::string costs = bytes.takeColumn();
    constexpr std::uint64_t costsEnd = std::uint64_t(std::numeric_limits<TraceCost>::max()) + 1;
    if (!costs.empty())
        trace.costs = readSmall(costs, requests, costsEnd);
    if (!bytes.isAtEnd())
        refuseTrace("something follows its end");
    return trace;
}

} // namespace ratewarden
