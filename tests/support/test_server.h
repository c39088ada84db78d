// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/private_redis.h"
#include "core/redis/connection.h"
#include "core/redis/pipelined_server.h"
#include "tests/support/suites.h"

#include <QStringList>

#include <chrono>
#include <cstddef>
#include <stdexcept>
#include <string>
#include <utility>

namespace ratewarden::test {

/// For a connection that must not fail because the machine is busy; the default is for operators.
inline constexpr Timeouts unhurried{std::chrono::milliseconds(patienceMs),
                                    std::chrono::milliseconds(patienceMs)};

/// The same for pipelined ones.
inline PipelinedServer::Options unhurriedPipeline(std::size_t connections = 2)
{
    return {.connections = connections, .patience = unhurried.command, .timeouts = unhurried};
}

/// A started redis-server; throws when it does not start, which fails the test that wanted it.
class TestServer : public PrivateRedis {
public:
    explicit TestServer(const QStringList& extraArguments = {})
    {
        const QString problem = start(extraArguments);
        if (!problem.isEmpty())
            throw std::runtime_error(problem.toStdString());
    }

    /// For a user of it; one without a password takes any.
    Endpoint endpointOf(std::string user, std::string password = "any") const
    {
        Endpoint endpoint = this->endpoint();
        endpoint.user = std::move(user);
        endpoint.password = std::move(password);
        return endpoint;
    }
};

} // namespace ratewarden::test
