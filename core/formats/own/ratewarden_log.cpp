// SPDX-License-Identifier: MIT
#include "core/formats/own/ratewarden_log.h"

#include "core/formats/state_faults.h"
#include "core/model/errors.h"
#include "core/model/little_endian.h"
#include "core/model/text.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

[[noreturn]] void refuseLog()
{
    throw BadState(Problem(Fault::NotOurLog));
}

std::int64_t loggedNumber(std::string_view text)
{
    const auto number = parsedNumber<std::int64_t>(text);
    if (!number)
        refuseLog();
    return *number;
}

Instant loggedMoment(std::string_view text)
{
    return Instant(Micros(loggedNumber(text)));
}

// A cost with a 0 in front is of a reservation that was not settled.
bool isOpenCost(std::string_view cost)
{
    return cost.size() > 1 && cost.starts_with('0');
}

// The part of the text before the separator; the text keeps what is behind it.
std::string_view takeUpTo(std::string_view& text, char separator)
{
    const std::size_t end = text.find(separator);
    const std::string_view part = text.substr(0, end);
    text = end == std::string_view::npos ? std::string_view() : text.substr(end + 1);
    return part;
}

/// An entry as sorted sets, lists and streams store it: with the running total up to and including it.
struct TotalledEntry {
    Instant at;
    Units total;
    Units cost;
    bool isOpen = false;

    Units before() const { return total - cost; }
};

// The log of which these are the newest, of `count`, and `oldest` the first of all.
LogContents contentsOf(const std::vector<TotalledEntry>& entries, std::int64_t count,
                       const std::optional<TotalledEntry>& oldest)
{
    LogContents log;
    log.count = count;
    log.entries.reserve(entries.size());
    for (const TotalledEntry& entry : entries) {
        log.entries.push_back({entry.at, entry.cost});
        if (entry.isOpen)
            log.open.push_back(log.entries.back());
    }
    if (entries.empty() || !oldest)
        return log;
    // A log is whole when its first entry's running total is that entry's own cost.
    log.whole = entries.front().before() == 0;
    if (std::int64_t(entries.size()) < count) {
        log.unread = std::max<Units>(0, entries.front().before() - oldest->before());
        log.oldest = oldest->at;
    }
    return log;
}

// Of a log of which all entries were read.
LogContents wholeLog(const std::vector<TotalledEntry>& entries)
{
    return contentsOf(entries, std::int64_t(entries.size()),
                      entries.empty() ? std::nullopt : std::optional(entries.front()));
}

// Of the storages whose entries are items of a container.
template <std::vector<TotalledEntry> (*entriesIn)(ReplyView)>
std::optional<LogContents> readNewestItems(ReplyView reply, std::int64_t max)
{
    const std::vector<TotalledEntry> entries = entriesIn(reply);
    return std::int64_t(entries.size()) < max ? std::optional(wholeLog(entries)) : std::nullopt;
}

template <std::vector<TotalledEntry> (*entriesIn)(ReplyView)>
LogContents readItems(std::span<const ReplyView> replies)
{
    const std::vector<TotalledEntry> oldest = entriesIn(replies[2]);
    return contentsOf(entriesIn(replies[1]), replies[0].integer(),
                      oldest.empty() ? std::nullopt : std::optional(oldest.front()));
}

Command askNewestMembers(const std::string& key, std::int64_t max)
{
    return Command{"ZRANGE", key}.add(-max).add("-1").add("WITHSCORES");
}

std::vector<Command> askSortedSet(const std::string& key, std::int64_t max)
{
    return {{"ZCARD", key}, askNewestMembers(key, max), {"ZRANGE", key, "0", "0", "WITHSCORES"}};
}

TotalledEntry memberEntry(ReplyView item, ReplyView score)
{
    std::string_view member = item.string();
    const Units total = loggedNumber(takeUpTo(member, ':'));
    return {loggedMoment(score.string()), total, loggedNumber(member), isOpenCost(member)};
}

std::vector<TotalledEntry> membersIn(ReplyView members)
{
    std::vector<TotalledEntry> entries;
    entries.reserve(members.size() / 2);
    for (std::size_t i = 0; i + 1 < members.size(); i += 2)
        entries.push_back(memberEntry(members[i], members[i + 1]));
    return entries;
}

