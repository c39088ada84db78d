// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace ratewarden::ctl {

/// The manual page ratewarden-ctl(1), for man: all commands with their options, examples and exit codes.
std::string manualPage(const CLI::App& app);

/// The same for programs: an object for each command.
std::string helpJson(const CLI::App& app);

} // namespace ratewarden::ctl
