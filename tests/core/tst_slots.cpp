// SPDX-License-Identifier: GPL-3.0-or-later
// Slots as programs hold them: released at the end of their scope, renewed by hand or by a keeper, lost.
#include "core/limiter/fallback_rate_limiter.h"
#include "core/limiter/local_rate_limiter.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/limiter/reservation.h"
#include "core/limiter/slot_keeper.h"
#include "core/model/errors.h"
#include "core/policies/published_rate_limiter.h"
#include "core/redis/pipelined_server.h"
#include "tests/support/acts.h"
#include "tests/support/await.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/suites.h"

#include <QTest>

#include <array>
#include <atomic>
#include <functional>
#include <mutex>
#include <optional>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

Policy atOnce(const char* rules)
{
    return {"work", "in-flight", parseRules(rules)};
}

/// Gives one slot, and what becomes of it is the test's to say.
class OneSlotLimiter final : public RateLimiter {
public:
    explicit OneSlotLimiter(Micros life) : m_life(life) {}

    std::function<void()> onDecide = [] {
    };
    std::function<void()> onSettle = [] {
    };
    std::function<void()> onRenew = [] {
    };
    std::atomic<int> renewals = 0;

    Decision decide(const TokenRequest& /*request*/, Mode /*mode*/) override
    {
        onDecide();
        Decision decision;
        decision.usage.push_back({{1, m_life, 0, true}, 1, m_life});
        decision.chargedAt = Instant(1s);
        return decision;
    }
    Decision settle(std::string_view /*token*/, const Settlement& /*settlement*/) override
    {
        onSettle();
        return {};
    }
    std::optional<Micros> renew(std::string_view /*token*/, const Settlement& /*slot*/) override
    {
        ++renewals;
        onRenew();
        return m_life;
    }
    bool reset(std::string_view /*token*/) override { return true; }

private:
    const Micros m_life;
};

[[noreturn]] void failAway()
{
    throw Unavailable("it is away", Unavailable::Effect::None);
}

void awaitLapse(std::chrono::milliseconds span)
{
    const auto end = std::chrono::steady_clock::now() + span;
    await("time to pass", [&] { return std::chrono::steady_clock::now() > end; });
}

} // namespace

class TestSlots : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    PipelinedServer m_pipelined{m_server.endpoint(), {.patience = 60s, .timeouts = unhurried}};

    Units held(const Policy& policy)
    {
        return RedisRateLimiter(m_connection, policy).peek("t").usage[0].used;
    }

    /// Where nothing but a renewal writes them.
    void awaitRenewal(const Policy& policy)
    {
        const auto state = [&] {
            const Reply dump = ask({"DUMP", stateKeyOf(policy, "t")});
            return dump.view().isNil() ? std::string() : std::string(dump.view().string());
        };
        await("a renewal", [&, before = state()] { return state() != before; });
    }

