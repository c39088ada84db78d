// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads long
// A real cluster: where commands go, what redirections do, and what happens when a node is gone.
#include "core/explain/kept_decisions.h"
#include "core/keys/key_scan.h"
#include "core/limiter/fallback_rate_limiter.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/model/rule.h"
#include "core/policies/policy_store.h"
#include "core/redis/cluster_scan.h"
#include "core/redis/cluster_server.h"
#include "core/redis/connection.h"
#include "core/redis/key_slot.h"
#include "core/redis/open_server.h"
#include "core/redis/pipelined_cluster.h"
#include "core/tokens/reader.h"
#include "tests/support/acts.h"
#include "tests/support/await.h"
#include "tests/support/faulty_proxy.h"
#include "tests/support/suites.h"
#include "tests/support/test_cluster.h"
#include "tests/support/thrown.h"

#include <QCryptographicHash>
#include <QDeadlineTimer>
#include <QTest>

#include <algorithm>
#include <future>
#include <set>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;

using namespace std::chrono_literals;

namespace {

std::string keyNumber(int i)
{
    return "key" + std::to_string(i);
}

Policy payPolicy(const char* rules)
{
    Policy policy;
    policy.name = "pay";
    policy.algorithm = "sliding-log";
    policy.rules = parseRules(rules);
    return policy;
}

std::set<std::string> keysIn(Server& server, std::string cursor = "0", std::size_t pages = 10'000)
{
    std::set<std::string> keys;
    do {
        const Reply reply = server.call({"SCAN", cursor, "COUNT", "10"});
        cursor = reply.view()[0].string();
        for (std::size_t i = 0; i < reply.view()[1].size(); ++i)
            keys.emplace(reply.view()[1][i].string());
    } while (cursor != "0" && --pages > 0);
    return keys;
}

std::int64_t errorsOf(Server& server, std::string_view code)
{
    const Reply info = server.call({"INFO", "errorstats"});
    const std::string_view text = info.view().string();
    const std::string wanted = "errorstat_" + std::string(code) + ":count=";
    const std::size_t at = text.find(wanted);
    return at == std::string_view::npos ? 0 : std::stoll(std::string(text.substr(at + wanted.size(), 12)));
}

} // namespace

class TestClusterServer : public QObject {
    Q_OBJECT

    std::unique_ptr<TestCluster> m_cluster;
    TestCluster::Node& ownerOf(std::string_view key) { return m_cluster->ownerOf(slotOf(key)); }
    std::string tokenOn(const TestCluster::Node& node)
    {
        for (int i = 0;; ++i)
            if (std::string token = "token" + std::to_string(i); ownerOf("{" + token + "}").id == node.id)
                return token;
    }
    static void addKinds()
    {
        QTest::addColumn<bool>("isPipelined");
        QTest::newRow("for one thread") << false;
        QTest::newRow("pipelined") << true;
    }
    /// Redirections and failures are the same to either kind.
    static std::unique_ptr<Server> opened(const Endpoint& endpoint)
    {
        QFETCH(bool, isPipelined);
        if (!isPipelined)
            return std::make_unique<ClusterServer>(endpoint, unhurried);
        return std::make_unique<PipelinedCluster>(endpoint, unhurriedPipeline());
    }
    /// Any node but that one.
    TestCluster::Node& otherThan(const TestCluster::Node& node)
    {
        return m_cluster->nodes()[node.id == m_cluster->nodes()[0].id ? 1 : 0];
    }

