// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "core/algorithms/algorithm.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/script.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden::ctl {
namespace {

struct ScriptOptions {
    std::string name;
    bool sha = false;
};

void declare(CLI::App& command, ScriptOptions& options)
{
    command.add_option("name", options.name,
                       "A script or an algorithm; without it the scripts are listed with their SHA-1");
    command.add_flag("--sha", options.sha, "Print its SHA-1 instead");
}

/// The algorithms that run the script.
std::string algorithmsOf(const Script& script)
{
    std::string names;
    for (const Algorithm& algorithm : algorithms())
        if (algorithm.script == script.name)
            names += (names.empty() ? "  " : ", ") + std::string(algorithm.name);
    return names;
}

const Script& scriptFor(const std::string& name)
{
    const auto* const algorithm = std::ranges::find(algorithms(), name, &Algorithm::name).base();
    const bool isAlgorithm = algorithm != algorithms().data() + algorithms().size();
    const std::string_view file = isAlgorithm ? algorithm->script : std::string_view(name);
    const auto found = std::ranges::find(embeddedScripts(), file, &Script::name);
    if (found == embeddedScripts().end())
        throw InvalidArgument(
            fmt::format("there is no script \"{}\"; ratewarden-ctl script lists them", printable(name)));
    return *found;
}

Exit script(Terminal&, const ScriptOptions& options)
{
    if (options.name.empty()) {
        for (const Script& known : embeddedScripts())
            fmt::print("{}  contract {}  lua/joined/{}.lua{}\n", known.sha, known.contract, known.name,
                       algorithmsOf(known));
        return Done;
    }
    const Script& found = scriptFor(options.name);
    fmt::print("{}", options.sha ? found.sha + "\n" : found.text);
    return Done;
}

} // namespace

void addScriptCommand(CLI::App& app, Terminal& terminal)
{
    addCommand<ScriptOptions>(app, terminal, "script",
                              "Print a Lua script as it is sent to Redis, for clients in other languages",
                              declare, script);
}

} // namespace ratewarden::ctl
