// SPDX-License-Identifier: GPL-3.0-or-later
// What the conformance suite cannot see: keys, expiry, blocks, foreign state, several clients at once.
#include "core/admin/blocks.h"
#include "core/admin/overrides.h"
#include "core/formats/request_counts.h"
#include "core/limiter/decision_call.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/limiter/token_hash.h"
#include "core/model/errors.h"
#include "core/redis/keyspace.h"
#include "tests/support/printing.h"
#include "tests/support/test_server.h"

#include <QTest>

#include <atomic>
#include <map>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestRedisLimiter : public QObject {
    Q_OBJECT

private:
    TestServer m_server;
    Connection m_connection{m_server.endpoint()};

    void addAlgorithms()
    {
        QTest::addColumn<QString>("algorithm");
        for (const Algorithm& algorithm : algorithms())
            QTest::newRow(std::string(algorithm.name).c_str())
                << QString::fromStdString(std::string(algorithm.name));
    }

    Policy policy(const char* rules)
    {
        QFETCH(QString, algorithm);
        return {"api", algorithm.toStdString(), parseRules(rules)};
    }

    std::string stateKeyOf(const Policy& policy, std::string_view token)
    {
        return stateKey(token, policy.name, algorithmNamed(policy.algorithm));
    }

    Reply ask(const Command& command) { return m_connection.call(command); }
    std::int64_t number(const Command& command) { return ask(command).view().integer(); }