// In front of the log, with scores below 0, and behind them those that hold them.
std::vector<Command> askSlotsToo(const std::string& key, std::int64_t max)
{
    return {{"ZCOUNT", key, "(0", "+inf"},
            askNewestMembers(key, max),
            {"ZRANGEBYSCORE", key, "(0", "+inf", "WITHSCORES", "LIMIT", "0", "1"},
            Command{"ZRANGEBYSCORE", key, "-inf", "(0", "WITHSCORES", "LIMIT", "0"}.add(2 * max)};
}

// Or of who holds one.
bool isOfSlot(ReplyView score)
{
    return score.string().starts_with('-');
}

std::vector<TotalledEntry> entriesBehindSlots(ReplyView members)
{
    std::vector<TotalledEntry> entries;
    for (std::size_t i = 0; i + 1 < members.size(); i += 2)
        if (!isOfSlot(members[i + 1]))
            entries.push_back(memberEntry(members[i], members[i + 1]));
    return entries;
}

void readSlotsAndHolders(ReplyView members, LogContents& log)
{
    for (std::size_t i = 0; i + 1 < members.size() && isOfSlot(members[i + 1]); i += 2) {
        std::string_view member = members[i].string();
        const bool namesHolder = member.find(':') != std::string_view::npos;
        const Instant takenAt = loggedMoment(takeUpTo(member, ':'));
        if (namesHolder)
            log.holders.push_back({takenAt, std::string(member)});
        else
            log.inFlight.push_back({takenAt, loggedMoment(members[i + 1].string().substr(1))});
    }
}

std::optional<LogContents> readNewestAndSlots(ReplyView reply, std::int64_t max)
{
    if (std::int64_t(reply.size() / 2) >= max)
        return std::nullopt;
    LogContents log = wholeLog(entriesBehindSlots(reply));
    readSlotsAndHolders(reply, log);
    return log;
}

LogContents readItemsAndSlots(std::span<const ReplyView> replies)
{
    LogContents log = readItems<entriesBehindSlots>(replies);
    readSlotsAndHolders(replies[3], log);
    return log;
}

Command askNewestElements(const std::string& key, std::int64_t max)
{
    return Command{"LRANGE", key}.add(-max).add("-1");
}

std::vector<Command> askList(const std::string& key, std::int64_t max)
{
    return {{"LLEN", key}, askNewestElements(key, max), {"LRANGE", key, "0", "0"}};
}

std::vector<TotalledEntry> elementsIn(ReplyView elements)
{
    std::vector<TotalledEntry> entries;
    entries.reserve(elements.size());
    for (std::size_t i = 0; i < elements.size(); ++i) {
        std::string_view element = elements[i].string();
        const Instant at = loggedMoment(takeUpTo(element, ' '));
        const Units total = loggedNumber(takeUpTo(element, ' '));
        entries.push_back({at, total, loggedNumber(element), isOpenCost(element)});
    }
    return entries;
}

Command askNewestMessages(const std::string& key, std::int64_t max)
{
    return Command{"XREVRANGE", key, "+", "-", "COUNT"}.add(max);
}

std::vector<Command> askStream(const std::string& key, std::int64_t max)
{
    return {{"XLEN", key}, askNewestMessages(key, max), {"XRANGE", key, "-", "+", "COUNT", "1"}};
}

std::vector<TotalledEntry> messagesIn(ReplyView messages)
{
    std::vector<TotalledEntry> entries;
    entries.reserve(messages.size());
    for (std::size_t i = messages.size(); i-- > 0;) {
        std::string_view id = messages[i][0].string();
        const ReplyView fields = messages[i][1];
        if (fields.size() != 4 || fields[0].string() != "t" || fields[2].string() != "c")
            refuseLog();
        entries.push_back({loggedMoment(takeUpTo(id, '-')), loggedNumber(fields[1].string()),
                           loggedNumber(fields[3].string()), isOpenCost(fields[3].string())});
    }
    return entries;
}

constexpr std::size_t packedHeader = 8;      // a letter, and the moment until which the key lives
constexpr std::size_t packedWideHeader = 15; // and the total before the first entry
constexpr std::size_t packedNarrow = 6;
constexpr std::size_t packedWide = 14;
constexpr std::int64_t packedTurn = std::int64_t(1) << 48; // narrow times are kept modulo this

// Header and first entry, whichever form they have.
constexpr std::size_t packedFront = packedWideHeader + packedWide;

std::int64_t packedTailBytes(std::int64_t max)
{
    return max * std::int64_t(packedWide) + std::int64_t(packedWideHeader);
}