private Q_SLOTS:
    void cleanup() { ask({"FLUSHALL"}); }

    void theEndOfItsScopeReleasesIt()
    {
        const Policy policy = atOnce("1 at once for 30s + 100/min");
        RedisRateLimiter limiter(m_connection, policy);
        {
            const Slot slot = limiter.slot("t", 7);
            QVERIFY(slot.allowed());
            QCOMPARE(slot.life(), 30s);
            QCOMPARE(held(policy), 1);
            const Slot other = limiter.slot("t");
            QVERIFY(!other);
            QVERIFY(other.text().empty());
        } // the one that was denied releases nothing
        const Decision after = limiter.peek("t");
        QCOMPARE(after.usage[0].used, 0);
        QCOMPARE(after.usage[1].used, 7);
        {
            const Slot again = limiter.slot("t");
            QVERIFY(again);
            Slot denied = limiter.slot("t");
            QVERIFY(denied.renew()); // there is nothing to lose
            denied.release();
            QCOMPARE(held(policy), 1);
        }
    }

    void itIsReleasedOnce()
    {
        const Policy policy = atOnce("1 at once + 100/min");
        RedisRateLimiter limiter(m_connection, policy);
        Slot slot = limiter.slot("t", 7);
        const std::string text = slot.text();
        QVERIFY(text.starts_with("7@"));
        slot.release(3);
        QVERIFY(slot.text().empty());
        QCOMPARE(limiter.peek("t").usage[1].used, 3);
        const Slot next = limiter.slot("t", 1);
        QVERIFY(next);
        slot.release(9);
        QCOMPARE(held(policy), 1);
        QCOMPARE(limiter.peek("t").usage[1].used, 4);
    }

    // Until it is released, and renewed or not.
    void itSaysWhoHoldsIt()
    {
        const Policy policy = atOnce("2 at once");
        RedisRateLimiter limiter(m_connection, policy);
        Slot slot = limiter.slot({.token = "t", .cost = 3, .holder = "web-1:4711"});
        const Slot unnamed = limiter.slot("t");
        QVERIFY(slot && unnamed);
        const auto names = [&] {
            const Reply reply = ask({"ZRANGEBYSCORE", stateKeyOf(policy, "t"), "(-1", "(0"});
            std::vector<std::string> all;
            for (std::size_t i = 0; i < reply.view().size(); ++i)
                all.emplace_back(reply.view()[i].string());
            return all;
        };
        const std::string name = slot.text().substr(2) + ":web-1:4711"; // behind the "3@"
        QCOMPARE(names(), std::vector<std::string>{name});
        QVERIFY(slot.renew());
        QCOMPARE(names(), std::vector<std::string>{name});
        slot.release();
        QVERIFY(names().empty());
        QCOMPARE(held(policy), 1);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, (void)limiter.slot({.token = "t", .holder = "a\nb"}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument,
                                 (void)LocalRateLimiter(policy).slot({.token = "t", .holder = "a\nb"}));
    }

    void itMoves()
    {
        const Policy policy = atOnce("2 at once");
        RedisRateLimiter limiter(m_connection, policy);
        Slot first = limiter.slot("t");
        Slot second = std::move(first);
        QCOMPARE(held(policy), 1);
        QVERIFY(!first && !first.renew() && first.text().empty()); // as one that was denied
        first.release();
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, first.decision());
        second = limiter.slot("t"); // which releases the first one
        QCOMPARE(held(policy), 1);
        Slot& itself = second;
        second = std::move(itself);
        QCOMPARE(held(policy), 1);
        QVERIFY(second.renew());
    }

    void whoHasLostItLearnsItAtRenewal()
    {
        const Policy policy = atOnce("1 at once + 100/min");
        RedisRateLimiter limiter(m_connection, policy);
        Slot slot = limiter.slot("t", 5);
        QVERIFY(slot.renew());
        limiter.reset("t");
        QVERIFY(!slot.renew());
        QVERIFY(!slot.renew());
        const Slot others = limiter.slot("t");
        QVERIFY(others);
        slot.release();
        QCOMPARE(held(policy), 1);
    }

    // Under a policy without such a rule there is nothing to lose, nor where nothing was charged.
    void withoutARuleForThem()
    {
        for (const char* algorithm : {"in-flight", "gcra"}) {
            RedisRateLimiter limiter(m_connection, {"work", algorithm, parseRules("9/h")});
            Slot slot = limiter.slot("t", 5);
            QCOMPARE(slot.life(), 0us);
            QVERIFY(slot.renew());
            slot.release(2);
            QCOMPARE(limiter.peek("t").usage[0].used, 2);
            limiter.reset("t");
        }
        RedisRateLimiter gcra(m_connection, {"work", "gcra", parseRules("9/h")});
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, gcra.renew("t", {Instant(1s), 1, 1}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, (void)gcra.slot("t", 0));
        LocalRateLimiter local({"work", "gcra", parseRules("9/h")});
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, local.renew("t", {Instant(1s), 1, 1}));
        PublishedPolicy shadow;
        shadow.policy = atOnce("0 at once");
        shadow.mode = PolicyMode::Shadow;
        PublishedRateLimiter limiter(m_connection, shadow);
        Slot slot = limiter.slot("t");
        QVERIFY(slot.allowed());
        QVERIFY(slot.renew());
    }

    void inThisProcess()
    {
        Instant now{1'795'046'400s};
        LocalRateLimiter limiter(atOnce("1 at once for 10s"), LocalRateLimiter::usualMost,
                                 [&] { return now; });
        Slot slot = limiter.slot("t");
        now += 9s;
        QVERIFY(slot.renew());
        now += 9s;
        QVERIFY(!limiter.acquire("t").allowed());
        now += 1s;
        QVERIFY(limiter.acquire("t").allowed());
        QVERIFY(!slot.renew());
    }

    void withoutRedis()
    {
        TestServer server;
        Connection connection(server.endpoint(), unhurried);
        const Policy policy = atOnce("1 at once");
        RedisRateLimiter redis(connection, policy);
        FallbackRateLimiter limiter(redis, policy, {});
        {
            Slot slot = limiter.slot("t");
            QVERIFY(slot.renew());
            server.stop();
            QVERIFY_THROWS_EXCEPTION(Unavailable, slot.renew());
            Slot without = limiter.slot("t");
            QVERIFY(without.decision().withoutRedis);
            QVERIFY(without.renew());
        } // and their ends throw nothing
    }

    // A local fallback counts slots as Redis does, and its own are released and renewed in this process.
    void aLocalFallbackGivesSlots()
    {
        TestServer server;
        Connection connection(server.endpoint(), unhurried);
        const Policy policy = atOnce("2 at once");
        RedisRateLimiter redis(connection, policy);
        FallbackRateLimiter limiter(redis, policy, {.retryInterval = 1ms});
        server.stop();
        for (int i = 0; i < 5; ++i) {
            Slot slot = limiter.slot("t");
            QVERIFY(slot.allowed() && slot.decision().withoutRedis);
            QVERIFY(slot.text().empty());
            slot.release();
        }
        std::optional<Slot> first = limiter.slot("t");
        Slot second = limiter.slot("t");
        QVERIFY(first->allowed() && second.allowed());
        QVERIFY(!limiter.slot("t").allowed());
        first.reset(); // its end releases it, too
        first = limiter.slot("t");
        QVERIFY(first->allowed());

        QCOMPARE(server.start(), QString());
        await("Redis", [&] { return !limiter.peek("t").withoutRedis; });
        QVERIFY(second.renew()); // still here
        limiter.reset("t");      // with what was charged here
        QVERIFY(!second.renew());
        second.release();
        QCOMPARE(limiter.peek("t").usage.at(0).used, 0);
    }

    // Where the policy has no fallback any more, one that an earlier version gave is lost.
    void anotherVersionKnowsNoSlotOfAFallback()
    {
        PublishedPolicy published;
        published.policy = atOnce("1 at once");
        PublishedRateLimiter limiter(m_connection, published);
        const Settlement slot{Instant(1'795'046'400s), 1, 1, true};
        QCOMPARE(limiter.renew("t", slot), std::optional<Micros>());
        QCOMPARE(limiter.settle("t", slot).settledRules, 0);
        RedisRateLimiter redis(m_connection, published.policy);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, redis.settle("t", slot));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, redis.renew("t", slot));
    }

    void aLocalFallbackSettlesReservations()
    {
        TestServer server;
        Connection connection(server.endpoint(), unhurried);
        const Policy policy{"api", "sliding-log", parseRules("10/min")};
        RedisRateLimiter redis(connection, policy);
        FallbackRateLimiter limiter(redis, policy, {});
        server.stop();
        Reservation reservation = limiter.reserve("t", 5);
        QVERIFY(reservation.allowed() && reservation.decision().withoutRedis);
        QVERIFY(reservation.text().empty());
        QCOMPARE(reservation.settle(1).settledRules, 1);
        QCOMPARE(reservation.decision().usage.at(0).used, 1);
        QVERIFY(reservation.decision().withoutRedis);
        QCOMPARE(reservation.settle(7).usage.at(0).used, 1); // once
        Reservation other = limiter.reserve("t", 5);
        const std::array<TokenSettlement, 1> unused{
            {{"t", *settlementOf(other.decision(), other.units(), 0)}}};
        limiter.settleMany(unused);
        QCOMPARE(limiter.peek("t").usage.at(0).used, 1);
    }

    // A fallback settles nothing that Redis has, so the slot stays held, to be released once Redis is back.
    void whatAFallbackDoesNotReleaseStaysHeld()
    {
        TestServer server;
        Connection connection(server.endpoint(), unhurried);
        const Policy policy = atOnce("1 at once");
        RedisRateLimiter redis(connection, policy);
        FallbackRateLimiter limiter(redis, policy, {.retryInterval = 1ms});
        Slot slot = limiter.slot("t");
        const std::string text = slot.text();
        server.stop();
        QVERIFY_THROWS_EXCEPTION(Unavailable, slot.release());
        QCOMPARE(slot.text(), text);
        QCOMPARE(server.start(), QString());
        await("a release", [&] {
            try {
                slot.release();
                return true;
            } catch (const Unavailable&) {
                return false;
            }
        });
        QVERIFY(slot.text().empty());
    }

    void aRenewalKeepsToTheCircuitBreaker()
    {
        OneSlotLimiter behind(1min);
        FallbackRateLimiter limiter(behind, atOnce("1 at once"), {.retryInterval = 1h});
        Slot slot = limiter.slot("t");
        QVERIFY(slot.renew());
        QVERIFY(!limiter.isUnreachable());
        behind.onRenew = failAway;
        QVERIFY_THROWS_EXCEPTION(Unavailable, slot.renew());
        QVERIFY(limiter.isUnreachable());
        QCOMPARE(behind.renewals.load(), 2);
        QVERIFY_THROWS_EXCEPTION(Unavailable, slot.renew()); // at once
        QCOMPARE(behind.renewals.load(), 2);
    }

    void aKeeperRenewsThem()
    {
        const Policy policy = atOnce("2 at once for 15s"); // so long that a busy processor does not end it
        RedisRateLimiter limiter(m_pipelined, policy);
        std::atomic<int> lost = 0;
        SlotKeeper keeper([&](const std::string&) { ++lost; });
        Slot first = limiter.slot("t");
        keeper.keep(first);
        const Slot moved = std::move(first);
        keeper.keep(first); // NOLINT(bugprone-use-after-move): which is left alone
        {
            const Slot brief = limiter.slot("t");
            keeper.keep(brief);
        }
        const Slot denied = RedisRateLimiter(m_pipelined, atOnce("0 at once")).slot("t");
        keeper.keep(denied);
        QCOMPARE(keeper.size(), std::size_t(2));
        awaitRenewal(policy);
        awaitLapse(11s); // with the third of a life before the renewal: longer than the first life
        QCOMPARE(held(policy), 1);
        QCOMPARE(lost.load(), 0);
        await("the end of what was released", [&] { return keeper.size() == 1; });
    }

    // What waits to be renewed while its Slot ends is not renewed after that: the limiter may be gone by
    // then.
    void aKeeperRenewsNothingThatNobodyHolds()
    {
        OneSlotLimiter limiter(300ms);
        std::atomic<bool> lost = false;
        int renewals = -1; // before its end
        {
            SlotKeeper keeper([&](const std::string&) { lost = true; });
            limiter.onSettle = [&] {
                renewals = limiter.renewals;
                await("the keeper to take it up", [&] { return keeper.size() == 0; });
                awaitLapse(20ms); // until it waits for this to end
                failAway();
            };
            const Slot slot = limiter.slot("t");
            keeper.keep(slot);
        } // first the slot ends, then the keeper
        QCOMPARE(limiter.renewals.load(), renewals);
        QVERIFY(!lost);
    }

    // Another version of the policy, or an override, may let slots live shorter.
    void aKeeperRenewsByTheLifeThatHoldsNow()
    {
        const Policy policy = atOnce("1 at once for 20s"); // whose third is longer than the other's life
        RedisRateLimiter limiter(m_pipelined, policy);
        std::atomic<int> lost = 0;
        SlotKeeper keeper([&](const std::string&) { ++lost; });
        Slot slot = limiter.slot("t");
        keeper.keep(slot);
        overrideToken(m_connection, {"t", "work", parseRules("1 at once for 6s"), 1h, "less", "test"});
        await("a renewal", [&] { return slot.life() == 6s; });
        awaitRenewal(policy);
        QCOMPARE(lost.load(), 0);
        QVERIFY(slot.renew());
    }

    void itsLifeBeginsWhenItIsTaken()
    {
        const Policy policy = atOnce("1 at once for 12s");
        RedisRateLimiter limiter(m_pipelined, policy);
        std::atomic<int> lost = 0;
        SlotKeeper keeper([&](const std::string&) { ++lost; });
        const Slot slot = limiter.slot("t");
        awaitLapse(8400ms);
        keeper.keep(slot); // which renews it now, not after a third of a life from now
        awaitRenewal(policy);
        QCOMPARE(lost.load(), 0);
        QCOMPARE(held(policy), 1);
    }

    // An answer that has been on its way for longer than the slot lives.
    void itsLifeBeginsWhenItIsAskedFor()
    {
        OneSlotLimiter limiter(300ms);
        limiter.onDecide = [] {
            awaitLapse(300ms);
        };
        limiter.onRenew = failAway;
        std::atomic<bool> lost = false;
        SlotKeeper keeper([&](const std::string&) { lost = true; });
        const Slot slot = limiter.slot("t");
        keeper.keep(slot);
        await("the loss", [&] { return lost.load(); });
        QCOMPARE(limiter.renewals.load(), 1);
    }

    void aKeeperTellsOfALoss()
    {
        const Policy policy = atOnce("2 at once for 300ms");
        RedisRateLimiter limiter(m_pipelined, policy);
        std::mutex mutex;
        std::string token;
        SlotKeeper keeper([&](const std::string& which) {
            const std::scoped_lock lock(mutex);
            token += which;
        });
        Slot slot = limiter.slot("t");
        keeper.keep(slot);
        limiter.reset("t");
        await("the loss", [&] {
            const std::scoped_lock lock(mutex);
            return token == "t";
        });
        QVERIFY(!slot.renew());
        await("an end", [&] { return keeper.size() == 0; });
    }

    // While Redis is away it tries on, and gives up when a life has passed without a renewal.
    void aKeeperTriesOn()
    {
        TestServer server;
        PipelinedServer pipelined(server.endpoint(), {.patience = 60s, .timeouts = unhurried});
        RedisRateLimiter limiter(pipelined, atOnce("2 at once for 400ms"));
        std::atomic<bool> lost = false;
        SlotKeeper keeper([&](const std::string&) { lost = true; });
        const auto asked = std::chrono::steady_clock::now();
        const Slot slot = limiter.slot("t");
        keeper.keep(slot);
        server.stop();
        await("the loss", [&] { return lost.load(); });
        QVERIFY(std::chrono::steady_clock::now() - asked >= 400ms);
    }

    void aDeadKeeperRenewsNothing()
    {
        const Policy policy = atOnce("1 at once for 200ms");
        RedisRateLimiter limiter(m_pipelined, policy);
        std::optional<SlotKeeper> keeper(std::in_place);
        const Slot slot = limiter.slot("t");
        keeper->keep(slot);
        keeper.reset();
        await("the slot's end", [&] { return held(policy) == 0; });
        QVERIFY(limiter.slot("t"));
    }
};

RATEWARDEN_SUITE(TestSlots)
#include "tst_slots.moc"
