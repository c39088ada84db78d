// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads
// Decisions from leases that no thread waits for.
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/policies/async_leased_rate_limiter.h"
#include "core/redis/open_server.h"
#include "core/redis/pipelined_server.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/outcomes.h"
#include "tests/support/suites.h"
#include "tests/support/test_cluster.h"
#include "tests/support/threads.h"
#include "tests/support/thrown.h"

#include <QTest>

#include <atomic>
#include <functional>
#include <future>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

/// What came of a coroutine's requests, once it has ended.
struct Served {
    std::atomic<int> allowed = 0;
    std::atomic<int> ended = 0;
};

/// Counts what is submitted.
class CountingServer final : public AsyncServer {
public:
    explicit CountingServer(AsyncServer& behind) : m_behind(behind) {}

    const std::string& where() const override { return m_behind.where(); }
    void cancel() override { m_behind.cancel(); }
    void submitAll(std::span<AsyncCall> calls) override
    {
        ++submitted;
        m_behind.submitAll(calls);
    }
    void callAfter(std::chrono::microseconds time, std::function<void()> function) override
    {
        m_behind.callAfter(time, std::move(function));
    }

    std::atomic<int> submitted = 0;

private:
    AsyncServer& m_behind;
};

DetachedTask serveMany(const AsyncLeasedRateLimiter& leases, int requests, Served& served)
{
    for (int i = 0; i < requests; ++i) {
        const Decision decision = co_await leases.acquire("t", 1, inConnectionThread());
        served.allowed += decision.allowed() ? 1 : 0;
    }
    ++served.ended;
}

} // namespace

class TestAsyncLeases : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    PipelinedServer m_pipelined{m_server.endpoint(), unhurriedPipeline()};
    const Executor m_at = inConnectionThread();
    Micros m_now = 1h; // by the clock of leases, where a test sets it

    LeaseOptions options(Micros everyCall = {})
    {
        LeaseOptions options;
        options.clock = [this, everyCall] {
            return m_now += everyCall;
        };
        return options;
    }
    std::int64_t calls()
    {
        const std::string info(ask({"INFO", "commandstats"}).view().string());
        const std::size_t at = info.find("cmdstat_evalsha:calls=");
        return at == std::string::npos ? 0 : std::stoll(info.substr(at + 22));
    }
    static Decision decided(AsyncLeasedRateLimiter::Acquiring acquiring)
    {
        return madeBy<Decision>(std::move(acquiring));
    }

