// SPDX-License-Identifier: MIT
#include "core/admin/right_trials.h"

#include "core/model/errors.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace ratewarden {
namespace {

/// How a command is tried: what follows the key. It changes nothing, either because the key, or the
/// field, does not exist, or because the arguments are wrong, which Redis sees only after it has checked the
/// rights. APPEND, LPUSH, RPUSH and SADD have no such form.
struct RightTrial {
    std::string_view command;
    std::vector<std::string_view> arguments;
};

const std::vector<RightTrial>& rightTrials()
{
    static const std::vector<RightTrial> all{
        {"DEL", {}},
        {"DUMP", {}},
        {"EXISTS", {}},
        {"GET", {}},
        {"GETRANGE", {"0", "0"}},
        {"HDEL", {"ratewarden:no-such-policy"}},
        {"HGET", {"f"}},
        {"HGETALL", {}},
        {"HMGET", {"f"}},
        {"HSET", {"f", "v", "without a value"}},
        {"LINDEX", {"0"}},
        {"LLEN", {}},
        {"LRANGE", {"0", "0"}},
        {"LSET", {"0", "v"}},
        {"LTRIM", {"0", "0"}},
        {"PERSIST", {}},
        {"PEXPIRE", {"1"}},
        {"PEXPIREAT", {"1"}},
        {"PTTL", {}},
        {"RENAME", {"ratewarden:no-such-key"}},
        {"RESTORE", {"no number", ""}},
        {"RPOP", {}},
        {"SET", {"v", "no option"}},
        {"SETRANGE", {"0", ""}},
        {"SREM", {"m"}},
        {"STRLEN", {}},
        {"TIME", {}},
        {"TYPE", {}},
        {"UNLINK", {}},
        {"XADD", {"0-0", "f", "v"}},
        {"XRANGE", {"-", "+", "COUNT", "1"}},
        {"XREVRANGE", {"+", "-", "COUNT", "1"}},
        {"XTRIM", {"MAXLEN", "0"}},
        {"ZADD", {"no score", "m"}},
        {"ZCARD", {}},
        {"ZCOUNT", {"0", "0"}},
        {"ZRANGE", {"0", "0"}},
        {"ZRANGEBYSCORE", {"0", "0"}},
        {"ZREM", {"m"}},
        {"ZREMRANGEBYSCORE", {"0", "0"}},
        {"ZREVRANGEBYSCORE", {"0", "0"}},
        {"ZSCORE", {"m"}},
    };
    return all;
}

const RightTrial* trialOf(std::string_view command)
{
    const auto found = std::ranges::find(rightTrials(), command, &RightTrial::command);
    return found == rightTrials().end() ? nullptr : &*found;
}

Command trialCommand(const RightTrial& trial, std::string_view key, std::string_view stream)
{
    if (trial.command == "TIME")
        return {"TIME"};
    Command command{trial.command, trial.command.starts_with('X') ? stream : key};
    for (const std::string_view argument : trial.arguments)
        command.add(argument);
    return command;
}

} // namespace

std::string missingRight(const Reply& reply, std::string_view where)
{
    try {
        throwIfError(reply.view(), "looking for rights", where);
    } catch (const Refused& error) {
        if (error.reason() == Refused::Reason::MissingRight)
            return error.missing().empty() ? "~" : error.missing();
    } catch (const Error&) { // what the trial was made for
        return {};
    }
    return {};
}

TriedCommands tryCommands(Server& server, std::span<const std::string_view> names, std::string_view key,
                          std::string_view stream)
{
    std::vector<std::string_view> sent;
    std::vector<Command> commands;
    for (const std::string_view name : names) {
        const RightTrial* const trial = trialOf(name);
        if (!trial || std::ranges::find(sent, name) != sent.end())
            continue;
        sent.push_back(trial->command);
        commands.push_back(trialCommand(*trial, key, stream));
    }
    const std::vector<Reply> replies = server.pipeline(commands);
    TriedCommands tried;
    for (std::size_t i = 0; i < sent.size(); ++i) {
        std::string missing = missingRight(replies[i], server.where());
        if (missing.starts_with('+'))
            tried.missing.emplace(sent[i], std::move(missing));
        else if (!missing.empty())
            tried.keyRefused.insert(sent[i]);
        else if (commands[i].access() == Command::Access::Reads && !commands[i].key().empty())
            tried.reads = true;
    }
    return tried;
}

Command noScriptsCall(std::string_view key)
{
    constexpr std::string_view noSuchScript = "0000000000000000000000000000000000000000";
    return key.empty() ? Command{"EVALSHA", noSuchScript, "0"} : Command{"EVALSHA", noSuchScript, "1", key};
}

} // namespace ratewarden