    /// A fallback serves the tokens of the node that is gone, and no others; `kept` is blocked.
    void decideWithoutNode(Server& server, RedisRateLimiter& limiter, const TestCluster::Node& gone,
                           const std::string& lost, const std::string& kept)
    {
        const auto error = thrownBy<Unavailable>([&] { limiter.acquire(lost); });
        QVERIFY(error && error->effect() == Unavailable::Effect::None);
        QCOMPARE(error->reason(), Unavailable::Reason::NodeDown);
        FallbackRateLimiter::Options options;
        options.onFailure = OnFailure::Allow;
        FallbackRateLimiter fallback(limiter, limiter.policy(), options);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(fallback.acquire(lost).withoutRedis);
            QVERIFY(!fallback.acquire(kept).withoutRedis);
        }
        QVERIFY(!fallback.isUnreachable());
        // The same in a call for many: what the others have decided stands, a block among it.
        std::vector<std::string> names;
        for (int i = 0; i < 60; ++i)
            names.push_back("token" + std::to_string(i));
        std::vector<TokenRequest> requests{{lost}}; // first, as one call for all goes to its node
        for (const std::string& name : names)
            requests.push_back({name});
        for (const bool isFirst : {true, false}) {
            RedisRateLimiter fresh(server, limiter.policy());
            const std::vector<Decision> alone =
                isFirst ? fresh.acquireMany(requests) : limiter.acquireMany(requests);
            const std::vector<Decision> filled = fallback.acquireMany(requests);
            QCOMPARE(alone.size(), requests.size());
            QCOMPARE(filled.size(), requests.size());
            for (std::size_t i = 0; i < requests.size(); ++i) {
                const std::string_view token = requests[i].token;
                const bool isGone = ownerOf("{" + std::string(token) + "}").id == gone.id;
                QCOMPARE(alone[i].verdict == Verdict::RedisUnreachable, isGone);
                QCOMPARE(filled[i].withoutRedis, isGone);
                QVERIFY(!isGone || filled[i].allowed());
                if (token == kept) {
                    QCOMPARE(alone[i].verdict, Verdict::Blocked);
                    QCOMPARE(filled[i].verdict, Verdict::Blocked);
                }
            }
        }
        const std::vector<TokenRequest> onlyLost{{lost}, {lost}};
        QCOMPARE(limiter.acquireMany(onlyLost)[1].verdict, Verdict::RedisUnreachable);
        QVERIFY(fallback.acquireMany(onlyLost)[1].withoutRedis);
        QVERIFY(!fallback.isUnreachable());
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_cluster = std::make_unique<TestCluster>(3, 0, QStringList{"--cluster-require-full-coverage", "no"});
    }

    void init()
    {
        for (const TestCluster::Node& node : m_cluster->nodes())
            Connection(node.endpoint(), unhurried).call({"FLUSHALL"});
    }

    // From the cluster specification, and as the server has it.
    void slots()
    {
        QCOMPARE(slotOf("123456789"), std::uint16_t(0x31C3));
        QCOMPARE(slotOf("{user1000}.following"), slotOf("{user1000}.followers"));
        Connection node(m_cluster->nodes()[0].endpoint(), unhurried);
        for (const char* const key : {"", "a", "foo{}{bar}", "foo{{bar}}zap", "foo{bar}{zap}", "{", "}{",
                                      "{}", "rw:{u}:p:log", "\xff{\x80}"})
            QCOMPARE(std::int64_t(slotOf(key)), node.call({"CLUSTER", "KEYSLOT", key}).view().integer());
    }

    void commandsGoToTheirNodes()
    {
        ClusterServer server(m_cluster->endpoint(), unhurried);
        std::vector<Command> commands;
        for (int i = 0; i < 300; ++i) {
            commands.push_back({"SET", keyNumber(i), std::to_string(i)});
            commands.push_back({"GET", keyNumber(i)});
        }
        const std::vector<Reply> replies = server.pipeline(commands);
        for (int i = 0; i < 300; ++i) {
            QCOMPARE(replies[std::size_t(2 * i)].view().string(), std::string_view("OK"));
            QCOMPARE(replies[std::size_t(2 * i + 1)].view().string(), std::string_view(std::to_string(i)));
        }
        QCOMPARE(server.call({"DBSIZE"}).view().integer(), 300);
        for (const TestCluster::Node& node : m_cluster->nodes()) {
            Connection connection(node.endpoint(), unhurried);
            QVERIFY(connection.call({"DBSIZE"}).view().integer() > 50);
            QCOMPARE(errorsOf(connection, "MOVED"), 0);
        }
        for (const NodeState& node : server.nodes()) {
            QVERIFY(node.ownedSlots >= slotCount / 3);
            QVERIFY(!node.problem);
        }
        QCOMPARE(server.nodes().size(), std::size_t(3));
    }

