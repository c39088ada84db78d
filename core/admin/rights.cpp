// SPDX-License-Identifier: MIT
#include "core/admin/rights.h"

#include "core/algorithms/algorithm.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"

#include <algorithm>
#include <set>
#include <utility>

namespace ratewarden {
namespace {

/// How a command is tried: what follows the key. It changes nothing, either because the key, or the
/// field, does not exist, or because the arguments are wrong, which Redis sees only after it has checked the
/// rights. APPEND and RPUSH have no such form.
struct Trial {
    std::string_view command;
    std::vector<std::string_view> arguments;
};

const std::vector<Trial>& trials()
{
    static const std::vector<Trial> all{
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
        {"RPOP", {}},
        {"SET", {"v", "no option"}},
        {"SETRANGE", {"0", ""}},
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
        {"ZRANGE", {"0", "0"}},
        {"ZRANGEBYSCORE", {"0", "0"}},
        {"ZREM", {"m"}},
        {"ZREMRANGEBYSCORE", {"0", "0"}},
        {"ZREVRANGEBYSCORE", {"0", "0"}},
    };
    return all;
}

/// Scripts that work on the same keys.
struct Place {
    std::string_view key;
    std::string_view stream;  ///< the key that they give to commands of streams
    std::string_view pattern; ///< of such keys, for ACL SETUSER
    bool ofTokens;            ///< a user may have the right to other tokens' keys
    std::vector<std::string_view> scripts;
};

/// One place's commands, tried.
struct Tried {
    std::map<std::string_view, std::string> missing; ///< by the command, "+hset"
    std::set<std::string_view> keyRefused;           ///< commands that may run, but not on the key
    bool reads = false;                              ///< some command that reads was let through to the key
};

const Trial* trialOf(std::string_view command)
{
    const auto found = std::ranges::find(trials(), command, &Trial::command);
    return found == trials().end() ? nullptr : &*found;
}

Command commandFor(const Trial& trial, const Place& place)
{
    if (trial.command == "TIME")
        return {"TIME"};
    const bool ofStreams = trial.command.starts_with('X');
    Command command{trial.command, ofStreams ? place.stream : place.key};
    for (const std::string_view argument : trial.arguments)
        command.add(argument);
    return command;
}

/// The right that the reply says is missing: "+hset", "~key", or "~" where it does not say which key. Empty:
/// none is.
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

Tried tryOut(Server& server, const Place& place)
{
    std::vector<std::string_view> names;
    std::vector<Command> commands;
    for (const std::string_view script : place.scripts)
        for (const std::string_view name : commandsOf(scriptNamed(script))) {
            const Trial* const trial = trialOf(name);
            if (!trial || std::ranges::find(names, name) != names.end())
                continue;
            names.push_back(name);
            commands.push_back(commandFor(*trial, place));
        }
    const std::vector<Reply> replies = server.pipeline(commands);
    Tried tried;
    for (std::size_t i = 0; i < names.size(); ++i) {
        std::string missing = missingRight(replies[i], server.where());
        if (missing.starts_with('+'))
            tried.missing.emplace(names[i], std::move(missing));
        else if (!missing.empty())
            tried.keyRefused.insert(names[i]);
        else if (commands[i].access() == Command::Access::Reads && !commands[i].key().empty())
            tried.reads = true;
    }
    return tried;
}

/// What a script is called with, tried.
struct Calls {
    std::string evalsha;             ///< the right that is missing for it
    std::string eval;                ///< likewise
    std::set<std::string_view> sent; ///< scripts that the server has: they need no EVAL
};

Calls tryCalls(Server& server, std::span<const Place> places)
{
    constexpr std::string_view noSuchScript = "0000000000000000000000000000000000000000";
    std::vector<std::string_view> names;
    Command exists{"SCRIPT", "EXISTS"};
    for (const Place& place : places)
        for (const std::string_view script : place.scripts) {
            names.push_back(script);
            exists.add(scriptNamed(script).sha);
        }
    const std::vector<Reply> replies =
        server.pipeline({{"EVALSHA", noSuchScript, "0"}, {"EVAL", "return", "-1"}, exists});
    Calls calls{missingRight(replies[0], server.where()), missingRight(replies[1], server.where()), {}};
    // Who may not ask finds out with the first act.
    for (std::size_t i = 0; i < names.size(); ++i)
        if (replies[2].view().isError() || replies[2].view()[i].integer() == 1)
            calls.sent.insert(names[i]);
    return calls;
}

std::string missingFor(std::string_view script, const Place& place, const Tried& tried, const Calls& calls)
{
    if (!calls.evalsha.empty())
        return calls.evalsha;
    if (!calls.sent.contains(script) && !calls.eval.empty())
        return calls.eval;
    const std::vector<std::string_view> commands = commandsOf(scriptNamed(script));
    for (const std::string_view command : commands)
        if (const auto missing = tried.missing.find(command); missing != tried.missing.end())
            return missing->second;
    for (const std::string_view command : commands) {
        if (!tried.keyRefused.contains(command))
            continue;
        if (tried.reads)
            return "%W~" + std::string(place.pattern);
        if (!place.ofTokens)
            return "~" + std::string(place.pattern);
    }
    return {};
}

} // namespace

std::vector<std::string_view> commandsOf(const Script& script)
{
    std::vector<std::string_view> commands;
    const std::string_view text = script.text;
    for (const std::string_view call : {"call('", "try('"})
        for (std::size_t at = text.find(call); at != std::string_view::npos; at = text.find(call, at)) {
            at += call.size();
            const std::string_view name = text.substr(at, text.find('\'', at) - at);
            const bool counts = text.substr(at + name.size()).starts_with("', counts_key");
            if (!counts && std::ranges::find(commands, name) == commands.end())
                commands.push_back(name);
        }
    return commands;
}

Rights findRights(Server& server)
{
    const RedisToken nobody("ratewarden:no-such-token");
    const std::string control = controlKey(nobody);
    const std::string state = stateKey(nobody, "ratewarden:no-such-policy", algorithms().front());
    std::vector<Place> places{
        {control, control, "rw:*", true, {"block", "unblock", "override", "lift_override"}},
        // Other keys than tokens' are tried on those: a user may have the right to some of them alone.
        {state, state, "rw:*", true, {"reset", "change_keys", "expire_key"}},
        {policiesKey, policyHistoryKey, "*rw:policies*", false, {"publish_policy", "withdraw_policy"}}};
    for (const Algorithm& algorithm : algorithms())
        if (std::ranges::find(places[1].scripts, algorithm.script) == places[1].scripts.end())
            places[1].scripts.push_back(algorithm.script);
    const Calls calls = tryCalls(server, places);
    std::map<std::string, std::string, std::less<>> missing;
    for (const Place& place : places) {
        const Tried tried = tryOut(server, place);
        for (const std::string_view script : place.scripts)
            if (std::string right = missingFor(script, place, tried, calls); !right.empty())
                missing.emplace(script, std::move(right));
    }
    return Rights(std::move(missing));
}

} // namespace ratewarden
