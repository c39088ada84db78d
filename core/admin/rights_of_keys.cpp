// SPDX-License-Identifier: MIT
#include "core/admin/rights_of_keys.h"

#include "core/admin/right_trials.h"
#include "core/formats/format.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/glob.h"
#include "core/tokens/reader.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <iterator>
#include <map>
#include <set>
#include <string_view>
#include <utility>
#include <vector>

namespace ratewarden {
namespace {

using Missing = std::map<std::string, std::string, std::less<>>;

/// What an act runs.
struct Act {
    std::string name;
    std::string_view script; ///< empty: the commands are sent as they are
    std::vector<std::string> keys;
    std::vector<std::string> commands; ///< in upper case
    char unsent = 0; ///< what commands begin with that its script has for keys of another type
};

/// The key as a pattern of ACL SETUSER that matches it alone.
std::string patternFor(std::string_view key)
{
    return '~' + escapedForGlob(key);
}

/// The acts that the user may not do, each with the missing right.
Missing tryActs(Server& server, const std::vector<Act>& acts)
{
    std::vector<std::string> keys;
    std::set<std::string> names;
    std::vector<std::string_view> scripts;
    for (const Act& act : acts) {
        for (const std::string& key : act.keys)
            if (std::ranges::find(keys, key) == keys.end())
                keys.push_back(key);
        names.insert(act.commands.begin(), act.commands.end());
        if (act.script.empty() || std::ranges::find(scripts, act.script) != scripts.end())
            continue;
        scripts.push_back(act.script);
        for (const std::string_view name : commandsOf(scriptNamed(act.script)))
            names.emplace(name);
    }
    // Commands on a key that does not exist, where nothing can happen to it; the keys by a call of a script,
    // which wants to read and write them as each act does.
    const RedisToken nobody("ratewarden:no-such-token");
    const std::string noKey = controlKey(nobody);
    const std::vector<std::string_view> all(names.begin(), names.end());
    const TriedCommands tried = tryCommands(server, all, noKey, noKey);
    std::vector<Command> commands{noScriptsCall(), {"EVAL", "return", "-1"}, {"SCRIPT", "EXISTS"}};
    for (const std::string_view script : scripts)
        commands.back().add(scriptNamed(script).sha);
    if (scripts.empty())
        commands.back().add(scriptNamed("change_keys").sha);
    const std::size_t first = commands.size();
    for (const std::string& key : keys) {
        commands.push_back(noScriptsCall(key));
        commands.push_back({"EXISTS", key});
    }
    const std::vector<Reply> replies = server.pipeline(commands);
    std::string evalsha = missingRight(replies[0], server.where());
    std::string eval = missingRight(replies[1], server.where());
    const auto isSent = [&](std::string_view script) {
        const auto place = std::size_t(std::ranges::find(scripts, script) - scripts.begin());
        return replies[2].view().isError() || replies[2].view()[place].integer() == 1;
    };
    const auto missingForKey = [&](const std::string& key) -> std::string {
        const std::size_t at = first + 2 * std::size_t(std::ranges::find(keys, key) - keys.begin());
        const std::string right = missingRight(replies[at], server.where());
        if (right.empty() || right.starts_with('+'))
            return {};
        const bool reads = !missingRight(replies[at + 1], server.where()).starts_with('~');
        return (reads ? "%W" : "") + patternFor(key);
    };
    const auto missingFor = [&](const Act& act) -> std::string {
        if (!act.script.empty() && !evalsha.empty())
            return evalsha;
        if (!act.script.empty() && !eval.empty() && !isSent(act.script))
            return eval;
        std::vector<std::string_view> run(act.commands.begin(), act.commands.end());
        if (!act.script.empty())
            std::ranges::copy_if(commandsOf(scriptNamed(act.script)), std::back_inserter(run),
                                 [&act](std::string_view command) { return command.front() != act.unsent; });
        for (const std::string_view command : run)
            if (const auto missing = tried.missing.find(command); missing != tried.missing.end())
                return missing->second;
        for (const std::string& key : act.keys)
            if (std::string missing = missingForKey(key); !missing.empty())
                return missing;
        return {};
    };
    Missing missing;
    for (const Act& act : acts)
        if (std::string right = missingFor(act); !right.empty())
            missing.emplace(act.name, std::move(right));
    return missing;
}

// What can be planned on a state, as somebody would ask for it: overrides are of our own control keys.
std::vector<Intent> intentsOnStates()
{
    using namespace std::chrono_literals;
    std::vector<Intent> all;
    for (Intent& intent : bareIntents()) {
        if (auto* const block = std::get_if<BlockIntent>(&intent))
            *block = {1min, "?", "?"};
        if (traitsOf(intent).on != ActOn::Overrides)
            all.push_back(std::move(intent));
    }
    return all;
}

/// The right to read that is missing: what the reading asks for is sent as it is.
std::string missingToRead(Server& server, const Subject& subject, const Policy* policy)
{
    std::vector<Command> commands;
    subject.format->ask(subject, policy, Depth::Plan,
                        std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now()), commands);
    const std::vector<Reply> replies = server.pipeline(commands);
    for (std::size_t i = 0; i < commands.size(); ++i) {
        if (commands[i].key().empty())
            continue; // reading does without MULTI, EXEC and TIME
        std::string right = missingRight(replies[i], server.where());
        if (!right.empty())
            return right.starts_with('+') ? right : patternFor(commands[i].key());
    }
    return {};
}

/// What has no plan as the subject stands would be a call of the same script.
Act actFor(const Intent& intent, const Subject& subject, const Policy* policy, const Reading& reading)
{
    const std::string name(traitsOf(intent).right);
    try {
        const Plan plan = subject.format->plan(intent, subject, policy, {&reading, true});
        Act act{name, {}, {}, {}, 0};
        for (const Command& command : plan.commands) {
            if (!command.script())
                continue;
            act.script = command.script()->name;
            const std::vector<std::string_view> arguments =
                command.arguments(); // EVALSHA, SHA-1, count, keys
            const std::size_t count = std::size_t(std::stoul(std::string(arguments[2])));
            for (std::size_t i = 3; i < 3 + count; ++i)
                act.keys.emplace_back(arguments[i]);
            if (act.script == "free_slots")
                act.unsent = arguments[3 + count] == "free_fields" ? 'Z' : 'H';
        }
        for (const Command& command : plan.inside)
            act.commands.emplace_back(command.title());
        return act;
    } catch (const InvalidArgument&) {
        return {name, "change_keys", subject.format->keys(subject), {}, 0};
    }
}

} // namespace

Rights findRightsOf(Server& server, const Subject& subject, const Policy* policy)
{
    const std::array subjects{subject};
    const Reading reading =
        readForPlans(server, subjects, [policy](const Subject& /*subject*/) { return policy; }).front();
    Missing missing;
    if (reading.problem) {
        const std::string right = missingToRead(server, subject, policy);
        for (const Intent& intent : intentsOnStates())
            if (!right.empty())
                missing.emplace(traitsOf(intent).right, right);
        return Rights(std::move(missing));
    }
    std::vector<Act> acts;
    for (const Intent& intent : intentsOnStates())
        acts.push_back(actFor(intent, subject, policy, reading));
    return Rights(tryActs(server, acts));
}

Rights findRightsOfKey(Server& server, const std::string& key)
{
    const std::vector<Act> acts{{"expire", "expire_key", {key}, {}, 0},
                                {"rename", "change_keys", {key}, {"RENAME"}, 0},
                                {"delete", "change_keys", {key}, {"UNLINK"}, 0}};
    return Rights(tryActs(server, acts));
}

} // namespace ratewarden
