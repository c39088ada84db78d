// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads
// Many threads over few connections: everybody gets the reply to what they asked, every decision counts once,
// and of whatever breaks each thread learns whether its command may have run.
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/redis/connection_pool.h"
#include "core/redis/pipelined_server.h"
#include "tests/support/faulty_proxy.h"
#include "tests/support/printing.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"
#include "tests/support/threads.h"
#include "tests/support/thrown.h"

#include <QElapsedTimer>
#include <QTest>

#include <atomic>
#include <deque>
#include <map>
#include <mutex>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

using Damage = FaultyProxy::Fault;
using Reason = Unavailable::Reason;

namespace {

/// For tests whose server answers: nothing may fail on a busy machine.
PipelinedServer::Options patient(std::size_t connections = 1)
{
    return {.connections = connections, .patience = 60s, .timeouts = unhurried};
}

PipelinedServer::Options impatient()
{
    return {.connections = 1, .patience = 5s, .timeouts = unhurried};
}

/// Outcomes in the order in which they came. Outlives the server that it collects from.
class Outcomes {
public:
    OnOutcome of(std::string name)
    {
        return [this, name = std::move(name)](CallOutcome outcome) {
            const std::scoped_lock lock(m_mutex);
            m_outcomes.emplace_back(name, std::move(outcome));
        };
    }
    std::size_t count() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_outcomes.size();
    }
    /// When all have come.
    const std::deque<std::pair<std::string, CallOutcome>>& all() const { return m_outcomes; }

private:
    mutable std::mutex m_mutex;
    std::deque<std::pair<std::string, CallOutcome>> m_outcomes;
};

/// The Unavailable that it is; nothing for a reply. Another error is thrown.
std::optional<Unavailable> unavailableIn(const CallOutcome& outcome)
{
    return thrownBy<Unavailable>([&] {
        if (outcome.failure)
            std::rethrow_exception(outcome.failure);
    });
}

} // namespace

class TestPipelinedServer : public QObject {
    Q_OBJECT

private:
    TestServer m_server;
    Connection m_direct{m_server.endpoint(), unhurried};

    std::int64_t callsOf(std::string_view command)
    {
        const Reply info = m_direct.call({"INFO", "commandstats"});
        const std::string text(info.view().string());
        const std::string name = "cmdstat_" + std::string(command) + ":calls=";
        const std::size_t at = text.find(name);
        return at == std::string::npos ? 0 : std::stoll(text.substr(at + name.size()));
    }

private Q_SLOTS:
    void cleanup() { m_direct.call({"FLUSHALL"}); }

