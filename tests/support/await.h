// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/test_server.h"

#include <QDeadlineTimer>

#include <stdexcept>
#include <thread>

namespace ratewarden::test {

/// For what another process does without telling: asks again and again.
template <class Condition>
void await(const char* what, Condition holds, int patience = patienceMs)
{
    for (const QDeadlineTimer deadline(patience); !holds(); std::this_thread::yield())
        if (deadline.hasExpired())
            throw std::runtime_error(what);
}

} // namespace ratewarden::test
