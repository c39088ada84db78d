// SPDX-License-Identifier: MIT
#include "core/redis/command_table.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

using Access = Command::Access;

enum class KeyAt { None, First, Second, Third, AfterCount, AfterStreams };

struct Row {
    std::string_view name;
    std::string_view subcommand; ///< empty: any
    Access access;
    KeyAt key;
    bool secret = false;
};

constexpr Access onlyReads = Access::Reads;
constexpr Access alsoWrites = Access::Writes;

// In alphabetical order by name; of one name, the row of any subcommand last. What is not here writes and has
// its key first, so that writers need a row only where their key is elsewhere.
constexpr std::array commandTable{
    Row{"ACL", "CAT", onlyReads, KeyAt::None},
    Row{"ACL", "DRYRUN", onlyReads, KeyAt::None},
    Row{"ACL", "GETUSER", onlyReads, KeyAt::None},
    Row{"ACL", "HELP", onlyReads, KeyAt::None},
    Row{"ACL", "LIST", onlyReads, KeyAt::None},
    Row{"ACL", "USERS", onlyReads, KeyAt::None},
    Row{"ACL", "WHOAMI", onlyReads, KeyAt::None},
    Row{"ACL", "", alsoWrites, KeyAt::None, true},
    Row{"ASKING", "", onlyReads, KeyAt::None},
    Row{"AUTH", "", onlyReads, KeyAt::None, true},
    Row{"BGREWRITEAOF", "", alsoWrites, KeyAt::None},
    Row{"BGSAVE", "", alsoWrites, KeyAt::None},
    Row{"BITCOUNT", "", onlyReads, KeyAt::First},
    Row{"BITOP", "", alsoWrites, KeyAt::Second},
    Row{"BITPOS", "", onlyReads, KeyAt::First},
    Row{"CLIENT", "GETNAME", onlyReads, KeyAt::None},
    Row{"CLIENT", "ID", onlyReads, KeyAt::None},
    Row{"CLIENT", "INFO", onlyReads, KeyAt::None},
    Row{"CLIENT", "LIST", onlyReads, KeyAt::None},
    Row{"CLIENT", "REPLY", onlyReads, KeyAt::None},
    Row{"CLIENT", "SETINFO", onlyReads, KeyAt::None},
    Row{"CLIENT", "SETNAME", onlyReads, KeyAt::None},
    Row{"CLIENT", "", alsoWrites, KeyAt::None},
    Row{"CLUSTER", "COUNTKEYSINSLOT", onlyReads, KeyAt::None},
    Row{"CLUSTER", "GETKEYSINSLOT", onlyReads, KeyAt::None},
    Row{"CLUSTER", "INFO", onlyReads, KeyAt::None},
    Row{"CLUSTER", "KEYSLOT", onlyReads, KeyAt::None},
    Row{"CLUSTER", "MYID", onlyReads, KeyAt::None},
    Row{"CLUSTER", "NODES", onlyReads, KeyAt::None},
    Row{"CLUSTER", "SHARDS", onlyReads, KeyAt::None},
    Row{"CLUSTER", "SLOTS", onlyReads, KeyAt::None},
    Row{"CLUSTER", "", alsoWrites, KeyAt::None},
    Row{"COMMAND", "", onlyReads, KeyAt::None},
    Row{"CONFIG", "GET", onlyReads, KeyAt::None},
    Row{"CONFIG", "", alsoWrites, KeyAt::None, true},
    Row{"DBSIZE", "", onlyReads, KeyAt::None},
    Row{"DISCARD", "", onlyReads, KeyAt::None},
    Row{"DUMP", "", onlyReads, KeyAt::First},
    Row{"ECHO", "", onlyReads, KeyAt::None},
    Row{"EVAL", "", alsoWrites, KeyAt::AfterCount},
    Row{"EVALSHA", "", alsoWrites, KeyAt::AfterCount},
    Row{"EVALSHA_RO", "", onlyReads, KeyAt::AfterCount},
    Row{"EVAL_RO", "", onlyReads, KeyAt::AfterCount},
    Row{"EXEC", "", alsoWrites, KeyAt::None},
    Row{"EXISTS", "", onlyReads, KeyAt::First},
    Row{"EXPIRETIME", "", onlyReads, KeyAt::First},
    Row{"FAILOVER", "", alsoWrites, KeyAt::None},
    Row{"FCALL", "", alsoWrites, KeyAt::AfterCount},
    Row{"FCALL_RO", "", onlyReads, KeyAt::AfterCount},
    Row{"FLUSHALL", "", alsoWrites, KeyAt::None},
    Row{"FLUSHDB", "", alsoWrites, KeyAt::None},
    Row{"FUNCTION", "", alsoWrites, KeyAt::None},
    Row{"GET", "", onlyReads, KeyAt::First},
    Row{"GETBIT", "", onlyReads, KeyAt::First},
    Row{"GETRANGE", "", onlyReads, KeyAt::First},
    Row{"HELLO", "", onlyReads, KeyAt::None, true},
    Row{"HEXISTS", "", onlyReads, KeyAt::First},
    Row{"HGET", "", onlyReads, KeyAt::First},
    Row{"HGETALL", "", onlyReads, KeyAt::First},
    Row{"HKEYS", "", onlyReads, KeyAt::First},
    Row{"HLEN", "", onlyReads, KeyAt::First},
    Row{"HMGET", "", onlyReads, KeyAt::First},
    Row{"HPEXPIRETIME", "", onlyReads, KeyAt::First},
    Row{"HPTTL", "", onlyReads, KeyAt::First},
    Row{"HRANDFIELD", "", onlyReads, KeyAt::First},
    Row{"HSCAN", "", onlyReads, KeyAt::First},
    Row{"HSTRLEN", "", onlyReads, KeyAt::First},
    Row{"HTTL", "", onlyReads, KeyAt::First},
    Row{"HVALS", "", onlyReads, KeyAt::First},
    Row{"INFO", "", onlyReads, KeyAt::None},
    Row{"KEYS", "", onlyReads, KeyAt::None},
    Row{"LASTSAVE", "", onlyReads, KeyAt::None},
    Row{"LATENCY", "HISTOGRAM", onlyReads, KeyAt::None},
    Row{"LATENCY", "HISTORY", onlyReads, KeyAt::None},
    Row{"LATENCY", "LATEST", onlyReads, KeyAt::None},
    Row{"LATENCY", "", alsoWrites, KeyAt::None},
    Row{"LINDEX", "", onlyReads, KeyAt::First},
    Row{"LLEN", "", onlyReads, KeyAt::First},
    Row{"LPOS", "", onlyReads, KeyAt::First},
    Row{"LRANGE", "", onlyReads, KeyAt::First},
    Row{"MEMORY", "DOCTOR", onlyReads, KeyAt::None},
    Row{"MEMORY", "STATS", onlyReads, KeyAt::None},
    Row{"MEMORY", "USAGE", onlyReads, KeyAt::Second},
    Row{"MEMORY", "", alsoWrites, KeyAt::None},
    Row{"MGET", "", onlyReads, KeyAt::First},
    Row{"MIGRATE", "", alsoWrites, KeyAt::Third, true},
    Row{"MONITOR", "", onlyReads, KeyAt::None},
    Row{"MULTI", "", onlyReads, KeyAt::None},
    Row{"OBJECT", "HELP", onlyReads, KeyAt::None},
    Row{"OBJECT", "", onlyReads, KeyAt::Second},
    Row{"PEXPIRETIME", "", onlyReads, KeyAt::First},
    Row{"PFDEBUG", "", alsoWrites, KeyAt::Second},
    Row{"PING", "", onlyReads, KeyAt::None},
    Row{"PTTL", "", onlyReads, KeyAt::First},
    Row{"PUBLISH", "", alsoWrites, KeyAt::None},
    Row{"RANDOMKEY", "", onlyReads, KeyAt::None},
    Row{"READONLY", "", onlyReads, KeyAt::None},
    Row{"READWRITE", "", onlyReads, KeyAt::None},
    Row{"REPLICAOF", "", alsoWrites, KeyAt::None},
    Row{"RESET", "", onlyReads, KeyAt::None},
    Row{"ROLE", "", onlyReads, KeyAt::None},
    Row{"SAVE", "", alsoWrites, KeyAt::None},
    Row{"SCAN", "", onlyReads, KeyAt::None},
    Row{"SCARD", "", onlyReads, KeyAt::First},
    Row{"SCRIPT", "EXISTS", onlyReads, KeyAt::None},
    Row{"SCRIPT", "", alsoWrites, KeyAt::None},
    Row{"SELECT", "", onlyReads, KeyAt::None},
    Row{"SHUTDOWN", "", alsoWrites, KeyAt::None},
    Row{"SISMEMBER", "", onlyReads, KeyAt::First},
    Row{"SLOWLOG", "GET", onlyReads, KeyAt::None},
    Row{"SLOWLOG", "LEN", onlyReads, KeyAt::None},
    Row{"SLOWLOG", "", alsoWrites, KeyAt::None},
    Row{"SMEMBERS", "", onlyReads, KeyAt::First},
    Row{"SMISMEMBER", "", onlyReads, KeyAt::First},
    Row{"SRANDMEMBER", "", onlyReads, KeyAt::First},
    Row{"SSCAN", "", onlyReads, KeyAt::First},
    Row{"STRLEN", "", onlyReads, KeyAt::First},
    Row{"SWAPDB", "", alsoWrites, KeyAt::None},
    Row{"TIME", "", onlyReads, KeyAt::None},
    Row{"TTL", "", onlyReads, KeyAt::First},
    Row{"TYPE", "", onlyReads, KeyAt::First},
    Row{"WAIT", "", onlyReads, KeyAt::None},
    Row{"XGROUP", "", alsoWrites, KeyAt::Second},
    Row{"XINFO", "HELP", onlyReads, KeyAt::None},
    Row{"XINFO", "", onlyReads, KeyAt::Second},
    Row{"XLEN", "", onlyReads, KeyAt::First},
    Row{"XPENDING", "", onlyReads, KeyAt::First},
    Row{"XRANGE", "", onlyReads, KeyAt::First},
    Row{"XREAD", "", onlyReads, KeyAt::AfterStreams},
    Row{"XREADGROUP", "", alsoWrites, KeyAt::AfterStreams},
    Row{"XREVRANGE", "", onlyReads, KeyAt::First},
    Row{"ZCARD", "", onlyReads, KeyAt::First},
    Row{"ZCOUNT", "", onlyReads, KeyAt::First},
    Row{"ZLEXCOUNT", "", onlyReads, KeyAt::First},
    Row{"ZMSCORE", "", onlyReads, KeyAt::First},
    Row{"ZRANDMEMBER", "", onlyReads, KeyAt::First},
    Row{"ZRANGE", "", onlyReads, KeyAt::First},
    Row{"ZRANGEBYLEX", "", onlyReads, KeyAt::First},
    Row{"ZRANGEBYSCORE", "", onlyReads, KeyAt::First},
    Row{"ZRANK", "", onlyReads, KeyAt::First},
    Row{"ZREVRANGE", "", onlyReads, KeyAt::First},
    Row{"ZREVRANGEBYLEX", "", onlyReads, KeyAt::First},
    Row{"ZREVRANGEBYSCORE", "", onlyReads, KeyAt::First},
    Row{"ZREVRANK", "", onlyReads, KeyAt::First},
    Row{"ZSCAN", "", onlyReads, KeyAt::First},
    Row{"ZSCORE", "", onlyReads, KeyAt::First},
};
static_assert(std::ranges::is_sorted(commandTable, {}, &Row::name));

