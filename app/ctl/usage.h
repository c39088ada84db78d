// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <string>

/// What is wrong with a command line, in words that help.
namespace ratewarden::ctl {

/// "ratewarden-ctl policy publish": of the command that the line names, as far as it names one.
std::string commandPath(const CLI::App& app);

/// What the parser complains of: all that is missing rather than the first of it, and which option or
/// variable has a value of another type.
std::string complaintOf(const CLI::App& app, const CLI::ParseError& error);

/// A word of the line that is no command, argument or option there, with what may have been meant; empty
/// when there is none.
std::string unknownWord(const CLI::App& app);

} // namespace ratewarden::ctl
