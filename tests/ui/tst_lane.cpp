// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"
#include "ui/link/link.h"

#include <QElapsedTimer>
#include <QSignalSpy>
#include <QTest>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestLane : public QObject {
    Q_OBJECT

private:
    TestServer m_server;

    static LinkTimes quick() { return {{1000ms, 300ms}, 20ms, 100ms}; }

private Q_SLOTS:
    // The server's clock is held against one of this machine that nobody sets.
    void aServersClockThatStepsIsNoticed()
    {
        ClockWatch watch;
        Instant server{1'795'000'000s};
        ClockWatch::Steady::time_point here{500s};
        const auto after = [&](auto passed, Micros ofTheServer) {
            watch.saw(server += ofTheServer, here += passed);
        };
        after(0s, 0us);
        after(10s, 10s);
        after(10s, 9'200ms); // a slow reply, or adjusted
        after(10s, 10'900ms);
        QVERIFY(!watch.step());
        after(10s, 3600s);
        QVERIFY(watch.step());
        QCOMPARE(watch.step()->by, Micros(3590s));
        after(10s, -20s);
        QCOMPARE(watch.step()->by, Micros(-30s));
        QCOMPARE(watch.step()->at, server);
        after(10s, 10s);
        QCOMPARE(watch.step()->by, Micros(-30s)); // it stays known
    }

    void whatNeedsNoServerIsNotRefused()
    {
        Lane lane("test", m_server.endpoint(), {}, nullptr);
        lane.refuse({Failure::Kind::Other, "it was recorded"});
        bool isRefused = false;
        lane.post(
            this, [](Server&) { return 1; },
            [&](const Outcome<int>& outcome) { isRefused = outcome.failure() != nullptr; });
        int answer = 0;
        lane.compute(
            this, [] { return 2; },
            [&](const Outcome<int>& outcome) { answer = outcome.result() ? *outcome.result() : -1; });
        QTRY_COMPARE(answer, 2);
        QVERIFY(isRefused);
    }

    void worksElsewhereAndAnswersHere()
    {
        Lane lane("test", m_server.endpoint(), unhurried, nullptr);
        QStringList answers;
        QThread* worker = nullptr;
        for (int i = 0; i < 3; ++i)
            lane.post(
                this,
                [i](Server& server) {
                    server.call({"SET", "order", std::to_string(i)});
                    return std::pair(QString::number(i), QThread::currentThread());
                },
                [&](const Outcome<QPair<QString, QThread*>>& outcome) {
                    QCOMPARE(QThread::currentThread(), thread());
                    answers << outcome.result()->first;
                    worker = outcome.result()->second;
                });
        QCOMPARE(lane.outstanding(), 3U);
        QTRY_COMPARE(answers, (QStringList{"0", "1", "2"}));
        QVERIFY(worker != thread());
        QCOMPARE(lane.outstanding(), 0U);
    }

    void tellsWhatFailed()
    {
        Endpoint nowhere;
        nowhere.socketPath = "/nonexistent/redis.sock";
        Lane away("away", nowhere, unhurried, nullptr);
        Lane here("here", m_server.endpoint(), unhurried, nullptr);
        QList<Failure> failures;
        const auto note = [&](const Outcome<bool>& outcome) {
            failures << *outcome.failure();
        };
        const auto ping = [](Server& server) {
            return server.call({"PING"}), true;
        };
        away.post(this, ping, note);
        QTRY_COMPARE(failures.size(), 1);
        QVERIFY(failures[0].kind == Failure::Kind::Unavailable);
        QVERIFY(failures[0].message.contains("/nonexistent/redis.sock"));
        QVERIFY(!failures[0].uncertain);
        here.post(
            this, [](Server&) -> bool { throw Refused("not you", Refused::Reason::MissingRight); }, note);
        here.post(
            this, [](Server&) -> bool { throw std::runtime_error("odd"); }, note);
        QTRY_COMPARE(failures.size(), 3);
        QVERIFY(failures[1].kind == Failure::Kind::Refused);
        QVERIFY(failures[2].kind == Failure::Kind::Other);
        QCOMPARE(failures[2].message, "odd");
    }

    void nobodyIsToldWhoIsGone()
    {
        Lane lane("test", m_server.endpoint(), unhurried, nullptr);
        bool told = false;
        bool done = false;
        auto asker = std::make_unique<QObject>();
        lane.post(
            asker.get(), [](Server& server) { return server.call({"PING"}), 1; },
            [&](const Outcome<int>&) { told = true; });
        asker.reset();
        lane.post(
            this, [](Server&) { return 1; }, [&](const Outcome<int>&) { done = true; });
        QTRY_VERIFY(done);
        QVERIFY(!told);
    }

    void destructionCutsOffWhatRuns()
    {
        Connection observer(m_server.endpoint(), unhurried);
        auto lane = std::make_unique<Lane>("stuck", m_server.endpoint(), unhurried, nullptr);
        bool told = false;
        lane->post(
            this,
            [](Server& server) {
                return server.call({"BLPOP", "never", "0"}), 1;
            },
            [&](const Outcome<int>&) { told = true; });
        QTRY_VERIFY(observer.call({"CLIENT", "LIST"}).view().string().find("cmd=blpop") !=
                    std::string_view::npos);
        QElapsedTimer time;
        time.start();
        lane.reset();
        QVERIFY2(!time.hasExpired(30'000), "it has waited for the minute that the command may take");
        QTRY_VERIFY(observer.call({"CLIENT", "LIST"}).view().string().find("cmd=blpop") ==
                    std::string_view::npos);
        QVERIFY(!told);
    }

    void aBusyLaneDoesNotDelayAnother()
    {
        Link link(m_server.endpoint(), {unhurried, 20ms, 100ms});
        Connection observer(m_server.endpoint(), unhurried);
        bool scanned = false;
        bool acted = false;
        link.scanLane().post(
            this,
            [](Server& server) {
                return server.call({"BLPOP", "go", "0"}), 1;
            },
            [&](const Outcome<int>&) { scanned = true; });
        QTRY_VERIFY(observer.call({"CLIENT", "LIST"}).view().string().find("cmd=blpop") !=
                    std::string_view::npos);
        link.actLane().post(
            this, [](Server& server) { return server.call({"PING"}), 1; },
            [&](const Outcome<int>&) { acted = true; });
        QTRY_VERIFY(acted);
        QVERIFY(!scanned);
        observer.call({"LPUSH", "go", "x"});
        QTRY_VERIFY(scanned);
    }

    void theLinkKnowsTheServer()
    {
        Link link(m_server.endpoint(), {unhurried, 20ms, 100ms});
        QCOMPARE(link.state(), Link::State::Connecting);
        link.open();
        QTRY_COMPARE(link.state(), Link::State::Live);
        QVERIFY(link.engine().startsWith("redis "));
        QVERIFY(link.latency() > 0us);
        QVERIFY2(std::chrono::abs(*link.clockOffset()) < 1s + *link.latency(),
                 "this machine's clock is the server's");
    }

    void theLinkIsLostAndComesBack()
    {
        TestServer server;
        Link link(server.endpoint(), quick());
        QSignalSpy changes(&link, &Link::stateChanged);
        link.open();
        QTRY_COMPARE(link.state(), Link::State::Live);
        server.kill();
        link.report({Failure::Kind::Unavailable, "a poll failed"});
        QCOMPARE(link.state(), Link::State::Lost);
        QCOMPARE(link.lostReason(), "a poll failed");
        QTRY_VERIFY(link.lostReason().contains("cannot connect")); // it has tried by itself
        QCOMPARE(server.start(), QString());
        QTRY_COMPARE(link.state(), Link::State::Live);
    }

    void aRefusalIsNotAnOutage()
    {
        Link link(m_server.endpoint(), quick());
        link.open();
        QTRY_COMPARE(link.state(), Link::State::Live);
        link.report({Failure::Kind::Refused, "not you"});
        QCOMPARE(link.state(), Link::State::Live);
    }
};

RATEWARDEN_SUITE(TestLane)
#include "tst_lane.moc"
