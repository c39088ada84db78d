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

constexpr Access reads = Access::Reads;
constexpr Access writes = Access::Writes;

// In alphabetical order by name; of one name, the row of any subcommand last. What is not here writes and has
// its key first, so that writers need a row only where their key is elsewhere.
constexpr std::array table{
    Row{"ACL", "CAT", reads, KeyAt::None},
    Row{"ACL", "DRYRUN", reads, KeyAt::None},
    Row{"ACL", "GETUSER", reads, KeyAt::None},
    Row{"ACL", "HELP", reads, KeyAt::None},
    Row{"ACL", "LIST", reads, KeyAt::None},
    Row{"ACL", "USERS", reads, KeyAt::None},
    Row{"ACL", "WHOAMI", reads, KeyAt::None},
    Row{"ACL", "", writes, KeyAt::None, true},
    Row{"ASKING", "", reads, KeyAt::None},
    Row{"AUTH", "", reads, KeyAt::None, true},
    Row{"BGREWRITEAOF", "", writes, KeyAt::None},
    Row{"BGSAVE", "", writes, KeyAt::None},
    Row{"BITCOUNT", "", reads, KeyAt::First},
    Row{"BITOP", "", writes, KeyAt::Second},
    Row{"BITPOS", "", reads, KeyAt::First},
    Row{"CLIENT", "GETNAME", reads, KeyAt::None},
    Row{"CLIENT", "ID", reads, KeyAt::None},
    Row{"CLIENT", "INFO", reads, KeyAt::None},
    Row{"CLIENT", "LIST", reads, KeyAt::None},
    Row{"CLIENT", "REPLY", reads, KeyAt::None},
    Row{"CLIENT", "SETINFO", reads, KeyAt::None},
    Row{"CLIENT", "SETNAME", reads, KeyAt::None},
    Row{"CLIENT", "", writes, KeyAt::None},
    Row{"CLUSTER", "COUNTKEYSINSLOT", reads, KeyAt::None},
    Row{"CLUSTER", "GETKEYSINSLOT", reads, KeyAt::None},
    Row{"CLUSTER", "INFO", reads, KeyAt::None},
    Row{"CLUSTER", "KEYSLOT", reads, KeyAt::None},
    Row{"CLUSTER", "MYID", reads, KeyAt::None},
    Row{"CLUSTER", "NODES", reads, KeyAt::None},
    Row{"CLUSTER", "SHARDS", reads, KeyAt::None},
    Row{"CLUSTER", "SLOTS", reads, KeyAt::None},
    Row{"CLUSTER", "", writes, KeyAt::None},
    Row{"COMMAND", "", reads, KeyAt::None},
    Row{"CONFIG", "GET", reads, KeyAt::None},
    Row{"CONFIG", "", writes, KeyAt::None, true},
    Row{"DBSIZE", "", reads, KeyAt::None},
    Row{"DISCARD", "", reads, KeyAt::None},
    Row{"DUMP", "", reads, KeyAt::First},
    Row{"ECHO", "", reads, KeyAt::None},
    Row{"EVAL", "", writes, KeyAt::AfterCount},
    Row{"EVALSHA", "", writes, KeyAt::AfterCount},
    Row{"EVALSHA_RO", "", reads, KeyAt::AfterCount},
    Row{"EVAL_RO", "", reads, KeyAt::AfterCount},
    Row{"EXEC", "", writes, KeyAt::None},
    Row{"EXISTS", "", reads, KeyAt::First},
    Row{"EXPIRETIME", "", reads, KeyAt::First},
    Row{"FAILOVER", "", writes, KeyAt::None},
    Row{"FCALL", "", writes, KeyAt::AfterCount},
    Row{"FCALL_RO", "", reads, KeyAt::AfterCount},
    Row{"FLUSHALL", "", writes, KeyAt::None},
    Row{"FLUSHDB", "", writes, KeyAt::None},
    Row{"FUNCTION", "", writes, KeyAt::None},
    Row{"GET", "", reads, KeyAt::First},
    Row{"GETBIT", "", reads, KeyAt::First},
    Row{"GETRANGE", "", reads, KeyAt::First},
    Row{"HELLO", "", reads, KeyAt::None, true},
    Row{"HEXISTS", "", reads, KeyAt::First},
    Row{"HGET", "", reads, KeyAt::First},
    Row{"HGETALL", "", reads, KeyAt::First},
    Row{"HKEYS", "", reads, KeyAt::First},
    Row{"HLEN", "", reads, KeyAt::First},
    Row{"HMGET", "", reads, KeyAt::First},
    Row{"HPEXPIRETIME", "", reads, KeyAt::First},
    Row{"HPTTL", "", reads, KeyAt::First},
    Row{"HRANDFIELD", "", reads, KeyAt::First},
    Row{"HSCAN", "", reads, KeyAt::First},
    Row{"HSTRLEN", "", reads, KeyAt::First},
    Row{"HTTL", "", reads, KeyAt::First},
    Row{"HVALS", "", reads, KeyAt::First},
    Row{"INFO", "", reads, KeyAt::None},
    Row{"KEYS", "", reads, KeyAt::None},
    Row{"LASTSAVE", "", reads, KeyAt::None},
    Row{"LATENCY", "HISTOGRAM", reads, KeyAt::None},
    Row{"LATENCY", "HISTORY", reads, KeyAt::None},
    Row{"LATENCY", "LATEST", reads, KeyAt::None},
    Row{"LATENCY", "", writes, KeyAt::None},
    Row{"LINDEX", "", reads, KeyAt::First},
    Row{"LLEN", "", reads, KeyAt::First},
    Row{"LPOS", "", reads, KeyAt::First},
    Row{"LRANGE", "", reads, KeyAt::First},
    Row{"MEMORY", "DOCTOR", reads, KeyAt::None},
    Row{"MEMORY", "STATS", reads, KeyAt::None},
    Row{"MEMORY", "USAGE", reads, KeyAt::Second},
    Row{"MEMORY", "", writes, KeyAt::None},
    Row{"MGET", "", reads, KeyAt::First},
    Row{"MIGRATE", "", writes, KeyAt::Third, true},
    Row{"MONITOR", "", reads, KeyAt::None},
    Row{"MULTI", "", reads, KeyAt::None},
    Row{"OBJECT", "HELP", reads, KeyAt::None},
    Row{"OBJECT", "", reads, KeyAt::Second},
    Row{"PEXPIRETIME", "", reads, KeyAt::First},
    Row{"PFDEBUG", "", writes, KeyAt::Second},
    Row{"PING", "", reads, KeyAt::None},
    Row{"PTTL", "", reads, KeyAt::First},
    Row{"PUBLISH", "", writes, KeyAt::None},
    Row{"RANDOMKEY", "", reads, KeyAt::None},
    Row{"READONLY", "", reads, KeyAt::None},
    Row{"READWRITE", "", reads, KeyAt::None},
    Row{"REPLICAOF", "", writes, KeyAt::None},
    Row{"RESET", "", reads, KeyAt::None},
    Row{"ROLE", "", reads, KeyAt::None},
    Row{"SAVE", "", writes, KeyAt::None},
    Row{"SCAN", "", reads, KeyAt::None},
    Row{"SCARD", "", reads, KeyAt::First},
    Row{"SCRIPT", "EXISTS", reads, KeyAt::None},
    Row{"SCRIPT", "", writes, KeyAt::None},
    Row{"SELECT", "", reads, KeyAt::None},
    Row{"SHUTDOWN", "", writes, KeyAt::None},
    Row{"SISMEMBER", "", reads, KeyAt::First},
    Row{"SLOWLOG", "GET", reads, KeyAt::None},
    Row{"SLOWLOG", "LEN", reads, KeyAt::None},
    Row{"SLOWLOG", "", writes, KeyAt::None},
    Row{"SMEMBERS", "", reads, KeyAt::First},
    Row{"SMISMEMBER", "", reads, KeyAt::First},
    Row{"SRANDMEMBER", "", reads, KeyAt::First},
    Row{"SSCAN", "", reads, KeyAt::First},
    Row{"STRLEN", "", reads, KeyAt::First},
    Row{"SWAPDB", "", writes, KeyAt::None},
    Row{"TIME", "", reads, KeyAt::None},
    Row{"TTL", "", reads, KeyAt::First},
    Row{"TYPE", "", reads, KeyAt::First},
    Row{"WAIT", "", reads, KeyAt::None},
    Row{"XGROUP", "", writes, KeyAt::Second},
    Row{"XINFO", "HELP", reads, KeyAt::None},
    Row{"XINFO", "", reads, KeyAt::Second},
    Row{"XLEN", "", reads, KeyAt::First},
    Row{"XPENDING", "", reads, KeyAt::First},
    Row{"XRANGE", "", reads, KeyAt::First},
    Row{"XREAD", "", reads, KeyAt::AfterStreams},
    Row{"XREADGROUP", "", writes, KeyAt::AfterStreams},
    Row{"XREVRANGE", "", reads, KeyAt::First},
    Row{"ZCARD", "", reads, KeyAt::First},
    Row{"ZCOUNT", "", reads, KeyAt::First},
    Row{"ZLEXCOUNT", "", reads, KeyAt::First},
    Row{"ZMSCORE", "", reads, KeyAt::First},
    Row{"ZRANDMEMBER", "", reads, KeyAt::First},
    Row{"ZRANGE", "", reads, KeyAt::First},
    Row{"ZRANGEBYLEX", "", reads, KeyAt::First},
    Row{"ZRANGEBYSCORE", "", reads, KeyAt::First},
    Row{"ZRANK", "", reads, KeyAt::First},
    Row{"ZREVRANGE", "", reads, KeyAt::First},
    Row{"ZREVRANGEBYLEX", "", reads, KeyAt::First},
    Row{"ZREVRANGEBYSCORE", "", reads, KeyAt::First},
    Row{"ZREVRANK", "", reads, KeyAt::First},
    Row{"ZSCAN", "", reads, KeyAt::First},
    Row{"ZSCORE", "", reads, KeyAt::First},
};
static_assert(std::ranges::is_sorted(table, {}, &Row::name));

