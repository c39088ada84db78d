// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
#include "core/formats/own/ratewarden_format.h"
#include "core/formats/own/ratewarden_keys.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/redis/connection.h"
#include "tests/support/acts.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/decider.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <QTest>

#include <random>
#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestAdmin : public QObject, private LimiterFixture {
    Q_OBJECT

private Q_SLOTS:
    void init() { awaitTimeInTheMinute(); } // windows of hours and days end with a minute, too
    void cleanup() { m_connection.call({"FLUSHALL"}); }

    void blocksAndUnblocks()
    {
        const std::string token("bad\0token", 9);
        QVERIFY(!findBlock(m_connection, token));
        const Block made = blockToken(m_connection, {token, 1h, "scraping \xff", "alice"});
        QCOMPARE(*made.until - made.since, Micros(1h));
        const std::optional<Block> found = findBlock(m_connection, token);
        QVERIFY(found);
        QVERIFY(*found == made);
        QVERIFY(unblockToken(m_connection, token));
        QVERIFY(!unblockToken(m_connection, token));
        QVERIFY(!findBlock(m_connection, token));
        QCOMPARE(number({"EXISTS", controlKey(RedisToken(token))}), 0);
    }

    void undoesAReset_data() { addAlgorithms(); }
    void undoesAReset()
    {
        QFETCH(QString, algorithm);
        const Policy policy{"api", algorithm.toStdString(), parseRules("5/h + 9/day")};
        const Subject key = stateSubject("t", policy);
        const std::string state = key.format->keys(key).front();
        const auto reset = [&] {
            return apply(m_connection, {ResetIntent{}, {key}, {}, "b", "r"});
        };
        const auto restore = [&](ChangeOutcome removed, bool replace) { // a copy: as when the answer was lost
            return int(undo(m_connection, removed, replace).results.at(0).result);
        };
        QVERIFY(!reset().canUndo());

        RedisRateLimiter limiter(m_connection, policy);
        limiter.acquire("t");
        limiter.acquire("t", 3);
        const std::string before(ask({"DUMP", state}).view().string());
        const std::int64_t expires = number({"PEXPIRETIME", state});
        const ChangeOutcome removed = reset();
        QVERIFY(removed.canUndo());
        QCOMPARE(number({"EXISTS", state}), 0);
        QCOMPARE(restore(removed, false), int(Undone::AsItWas));
        QCOMPARE(std::string(ask({"DUMP", state}).view().string()), before);
        const std::int64_t restored = number({"PEXPIRETIME", state});
        QVERIFY(std::abs(restored - expires) <= 10'000); // as long as a busy server needs for two commands
        QCOMPARE(limiter.peek("t", 2).verdict, Verdict::DeniedByRule);

        // What was charged since stays, unless it is to be replaced.
        reset();
        limiter.acquire("t");
        if (algorithmNamed(policy.algorithm).keeps == Keeps::Charges) {
            QCOMPARE(restore(removed, false), int(Undone::Merged));
            QCOMPARE(limiter.peek("t").usage.at(0).used, 5);
            // Again, as when the answer was lost: nothing is charged twice.
            QCOMPARE(restore(removed, false), int(Undone::AsItWas));
            QCOMPARE(limiter.peek("t").usage.at(0).used, 5);
        } else {
            QCOMPARE(restore(removed, false), int(Undone::CameSince));
            QCOMPARE(limiter.peek("t").usage.at(0).used, 1);
        }
        QCOMPARE(number({"DBSIZE"}), 1);
        QCOMPARE(restore(removed, true), int(Undone::AsItWas));
        QCOMPARE(limiter.peek("t").usage.at(0).used, 4);

        ChangeOutcome old = reset();
        BeforeImage& image = old.undoable.at(0).before;
        image.until = Instant(std::chrono::milliseconds(1'700'000'000'000));
        QCOMPARE(restore(old, true), int(Undone::Expired));
        QCOMPARE(number({"EXISTS", state}), 0);
        image.until = {}; // somebody had taken its expiry away: that comes back, too
        QCOMPARE(restore(old, false), int(Undone::AsItWas));
        QCOMPARE(number({"PTTL", state}), -1);
        ask({"DEL", state});
        image.former = "no dump";
        QCOMPARE(restore(old, false), int(Undone::Failed));
    }

    // What a log has after a reset that was taken back is what it would have without.
    void mergesLogs_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<int>("costs"); // from 1 up to
        for (const Algorithm& algorithm : algorithms())
            if (algorithm.keeps == Keeps::Charges)
                for (const int costs : {1, 3})
                    QTest::addRow("%s, costs up to %d", std::string(algorithm.name).c_str(), costs)
                        << QString::fromStdString(std::string(algorithm.name)) << costs;
    }
    void mergesLogs()
    {
        QFETCH(QString, algorithm);
        QFETCH(int, costs);
        const Algorithm& tested = algorithmNamed(algorithm.toStdString());
        const std::vector<Rule> rules = parseRules("100000/3s + 100000/10s");
        std::mt19937 random(17);
        const auto pick = [&](int low, int high) {
            return std::uniform_int_distribution(low, high)(random);
        };
        for (int round = 0; round < 20; ++round) {
            MemorySubject memory(tested);
            ScriptSubject script(tested, m_connection);
            Instant now = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
            const auto charge = [&](int requests, int most) {
                for (int i = 0; i < requests; ++i) {
                    now += Micros(pick(-20'000, 400'000)); // the clock goes back a little now and then
                    const Units cost = pick(1, most);
                    memory.acquire(rules, now, cost);
                    script.acquire(rules, now, cost);
                }
            };
            charge(pick(1, 200), pick(0, 1) == 0 ? 1 : costs);
            const Subject key = *parseRatewardenKey(script.key());
            ChangeOutcome reset = apply(m_connection, {ResetIntent{}, {key}, {}, {}, {}});
            QCOMPARE(script.peek(rules, now).usage.at(1).used, 0);
            charge(pick(1, 40), pick(0, 1) == 0 ? 1 : costs);
            QCOMPARE(undo(m_connection, reset).count(Undone::Merged), 1U);
            for (int i = 0; i < 30; ++i) {
                QCOMPARE(script.peek(rules, now), memory.peek(rules, now));
                charge(1, costs);
            }
        }
    }

    void aMergeThatFailsLeavesNothingBehind_data()
    {
        QTest::addColumn<QString>("algorithm");
        QTest::addColumn<QStringList>("foreign");
        QTest::newRow("string") << "sliding-log" << QStringList{"SET", "abc"};
        QTest::newRow("sorted set") << "sliding-log-zset" << QStringList{"ZADD", "1", "x"};
        QTest::newRow("list") << "sliding-log-list" << QStringList{"RPUSH", "x y"};
    }
    void aMergeThatFailsLeavesNothingBehind()
    {
        QFETCH(QString, algorithm);
        QFETCH(QStringList, foreign);
        const Policy policy{"api", algorithm.toStdString(), parseRules("5/h")};
        const Subject key = stateSubject("t", policy);
        RedisRateLimiter(m_connection, policy).acquire("t", 2);
        ChangeOutcome reset = apply(m_connection, {ResetIntent{}, {key}, {}, {}, {}});
        Command command{foreign.takeFirst().toStdString(), key.format->keys(key).front()};
        for (const QString& argument : foreign)
            command.add(argument.toStdString());
        m_connection.call(command);
        const Undoing undoing = undo(m_connection, reset);
        QCOMPARE(undoing.count(Undone::Failed), 1U);
        QVERIFY2(englishText(undoing.trouble.first).find("not a log of ours") != std::string::npos,
                 englishText(undoing.trouble.first).c_str());
        QCOMPARE(number({"DBSIZE"}), 1);
    }

    void oneThatCannotBeResetKeepsNoOtherFromIt()
    {
        const Policy policy{"api", "gcra", parseRules("5/h")};
        RedisRateLimiter limiter(m_connection, policy);
        std::vector<Subject> keys;
        for (const char* token : {"a", "b", "c", "d"})
            keys.push_back(stateSubject(token, policy));
        for (const char* token : {"a", "c", "d"})
            limiter.acquire(token, 2);
        m_connection.call(
            {"ACL", "SETUSER", "some", "on", "nopass", "+@all", "~rw:{a}*", "~rw:{b}*", "~rw:{d}*"});
        Connection connection(m_server.endpointOf("some"), unhurried);
        ChangeOutcome reset = apply(connection, {ResetIntent{}, keys, {}, {}, {}});
        QCOMPARE(reset.made, 3U);
        QCOMPARE(reset.changed, 2U); // not the one without state, nor the one that it may not see
        QVERIFY2(englishText(reset.trouble.first).find("{c}") != std::string::npos,
                 englishText(reset.trouble.first).c_str());
        QCOMPARE(limiter.peek("c").usage.at(0).used, 2);

        limiter.acquire("d");
        const Undoing undoing = undo(m_connection, reset);
        QCOMPARE(undoing.results.size(), 2U);
        QCOMPARE(keys[undoing.results[0].subject].token, std::string("a"));
        QCOMPARE(int(undoing.results[0].result), int(Undone::AsItWas));
        QCOMPARE(keys[undoing.results[1].subject].token, std::string("d"));
        QCOMPARE(int(undoing.results[1].result), int(Undone::CameSince));
        QCOMPARE(reset.undoable.size(), 1U);
        QCOMPARE(limiter.peek("a").usage.at(0).used, 2);
        QCOMPARE(limiter.peek("d").usage.at(0).used, 1);
    }

    void aBlockReplacesAnother()
    {
        blockToken(m_connection, {"t", 1h, "first", "alice"});
        const Block forGood = blockToken(m_connection, {"t", std::nullopt, "second", "bob"});
        QVERIFY(!forGood.until);
        QVERIFY(*findBlock(m_connection, "t") == forGood);
        QCOMPARE(number({"PTTL", controlKey(RedisToken("t"))}), -1);
        blockToken(m_connection, {"t", 1min, "third", "bob"});
        QVERIFY(number({"PTTL", controlKey(RedisToken("t"))}) > 0);
    }

    void findsEveryBlock()
    {
        std::set<std::string> expected;
        for (int i = 0; i < 700; ++i) {
            const std::string token = "user:" + std::to_string(i);
            expected.insert(token);
            blockToken(m_connection, {token, std::nullopt, "r", "b"});
        }
        m_connection.call({"HSET", controlKey(RedisToken("over")), "block_until", "1"}); // has ended
        m_connection.call({"SET", controlKey(RedisToken("foreign")), "x"});
        overrideToken(m_connection, {"overridden", "api", parseRules("1/s"), std::nullopt, "r", "b"});
        std::set<std::string> found;
        std::set<std::string> unread;
        ScanCursor cursor;
        do {
            const BlockPage page = scanBlocks(m_connection, cursor, 100);
            for (const Block& block : page.blocks)
                found.insert(block.token);
            for (const UnreadControl& one : page.unread) {
                unread.insert(one.token);
                QVERIFY2(one.reason.find("WRONGTYPE") != std::string::npos, one.reason.c_str());
            }
        } while (!cursor.isAtEnd());
        QVERIFY(found == expected);
        QVERIFY(unread == std::set<std::string>{"foreign"});
    }

    void listsTenThousandOverrides()
    {
        Change change = overrideOf({"", "api", parseRules("3/h"), std::nullopt, "pays", "alice"});
        change.subjects.clear();
        for (int i = 0; i < 10'000; ++i)
            change.subjects.push_back(controlSubject("user:" + std::to_string(i), "api"));
        QCOMPARE(apply(m_connection, change).made, 10'000U);
        overrideToken(m_connection, {"user:7", "search", parseRules("4/h"), 1h, "pays", "alice"});
        blockToken(m_connection, {"blocked", std::nullopt, "r", "b"});
        m_connection.call({"SET", controlKey(RedisToken("foreign")), "x"});
        m_connection.call(
            {"HSET", controlKey(RedisToken("broken")), "override_until:api", "0"}); // without rules
        m_connection.call({"HSET", controlKey(RedisToken("broken")), "override_until:old", "1"}); // has ended
        std::set<std::pair<std::string, std::string>> unreadable;
        std::set<std::string> unread;
        std::set<std::pair<std::string, std::string>> found;
        ScanCursor cursor;
        do {
            const OverridePage page = scanOverrides(m_connection, cursor);
            for (const Override& one : page.overrides)
                found.emplace(one.token, one.policy);
            for (const UnreadableOverride& one : page.unreadable)
                unreadable.emplace(one.token, one.policy);
            for (const UnreadControl& one : page.unread)
                unread.insert(one.token);
        } while (!cursor.isAtEnd());
        QCOMPARE(found.size(), 10'001U);
        QVERIFY((unreadable == std::set<std::pair<std::string, std::string>>{{"broken", "api"}}));
        QVERIFY(unread == std::set<std::string>{"foreign"});
        QVERIFY(found.contains({"user:7", "search"}) && found.contains({"user:9999", "api"}));

        // They are obeyed in the same round trip as ever, and nobody else's decisions know of them.
        RedisRateLimiter limiter(m_connection, {"api", "sliding-log", parseRules("1/h")});
        std::vector<TokenRequest> requests(3, TokenRequest{"user:4711"});
        requests.insert(requests.end(), 2, TokenRequest{"user:10000"});
        std::vector<bool> allowed;
        for (const Decision& decision : limiter.acquireMany(requests))
            allowed.push_back(decision.allowed());
        QVERIFY((allowed == std::vector{true, true, true, true, false}));
    }

    void overridesAndLifts()
    {
        const std::string token("odd\0}", 5);
        QVERIFY(findOverrides(m_connection, token).empty());
        const Override made = overrideToken(m_connection, {token, "a:b %", parseRules("1/s burst 3 + 20/min"),
                                                           1h, "pays \xff well", "alice"});
        const Override other =
            overrideToken(m_connection, {token, "z", parseRules("0/day"), std::nullopt, "does not", "bob"});
        const std::vector<Override> found = findOverrides(m_connection, token);
        QCOMPARE(found.size(), 2U);
        QVERIFY(found[0] == made);
        QVERIFY(found[1] == other);
        QVERIFY(liftOverride(m_connection, token, "a:b %"));
        QVERIFY(findOverrides(m_connection, token) == std::vector{other});
        QVERIFY(liftOverride(m_connection, token, "z"));
        QCOMPARE(number({"EXISTS", controlKey(RedisToken(token))}), 0);
    }

    void theControlKeyLivesAsLongAsWhatItHolds()
    {
        const auto minutesLeft = [&] {
            const std::int64_t left = number({"PTTL", controlKey(RedisToken("t"))});
            return left < 0 ? left : (left + 30'000) / 60'000;
        };
        const auto override = [&](const char* policy, std::optional<Micros> duration) {
            overrideToken(m_connection, {"t", policy, parseRules("1/s"), duration, "r", "b"});
        };
        blockToken(m_connection, {"t", 10min, "r", "b"});
        override("a", 30min);
        QCOMPARE(minutesLeft(), 30);
        blockToken(m_connection, {"t", std::nullopt, "r", "b"});
        QCOMPARE(minutesLeft(), -1);
        unblockToken(m_connection, "t");
        QCOMPARE(minutesLeft(), 30);
        override("b", 5min);
        liftOverride(m_connection, "t", "a");
        QCOMPARE(minutesLeft(), 5);
    }

    void refusesOverrides()
    {
        const auto ask = [&](const OverrideRequest& request) {
            overrideToken(m_connection, request);
        };
        const std::vector<Rule> rules = parseRules("1/s");
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, ask({"", "p", rules, 1h, "r", "b"}));
        QVERIFY_THROWS_EXCEPTION(BadPolicy, ask({"t", "", rules, 1h, "r", "b"}));
        QVERIFY_THROWS_EXCEPTION(BadPolicy, ask({"t", "p", {}, 1h, "r", "b"}));
        QVERIFY_THROWS_EXCEPTION(BadPolicy, ask({"t", "p", {{-1, 1s}}, 1h, "r", "b"}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, ask({"t", "p", rules, 0s, "r", "b"}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, ask({"t", "p", rules, 1h, "", "b"}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, ask({"t", "p", rules, 1h, "r", ""}));
        QCOMPARE(number({"DBSIZE"}), 0);
    }

    void refusesBlocks_data()
    {
        QTest::addColumn<QString>("token");
        QTest::addColumn<qint64>("micros");
        QTest::addColumn<QString>("reason");
        QTest::addColumn<QString>("by");
        const auto row = [](const char* name, const char* token, qint64 micros, const QString& reason,
                            const char* by) {
            QTest::newRow(name) << token << micros << reason << by;
        };
        row("no token", "", 1, "r", "b");
        row("no reason", "t", 1, "", "b");
        row("long reason", "t", 1, QString(1001, 'r'), "b");
        row("no author", "t", 1, "r", "");
        row("no time", "t", 0, "r", "b");
        row("negative time", "t", -1, "r", "b");
        row("too long", "t", std::numeric_limits<qint64>::max(), "r", "b");
    }
    void refusesBlocks()
    {
        QFETCH(QString, token);
        QFETCH(qint64, micros);
        QFETCH(QString, reason);
        QFETCH(QString, by);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument,
                                 blockToken(m_connection, {token.toStdString(), Micros(micros),
                                                           reason.toStdString(), by.toStdString()}));
        QCOMPARE(number({"DBSIZE"}), 0);
    }
};

RATEWARDEN_SUITE(TestAdmin)
#include "tst_admin.moc"