private Q_SLOTS:
    void cleanup() { ask({"FLUSHALL"}); }

    void coroutinesDecideInMemory_data()
    {
        QTest::addColumn<bool>("isCluster");
        QTest::newRow("one node") << false;
        QTest::newRow("a cluster") << true;
    }
    void coroutinesDecideInMemory()
    {
        QFETCH(bool, isCluster);
        std::optional<TestCluster> cluster;
        const auto server = openAsyncServer(isCluster ? cluster.emplace().endpoint() : m_server.endpoint(),
                                            unhurriedPipeline());
        Policy policy{"api", "sliding-log", parseRules("100000/h")};
        policy.lease = 10s; // answers that took longer would be too late
        const Units limit = decidingRules(policy)[0].limit;
        const AsyncLeasedRateLimiter leases(AsyncRateLimiter(*server, policy));
        Served served;
        const std::int64_t before = calls();
        inThreads(2, [&](int) {
            for (int i = 0; i < 4; ++i)
                serveMany(leases, 15'000, served);
        });
        await("their ends", [&] { return served.ended == 8; });
        // What a lease had left may come back after the last of them was denied.
        await("the rest", [&] {
            while (decided(leases.acquire("t", 1, m_at)).allowed())
                ++served.allowed;
            return served.allowed >= limit;
        });
        QCOMPARE(Units(served.allowed), limit);
        if (!isCluster)
            QVERIFY2(calls() - before < 10'000, qPrintable(QString::number(calls() - before)));
    }

    // Others for the token wait for the one answer, which is that of the one who has asked.
    void oneAsksForAll()
    {
        const AsyncLeasedRateLimiter leases(
            AsyncRateLimiter(m_pipelined, Policy{"api", "gcra", parseRules("1000000/h")}), options());
        resultOf(AsyncRateLimiter(m_pipelined, Policy{"api", "gcra", parseRules("1000000/h")})
                     .acquire("other", 1, m_at)); // the script is there
        m_now += 1ms;
        decided(leases.acquire("t", 1, m_at));
        m_now += 1us;
        const std::int64_t before = calls();
        std::atomic<int> answered = 0;
        std::atomic<int> first = -1;
        ask({"CLIENT", "PAUSE", "60000", "WRITE"});
        for (int i = 0; i < 8; ++i)
            leases.acquire("t", 1, m_at).then([&, i](const RequestOutcome<Decision>& outcome) {
                if (answered == 0)
                    first = i;
                answered += outcome.value().allowed() ? 1 : 0;
            });
        ask({"CLIENT", "UNPAUSE"});
        await("all", [&] { return answered == 8; });
        QCOMPARE(first.load(), 0);
        QVERIFY2(calls() - before <= 3, qPrintable(QString::number(calls() - before)));
    }

    void aCallbackRunsOnItsExecutor()
    {
        const AsyncLeasedRateLimiter leases(
            AsyncRateLimiter(m_pipelined, Policy{"api", "gcra", parseRules("1000000/h")}), options());
        std::mutex mutex;
        std::vector<std::function<void()>> posted;
        const Executor executor = [&](std::function<void()> function) {
            const std::scoped_lock lock(mutex);
            posted.push_back(std::move(function));
        };
        int allowed = 0;
        const auto acquire = [&] {
            m_now += 1us;
            leases.acquire("t", 1, executor).then([&](const RequestOutcome<Decision>& outcome) {
                allowed += outcome.value().allowed() ? 1 : 0;
            });
            await("its turn", [&] {
                const std::scoped_lock lock(mutex);
                return !posted.empty();
            });
            QCOMPARE(posted.size(), std::size_t(1));
            posted.front()();
            posted.clear();
        };
        for (int i = 0; i < 6; ++i) // from Redis, then from memory
            acquire();
        QCOMPARE(allowed, 6);
    }

    void whatIsLeftIsSettled()
    {
        const Policy policy{"api", "sliding-log", parseRules("100000/h")};
        const auto used = [&] {
            return RedisRateLimiter(m_connection, policy).peek("t").usage[0].used;
        };
        {
            const AsyncLeasedRateLimiter leases(AsyncRateLimiter(m_pipelined, policy), options());
            for (int i = 0; i < 50; ++i, m_now += 10us)
                QVERIFY(decided(leases.acquire("t", 1, m_at)).allowed());
            QVERIFY(used() > 50);
            m_now += 1s;
            leases.returnUnused();
            await("a settlement", [&] { return used() == 50; });
            for (int i = 0; i < 50; ++i, m_now += 10us)
                QVERIFY(decided(leases.acquire("t", 1, m_at)).allowed());
            QCOMPARE(leases.tokenCount(), std::size_t(1));
        }
        await("the other", [&] { return used() == 100; });
    }

    void aDenialIsRemembered()
    {
        const AsyncLeasedRateLimiter leases(
            AsyncRateLimiter(m_pipelined, Policy{"api", "sliding-log", parseRules("2/h")}), options());
        for (const bool allowed : {true, true, false})
            QCOMPARE(decided(leases.acquire("t", 1, m_at)).allowed(), allowed);
        const std::int64_t before = calls();
        QVERIFY(!decided(leases.acquire("t", 1, m_at)).allowed());
        QCOMPARE(calls(), before);
    }

    void lateAnswersAreNotSpent()
    {
        Policy policy{"api", "sliding-log", parseRules("100/h")};
        policy.lease = 100ms;
        const AsyncLeasedRateLimiter leases(AsyncRateLimiter(m_pipelined, policy), options(1s));
        std::atomic<int> late = 0;
        ask({"CLIENT", "PAUSE", "60000", "WRITE"});
        for (int i = 0; i < 3; ++i) // one asks, and the others wait for it
            leases.acquire("t", 1, m_at).then([&](const RequestOutcome<Decision>& outcome) {
                const auto error = thrownBy<Unavailable>([&] { outcome.value(); });
                late += error && error->reason() == Unavailable::Reason::TimedOut ? 1 : 0;
            });
        ask({"CLIENT", "UNPAUSE"});
        await("their errors", [&] { return late == 3; });
        await("what was not spent",
              [&] { return RedisRateLimiter(m_connection, policy).peek("t").usage[0].used == 0; });
    }

    // All at once, not each after a time-out of its own: that would be some minutes.
    void errorsComeToAllWhoWait()
    {
        TestServer server;
        PipelinedServer pipelined(server.endpoint(),
                                  {.connections = 1, .patience = 1s, .timeouts = {1s, 1s}});
        const AsyncLeasedRateLimiter leases(
            AsyncRateLimiter(pipelined, Policy{"api", "gcra", parseRules("100/h")}));
        Connection direct(server.endpoint(), unhurried);
        direct.call({"CLIENT", "PAUSE", "600000", "ALL"});
        constexpr int waiting = 200;
        std::atomic<int> failed = 0;
        for (int i = 0; i < waiting; ++i)
            leases.acquire("t", 1, m_at).then([&](const RequestOutcome<Decision>& outcome) {
                failed += outcome.error ? 1 : 0;
            });
        await("their errors", [&] { return failed == waiting; });
    }

    // Where no lease follows nobody waits for another's answer.
    void aShadowedTokenIsAskedForSideBySide()
    {
        PublishedPolicy published;
        published.policy = {"api", "sliding-log", parseRules("1/h")};
        published.mode = PolicyMode::Shadow;
        const AsyncLeasedRateLimiter leases(AsyncRateLimiter(m_pipelined, published, {}));
        for (int i = 0; i < 2; ++i)
            QVERIFY(decided(leases.acquire("t", 1, m_at)).allowed());
        std::atomic<int> answered = 0;
        for (int i = 0; i < 3000; ++i)
            leases.acquire("t", 1, m_at).then([&](const RequestOutcome<Decision>& outcome) {
                answered += outcome.value().shadowed ? 1 : 0;
            });
        await("all", [&] { return answered == 3000; });
    }

    void aDamagedTokenIsAskedForSideBySide()
    {
        const Policy policy{"api", "sliding-log", parseRules("100/h")};
        ask({"SADD", stateKeyOf(policy, "t"), "x"});
        CountingServer counting(m_pipelined);
        const AsyncLeasedRateLimiter leases(AsyncRateLimiter(counting, policy));
        QVERIFY_THROWS_EXCEPTION(BadState, decided(leases.acquire("t", 1, m_at)));
        ask({"CLIENT", "PAUSE", "60000", "WRITE"});
        const int before = counting.submitted;
        std::atomic<int> failed = 0;
        for (int i = 0; i < 5; ++i)
            leases.acquire("t", 1, m_at).then([&](const RequestOutcome<Decision>& outcome) {
                failed += outcome.error ? 1 : 0;
            });
        const int submitted = counting.submitted - before;
        ask({"CLIENT", "UNPAUSE"});
        await("their errors", [&] { return failed == 5; });
        QCOMPARE(submitted, 5);
    }

    // Answers from memory do not nest, however many callbacks each ask for the next.
    void callbacksDoNotNest()
    {
        const AsyncLeasedRateLimiter leases(
            AsyncRateLimiter(m_pipelined, Policy{"api", "gcra", parseRules("100000000/h")}));
        std::atomic<int> left = 100'000;
        std::function<void()> next = [&] {
            leases.acquire("t", 1, m_at).then([&](const RequestOutcome<Decision>& outcome) {
                outcome.value();
                if (--left > 0)
                    next();
            });
        };
        next();
        await("the last", [&] { return left <= 0; });
    }

    // Nor once no thread of the server is left to go on in; then they are errors.
    void callbacksEndAfterACancel()
    {
        PipelinedServer pipelined(m_server.endpoint(), unhurriedPipeline());
        const AsyncLeasedRateLimiter leases(
            AsyncRateLimiter(pipelined, Policy{"api", "gcra", parseRules("100000000/h")}));
        std::atomic<int> decided = 0;
        std::atomic<bool> failed = false;
        std::function<void()> next = [&] {
            leases.acquire("t", 1, m_at).then([&](const RequestOutcome<Decision>& outcome) {
                if (outcome.error) {
                    failed = true;
                    return;
                }
                if (++decided == 3000)
                    pipelined.cancel();
                next();
            });
        };
        next();
        await("an error", [&] { return failed.load(); });
        QVERIFY(decided >= 3000);
    }

    // Whoever is told may end it, and with that the book that the others wait in.
    void itMayEndInItsCallback()
    {
        const Policy policy{"api", "sliding-log", parseRules("100/h")};
        for (int i = 0; i < 10; ++i) {
            auto leases = std::make_unique<AsyncLeasedRateLimiter>(AsyncRateLimiter(m_pipelined, policy));
            std::promise<bool> told;
            leases->acquire("t" + std::to_string(i), 1, m_at)
                .then([&](const RequestOutcome<Decision>& outcome) {
                    leases.reset();
                    told.set_value(!outcome.error && outcome.made.allowed());
                });
            QVERIFY(told.get_future().get());
        }
    }

    void refusesWhatCannotBe()
    {
        const Policy work{"work", "in-flight", parseRules("2 at once for 1h")};
        const AsyncLeasedRateLimiter ofSlots(AsyncRateLimiter{m_pipelined, work});
        QVERIFY_THROWS_EXCEPTION(BadPolicy, decided(ofSlots.acquire("t", 1, m_at)));
        await("its slot", [&] { return RedisRateLimiter(m_connection, work).peek("t").usage[0].used == 0; });
        const AsyncRateLimiter limiter(m_pipelined, Policy{"api", "gcra", parseRules("100/h")});
        LeaseOptions wrong;
        wrong.life = 2min;
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, AsyncLeasedRateLimiter(limiter, wrong));
        const AsyncLeasedRateLimiter leases(limiter);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, (void)leases.acquire("", 1, m_at));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, (void)leases.acquire("t", 0, m_at));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, (void)leases.acquire("t", 1, {}));
    }
};

RATEWARDEN_SUITE(TestAsyncLeases)
#include "tst_async_leases.moc"
