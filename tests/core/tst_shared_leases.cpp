// SPDX-License-Identifier: GPL-3.0-or-later
// labels: threads
// Where calls on leases meet: threads that wait for the same answer, many requests in one call, and resets
// and refunds while an answer is on its way.
#include "core/model/errors.h"
#include "core/policies/following_rate_limiter.h"
#include "core/policies/policy_store.h"
#include "core/redis/pipelined_server.h"
#include "tests/support/acts.h"
#include "tests/support/lease_fixture.h"
#include "tests/support/suites.h"
#include "tests/support/threads.h"
#include "tests/support/watched_server.h"

#include <QTest>

#include <atomic>
#include <barrier>
#include <condition_variable>
#include <mutex>
#include <set>
#include <string>
#include <thread>
#include <utility>
#include <vector>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

/// Waits until a number of threads have looked at the clock of leases, which they do under the lock that
/// decides what comes of their requests.
class Lookers {
public:
    Micros look()
    {
        const std::scoped_lock lock(m_mutex);
        m_seen.insert(std::this_thread::get_id());
        m_changed.notify_all();
        return 1h;
    }
    /// False: there are not so many.
    bool await(std::size_t many)
    {
        std::unique_lock lock(m_mutex);
        return m_changed.wait_for(lock, std::chrono::milliseconds(patienceMs),
                                  [&] { return m_seen.size() >= many; });
    }

private:
    std::mutex m_mutex;
    std::condition_variable m_changed;
    std::set<std::thread::id> m_seen;
};

LeaseOptions watchedBy(Lookers& lookers)
{
    LeaseOptions options;
    options.clock = [&] {
        return lookers.look();
    };
    return options;
}

} // namespace

class TestSharedLeases : public QObject, LeaseFixture {
    Q_OBJECT

    PipelinedServer m_pipelined{m_server.endpoint(), {.patience = 60s, .timeouts = unhurried}};
    const Policy m_api{"api", "sliding-log", parseRules("100000/h")};

    std::string tokenOf(int i) { return "token:" + std::to_string(i); }
    void damage(std::string_view token)
    {
        ask({"DEL", stateKeyOf(m_api, token)});
        ask({"SADD", stateKeyOf(m_api, token), "x"});
    }
    /// What some requests have left of leases that have just ended.
    void leave(LeasedRateLimiter& limiter, const std::vector<TokenRequest>& requests)
    {
        for (int i = 0; i < 15; ++i, m_now += 1ms)
            limiter.acquireMany(requests);
        m_now += 100ms;
    }

    /// For so many requests, once nothing is leased any more.
    Units charged(LeasedRateLimiter& limiter, int requests)
    {
        acquire(limiter, requests, 1us);
        m_now += 100ms;
        limiter.returnUnused();
        return used(m_api);
    }

private Q_SLOTS:
    void cleanup() { ask({"FLUSHALL"}); }

    // All at once, not each after a time-out of its own.
    void errorsComeToAllWhoWait()
    {
        constexpr int threads = 20;
        Lookers lookers;
        RedisRateLimiter redis(m_pipelined, m_api);
        WatchedLimiter watched(redis);
        watched.before = [&] {
            lookers.await(threads);
            throw Unavailable("gone", Unavailable::Effect::None);
        };
        LeasedRateLimiter limiter(watched, watchedBy(lookers));
        std::atomic<int> failed = 0;
        inThreads(threads, [&](int) {
            try {
                limiter.acquire("t");
            } catch (const Unavailable&) {
                ++failed;
            }
        });
        QCOMPARE(failed.load(), threads);
        QCOMPARE(watched.calls.load(), 1);
    }

