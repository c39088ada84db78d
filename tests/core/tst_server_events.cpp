// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine long
// What happens to a server, as it tells of it from round to round.
#include "core/redis/cluster_server.h"
#include "core/redis/key_slot.h"
#include "core/watch/alert_round.h"
#include "core/watch/server_events.h"
#include "tests/support/await.h"
#include "tests/support/suites.h"
#include "tests/support/test_cluster.h"

#include <QTest>

using namespace ratewarden;
using namespace ratewarden::test;
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

    /// What `m_info` says at that second of this machine's clocks.
    NodeInfos saidAt(int second) const
    {
        const ClockWatch::Steady::time_point then{second * 1s};
        return {{{{}, m_info}}, then, then};
    }
    std::vector<Kind> take(int second)
    {
        std::vector<Kind> kinds;
        for (const ServerEvent& event : m_events.take(saidAt(second), eventsStart + second * 1s))
            kinds.push_back(event.kind);
        return kinds;
    }
    /// One of a cluster; `former`: the history of writes that it has gone on with.
    static NodeInfos::Node primary(const char* name, const char* replication, const char* former = "0000")
    {
        ServerInfo info;
        info.role = Role::Master;
        info.runId = std::string("run of ") + name;
        info.replication = replication;
        info.formerReplication = former;
        return {name, info};
    }
    QStringList textsOf(const std::vector<NodeInfos::Node>& nodes)
    {
        QStringList texts;
        for (const ServerEvent& event : m_events.take({nodes, {}, {}}, eventsStart))
            texts << QString::fromStdString(textOf(event));
        return texts;
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
        m_info.time = eventsStart + 34s;
        QVERIFY(take(34).empty());
        m_info.time = eventsStart + 37s;
        QVERIFY(take(40) == std::vector{Kind::ClockStep});
        QCOMPARE(m_events.clockStep()->step, Micros(-3s));
        m_info.time = eventsStart + 47s;
        QVERIFY(take(50).empty());
        m_info.time.reset();
        m_info.runId = "b"; // its numbers begin anew
        m_info.evictedKeys = 0;
        QVERIFY(take(60) == std::vector{Kind::Restarted});
        m_info = {}; // of a user who may not ask
        QVERIFY(take(70).empty());
        QCOMPARE(m_events.clockStep()->step, Micros(-3s)); // it stays known
    }

    void aNodeThatJoinsOrLeavesIsNoEvent()
    {
        const NodeInfos::Node first = primary("first:1", "aaaa");
        const NodeInfos::Node second = primary("second:2", "bbbb");
        const NodeInfos::Node third = primary("third:3", "cccc");
        QCOMPARE(textsOf({first, second}), QStringList());
        QCOMPARE(textsOf({first, second, third}), QStringList());
        QCOMPARE(textsOf({third, first}), QStringList());
        QCOMPARE(textsOf({third, {"first:1", std::nullopt}}), QStringList()); // unreachable
        QCOMPARE(textsOf({third, first, second}), QStringList());
    }

    void aFailoverIsSaidOnce()
    {
        const NodeInfos::Node old = primary("old:1", "aaaa");
        const NodeInfos::Node other = primary("other:2", "bbbb");
        const NodeInfos::Node next = primary("next:3", "cccc", "aaaa");
        NodeInfos::Node demoted = next;
        demoted.info->role = Role::Replica;
        QCOMPARE(textsOf({old, other}), QStringList());
        QCOMPARE(textsOf({{"old:1", std::nullopt}, other}), QStringList());
        QCOMPARE(textsOf({{"next:3", std::nullopt}, other}), QStringList()); // it is not seen at once
        QCOMPARE(textsOf({next, other}), QStringList{"next:3: it has taken over from old:1, in a failover"});
        QCOMPARE(textsOf({next, other}), QStringList());
        QCOMPARE(textsOf({demoted, other}), QStringList()); // by slots that were read before
        QCOMPARE(textsOf({primary("old:1", "dddd", "cccc"), other}),
                 QStringList{"old:1: it has taken over from next:3, in a failover"});
        NodeInfos::Node restarted = other;
        restarted.info->runId = "another";
        QCOMPARE(textsOf({primary("old:1", "dddd", "cccc"), restarted}),
                 QStringList{"other:2: another process answers: a restart or a failover"});
    }

    // Real nodes, as a watch asks them.
    void eachNodeOfAClusterIsHeard()
    {
        TestCluster cluster(2, 1);
        const auto nameOf = [&cluster](std::size_t node) {
            return "127.0.0.1:" + std::to_string(cluster.nodes()[node].port);
        };
        const auto tell = [&cluster](std::size_t node, const Command& command) {
            Connection(cluster.nodes()[node].endpoint(), unhurried).call(command);
        };
        std::string key = "key";
        while (cluster.ownerOf(slotOf(key)).id != cluster.nodes()[0].id)
            key += "y";
        ClusterServer server(cluster.endpoint(), unhurried);
        ServerMeter meter;
        std::vector<std::string> texts;
        ServerFigures figures;
        const auto look = [&] {
            server.call({"GET", key}); // which a node that has lost it to another says
            figures = meter.read(server, false);
            for (const ServerEvent& event : meter.takeEvents(eventsStart))
                texts.push_back(textOf(event));
            return texts.size();
        };
        tell(1, {"SCRIPT", "LOAD", "return 1"});
        for (int i = 0; i < 10; ++i)
            QCOMPARE(look(), std::size_t(0));
        tell(1, {"SCRIPT", "FLUSH"});
        QCOMPARE(look(), std::size_t(1));
        QCOMPARE(texts.back(), nameOf(1) + ": the server's scripts were flushed; limiters load theirs again");
        tell(0, {"SET", key, "1"});
        tell(0, {"CONFIG", "SET", "maxmemory-policy", "allkeys-lru"});
        tell(0, {"CONFIG", "SET", "maxmemory", "1"});
        await("the key is evicted", [&] { return look() == 2; });
        QVERIFY(figures.evictedKeys.isExact());
        QCOMPARE(figures.evictedKeys.low, 1.0);
        QVERIFY(figures.memoryUsed.isExact());
        QVERIFY(figures.memoryUsed.low > 100); // of the one that has a limit
        QCOMPARE(texts.back(), nameOf(0) + ": 1 key was evicted, as memory ran out");
        tell(0, {"CONFIG", "SET", "maxmemory", "0"});
        QCOMPARE(look(), std::size_t(2));
        tell(2, {"CLUSTER", "FAILOVER", "TAKEOVER"});
        await("the failover is seen", [&] { return look() == 3; });
        QCOMPARE(texts.back(), nameOf(2) + ": it has taken over from " + nameOf(0) + ", in a failover");
        for (int i = 0; i < 10; ++i)
            QCOMPARE(look(), std::size_t(3));
    }

    void theClockIsThatOfANode()
    {
        NodeInfos::Node first = primary("first:1", "aaaa");
        NodeInfos::Node second = primary("second:2", "bbbb");
        first.info->time = second.info->time = eventsStart;
        QCOMPARE(textsOf({first, second}), QStringList());
        second.info->time = eventsStart - 3s;
        QCOMPARE(textsOf({first, second}), QStringList{"second:2: the server's clock went back by 3.0 s"});
        QCOMPARE(m_events.clockStep()->node, std::string("second:2"));
        QCOMPARE(m_events.clockStep()->step, Micros(-3s));
        first.info->time = eventsStart + 5s;
        QCOMPARE(textsOf({first, second}), QStringList{"first:1: the server's clock went forward by 5.0 s"});
    }

    void figuresOfAClusterAreOfAllItsPrimaries()
    {
        ServerMeter meter;
        NodeInfos::Node first = primary("first:1", "aaaa");
        NodeInfos::Node second = primary("second:2", "bbbb");
        const auto set = [](NodeInfos::Node& node, int evicted, int used, int most) {
            node.info->evictedKeys = evicted;
            node.info->usedMemory = used;
            node.info->maxmemory = most;
        };
        const auto figures = [&meter](const std::vector<NodeInfos::Node>& nodes, bool sinceStart = false) {
            return meter.take({nodes, {}, {}}, sinceStart);
        };
        const auto evicted = [&figures](const std::vector<NodeInfos::Node>& nodes) {
            const AlertFigure figure = figures(nodes).evictedKeys;
            return figure.isExact() ? figure.low : -1;
        };
        set(first, 5, 10, 100);
        set(second, 7, 120, 200);
        const ServerFigures start = figures({first, second});
        QCOMPARE(start.evictedKeys.doubt, FigureDoubt::FirstRound);
        QVERIFY(start.memoryUsed.isExact());
        QCOMPARE(start.memoryUsed.low, 60.0);
        set(first, 6, 10, 100);
        set(second, 9, 30, 0); // which has no limit
        QCOMPARE(figures({first, second}).memoryUsed.low, 10.0);
        set(first, 8, 10, 100);
        set(second, 12, 30, 0);
        QCOMPARE(evicted({first, second}), 5.0);
        NodeInfos::Node third = primary("third:3", "cccc");
        set(third, 100, 30, 0);
        set(first, 9, 10, 100);
        QCOMPARE(evicted({first, second, third}), 1.0); // it has joined
        set(third, 102, 30, 0);
        QCOMPARE(evicted({first, second, third}), 2.0);
        first.info->runId = "another";
        set(first, 50, 10, 0);
        QCOMPARE(evicted({first, second, third}), 0.0); // it was restarted
        set(first, 51, 10, 0);
        const ServerFigures lost = figures({first, second, {"third:3", std::nullopt}});
        QCOMPARE(lost.evictedKeys.doubt, FigureDoubt::NodesLost);
        QCOMPARE(lost.evictedKeys.low, 1.0);
        QCOMPARE(lost.memoryUsed.doubt, FigureDoubt::NodesLost);
        set(third, 105, 30, 0);
        QCOMPARE(evicted({first, second, third}), 3.0); // also while it was unreachable
        const ServerFigures all = figures({first, second, third}, true);
        QCOMPARE(all.evictedKeys.low, 168.0);
        QCOMPARE(all.memoryUsed.doubt, FigureDoubt::NoMaximum);
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
        const std::vector<ServerEvent> again = m_events.take(saidAt(1070), eventsStart + 1070s);
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
        QVERIFY(watch.saw(eventsStart + 59s, here + 62s, here + 90s));
        QCOMPARE(watch.step()->by, Micros(-3s));
        watch.saw(eventsStart + 100s, here + 100s, here + 160s);
        QVERIFY(!watch.saw(eventsStart + 161s, here + 161s, here + 161s)); // it was read late
        QVERIFY(watch.saw(eventsStart + 166s, here + 162s, here + 163s));
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
