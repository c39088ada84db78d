// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads
// What the conformance suite cannot see: keys, expiry, blocks, foreign state, several clients at once.
#include "core/formats/own/ratewarden_keys.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/model/little_endian.h"
#include "core/redis/connection.h"
#include "tests/support/acts.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/threads.h"
#include "tests/support/users.h"

#include <QTest>

#include <atomic>
#include <map>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestRedisLimiter : public QObject, private LimiterFixture {
    Q_OBJECT

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
        const Policy rules = policy("5/min + 100/h");
        RedisRateLimiter limiter(m_connection, rules);
        const Decision decision = limiter.acquire("t", 3);
        const Micros longest = std::max(decision.usage[0].resetAfter, decision.usage[1].resetAfter);
        const Micros expiry = std::chrono::milliseconds(number({"PTTL", stateKeyOf(rules, "t")}));
        QVERIFY(expiry > 0us);
        // Those whose end moves with every charge may be kept for two sixteenths of a window longer.
        const Algorithm& tested = algorithmNamed(rules.algorithm);
        const bool moves = tested.script == "gcra" || tested.script == "sliding_log_packed";
        QVERIFY2(expiry <= longest + 1ms + (moves ? 450s : 0s), "it is kept for longer than it matters");
        QVERIFY2(expiry > longest - 10s, "it is forgotten too early");
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
        // Without a password, and yet not the default user.
        Connection connection(userWith("~* +evalsha +eval +time +client +auth", m_server), unhurried);
        RedisRateLimiter limiter(connection, policy("5/min"));
        QVERIFY_THROWS_EXCEPTION(Refused, limiter.acquire("t"));
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
    void whatIsGivenBackLeavesNoKeyBehind_data() { addAlgorithms(); }
    void whatIsGivenBackLeavesNoKeyBehind()
    {
        const Policy rules = policy("5/min");
        RedisRateLimiter limiter(m_connection, rules);
        limiter.giveBack("t", 3);
        QCOMPARE(number({"EXISTS", stateKeyOf(rules, "t")}), 0);
        limiter.acquire("t", 2);
        limiter.acquire("t", 3);
        const std::int64_t before = number({"PEXPIRETIME", stateKeyOf(rules, "t")});
        limiter.giveBack("t", 1);
        // It expires with what is left, and is not kept for longer; a stream, which is written anew, is given
        // its life anew, too, and that by whole milliseconds.
        const std::int64_t after = number({"PEXPIRETIME", stateKeyOf(rules, "t")});
        QVERIFY2(after > 0 && after <= before + 1, qPrintable(QString::number(after - before)));
        blockToken(m_connection, {"t", std::nullopt, "why", "who"});
        const Decision blocked = limiter.giveBack("t", 3); // a block does not keep it
        QCOMPARE(blocked.verdict, Verdict::Blocked);
        QCOMPARE(blocked.usage.at(0).used, 1);
        limiter.giveBack("t");
        const std::string algorithm = rules.algorithm;
        if (!algorithm.starts_with("sliding-window") &&
            !algorithm.starts_with("fixed")) // go with their window
            QCOMPARE(number({"EXISTS", stateKeyOf(rules, "t")}), 0);
        QCOMPARE(limiter.peek("t").usage.at(0).used, 0);
    }

    // Such as that of a simulation; all of it is before the first step by which an expiry is moved.
    void stateExpiresUnderAClockNearTheEpoch_data() { addAlgorithms(); }
    void stateExpiresUnderAClockNearTheEpoch()
    {
        const auto acquire = [&](const Policy& rules, Micros now) {
            return readDecision(
                ask(decisionCommand(rules, RedisToken("t"), 1, Mode::Acquire, {.now = Instant(now)})).view(),
                rules);
        };
        const Policy rules = policy("100/day");
        for (const Micros now : {1s, 2s, 3s}) {
            QVERIFY(acquire(rules, now).allowed());
            QVERIFY(number({"PTTL", stateKeyOf(rules, "t")}) > 0);
        }
        // A record that changes its size is not written over the old one.
        ask({"DEL", stateKeyOf(rules, "t")});
        QVERIFY(acquire(policy("5000000000/day"), 1s).allowed());
        QVERIFY(acquire(rules, 2s).allowed());
        QVERIFY(acquire(rules, 3s).allowed());
        QVERIFY(number({"PTTL", stateKeyOf(rules, "t")}) > 0);
    }

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
        blockToken(m_connection, {"t", 1h, "cool off", "ops"});
        const Decision blocked = limiter.peek("t");
        QCOMPARE(blocked.verdict, Verdict::Blocked);
        ask({"HSET", controlKey(RedisToken("t")), "block_until",
             std::to_string((blocked.now + 30ms).time_since_epoch().count())});
        QTRY_VERIFY(limiter.peek("t").allowed());
        QVERIFY(!findBlock(m_connection, "t"));
    }

    void anUnreadableBlockStillBlocks_data() { addAlgorithms(); }
    void anUnreadableBlockStillBlocks()
    {
        RedisRateLimiter limiter(m_connection, policy("5/min"));
        for (const char* until : {"tomorrow", "1.9e15", "99999999999999999999", "-5", "nan", ""}) {
            ask({"HSET", controlKey(RedisToken("t")), "block_until", until});
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
        QCOMPARE(number({"EXISTS", controlKey(RedisToken("t"))}), 0);
    }

    void anOverrideEndsByItself_data() { addAlgorithms(); }
    void anOverrideEndsByItself()
    {
        RedisRateLimiter limiter(m_connection, policy("5/min"));
        overrideToken(m_connection, {"t", "api", parseRules("0/min"), 1h, "for a moment", "ops"});
        const Decision overridden = limiter.peek("t");
        QCOMPARE(overridden.verdict, Verdict::NeverFits);
        ask({"HSET", controlKey(RedisToken("t")), "override_until:api",
             std::to_string((overridden.now + 30ms).time_since_epoch().count())});
        QTRY_VERIFY(limiter.peek("t").allowed());
        QVERIFY(findOverrides(m_connection, "t").empty());
    }

    // Both lie in one key, which lives as long as the longer one: the shorter one must end by the decision's
    // clock.
    void aBlockAndAnOverrideEndEachByItself_data() { addAlgorithms(); }
    void aBlockAndAnOverrideEndEachByItself()
    {
        const Policy rules = policy("5/min");
        const auto at = [&](const char* token, Instant now) {
            return readDecision(ask(decisionCommand(rules, RedisToken(token), 1, Mode::Peek,
                                                    {.now = now, .detail = Detail::Verdict}))
                                    .view(),
                                rules, Detail::Verdict);
        };
        blockToken(m_connection, {"block first", 1h, "why", "who"});
        overrideToken(m_connection, {"block first", "api", parseRules("9/s"), 2h, "why", "who"});
        const Instant unblocked = findBlock(m_connection, "block first")->until.value();
        QCOMPARE(at("block first", unblocked - 1us).verdict, Verdict::Blocked);
        QCOMPARE(at("block first", unblocked - 1us).retryAfter, std::optional<Micros>(1us));
        const Decision free = at("block first", unblocked);
        QCOMPARE(free.verdict, Verdict::Allowed);
        QVERIFY(free.overridden);

        overrideToken(m_connection, {"override first", "api", parseRules("9/s"), 1h, "why", "who"});
        blockToken(m_connection, {"override first", 2h, "why", "who"});
        const Instant lifted = findOverrides(m_connection, "override first").at(0).until.value();
        QVERIFY(at("override first", lifted - 1us).overridden);
        QVERIFY(!at("override first", lifted).overridden);
        QCOMPARE(at("override first", lifted).verdict, Verdict::Blocked);
        QVERIFY(number({"PTTL", controlKey(RedisToken("override first"))}) >
                3'600'000); // the key itself is still there
    }

    void anUnreadableOverrideLetsNothingThrough_data() { addAlgorithms(); }
    void anUnreadableOverrideLetsNothingThrough()
    {
        RedisRateLimiter limiter(m_connection, policy("5/min"));
        for (const char* rules : {"", "5", "5 1000000", "many 1000000 0", "5 1000000 0 7"}) {
            ask({"HSET", controlKey(RedisToken("t")), "override_until:api", "0", "override_rules:api",
                 rules});
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
            QCOMPARE(parseRatewardenKey(stateKeyOf(rules, token))->token, token);
        }
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.acquire(""));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.acquire("t", -1));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.acquire("t", maxUnits + 1));
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
        ask({"SET", controlKey(RedisToken("t")), "rubbish"});
        QVERIFY_THROWS_EXCEPTION(BadState, limiter.acquire("t"));
    }

    // It is not ours, as a state that is empty is no key; and stays as it is.
    void anEmptyStringIsNoState_data() { addAlgorithms(); }
    void anEmptyStringIsNoState()
    {
        const Policy rules = policy("5/min");
        RedisRateLimiter limiter(m_connection, rules);
        const std::string key = stateKeyOf(rules, "t");
        ask({"SET", key, ""});
        QVERIFY_THROWS_EXCEPTION(BadState, limiter.acquire("t"));
        QVERIFY_THROWS_EXCEPTION(BadState, limiter.acquire("t", 2));
        QVERIFY_THROWS_EXCEPTION(BadState, limiter.peek("t"));
        QCOMPARE(number({"STRLEN", key}), 0);
        QCOMPARE(number({"EXISTS", key}), 1);
        QVERIFY(limiter.reset("t"));
        QVERIFY(limiter.acquire("t").allowed());
    }

    // Where the newest entry is of ours, and what is behind it is not.
    void aLogThatIsDamagedWithinSaysSo_data()
    {
        QTest::addColumn<QString>("algorithm");
        for (const char* name : {"sliding-log", "sliding-log-zset", "sliding-log-list", "sliding-log-stream"})
            QTest::newRow(name) << name;
    }
    void aLogThatIsDamagedWithinSaysSo()
    {
        const Policy rules = policy("2/min");
        RedisRateLimiter limiter(m_connection, rules);
        const std::string key = stateKeyOf(rules, "t");
        limiter.acquire("t", 2);
        const auto damaged = [&] {
            const std::string before(ask({"DUMP", key}).view().string());
            try {
                limiter.acquire("t");
            } catch (const BadState& error) {
                const bool isKept = ask({"DUMP", key}).view().string() == before;
                return isKept && error.key() == key;
            }
            return false;
        };
        if (rules.algorithm == "sliding-log-zset") {
            ask({"ZADD", key, "inf", "0000000000000003:1"});
            QVERIFY(damaged());
            QVERIFY(damaged()); // once more
            ask({"DEL", key});
            limiter.acquire("t", 2);
            ask({"ZADD", key, "1", "rubbish"});
            ask({"ZADD", key, "2", "more"});
        } else if (rules.algorithm == "sliding-log-list") {
            ask({"RPUSH", key, "99999999999999999999 3 1"});
            QVERIFY(damaged());
            ask({"RPOP", key});
            ask({"LPUSH", key, "rubbish"});
        } else if (rules.algorithm == "sliding-log-stream") {
            const Reply entries = ask({"XRANGE", key, "-", "+"});
            const std::string id(entries.view()[0][0].string());
            ask({"DEL", key});
            ask({"XADD", key, "1-1", "rub", "bish"});
            ask({"XADD", key, id, "t", "2", "c", "2"});
        } else { // its kind is what tells it from others'
            ask({"SETRANGE", key, "0", "x"});
        }
        QVERIFY(damaged());
    }

    // What Lua itself reads as a number as well.
    void numbersOfALogAreDecimal_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<QStringList>("adds");
        const auto row = [](const char* algorithm, const QString& entry) {
            QTest::newRow(qPrintable(QString("%1: %2").arg(algorithm, entry)))
                << algorithm << entry.split('|');
        };
        for (const char* member : {"00000000000001e9:1", "             0x5:1", "0000000000000001:1e0"})
            row("sliding-log-zset", QString("ZADD|%key|1|") + member);
        for (const char* number : {"0x10", " 5 ", "1e3", "nan"})
            row("sliding-log-stream", QString("XADD|%key|1-1|t|%1|c|1").arg(number));
        row("sliding-log-list", "RPUSH|%key|1 0x10 1");
    }
    void numbersOfALogAreDecimal()
    {
        const Policy rules = policy("2/min");
        QFETCH(QStringList, adds);
        RedisRateLimiter limiter(m_connection, rules);
        const std::string key = stateKeyOf(rules, "t");
        const auto add = [&] {
            Command command{adds[0].toStdString(), key};
            for (const QString& argument : adds.mid(2))
                command.add(argument.toStdString());
            ask(command);
        };
        add();
        QVERIFY_THROWS_EXCEPTION(BadState, limiter.acquire("t"));
        QVERIFY_THROWS_EXCEPTION(BadState, limiter.peek("t"));
        if (rules.algorithm != "sliding-log-zset")
            return;
        ask({"DEL", key}); // and behind an entry that is intact
        limiter.acquire("t");
        add();
        QVERIFY_THROWS_EXCEPTION(BadState, limiter.acquire("t"));
    }

    // An entry that is later than the newest, by less than a window: peek and acquire take it for the same.
    void aPackedLogOutOfOrderIsReadAlike()
    {
        const Policy rules{"api", "sliding-log", parseRules("2/min + 100/h")};
        RedisRateLimiter limiter(m_connection, rules);
        const std::string key = stateKeyOf(rules, "t");
        limiter.acquire("t");
        limiter.acquire("t");
        const std::string newest(ask({"GETRANGE", key, "-6", "-1"}).view().string());
        std::string later;
        appendLittleEndian(later, littleEndian(newest) + 1'000'000, 6);
        ask({"SETRANGE", key, "8", later});
        QVERIFY(!limiter.peek("t").allowed());
        QVERIFY(!limiter.acquire("t").allowed());
    }

    void manyClientsNeverExceedTheLimits_data() { addAlgorithms(); }
    void manyClientsNeverExceedTheLimits()
    {
        const Policy rules = policy("50/h + 80/day");
        std::atomic<int> allowed = 0;
        std::atomic<int> failed = 0;
        inThreads(4, [&](int /*thread*/) {
            try {
                Connection connection(m_server.endpoint(), unhurried);
                RedisRateLimiter limiter(connection, rules);
                for (int k = 0; k < 100; ++k)
                    allowed += limiter.acquire("shared").allowed() ? 1 : 0;
            } catch (const Error&) {
                ++failed;
            }
        });
        QCOMPARE(failed.load(), 0);
        QCOMPARE(allowed.load(), 50);
    }
};

RATEWARDEN_SUITE(TestRedisLimiter)
#include "tst_redis_limiter.moc"
