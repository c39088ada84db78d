// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads
// Threads take turns with few connections.
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "core/redis/connection_pool.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"
#include "tests/support/thrown.h"

#include <QTest>

#include <atomic>
#include <semaphore>
#include <set>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestConnectionPool : public QObject {
    Q_OBJECT

private:
    TestServer m_server;
    std::atomic<int> m_opened = 0;

    ConnectionPool::Open opens()
    {
        m_opened = 0;
        return [this] {
            ++m_opened;
            return std::make_unique<Connection>(m_server.endpoint(), unhurried);
        };
    }

    static std::int64_t idOf(Server& server) { return server.call({"CLIENT", "ID"}).view().integer(); }

private Q_SLOTS:
    void opensNoMoreThanItNeeds()
    {
        ConnectionPool pool(opens(), {.most = 3, .patience = 0ms});
        for (int i = 0; i < 5; ++i)
            pool.call({"PING"});
        QCOMPARE(m_opened.load(), 1);
        std::set<std::int64_t> ids;
        {
            const auto a = pool.lend();
            const auto b = pool.lend();
            const auto c = pool.lend();
            ids = {idOf(*a), idOf(*b), idOf(*c)};
            const auto error = thrownBy<Unavailable>([&] { pool.lend(); });
            QVERIFY(error);
            QCOMPARE(error->reason(), Unavailable::Reason::TimedOut);
            QCOMPARE(error->effect(), Unavailable::Effect::None);
        }
        QCOMPARE(ids.size(), 3U);
        QVERIFY(ids.contains(idOf(pool)));
        QCOMPARE(m_opened.load(), 3);
        QCOMPARE(pool.where(), m_server.endpoint().text());
    }

    void aThreadWaitsForItsTurn()
    {
        ConnectionPool pool(opens(), {.most = 1, .patience = 20s});
        std::atomic<bool> hasOne = false;
        std::jthread waiting;
        {
            const auto loan = pool.lend();
            waiting = std::jthread([&] {
                pool.call({"PING"});
                hasOne = true;
            });
            loan->call({"PING"});
            QVERIFY(!hasOne);
        }
        QTRY_VERIFY(hasOne);
        QCOMPARE(m_opened.load(), 1);
    }

    void aBrokenOneIsReplaced()
    {
        ConnectionPool pool(opens(), {.most = 1, .patience = 0ms});
        {
            const auto loan = pool.lend();
            loan->cancel(); // it would fail for ever
            QVERIFY_THROWS_EXCEPTION(Unavailable, loan->call({"PING"}));
        }
        QCOMPARE(pool.call({"PING"}).view().string(), "PONG");
        QCOMPARE(m_opened.load(), 2);
        QVERIFY_THROWS_EXCEPTION(ReplyError, pool.call({"NOSUCHCOMMAND"}));
        pool.call({"PING"});
        QCOMPARE(m_opened.load(), 2); // an error reply breaks nothing
    }

    void whatCannotBeOpenedTakesNoPlace()
    {
        std::atomic<bool> works = true;
        ConnectionPool pool(
            [&]() -> std::unique_ptr<Server> {
                if (!works)
                    throw Unavailable("no name", Unavailable::Effect::None, Unavailable::Reason::NameUnknown);
                return std::make_unique<Connection>(m_server.endpoint(), unhurried);
            },
            {.most = 2, .patience = 0ms});
        const auto first = pool.lend();
        works = false;
        for (int i = 0; i < 3; ++i) {
            const auto error = thrownBy<Unavailable>([&] { pool.lend(); });
            QVERIFY(error);
            QCOMPARE(error->reason(), Unavailable::Reason::NameUnknown);
        }
        works = true;
        QCOMPARE(pool.lend()->call({"PING"}).view().string(), "PONG");
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, ConnectionPool(opens(), {.most = 0}));
    }

    void cancelEndsWaits()
    {
        ConnectionPool pool(opens(), {.most = 2, .patience = 20s});
        const auto loan = pool.lend();
        const auto other = pool.lend();
        std::atomic<int> cancelled = 0;
        const auto counts = [&](auto action) {
            return [&, action] {
                try {
                    action();
                } catch (const Unavailable& error) {
                    cancelled += error.reason() == Unavailable::Reason::Cancelled ? 1 : 0;
                }
            };
        };
        std::binary_semaphore blocks(0);
        std::jthread waiting(counts([&] { pool.lend(); }));
        std::jthread blocking(counts([&] {
            blocks.release();
            loan->call({"BLPOP", "nothing", "0"});
        }));
        blocks.acquire();
        pool.cancel();
        waiting.join();
        blocking.join();
        QCOMPARE(cancelled.load(), 2);
        QVERIFY_THROWS_EXCEPTION(Unavailable, pool.call({"PING"}));
    }
};

RATEWARDEN_SUITE(TestConnectionPool)
#include "tst_connection_pool.moc"