constexpr Row unknownCommand{"", "", alsoWrites, KeyAt::First};

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
}

bool sameName(std::string_view name, std::string_view given)
{
    return std::ranges::equal(name, given, {}, {}, upper);
}

const Row& commandRow(std::span<const std::string_view> arguments)
{
    if (arguments.empty())
        return unknownCommand;
    const std::string_view subcommand = arguments.size() > 1 ? arguments[1] : std::string_view();
    const auto found = std::ranges::find_if(commandTable, [&](const Row& row) {
        return sameName(row.name, arguments[0]) &&
               (row.subcommand.empty() || sameName(row.subcommand, subcommand));
    });
    return found == commandTable.end() ? unknownCommand : *found;
}

} // namespace

Command::Access accessOf(std::span<const std::string_view> arguments)
{
    return commandRow(arguments).access;
}

std::string_view keyOf(std::span<const std::string_view> arguments)
{
    const auto at = [&](std::size_t i) {
        return i < arguments.size() ? arguments[i] : std::string_view();
    };
    switch (commandRow(arguments).key) {
    case KeyAt::None:
        break;
    case KeyAt::First:
        return at(1);
    case KeyAt::Second:
        return at(2);
    case KeyAt::Third:
        return at(3);
    case KeyAt::AfterCount:
        return at(2) == "0" ? std::string_view() : at(3);
    case KeyAt::AfterStreams: {
        const auto streams = std::ranges::find_if(
            arguments, [](std::string_view argument) { return sameName("STREAMS", argument); });
        return at(std::size_t(streams - arguments.begin()) + 1);
    }
    }
    return {};
}

bool hasSubcommands(std::string_view name)
{
    return std::ranges::any_of(
        commandTable, [&](const Row& row) { return !row.subcommand.empty() && sameName(row.name, name); });
}

bool holdsSecret(std::span<const std::string_view> arguments)
{
    return commandRow(arguments).secret;
}

} // namespace ratewarden
