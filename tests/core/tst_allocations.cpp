// SPDX-License-Identifier: GPL-3.0-or-later
// What a decision takes from the heap once things have settled: nothing, apart from what hiredis takes for a
// reply.
#include "core/limiter/local_rate_limiter.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/redis/connection.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"

#include <QTest>

#include <cstdlib>
#include <new>

using namespace ratewarden;
using namespace ratewarden::test;

namespace {

thread_local int allocations = 0;

} // namespace

void* operator new(std::size_t size)
{
    ++allocations;
    if (void* const memory = std::malloc(size > 0 ? size : 1))
        return memory;
    throw std::bad_alloc();
}

void operator delete(void* memory) noexcept
{
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    std::free(memory);
}

class TestAllocations : public QObject {
    Q_OBJECT

private:
    static int allocationsOf(RateLimiter& limiter, const std::string& holder = {})
    {
        const std::string token = "user-that-is-longer-than-what-a-string-holds-in-itself";
        const TokenRequest request{.token = token, .holder = holder};
        for (int i = 0; i < 3; ++i)
            limiter.acquire(request);
        const int before = allocations;
        for (int i = 0; i < 100; ++i)
            limiter.acquire(request);
        return allocations - before;
    }

    static Policy policy()
    {
        QFETCH(QString, algorithm);
        return {"api", algorithm.toStdString(), parseRules("50/s + 200/min + 2000/h + 8000/day")};
    }

private Q_SLOTS:
    void inRedis_data() { addAlgorithms(); }
    void inRedis()
    {
        const TestServer server;
        Connection connection(server.endpoint(), unhurried);
        RedisRateLimiter limiter(connection, policy());
        QCOMPARE(allocationsOf(limiter), 0);
    }

    void ofASlotWithItsHolder()
    {
        const TestServer server;
        Connection connection(server.endpoint(), unhurried);
        RedisRateLimiter limiter(connection, {"work", "in-flight", parseRules("500 at once")});
        QCOMPARE(allocationsOf(limiter, std::string(longestHolder, 'x')), 0);
    }

    void inProcess_data() { addAlgorithms(); }
    void inProcess()
    {
        const Policy rules = policy();
        LocalRateLimiter limiter(rules);
        if (algorithmNamed(rules.algorithm).keeps == Keeps::Charges)
            QVERIFY(allocationsOf(limiter) < 20); // for the charges it keeps
        else
            QCOMPARE(allocationsOf(limiter), 0);
    }
};

RATEWARDEN_SUITE(TestAllocations)
#include "tst_allocations.moc"
