// SPDX-License-Identifier: MIT
#include "core/redis/read_commands.h"

#include "core/model/text.h"
#include "core/redis/command_table.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <vector>

namespace ratewarden {
namespace {

// In alphabetical order, as find() wants them.
// They look at the server, or concern the connection alone, and have no flag that says so.
constexpr auto harmlessCommands = std::to_array<std::string_view>({"acl|cat",
                                                                   "acl|dryrun",
                                                                   "acl|getuser",
                                                                   "acl|list",
                                                                   "acl|users",
                                                                   "acl|whoami",
                                                                   "asking",
                                                                   "auth",
                                                                   "client|getname",
                                                                   "client|id",
                                                                   "client|info",
                                                                   "client|list",
                                                                   "client|setinfo",
                                                                   "client|setname",
                                                                   "cluster|countkeysinslot",
                                                                   "cluster|getkeysinslot",
                                                                   "cluster|info",
                                                                   "cluster|keyslot",
                                                                   "cluster|links",
                                                                   "cluster|myid",
                                                                   "cluster|nodes",
                                                                   "cluster|shards",
                                                                   "cluster|slots",
                                                                   "command",
                                                                   "command|count",
                                                                   "command|getkeys",
                                                                   "command|info",
                                                                   "command|list",
                                                                   "config|get",
                                                                   "echo",
                                                                   "hello",
                                                                   "info",
                                                                   "lastsave",
                                                                   "latency|histogram",
                                                                   "latency|history",
                                                                   "latency|latest",
                                                                   "memory|doctor",
                                                                   "memory|stats",
                                                                   "object|help",
                                                                   "ping",
                                                                   "readonly",
                                                                   "readwrite",
                                                                   "role",
                                                                   "script|exists",
                                                                   "select",
                                                                   "slowlog|get",
                                                                   "slowlog|len",
                                                                   "time",
                                                                   "xinfo|help"});
static_assert(std::ranges::is_sorted(harmlessCommands));

// Flagged as reads, or held for them by accessOf(), and yet refused; see the class.
constexpr auto refusedCommands =
    std::to_array<std::string_view>({"client|reply", "discard", "eval_ro", "evalsha_ro", "fcall_ro", "keys",
                                     "monitor", "multi", "pfcount", "reset"});
static_assert(std::ranges::is_sorted(refusedCommands));

} // namespace

ReadCommands::ReadCommands(ReplyView described)
{
    for (std::size_t i = 0; i < described.size(); ++i)
        add(described[i]);
}

// Name, arity, flags, …; from Redis 7 on the subcommands, likewise, in the tenth place.
void ReadCommands::add(ReplyView described)
{
    constexpr std::size_t subcommandsPlace = 9;
    Flags flags;
    for (std::size_t i = 0; i < described[2].size(); ++i) {
        const std::string_view flag = described[2][i].string();
        flags.reads = flags.reads || flag == "readonly";
        flags.mayWrite = flags.mayWrite || flag == "write" || flag == "may_replicate";
    }
    if (described.size() > subcommandsPlace) {
        const ReplyView subcommands = described[subcommandsPlace];
        flags.hasSubcommands = subcommands.size() > 0;
        for (std::size_t i = 0; i < subcommands.size(); ++i)
            add(subcommands[i]);
    }
    m_flags.insert_or_assign(lowered(described[0].string()), flags);
}

const ReadCommands::Flags* ReadCommands::find(const std::string& name) const
{
    const auto found = m_flags.find(name);
    return found == m_flags.end() ? nullptr : &found->second;
}

bool ReadCommands::has(const Command& command) const
{
    if (command.script() != nullptr) {
        const bool canForbid = m_flags.empty() || find("evalsha_ro") != nullptr;
        return canForbid && command.access() == Command::Access::Reads;
    }
    const std::vector<std::string_view> arguments = command.arguments();
    if (arguments.empty())
        return false;
    std::string name = lowered(arguments[0]);
    const Flags* flags = find(name);
    // Before Redis 7 a server tells nothing of subcommands: MEMORY is a read, and so would be MEMORY PURGE.
    const bool isContainer = flags && flags->hasSubcommands;
    if (arguments.size() > 1 && (isContainer || hasSubcommands(arguments[0]))) {
        name += '|' + lowered(arguments[1]);
        if (isContainer)
            flags = find(name);
        else if (accessOf(arguments) != Command::Access::Reads)
            return false;
    }
    if (std::ranges::binary_search(refusedCommands, name))
        return false;
    if (m_flags.empty())
        return accessOf(arguments) == Command::Access::Reads;
    if (flags == nullptr || flags->mayWrite)
        return false;
    return flags->reads || std::ranges::binary_search(harmlessCommands, name);
}

} // namespace ratewarden
