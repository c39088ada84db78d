// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/usage.h"

#include "app/ctl/command_tree.h"
#include "app/ctl/suggestion.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <vector>

namespace ratewarden::ctl {
namespace {

/// Of the command and of those above it.
std::vector<std::string> longOptions(const CLI::App& command)
{
    std::vector<std::string> names;
    for (const CLI::App* app = &command; app != nullptr; app = app->get_parent())
        for (const OptionOf& option : optionsOf(*app))
            std::ranges::copy_if(option.names, std::back_inserter(names),
                                 [](const std::string& name) { return name.starts_with("--"); });
    return names;
}

std::vector<std::string> namesOf(const std::vector<const CLI::App*>& commands)
{
    std::vector<std::string> names;
    names.reserve(commands.size());
    for (const CLI::App* const each : commands)
        names.push_back(each->get_name());
    return names;
}

} // namespace

const CLI::App& chosenCommand(const CLI::App& app)
{
    const CLI::App* command = &app;
    while (!command->get_subcommands().empty())
        command = command->get_subcommands().back();
    return *command;
}

std::string commandPath(const CLI::App& app)
{
    std::string path;
    for (const CLI::App* command = &chosenCommand(app); command != nullptr; command = command->get_parent())
        path = fmt::format("{}{}{}", command->get_name(), path.empty() ? "" : " ", path);
    return path;
}

std::string unknownWord(const CLI::App& app)
{
    const std::vector<std::string> words = app.remaining(true);
    const CLI::App& command = chosenCommand(app);
    const std::vector<std::string> commands = namesOf(commandsOf(command));
    const auto isOption = [](const std::string& word) {
        return word.starts_with('-') && word.size() > 1;
    };
    // The word behind an unknown option is its value, and no command.
    if (!words.empty() && !commands.empty() && !isOption(words.front()))
        return fmt::format("unknown command \"{}\"{}", printable(words.front()),
                           didYouMean(words.front(), commands));
    const auto option = std::ranges::find_if(words, isOption);
    if (option != words.end()) {
        const std::string name = option->substr(0, option->find('='));
        return fmt::format("unknown option \"{}\"{}", printable(name),
                           didYouMean(name, longOptions(command)));
    }
    return words.empty() ? std::string()
                         : fmt::format("unexpected argument \"{}\"", printable(words.front()));
}

} // namespace ratewarden::ctl
