// SPDX-License-Identifier: MIT
#include "core/keys/key_value.h"

#include "core/formats/format.h"
#include "core/formats/state_faults.h"
#include "core/model/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>
#include <string_view>

namespace ratewarden {
namespace {

constexpr std::int64_t pageBytes = std::int64_t(1) << 20; // about as many are asked for at once
constexpr std::int64_t unmeasuredCount = 20;              // elements of unknown size
constexpr std::size_t mostEntryFields = 100;              // of an entry that are kept
constexpr std::size_t mostConsumerGroups = 100;

template <class Value, class Read>
Known<Value> known(const Answers& answers, std::size_t i, Read read)
{
    Known<Value> known;
    if (const auto reply = answers.at(i, known.problem); reply && !reply->isNil())
        known.value = read(*reply);
    return known;
}

ValueText valueText(std::string_view bytes)
{
    return {std::string(bytes.substr(0, ValueText::maxText)), bytes.size()};
}

std::string_view lengthCommand(KeyType type)
{
    // In the order of KeyType.
    constexpr std::array<std::string_view, 8> commands{"",      "STRLEN", "LLEN", "SCARD",
                                                       "ZCARD", "HLEN",   "XLEN", ""};
    return commands.at(std::size_t(type));
}

std::int64_t integerOf(ReplyView reply)
{
    return reply.integer();
}

std::string bytesIn(ReplyView reply)
{
    return std::string(reply.string());
}

// Which moment that is; from PEXPIRETIME where the server has it.
void readKeyExpiry(const Answers& answers, std::size_t exact, std::size_t left, KeyFacts& facts)
{
    constexpr std::int64_t noSuchKey = -2;
    facts.expires = known<std::int64_t>(answers, exact, integerOf);
    facts.expiryExact = facts.expires.value.has_value();
    if (!facts.expiryExact)
        facts.expires = known<std::int64_t>(answers, left, integerOf);
    if (facts.expires && *facts.expires == noSuchKey) { // it has ended since its type was asked for
        facts.exists = false;
        facts.expires.value.reset();
    }
    if (facts.expiryExact || !facts.expires || *facts.expires < 0) // never, as PTTL says it, too
        return;
    const std::int64_t now =
        std::chrono::floor<std::chrono::milliseconds>(facts.at.time_since_epoch()).count();
    const std::int64_t most = std::numeric_limits<std::int64_t>::max() - now;
    facts.expires.value = now + std::min(*facts.expires, most);
}

// How many elements are asked for, so that the answer stays small.
std::int64_t countFor(const KeyFacts& facts, std::int64_t wanted)
{
    const std::int64_t count = std::clamp<std::int64_t>(wanted, 1, ValueQuery::maxCount);
    if (!facts.memory || !facts.length)
        return std::min(count, unmeasuredCount);
    const std::int64_t each = *facts.memory / std::max<std::int64_t>(1, *facts.length);
    return std::clamp<std::int64_t>(pageBytes / std::max<std::int64_t>(1, each), 1, count);
}

/// The id of a stream's entry.
struct StreamId {
    std::uint64_t millis = 0;
    std::uint64_t sequence = 0;
};

StreamId streamId(std::string_view text)
{
    StreamId id;
    const char* const end = text.data() + text.size();
    const auto dash = std::from_chars(text.data(), end, id.millis);
    const bool valid = dash.ec == std::errc() && dash.ptr != end && *dash.ptr == '-' &&
                       std::from_chars(dash.ptr + 1, end, id.sequence).ptr == end;
    if (!valid)
        throw InvalidArgument("the place in a stream is no id of an entry");
    return id;
}

// Redis before 6.2 cannot leave the given id out by itself. Empty: there is none.
std::string idAfter(std::string_view text)
{
    constexpr std::uint64_t most = std::numeric_limits<std::uint64_t>::max();
    const auto [millis, sequence] = streamId(text);
    if (sequence < most)
        return fmt::format("{}-{}", millis, sequence + 1);
    return millis < most ? fmt::format("{}-0", millis + 1) : std::string();
}

std::string idBefore(std::string_view text)
{
    const auto [millis, sequence] = streamId(text);
    if (sequence > 0)
        return fmt::format("{}-{}", millis, sequence - 1);
    return millis > 0 ? fmt::format("{}-{}", millis - 1, std::numeric_limits<std::uint64_t>::max())
                      : std::string();
}

// What is asked, and how the answer is read.
class PageReader {
public:
    PageReader(const KeyFacts& facts, const ValueQuery& query)
        : m_facts(facts)
        , m_query(query)
        , m_count(countFor(facts, query.count))
        , m_from(std::max<std::int64_t>(0, query.from.position))
    {
    }

