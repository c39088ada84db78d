// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads
// Slots that no thread waits for: kept by the timers of a server, released, lost.
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/policies/async_rate_limiter.h"
#include "core/redis/pipelined_server.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/outcomes.h"
#include "tests/support/suites.h"

#include <QTest>

#include <atomic>
#include <chrono>
#include <memory>
#include <optional>
#include <utility>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestAsyncSlots : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    PipelinedServer m_pipelined{m_server.endpoint(), unhurriedPipeline()};
    const Executor m_at = inConnectionThread();

    static Policy work(const char* rules) { return {"work", "in-flight", parseRules(rules)}; }

    Units used(const Policy& policy, std::size_t rule = 0)
    {
        return RedisRateLimiter(m_connection, policy).peek("t").usage[rule].used;
    }
    /// The clock of a slot's life is that of this process. What must be renewed in it lives for many seconds:
    /// a machine that has much to do may keep a thread waiting for some.
    static void awaitLives(std::chrono::milliseconds span)
    {
        const auto end = std::chrono::steady_clock::now() + span;
        await("some lives", [&] { return std::chrono::steady_clock::now() > end; });
    }

private Q_SLOTS:
    void cleanup() { ask({"FLUSHALL"}); }

    void itIsKeptUntilItIsReleased()
    {
        const Policy policy = work("2 at once for 9s");
        const AsyncRateLimiter limiter(m_pipelined, policy);
        std::atomic<int> lost = 0;
        const AsyncSlot slot = resultOf(limiter.slot("t", 1, m_at, [&] { ++lost; }));
        QVERIFY(slot);
        awaitLives(10s);
        QCOMPARE(used(policy), 1);
        const Decision released = resultOf(limiter.release(slot, m_at));
        QCOMPARE(released.usage[0].used, 0);
        QCOMPARE(used(policy), 0);
        QVERIFY(slot.text().empty());
        QVERIFY(!slot.isLost());
        QCOMPARE(lost.load(), 0);
    }

    void itSaysWhoHoldsIt()
    {
        const Policy policy = work("1 at once for 1h");
        const AsyncRateLimiter limiter(m_pipelined, policy);
        const AsyncSlot slot = resultOf(limiter.slot({.token = "t", .holder = "web-1:4711"}, m_at));
        const Reply name = ask({"ZRANGE", stateKeyOf(policy, "t"), "1", "1"}); // behind the slot
        QCOMPARE(std::string(name.view()[0].string()), slot.text().substr(2) + ":web-1:4711");
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, (void)limiter.slot({.token = "t", .holder = "a\nb"}, m_at));
    }

    void itsLastCopyReleasesIt()
    {
        const Policy policy = work("1 at once for 1h");
        const AsyncRateLimiter limiter(m_pipelined, policy);
        {
            std::optional<AsyncSlot> slot(resultOf(limiter.slot("t", 1, m_at)));
            const AsyncSlot copy = *slot; // NOLINT(performance-unnecessary-copy-initialization)
            slot.reset();
            QCOMPARE(used(policy), 1);
        }
        await("its release", [&] { return used(policy) == 0; });
    }

    // However long it would have lived.
    void whatIsReleasedIsNotKeptInMemory()
    {
        PublishedPolicy published;
        published.policy = work("1 at once for 24h");
        published.onFailure = OnFailure::Local;
        const auto kept = std::make_shared<int>();
        {
            AsyncRateLimiter::Options options;
            options.onAway = [kept](const Error*) {
            };
            const AsyncRateLimiter limiter(m_pipelined, published, std::move(options));
            resultOf(limiter.release(resultOf(limiter.slot("t", 1, m_at)), m_at));
        }
        await("its end", [&] { return kept.use_count() == 1; });
    }

    void itIsReleasedOnceAndSettles()
    {
        const Policy policy = work("2 at once for 1h + 100/min");
        awaitTimeInTheMinute();
        const AsyncRateLimiter limiter(m_pipelined, policy);
        const AsyncSlot slot = resultOf(limiter.slot("t", 7, m_at));
        QVERIFY(slot.text().starts_with("7@"));
        const AsyncSlot other = resultOf(limiter.slot("t", 1, m_at));
        resultOf(limiter.release(slot, m_at, 3));
        resultOf(limiter.release(slot, m_at, 50));
        QCOMPARE(used(policy), 1);
        QCOMPARE(used(policy, 1), 4);
    }

    void whatIsDeniedReleasesNothing()
    {
        const Policy policy = work("1 at once for 1h");
        const AsyncRateLimiter limiter(m_pipelined, policy);
        const AsyncSlot slot = resultOf(limiter.slot("t", 1, m_at));
        {
            const AsyncSlot denied = resultOf(limiter.slot("t", 1, m_at));
            QVERIFY(!denied);
            QVERIFY(denied.text().empty());
            QVERIFY(!resultOf(limiter.release(denied, m_at)).allowed());
        }
        QVERIFY(!AsyncSlot());
        resultOf(limiter.release(AsyncSlot(), m_at));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, (void)limiter.slot("t", 0, m_at));
        QCOMPARE(used(policy), 1);
    }

    void whoHasLostItLearnsIt()
    {
        const AsyncRateLimiter limiter(m_pipelined, work("1 at once for 6s"));
        std::atomic<int> lost = 0;
        const AsyncSlot slot = resultOf(limiter.slot("t", 1, m_at, [&] { ++lost; }));
        QVERIFY(resultOf(limiter.reset("t", m_at)));
        await("the loss", [&] { return lost == 1; });
        QVERIFY(slot.isLost());
        QVERIFY(slot.text().empty());
    }

    // While Redis is away it tries on, and gives up when a life has passed without a renewal.
    void itTriesOn()
    {
        TestServer server;
        PipelinedServer pipelined(server.endpoint(), unhurriedPipeline());
        const AsyncRateLimiter limiter(pipelined, work("2 at once for 2s"));
        std::atomic<bool> lost = false;
        const auto asked = std::chrono::steady_clock::now();
        const AsyncSlot slot = resultOf(limiter.slot("t", 1, m_at, [&] { lost = true; }));
        server.stop();
        await("the loss", [&] { return lost.load(); });
        QVERIFY(std::chrono::steady_clock::now() - asked >= 2s);
        QVERIFY_THROWS_EXCEPTION(Unavailable, resultOf(limiter.release(slot, m_at)));
    }

    void aReleaseThatFailedCanBeRepeated()
    {
        TestServer server;
        PipelinedServer pipelined(server.endpoint(), unhurriedPipeline());
        const AsyncRateLimiter limiter(pipelined, work("1 at once for 1h"));
        const AsyncSlot slot = resultOf(limiter.slot("t", 1, m_at));
        const std::string text = slot.text();
        server.stop();
        QVERIFY_THROWS_EXCEPTION(Unavailable, resultOf(limiter.release(slot, m_at)));
        QCOMPARE(slot.text(), text);
        QCOMPARE(server.start(), QString());
        await("a release", [&] {
            try {
                resultOf(limiter.release(slot, m_at));
                return true;
            } catch (const Unavailable&) {
                return false;
            }
        });
        QVERIFY(slot.text().empty());
    }

    // Whoever has given it back does not hold it for ever, even if Redis does not know yet.
    void aReleaseThatFailedEndsTheRenewals()
    {
        TestServer server;
        PipelinedServer pipelined(server.endpoint(), unhurriedPipeline());
        const AsyncRateLimiter limiter(pipelined, work("1 at once for 2s"));
        const AsyncSlot slot = resultOf(limiter.slot("t", 1, m_at));
        server.stop();
        QVERIFY_THROWS_EXCEPTION(Unavailable, resultOf(limiter.release(slot, m_at)));
        QCOMPARE(server.start(), QString());
        Connection connection(server.endpoint(), unhurried);
        awaitLives(2500ms);
        QVERIFY(slot.isLost());
        const std::string scripts(connection.call({"INFO", "commandstats"}).view().string());
        QVERIFY(scripts.find("cmdstat_evalsha") == std::string::npos);
    }

    void itOutlivesACancelledServer()
    {
        std::atomic<int> lost = 0;
        std::optional<PipelinedServer> pipelined(std::in_place, m_server.endpoint(), unhurriedPipeline());
        const AsyncRateLimiter limiter(*pipelined, work("1 at once for 4s"));
        {
            const AsyncSlot slot = resultOf(limiter.slot("t", 1, m_at, [&] { ++lost; }));
            pipelined->cancel();
            awaitLives(4500ms);
            QVERIFY(slot.isLost());
        }
        pipelined.reset();
        QCOMPARE(lost.load(), 0); // nobody asked
    }

    void aSlotOfAnotherProcessIsRenewed()
    {
        const Policy policy = work("1 at once for 30s");
        const AsyncRateLimiter limiter(m_pipelined, policy);
        const Decision taken = resultOf(limiter.decide({"t", 1}, Mode::Reserve, m_at));
        const Settlement slot{*taken.chargedAt, 1, 1};
        QCOMPARE(resultOf(limiter.renew("t", slot, m_at)), std::optional<Micros>(30s));
        QVERIFY(resultOf(limiter.reset("t", m_at)));
        QCOMPARE(resultOf(limiter.renew("t", slot, m_at)), std::optional<Micros>());
        const AsyncRateLimiter rates(m_pipelined, Policy{"api", "gcra", parseRules("1/s")});
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, resultOf(rates.renew("t", slot, m_at)));
    }

    void aFallbackKnowsItsOwnSlotsAlone()
    {
        TestServer server;
        PipelinedServer pipelined(server.endpoint(), unhurriedPipeline());
        PublishedPolicy published;
        published.policy = work("1 at once for 1h");
        published.onFailure = OnFailure::Local;
        const AsyncRateLimiter limiter(pipelined, published, {});
        const AsyncSlot slot = resultOf(limiter.slot("t", 1, m_at));
        server.stop();
        const AsyncSlot without = resultOf(limiter.slot("t", 1, m_at));
        QVERIFY(without.decision().withoutRedis);
        QVERIFY_THROWS_EXCEPTION(Unavailable, resultOf(limiter.release(slot, m_at)));
        QVERIFY(!slot.text().empty());
        QVERIFY(!resultOf(limiter.slot("t", 1, m_at)).allowed());
        QCOMPARE(resultOf(limiter.release(without, m_at)).settledRules, 1); // which the fallback has given
        QVERIFY(resultOf(limiter.slot("t", 1, m_at)).allowed());
    }
};

RATEWARDEN_SUITE(TestAsyncSlots)
#include "tst_async_slots.moc"