    void whereNoLeaseFollowsThreadsAskSideBySide_data()
    {
        QTest::addColumn<QString>("token");
        for (const char* const token : {"shadowed", "overridden", "damaged"})
            QTest::newRow(token) << token;
    }
    void whereNoLeaseFollowsThreadsAskSideBySide()
    {
        QFETCH(QString, token);
        const std::string name = token.toStdString();
        PublishedPolicy published;
        published.policy = m_api;
        if (token == "shadowed") {
            published.policy.rules = parseRules("0/h");
            published.mode = PolicyMode::Shadow;
        } else if (token == "overridden") {
            published.policy.lease = 100ms;
            overrideToken(m_connection, {name, "api", parseRules("50000/h"), 1h, "migration", "ops"});
        } else {
            damage(name);
        }
        PublishedRateLimiter redis(m_pipelined, published);
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched, options());
        const auto acquireIt = [&](int /*thread*/) {
            try {
                limiter.acquire(name);
            } catch (const BadState&) {
            }
        };
        acquireIt(0);
        std::mutex mutex;
        std::condition_variable changed;
        int inside = 0;
        bool hasMet = true;
        watched.before = [&] {
            std::unique_lock lock(mutex);
            ++inside;
            changed.notify_all();
            hasMet &=
                changed.wait_for(lock, std::chrono::milliseconds(patienceMs), [&] { return inside == 2; });
        };
        inThreads(2, acquireIt);
        QVERIFY(hasMet);
    }

    void aRequestOfNothingNeedsNoLease()
    {
        RedisRateLimiter redis(m_connection, m_api);
        LeasedRateLimiter limiter(redis, options());
        limiter.acquire("t");
        const std::vector<TokenRequest> nothing{{"t", 0}};
        QVERIFY(limiter.acquireMany(nothing).at(0).allowed());
        QCOMPARE(limiter.acquireMany(nothing).at(0).usage.at(0).used, Units(1));
    }

    // What one is granted first must be spent in time, too, when the last is decided.
    void whatManyAreGrantedIsSpentInTime()
    {
        Policy exact = m_api;
        exact.lease = 50ms;
        RedisRateLimiter redis(m_connection, exact);
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched, options());
        acquire(limiter, 15, 1ms);
        m_now += 50ms;
        limiter.acquire("t");
        m_now += 5ms;
        Micros way = 49ms;
        watched.before = [&] {
            m_now += std::exchange(way, 0ms);
        };
        const int calls = watched.calls;
        const std::vector<TokenRequest> both{{"t"}, {"other"}};
        for (const Decision& decision : limiter.acquireMany(both))
            QVERIFY(decision.allowed());
        QCOMPARE(watched.calls.load(), calls + 2); // t was asked for again
        watched.before = [&] {
            m_now += 49ms;
        };
        LeasedRateLimiter slow(watched, options(1));
        const std::vector<TokenRequest> turns{{"u"}, {"u"}}; // one is late whenever the other is decided
        QVERIFY_THROWS_EXCEPTION(Unavailable, slow.acquireMany(turns));
    }

    void manyLeasesAreSettledTogether()
    {
        PublishedPolicy published;
        published.policy = m_api;
        published.onFailure = OnFailure::Local;
        publishPolicy(m_connection, published, {"alice", "first"});
        const PolicyWatch watch(m_server.endpoint());
        WatchedServer server(m_connection);
        FollowingRateLimiter limiters(server, watch, "api");
        constexpr int tokens = 30;
        std::vector<std::string> names;
        for (int i = 0; i < tokens; ++i)
            names.push_back(tokenOf(i));
        std::vector<TokenRequest> requests;
        for (const std::string& name : names)
            requests.push_back({name});
        {
            LeasedRateLimiter limiter(limiters, options());
            leave(limiter, requests);
            damage(names[7]);
            const int trips = server.trips;
            const std::vector<Decision> decisions = limiter.acquireMany(requests);
            for (std::size_t i = 0; i < decisions.size(); ++i)
                QCOMPARE(decisions[i].verdict, i == 7 ? Verdict::Undecided : Verdict::Allowed);
            QVERIFY2(server.trips - trips <= 3, qPrintable(QString::number(server.trips - trips)));
        }
        QCOMPARE(used(m_api, names[0]), Units(16));
        QCOMPARE(used(m_api, names[29]), Units(16));
    }

    void whatIsRefusedTakesNoLease()
    {
        RedisRateLimiter redis(m_connection, m_api);
        LeasedRateLimiter limiter(redis, options());
        leave(limiter, {{"t"}});
        const std::vector<TokenRequest> wrong{{"t"}, {""}};
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.acquireMany(wrong));
        limiter.returnUnused();
        QCOMPARE(used(m_api), Units(15));
    }

    void itsEndSettlesWhatItCan()
    {
        RedisRateLimiter redis(m_connection, m_api);
        {
            LeasedRateLimiter limiter(redis, options());
            leave(limiter, {{"a"}, {"t"}});
            damage("a");
        }
        QCOMPARE(used(m_api), Units(15));
    }

    void itsEndStopsOnlyWhereRedisIsUnreachable_data()
    {
        QTest::addColumn<bool>("isNode");
        QTest::newRow("all of it") << false;
        QTest::newRow("a node") << true;
    }
    void itsEndStopsOnlyWhereRedisIsUnreachable()
    {
        QFETCH(bool, isNode);
        RedisRateLimiter redis(m_connection, m_api);
        WatchedLimiter watched(redis);
        {
            LeasedRateLimiter limiter(watched, options());
            leave(limiter, {{"a"}, {"t"}});
            watched.settled = 0;
            watched.beforeSettle = [&](std::string_view token) {
                const Unavailable gone("gone", Unavailable::Effect::None);
                if (token == "a")
                    throw isNode ? gone.ofOneNode() : gone;
            };
        }
        QCOMPARE(watched.settled.load(), isNode ? 2 : 1);
        QCOMPARE(used(m_api) == 15, isNode);
    }
    void aLostNodeKeepsNobodyFromSettling()
    {
        WatchedServer server(m_connection);
        RedisRateLimiter redis(server, m_api);
        const std::vector<TokenSettlement> unused{{"t", {Instant(1s), 2, 1}}};
        server.failingAsNode = true;
        redis.settleMany(unused);
        server.failing = true;
        QVERIFY_THROWS_EXCEPTION(Unavailable, redis.settleMany(unused));
    }

    // What a reset has forgotten is nobody's to spend, whatever is given back, or on its way.
    // Of a busy token each thread has some units that the others do not see, until they are counted.
    void threadsSpendAndSettleToTheUnit()
    {
        const Policy api{"api", "fixed-window", parseRules("1000000000/30d")};
        RedisRateLimiter redis(m_pipelined, api);
        WatchedLimiter watched(redis);
        std::atomic<int> allowed = 0;
        {
            LeasedRateLimiter limiter(watched, {.life = 20ms});
            inThreads(4, [&](int number) {
                for (int i = 0; i < 40'000; ++i) {
                    allowed += limiter.acquire("t").allowed() ? 1 : 0;
                    if (number == 0 && i % 1000 == 0)
                        limiter.returnUnused();
                }
            });
        }
        QCOMPARE(allowed.load(), 160'000);
        QCOMPARE(used(api), Units(160'000));
        QVERIFY2(watched.calls < 16'000, qPrintable(QString::number(watched.calls)));
    }

    void threadsGiveUpWhatTheyHaveTakenOut()
    {
        const Policy api{"api", "sliding-log", parseRules("1000000/h")};
        RedisRateLimiter redis(m_connection, api);
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched, options());
        std::barrier turn(2);
        std::jthread other([&] {
            for (const int requests : {5000, 1, 5000, 0, 3000, 1}) {
                acquire(limiter, requests, requests > 1 ? 10us : 0us);
                turn.arrive_and_wait();
                turn.arrive_and_wait();
            }
        });
        const auto afterItsTurn = [&](const auto& act) {
            turn.arrive_and_wait();
            act();
            turn.arrive_and_wait();
        };
        int calls = 0;
        afterItsTurn([&] { // what is reset is not spent
            limiter.reset("t");
            calls = watched.calls;
        });
        afterItsTurn([&] {
            QCOMPARE(watched.calls.load(), calls + 1);
            QCOMPARE(used(api), Units(1));
        });
        afterItsTurn([&] { // all that it has acquired is given back, and no unit more
            m_now += 100ms;
            limiter.returnUnused();
            QCOMPARE(used(api), Units(5001));
        });
        afterItsTurn([&] {
            limiter.giveBack("t", 1);
            limiter.returnUnused();
            QCOMPARE(used(api), Units(5000));
        });
        afterItsTurn([&] {
            limiter.giveBack("t", 1000);
            calls = watched.calls;
        });
        afterItsTurn([&] {
            QCOMPARE(watched.calls.load(), calls); // of the lease that lives
            m_now += 100ms;
            limiter.returnUnused();
            QCOMPARE(used(api), Units(5000 + 2000 + 1));
        });
    }

    void aResetForgetsWhatIsGivenBack()
    {
        RedisRateLimiter redis(m_connection, m_api);
        LeasedRateLimiter limiter(redis, options());
        acquire(limiter, 50, 1ms);
        limiter.reset("t");
        limiter.giveBack("t", 50);
        QCOMPARE(charged(limiter, 10), Units(10));
    }
    void aResetForgetsWhatIsBeingAskedFor()
    {
        RedisRateLimiter redis(m_connection, m_api);
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched, options());
        leave(limiter, {{"t"}});
        bool isFirst = true;
        watched.after = [&] {
            if (std::exchange(isFirst, false))
                limiter.reset("t");
        };
        limiter.acquire("t");
        QCOMPARE(charged(limiter, 5), Units(5));
    }
    void aResetForgetsWhatIsGrantedMeanwhile()
    {
        RedisRateLimiter redis(m_connection, m_api);
        WatchedLimiter watched(redis);
        LeasedRateLimiter limiter(watched, options());
        watched.beforeReset = [&] {
            acquire(limiter, 2, 1us);
        };
        limiter.reset("t");
        QCOMPARE(charged(limiter, 5), Units(5));
    }

    void whatIsGivenBackWhileAnotherAsksIsNotLost()
    {
        Lookers lookers;
        RedisRateLimiter redis(m_pipelined, m_api);
        WatchedLimiter watched(redis);
        std::jthread other;
        {
            LeasedRateLimiter limiter(watched, watchedBy(lookers));
            for (int i = 0; i < 12; ++i)
                limiter.acquire("t");
            bool isFirst = true;
            watched.before = [&] {
                if (!std::exchange(isFirst, false))
                    return;
                other = std::jthread([&] { limiter.giveBack("t", 3); });
                lookers.await(2);
            };
            limiter.acquire("t", 1000); // which no lease of that many requests holds
            QVERIFY(!isFirst);
            other.join();
        }
        QCOMPARE(used(m_api), Units(1009));
    }
};

RATEWARDEN_SUITE(TestSharedLeases)
#include "tst_shared_leases.moc"