    /// Empty: there is nothing to ask.
    Command command() const
    {
        const std::string& key = m_facts.key;
        switch (m_facts.kind()) {
        case KeyType::String:
            return Command{"GETRANGE", key}.add(m_from).add(m_from + bytes() - 1);
        case KeyType::List:
            if (m_query.newestFirst)
                return Command{"LRANGE", key}.add(-m_from - m_count).add(-m_from - 1);
            return Command{"LRANGE", key}.add(m_from).add(m_from + m_count - 1);
        case KeyType::SortedSet:
            return Command{m_query.newestFirst ? "ZREVRANGE" : "ZRANGE", key}
                .add(m_from)
                .add(m_from + m_count - 1)
                .add("WITHSCORES");
        case KeyType::Set:
        case KeyType::Hash: {
            Command scan{m_facts.kind() == KeyType::Set ? "SSCAN" : "HSCAN", key,
                         m_query.from.cursor.empty() ? "0" : m_query.from.cursor};
            if (!m_query.match.empty())
                scan.add("MATCH").add(m_query.match);
            return std::move(scan.add("COUNT").add(m_count));
        }
        case KeyType::Stream: {
            const std::string& behind = m_query.from.cursor;
            const bool newest = m_query.newestFirst;
            const std::string from = behind.empty() ? (newest ? "+" : "-")
                                     : newest       ? idBefore(behind)
                                                    : idAfter(behind);
            if (from.empty())
                return {};
            return std::move(
                Command{newest ? "XREVRANGE" : "XRANGE", key, from, newest ? "-" : "+", "COUNT"}.add(
                    m_count));
        }
        case KeyType::Unknown:
        case KeyType::Module:
            break;
        }
        return {};
    }

    void read(ReplyView reply, ValuePage& page) const
    {
        switch (page.type) {
        case KeyType::String:
            return readString(reply, page);
        case KeyType::List:
            return readList(reply, page);
        case KeyType::SortedSet:
            return readSortedSet(reply, page);
        case KeyType::Set:
        case KeyType::Hash:
            return readScan(reply, page);
        case KeyType::Stream:
            return readStream(reply, page);
        case KeyType::Unknown:
        case KeyType::Module:
            break;
        }
    }

private:
    std::int64_t bytes() const { return std::clamp<std::int64_t>(m_query.bytes, 1, ValueQuery::maxBytes); }

    void goOn(ValuePage& page, std::size_t read) const
    {
        const std::int64_t next = m_from + std::int64_t(read);
        if (read > 0 && next < page.total)
            page.next = ValuePlace{next, {}};
    }

    // Of the element with that place on the page.
    std::int64_t positionOf(std::size_t place, const ValuePage& page) const
    {
        const std::int64_t rank = m_from + std::int64_t(place);
        return m_query.newestFirst ? page.total - 1 - rank : rank;
    }

    void readString(ReplyView reply, ValuePage& page) const
    {
        const std::string_view bytes = reply.string();
        page.elements.push_back({.value = {std::string(bytes), bytes.size()}});
        goOn(page, bytes.size());
    }

    void readList(ReplyView reply, ValuePage& page) const
    {
        const std::size_t size = reply.size();
        for (std::size_t i = 0; i < size; ++i) {
            const ReplyView element = reply[m_query.newestFirst ? size - 1 - i : i];
            ValueElement& its = page.elements.emplace_back(); // of a temporary one GCC 12 warns
            its.position = positionOf(i, page);
            its.value = valueText(element.string());
        }
        goOn(page, size);
    }

    void readSortedSet(ReplyView reply, ValuePage& page) const
    {
        for (std::size_t i = 0; i + 1 < reply.size(); i += 2)
            page.elements.push_back({.position = positionOf(i / 2, page),
                                     .name = valueText(reply[i].string()),
                                     .value = valueText(reply[i + 1].string())});
        goOn(page, reply.size() / 2);
    }

    void readScan(ReplyView reply, ValuePage& page) const
    {
        const ReplyView found = reply[1];
        const std::size_t step = page.type == KeyType::Hash ? 2 : 1;
        for (std::size_t i = 0; i + step <= found.size(); i += step) {
            ValueElement& element = page.elements.emplace_back();
            element.name = valueText(found[i].string());
            if (step == 2)
                element.value = valueText(found[i + 1].string());
        }
        if (const std::string_view cursor = reply[0].string(); cursor != "0")
            page.next = ValuePlace{0, std::string(cursor)};
    }

    void readStream(ReplyView reply, ValuePage& page) const
    {
        for (std::size_t i = 0; i < reply.size(); ++i) {
            ValueElement& element = page.elements.emplace_back();
            element.name = valueText(reply[i][0].string());
            const ReplyView fields = reply[i][1];
            element.fieldCount = fields.size() / 2;
            for (std::size_t k = 0; k < std::min(element.fieldCount, mostEntryFields); ++k)
                element.fields.emplace_back(valueText(fields[2 * k].string()),
                                            valueText(fields[2 * k + 1].string()));
        }
        if (std::int64_t(reply.size()) == m_count)
            page.next = ValuePlace{0, page.elements.back().name.bytes};
    }