    void threadsShareOneLimiter_data()
    {
        addColumns<int, bool, int>({"threads", "pooled", "limit"});
        for (const bool pooled : {false, true})
            for (const int threads : {4, 16})
                for (const int limit : {1000, 100'000})
                    QTest::addRow("%d threads, %s, %s", threads, pooled ? "a pool" : "pipelined",
                                  limit == 1000 ? "a limit that denies" : "a limit that does not")
                        << threads << pooled << limit;
    }
    void threadsShareOneLimiter()
    {
        QFETCH(int, threads);
        QFETCH(bool, pooled);
        QFETCH(int, limit);
        constexpr int requests = 400;
        std::unique_ptr<Server> server;
        if (pooled)
            server = std::make_unique<ConnectionPool>(
                [this] { return std::make_unique<Connection>(m_server.endpoint(), unhurried); },
                ConnectionPool::Options{.most = 3, .patience = 60s});
        else
            server = std::make_unique<PipelinedServer>(m_server.endpoint(), patient(2));
        RedisRateLimiter limiter(*server, {"api", "sliding-log", parseRules(std::to_string(limit) + "/h")});
        std::atomic<int> allowed = 0;
        std::atomic<int> failed = 0;
        inThreads(threads, [&](int i) {
            const std::string own = "own " + std::to_string(i);
            try {
                for (int k = 0; k < requests; ++k) {
                    allowed += limiter.acquire("shared").allowed() ? 1 : 0;
                    if (limiter.acquire(own).usage.at(0).used != std::min(k + 1, limit))
                        ++failed; // that is another thread's reply
                }
                const std::vector<TokenRequest> many{{own}, {"shared", 0}, {own}};
                if (limiter.acquireMany(many).at(2).usage.at(0).used != requests + 2)
                    ++failed;
            } catch (const Error& error) {
                qWarning("%s", error.what());
                ++failed;
            }
        });
        QCOMPARE(failed.load(), 0);
        const int expected = std::min(limit, threads * requests);
        QCOMPARE(allowed.load(), expected);
        QCOMPARE(limiter.peek("shared", 0).usage.at(0).used, expected);
    }

    void everybodyGetsTheirReply()
    {
        PipelinedServer server(m_server.endpoint(), patient(2));
        std::atomic<int> wrong = 0;
        inThreads(16, [&](int i) {
            for (int k = 0; k < 200; ++k) {
                const std::string text = std::to_string(i) + " " + std::to_string(k);
                const std::vector<Reply> replies =
                    server.pipeline({{"ECHO", text}, {"ECHO", text + " again"}});
                wrong +=
                    replies.at(0).view().string() == text && replies.at(1).view().string() == text + " again"
                        ? 0
                        : 1;
            }
        });
        QCOMPARE(wrong.load(), 0);
    }

    void scriptsAreSentAlong()
    {
        const Policy policy{"api", "gcra", parseRules("1000/day")};
        m_direct.call({"SCRIPT", "FLUSH"});
        m_direct.call({"CONFIG", "RESETSTAT"});
        Outcomes outcomes;
        PipelinedServer server(m_server.endpoint(), patient());
        for (int i = 0; i < 200; ++i)
            server.submit(decisionCommand(policy, RedisToken("t"), 1, Mode::Acquire), outcomes.of({}));
        QTRY_COMPARE(outcomes.count(), 200U);
        for (const auto& [name, outcome] : outcomes.all()) {
            QVERIFY(!outcome.failure);
            QVERIFY(readDecision(outcome.reply.view(), policy).allowed());
        }
        QCOMPARE(
            readDecision(server.call(decisionCommand(policy, RedisToken("t"), 0, Mode::Peek)).view(), policy)
                .usage.at(0)
                .used,
            200);
        QVERIFY(callsOf("eval") >= 1);
        QVERIFY2(callsOf("eval") < 100, "the text goes along with most commands");
    }

    void aReplyIsCutOff_data()
    {
        addColumns<int, int>({"damage", "ran"});
        QTest::newRow("before the command") << int(Damage::CutBeforeCommand) << 0;
        QTest::newRow("before the reply") << int(Damage::CutBeforeReply) << 1;
        QTest::newRow("in the reply") << int(Damage::CutInReply) << 1;
        QTest::newRow("stalled") << int(Damage::StallBeforeReply) << 1;
    }
    void aReplyIsCutOff()
    {
        QFETCH(int, damage);
        QFETCH(int, ran);
        FaultyProxy proxy(m_server.endpoint().socketPath);
        Endpoint endpoint;
        endpoint.socketPath = proxy.socketPath();
        PipelinedServer server(endpoint,
                               Damage(damage) == Damage::StallBeforeReply ? impatient() : patient());
        server.call({"PING"});
        proxy.setFault(Damage(damage));
        try {
            server.call({"INCR", "count"});
            QFAIL("the call has succeeded");
        } catch (const Unavailable& error) {
            QCOMPARE(error.effect(), Unavailable::Effect::Uncertain);
        }
        QVERIFY(proxy.struck());
        QCOMPARE(server.call({"INCR", "count"}).view().integer(), ran + 1);
    }

    void whatHadNotLeftHasNotRun()
    {
        TestServer stalled;
        Outcomes outcomes;
        std::map<std::string, Unavailable::Effect> effects;
        {
            PipelinedServer server(stalled.endpoint(), impatient());
            server.call({"PING"});
            stalled.freeze();
            const std::string large(50'001, 'x'); // until the system takes no more
            for (int i = 0; i < 200; ++i) {
                const std::string key = "key" + std::to_string(i);
                server.submit({"SET", key, large}, outcomes.of(key));
            }
            QTRY_COMPARE(outcomes.count(), 200U);
        }
        stalled.thaw();
        std::map<Unavailable::Effect, int> tally;
        Connection direct(stalled.endpoint(), unhurried);
        for (const auto& [key, outcome] : outcomes.all()) {
            const auto error = unavailableIn(outcome);
            QVERIFY(error);
            QCOMPARE(error->reason(), Reason::TimedOut);
            ++tally[error->effect()];
            if (error->effect() == Unavailable::Effect::None)
                QCOMPARE(direct.call({"EXISTS", key}).view().integer(), 0);
        }
        QVERIFY(tally[Unavailable::Effect::None] > 0);
        QVERIFY(tally[Unavailable::Effect::Uncertain] > 0);
    }

    void theDeadlineIncludesConnecting()
    {
        TestServer stalled;
        stalled.freeze();
        PipelinedServer server(stalled.endpoint(), {.patience = 200ms, .timeouts = {30s, 30s}});
        QElapsedTimer time;
        time.start();
        try {
            server.call({"PING"});
            QFAIL("a frozen server has answered");
        } catch (const Unavailable& error) {
            QCOMPARE(error.reason(), Reason::TimedOut);
            QCOMPARE(error.effect(), Unavailable::Effect::None);
        }
        QVERIFY2(time.elapsed() < 15'000, "it has waited for the connection");
        stalled.thaw();
    }

    void connectsAgain()
    {
        TestServer server;
        PipelinedServer pipelined(server.endpoint(), patient());
        QCOMPARE(pipelined.call({"PING"}).view().string(), "PONG");
        server.kill();
        try {
            pipelined.call({"PING"});
            QFAIL("a dead server has answered");
        } catch (const Unavailable& error) {
            QCOMPARE(error.reason(), Reason::NoConnection);
            QCOMPARE(error.effect(), Unavailable::Effect::None);
        }
        QCOMPARE(server.start(), QString());
        QCOMPARE(pipelined.call({"PING"}).view().string(), "PONG");
        server.kill();
        QCOMPARE(server.start(), QString());
        QCOMPARE(pipelined.call({"PING"}).view().string(), "PONG"); // nobody notices
    }

    void endingFailsWhatIsOutstanding()
    {
        TestServer stalled;
        Outcomes outcomes;
        std::atomic<bool> cancelled = false;
        {
            PipelinedServer server(stalled.endpoint(), patient(2));
            server.call({"PING"}); // on one connection
            server.call({"PING"}); // on the other
            stalled.freeze();
            for (int i = 0; i < 100; ++i)
                server.submit({"INCR", "count"}, outcomes.of({}));
            std::jthread blocking([&] {
                try {
                    server.call({"PING"});
                } catch (const Unavailable& error) {
                    cancelled = error.reason() == Reason::Cancelled;
                }
            });
            server.cancel();
            QVERIFY_THROWS_EXCEPTION(Unavailable, server.submit({"PING"}, outcomes.of("too late")));
        }
        QVERIFY(cancelled);
        QCOMPARE(outcomes.count(), 100U);
        for (const auto& [name, outcome] : outcomes.all())
            QCOMPARE(unavailableIn(outcome).value().reason(), Reason::Cancelled);
        stalled.thaw();
    }

    // What is called at the end may submit to any connection: none goes before the last function has
    // returned.
    void connectionsEndTogether()
    {
        const auto held = std::make_shared<Endpoint>(m_server.endpoint()); // by each connection
        std::atomic<int> refusals = 0;
        std::atomic<bool> oneIsGone = false;
        long holders = 0;
        {
            PipelinedServer server([held] { return *held; }, "a server", patient(2));
            holders = held.use_count();
            server.callAfter(1h, [] {}); // of the first one
            server.callAfter(1h, [&] {
                QElapsedTimer waited;
                waited.start();
                while (!oneIsGone && waited.elapsed() < 100) {
                    oneIsGone = held.use_count() < holders;
                    std::this_thread::yield();
                }
                for (int i = 0; i < 2 && !oneIsGone; ++i) {
                    try {
                        server.submit({"PING"}, [](const CallOutcome&) {});
                    } catch (const Unavailable&) {
                        ++refusals;
                    }
                }
            });
        }
        QVERIFY(!oneIsGone);
        QCOMPARE(refusals, 2);
    }

    void takesNoMoreThanItMay()
    {
        TestServer stalled;
        stalled.freeze();
        Outcomes outcomes;
        {
            PipelinedServer::Options options = patient();
            options.mostOutstanding = 10;
            PipelinedServer server(stalled.endpoint(), options);
            for (int i = 0; i < 10; ++i)
                server.submit({"PING"}, outcomes.of({}));
            QVERIFY_THROWS_EXCEPTION(Unavailable, server.submit({"PING"}, outcomes.of("one too many")));
            stalled.thaw();
            QTRY_COMPARE(outcomes.count(), 10U);
            server.submit({"PING"}, outcomes.of({}));
        }
        QCOMPARE(outcomes.count(), 11U);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, PipelinedServer(m_server.endpoint(), {.connections = 0}));
    }

    void everyThreadLearnsOfARefusal()
    {
        Endpoint endpoint = m_server.endpoint();
        endpoint.user = "nobody";
        endpoint.password = "wrong";
        PipelinedServer server(endpoint, patient());
        std::atomic<int> refused = 0;
        inThreads(8, [&](int /*thread*/) {
            try {
                server.call({"PING"});
            } catch (const Refused& error) {
                refused += error.reason() == Refused::Reason::WrongPassword ? 1 : 0;
            }
        });
        QCOMPARE(refused.load(), 8);
    }

    void followsADemotedServer()
    {
        TestServer first;
        TestServer second;
        std::atomic<const TestServer*> primary = &first;
        PipelinedServer server([&] { return primary.load()->endpoint(); }, "the primary", patient());
        QCOMPARE(server.call({"INCR", "count"}).view().integer(), 1);
        Connection direct(first.endpoint(), unhurried);
        direct.call({"REPLICAOF", "127.0.0.1", "1"});
        primary = &second;
        QVERIFY_THROWS_EXCEPTION(Unavailable, server.call({"INCR", "count"}));
        QCOMPARE(server.call({"SET", "count", "7"}).view().string(), "OK");
        QCOMPARE(Connection(second.endpoint(), unhurried).call({"GET", "count"}).view().string(), "7");
    }
};

RATEWARDEN_SUITE(TestPipelinedServer)
#include "tst_pipelined_server.moc"
