// SPDX-License-Identifier: GPL-3.0-or-later
// Decisions that no thread waits for: by callback and by coroutine, on an executor of the caller's.
#include "core/limiter/async_rate_limiter.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "core/redis/pipelined_server.h"
#include "tests/support/printing.h"
#include "tests/support/test_server.h"
#include "tests/support/threads.h"

#include <QFile>
#include <QTest>

#include <atomic>
#include <coroutine>
#include <deque>
#include <mutex>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

/// A coroutine that starts at once and that nobody awaits.
struct Task {
    struct promise_type {
        Task get_return_object() { return {}; }
        std::suspend_never initial_suspend() { return {}; }
        std::suspend_never final_suspend() noexcept { return {}; }
        void return_void() {}
        void unhandled_exception() { std::terminate(); }
    };
};

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

// NOLINTEND(performance-unnecessary-value-param)

} // namespace

class TestAsyncLimiter : public QObject {
    Q_OBJECT

private:
    TestServer m_server;
    Connection m_direct{m_server.endpoint()};
    const Policy m_policy{"api", "sliding-log", parseRules("2/h")};

    PipelinedServer::Options patient() const
    {
        return {.connections = 1, .patience = 20s, .timeouts = {20s, 20s}};
    }

private Q_SLOTS:
    void cleanup() { m_direct.call({"FLUSHALL"}); }

    void aCoroutineGoesOnWhereItIsTold()
    {
        PipelinedServer server(m_server.endpoint(), patient());
        const AsyncRateLimiter limiter(server, m_policy);
        Loop loop;
        responses.clear();
        for (int i = 0; i < 3; ++i)
            serve(limiter, {"user:42"}, loop.executor());
        QTRY_COMPARE_WITH_TIMEOUT(loop.size(), 3U, patienceMs);
        QVERIFY(responses.empty());
        loop.runAll();
        QCOMPARE(responses, (std::vector<std::string>{"200", "200", "429 later"}));
    }

    void decidesAsTheBlockingOneDoes()
    {
        PipelinedServer server(m_server.endpoint(), patient());
        Policy hashing = m_policy;
        hashing.hashTokens = true;
        const AsyncRateLimiter limiter(server, hashing, Detail::Verdict);
        RedisRateLimiter blocking(m_direct, hashing);
        std::vector<Decision> decisions;
        const auto next = [&](Units cost, Mode mode) {
            const std::size_t before = decisions.size();
            Loop loop;
            limiter.decide("a token", cost, mode, loop.executor(),
                           [&](const DecisionOutcome& outcome) { decisions.push_back(outcome.decision()); });
            QTRY_COMPARE_WITH_TIMEOUT(loop.size(), 1U, patienceMs);
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
            QTRY_COMPARE_WITH_TIMEOUT(loop.size(), 1U, patienceMs);
            loop.runAll();
            QCOMPARE(damaged, "bad state");

            stalled.freeze();
            decideFor(limiter, "t", 1, inConnectionThread(), &cut);
            limiter.acquire("t", 1, inConnectionThread(),
                            [&](const DecisionOutcome& outcome) { calledBack = outcome.error; });
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
        PipelinedServer server(m_server.endpoint(), {.patience = 20s, .timeouts = {20s, 20s}});
        {
            const AsyncRateLimiter limiter(server, policy); // ends before its requests
            inThreads(threads, [&](int /*thread*/) {
                for (int k = 0; k < requests; ++k)
                    limiter.acquire("t", 1, inConnectionThread(), [&](const DecisionOutcome& outcome) {
                        allowed += !outcome.error && outcome.decision().allowed() ? 1 : 0;
                        ++done;
                    });
            });
        }
        QTRY_COMPARE_WITH_TIMEOUT(done.load(), threads * requests, patienceMs);
        QCOMPARE(allowed.load(), 1200);
        QCOMPARE(RedisRateLimiter(m_direct, policy).peek("t", 0).usage.at(0).used, 1200);
    }

    void theReadmeShowsThisExample()
    {
        const auto contents = [](const QString& path) {
            QFile file(QStringLiteral(RATEWARDEN_SOURCES "/") + path);
            if (!file.open(QIODevice::ReadOnly))
                throw std::runtime_error("cannot read " + path.toStdString());
            return QString::fromUtf8(file.readAll());
        };
        const QString example = contents("tests/core/tst_async_limiter.cpp")
                                    .section("// documentation begins\n", 1)
                                    .section("// documentation ends", 0, 0);
        QVERIFY(example.contains("co_await"));
        QVERIFY2(contents("resources/docs/library.md").contains(example),
                 qPrintable("resources/docs/library.md lacks\n" + example));
    }
};

QTEST_GUILESS_MAIN(TestAsyncLimiter)
#include "tst_async_limiter.moc"
