// SPDX-License-Identifier: GPL-3.0-or-later
// What happens to a server, as it tells of it from round to round.
#include "core/watch/server_events.h"
#include "tests/support/suites.h"

#include <QTest>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

const Instant eventsStart{1795000000s};

} // namespace

class TestServerEvents : public QObject {
    Q_OBJECT

private:
    using Kind = ServerEvent::Kind;

    ServerEvents m_events;
    ServerInfo m_info;

    std::vector<Kind> take(int second, const std::optional<ClockWatch::Step>& step = {})
    {
        std::vector<Kind> kinds;
        for (const ServerEvent& event : m_events.take(m_info, step, eventsStart + second * 1s))
            kinds.push_back(event.kind);
        return kinds;
    }

private Q_SLOTS:
    void init()
    {
        m_events = {};
        m_info = {};
        m_info.runId = "a";
        m_info.evictedKeys = 5;
        m_info.cachedScripts = 9;
    }

    void eachIsToldOnce()
    {
        QVERIFY(take(0).empty()); // what was before is not known
        m_info.cachedScripts = 12;
        QVERIFY(take(10).empty());
        m_info.cachedScripts = 0;
        m_info.evictedKeys = 8;
        QVERIFY((take(20) == std::vector{Kind::Evicted, Kind::ScriptsFlushed}));
        QVERIFY(take(30).empty());
        const ClockWatch::Step step{3s, eventsStart + 31s};
        QVERIFY(take(40, step) == std::vector{Kind::ClockStep});
        QVERIFY(take(50, step).empty());
        m_info.runId = "b"; // its numbers begin anew
        m_info.evictedKeys = 0;
        QVERIFY(take(60, step) == std::vector{Kind::Restarted});
        m_info = {}; // of a user who may not ask
        QVERIFY(take(70, step).empty());
    }

    // A server that is full evicts all the time.
    void evictionsThatGoOnAreOneEvent()
    {
        take(0);
        for (int second = 10; second < 1000; second += 10) {
            *m_info.evictedKeys += 3;
            QCOMPARE(take(second).size(), std::size_t(second == 10 ? 1 : 0));
        }
        QVERIFY(take(1000).empty());
        QVERIFY(take(1060).empty());
        *m_info.evictedKeys += 1;
        const std::vector<ServerEvent> again = m_events.take(m_info, {}, eventsStart + 1070s);
        QCOMPARE(again.size(), 1U);
        QCOMPARE(again[0].keys, 1);
        QVERIFY(again[0].after == eventsStart + 1060s);
        QCOMPARE(textOf(again[0]), std::string("1 key was evicted, as memory ran out"));
    }

    // However long it takes until the reply is there.
    void aSlowReplyIsNoStepOfTheClock()
    {
        ClockWatch watch;
        const ClockWatch::Steady::time_point here{500s};
        watch.saw(eventsStart, here, here + 1s);
        watch.saw(eventsStart + 10s, here + 10s, here + 60s);
        watch.saw(eventsStart + 61s, here + 61s, here + 61s);
        QVERIFY(!watch.step());
        watch.saw(eventsStart + 59s, here + 62s, here + 90s);
        QVERIFY(watch.step());
        QCOMPARE(watch.step()->by, Micros(3s));
    }

    void namesAreReadBack()
    {
        for (const Kind kind : {Kind::Evicted, Kind::ScriptsFlushed, Kind::ClockStep, Kind::Restarted})
            QVERIFY(serverEventNamed(nameOf(kind)) == kind);
        QVERIFY(!serverEventNamed("mark"));
    }
};

RATEWARDEN_SUITE(TestServerEvents)
#include "tst_server_events.moc"
