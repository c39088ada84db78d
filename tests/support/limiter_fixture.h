// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/limiter/keyspace.h"
#include "core/model/policy.h"
#include "core/redis/connection.h"
#include "tests/support/await.h"
#include "tests/support/test_server.h"

#include <QTest>

#include <chrono>
#include <cstdint>
#include <string>
#include <string_view>

namespace ratewarden::test {

/// What tests of decisions in Redis share: a server of their own, questions to it, policies, and their keys.
class LimiterFixture {
protected:
    /// With the algorithm of the row: see addAlgorithms(). Early in a minute.
    static Policy policy(const char* rules)
    {
        awaitTimeInTheMinute();
        QFETCH(QString, algorithm);
        return {"api", algorithm.toStdString(), parseRules(rules)};
    }

    static std::string stateKeyOf(const Policy& policy, std::string_view token)
    {
        return stateKey(RedisToken(token), policy.name, algorithmNamed(policy.algorithm));
    }

    Reply ask(const Command& command) { return m_connection.call(command); }
    std::int64_t number(const Command& command) { return ask(command).view().integer(); }
    static std::int64_t nowMillis()
    {
        return std::chrono::floor<std::chrono::milliseconds>(std::chrono::system_clock::now())
            .time_since_epoch()
            .count();
    }

    TestServer m_server;
    Connection m_connection{m_server.endpoint(), unhurried};
};

} // namespace ratewarden::test
