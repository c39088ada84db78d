// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/connection.h"
#include "tests/support/test_server.h"
#include "ui/state/session.h"

namespace ratewarden::ui::test {

/// Long enough for a server that answers, on a machine that is busy with other tests.
inline constexpr Timeouts patientTimeouts{std::chrono::seconds(5), std::chrono::seconds(5)};

/// Everything happens faster than for people.
inline LinkTimes quickTimes(Timeouts timeouts = patientTimeouts)
{
    return {timeouts, std::chrono::milliseconds(20), std::chrono::milliseconds(100)};
}

/// What a window knows of a server of its own, without the window, and a connection beside it. Its changes
/// are recorded as alice's.
struct SessionFixture {
    ratewarden::test::TestServer server;
    Connection connection{server.endpoint(), ratewarden::test::unhurried};
    Session session{server.endpoint(), quickTimes()};

    SessionFixture()
    {
        session.setInterval(std::chrono::milliseconds(30));
        session.setShortestRound(std::chrono::milliseconds(300));
        session.changes().setAudit({"alice", "desk-1", "ratewarden 1.0", {}});
        session.open();
    }
};

} // namespace ratewarden::ui::test
