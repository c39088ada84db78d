// SPDX-License-Identifier: GPL-3.0-or-later
// What the program tells of itself: help, completion, its manual.
#include "app/ctl/command_tree.h"
#include "app/ctl/commands.h"
#include "app/ctl/completion.h"
#include "app/ctl/manual.h"
#include "app/ctl/profiles.h"
#include "app/ctl/suggestion.h"
#include "core/formats/foreign/catalogue.h"
#include "core/formats/format.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/policies/policy_store.h"

#include <fmt/format.h>

namespace ratewarden::ctl {
namespace {

Exit help(const CLI::App& app, const std::vector<std::string>& words)
{
    const CLI::App* command = &app;
    std::string path = (app.get_parent() ? app.get_parent()->get_name() + " " : "") + app.get_name();
    for (const std::string& word : words) {
        const std::vector<const CLI::App*> found = // also one that is not listed
            command->get_subcommands([&word](const CLI::App* each) { return each->get_name() == word; });
        if (found.empty()) {
            std::vector<std::string> names;
            for (const CLI::App* const each : commandsOf(*command))
                names.push_back(each->get_name());
            throw InvalidArgument(fmt::format("there is no command \"{}\"{}{}", printable(word),
                                              command == &app ? "" : " in " + path, didYouMean(word, names)));
        }
        command = found.front();
        path += " " + word;
    }
    // Not CLI::App::help(): that gives the help of what the line has chosen, which is this command.
    fmt::print("{}", command->get_formatter()->make_help(command, path, CLI::AppFormatMode::Normal));
    return Done;
}

/// Names that a shell may put where somebody types; others would need quotes, and might do harm.
void offer(const std::string& name)
{
    if (shellWord(name) == name)
        fmt::print("{}\n", name);
}

/// For the completion of a shell: it must be silent about what fails, and ask nothing.
Exit complete(Terminal& terminal, const std::string& what)
{
    try {
        if (what == "formats") {
            Terminal::formats();
            for (const Format* const format : ratewardenFormats())
                offer(std::string(format->name()));
            for (const auto& format : currentCatalogue()->formats())
                offer(std::string(format->name()));
        } else if (what == "profiles") {
            for (const StoredProfile& profile : readStoredProfiles(profilesPath()))
                offer(profile.title());
        } else {
            for (const auto& [name, policy] : readPolicies(terminal.server()).published)
                offer(name);
        }
    } catch (const Error&) {
        return RedisFailed;
    }
    return Done;
}

} // namespace

void addMetaCommands(CLI::App& app, Terminal& terminal)
{
    addCommand<std::vector<std::string>>(
        app, terminal, "help", "Print the help of a command",
        [](CLI::App& command, std::vector<std::string>& words) {
            command.add_option("command", words, "The command, as in: help policy publish");
        },
        [&app](Terminal&, const std::vector<std::string>& words) { return help(app, words); });
    // As in other programs, though not listed: `policy help publish`, and `version`.
    for (CLI::App* const group : app.get_subcommands([](const CLI::App* each) {
             return !each->get_subcommands([](const CLI::App*) { return true; }).empty();
         }))
        addCommand<std::vector<std::string>>(
            *group, terminal, "help", "Print the help of a command",
            [](CLI::App& command, std::vector<std::string>& words) {
                command.add_option("command", words, "");
            },
            [group](Terminal&, const std::vector<std::string>& words) { return help(*group, words); })
            ->group("");
    addCommand(app, terminal, "version", "Print the version", [](Terminal&) {
        fmt::print("{}\n", RATEWARDEN_VERSION);
        return Done;
    })->group("");
    addCommand<std::string>(
        app, terminal, "completion", "Print a script that completes commands in bash or zsh",
        [](CLI::App& command, std::string& shell) {
            command.add_option("shell", shell, "bash or zsh")
                ->required()
                ->check(CLI::IsMember({"bash", "zsh"}));
        },
        [&app](Terminal&, const std::string& shell) {
            fmt::print("{}", shell == "bash" ? bashCompletion(app) : zshCompletion(app));
            return Done;
        });
    // Those that are not for people have no group.
    addCommand(app, terminal, "manual", "Print the manual page, for man", [&app](Terminal&) {
        fmt::print("{}", manualPage(app));
        return Done;
    })->group("");
    addCommand(app, terminal, "help-json", "Print all commands and options as JSON", [&app](Terminal&) {
        fmt::print("{}\n", helpJson(app));
        return Done;
    })->group("");
    addCommand<std::string>(
        app, terminal, "complete", "Print names for completion",
        [](CLI::App& command, std::string& what) {
            command.add_option("what", what, "policies, formats or profiles")
                ->required()
                ->check(CLI::IsMember({"policies", "formats", "profiles"}));
        },
        complete)
        ->group("");
}

} // namespace ratewarden::ctl
