// SPDX-License-Identifier: MIT
#include "core/admin/rights.h"

#include "core/admin/right_trials.h"
#include "core/algorithms/algorithm.h"
#include "core/formats/intent.h"
#include "core/limiter/keyspace.h"

#include <algorithm>
#include <array>
#include <initializer_list>
#include <iterator>
#include <set>
#include <span>
#include <utility>

namespace ratewarden {
namespace {

/// Scripts that work on the same keys.
struct ScriptPlace {
    std::string_view key;
    std::string_view stream;  ///< the key that they give to commands of streams
    std::string_view pattern; ///< of such keys, for ACL SETUSER
    bool ofTokens;            ///< a user may have the right to other tokens' keys
    std::vector<std::string_view> scripts;
};

// Each is the name of a script.
std::vector<std::string_view> rightsOn(std::initializer_list<ActOn> what)
{
    std::vector<std::string_view> rights;
    for (const IntentTraits& traits : intentTraits)
        if (std::ranges::find(what, traits.on) != what.end())
            rights.push_back(traits.right);
    return rights;
}

TriedCommands tryOut(Server& server, const ScriptPlace& place)
{
    std::vector<std::string_view> names;
    for (const std::string_view script : place.scripts)
        std::ranges::copy(commandsOf(scriptNamed(script)), std::back_inserter(names));
    return tryCommands(server, names, place.key, place.stream);
}

/// What a script is called with, tried.
struct Calls {
    std::string evalsha;             ///< the right that is missing for it
    std::string eval;                ///< likewise
    std::set<std::string_view> sent; ///< scripts that the server has: they need no EVAL
};

Calls tryCalls(Server& server, std::span<const ScriptPlace> places)
{
    std::vector<std::string_view> names;
    Command exists{"SCRIPT", "EXISTS"};
    for (const ScriptPlace& place : places)
        for (const std::string_view script : place.scripts) {
            names.push_back(script);
            exists.add(scriptNamed(script).sha);
        }
    const std::vector<Reply> replies = server.pipeline({noScriptsCall(), {"EVAL", "return", "-1"}, exists});
    Calls calls{missingRight(replies[0], server.where()), missingRight(replies[1], server.where()), {}};
    // Who may not ask finds out with the first act.
    for (std::size_t i = 0; i < names.size(); ++i)
        if (replies[2].view().isError() || replies[2].view()[i].integer() == 1)
            calls.sent.insert(names[i]);
    return calls;
}

std::string missingFor(std::string_view script, const ScriptPlace& place, const TriedCommands& tried,
                       const Calls& calls)
{
    if (!calls.evalsha.empty())
        return calls.evalsha;
    if (!calls.sent.contains(script) && !calls.eval.empty())
        return calls.eval;
    std::vector<std::string_view> commands = commandsOf(scriptNamed(script));
    if (script == "free_slots") // our slots are in sorted sets, and it frees those in hashes, too
        std::erase_if(commands, [](std::string_view command) { return command.starts_with('H'); });
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
            // A decision stands whether it can be counted and remembered or not.
            const std::string_view on = text.substr(at + name.size());
            const bool isBeside = on.starts_with("', counts_key") || on.starts_with("', denials_key");
            if (!isBeside && std::ranges::find(commands, name) == commands.end())
                commands.push_back(name);
        }
    return commands;
}

Rights findRights(Server& server)
{
    const RedisToken nobody("ratewarden:no-such-token");
    const std::string control = controlKey(nobody);
    const std::string state = stateKey(nobody, "ratewarden:no-such-policy", algorithms().front());
    std::vector<ScriptPlace> places{
        {control, control, "rw:*", true, rightsOn({ActOn::Blocks, ActOn::Overrides})},
        {state, state, "rw:*", true, rightsOn({ActOn::Usage, ActOn::Slots})},
        {policiesKey, policyHistoryKey, "*rw:policies*", false, {"publish_policy", "withdraw_policy"}},
        {policyNewestKey, policyNewestKey, "*rw:policies*", false, {"publish_policy", "withdraw_policy"}}};
    for (const Algorithm& algorithm : algorithms())
        if (std::ranges::find(places[1].scripts, algorithm.script) == places[1].scripts.end())
            places[1].scripts.push_back(algorithm.script);
    const Calls calls = tryCalls(server, places);
    std::map<std::string, std::string, std::less<>> missing;
    for (const ScriptPlace& place : places) {
        const TriedCommands tried = tryOut(server, place);
        for (const std::string_view script : place.scripts)
            if (std::string right = missingFor(script, place, tried, calls); !right.empty())
                missing.emplace(script, std::move(right));
    }
    // Not a script, but each change sends it.
    const TriedCommands audit = tryCommands(server, std::array{std::string_view("XADD")}, auditKey, auditKey);
    if (const auto found = audit.missing.find("XADD"); found != audit.missing.end())
        missing.emplace(auditRight, found->second);
    else if (audit.keyRefused.contains("XADD"))
        missing.emplace(auditRight, "~" + std::string(auditKey));
    return Rights(std::move(missing));
}

} // namespace ratewarden