constexpr Row unknown{"", "", writes, KeyAt::First};

char upper(char c)
{
    return c >= 'a' && c <= 'z' ? char(c - 'a' + 'A') : c;
}

bool sameName(std::string_view name, std::string_view given)
{
    return std::ranges::equal(name, given, {}, {}, upper);
}

const Row& rowOf(std::span<const std::string_view> arguments)
{
    if (arguments.empty())
        return unknown;
    const std::string_view subcommand = arguments.size() > 1 ? arguments[1] : std::string_view();
    const auto found = std::ranges::find_if(table, [&](const Row& row) {
        return sameName(row.name, arguments[0]) &&
               (row.subcommand.empty() || sameName(row.subcommand, subcommand));
    });
    return found == table.end() ? unknown : *found;
}

} // namespace

Command::Access accessOf(std::span<const std::string_view> arguments)
{
    return rowOf(arguments).access;
}

std::string_view keyOf(std::span<const std::string_view> arguments)
{
    const auto at = [&](std::size_t i) {
        return i < arguments.size() ? arguments[i] : std::string_view();
    };
    switch (rowOf(arguments).key) {
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
        table, [&](const Row& row) { return !row.subcommand.empty() && sameName(row.name, name); });
}

bool holdsSecret(std::span<const std::string_view> arguments)
{
    return rowOf(arguments).secret;
}

} // namespace ratewarden
