// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <array>
#include <csignal>

namespace ratewarden::ctl {

/// Those that end a program unless it handles them, and from which it has to give the terminal back first.
inline constexpr std::array endingSignals{SIGINT, SIGTERM, SIGHUP, SIGQUIT};

/// Calls the handler at the signal; what waits is interrupted.
inline void handle(int signal, void (*handler)(int))
{
    struct sigaction action {};
    action.sa_handler = handler; // without SA_RESTART
    sigaction(signal, &action, nullptr);
}

} // namespace ratewarden::ctl
