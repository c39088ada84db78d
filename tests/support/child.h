// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <exception>

namespace ratewarden::test {

/// Runs `action` in a process that is forked from this one, which is killed after a while.
template <class Action>
pid_t startChild(Action action)
{
    const pid_t child = fork();
    if (child == 0) {
        alarm(120);
        bool isTrue = false;
        try {
            isTrue = action();
        } catch (const std::exception&) { // it is not, then
        }
        _exit(isTrue ? 0 : 1);
    }
    return child;
}

/// Waits for the end of that process: whether its action returned true.
inline bool wasTrueIn(pid_t child)
{
    int status = -1;
    return child > 0 && waitpid(child, &status, 0) == child && status == 0;
}

template <class Action>
bool isTrueInChild(Action action)
{
    return wasTrueIn(startChild(action));
}

} // namespace ratewarden::test
