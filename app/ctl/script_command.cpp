// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/suggestion.h"
#include "core/algorithms/algorithm.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/script.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <string_view>
#include <vector>

namespace ratewarden::ctl {
namespace {

struct ScriptOptions {
    std::string name;
    bool sha = false;
};

void declareScript(CLI::App& command, ScriptOptions& options)
{
    command.add_option("name", options.name,
                       "A script or an algorithm; without it the scripts are listed with their SHA-1");
    command.add_flag("--sha", options.sha, "Print its SHA-1 instead");
}

/// The algorithms that run the script.
std::vector<std::string_view> algorithmsOf(const Script& script)
{
    std::vector<std::string_view> names;
    for (const Algorithm& algorithm : algorithms())
        if (algorithm.script == script.name)
            names.push_back(algorithm.name);
    return names;
}

Json scriptJson(const Script& script)
{
    return {{"name", script.name},
            {"sha1", script.sha},
            {"contract", script.contract},
            {"algorithms", algorithmsOf(script)}};
}

void listAll(const Terminal& terminal)
{
    Json all = Json::array();
    Table table({{"SHA1"}, {"CONTRACT", Table::Number}, {"FILE"}, {"ALGORITHMS", Table::Long}});
    for (const Script& known : embeddedScripts()) {
        all.push_back(scriptJson(known));
        table.add({known.sha, fmt::format("{}", known.contract), fmt::format("lua/joined/{}.lua", known.name),
                   fmt::format("{}", fmt::join(algorithmsOf(known), ", "))});
    }
    terminal.print(all, table);
}

const Script& scriptFor(const std::string& name)
{
    const auto* const algorithm = std::ranges::find(algorithms(), name, &Algorithm::name).base();
    const bool isAlgorithm = algorithm != algorithms().data() + algorithms().size();
    const std::string_view file = isAlgorithm ? algorithm->script : std::string_view(name);
    const auto found = std::ranges::find(embeddedScripts(), file, &Script::name);
    if (found == embeddedScripts().end()) {
        std::vector<std::string> names;
        for (const Script& script : embeddedScripts())
            names.push_back(script.name);
        for (const Algorithm& one : algorithms())
            names.emplace_back(one.name);
        throw InvalidArgument(fmt::format("there is no script \"{}\"; `ratewarden-ctl script` lists them{}",
                                          printable(name), didYouMean(name, names)));
    }
    return *found;
}

Exit script(Terminal& terminal, const ScriptOptions& options)
{
    if (options.name.empty()) {
        listAll(terminal);
        return Done;
    }
    const Script& found = scriptFor(options.name);
    if (terminal.isJson()) {
        Json one = scriptJson(found);
        if (!options.sha)
            one["text"] = found.text;
        fmt::print("{}\n", one.dump());
    } else {
        fmt::print("{}", options.sha ? found.sha + "\n" : found.text);
    }
    return Done;
}

} // namespace

void addScriptCommand(CLI::App& app, Terminal& terminal)
{
    addCommand<ScriptOptions>(app, terminal, "script",
                              "Print a Lua script as it is sent to Redis, for clients in other languages",
                              declareScript, script);
}

} // namespace ratewarden::ctl
