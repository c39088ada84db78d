// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads
// Decisions that no thread waits for: by callback and by coroutine, on an executor of the caller's; on one
// node, through Sentinels and on a cluster.
#include "core/formats/remembered_denials.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/policies/async_rate_limiter.h"
#include "core/policies/policy_store.h"
#include "core/redis/connection.h"
#include "core/redis/open_server.h"
#include "core/redis/pipelined_server.h"
#include "tests/support/acts.h"
#include "tests/support/faulty_proxy.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/outcomes.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/test_cluster.h"
#include "tests/support/test_sentinels.h"
#include "tests/support/threads.h"

#include <QTest>

#include <atomic>
#include <deque>
#include <filesystem>
#include <future>
#include <mutex>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

using Task = DetachedTask;

/// Functions wait here until the test runs them, as in an event loop.
class Loop {
public:
    Executor executor()
    {
        return [this](std::function<void()> function) {
            const std::scoped_lock lock(m_mutex);
            m_functions.push_back(std::move(function));
        };
    }
    std::size_t size() const
    {
        const std::scoped_lock lock(m_mutex);
        return m_functions.size();
    }
    void runAll()
    {
        std::deque<std::function<void()>> functions;
        {
            const std::scoped_lock lock(m_mutex);
            functions.swap(m_functions);
        }
        for (const auto& function : functions)
            function();
    }

private:
    mutable std::mutex m_mutex;
    std::deque<std::function<void()>> m_functions;
};

struct Request {
    std::string user;
};

std::vector<std::string> responses;

void respond(int status, std::optional<Micros> retryAfter = {})
{
    responses.push_back(std::to_string(status) + (retryAfter && *retryAfter > 0s ? " later" : ""));
}

// A coroutine outlives what its caller holds, so it takes copies.
// NOLINTBEGIN(performance-unnecessary-value-param)

// documentation begins
Task serve(const AsyncRateLimiter& limiter, Request request, Executor executor)
{
    const Decision decision = co_await limiter.acquire(request.user, 1, executor); // goes on there
    if (decision.allowed())
        respond(200);
    else
        respond(429, decision.retryAfter);
}
// documentation ends

Task decideFor(const AsyncRateLimiter& limiter, std::string token, Units cost, Executor executor,
               std::string* what, Decision* into = nullptr)
{
    try {
        const Decision decision = co_await limiter.acquire(token, cost, executor);
        if (into != nullptr)
            *into = decision;
        *what = decision.allowed() ? "allowed" : "denied";
    } catch (const Unavailable& error) {
        *what = error.effect() == Unavailable::Effect::None ? "not run" : "uncertain";
    } catch (const BadState&) {
        *what = "bad state";
    }
}

/// Awaits decision after decision in one go, and says when it has them all.
Task decideOften(const AsyncRateLimiter& limiter, int times, std::atomic<int>* withoutRedis,
                 std::promise<void>* ended)
{
    for (int i = 0; i < times; ++i) {
        const Decision decision = co_await limiter.acquire("t", 1, inConnectionThread());
        *withoutRedis += decision.withoutRedis ? 1 : 0;
    }
    ended->set_value();
}

// NOLINTEND(performance-unnecessary-value-param)

std::vector<TokenRequest> requestsOf(const std::vector<std::string>& tokens)
{
    std::vector<TokenRequest> requests;
    for (const std::string& token : tokens)
        requests.push_back({token});
    return requests;
}

std::size_t threadsOfThisProcess()
{
    const std::filesystem::directory_iterator threads("/proc/self/task");
    return std::size_t(std::distance(begin(threads), end(threads)));
}

} // namespace

Q_DECLARE_METATYPE(ratewarden::Deployment)

