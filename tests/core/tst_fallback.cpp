// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads
// What counts as an outage, and the circuit breaker: a server that hangs costs one timeout, not one for each
// request.
#include "core/limiter/circuit_breaker.h"
#include "core/limiter/fallback_rate_limiter.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/redis/connection.h"
#include "core/redis/pipelined_server.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"
#include "tests/support/threads.h"
#include "tests/support/thrown.h"

#include <QTest>

#include <atomic>
#include <latch>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

using Reason = UnavailableReason;

namespace {

const Policy guarded{"api", "gcra", parseRules("100/h")};

/// Does what the test says.
class ScriptedLimiter final : public RateLimiter {
public:
    std::function<Decision()> act;
    std::atomic<int> calls = 0;

    Decision decide(const TokenRequest& /*request*/, Mode /*mode*/) override
    {
        ++calls;
        return act();
    }
    Decision settle(std::string_view /*token*/, const Settlement& /*settlement*/) override
    {
        ++calls;
        return act();
    }
    bool reset(std::string_view /*token*/) override { return true; }
};

template <class Thrown, class Reason>
std::function<Decision()> failing(Reason reason)
{
    return [reason]() -> Decision {
        if constexpr (std::is_same_v<Thrown, Unavailable>)
            throw Unavailable("it fails", Unavailable::Effect::None, reason);
        else
            throw Thrown("it refuses", reason);
    };
}

Decision allow()
{
    return {};
}

} // namespace