    const KeyFacts& m_facts;
    const ValueQuery& m_query;
    std::int64_t m_count;
    std::int64_t m_from;
};

// The value of that name in a list of names and values, as XINFO answers; empty: it has none.
std::optional<ReplyView> entry(ReplyView list, std::string_view name)
{
    for (std::size_t i = 0; i + 1 < list.size(); i += 2)
        if (list[i].string() == name)
            return list[i + 1];
    return std::nullopt;
}

std::int64_t namedNumber(ReplyView list, std::string_view name)
{
    const auto found = entry(list, name);
    return found && !found->isNil() ? found->integer() : 0;
}

std::string name(ReplyView list)
{
    const auto found = entry(list, "name");
    return found ? std::string(found->string()) : std::string();
}

} // namespace

KeyFacts readKeyFacts(Server& server, const std::string& key)
{
    std::vector<Command> commands{{"TIME"},
                                  {"TYPE", key},
                                  {"OBJECT", "ENCODING", key},
                                  {"MEMORY", "USAGE", key, "SAMPLES", "5"},
                                  {"PEXPIRETIME", key},
                                  {"PTTL", key}};
    std::vector<Reply> replies = server.pipeline(commands);
    const Answers answers(commands, replies, server.where());
    KeyFacts facts;
    facts.key = key;
    facts.at = answers.clock(0);
    facts.type = known<std::string>(answers, 1, bytesIn);
    facts.exists = !facts.type || *facts.type != "none";
    if (!facts.exists)
        return facts;
    facts.encoding = known<std::string>(answers, 2, bytesIn);
    facts.memory = known<std::int64_t>(answers, 3, integerOf);
    readKeyExpiry(answers, 4, 5, facts);
    if (const std::string_view ask = lengthCommand(facts.kind()); !ask.empty()) {
        const std::vector<Command> length{{ask, key}};
        const std::vector<Reply> reply = server.pipeline(length);
        facts.length = known<std::int64_t>(Answers(length, reply, server.where()), 0, integerOf);
    }
    return facts;
}

ValuePage readValuePage(Server& server, const KeyFacts& facts, const ValueQuery& query)
{
    ValuePage page;
    page.type = facts.kind();
    page.from = query.from;
    page.newestFirst = query.newestFirst;
    if (page.type == KeyType::Unknown) {
        page.problem = facts.type.problem;
        return page;
    }
    if (page.type == KeyType::Module) {
        page.problem = Problem(Fault::ModuleValue, *facts.type);
        return page;
    }
    const PageReader reader(facts, query);
    std::vector<Command> commands{{lengthCommand(page.type), facts.key}};
    if (Command ask = reader.command(); !ask.arguments().empty())
        commands.push_back(std::move(ask));
    const std::vector<Reply> replies = server.pipeline(commands);
    const Answers answers(commands, replies, server.where());
    Problem ignored;
    if (const auto total = answers.at(0, ignored))
        page.total = total->integer();
    else
        page.total = facts.length.value.value_or(0);
    if (commands.size() > 1)
        if (const auto reply = answers.at(1, page.problem))
            reader.read(*reply, page);
    return page;
}

Known<std::vector<StreamGroup>> readStreamGroups(Server& server, const std::string& key)
{
    const std::vector<Command> ask{{"XINFO", "GROUPS", key}};
    const std::vector<Reply> listed = server.pipeline(ask);
    Known<std::vector<StreamGroup>> groups;
    const auto list = Answers(ask, listed, server.where()).at(0, groups.problem);
    if (!list)
        return groups;
    groups.value.emplace();
    std::vector<Command> commands;
    for (std::size_t i = 0; i < std::min(list->size(), mostConsumerGroups); ++i) {
        const ReplyView one = (*list)[i];
        StreamGroup& group = groups.value->emplace_back();
        group.name = name(one);
        group.consumerCount = namedNumber(one, "consumers");
        group.pending = namedNumber(one, "pending");
        if (const auto last = entry(one, "last-delivered-id"))
            group.lastDelivered = last->string();
        if (const auto lag = entry(one, "lag"); lag && !lag->isNil())
            group.lag = lag->integer();
        commands.push_back({"XINFO", "CONSUMERS", key, group.name});
    }
    if (commands.empty())
        return groups;
    const std::vector<Reply> replies = server.pipeline(commands);
    const Answers answers(commands, replies, server.where());
    for (std::size_t i = 0; i < commands.size(); ++i) {
        StreamGroup& group = (*groups.value)[i];
        const auto consumers = answers.at(i, group.problem);
        if (!consumers)
            continue;
        for (std::size_t k = 0; k < std::min(consumers->size(), StreamGroup::maxConsumers); ++k) {
            const ReplyView one = (*consumers)[k];
            group.consumers.push_back({name(one), namedNumber(one, "pending"), namedNumber(one, "idle")});
        }
    }
    return groups;
}

} // namespace ratewarden
