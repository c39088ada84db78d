// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <string>
#include <string_view>

/// Examples and exit codes of every command, which stand at the end of its help and in its manual.
namespace ratewarden::ctl {

struct HelpText {
    std::string_view command;  ///< "policy publish"
    std::string_view exits;    ///< what 0 and 1 mean
    bool asksRedis;            ///< whether it can end with 3
    std::string_view examples; ///< a line each, without the program's name
};

/// Null: there is none.
const HelpText* helpText(std::string_view command);

/// "Exit codes: 0 allowed, 1 denied, 2 wrong usage, …"
std::string exitCodes(const HelpText& text);

/// Puts them into the help of all commands below `app`, which must all be there, and into its own.
void addHelpTexts(CLI::App& app);

} // namespace ratewarden::ctl
