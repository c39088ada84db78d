// SPDX-License-Identifier: MIT
#include "core/formats/log_storage.h"

#include "core/model/errors.h"
#include "core/model/little_endian.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace ratewarden {
namespace {

[[noreturn]] void refuse()
{
    throw BadState("this is not a log of Ratewarden's; another program may use its key");
}

std::int64_t numberIn(std::string_view text)
{
    std::int64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size())
        refuse();
    return value;
}

Instant momentIn(std::string_view text)
{
    return Instant(Micros(numberIn(text)));
}

// The part of the text before the separator; the text keeps what is behind it.
std::string_view cut(std::string_view& text, char separator)
{
    const std::size_t end = text.find(separator);
    const std::string_view part = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    return part;
}

// A log is whole when its first entry's running total is that entry's own cost.
void add(LogContents& log, Instant at, Units total, Units cost)
{
    if (log.entries.empty())
        log.whole = total == cost;
    log.entries.push_back({at, cost});
}

std::vector<Command> askSortedSet(const std::string& key, std::int64_t most)
{
    return {{"ZCARD", key}, Command{"ZRANGE", key}.add(-most).add("-1").add("WITHSCORES")};
}

LogContents readSortedSet(std::span<const ReplyView> replies)
{
    LogContents log;
    log.count = replies[0].integer();
    const ReplyView members = replies[1];
    for (std::size_t i = 0; i + 1 < members.size(); i += 2) {
        std::string_view member = members[i].string();
        const Units total = numberIn(cut(member, ':'));
        add(log, momentIn(members[i + 1].string()), total, numberIn(member));
    }
    return log;
}

std::vector<Command> askList(const std::string& key, std::int64_t most)
{
    return {{"LLEN", key}, Command{"LRANGE", key}.add(-most).add("-1")};
}

LogContents readList(std::span<const ReplyView> replies)
{
    LogContents log;
    log.count = replies[0].integer();
    for (std::size_t i = 0; i < replies[1].size(); ++i) {
        std::string_view entry = replies[1][i].string();
        const Instant at = momentIn(cut(entry, ' '));
        const Units total = numberIn(cut(entry, ' '));
        add(log, at, total, numberIn(entry));
    }
    return log;
}

std::vector<Command> askStream(const std::string& key, std::int64_t most)
{
    return {{"XLEN", key}, Command{"XREVRANGE", key, "+", "-", "COUNT"}.add(most)};
}

LogContents readStream(std::span<const ReplyView> replies)
{
    LogContents log;
    log.count = replies[0].integer();
    for (std::size_t i = replies[1].size(); i-- > 0;) {
        std::string_view id = replies[1][i][0].string();
        const ReplyView fields = replies[1][i][1];
        if (fields.size() != 4 || fields[0].string() != "t" || fields[2].string() != "c")
            refuse();
        add(log, momentIn(cut(id, '-')), numberIn(fields[1].string()), numberIn(fields[3].string()));
    }
    return log;
}

constexpr std::size_t packedHeader = 8;      // a letter, and the moment until which the key lives
constexpr std::size_t packedWideHeader = 15; // and the total before the first entry
constexpr std::size_t packedNarrow = 6;
constexpr std::size_t packedWide = 14;
constexpr std::int64_t packedTurn = std::int64_t(1) << 48; // narrow times are kept modulo this

std::vector<Command> askPacked(const std::string& key, std::int64_t most)
{
    return {{"STRLEN", key},
            {"GETRANGE", key, "0", std::to_string(packedWideHeader - 1)},
            Command{"GETRANGE", key}.add(-most * std::int64_t(packedWide)).add("-1")};
}

LogContents readPacked(std::span<const ReplyView> replies)
{
    LogContents log;
    const auto length = std::size_t(replies[0].integer());
    const std::string_view header = replies[1].string();
    const std::string_view tail = replies[2].string();
    if (length == 0)
        return log;
    const bool wide = header.starts_with('w') || header.starts_with('W');
    const std::size_t front = wide ? packedWideHeader : packedHeader;
    const std::size_t size = wide ? packedWide : packedNarrow;
    if (length < front + size || header.size() < front || (length - front) % size != 0 ||
        tail.size() > length || !(wide || header.starts_with('n') || header.starts_with('N')))
        refuse();
    log.count = std::int64_t((length - front) / size);
    const std::size_t tailStart = length - tail.size();
    const std::size_t hidden = tailStart > front ? (tailStart - front + size - 1) / size : 0;
    const std::int64_t expires = littleEndian(header.substr(1, 7));
    // The running total up to the entry before; -1: unknown.
    std::int64_t before = wide && hidden == 0 ? littleEndian(header.substr(8, 7)) : -1;
    for (std::size_t i = hidden; i < std::size_t(log.count); ++i) {
        const std::string_view entry = tail.substr(front + i * size - tailStart, size);
        if (!wide) {
            std::int64_t at = expires - expires % packedTurn + littleEndian(entry);
            if (at > expires)
                at -= packedTurn;
            log.entries.push_back({Instant(Micros(at)), 1});
            continue;
        }
        const Instant at(Micros(littleEndian(entry.substr(0, 7))));
        const Units total = littleEndian(entry.substr(7));
        if (before >= 0)
            log.entries.push_back({at, total - before});
        before = total;
    }
    const bool cut = header.starts_with('N') || header.starts_with('W');
    log.whole = !cut && hidden == 0 && !log.entries.empty();
    return log;
}

constexpr std::array storages{
    LogStorage{"sliding-log", askPacked, readPacked},
    LogStorage{"sliding-log-zset", askSortedSet, readSortedSet},
    LogStorage{"sliding-log-list", askList, readList},
    LogStorage{"sliding-log-stream", askStream, readStream},
};

} // namespace

const LogStorage* logStorageOf(const Algorithm& algorithm)
{
    const auto* const found = std::ranges::find(storages, algorithm.name, &LogStorage::algorithm);
    return found == storages.end() ? nullptr : found;
}

} // namespace ratewarden
