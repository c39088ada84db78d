// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <string>

namespace ratewarden::ctl {

/// Completion of commands, options, and what a few options take, as a script for bash or zsh. Names of
/// policies, formats and profiles are asked for while somebody types: by `ratewarden-ctl complete`.
std::string bashCompletion(const CLI::App& app);
std::string zshCompletion(const CLI::App& app);

} // namespace ratewarden::ctl
