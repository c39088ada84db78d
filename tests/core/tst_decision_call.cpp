// SPDX-License-Identifier: GPL-3.0-or-later
// What goes over the wire for a decision: what scripts take and answer, many tokens in a call, and the calls
// that count requests, hash the token or ask for the verdict alone.
#include "core/formats/request_counts.h"
#include "core/limiter/decision_call.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/limiter/redis_token.h"
#include "core/model/errors.h"
#include "core/model/little_endian.h"
#include "core/redis/connection.h"
#include "tests/support/acts.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/cluster_node.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"
#include "tests/support/test_server.h"
#include "tests/support/thrown.h"

#include <QTest>

#include <type_traits>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

// A request's token never becomes a name in Redis by itself: under a policy that hashes tokens it is not one.
template <class Token>
constexpr bool namesKey = requires(Token token)
{
    controlKey(token);
};
static_assert(!namesKey<std::string_view> && !namesKey<std::string> && !namesKey<const char*>);
static_assert(namesKey<RedisToken> && namesKey<NameInRedis>);
static_assert(!std::is_convertible_v<RedisToken, std::string_view>); // nor back, to be hashed again

class TestDecisionCall : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    /// Of ours, not a script that stumbled; empty when it was taken.
    QString refusalOf(const Command& command)
    {
        const auto error = thrownBy<ReplyError>([&] { ask(command); });
        return error ? error->what() : QString();
    }