Command askPackedTail(const std::string& key, std::int64_t max)
{
    return Command{"GETRANGE", key}.add(-packedTailBytes(max)).add("-1");
}

std::vector<Command> askPacked(const std::string& key, std::int64_t max)
{
    return {
        {"STRLEN", key}, {"GETRANGE", key, "0", std::to_string(packedFront - 1)}, askPackedTail(key, max)};
}

// `front`: the first bytes of the `length`; `tail`: the last ones.
LogContents packedLog(std::size_t length, std::string_view front, std::string_view tail)
{
    LogContents log;
    if (length == 0)
        return log;
    const char letter = front.empty() ? '\0' : front.front();
    const bool wide = letter == 'w' || letter == 'W';
    const std::size_t header = wide ? packedWideHeader : packedHeader;
    const std::size_t size = wide ? packedWide : packedNarrow;
    if (length < header + size || front.size() < header + size || (length - header) % size != 0 ||
        tail.size() > length || !(wide || letter == 'n' || letter == 'N'))
        refuseLog();
    log.count = std::int64_t((length - header) / size);
    const std::size_t tailStart = length - tail.size();
    const std::size_t hidden = tailStart > header ? (tailStart - header + size - 1) / size : 0;
    const std::int64_t expires = littleEndian(front.substr(1, 7));
    const auto timeOf = [&](std::string_view entry) {
        if (wide)
            return Instant(Micros(littleEndian(entry.substr(0, 7))));
        std::int64_t at = expires - expires % packedTurn + littleEndian(entry.substr(0, packedNarrow));
        if (at > expires)
            at -= packedTurn;
        return Instant(Micros(at));
    };
    const Units beforeAll = wide ? littleEndian(front.substr(packedHeader, 7)) : 0;
    // The running total up to the entry before; unknown while nothing before the next entry was read.
    constexpr Units unknown = -1;
    Units before = hidden == 0 ? beforeAll : unknown;
    std::int64_t marks = 0;
    for (std::size_t i = hidden; i < std::size_t(log.count); ++i) {
        const std::string_view entry = tail.substr(header + i * size - tailStart, size);
        if (!wide) {
            log.entries.push_back({timeOf(entry), 1});
            continue;
        }
        const Units total = littleEndian(entry.substr(7));
        if (total == before) { // the mark of the entry before: that is open
            ++marks;
            if (!log.entries.empty())
                log.open.push_back(log.entries.back());
            continue;
        }
        if (before != unknown)
            log.entries.push_back({timeOf(entry), total - before});
        else
            log.unread = std::max<Units>(0, total - beforeAll);
        before = total;
    }
    log.count -= marks;
    if (!wide)
        log.unread = Units(hidden);
    if (hidden > 0)
        log.oldest = timeOf(front.substr(header, size));
    const bool trimmed = letter == 'N' || letter == 'W';
    log.whole = !trimmed && hidden == 0 && !log.entries.empty();
    return log;
}

std::optional<LogContents> readPackedTail(ReplyView reply, std::int64_t max)
{
    const std::string_view bytes = reply.string();
    if (std::int64_t(bytes.size()) >= packedTailBytes(max))
        return std::nullopt;
    return packedLog(bytes.size(), bytes, bytes);
}

LogContents readPackedLog(std::span<const ReplyView> replies)
{
    return packedLog(std::size_t(replies[0].integer()), replies[1].string(), replies[2].string());
}

constexpr std::array storages{
    LogStorage{"sliding-log", askPackedTail, readPackedTail, askPacked, readPackedLog},
    LogStorage{"sliding-log-zset", askNewestMembers, readNewestItems<membersIn>, askSortedSet,
               readItems<membersIn>},
    LogStorage{"sliding-log-list", askNewestElements, readNewestItems<elementsIn>, askList,
               readItems<elementsIn>},
    LogStorage{"sliding-log-stream", askNewestMessages, readNewestItems<messagesIn>, askStream,
               readItems<messagesIn>},
    LogStorage{"in-flight", askNewestMembers, readNewestAndSlots, askSlotsToo, readItemsAndSlots},
};

} // namespace

const LogStorage* logStorageOf(const Algorithm& algorithm)
{
    const auto* const found = std::ranges::find(storages, algorithm.name, &LogStorage::algorithm);
    return found == storages.end() ? nullptr : found;
}

} // namespace ratewarden