class TestAsyncLimiter : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    const Policy m_policy{"api", "sliding-log", parseRules("2/h")};

    std::unique_ptr<TestSentinels> m_sentinels;
    std::unique_ptr<TestCluster> m_cluster;

    static PipelinedServer::Options patient() { return unhurriedPipeline(1); }

    static void addDeployments()
    {
        QTest::addColumn<Deployment>("deployment");
        QTest::newRow("one node") << Deployment::Node;
        QTest::newRow("Sentinels") << Deployment::Sentinel;
        QTest::newRow("a cluster") << Deployment::Cluster;
    }
    Endpoint endpointOf(Deployment deployment)
    {
        switch (deployment) {
        case Deployment::Sentinel:
            if (!m_sentinels)
                m_sentinels = std::make_unique<TestSentinels>(1);
            return m_sentinels->endpoint();
        case Deployment::Cluster:
            if (!m_cluster)
                m_cluster = std::make_unique<TestCluster>();
            return m_cluster->endpoint();
        case Deployment::Node:
            break;
        }
        return m_server.endpoint();
    }
    static int publish(Server& server, const PublishedPolicy& policy)
    {
        PublishedPolicy next = policy;
        const std::optional<PublishedPolicy> present = findPublished(server, policy.policy.name);
        next.version = present ? present->version : 0;
        return int(publishPolicy(server, next, {"alice", "a test"}).version);
    }

