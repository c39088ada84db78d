// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <functional>
#include <string>
#include <vector>

/// The commands and options as the command line's parser knows them, for completion and manuals.
namespace ratewarden::ctl {

/// Those directly below it, in the order of the help; not those that are only for other programs.
std::vector<const CLI::App*> commandsOf(const CLI::App& app);
std::vector<std::string> commandNames(const CLI::App& app);

/// Visits all below `app`, each before its own, by its path: "policy publish".
void visitCommands(const CLI::App& app,
                   const std::function<void(const CLI::App& command, const std::string& path)>& visit);

/// One option, or one argument without a name.
struct OptionOf {
    std::vector<std::string> names; ///< "--count", "-n"; of an argument its name alone
    bool isArgument = false;
    bool takesValue = true;
    bool takesMany = false;
    bool isRequired = false;
    std::string fallback; ///< what stands for it when it is missing
    std::string help;
};
std::vector<OptionOf> optionsOf(const CLI::App& command);

} // namespace ratewarden::ctl