private Q_SLOTS:
    void cleanup() { ask({"FLUSHALL"}); }

    void scriptsRefuseWrongArguments_data()
    {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("refusal");
        const auto add = [](const char* name, const QStringList& arguments, const char* refusal) {
            QTest::newRow(name) << arguments << QString(refusal);
        };
        const char* const number = "be a whole number from 0 to 2^53 - 1";
        add("none", {}, "argument 1: a packed request");
        add("no mode", {"", "1"}, "argument 1: a packed request");
        add("no rules", {"", "1", "acquire"}, "1 to 255 rules; 0 arguments follow the mode");
        add("half a rule", {"", "1", "acquire", "5"}, "1 arguments follow the mode");
        add("no burst", {"", "1", "acquire", "5", "1000000"}, "2 arguments follow the mode");
        add("cost", {"", "one", "acquire", "5", "1000000", "0"}, "argument 2: the cost");
        add("negative cost", {"", "-1", "acquire", "5", "1000000", "0"}, "argument 2: the cost");
        add("hexadecimal cost", {"", "0x5", "acquire", "5", "1000000", "0"}, "argument 2: the cost");
        add("cost with an exponent", {"", "1e0", "acquire", "5", "1000000", "0"}, "argument 2: the cost");
        add("cost behind a space", {"", " 1", "acquire", "5", "1000000", "0"}, "argument 2: the cost");
        add("limit with a fraction", {"", "1", "acquire", "5.0", "1000000", "0"}, "argument 4: the limit");
        add("window with an exponent", {"", "1", "acquire", "5", "1e6", "0"}, "argument 5: the window");
        add("nothing to settle by", {"", "1", "settle", "5", "1000000", "0"},
            "for each of 1 to 255 rules, then when it was reserved, and the actual cost; 3 arguments");
        add("reserved some time", {"", "1", "settle", "5", "1000000", "0", "soon", "1"},
            "argument 7: when it was reserved");
        add("some actual cost", {"", "1", "settle", "5", "1000000", "0", "1", "-1"},
            "argument 8: the actual cost");
        add("nothing was reserved", {"", "0", "settle", "5", "1000000", "0", "1", "1"},
            "to settle, at least 1 reserved unit");
        add("mode", {"", "1", "take", "5", "1000000", "0"}, "argument 3: the mode must be acquire, peek");
        add("now", {"soon", "1", "peek", "5", "1000000", "0"}, "argument 1: now");
        add("window", {"", "1", "peek", "5", "0", "0"}, "argument 5: the window of rule 1");
        add("window in seconds", {"", "1", "acquire", "2", "60", "0"},
            "argument 5: the window of rule 1 must be microseconds from 1000 (1 ms)");
        add("limit", {"", "1", "peek", "9007199254740992", "1000000", "0"},
            "argument 4: the limit of rule 1");
        add("second limit", {"", "1", "peek", "9", "1000000", "0", "x", "1", "0"},
            "argument 7: the limit of rule 2");
        add("nan cost", {"", "nan", "acquire", "5", "1000000", "0"}, number);
        add("nan limit", {"", "1", "acquire", "nan", "1000000", "0"}, number);
        add("nan window", {"", "1", "acquire", "5", "nan", "0"}, "the window of rule 1");
        add("nan burst", {"", "1", "acquire", "5", "1000000", "nan"}, "argument 6: the burst of rule 1");
        add("nan now", {"nan", "1", "acquire", "5", "1000000", "0"}, "argument 1: now");
        add("endless window", {"", "1", "acquire", "5", "inf", "0"}, "argument 5: the window of rule 1");
        add("part of a unit", {"", "0.4", "acquire", "5", "1000000", "0"}, "argument 2: the cost");
    }
    void scriptsRefuseWrongArguments()
    {
        QFETCH(QStringList, arguments);
        QFETCH(QString, refusal);
        for (const Algorithm& algorithm : algorithms()) {
            Command command(scriptNamed(algorithm.script), 2);
            command.add(stateKey(RedisToken("t"), "api", algorithm)).add(controlKey(RedisToken("t")));
            for (const QString& argument : arguments)
                command.add(argument.toStdString());
            const QString refused = refusalOf(command);
            QVERIFY2(refused.contains("ERR ratewarden: ") && refused.contains(refusal), qPrintable(refused));
        }
    }

    // In both forms, whether there is a state or not: what is refused is never charged.
    void scriptsRefuseKeysThatDoNotBelongTogether_data()
    {
        QTest::addColumn<QStringList>("keys");
        QTest::addColumn<QString>("refusal");
        const char* const noState = "key 1 is no state key: rw:{token}:policy:";
        const auto row = [](const char* name, const QStringList& keys, const char* refusal) {
            QTest::newRow(name) << keys << refusal;
        };
        row("others' keys", {"foo", "bar"}, noState);
        row("no hash tag", {"rw:u:api:@", "rw:u:control"}, noState);
        row("empty token", {"rw:{}:api:@", "rw:{}:control"}, noState);
        row("no policy", {"rw:{u}:@", "rw:{u}:control"}, noState);
        row("no suffix", {"rw:{u}:api:", "rw:{u}:control"}, noState);
        row("space in the token", {"rw:{jane doe}:api:@", "rw:{jane doe}:control"}, noState);
        row("UTF-8 in the token", {"rw:{jos\u00e9}:api:@", "rw:{jos\u00e9}:control"}, noState);
        row("newline in the policy", {"rw:{u}:a\n:@", "rw:{u}:control"}, noState);
        row("more parts", {"rw:{u}:api:v2:@", "rw:{u}:control"}, noState);
        row("other suffix", {"rw:{u}:api:other", "rw:{u}:control"},
            "key 1 is of another algorithm: rw:{token}:policy:");
        row("counts", {"rw:{u}:api:counts", "rw:{u}:control"}, "key 1 is of another algorithm");
        row("other token", {"rw:{u}:api:@", "rw:{v}:control"},
            "key 2 must be the control key of the same token as key 1: rw:{token}:control");
        row("swapped", {"rw:{u}:control", "rw:{u}:api:@"}, noState);
        row("no control key", {"rw:{u}:api:@", "rw:{u}:api:@"}, "key 2 must be the control key");
        row("other token's counts", {"rw:{u}:api:@", "rw:{u}:control", "rw:{v}:api:counts"},
            "key 3 must be the counts key of the same token and policy as key 1");
        row("other policy's counts", {"rw:{u}:api:@", "rw:{u}:control", "rw:{u}:web:counts"},
            "key 3 must be the counts key");
    }
    void scriptsRefuseKeysThatDoNotBelongTogether()
    {
        QFETCH(QStringList, keys);
        QFETCH(QString, refusal);
        for (const Algorithm& algorithm : algorithms())
            for (const bool isPacked : {true, false}) {
                Command command(scriptNamed(algorithm.script), std::size_t(keys.size()));
                for (QString key : keys)
                    command.add(key.replace("@", QString::fromStdString(std::string(algorithm.keySuffix)))
                                    .toStdString());
                if (isPacked)
                    command.add(packed(keys.size() == 3 ? 5 : 1, 1, 0, {5, 1min}).toStdString());
                else
                    command.add("").add(1).add("acquire").add(5).add(60'000'000).add(0);
                const QString refused = refusalOf(command);
                QVERIFY2(refused.contains(refusal), qPrintable(refused));
                QCOMPARE(number({"DBSIZE"}), 0);
            }
    }

    // Of one token among many, the others' are decided.
    void keysOfOneTokenAmongMany()
    {
        const Policy rules{"api", "gcra", parseRules("5/min")};
        Command command(scriptNamed("gcra"), 4);
        command.add(stateKeyOf(rules, "a")).add(stateKeyOf(rules, "b"));
        command.add(controlKey(RedisToken("a"))).add(controlKey(RedisToken("c")));
        command.add(packed(1, 1, 0, rules.rules.front()).toStdString());
        const Reply reply = ask(command);
        QCOMPARE(readDecision(reply.view()[0], rules).usage.at(0).used, 1);
        QVERIFY(reply.view()[1].errorText().find(
                    "key 4 must be the control key of the same token as key 2") != std::string_view::npos);
        QCOMPARE(number({"EXISTS", stateKeyOf(rules, "b")}), 0);
    }

    // The same of the packed form, in which what is usual takes another path than what is not.
    static QByteArray packed(int mode, std::int64_t cost, std::int64_t now, const Rule& rule)
    {
        std::string request(1, char(mode));
        for (const std::int64_t number : {cost, now, rule.limit, rule.window.count(), rule.burst})
            appendLittleEndian(request, number, 7);
        return QByteArray::fromStdString(request);
    }
    void scriptsRefuseWrongRequests_data()
    {
        QTest::addColumn<QByteArray>("request");
        QTest::addColumn<QString>("refusal");
        constexpr std::int64_t tooMuch = maxUnits + 1;
        const Rule rule{5, 1min};
        const char* const wanted = "argument 1: a packed request of 15 bytes, and 21 for each";
        QTest::newRow("nothing") << QByteArray() << wanted;
        QTest::newRow("no rule") << packed(1, 1, 0, rule).left(15) << wanted;
        QTest::newRow("part of a rule") << packed(1, 1, 0, rule) + "123"
                                        << "not 39 bytes";
        const auto settling = [&](std::int64_t reserved, std::int64_t at, std::int64_t actual) {
            std::string behind;
            appendLittleEndian(behind, at, 7);
            appendLittleEndian(behind, actual, 7);
            return packed(32, reserved, 0, rule) + QByteArray::fromStdString(behind);
        };
        QTest::newRow("settling without an end") << packed(32, 1, 0, rule) << wanted;
        QTest::newRow("settling nothing") << settling(0, 1, 1) << "to settle, at least 1 reserved unit";
        QTest::newRow("settling too much")
            << settling(1, 1, tooMuch) << "to settle, at least 1 reserved unit";
        QTest::newRow("settling much too late")
            << settling(1, tooMuch, 1) << "to settle, at least 1 reserved";
        QTest::newRow("settling in no mode") << QByteArray(1, char(33)) + settling(1, 1, 1).mid(1)
                                             << "argument 1: the mode must be from 0 to 8";
        for (const int mode : {1, 3}) {
            const auto add = [&](const char* name, const QByteArray& request, const char* refusal) {
                QTest::addRow("%s, mode %d", name, mode) << request << refusal;
            };
            add("mode", packed(mode + 8, 1, 0, rule), "argument 1: the mode must be from 0 to 8");
            add("cost", packed(mode, tooMuch, 0, rule), "a cost below 2^53");
            add("now", packed(mode, 1, tooMuch, rule), "argument 1: now must be");
            add("limit", packed(mode, 1, 0, {tooMuch, 1min}), "the limit of rule 1 must");
            add("no window", packed(mode, 1, 0, {5, 0us}), "the window of rule 1 must");
            add("window below 1 ms", packed(mode, 1, 0, {5, 999us}),
                "the window of rule 1 must be microseconds from 1000 (1 ms)");
            add("window", packed(mode, 1, 0, {5, Micros(std::int64_t(1) << 47)}),
                "the window of rule 1 must");
            add("burst", packed(mode, 1, 0, {5, 1min, tooMuch}), "the burst of rule 1 must");
        }
    }
    void scriptsRefuseWrongRequests()
    {
        QFETCH(QByteArray, request);
        QFETCH(QString, refusal);
        for (const Algorithm& algorithm : algorithms()) {
            Command command(scriptNamed(algorithm.script), 2);
            command.add(stateKey(RedisToken("t"), "api", algorithm))
                .add(controlKey(RedisToken("t")))
                .add(request.toStdString());
            const QString refused = refusalOf(command);
            QVERIFY2(refused.contains("ERR ratewarden: ") && refused.contains(refusal), qPrintable(refused));
            QCOMPARE(number({"EXISTS", stateKey(RedisToken("t"), "api", algorithm)}), 0);
        }
    }

    // Short as it is, what is kept for it has a life that Redis takes.
    void theShortestWindow_data() { addAlgorithms(); }
    void theShortestWindow()
    {
        const Policy rules = policy("9007199254740991/1ms + 9007199254740991/1001us");
        for (const Form form : {Form::Packed, Form::Text})
            for (int i = 0; i < 100; ++i) {
                const Command command =
                    decisionCommand(rules, RedisToken("t"), 1, Mode::Acquire, {.form = form});
                QVERIFY(readDecision(ask(command).view(), rules).allowed());
            }
    }

    // Who counts requests passes three keys with every call.
    void unitsAreGivenBackBesideTheCounts_data() { addAlgorithms(); }
    void unitsAreGivenBackBesideTheCounts()
    {
        const Policy rules = policy("5/min");
        const Algorithm& algorithm = algorithmNamed(rules.algorithm);
        const auto send = [&](const auto& addArguments) {
            Command command(scriptNamed(algorithm.script), 3);
            command.add(stateKeyOf(rules, "t")).add(controlKey(RedisToken("t")));
            command.add(countsKey(RedisToken("t"), rules.name));
            addArguments(command);
            ask(command);
        };
        const auto used = [&] {
            return RedisRateLimiter(m_connection, rules).peek("t").usage.at(0).used;
        };
        send([&](Command& command) { command.add(packed(5, 4, 0, rules.rules.front()).toStdString()); });
        QCOMPARE(used(), 4);
        const std::string counts(ask({"GET", countsKey(RedisToken("t"), rules.name)}).view().string());
        send(
            [&](Command& command) { command.add("").add(1).add("give-back").add(5).add(60'000'000).add(0); });
        QCOMPARE(used(), 3);
        send([&](Command& command) { command.add(packed(12, 1, 0, rules.rules.front()).toStdString()); });
        QCOMPARE(used(), 2);
        QVERIFY(ask({"GET", countsKey(RedisToken("t"), rules.name)}).view().string() == counts);
    }

    void aWrongCostIsOneTokensMatter_data() { addAlgorithms(); }
    void aWrongCostIsOneTokensMatter()
    {
        const Policy rules = policy("5/min");
        RedisRateLimiter limiter(m_connection, rules);
        limiter.acquire("a", 3);
        const Algorithm& algorithm = algorithmNamed(rules.algorithm);
        Command command(scriptNamed(algorithm.script), 4);
        command.add(stateKeyOf(rules, "a")).add(stateKeyOf(rules, "b"));
        command.add(controlKey(RedisToken("a"))).add(controlKey(RedisToken("b")));
        command.add(packed(1, 0, 0, rules.rules.front()).toStdString());
        std::string costs;
        appendLittleEndian(costs, maxUnits + 1, 7);
        appendLittleEndian(costs, 1, 7);
        const Reply reply = ask(command.add(costs));
        QVERIFY(reply.view()[0].errorText().starts_with("ERR ratewarden: a cost"));
        QCOMPARE(readDecision(reply.view()[1], rules).usage.at(0).used, 1);
        QCOMPARE(limiter.peek("a").usage.at(0).used, 3);
        QCOMPARE(limiter.peek("b").usage.at(0).used, 1);
        QVERIFY(number({"PTTL", stateKeyOf(rules, "b")}) > 0);
    }

    void onlySoManyTokensInACall()
    {
        constexpr std::int64_t keys = 8002; // of 4001 tokens
        Command command(scriptNamed("gcra"), keys);
        for (std::int64_t key = 0; key < keys; ++key)
            command.add(key);
        command.add(packed(1, 1, 0, {5, 1min}).toStdString());
        const auto error = thrownBy<ReplyError>([&] { ask(command); });
        QVERIFY(error);
        QVERIFY2(QString(error->what()).contains("up to 4000 tokens"), error->what());
    }

    // So far off that a time would leave the exact numbers.
    void aBurstOfCenturiesIsRefused()
    {
        const Policy policy{"api", "gcra", {{1, 24h, 53'000}}};
        for (const Form form : {Form::Packed, Form::Text}) {
            const Command command =
                decisionCommand(policy, RedisToken("t"), 1, Mode::Acquire, {.form = form});
            QVERIFY_THROWS_EXCEPTION(ReplyError, ask(command));
        }
        const Policy shorter{"api", "gcra", {{1, 24h, 52'000}}};
        QCOMPARE(readDecision(ask(decisionCommand(shorter, RedisToken("t"), 52'000, Mode::Acquire)).view(),
                              shorter)
                     .usage.at(0)
                     .resetAfter,
                 52'000 * Micros(24h));
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

    void oneBrokenTokenKeepsNoOtherFromBeingDecided_data() { addAlgorithms(); }
    void oneBrokenTokenKeepsNoOtherFromBeingDecided()
    {
        const Policy rules = policy("5/min");
        RedisRateLimiter limiter(m_connection, rules);
        ask({"HSET", stateKeyOf(rules, "broken"), "a", "1"});
        ask({"SET", controlKey(RedisToken("also broken")), "1"});
        ask({"HSET", controlKey(RedisToken("unreadable")), "override_until:api", "0", "override_rules:api",
             "5"});
        // A burst that takes too long to come back, where there are bursts; elsewhere too large a limit.
        ask({"HSET", controlKey(RedisToken("too slow")), "override_until:api", "0", "override_rules:api",
             algorithmNamed(rules.algorithm).takesBurst() ? "1 86400000000 100000000"
                                                          : "9007199254740992 1000000 0"});
        const std::vector<TokenRequest> requests{{"a", 2}, {"broken"},     {"b", 3},    {"also broken"},
                                                 {"c", 4}, {"unreadable"}, {"too slow"}};
        const std::vector<Decision> decisions = limiter.acquireMany(requests);
        for (const std::size_t i : {0U, 2U, 4U})
            QVERIFY(decisions.at(i).allowed() && decisions[i].damagedKey.empty());
        const std::array<std::pair<std::size_t, std::string>, 4> damaged{
            {{1, stateKeyOf(rules, "broken")},
             {3, controlKey(RedisToken("also broken"))},
             {5, controlKey(RedisToken("unreadable"))},
             {6, controlKey(RedisToken("too slow"))}}};
        for (const auto& [i, key] : damaged) {
            QCOMPARE(decisions.at(i).verdict, Verdict::Undecided);
            QVERIFY(!decisions[i].retryAfter && decisions[i].usage.empty());
            QCOMPARE(decisions[i].damagedKey, key);
            const auto error =
                thrownBy<BadState>([&, &request = requests[i]] { limiter.acquire(request.token); });
            QVERIFY(error);
            QCOMPARE(error->key(), key);
            QCOMPARE(error->problem().code, Problem::Code(i >= 5 ? Fault::ServerError : Fault::OtherType));
            QCOMPARE(QString(error->what()).contains("lift it"), i >= 5);
        }
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
        const TestServer server(nodeArguments());
        Connection connection(server.endpoint(), unhurried);
        connection.call({"CLUSTER", "ADDSLOTSRANGE", "0", "16383"});
        QTRY_VERIFY(std::string(connection.call({"CLUSTER", "INFO"}).view().string())
                        .starts_with("cluster_state:ok"));
        RedisRateLimiter limiter(connection, {"api", "gcra", parseRules("5/h")});
        const std::vector<TokenRequest> requests{{"a"}, {"b", 2}, {"c", 6}};
        const std::vector<Decision> decisions = limiter.acquireMany(requests);
        QCOMPARE(decisions.at(1).usage.at(0).used, 2);
        QCOMPARE(decisions.at(2).verdict, Verdict::NeverFits);
        QCOMPARE(limiter.peek("a").usage.at(0).used, 1);
        QCOMPARE(limiter.acquireMany(requests).at(1).usage.at(0).used, 4);
        const Reply errors = connection.call({"INFO", "errorstats"});
        QVERIFY2(errors.view().string().find("errorstat_CROSSSLOT:count=1\r") != std::string_view::npos,
                 "it asks again for what a cluster has refused");
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
            ask(decisionCommand(rules, RedisToken(token), 1, Mode::Acquire, {.now = now}));
        };
        const auto counts = [&](std::string_view token) {
            return readRequestCounts(ask(requestCountsCommand(token, rules.name)).view(), now);
        };
        QVERIFY(counts("t").empty());
        for (int i = 0; i < 5; ++i)
            acquire("t");
        ask(decisionCommand(rules, RedisToken("t"), 1, Mode::Peek, {.now = now}));
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
        QCOMPARE(number({"STRLEN", countsKey(RedisToken("t"), rules.name)}), 480);
        now += 1h;
        QCOMPARE(counts("t")[59], (RequestCount{Instant(now.time_since_epoch() / 10s * 10s), 0, 0}));
        acquire("t");
        for (std::size_t i = 0; i < 59; ++i)
            QCOMPARE(counts("t")[i].allowed + counts("t")[i].denied, 0);
        QCOMPARE(counts("t")[59].allowed + counts("t")[59].denied, 1);
        now += 10min; // the same place of the ring
        QCOMPARE(counts("t")[59].allowed + counts("t")[59].denied, 0);
        acquire("t");
        QCOMPARE(counts("t")[59].allowed + counts("t")[59].denied, 1);
        // Each ten seconds make it live longer.
        ask({"PEXPIRE", countsKey(RedisToken("t"), rules.name), "60000"});
        now += 10s;
        acquire("t");
        QVERIFY(number({"PTTL", countsKey(RedisToken("t"), rules.name)}) > 600'000);
        // A clock that goes back.
        now -= 10min;
        acquire("t");
        QCOMPARE(counts("t")[59].allowed + counts("t")[59].denied, 1);

        // In one call with others, and where the counts' key is taken by something else.
        RedisRateLimiter limiter(m_connection, rules);
        ask({"HSET", countsKey(RedisToken("b"), rules.name), "a", "1"});
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
        // A name that is known already is not hashed again.
        QCOMPARE(limiter.decide({RedisToken(hashed), 0}, Mode::Peek).verdict, Verdict::Blocked);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.acquire(""));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument,
                                 limiter.acquireMany(std::vector<TokenRequest>{{"a"}, {""}}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, limiter.reset(""));
        QVERIFY(limiter.reset("abc") && !limiter.reset("abc"));
        // Nor does an error tell it.
        ask({"HSET", stateKeyOf(rules, hashedToken("secret")), "a", "1"});
        const auto error = thrownBy<BadState>([&] { limiter.acquire("secret"); });
        QVERIFY(error && !QString(error->what()).contains("secret"));
    }
};

RATEWARDEN_SUITE(TestDecisionCall)
#include "tst_decision_call.moc"