private Q_SLOTS:
    void cleanup() { m_connection.call({"FLUSHALL"}); }

    void aCoroutineGoesOnWhereItIsTold()
    {
        PipelinedServer server(m_server.endpoint(), patient());
        const AsyncRateLimiter limiter(server, m_policy);
        Loop loop;
        responses.clear();
        for (int i = 0; i < 3; ++i)
            serve(limiter, {"user:42"}, loop.executor());
        QTRY_COMPARE(loop.size(), 3U);
        QVERIFY(responses.empty());
        loop.runAll();
        QCOMPARE(responses, (std::vector<std::string>{"200", "200", "429 later"}));
    }

    void decidesAsTheBlockingOneDoes()
    {
        PipelinedServer server(m_server.endpoint(), patient());
        Policy hashing = m_policy;
        hashing.hashTokens = true;
        PublishedPolicy published;
        published.policy = hashing;
        const AsyncRateLimiter limiter(server, published, {.detail = Detail::Verdict});
        RedisRateLimiter blocking(m_connection, hashing);
        std::vector<Decision> decisions;
        const auto next = [&](Units cost, Mode mode) {
            const std::size_t before = decisions.size();
            Loop loop;
            limiter.decide({"a token", cost}, mode, loop.executor())
                .then([&](const RequestOutcome<Decision>& outcome) { decisions.push_back(outcome.value()); });
            QTRY_COMPARE(loop.size(), 1U);
            loop.runAll();
            QCOMPARE(decisions.size(), before + 1);
        };
        next(2, Mode::Acquire);
        QVERIFY(decisions.back().allowed());
        QVERIFY(decisions.back().usage.empty()); // the verdict alone
        QCOMPARE(blocking.peek("a token", 0).usage.at(0).used, 2);
        next(1, Mode::GiveBack);
        QCOMPARE(decisions.back().usage.at(0).used, 1);
        next(5, Mode::Peek);
        QCOMPARE(decisions.back().verdict, Verdict::NeverFits);
        QCOMPARE(blocking.peek("a token", 0).usage.at(0).used, 1);
    }

    void errorsComeToWhoAwaits()
    {
        TestServer stalled;
        std::string refused;
        std::string damaged;
        std::string cut;
        std::string late;
        std::exception_ptr calledBack;
        {
            PipelinedServer server(stalled.endpoint(), patient());
            const AsyncRateLimiter limiter(server, m_policy);
            QVERIFY_THROWS_EXCEPTION(InvalidArgument,
                                     static_cast<void>(limiter.acquire("", 1, inConnectionThread())));
            QVERIFY_THROWS_EXCEPTION(InvalidArgument,
                                     static_cast<void>(limiter.acquire("t", -1, inConnectionThread())));
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, static_cast<void>(limiter.acquire("t", 1, {})));
            QVERIFY_THROWS_EXCEPTION(BadPolicy, AsyncRateLimiter(server, {"api", "magic", m_policy.rules}));

            server.call({"SADD", stateKey(RedisToken("bad"), "api", algorithmNamed("sliding-log")), "x"});
            Loop loop;
            decideFor(limiter, "bad", 1, loop.executor(), &damaged);
            QTRY_COMPARE(loop.size(), 1U);
            loop.runAll();
            QCOMPARE(damaged, "bad state");

            stalled.freeze();
            decideFor(limiter, "t", 1, inConnectionThread(), &cut);
            limiter.acquire("t", 1, inConnectionThread()).then([&](const RequestOutcome<Decision>& outcome) {
                calledBack = outcome.error;
            });
            server.cancel();
            decideFor(limiter, "t", 1, inConnectionThread(), &late); // the server takes no more
        }
        QVERIFY(cut == "uncertain" || cut == "not run"); // may not have left
        QCOMPARE(late, "not run");
        QVERIFY_THROWS_EXCEPTION(Unavailable, std::rethrow_exception(calledBack));
        stalled.thaw();
    }

    void manyThreadsChargeExactly()
    {
        constexpr int threads = 8;
        constexpr int requests = 250;
        const Policy policy{"api", "sliding-log", parseRules("1200/h")};
        std::atomic<int> allowed = 0;
        std::atomic<int> done = 0;
        PipelinedServer server(m_server.endpoint(), unhurriedPipeline());
        {
            const AsyncRateLimiter limiter(server, policy); // ends before its requests
            inThreads(threads, [&](int /*thread*/) {
                for (int k = 0; k < requests; ++k)
                    limiter.acquire("t", 1, inConnectionThread())
                        .then([&](const RequestOutcome<Decision>& outcome) {
                            allowed += !outcome.error && outcome.made.allowed() ? 1 : 0;
                            ++done;
                        });
            });
        }
        QTRY_COMPARE(done.load(), threads * requests);
        QCOMPARE(allowed.load(), 1200);
        QCOMPARE(RedisRateLimiter(m_connection, policy).peek("t", 0).usage.at(0).used, 1200);
    }

    void decidesEverywhere_data() { addDeployments(); }
    void decidesEverywhere()
    {
        QFETCH(Deployment, deployment);
        const auto server = openAsyncServer(endpointOf(deployment), patient());
        const AsyncRateLimiter limiter(*server, m_policy);
        QVERIFY(resultOf(limiter.acquire("t", 2, inConnectionThread())).allowed());
        QVERIFY(!resultOf(limiter.acquire("t", 1, inConnectionThread())).allowed());
        QVERIFY(resultOf(limiter.decide({"t", 1}, Mode::GiveBack, inConnectionThread())).allowed());
        QCOMPARE(resultOf(limiter.decide({"t", 0}, Mode::Peek, inConnectionThread())).usage.at(0).used, 1);
        QVERIFY(resultOf(limiter.reset("t", inConnectionThread())));
        QVERIFY(!resultOf(limiter.reset("t", inConnectionThread())));

        const Decision reserved = resultOf(limiter.decide({"t", 2}, Mode::Reserve, inConnectionThread()));
        QVERIFY(reserved.allowed());
        const Decision settled =
            resultOf(limiter.settle("t", {*reserved.chargedAt, 2, 1}, inConnectionThread()));
        QCOMPARE(settled.settledRules, 1);
        QCOMPARE(settled.usage.at(0).used, 1);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument,
                                 static_cast<void>(limiter.settle("t", {{}, 2, 1}, inConnectionThread())));
        QVERIFY(resultOf(limiter.reset("t", inConnectionThread())));

        // More than one call takes, of tokens of all nodes; each comes three times.
        std::vector<std::string> tokens;
        for (int i = 0; i < 300; ++i)
            tokens.push_back("many " + std::to_string(i % 100));
        const std::vector<TokenRequest> requests = requestsOf(tokens);
        for (std::size_t i = 0;
             const Decision& decision : resultOf(limiter.acquireMany(requests, inConnectionThread())))
            QCOMPARE(decision.allowed(), i++ < 200);
        QVERIFY(resultOf(limiter.acquireMany({}, inConnectionThread())).empty());
    }

    void whatIsDeniedIsSampled_data() { addDeployments(); }
    void whatIsDeniedIsSampled()
    {
        QFETCH(Deployment, deployment);
        const auto server = openAsyncServer(endpointOf(deployment), patient());
        Policy policy{"sampled", "sliding-log", parseRules("2/h"), false, true};
        policy.denials = 100;
        const auto sample = [&server] {
            return readSampledDenials(server->call(sampledDenialsCommand("sampled")).view());
        };
        const AsyncRateLimiter limiter(*server, policy);
        QVERIFY(resultOf(limiter.acquire("t", 2, inConnectionThread())).allowed());
        const Decision denied = resultOf(limiter.acquire({"t", 1, "req-1"}, inConnectionThread()));
        QTRY_COMPARE(sample().size(), std::size_t(1)); // no decision waits for it
        QCOMPARE(sample().front().token, std::string("t"));
        QCOMPARE(sample().front().denial.at, denied.now);
        QCOMPARE(sample().front().denial.note, std::string("req-1"));

        const AsyncRateLimiter other(*server, policy);
        const std::vector<std::string> tokens{"a", "t"};
        resultOf(other.acquireMany(requestsOf(tokens), inConnectionThread()));
        QTRY_COMPARE(sample().size(), std::size_t(2));
        QCOMPARE(sample().front().token, std::string("t"));
    }

    void aHundredWaitForRoomWithoutAThread_data() { addDeployments(); }
    void aHundredWaitForRoomWithoutAThread()
    {
        QFETCH(Deployment, deployment);
        const auto server = openAsyncServer(endpointOf(deployment), patient());
        const AsyncRateLimiter limiter(*server, {"slow", "gcra", parseRules("1/500ms")});
        std::vector<std::string> tokens;
        for (int i = 0; i < 100; ++i)
            tokens.push_back("slow " + std::to_string(i));
        const std::vector<TokenRequest> requests = requestsOf(tokens);
        resultOf(limiter.acquireMany(requests, inConnectionThread()));
        const std::size_t before = threadsOfThisProcess();
        std::atomic<int> allowed = 0;
        for (const std::string& token : tokens)
            limiter.waitFor(token, 20s, 1, inConnectionThread())
                .then([&](const RequestOutcome<Decision>& outcome) {
                    allowed += outcome.value().allowed() ? 1 : 0;
                });
        QCOMPARE(threadsOfThisProcess(), before);
        QTRY_COMPARE(allowed.load(), 100);

        const AsyncRateLimiter hourly(*server, m_policy);
        resultOf(hourly.acquire("slow", 2, inConnectionThread()));
        QVERIFY(!resultOf(hourly.waitFor("slow", 10min, 1, inConnectionThread())).allowed()); // too late
        QCOMPARE(resultOf(hourly.waitFor("slow", Micros::max(), 3, inConnectionThread())).verdict,
                 Verdict::NeverFits);
        // Who waits when the server is cancelled is told.
        std::promise<std::exception_ptr> ended;
        hourly.waitFor("slow", 2h, 1, inConnectionThread())
            .then([&](const RequestOutcome<Decision>& outcome) { ended.set_value(outcome.error); });
        resultOf(hourly.decide({"slow", 0}, Mode::Peek, inConnectionThread()));
        server->cancel();
        QVERIFY_THROWS_EXCEPTION(Unavailable, std::rethrow_exception(ended.get_future().get()));
    }

    void followsWhatIsPublished_data() { addDeployments(); }
    void followsWhatIsPublished()
    {
        QFETCH(Deployment, deployment);
        const Endpoint endpoint = endpointOf(deployment);
        const auto server = openAsyncServer(endpoint, patient());
        const auto admin = openServer(endpoint, unhurried);
        const PolicyWatch watch(endpoint, {1h, {}, {}}); // so that only news can tell it
        QTRY_VERIFY(watch.hasRead());
        const AsyncRateLimiter limiter(*server, watch, "followed");
        const auto ask = [&](const char* token) {
            return resultOf(limiter.acquire(token, 1, inConnectionThread()));
        };
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, ask("t"));
        QCOMPARE(limiter.version(), 0);
        announcePolicy(*server, {"followed", "sliding-log", parseRules("2/h")});
        std::optional<Decision> decision;
        QTRY_VERIFY([&] { // it asks again some times a second
            try {
                if (!decision)
                    decision = ask("t");
            } catch (const InvalidArgument&) {
            }
            return decision.has_value();
        }());
        QVERIFY(decision->allowed());
        QCOMPARE(limiter.version(), 1);
        QVERIFY(ask("t").allowed());
        QVERIFY(!ask("t").allowed());

        PublishedPolicy next;
        next.policy = {"followed", "sliding-log", parseRules("3/h")};
        next.candidate = CandidateRules{"gcra", parseRules("1/h")};
        QCOMPARE(publish(*admin, next), 2);
        QTRY_COMPARE(watch.find("followed")->version, 2);
        QVERIFY(ask("t").allowed());
        QVERIFY(!ask("t").allowed());
        Policy candidate = candidatePolicy(next);
        QCOMPARE(RedisRateLimiter(*admin, candidate).peek("t", 0).usage.at(0).used,
                 1); // counted, not obeyed
        next.mode = PolicyMode::Shadow;
        publish(*admin, next);
        QTRY_COMPARE(watch.find("followed")->version, 3);
        QVERIFY(ask("t").allowed() && ask("t").shadowed);

        next.mode = PolicyMode::Off;
        publish(*admin, next);
        QTRY_COMPARE(watch.find("followed")->version, 4);
        blockToken(*admin, {"bad", std::nullopt, "why", "who"});
        const std::string damaged =
            stateKey(RedisToken("damaged"), "followed", algorithmNamed("sliding-log"));
        admin->call({"SET", damaged, "what is this?"});
        const std::vector<TokenRequest> requests{{"t"}, {"damaged"}, {"bad"}, {"new"}};
        const std::vector<Decision> decisions = resultOf(limiter.acquireMany(requests, inConnectionThread()));
        for (std::size_t i = 0; i < requests.size(); ++i)
            QCOMPARE(decisions[i].verdict, i == 2 ? Verdict::Blocked : Verdict::Allowed);
        QCOMPARE(ask("bad").verdict, Verdict::Blocked);
        QVERIFY(ask("damaged").allowed());
        QCOMPARE(limiter.version(), 4);
    }

    void fallsBackAndComesBack()
    {
        TestServer away;
        PipelinedServer server(away.endpoint(), patient());
        PublishedPolicy policy;
        policy.policy = {"api", "sliding-log", parseRules("4/h")};
        policy.onFailure = OnFailure::Local;
        policy.share = 0.5;
        std::atomic<int> leaves = 0;
        std::atomic<int> returns = 0;
        const auto breaker = std::make_shared<CircuitBreaker>(50ms);
        const AsyncRateLimiter limiter(
            server, policy,
            {.onAway = [&](const Error* error) { ++(error ? leaves : returns); }, .breaker = breaker});
        QVERIFY(!resultOf(limiter.acquire("t", 1, inConnectionThread())).withoutRedis);
        away.kill();
        int allowed = 0;
        for (int i = 0; i < 5; ++i) {
            const Decision decision = resultOf(limiter.acquire("t", 1, inConnectionThread()));
            QVERIFY(decision.withoutRedis);
            allowed += decision.allowed() ? 1 : 0;
        }
        QCOMPARE(allowed, 2);
        QCOMPARE(leaves.load(), 1);
        const std::vector<TokenRequest> requests{{"u"}, {"t"}, {"u", 2}};
        const std::vector<Decision> decisions = resultOf(limiter.acquireMany(requests, inConnectionThread()));
        QVERIFY(decisions[0].allowed() && !decisions[1].allowed() && !decisions[2].allowed());

        // No thread of a connection was needed for any of these, and still none runs inside of another.
        std::atomic<int> withoutRedis = 0;
        std::promise<void> ended;
        decideOften(limiter, 30'000, &withoutRedis, &ended);
        ended.get_future().wait();
        QCOMPARE(withoutRedis.load(), 30'000);

        QCOMPARE(away.start(), QString());
        QTRY_VERIFY(!resultOf(limiter.acquire("t", 1, inConnectionThread())).withoutRedis);
        QCOMPARE(returns.load(), 1);
    }

    void aDecisionWhoseReplyIsLostIsNotSentAgain_data()
    {
        QTest::addColumn<bool>("fallsBack");
        QTest::newRow("an error") << false;
        QTest::newRow("a fallback") << true;
    }
    void aDecisionWhoseReplyIsLostIsNotSentAgain()
    {
        QFETCH(bool, fallsBack);
        FaultyProxy proxy(m_server.endpoint().socketPath);
        PipelinedServer server(proxy.endpoint(), patient());
        PublishedPolicy policy;
        policy.policy = m_policy;
        if (fallsBack)
            policy.onFailure = OnFailure::Deny;
        const AsyncRateLimiter limiter(server, policy, {});
        resultOf(limiter.decide({"t", 1}, Mode::Peek, inConnectionThread())); // which loads the script
        proxy.setFault(FaultyProxy::Fault::CutBeforeReply);
        try {
            const Decision decision = resultOf(limiter.acquire("t", 1, inConnectionThread()));
            QVERIFY(fallsBack);
            QCOMPARE(decision.verdict, Verdict::RedisUnreachable);
        } catch (const Unavailable& error) {
            QVERIFY(!fallsBack);
            QVERIFY(error.effect() == Unavailable::Effect::Uncertain);
        }
        QVERIFY(proxy.struck());
        QCOMPARE(RedisRateLimiter(m_connection, m_policy).peek("t", 0).usage.at(0).used, 1);
    }

    void goesToTheNewPrimary()
    {
        const auto server = openAsyncServer(endpointOf(Deployment::Sentinel), patient());
        const AsyncRateLimiter limiter(*server, m_policy);
        QVERIFY(resultOf(limiter.acquire("before", 1, inConnectionThread())).allowed());
        m_sentinels->failOver();
        Connection now(m_sentinels->primary().endpoint(), unhurried);
        QTRY_VERIFY([&] {
            try {
                resultOf(limiter.acquire("after", 1, inConnectionThread()));
            } catch (const Unavailable&) {
            }
            return RedisRateLimiter(now, m_policy).peek("after", 0).usage.at(0).used > 0;
        }());
    }

    void theReadmeShowsThisExample()
    {
        const QString example = QString(sourceFile("tests/core/tst_async_limiter.cpp"))
                                    .section("// documentation begins\n", 1)
                                    .section("// documentation ends", 0, 0);
        QVERIFY(example.contains("co_await"));
        QVERIFY2(QString(sourceFile("resources/docs/library.md")).contains(example),
                 qPrintable("resources/docs/library.md lacks\n" + example));
    }
};

RATEWARDEN_SUITE(TestAsyncLimiter)
#include "tst_async_limiter.moc"
