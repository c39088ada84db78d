// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/usage.h"

#include "app/ctl/command_tree.h"
#include "app/ctl/suggestion.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
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

std::string missingOptions(const CLI::App& command)
{
    const auto isMissing = [](const CLI::Option* option) {
        return option != nullptr && option->count() == 0;
    };
    std::vector<std::string> missing;
    // A token or a key: neither is required by itself.
    const CLI::Option* const token = command.get_option_no_throw("token");
    if (isMissing(token) && !token->get_required() && isMissing(command.get_option_no_throw("--key")))
        missing.emplace_back("a token or --key");
    for (const CLI::Option* const option : command.get_options())
        if (option->get_required() && isMissing(option))
            missing.push_back(option->get_name(option->get_positional()));
    return fmt::format("missing: {}", fmt::join(missing, ", "));
}

/// "Could not convert: --cost = abc" in words.
std::string unreadableValue(const CLI::App& command, const std::string& what)
{
    constexpr std::string_view begin = "Could not convert: ";
    const std::size_t equals = what.find(" = ");
    if (!what.starts_with(begin) || equals == std::string::npos)
        return printable(what);
    const std::string name = what.substr(begin.size(), equals - begin.size());
    const std::string value = what.substr(equals + 3);
    const CLI::Option* option = nullptr;
    for (const CLI::App* app = &command; app != nullptr && option == nullptr; app = app->get_parent())
        option = app->get_option_no_throw(name);
    if (option == nullptr)
        return printable(what);
    const std::string type = option->get_type_name();
    const char* const kind = option->get_items_expected_max() == 0 ? "true or false"
                             : type.starts_with("FLOAT")           ? "a number"
                                                                   : "a whole number";
    const char* const variable = std::getenv(option->get_envname().c_str());
    return fmt::format("{} must be {}, not \"{}\"",
                       variable != nullptr && value == variable ? option->get_envname() : name, kind,
                       printable(value));
}

/// "--cost: Value abc not in range 0 to 7" in words.
std::string valueOutOfRange(const std::string& what)
{
    constexpr std::string_view begin = ": Value ";
    constexpr std::string_view end = " not in range ";
    const std::size_t value = what.find(begin);
    const std::size_t range = what.rfind(end);
    if (value == std::string::npos || range == std::string::npos || range < value + begin.size())
        return printable(what);
    return fmt::format("{} must be a number from {}, not \"{}\"", what.substr(0, value),
                       what.substr(range + end.size()),
                       printable(what.substr(value + begin.size(), range - value - begin.size())));
}

/// Of those in the tree below `app` the one that the line names; `app` itself when it names none.
const CLI::App& chosenCommand(const CLI::App& app)
{
    const CLI::App* command = &app;
    while (!command->get_subcommands().empty())
        command = command->get_subcommands().back();
    return *command;
}

} // namespace

std::string complaintOf(const CLI::App& app, const CLI::ParseError& error)
{
    const CLI::App& command = chosenCommand(app);
    const bool hasCommands = !command.get_subcommands([](const CLI::App*) { return true; }).empty();
    if (dynamic_cast<const CLI::RequiredError*>(&error) != nullptr)
        return hasCommands ? "a command is required" : missingOptions(command);
    if (dynamic_cast<const CLI::ConversionError*>(&error) != nullptr)
        return unreadableValue(command, error.what());
    return valueOutOfRange(error.what());
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
    const std::vector<std::string> commands = commandNames(command);
    const auto isOption = [](const std::string& word) {
        return word.starts_with('-') && word.size() > 1;
    };
    // The word behind an unknown option is its value, and no command.
    if (!words.empty() && !commands.empty() && !isOption(words.front()))
        return fmt::format("unknown command \"{}\"{}", printable(words.front()),
                           didYouMean(words.front(), commands));
    const auto option = std::ranges::find_if(words, isOption);
    const std::string name = option == words.end() ? std::string() : option->substr(0, option->find('='));
    const std::vector<std::string> known = longOptions(command);
    if (!name.empty() &&
        std::ranges::find(known, name) == known.end()) // those that are known stand behind "--"
        return fmt::format("unknown option \"{}\"{}", printable(name), didYouMean(name, known));
    return words.empty() ? std::string()
                         : fmt::format("unexpected argument \"{}\"", printable(words.front()));
}

} // namespace ratewarden::ctl
