// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <chrono>
#include <stop_token>
#include <string>
#include <vector>

namespace ratewarden::ctl {

/// Runs a program without a shell, gives it the text on its standard input, and waits for its end. What it
/// prints goes nowhere. `words`: its absolute path and its arguments. Empty if it ended with 0; else what
/// went wrong, with the first line of what it said on standard error: safe to print. After the limit, and
/// when it is to stop, the program and what it has started are killed. The server's address and password are
/// not among its environment.
std::string runProgram(const std::vector<std::string>& words, const std::string& input,
                       std::chrono::microseconds limit, const std::stop_token& stop);

} // namespace ratewarden::ctl