    void aCommandGoesToTheNodeThatItNames()
    {
        ClusterServer server(m_cluster->endpoint(), unhurried);
        server.call({"PING"});
        for (const TestCluster::Node& node : m_cluster->nodes()) {
            const std::string where = "127.0.0.1:" + std::to_string(node.port);
            const Reply id = server.call(Command{"CLUSTER", "MYID"}.setNode(where));
            QCOMPARE(id.view().string(), std::string_view(node.id));
        }
        Command elsewhere{"GET", "key"}; // the node's own answer, whoever has the key
        elsewhere.setNode("127.0.0.1:" + std::to_string(otherThan(ownerOf("key")).port));
        QVERIFY(server.pipeline({elsewhere})[0].view().errorText().starts_with("MOVED"));
        QVERIFY_THROWS_EXCEPTION(Unavailable, server.call(Command{"PING"}.setNode("127.0.0.1:1")));
        PipelinedCluster pipelined(m_cluster->endpoint(), unhurriedPipeline());
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, pipelined.call(elsewhere));
    }

    void aScanSeesAllPrimaries()
    {
        ClusterServer server(m_cluster->endpoint(), unhurried);
        std::set<std::string> written;
        for (int i = 0; i < 1000; ++i) {
            server.call({"SET", keyNumber(i), "1"});
            written.insert(keyNumber(i));
        }
        QVERIFY(keysIn(server) == written);
        const Reply first = server.call({"SCAN", "0", "COUNT", "30"});
        // Side by side: the first page has keys of all of them.
        std::set<quint16> ports;
        std::set<std::string> seen;
        for (std::size_t i = 0; i < first.view()[1].size(); ++i) {
            ports.insert(ownerOf(first.view()[1][i].string()).port);
            seen.emplace(first.view()[1][i].string());
        }
        QCOMPARE(ports.size(), std::size_t(3));
        // Another connection goes on where this one stopped.
        ClusterServer other(m_cluster->endpoint(), unhurried);
        seen.merge(keysIn(other, std::string(first.view()[0].string())));
        QVERIFY(seen == written);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, server.call({"SCAN", "17"}));
    }

    // Denials are compared by it.
    void whatIsKeptNamesItsNode()
    {
        ClusterServer server(m_cluster->endpoint(), unhurried);
        Policy policy{"nodes", "gcra", parseRules("1/h")};
        policy.counters = true;
        announcePolicy(server, policy);
        RedisRateLimiter limiter(server, policy);
        std::vector<CountedToken> tokens;
        for (const int node : {0, 1}) {
            const std::string token = tokenOn(m_cluster->nodes()[std::size_t(node)]);
            limiter.acquire(token);
            tokens.push_back({token, "nodes"});
        }
        const std::vector<KeptRequests> kept = readKept(server, readPolicies(server), tokens);
        QCOMPARE(kept.size(), std::size_t(2));
        QVERIFY(kept[0].node != kept[1].node);
        const std::vector<NodeState> nodes = server.nodes();
        for (const KeptRequests& one : kept)
            QVERIFY(std::ranges::find(nodes, one.node, &NodeState::where) != nodes.end());
    }

    // In one pipeline with commands for single keys, which stand side by side but for the SCAN.
    void aScanOfAllKeysSeesAllPrimaries()
    {
        constexpr int keys = 2000;
        ClusterServer server(m_cluster->endpoint(), unhurried);
        std::vector<Command> commands;
        commands.reserve(keys);
        for (int i = 0; i < keys; ++i)
            commands.push_back({"SET", keyNumber(i), "1"});
        server.pipeline(commands);
        KeyScan scan;
        std::set<std::string> seen;
        while (!scan.complete())
            for (const FoundKeyFacts& key : scan.step(server).keys)
                seen.insert(key.name);
        QCOMPARE(seen.size(), std::size_t(keys));
        QVERIFY(!scan.problems().type);
    }

    // With SCAN, keys that move from a node that is still to come to one that is complete are missed.
    void aScanBySlotsMissesNoKeyThatMoves()
    {
        ClusterServer server(m_cluster->endpoint(), unhurried);
        std::set<std::string> written;
        for (int i = 0; i < 500; ++i) {
            server.call({"SET", "{last}" + std::to_string(i), "1"});
            written.insert("{last}" + std::to_string(i));
        }
        const std::string cursor(server.call({"SCAN", "0", "COUNT", "3"}).view()[0].string());
        if (!SlotCursor::isOne(cursor))
            QSKIP("this engine has no CLUSTERSCAN");
        const std::uint16_t slot = slotOf("last");
        TestCluster::Node& from = ownerOf("last");
        // The other primary's part is complete when the slot moves there.
        std::string at = "0";
        std::set<std::string> seen;
        SlotCursor slots(std::size_t{3});
        for (SlotCursor::Part& part : slots.parts())
            if (slot < part.first || slot > part.last)
                part.advance("0");
        at = slots.text();
        QVERIFY(at != "0");
        TestCluster::Node& to = otherThan(from);
        m_cluster->move(slot, from, to);
        seen = keysIn(server, at);
        m_cluster->move(slot, to, from);
        QVERIFY(std::ranges::includes(seen, written));
    }

    void aCursorGoesBySlots()
    {
        SlotCursor cursor(std::size_t{3});
        QCOMPARE(cursor.parts()[0].first, std::uint16_t(0));
        QCOMPARE(cursor.parts()[2].last, std::uint16_t(slotCount - 1));
        for (const std::uint16_t slot :
             {std::uint16_t(0), std::uint16_t(8142), std::uint16_t(slotCount - 1)}) {
            cursor.parts()[0].moveTo(slot);
            QCOMPARE(cursor.parts()[0].slot(), slot);
        }
        cursor.parts()[0].advance("a=b`-{k200}-7"); // slot 8142, which is another part's
        QVERIFY(cursor.parts()[0].isComplete());
        cursor.parts()[1].advance("a=b`-{k200}-7");
        QCOMPARE(cursor.parts()[1].cursor, std::string("a=b`-{k200}-7"));
        SlotCursor again(cursor.text());
        QCOMPARE(again.text(), cursor.text());
        QCOMPARE(again.parts()[1].slot(), std::uint16_t(8142));
        again.parts()[1].advance("0");
        again.parts()[2].advance("0");
        QCOMPARE(again.text(), std::string("0"));
        for (const char* const bad : {"slots:1", "slots:1-2", "slots:3-2=0", "slots:0-16384=0", "17"}) {
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, SlotCursor(std::string_view(bad)));
        }
    }

    void aCursorFollowsTheNodes()
    {
        const std::vector<std::string> two{"aaaaaaaaaaaa-1", "bbbbbbbbbbbb-2"};
        ClusterCursor cursor("0", two);
        cursor.parts()[0].cursor = "17";
        cursor.parts()[1].cursor = ".";
        const std::string text = cursor.text();
        const std::vector<std::string> changed{"bbbbbbbbbbbb-2", "cccccccccccc-3"}; // one is gone, one is new
        ClusterCursor later(text, changed);
        QCOMPARE(later.parts()[0].cursor, std::string("."));
        QCOMPARE(later.parts()[1].cursor, std::string("0"));
        later.parts()[1].cursor = ".";
        QCOMPARE(later.text(), std::string("0"));
    }

    void aMovedSlotIsFollowed_data() { addKinds(); }
    void aMovedSlotIsFollowed()
    {
        const auto opening = opened(m_cluster->endpoint());
        Server& server = *opening;
        server.call({"SET", "moving", "1"});
        TestCluster::Node& from = ownerOf("moving");
        TestCluster::Node& to = otherThan(from);
        m_cluster->move(slotOf("moving"), from, to);
        QCOMPARE(server.call({"GET", "moving"}).view().string(), std::string_view("1"));
        Connection old(from.endpoint(), unhurried);
        const std::int64_t once = errorsOf(old, "MOVED");
        QVERIFY(once > 0);
        QCOMPARE(server.call({"GET", "moving"}).view().string(), std::string_view("1"));
        QCOMPARE(errorsOf(old, "MOVED"), once); // it has learned
        QCOMPARE(server.pipeline({{"GET", "moving"}, {"SET", "moving", "2"}, {"GET", "moving"}})[2]
                     .view()
                     .string(),
                 std::string_view("2"));
        init(); // a slot with keys is not given away
        m_cluster->move(slotOf("moving"), to, from);
    }

    void aSlotThatIsMovingIsAsked_data() { addKinds(); }
    void aSlotThatIsMovingIsAsked()
    {
        const auto opening = opened(m_cluster->endpoint());
        Server& server = *opening;
        TestCluster::Node& from = ownerOf("{asked}");
        TestCluster::Node& to = otherThan(from);
        server.call({"SET", "{asked}there", "old"});
        TestCluster::beginMove(slotOf("asked"), from, to);
        TestCluster::moveKey("{asked}there", from, to);
        QCOMPARE(server.call({"GET", "{asked}there"}).view().string(), std::string_view("old"));
        // A script that neither node knows. It has one key: of several, Redis wants all to be there.
        const QByteArray text = "return redis.call('INCR', KEYS[1])";
        const std::string sha =
            QCryptographicHash::hash(text, QCryptographicHash::Sha1).toHex().toStdString();
        const Script script{"count", sha, text.toStdString(), 1};
        const auto count = [&] {
            return server.call(Command(script, 1).add("{asked}count")).view().integer();
        };
        QCOMPARE(count(), 1);
        QCOMPARE(count(), 2);
        Connection old(from.endpoint(), unhurried);
        QVERIFY(errorsOf(old, "ASK") > 0);
        Connection(to.endpoint(), unhurried).call({"SCRIPT", "FLUSH"});
        QCOMPARE(count(), 3);
        init();
        m_cluster->endMove(slotOf("asked"), from); // it never left
    }

    // Two keys of one slot lie on two nodes: Redis wants the command again when they are together.
    void tryAgainUntilTheSlotHasMoved_data() { addKinds(); }
    void tryAgainUntilTheSlotHasMoved()
    {
        const auto opening = opened(m_cluster->endpoint());
        Server& server = *opening;
        TestCluster::Node& from = ownerOf("{both}");
        TestCluster::Node& to = otherThan(from);
        server.pipeline({{"SET", "{both}1", "a"}, {"SET", "{both}2", "b"}});
        TestCluster::beginMove(slotOf("both"), from, to);
        TestCluster::moveKey("{both}1", from, to);
        std::jthread mover([&] {
            Connection old(from.endpoint(), unhurried);
            for (const QDeadlineTimer deadline(patienceMs);
                 errorsOf(old, "TRYAGAIN") == 0 && !deadline.hasExpired();)
                std::this_thread::yield();
            TestCluster::moveKey("{both}2", from, to);
            m_cluster->endMove(slotOf("both"), to);
        });
        const Reply both = server.call({"MGET", "{both}1", "{both}2"});
        mover.join();
        QCOMPARE(both.view()[0].string(), std::string_view("a"));
        QCOMPARE(both.view()[1].string(), std::string_view("b"));
        init();
        m_cluster->move(slotOf("both"), to, from);
    }

    void aTransactionStaysTogether()
    {
        ClusterServer server(m_cluster->endpoint(), unhurried);
        for (int i = 0; i < 20; ++i) {
            const std::string tag = "{t" + std::to_string(i) + "}";
            const std::vector<Reply> replies = server.pipeline(
                {{"MULTI"}, {"SET", tag + "a", "1"}, {"INCR", tag + "a"}, {"EXEC"}, {"GET", tag + "a"}});
            QCOMPARE(replies[3].view()[1].integer(), 2);
            QCOMPARE(replies[4].view().string(), std::string_view("2"));
        }
    }

    void decisionsOfManyTokens_data() { addKinds(); }
    void decisionsOfManyTokens()
    {
        const auto opening = opened(m_cluster->endpoint());
        Server& server = *opening;
        RedisRateLimiter limiter(server, payPolicy("3/h"));
        std::vector<std::string> names;
        for (int i = 0; i < 500; ++i)
            names.push_back("token" + std::to_string(i % 250)); // each of them twice
        std::vector<TokenRequest> requests;
        for (const std::string& name : names)
            requests.push_back({name});
        for (int round = 0; round < 2; ++round)
            for (std::size_t i = 0; const Decision& decision : limiter.acquireMany(requests))
                QCOMPARE(decision.allowed(), round == 0 || i++ < 250);
    }

    // It may have been charged: what the node has in its logs tells whether it was sent twice.
    void aDecisionWhoseReplyIsLostIsNotSentAgain_data()
    {
        QTest::addColumn<bool>("isPipelined");
        QTest::addColumn<FaultyProxy::Fault>("fault");
        QTest::addColumn<int>("tokens");
        for (const bool isPipelined : {false, true})
            for (const int tokens : {1, 3}) {
                const char* const kind = isPipelined ? "pipelined" : "for one thread";
                QTest::addRow("no reply, %d, %s", tokens, kind)
                    << isPipelined << FaultyProxy::Fault::CutBeforeReply << tokens;
                QTest::addRow("half a reply, %d, %s", tokens, kind)
                    << isPipelined << FaultyProxy::Fault::CutInReply << tokens;
            }
    }
    void aDecisionWhoseReplyIsLostIsNotSentAgain()
    {
        QFETCH(FaultyProxy::Fault, fault);
        QFETCH(int, tokens);
        TestCluster lone(1);
        const TestCluster::Node& node = lone.nodes()[0];
        const quint16 port = freePort();
        FaultyProxy proxy(node.server->endpoint().socketPath, port);
        Connection direct(node.endpoint(), unhurried);
        direct.call({"CONFIG", "SET", "cluster-announce-port", std::to_string(port)});
        await("the node announces no other port", [&] {
            return direct.call({"CLUSTER", "SLOTS"}).view()[0][2][1].integer() == port;
        });
        Endpoint endpoint = node.endpoint();
        endpoint.deployment = Deployment::Cluster;
        endpoint.port = port;
        const auto server = opened(endpoint);
        RedisRateLimiter limiter(*server, payPolicy("9/h"));
        RedisRateLimiter onTheNode(direct, payPolicy("9/h"));
        onTheNode.peek("other");                                      // which loads the script
        limiter.acquireMany(std::vector<TokenRequest>{{"a"}, {"b"}}); // which finds that slots differ
        // After a failure the slots are read again, if the last time is not too near: then the node looks
        // as if it could be asked again.
        for (const QDeadlineTimer near(300); !near.hasExpired();)
            limiter.peek("other");
        const std::vector<std::string> names{keyNumber(0), keyNumber(1), keyNumber(2)};
        const std::vector<TokenRequest> requests{{names[0]}, {names[1]}, {names[2]}};
        proxy.setFault(fault);
        if (tokens == 1) {
            const auto error = thrownBy<Unavailable>([&] { limiter.acquire(names[0]); });
            QVERIFY(error && error->effect() == Unavailable::Effect::Uncertain);
        } else {
            try { // whether it is of one node depends on whether that one answers again
                for (const Decision& decision : limiter.acquireMany(requests))
                    QVERIFY(decision.verdict == Verdict::RedisUnreachable);
            } catch (const Unavailable& error) {
                QVERIFY(error.effect() == Unavailable::Effect::Uncertain);
            }
        }
        QVERIFY(proxy.struck());
        QList<qint64> charged;
        for (const std::string& name : names)
            charged << onTheNode.peek(name).usage.at(0).used;
        QCOMPARE(charged[0], 1);
        for (int i = 1; i < 3; ++i) // the connection may have been cut before it had left
            QVERIFY2(charged[i] <= (tokens == 1 ? 0 : 1), qPrintable(QString::number(charged[i])));
    }

    void aPlainAddressOfANodeIsTheCluster()
    {
        const auto server = openServer(m_cluster->nodes()[1].endpoint(), unhurried);
        for (int i = 0; i < 50; ++i)
            QCOMPARE(server->call({"SET", keyNumber(i), "1"}).view().string(), std::string_view("OK"));
        QCOMPARE(keysIn(*server).size(), std::size_t(50));
        QCOMPARE(server->nodes().size(), std::size_t(3));
        // Whoever may not ask for the slots sees one node.
        Connection(m_cluster->nodes()[1].endpoint(), unhurried)
            .call({"ACL", "SETUSER", "one", "on", ">secret", "~*", "+@all", "-cluster"});
        Endpoint limited = m_cluster->nodes()[1].endpoint();
        limited.user = "one";
        limited.password = "secret";
        const auto alone = openServer(limited, unhurried);
        QVERIFY(keysIn(*alone).size() < 50);
        QVERIFY(alone->nodes().empty());
    }

    // What the others answer is read all the same, and not taken for the answer to something else.
    void aNodeThatRefusesTheUser()
    {
        const TestCluster::Node& closed = m_cluster->nodes()[2];
        Connection admin(closed.endpoint(), unhurried);
        admin.call({"CONFIG", "SET", "requirepass", "secret"});
        ClusterServer server(m_cluster->endpoint(), unhurried);
        std::string inside;
        for (int round = 0; round < 3; ++round) {
            std::vector<Command> commands;
            for (int i = 0; i < 60; ++i) {
                commands.push_back({"SET", keyNumber(i), std::to_string(round * 100 + i)});
                commands.push_back({"GET", keyNumber(i)});
            }
            const std::vector<Reply> replies = server.pipeline(commands);
            for (int i = 0; i < 60; ++i) {
                const ReplyView value = replies[std::size_t(2 * i + 1)].view();
                const bool isClosed = ownerOf(keyNumber(i)).id == closed.id;
                QCOMPARE(value.isError(), isClosed);
                if (isClosed)
                    inside = keyNumber(i);
                else
                    QCOMPARE(value.string(), std::string_view(std::to_string(round * 100 + i)));
            }
        }
        ClusterServer late(m_cluster->endpoint(), unhurried);
        QVERIFY_THROWS_EXCEPTION(Refused, late.call({"GET", inside}));
        Endpoint known = closed.endpoint();
        known.password = "secret";
        Connection(known, unhurried).call({"CONFIG", "SET", "requirepass", ""});
    }

    void aNodeThatIsFull_data() { addKinds(); }
    void aNodeThatIsFull()
    {
        const auto opening = opened(m_cluster->endpoint());
        Server& server = *opening;
        RedisRateLimiter limiter(server, payPolicy("3/h"));
        const TestCluster::Node& full = m_cluster->nodes()[1];
        const std::string lost = tokenOn(full);
        const std::string kept = tokenOn(m_cluster->nodes()[0]);
        Connection admin(full.endpoint(), unhurried);
        admin.call({"CONFIG", "SET", "maxmemory", "1"});
        FallbackRateLimiter::Options options;
        options.onFailure = OnFailure::Allow;
        FallbackRateLimiter fallback(limiter, limiter.policy(), options);
        for (int i = 0; i < 3; ++i) {
            QVERIFY(fallback.acquire(lost).withoutRedis);
            QVERIFY(!fallback.acquire(kept).withoutRedis);
        }
        QVERIFY(!fallback.isUnreachable());
        std::vector<Decision> decisions = fallback.acquireMany(std::vector<TokenRequest>{{lost}, {kept}});
        QVERIFY(decisions[0].withoutRedis && decisions[0].allowed());
        QVERIFY(!decisions[1].withoutRedis);
        QVERIFY(!fallback.isUnreachable());
        // Whoever wants to hear of it does, and learns what it is.
        options.failures = Failures::unreachableOnly();
        FallbackRateLimiter strict(limiter, limiter.policy(), options);
        const auto error = thrownBy<Unavailable>([&] { strict.acquire(lost); });
        QVERIFY(error && error->isOfOneNode());
        QCOMPARE(error->reason(), Unavailable::Reason::OutOfMemory);
        QCOMPARE(error->effect(), Unavailable::Effect::None);
        for (const NodeState& node : server.nodes())
            QVERIFY(!node.problem); // it can be read
        admin.call({"CONFIG", "SET", "maxmemory", "0"});
        QVERIFY(!fallback.acquire(lost).withoutRedis);
    }

    void anOwnerOfOldThatDoesNotServe_data()
    {
        QTest::addColumn<bool>("isPipelined");
        QTest::addColumn<bool>("isLoading");
        for (const bool isPipelined : {false, true}) {
            const char* const kind = isPipelined ? "pipelined" : "for one thread";
            QTest::addRow("it loads its data, %s", kind) << isPipelined << true;
            QTest::addRow("it sees no cluster, %s", kind) << isPipelined << false;
        }
    }

    // As a primary that comes back after a failover: it still takes the slots for its own.
    void anOwnerOfOldThatDoesNotServe()
    {
        QFETCH(const bool, isLoading);
        TestCluster cluster(3, 0, {"--cluster-require-full-coverage", "no", "--enable-debug-command", "yes"});
        TestCluster::Node& old = cluster.nodes()[0]; // the one that is asked for the slots
        TestCluster::Node& now = cluster.nodes()[1];
        Connection oldOne(old.endpoint(), unhurried);
        if (!isLoading) // it looks whether it has all others when it loses one
            oldOne.call({"CONFIG", "SET", "cluster-require-full-coverage", "yes"});
        std::string key;
        for (int i = 0; key.empty(); ++i)
            if (cluster.ownerOf(slotOf(keyNumber(i))).id == old.id)
                key = keyNumber(i);
        for (int i = 0; i < 600; ++i) // a tenth of a second for each, see below
            oldOne.call({"SET", "{" + key + "}" + std::to_string(i), std::string(2000, 'x')});
        const auto opening = opened(cluster.endpoint());
        Server& server = *opening;
        server.call({"SET", key, "1"});

        for (const TestCluster::Node& node : cluster.nodes())
            if (node.id != old.id) {
                oldOne.call({"CLUSTER", "FORGET", node.id});
                Connection(node.endpoint(), unhurried).call({"CLUSTER", "FORGET", old.id});
            }
        Connection(now.endpoint(), unhurried)
            .call(Command{"CLUSTER", "ADDSLOTSRANGE", "0"}.add(std::int64_t(slotCount / 3 - 1)));
        await("the others do not agree", [&] {
            Connection third(cluster.nodes()[2].endpoint(), unhurried);
            return third.call({"CLUSTER", "SLOTS"}).view().size() == 2;
        });
        std::future<void> load;
        if (isLoading) {
            oldOne.call({"CONFIG", "SET", "rdbcompression", "no"});
            oldOne.call({"CONFIG", "SET", "key-load-delay", "100000"});
            oldOne.call({"CONFIG", "SET", "loading-process-events-interval-bytes", "1024"});
            load = std::async(std::launch::async, [&] {
                Connection reload(old.endpoint(), {1h, 1h});
                reload.pipeline({{"DEBUG", "RELOAD"}});
            });
            await("it does not load", [&] {
                return oldOne.pipeline({{"GET", key}})[0].view().errorText().starts_with("LOADING");
            });
        } else {
            await("it does not notice", [&] {
                return oldOne.pipeline({{"GET", key}})[0].view().errorText().starts_with("CLUSTERDOWN");
            });
        }
        // The slots are read again some times a second.
        const auto isSet = [&] {
            try {
                return !server.pipeline({{"SET", key, "2"}})[0].view().isError();
            } catch (const Unavailable&) {
                return false;
            }
        };
        await("the new owner is not found", isSet, 20'000);
        QCOMPARE(Connection(now.endpoint(), unhurried).call({"GET", key}).view().string(),
                 std::string_view("2"));
        if (isLoading)
            old.server->kill();
    }

    // The last one: it leaves the cluster broken.
    void aNodeThatIsGone()
    {
        ClusterServer server(m_cluster->endpoint(), unhurried);
        PipelinedCluster pipelined(m_cluster->endpoint(), unhurriedPipeline());
        RedisRateLimiter limiter(server, payPolicy("3/h"));
        RedisRateLimiter pipelinedLimiter(pipelined, payPolicy("3/h"));
        const auto& gone = m_cluster->nodes()[2];
        std::string lost;
        std::string kept;
        std::size_t there = 0;
        for (int i = 0; i < 60; ++i) {
            const std::string token = "token" + std::to_string(i);
            limiter.acquire(token);
            if (ownerOf("{" + token + "}").id == gone.id)
                lost = token;
            else
                kept = token;
            there += kept == token ? 1 : 0;
        }
        ScanCursor cursor;
        std::vector<Subject> subjects = scanSubjects(server, cursor, 10'000).subjects;
        QVERIFY(subjects.size() >= 60);
        m_cluster->nodes()[2].server->kill();
        const Policy policy = payPolicy("3/h");
        const auto policyOfSubject = [&](const Subject&) {
            return &policy;
        };
        std::size_t unread = 0;
        const std::vector<Reading> readings = readSubjects(server, subjects, policyOfSubject);
        for (std::size_t i = 0; i < readings.size(); ++i) {
            const bool isGone = ownerOf("{" + subjects[i].token + "}").id == gone.id;
            QCOMPARE(readings[i].problem.code == Problem::Code(Unavailable::Reason::NodeDown), isGone);
            QCOMPARE(readings[i].decision.has_value(), !isGone);
            unread += isGone ? 1 : 0;
        }
        QVERIFY(unread > 0);
        blockToken(server, {kept, {}, "no", "operator"});
        decideWithoutNode(server, limiter, gone, lost, kept);
        decideWithoutNode(pipelined, pipelinedLimiter, gone, lost, kept);
        for (const Server* const each : std::initializer_list<const Server*>{&server, &pipelined}) {
            const std::vector<NodeState> nodes = each->nodes();
            QCOMPARE(std::ranges::count_if(nodes, [](const NodeState& node) { return bool(node.problem); }),
                     1);
        }
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, pipelined.call({"DBSIZE"}));
        QVERIFY(keysIn(server).size() >= there);              // the others' keys are seen
        ClusterServer late(m_cluster->endpoint(), unhurried); // also by who comes now
        QVERIFY(keysIn(late).size() >= there);
    }
};

RATEWARDEN_SUITE(TestClusterServer)
#include "tst_cluster.moc"
