// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/test_server.h"

#include <QDeadlineTimer>

#include <chrono>
#include <stdexcept>
#include <thread>

namespace ratewarden::test {

/// Between two questions to another process; it needs the processor, too.
inline void pauseBeforeAskingAgain()
{
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
}

/// For what another process does without telling: asks until it holds.
template <class Condition>
void await(const char* what, Condition holds, int patience = patienceMs)
{
    for (const QDeadlineTimer deadline(patience); !holds(); pauseBeforeAskingAgain())
        if (deadline.hasExpired())
            throw std::runtime_error(what);
}

/// Fixed windows of a minute begin with the minute; with time left, a test sees one of them.
inline void awaitTimeInTheMinute()
{
    using namespace std::chrono_literals;
    await("a minute with time left",
          [] { return std::chrono::system_clock::now().time_since_epoch() % 60s < 50s; });
}

/// The same of windows of an hour, for tests that start programs.
inline void awaitTimeInTheHour()
{
    using namespace std::chrono_literals;
    await(
        "an hour with time left",
        [] { return std::chrono::system_clock::now().time_since_epoch() % 1h < 59min; }, 2 * patienceMs);
}

} // namespace ratewarden::test