private Q_SLOTS:
    void cleanup() { ask({"FLUSHALL"}); }

    void decidesByTheServersClock_data() { addAlgorithms(); }
    void decidesByTheServersClock()
    {
        RedisRateLimiter limiter(m_connection, policy("5/min"));
        const Instant before = readTime(ask({"TIME"}).view());
        const Decision decision = limiter.acquire("t");
        const Instant after = readTime(ask({"TIME"}).view());
        QVERIFY(before <= decision.now && decision.now <= after);
    }

    void stateExpiresWithTheLongestWindow_data() { addAlgorithms(); }
    void stateExpiresWithTheLongestWindow()
    {
        const Policy rules = policy("5/s + 100/min");
        RedisRateLimiter limiter(m_connection, rules);
        const Decision decision = limiter.acquire("t", 3);
        const Micros longest = std::max(decision.usage[0].resetAfter, decision.usage[1].resetAfter);
        const Micros expiry = std::chrono::milliseconds(number({"PTTL", stateKeyOf(rules, "t")}));
        QVERIFY(expiry > 0us);
        // Those whose end moves with every charge may be kept for two sixteenths of a window longer.
        const Algorithm& tested = algorithmNamed(rules.algorithm);
        const bool moves = tested.script == "gcra" || tested.script == "sliding_log_packed";
        QVERIFY2(expiry <= longest + 1ms + (moves ? 7500ms : 0ms), "it is kept for longer than it matters");
        QVERIFY2(expiry > longest - 1s, "it is forgotten too early");
    }

    void stateNeverExpiresWhileItMatters_data() { addAlgorithms(); }
    void stateNeverExpiresWhileItMatters()
    {
        // The expiry is moved with a part of the charges only: none of them may leave it too early.
        const Policy rules = policy("1000/800ms + 900/700ms");
        RedisRateLimiter limiter(m_connection, rules);
        for (int i = 0; i < 300; ++i) {
            const Decision decision = limiter.acquire("t", 1 + i % 2);
            const Micros longest = std::max(decision.usage[0].resetAfter, decision.usage[1].resetAfter);
            const Micros expiry = std::chrono::milliseconds(number({"PTTL", stateKeyOf(rules, "t")}));
            const Micros past = readTime(ask({"TIME"}).view()) - decision.now;
            QVERIFY(expiry >= longest - past - 2ms);
        }
    }

    void shorterRulesDoNotShortenItsLife_data() { addAlgorithms(); }
    void shorterRulesDoNotShortenItsLife()
    {
        const Policy rules = policy("1000/day");
        RedisRateLimiter(m_connection, rules).acquire("t", 700);
        const std::int64_t before = number({"PTTL", stateKeyOf(rules, "t")});
        RedisRateLimiter(m_connection, policy("5/s")).acquire("t");
        const std::int64_t slack = std::chrono::milliseconds(24h).count() / 8 + 60'000;
        QVERIFY(number({"PTTL", stateKeyOf(rules, "t")}) > before - slack);
    }

    void oneBrokenTokenKeepsNoOtherFromBeingDecided_data() { addAlgorithms(); }
    void oneBrokenTokenKeepsNoOtherFromBeingDecided()
    {
        const Policy rules = policy("5/min");
        RedisRateLimiter limiter(m_connection, rules);
        ask({"HSET", stateKeyOf(rules, "broken"), "a", "1"});
        ask({"SET", controlKey("also broken"), "1"});
        const std::vector<TokenRequest> requests{{"a", 2}, {"broken"}, {"b", 3}, {"also broken"}, {"c", 4}};
        QVERIFY_THROWS_EXCEPTION(BadState, limiter.acquireMany(requests));
        QCOMPARE(limiter.peek("a").usage.at(0).used, 2);
        QCOMPARE(limiter.peek("b").usage.at(0).used, 3);
        QCOMPARE(limiter.peek("c").usage.at(0).used, 4);
    }

    void manyTokensSeeTheirBlocksAndOverrides_data() { addAlgorithms(); }
    void manyTokensSeeTheirBlocksAndOverrides()
    {
        const Policy rules = policy("5/min");
        RedisRateLimiter limiter(m_connection, rules);
        blockToken(m_connection, {"blocked", 1h, "test", "me"});
        overrideToken(m_connection, {"special", rules.name, parseRules("7/min + 9/h"), 1h, "test", "me"});
        const std::vector<TokenRequest> requests{{"free"}, {"blocked"}, {"special", 6}};
        const std::vector<Decision> decisions = limiter.acquireMany(requests);
        QVERIFY(decisions[0].allowed());
        QCOMPARE(decisions[1].verdict, Verdict::Blocked);
        QVERIFY(decisions[2].allowed() && decisions[2].overridden);
        QCOMPARE(decisions[2].usage.at(1).remaining(), 3);
    }

    void tokensOfACluster()
    {
        const TestServer server({"--cluster-enabled", "yes"});
        Connection connection(server.endpoint());
        connection.call({"CLUSTER", "ADDSLOTSRANGE", "0", "16383"});
        QTRY_VERIFY(std::string(connection.call({"CLUSTER", "INFO"}).view().string())
                        .starts_with("cluster_state:ok"));
        RedisRateLimiter limiter(connection, {"api", "gcra", parseRules("5/min")});
        const std::vector<TokenRequest> requests{{"a"}, {"b", 2}, {"c", 6}};
        const std::vector<Decision> decisions = limiter.acquireMany(requests);
        QCOMPARE(decisions.at(1).usage.at(0).used, 2);
        QCOMPARE(decisions.at(2).verdict, Verdict::NeverFits);
        QCOMPARE(limiter.peek("a").usage.at(0).used, 1);
    }

    void countsWhatPassedAndWhatDidNot_data() { addAlgorithms(); }
    void countsWhatPassedAndWhatDidNot()
    {
        Policy rules = policy("3/min");
        rules.counters = true;
        // The clock is handed in: in some ten seconds, in the next, in one much later and after the ring is
        // over.
        Instant now{1'795'046'400s};
        const auto acquire = [&](std::string_view token) {
            ask(decisionCommand(rules, token, 1, Mode::Acquire, {.now = now}));
        };
        const auto counts = [&](std::string_view token) {
            return readRequestCounts(ask(requestCountsCommand(token, rules.name)).view(), now);
        };
        QVERIFY(counts("t").empty());
        for (int i = 0; i < 5; ++i)
            acquire("t");
        ask(decisionCommand(rules, "t", 1, Mode::Peek, {.now = now}));
        blockToken(m_connection, {"t", 1h, "test", "me"});
        now += 10s;
        acquire("t");
        const Instant second = now;
        QCOMPARE(counts("t").size(), std::size_t(60));
        QCOMPARE(counts("t")[58], (RequestCount{now - 10s, 3, 2}));
        QCOMPARE(counts("t")[59], (RequestCount{now, 0, 1}));
        now += 301s;
        acquire("t");
        acquire("t");
        const std::vector<RequestCount> later = counts("t");
        QCOMPARE(later[59].allowed + later[59].denied, 2);
        QCOMPARE(later[29], (RequestCount{second, 0, 1}));
        Units between = 0;
        for (std::size_t i = 30; i < 59; ++i)
            between += later[i].allowed + later[i].denied;
        QCOMPARE(between, 0);
        QCOMPARE(number({"STRLEN", countsKey("t", rules.name)}), 484);
        now += 1h;
        QCOMPARE(counts("t")[59], (RequestCount{Instant(now.time_since_epoch() / 10s * 10s), 0, 0}));
        acquire("t");
        for (std::size_t i = 0; i < 59; ++i)
            QCOMPARE(counts("t")[i].allowed + counts("t")[i].denied, 0);
        QCOMPARE(counts("t")[59].allowed + counts("t")[59].denied, 1);
        QVERIFY(number({"PTTL", countsKey("t", rules.name)}) > 0);

        // In one call with others, and where the counts' key is taken by something else.
        RedisRateLimiter limiter(m_connection, rules);
        ask({"HSET", countsKey("b", rules.name), "a", "1"});
        const std::vector<TokenRequest> requests{{"a"}, {"b", 2}, {"c", 4}};
        const std::vector<Decision> decisions = limiter.acquireMany(requests);
        QCOMPARE(decisions[1].usage.at(0).used, 2);
        now = limiter.peek("a").now;
        const auto total = [&](std::string_view token) {
            RequestCount sum;
            for (const RequestCount& count : counts(token)) {
                sum.allowed += count.allowed;
                sum.denied += count.denied;
            }
            return sum;
        };
        QCOMPARE(total("a"), (RequestCount{{}, 1, 0}));
        QCOMPARE(total("c"), (RequestCount{{}, 0, 1}));
        QVERIFY_THROWS_EXCEPTION(BadState, readRequestCounts(ask({"ECHO", "abc"}).view(), now));
    }

    void rawTokensNeverReachRedis()
    {
        Policy rules{"api", "gcra", parseRules("3/min")};
        rules.hashTokens = true;
        rules.counters = true;
        RedisRateLimiter limiter(m_connection, rules);
        QCOMPARE(limiter.acquire("abc").usage.at(0).used, 1);
        const std::vector<TokenRequest> requests{{"abc"}, {"def"}};
        QCOMPARE(limiter.acquireMany(requests).at(0).usage.at(0).used, 2);
        QCOMPARE(limiter.peek("abc", 0).usage.at(0).used, 2);
        // The example of FIPS 180-4.
        const std::string hashed = "sha256:ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad";
        QCOMPARE(hashedToken("abc"), hashed);
        QVERIFY(isHashedToken(hashed) && !isHashedToken("abc"));
        blockToken(m_connection, {hashed, 1h, "test", "me"});
        QCOMPARE(limiter.acquire("abc").verdict, Verdict::Blocked);
        const Reply keys = ask({"KEYS", "*"});
        for (std::size_t i = 0; i < keys.view().size(); ++i)
            QVERIFY(keys.view()[i].string().find("{sha256:") != std::string_view::npos);
        QVERIFY_THROWS_EXCEPTION(BadPolicy, limiter.acquire(""));
        QVERIFY_THROWS_EXCEPTION(BadPolicy, limiter.reset(""));
        QVERIFY(limiter.reset("abc") && !limiter.reset("abc"));
        // Nor does an error tell it.
        ask({"HSET", stateKeyOf(rules, hashedToken("secret")), "a", "1"});
        try {
            limiter.acquire("secret");
            QFAIL("it was decided");
        } catch (const BadState& error) {
            QVERIFY(!QString(error.what()).contains("secret"));
        }
    }

    void theVerdictAlone_data() { addAlgorithms(); }
    void theVerdictAlone()
    {
        const Policy rules = policy("5/min + 6/h");
        RedisRateLimiter brief(m_connection, rules, Detail::Verdict);
        const bool counts = algorithmNamed(rules.algorithm).reportState != nullptr;
        QVERIFY(brief.acquire("t", 5).allowed());
        const Decision denied = brief.acquire("t", 2);
        QCOMPARE(denied.verdict, Verdict::DeniedByRule);
        QVERIFY(*denied.retryAfter > 0us);
        QCOMPARE(denied.usage.empty(), !counts);
        QCOMPARE(brief.peek("t").usage.at(1).used, 5);
    }

    void aFullServerRefusesEveryCharge_data() { addAlgorithms(); }
    void aFullServerRefusesEveryCharge()
    {
        RedisRateLimiter limiter(m_connection, policy("5/min"));
        limiter.acquire("t");
        ask({"CONFIG", "SET", "maxmemory", "1"});
        for (const char* token : {"t", "new"}) {
            try {
                limiter.acquire(token);
                QFAIL("it was charged");
            } catch (const Unavailable& error) {
                QVERIFY(error.effect() == Unavailable::Effect::None);
            }
        }
        QCOMPARE(limiter.peek("t").usage.at(0).used, 1);
        ask({"CONFIG", "SET", "maxmemory", "0"});
    }

    void aReplicaRefusesCharges_data() { addAlgorithms(); }
    void aReplicaRefusesCharges()
    {
        RedisRateLimiter limiter(m_connection, policy("5/min"));
        ask({"REPLICAOF", "127.0.0.1", "1"}); // of nobody: it still takes no writes
        try {
            limiter.acquire("t");
            QFAIL("it was charged");
        } catch (const Unavailable& error) {
            QVERIFY(error.effect() == Unavailable::Effect::None);
            QVERIFY2(QString(error.what()).contains("connect to its primary"), error.what());
        }
        ask({"REPLICAOF", "NO", "ONE"});
        QVERIFY(limiter.acquire("t").allowed());
    }

    void missingRightsAreSaid_data() { addAlgorithms(); }
    void missingRightsAreSaid()
    {
        ask({"ACL", "SETUSER", "half", "on", "nopass", "~*", "+evalsha", "+eval", "+time", "+client",
             "+auth"});
        Endpoint endpoint = m_server.endpoint();
        endpoint.user = "half"; // without a password, and yet not the default user
        Connection connection(endpoint);
        RedisRateLimiter limiter(connection, policy("5/min"));
        QVERIFY_THROWS_EXCEPTION(Refused, limiter.acquire("t"));
        ask({"ACL", "DELUSER", "half"});
    }

    void errorsNameTheKey_data() { addAlgorithms(); }
    void errorsNameTheKey()
    {
        const Policy rules = policy("5/min");
        ask({"SADD", stateKeyOf(rules, "t"), "x"});
        try {
            RedisRateLimiter(m_connection, rules).acquire("t");
            QFAIL("it was decided");
        } catch (const BadState& error) {
            QVERIFY2(QString(error.what()).contains(QString::fromStdString(stateKeyOf(rules, "t"))),
                     error.what());
        }
    }

    void aDeniedRequestWritesNothing_data() { addAlgorithms(); }
    void aDeniedRequestWritesNothing()
    {
        const Policy rules = policy("1/h + 9/day");
        RedisRateLimiter limiter(m_connection, rules);
        limiter.acquire("t");
        const std::string key = stateKeyOf(rules, "t");
        const auto state = [&] {
            const Reply dump = ask({"DUMP", key});
            return std::string(dump.view().string()) + std::to_string(number({"PEXPIRETIME", key}));
        };
        const std::string before = state();
        QVERIFY(!limiter.acquire("t").allowed());
        QVERIFY(!limiter.peek("t").allowed());
        QCOMPARE(limiter.acquire("t", 2).verdict, Verdict::NeverFits);
        QVERIFY(state() == before);
        QVERIFY(!limiter.peek("somebody else", 9).allowed());
        QCOMPARE(number({"EXISTS", stateKeyOf(rules, "somebody else")}), 0);
    }

    void aBlockIsSeenInTheSameCall_data() { addAlgorithms(); }
    void aBlockIsSeenInTheSameCall()
    {
        RedisRateLimiter limiter(m_connection, policy("5/min"));
        limiter.acquire("t");
        blockToken(m_connection, {"t", 10min, "scraping", "ops"});
        const Decision blocked = limiter.acquire("t");
        QCOMPARE(blocked.verdict, Verdict::Blocked);
        QVERIFY(*blocked.retryAfter > 9min && *blocked.retryAfter <= 10min);
        QCOMPARE(blocked.usage.at(0).used, 1);
        QCOMPARE(limiter.peek("t").verdict, Verdict::Blocked);
        QVERIFY(limiter.acquire("another").allowed());

        QVERIFY(unblockToken(m_connection, "t"));
        const Decision again = limiter.acquire("t");
        QVERIFY(again.allowed());
        QCOMPARE(again.usage.at(0).used, 2);
    }

    void aBlockForGoodHasNoRetry_data() { addAlgorithms(); }
    void aBlockForGoodHasNoRetry()
    {
        RedisRateLimiter limiter(m_connection, policy("5/min"));
        blockToken(m_connection, {"t", std::nullopt, "fraud", "ops"});
        const Decision blocked = limiter.acquire("t");
        QCOMPARE(blocked.verdict, Verdict::Blocked);
        QVERIFY(!blocked.retryAfter);
    }

    void aBlockEndsByItself_data() { addAlgorithms(); }
    void aBlockEndsByItself()
    {
        RedisRateLimiter limiter(m_connection, policy("5/min"));
        blockToken(m_connection, {"t", 30ms, "cool off", "ops"});
        QCOMPARE(limiter.peek("t").verdict, Verdict::Blocked);
        QTRY_VERIFY(limiter.peek("t").allowed());
        QVERIFY(!findBlock(m_connection, "t"));
    }

    void anUnreadableBlockStillBlocks_data() { addAlgorithms(); }
    void anUnreadableBlockStillBlocks()
    {
        RedisRateLimiter limiter(m_connection, policy("5/min"));
        for (const char* until : {"tomorrow", "1.9e15", "99999999999999999999", "-5", "nan", ""}) {
            ask({"HSET", controlKey("t"), "block_until", until});
            QCOMPARE(limiter.acquire("t").verdict, Verdict::Blocked);
            QVERIFY(!limiter.acquire("t").retryAfter);
            QVERIFY(findBlock(m_connection, "t"));
            QVERIFY(!findBlock(m_connection, "t")->until);
        }
    }

    void resetForgetsOnePolicyAlone_data() { addAlgorithms(); }
    void resetForgetsOnePolicyAlone()
    {
        Policy other = policy("5/min");
        other.name = "other";
        RedisRateLimiter limiter(m_connection, policy("5/min"));
        RedisRateLimiter otherLimiter(m_connection, other);
        limiter.acquire("t", 5);
        otherLimiter.acquire("t", 4);
        QVERIFY(limiter.reset("t"));
        QVERIFY(!limiter.reset("t"));
        QCOMPARE(limiter.peek("t").usage.at(0).used, 0);
        QCOMPARE(otherLimiter.peek("t").usage.at(0).used, 4);
    }

    void survivesAFlushedScriptCache_data() { addAlgorithms(); }
    void survivesAFlushedScriptCache()
    {
        RedisRateLimiter limiter(m_connection, policy("5/min"));
        limiter.acquire("t");
        ask({"SCRIPT", "FLUSH"});
        QCOMPARE(limiter.acquire("t").usage.at(0).used, 2);
    }

    void anOverrideReplacesTheRules_data() { addAlgorithms(); }
    void anOverrideReplacesTheRules()
    {
        RedisRateLimiter limiter(m_connection, policy("5/h"));
        limiter.acquire("t", 4);
        overrideToken(m_connection,
                      {"t", "api", parseRules("20/s + 6/h + 1000/day"), 10min, "a good customer", "ops"});
        const Decision decision = limiter.acquire("t");
        QVERIFY(decision.allowed());
        QVERIFY(decision.overridden);
        QCOMPARE(decision.usage.size(), 3U);
        QVERIFY((decision.usage.at(1).rule == Rule{6, 1h}));
        QVERIFY(decision.usage.at(1).used >= 5); // what was charged under the window of an hour counts
        QVERIFY(!limiter.acquire("another").overridden);
        Policy other = policy("5/h");
        other.name = "other";
        QVERIFY(!RedisRateLimiter(m_connection, other).peek("t").overridden);

        // A block outranks it, and outlives it.
        blockToken(m_connection, {"t", 1h, "scraping", "ops"});
        QCOMPARE(limiter.acquire("t").verdict, Verdict::Blocked);
        QVERIFY(limiter.acquire("t").overridden);
        QVERIFY(liftOverride(m_connection, "t", "api"));
        QVERIFY(!liftOverride(m_connection, "t", "api"));
        const Decision blocked = limiter.acquire("t");
        QCOMPARE(blocked.verdict, Verdict::Blocked);
        QVERIFY(!blocked.overridden);
        QVERIFY(unblockToken(m_connection, "t"));
        QCOMPARE(number({"EXISTS", controlKey("t")}), 0);
    }

    void anOverrideEndsByItself_data() { addAlgorithms(); }
    void anOverrideEndsByItself()
    {
        RedisRateLimiter limiter(m_connection, policy("5/min"));
        overrideToken(m_connection, {"t", "api", parseRules("0/min"), 30ms, "for a moment", "ops"});
        QCOMPARE(limiter.peek("t").verdict, Verdict::NeverFits);
        QTRY_VERIFY(limiter.peek("t").allowed());
        QVERIFY(findOverrides(m_connection, "t").empty());
    }

    void anUnreadableOverrideLetsNothingThrough_data() { addAlgorithms(); }
    void anUnreadableOverrideLetsNothingThrough()
    {
        RedisRateLimiter limiter(m_connection, policy("5/min"));
        for (const char* rules : {"", "5", "5 1000000", "many 1000000 0", "5 1000000 0 7"}) {
            ask({"HSET", controlKey("t"), "override_until:api", "0", "override_rules:api", rules});
            QVERIFY_THROWS_EXCEPTION(BadState, limiter.acquire("t"));
            QVERIFY(findOverrides(m_connection, "t").empty());
        }
    }

    void hostileTokensAreKeptApart_data() { addAlgorithms(); }
    void hostileTokensAreKeptApart()
    {
        const Policy rules = policy("5/min");
        RedisRateLimiter limiter(m_connection, rules);
        const std::vector<std::string> tokens{std::string("\0", 1), "}",      "{",
                                              "a}:api:gcra",        "%7D",    "\xff\xfe",
                                              "\r\nFLUSHALL\r\n",   "<b>&%1", std::string(10'000, 'k'),
                                              "\xe2\x80\xaetxt"};
        for (const std::string& token : tokens)
            QCOMPARE(limiter.acquire(token).usage.at(0).used, 1);
        QCOMPARE(number({"DBSIZE"}), std::int64_t(tokens.size()));
        for (const std::string& token : tokens) {
            QCOMPARE(limiter.peek(token).usage.at(0).used, 1);
            QCOMPARE(parseTokenKey(stateKeyOf(rules, token))->token, token);
        }
        QVERIFY_THROWS_EXCEPTION(BadPolicy, limiter.acquire(""));
        QVERIFY_THROWS_EXCEPTION(BadPolicy, limiter.acquire("t", -1));
        QVERIFY_THROWS_EXCEPTION(BadPolicy, limiter.acquire("t", maxUnits + 1));
    }

    void foreignStateIsNeverAllowed_data() { addAlgorithms(); }
    void foreignStateIsNeverAllowed()
    {
        const Policy rules = policy("5/min");
        RedisRateLimiter limiter(m_connection, rules);
        const std::string key = stateKeyOf(rules, "t");
        ask({"SADD", key, "x"});
        QVERIFY_THROWS_EXCEPTION(BadState, limiter.acquire("t"));
        ask({"DEL", key});
        const std::map<std::string, Command> rubbish{
            {"sliding-log-zset", {"ZADD", key, "1", "rubbish"}},
            {"sliding-log-list", {"RPUSH", key, "rubbish"}},
            {"sliding-log-stream", {"XADD", key, "*", "rub", "bish"}}};
        const auto found = rubbish.find(rules.algorithm);
        ask(found != rubbish.end() ? found->second : Command{"SET", key, "rubbish"});
        QVERIFY_THROWS_EXCEPTION(BadState, limiter.acquire("t"));
        ask({"DEL", key});
        ask({"SET", controlKey("t"), "rubbish"});
        QVERIFY_THROWS_EXCEPTION(BadState, limiter.acquire("t"));
    }

    void scriptsRefuseWrongArguments_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto add = [](const char* name, const QStringList& arguments) {
            QTest::newRow(name) << arguments;
        };
        add("none", {});
        add("no rules", {"", "1", "acquire"});
        add("half a rule", {"", "1", "acquire", "5"});
        add("no burst", {"", "1", "acquire", "5", "1000000"});
        add("cost", {"", "one", "acquire", "5", "1000000", "0"});
        add("negative cost", {"", "-1", "acquire", "5", "1000000", "0"});
        add("mode", {"", "1", "take", "5", "1000000", "0"});
        add("now", {"soon", "1", "peek", "5", "1000000", "0"});
        add("window", {"", "1", "peek", "5", "0", "0"});
        add("limit", {"", "1", "peek", "9007199254740992", "1000000", "0"});
        add("nan cost", {"", "nan", "acquire", "5", "1000000", "0"});
        add("nan limit", {"", "1", "acquire", "nan", "1000000", "0"});
        add("nan window", {"", "1", "acquire", "5", "nan", "0"});
        add("nan burst", {"", "1", "acquire", "5", "1000000", "nan"});
        add("nan now", {"nan", "1", "acquire", "5", "1000000", "0"});
        add("endless window", {"", "1", "acquire", "5", "inf", "0"});
        add("part of a unit", {"", "0.4", "acquire", "5", "1000000", "0"});
    }
    void scriptsRefuseWrongArguments()
    {
        QFETCH(QStringList, arguments);
        for (const Algorithm& algorithm : algorithms()) {
            Command command(scriptNamed(algorithm.script), 2);
            command.add(stateKey("t", "api", algorithm)).add(controlKey("t"));
            for (const QString& argument : arguments)
                command.add(argument.toStdString());
            try {
                ask(command);
                QFAIL("it was taken");
            } catch (const ReplyError& error) { // ours, not a script that stumbled
                QVERIFY2(QString(error.what()).contains("ERR ratewarden: "), error.what());
            }
        }
    }

    void refusesDecisionsOfAnotherShape_data()
    {
        QTest::addColumn<QString>("lua");
        QTest::newRow("number") << "return 1";
        QTest::newRow("nothing") << "return false";
        QTest::newRow("short") << "return {0,0,0,1,0}";
        QTest::newRow("long") << "return {0,0,0,1,0,1,1,1}";
        QTest::newRow("text") << "return {0,0,0,1,0,'a',1}";
        QTest::newRow("verdict") << "return {4,0,0,1,0,1,1}";
        QTest::newRow("negative verdict") << "return {-1,0,0,1,0,1,1}";
        QTest::newRow("rule") << "return {1,2,5,1,0,1,1}";
        QTest::newRow("denied by none") << "return {1,0,5,1,0,1,1}";
        QTest::newRow("denied for good by a rule") << "return {1,1,-1,1,0,1,1}";
        QTest::newRow("allowed, with a wait") << "return {0,0,5,1,0,1,1}";
        QTest::newRow("retry") << "return {1,1,-2,1,0,1,1}";
        QTest::newRow("used") << "return {0,0,0,1,0,-1,1}";
        QTest::newRow("override mark") << "return {0,0,0,1,2,1,1}";
        QTest::newRow("override without rules") << "return {0,0,0,1,1}";
        QTest::newRow("override cut off") << "return {0,0,0,1,1,1,1,5,1000}";
        QTest::newRow("override of no window") << "return {0,0,0,1,1,1,1,5,0,5}";
        const QString packed = "return struct.pack('<BBBi8I7', %1) .. '%2'";
        QTest::newRow("packed, empty") << "return ''";
        QTest::newRow("packed, cut off") << "return string.rep('\\0', 17)";
        QTest::newRow("packed verdict") << packed.arg("4, 0, 0, 0, 1", "");
        QTest::newRow("packed rule") << packed.arg("1, 2, 0, 5, 1", "");
        QTest::newRow("packed retry") << packed.arg("1, 1, 0, -1, 1", "");
        QTest::newRow("packed records") << packed.arg("0, 0, 0, 0, 1", "abc");
        QTest::newRow("packed override cut off") << packed.arg("0, 0, 1, 0, 1", "abc");
        QTest::newRow("packed override of no window")
            << packed.arg("0, 0, 1, 0, 1", "' .. string.rep('\\0', 21) .. '");
    }
    void refusesDecisionsOfAnotherShape()
    {
        QFETCH(QString, lua);
        const Policy oneRule{"api", "gcra", parseRules("5/min")};
        const Reply reply = ask({"EVAL", lua.toStdString(), "0"});
        QVERIFY_THROWS_EXCEPTION(BadReply, readDecision(reply.view(), oneRule));
    }

    void manyClientsNeverExceedTheLimits_data() { addAlgorithms(); }
    void manyClientsNeverExceedTheLimits()
    {
        const Policy rules = policy("50/h + 80/day");
        std::atomic<int> allowed = 0;
        std::atomic<int> failed = 0;
        {
            std::vector<std::jthread> clients;
            clients.reserve(4);
            for (int i = 0; i < 4; ++i)
                clients.emplace_back([&, endpoint = m_server.endpoint()] {
                    try {
                        Connection connection(endpoint);
                        RedisRateLimiter limiter(connection, rules);
                        for (int k = 0; k < 100; ++k)
                            allowed += limiter.acquire("shared").allowed() ? 1 : 0;
                    } catch (const Error&) {
                        ++failed;
                    }
                });
        }
        QCOMPARE(failed.load(), 0);
        QCOMPARE(allowed.load(), 50);
    }
};

QTEST_GUILESS_MAIN(TestRedisLimiter)
#include "tst_redis_limiter.moc"