class TestFallback : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void theBreakerAdmitsOneProbe()
    {
        CircuitBreaker breaker(10s);
        const CircuitBreaker::Clock::time_point start{100s};
        auto first = breaker.admit(start);
        auto second = breaker.admit(start);
        QVERIFY(first && second && !breaker.isOpen());
        QVERIFY(first->failed(start));
        QVERIFY(breaker.isOpen());
        QVERIFY(!breaker.admit(start + 9s));

        auto probe = breaker.admit(start + 10s);
        QVERIFY(probe && probe->isProbe());
        QVERIFY2(!breaker.admit(start + 10s), "there are two probes");
        QVERIFY(!second->failed(start + 11s)); // it was under way: nothing new
        QVERIFY(!probe->failed(start + 12s));
        QVERIFY(!breaker.admit(start + 21s)); // counted from the probe's end
        {
            const auto abandoned = breaker.admit(start + 22s);
            QVERIFY(abandoned);
        }
        auto another = breaker.admit(start + 22s);
        QVERIFY2(another, "a probe without a result stays the only one for ever");
        QVERIFY(another->succeeded());
        QVERIFY(!breaker.isOpen());
        QVERIFY(!breaker.admit(start + 22s)->isProbe());
    }

    void aStragglerDoesNotOpenItAgain()
    {
        CircuitBreaker breaker(1s);
        const CircuitBreaker::Clock::time_point start{100s};
        auto straggler = breaker.admit(start);
        auto luckless = breaker.admit(start);
        breaker.admit(start)->failed(start);
        QVERIFY(!luckless->succeeded());
        QVERIFY2(breaker.isOpen(), "an answer to an earlier call has closed it");
        QVERIFY(breaker.admit(start + 1s)->succeeded());
        QVERIFY(!straggler->failed(start + 2s));
        QVERIFY2(!breaker.isOpen(), "the timeout of a call from before has opened it");
    }

    void aSetOfFailures()
    {
        constexpr Failures usual;
        static_assert(usual.contains(Reason::TimedOut) && usual.contains(Reason::Loading));
        static_assert(!usual.contains(RefusedReason::WrongPassword));
        constexpr Failures chosen =
            Failures::unreachableOnly().with(Reason::OutOfMemory).with(RefusedReason::MissingRight);
        static_assert(chosen.contains(Reason::NoConnection) && chosen.contains(Reason::OutOfMemory));
        static_assert(!chosen.contains(Reason::Loading) && !chosen.contains(RefusedReason::WrongPassword));
        static_assert(chosen.contains(RefusedReason::MissingRight));
        static_assert(usual.without(Reason::TimedOut) == usual); // always counts
        static_assert(!usual.without(Reason::Loading).contains(Reason::Loading));
        QVERIFY(usual.contains(Unavailable("", Unavailable::Effect::None)));
        QVERIFY(!usual.contains(Refused("", RefusedReason::MissingRight)));
        QVERIFY(!usual.contains(BadState("")));
    }

    void theCallerChoosesWhatCounts()
    {
        ScriptedLimiter redis;
        redis.act = allow;
        const Failures failures = Failures()
                                      .with(RefusedReason::WrongPassword)
                                      .with(RefusedReason::NotAuthenticated)
                                      .without(Reason::OutOfMemory);
        std::vector<std::string> told;
        FallbackRateLimiter limiter(
            redis, guarded,
            {.onFailure = OnFailure::Allow,
             .retryInterval = 0ms,
             .onChange = [&](const Error* error) { told.emplace_back(error ? error->what() : "back"); },
             .failures = failures});
        redis.act = failing<Refused>(RefusedReason::WrongPassword);
        QVERIFY(limiter.acquire("t").withoutRedis);
        redis.act = failing<Unavailable>(Reason::Loading);
        QVERIFY(limiter.acquire("t").withoutRedis);
        QCOMPARE(told.size(), 1U);
        QVERIFY(told.front().starts_with("it refuses"));

        redis.act = failing<Unavailable>(Reason::OutOfMemory); // it has answered
        QVERIFY_THROWS_EXCEPTION(Unavailable, limiter.acquire("t"));
        QVERIFY(!limiter.isUnreachable());
        redis.act = failing<Refused>(RefusedReason::MissingRight);
        QVERIFY_THROWS_EXCEPTION(Refused, limiter.acquire("t"));
        QCOMPARE(told.size(), 2U);
        QCOMPARE(told.back(), "back");
    }

    void realServersWithTheirErrors()
    {
        TestServer server;
        Connection direct(server.endpoint(), unhurried);
        direct.call({"ACL", "SETUSER", "reader", "on", ">secret", "~*", "+@read", "+@connection"});
        const Endpoint asReader = server.endpointOf("reader", "secret");
        const Endpoint withWrongPassword = server.endpointOf("reader", "wrong");
        const auto decides = [](const Endpoint& endpoint, Failures failures) {
            Connection connection(endpoint, unhurried);
            RedisRateLimiter redis(connection, guarded);
            return FallbackRateLimiter(redis, guarded, {.failures = failures}).acquire("t").withoutRedis;
        };
        QVERIFY_THROWS_EXCEPTION(Refused, decides(asReader, {}));
        QVERIFY(decides(asReader, Failures().with(RefusedReason::MissingRight)));
        QVERIFY_THROWS_EXCEPTION(Refused, decides(withWrongPassword, {}));
        QVERIFY(decides(withWrongPassword, Failures().with(RefusedReason::WrongPassword)));
        direct.call({"CONFIG", "SET", "maxmemory", "1"});
        QVERIFY(decides(server.endpoint(), {}));
        QVERIFY_THROWS_EXCEPTION(Unavailable, decides(server.endpoint(), Failures::unreachableOnly()));
    }

    void aHangCostsOneTimeout()
    {
        // Those that are under way when it hangs wait for the timeout; nobody after them does.
        constexpr int underWay = 8;
        ScriptedLimiter redis;
        std::latch entered(underWay);
        std::latch timeout(1);
        redis.act = [&]() -> Decision {
            entered.count_down();
            timeout.wait();
            throw Unavailable("no answer", Unavailable::Effect::Uncertain, Reason::TimedOut);
        };
        std::atomic<int> changes = 0;
        const auto breaker = std::make_shared<CircuitBreaker>(1h);
        FallbackRateLimiter limiter(
            redis, guarded, {.onChange = [&](const Error* /*error*/) { ++changes; }, .breaker = breaker});
        FallbackRateLimiter ofAnotherPolicy(redis, guarded, {.breaker = breaker});
        std::atomic<int> alone = 0;
        const std::jthread clock([&] {
            entered.wait();
            timeout.count_down();
        });
        inThreads(underWay, [&](int /*thread*/) {
            for (int k = 0; k < 100; ++k)
                alone += limiter.acquire("t", 0).withoutRedis ? 1 : 0;
        });
        QCOMPARE(alone.load(), underWay * 100);
        QCOMPARE(redis.calls.load(), underWay);
        QCOMPARE(changes.load(), 1);
        QVERIFY(ofAnotherPolicy.acquire("t").withoutRedis);
        QCOMPARE(redis.calls.load(), underWay);
    }

    void oneOfManyThreadsProbes()
    {
        constexpr int threads = 8;
        ScriptedLimiter redis;
        redis.act = failing<Unavailable>(Reason::TimedOut);
        FallbackRateLimiter limiter(redis, guarded, {.retryInterval = 0ms}); // it is time for a probe at once
        QVERIFY(limiter.acquire("t").withoutRedis);
        redis.calls = 0;
        std::latch probing(1);
        std::latch answer(1);
        redis.act = [&] {
            probing.count_down();
            answer.wait();
            return Decision();
        };
        std::jthread prober([&] { limiter.acquire("t"); });
        probing.wait();
        inThreads(threads, [&](int /*thread*/) {
            for (int k = 0; k < 20; ++k)
                limiter.acquire("t");
        });
        QCOMPARE(redis.calls.load(), 1);
        answer.count_down();
        prober.join();
        QVERIFY(!limiter.isUnreachable());
        redis.act = allow;
        QVERIFY(!limiter.acquire("t").withoutRedis);
    }

    void aServerThatHangs()
    {
        TestServer server;
        PipelinedServer pipelined(server.endpoint(),
                                  {.connections = 1, .patience = 1s, .timeouts = unhurried});
        QTRY_VERIFY(!thrownBy<Unavailable>([&] { pipelined.call({"PING"}); }));
        RedisRateLimiter redis(pipelined, guarded);
        ScriptedLimiter watched;
        watched.act = [&] {
            return redis.acquire("t");
        };
        FallbackRateLimiter limiter(watched, guarded, {.onFailure = OnFailure::Deny, .retryInterval = 1h});
        server.freeze();
        constexpr int threads = 16;
        std::atomic<int> denied = 0;
        const auto start = std::chrono::steady_clock::now();
        inThreads(threads, [&](int /*thread*/) {
            for (int k = 0; k < 50; ++k) {
                const Decision decision = limiter.acquire("t");
                denied += decision.verdict == Verdict::RedisUnreachable ? 1 : 0;
            }
        });
        const auto took = std::chrono::steady_clock::now() - start;
        server.thaw();
        QCOMPARE(denied.load(), threads * 50);
        QVERIFY(took >= 1s);
        QVERIFY2(watched.calls <= threads, "some have waited for a second timeout");
    }
};

RATEWARDEN_SUITE(TestFallback)
#include "tst_fallback.moc"
