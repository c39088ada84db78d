// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl tokens` and what decisions obey: modes, candidates and hashing.
#include "core/limiter/decision_call.h"
#include "core/limiter/keyspace.h"
#include "core/model/time.h"
#include "tests/app/ctl_test.h"
#include "tests/support/rows.h"
#include "tests/support/suites.h"

#include <QRegularExpression>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

class TestCtlTokens : public CtlTest {
    Q_OBJECT

private:
    void publish(const char* name, const char* rules, PolicyMode mode = PolicyMode::Enforced,
                 const char* candidate = "", bool hashes = false)
    {
        CtlTest::publish({name, "sliding-log", parseRules(rules), hashes, false, {}}, mode, candidate);
    }

    /// A policy of the keys of express-rate-limit.
    void publishForOthers()
    {
        CtlTest::publish({"rl:*", "fixed-window", parseRules("60/min"), false, false, "rate-limit-redis"});
    }

    void use(const char* token, const char* policy, int times)
    {
        QCOMPARE(run({"charge", token, "--policy", policy, "--cost", QString::number(times)}).code, 0);
    }

    QStringList column(const Outcome& table, int which)
    {
        static const QRegularExpression gap("  +");
        QStringList cells;
        for (const QString& line : table.out.split('\n', Qt::SkipEmptyParts))
            cells << line.split(gap).value(which);
        return cells;
    }

    static QStringList tokensOf(const Outcome& outcome)
    {
        QStringList tokens;
        for (const QJsonValue& row : outcome.list())
            tokens << row.toObject()["token"].toString();
        return tokens;
    }

private Q_SLOTS:
    void init() { redis({"FLUSHALL"}); }

    void shadowedDenialsAreAllowed()
    {
        publish("api", "1/day", PolicyMode::Shadow);
        QCOMPARE(run({"check", "t", "--policy", "api"}).code, 0);
        for (const char* command : {"check", "peek"}) {
            const Outcome denied = run({command, "t", "--policy", "api", "--json"});
            QCOMPARE(denied.code, 0);
            QCOMPARE(denied.json()["mode"].toString(), "shadow");
            QCOMPARE(denied.json()["allowed"].toBool(), true);
            QCOMPARE(denied.json()["shadowed"].toBool(), true);
        }
        QCOMPARE(run({"peek", "t", "--policy", "api"}).out,
                 "allowed, as the policy is in shadow mode; enforced, it would deny this: 0 of 1 left under "
                 "1/day\n");
        QCOMPARE(run({"peek", "other", "--policy", "api", "--json"}).json()["shadowed"].toBool(true), false);
        // With other rules it is in the same mode.
        QCOMPARE(run({"check", "t", "--policy", "api", "--rules", "1/h"}).code, 0);
        // A block holds in any mode.
        QCOMPARE(run({"block", "t", "--for", "1h", "--reason", "abuse", "--by", "ops"}).code, 0);
        const Outcome blocked = run({"check", "t", "--policy", "api", "--json"});
        QCOMPARE(blocked.code, 1);
        QCOMPARE(blocked.json()["block"].toObject()["reason"].toString(), "abuse");
        QCOMPARE(blocked.json()["block"].toObject()["by"].toString(), "ops");
    }

    void whatIsOffChargesNothing()
    {
        publish("api", "1/min", PolicyMode::Off);
        for (int i = 0; i < 3; ++i)
            QCOMPARE(run({"check", "t", "--policy", "api"}).out,
                     "allowed, as the policy is off; nothing is charged: 1 of 1 left under 1/min\n");
        QCOMPARE(run({"peek", "t", "--policy", "api", "--cost", "5"}).code, 0);
        QCOMPARE(run({"check", "t", "--policy", "api", "--json"}).json()["mode"].toString(), "off");
        QCOMPARE(redis({"KEYS", "rw:{t}*"}).view().size(), 0U);
    }

    void candidatesAreCharged()
    {
        publish("api", "5/min", PolicyMode::Enforced, "3/min");
        QCOMPARE(run({"check", "t", "--policy", "api"}).code, 0);
        QVERIFY(redis({"KEYS", "rw:{t}:api~next:*"}).view().size() > 0);
    }

    // Nobody is denied by a candidate.
    void candidatesWouldDeny()
    {
        publish("api", "50/min", PolicyMode::Enforced, "1/min");
        QCOMPARE(run({"check", "t", "--policy", "api"}).code, 0);
        const QString table = run({"tokens", "--policy", "api~next"}).out;
        QVERIFY2(table.contains("would deny") && !table.contains("limited"), qPrintable(table));
        const QJsonArray rows = run({"tokens", "--policy", "api~next", "--json"}).list();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.first().toObject()["state"].toString(), "limited"); // what programs know stays
    }

    void hashesAsThePolicySays()
    {
        publish("api", "5/min", PolicyMode::Enforced, "", true);
        QCOMPARE(run({"check", "secret", "--policy", "api"}).code, 0);
        QCOMPARE(redis({"KEYS", "*secret*"}).view().size(), 0U);
        QVERIFY(tokensOf(run({"tokens", "--json"})).first().startsWith("sha256:"));
    }

    void checkPublishesOnlyWhenAsked()
    {
        const QStringList check{"check", "t", "--policy", "new", "--rules", "5/min"};
        QCOMPARE(run(check).code, 0);
        QCOMPARE(redis({"EXISTS", "rw:policies"}).view().integer(), 0);
        const Outcome published = run(check + QStringList{"--publish"});
        QCOMPARE(published.code, 0);
        QVERIFY2(published.err.contains("the policy \"new\" is published, as version 1"),
                 qPrintable(published.err));
        QCOMPARE(run({"check", "t", "--policy", "new"}).code, 0);
        QCOMPARE(run(check + QStringList{"--publish"}).err, QString()); // as it stands there
        const Outcome other = run({"check", "t", "--policy", "new", "--rules", "6/min", "--publish"});
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("is published already, as version 1"), qPrintable(other.err));
        QCOMPARE(run({"check", "t", "--policy", "new", "--publish"}).code, 2);
        QVERIFY(run({"policy", "history", "new"}).out.contains("check --publish"));
    }

    // What check, peek or an override of such a policy would say comes from keys that nobody reads.
    void policiesOfOtherLimitersDecideNothing()
    {
        publishForOthers();
        redis({"SET", "rl:203.0.113.9", "60", "PX", "60000"});
        const QStringList token{"203.0.113.9", "--policy", "rl:*"};
        for (const QStringList& arguments :
             {QStringList{"peek"} + token, QStringList{"check"} + token, QStringList{"charge"} + token,
              QStringList{"give-back"} + token, QStringList{"reset"} + token,
              QStringList{"check"} + token + QStringList{"--rules", "1/s"},
              QStringList{"override"} + token +
                  QStringList{"--rules", "1/s", "--for", "1h", "--reason", "r"}}) {
            const Outcome outcome = run(arguments);
            QCOMPARE(outcome.code, 2);
            QCOMPARE(outcome.out, QString());
            QVERIFY2(outcome.err.contains("is for keys of another limiter (rate-limit-redis)") &&
                         outcome.err.contains("inspect KEY") && outcome.err.contains("block --key KEY"),
                     qPrintable(outcome.err));
        }
        QCOMPARE(redis({"KEYS", "rw:{*"}).view().size(), 0U); // nothing was charged
        // An override that was made before the policy was published can be lifted.
        QCOMPARE(run(QStringList{"override"} + token + QStringList{"--lift"}).code, 0);
        QVERIFY(run({"inspect", "rl:203.0.113.9"}).out.contains("60 used of 60"));
    }

    void otherRulesKeepThePublishedAlgorithm()
    {
        CtlTest::publish({"api", "gcra", parseRules("5/min")});
        const QStringList check{"check", "t", "--policy", "api", "--json", "--rules"};
        QCOMPARE(run(check + QStringList{"9/min"}).json()["algorithm"].toString(), "gcra");
        QCOMPARE(
            run(check + QStringList{"9/min", "--algorithm", "fixed-window"}).json()["algorithm"].toString(),
            "fixed-window");
        const Outcome same = run(check + QStringList{"5/min", "--publish"});
        QCOMPARE(same.err, QString());
        QCOMPARE(same.code, 0);
    }

    void damagedPoliciesAreNotPublishedAnewBySurprise()
    {
        redis({"HSET", "rw:policies", "api", "{"});
        const Outcome outcome = run({"check", "t", "--policy", "api", "--rules", "5/min", "--publish"});
        QCOMPARE(outcome.code, 2);
        QVERIFY2(outcome.err.contains("cannot be read, and \"ratewarden-ctl policy publish --force\""),
                 qPrintable(outcome.err));
    }

    void typosInPoliciesAreNamed()
    {
        publish("payments", "5/min");
        for (const QStringList& arguments :
             {QStringList{"check", "t", "--policy", "paymnets"},
              QStringList{"peek", "t", "--policy", "payment"}, QStringList{"tokens", "--policy", "paymnts"},
              QStringList{"reset", "t", "--policy", "paymnets"},
              QStringList{"charge", "t", "--policy", "paymnets", "--rules", "5/min"},
              QStringList{"give-back", "t", "--policy", "paymnets", "--rules", "5/min"},
              QStringList{"override", "t", "--policy", "paiments", "--rules", "1/s", "--for", "1h",
                          "--reason", "r"}}) {
            const Outcome outcome = run(arguments);
            QCOMPARE(outcome.code, 2);
            QVERIFY2(outcome.err.contains("did you mean \"payments\"?"), qPrintable(outcome.err));
        }
        QVERIFY(!run({"peek", "t", "--policy", "something"}).err.contains("did you mean"));
        const Outcome reset = run({"reset", "t"});
        QCOMPARE(reset.code, 2);
        QVERIFY2(reset.err.contains("no policy \"default\" is published on") &&
                     reset.err.contains("and t has no state under that name"),
                 qPrintable(reset.err));
        // A policy without a document of its own, which a limiter uses all the same.
        QCOMPARE(run({"check", "t", "--policy", "payments2", "--rules", "5/min"}).code, 0);
        QCOMPARE(run({"charge", "t", "--policy", "payments2", "--rules", "5/min"}).code, 0);
        QCOMPARE(run({"reset", "t", "--policy", "payments2"}).code, 0);
    }

    void listsTokensTheMostUrgentFirst()
    {
        QCOMPARE(run({"tokens"}).out, "no token is limited here\n");
        publish("api", "10/h");
        use("calm", "api", 1);
        use("near", "api", 8);
        use("full", "api", 10);
        use("bad", "api", 2);
        QCOMPARE(run({"block", "bad", "--for", "1h", "--reason", "r"}).code, 0);
        QCOMPARE(run({"block", "alone", "--for", "ever", "--reason", "r"}).code, 0);
        const Outcome table = run({"tokens"});
        QCOMPARE(table.code, 0);
        QCOMPARE(table.err, QString());
        QCOMPARE(column(table, 0), (QStringList{"TOKEN", "full", "alone", "bad", "near", "calm"}));
        QCOMPARE(column(table, 2), (QStringList{"STATE", "limited", "blocked", "blocked", "near", "ok"}));
        QCOMPARE(column(table, 3), (QStringList{"USED", "10", "?", "2", "8", "1"}));
        QCOMPARE(column(table, 5).value(2), "never");
        QCOMPARE(column(table, 5).value(5), "now");
        QVERIFY(!table.out.contains("FORMAT") && !table.out.contains('\x1b'));

        const auto listed = [this](const QStringList& options) {
            return tokensOf(run(QStringList{"tokens", "--json"} + options));
        };
        QCOMPARE(listed({"--state", "limited,blocked"}), (QStringList{"full", "alone", "bad"}));
        QCOMPARE(listed({"--sort", "used", "--top", "2"}), (QStringList{"full", "near"}));
        QCOMPARE(listed({"--sort", "token", "--reverse"}),
                 (QStringList{"near", "full", "calm", "bad", "alone"}));
        QCOMPARE(listed({"--match", "*a*"}), (QStringList{"alone", "bad", "near", "calm"}));
        QCOMPARE(listed({"--policy", "api", "--sort", "left"}), (QStringList{"full", "near", "bad", "calm"}));
        QCOMPARE(run({"tokens", "--match", "nobody"}).out, "no token matches\n");
        const Outcome state = run({"tokens", "--state", "limted"});
        QCOMPARE(state.code, 2);
        QVERIFY2(state.err.contains("did you mean \"limited\"?"), qPrintable(state.err));
    }

    // The language of alerts.
    void filtersChooseTokens()
    {
        publish("pay eu", "10/h");
        publish("web", "10/h", PolicyMode::Enforced, "5/h");
        use("user:1", "pay eu", 10);
        use("user:2", "pay eu", 9);
        use("test:1", "pay eu", 10);
        use("near:1", "web", 1);
        QCOMPARE(run({"check", "User:3", "--policy", "web"}).code, 0);
        QCOMPARE(run({"block", "user:2", "--for", "ever", "--reason", "r"}).code, 0);
        redis({"SET", "rl:203.0.113.9", "7"}); // never expires
        const auto listed = [this](const QStringList& filter) {
            return tokensOf(run(QStringList{"tokens", "--json", "--sort", "token", "--filter"} + filter));
        };
        QCOMPARE(listed({"policy:pay* used>85% -token:test*"}), (QStringList{"user:1", "user:2"}));
        QCOMPARE(listed({"policy:\"pay eu\" limited"}), (QStringList{"test:1", "user:1"}));
        QCOMPARE(listed({"-limited -blocked -unknown"}), (QStringList{"User:3", "near:1"}));
        QCOMPARE(listed({"user"}), (QStringList{"User:3", "user:1", "user:2"}));
        QCOMPARE(listed({"PAY user"}), (QStringList{"user:1", "user:2"}));
        QCOMPARE(listed({"\"near:\""}), QStringList{"near:1"});
        QCOMPARE(listed({"near"}), QStringList()); // the state: none is
        QCOMPARE(listed({"wait>1d"}), QStringList{"user:2"});
        QCOMPARE(listed({"left>0 left<2"}), QStringList{"user:2"});
        QCOMPARE(listed({"warning:no-ttl"}), QStringList{"203.0.113.9"});
        // It narrows what the other options choose.
        QCOMPARE(listed({"user", "--state", "limited"}), QStringList{"user:1"});
        QCOMPARE(listed({"-blocked", "--policy", "pay eu", "--match", "user:*"}), QStringList{"user:1"});
        QCOMPARE(listed({"user", "--policy", "web~next"}), QStringList{"User:3"});
        QCOMPARE(run({"tokens", "--filter", "nobody"}).out, "no token matches\n");
        const QJsonArray top =
            run({"top", "-n", "1", "--json", "--filter", "limited user"}).json()["tokens"].toArray();
        QCOMPARE(top.size(), 1);
        QCOMPARE(top[0].toObject()["token"].toString(), "user:1");
    }

    void wrongFiltersAreRefused_data()
    {
        addColumns<QString, QString>({"filter", "said"});
        addRow("state", "policy:a limted", "a filter has no word \"limted\"; did you mean \"limited\"?");
        addRow("word", "polcy:a", "a filter has no word \"polcy\"; did you mean \"policy\"?");
        addRow("unit", "used>90", "is compared with > or <, as in used>90%");
        addRow("format", "format:litelm", "no format is called \"litelm\"");
    }
    void wrongFiltersAreRefused()
    {
        QFETCH(QString, filter);
        QFETCH(QString, said);
        for (const char* command : {"tokens", "top"}) {
            const Outcome refused = run({command, "--filter", filter});
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.err.contains(said), qPrintable(refused.err));
        }
    }

    // The state says what the next request would be answered; what was denied before is beside it.
    void denialsOfTheLastSecondsAreAFigureOfTheirOwn()
    {
        CtlTest::publish({"api", "sliding-log", parseRules("2/h"), false, true, {}});
        use("t", "api", 2);
        QCOMPARE(run({"check", "t", "--policy", "api"}).code, 1);
        const Outcome limited = run({"tokens"});
        QCOMPARE(column(limited, 2), (QStringList{"STATE", "limited"}));
        QCOMPARE(column(limited, 6).value(0), "DENIED/S");
        QVERIFY2(column(limited, 6).value(1).toDouble() > 0, qPrintable(limited.out));
        QCOMPARE(
            run({"override", "t", "--policy", "api", "--rules", "9/h", "--for", "1h", "--reason", "r"}).code,
            0);
        // It counts for ten seconds, which may have passed: eight do not fit beside the two that are used.
        const auto denyAgain = [this] {
            QCOMPARE(run({"check", "t", "--policy", "api", "--cost", "8"}).code, 1);
        };
        denyAgain();
        const QJsonObject row = run({"tokens", "--json"}).list().first().toObject();
        QCOMPARE(row["state"].toString(), "ok");
        QVERIFY(row["denied_per_s"].toDouble() > 0);
        QCOMPARE(run({"tokens", "--state", "limited"}).out, "no token matches\n");
        denyAgain();
        const QString metrics = run({"metrics"}).out;
        QVERIFY2(metrics.contains("state=\"limited\"} 0") && metrics.contains("verdict=\"denied\"} 0."),
                 qPrintable(metrics));
    }

    // Tokens are chosen by clients: a long one must not widen the lines of all others.
    // Of two rules without room the one with the longer wait is named, with that wait, wherever one asks.
    void theRuleThatHoldsBackAndItsWait()
    {
        CtlTest::publish({"api", "sliding-log", parseRules("1/h + 5/day"), false, false, {}});
        Connection connection(m_server.endpoint(), unhurried);
        const Policy policy{"api", "sliding-log", parseRules("1/h + 5/day"), false, false, {}};
        const Instant now = readTime(connection.call({"TIME"}).view());
        for (int hours = 5; hours > 0; --hours)
            connection.call(decisionCommand(policy, RedisToken("t"), 1, Mode::Acquire,
                                            {.now = now - std::chrono::hours(hours) + 30min}));
        const QJsonObject row = run({"tokens", "--json"}).list().first().toObject();
        const QJsonObject peek = run({"peek", "t", "--policy", "api", "--json"}).json();
        QCOMPARE(row["rule"].toString(), QString("5/day"));
        const auto freeAt = [](const QJsonObject& answer, const char* moment) {
            return answer[moment].toDouble() + answer["retry_after_us"].toDouble();
        };
        QCOMPARE(freeAt(row, "at_us"), freeAt(peek, "now_us"));
        QCOMPARE(freeAt(row, "at_us"),
                 double((now - 5h + 30min + 24h).time_since_epoch().count())); // the oldest of the day
        const QJsonArray rules = peek["rules"].toArray();
        QCOMPARE(rules.at(0).toObject()["remaining"].toInt(-1), 0); // 1/h is full as well
        const Outcome table = run({"tokens"});
        QCOMPARE(column(table, 6).at(1), QString("5/day"));
        QCOMPARE(peek["rule"].toString(), QString("5/day"));
    }

    void aLongTokenSticksOut()
    {
        const QString longOne(50'000, 'x');
        publish("api", "10/h");
        use(qPrintable(longOne), "api", 1);
        for (const char* token : {"a", "b", "c", "d"})
            use(token, "api", 1);
        for (const QStringList& command :
             {QStringList{"tokens"}, QStringList{"keys"}, QStringList{"top", "-b", "-n", "1"}}) {
            const Outcome table = run(command);
            QCOMPARE(table.code, 0);
            QVERIFY(table.out.contains(longOne));
            QVERIFY2(table.out.size() < 3 * longOne.size(), qPrintable(command.join(' '))); // also in its key
        }
    }

    // No script runs, and nothing is written.
    void listsWithTheRightsToRead()
    {
        publish("api", "10/h");
        use("t", "api", 4);
        const Outcome read = run({"tokens", "--redis", urlOf("reader", {"+@read", "+@connection", "~*"})});
        QCOMPARE(read.code, 0);
        QCOMPARE(read.err, QString());
        QCOMPARE(column(read, 3), (QStringList{"USED", "4"}));
    }

    void tellsProgramsAllThereIs()
    {
        publish("api", "10/h + 100/day");
        use("t", "api", 4);
        const QJsonObject row = run({"tokens", "--json"}).list().first().toObject();
        QCOMPARE(row["policy"].toString(), "api");
        QCOMPARE(row["format"].toString(), "ratewarden/sliding-log");
        QCOMPARE(row["state"].toString(), "ok");
        QCOMPARE(row["rule"].toString(), "10/h");
        QCOMPARE(row["used"].toInt(), 4);
        QCOMPARE(row["remaining"].toInt(), 6);
        QCOMPARE(row["window_us"].toDouble(), 3.6e9);
        QCOMPARE(row["retry_after_us"].toInt(-1), 0);
        QCOMPARE(row["rules"].toArray().size(), 2);
        QCOMPARE(row["rules"].toArray()[1].toObject()["remaining"].toInt(), 96);
        QVERIFY(row["problem"].isNull() && row["blocked_until_us"].isNull());
    }

    // Of a format without stored rules only the count is known, until a policy says more.
    void listsTokensOfOtherLimiters()
    {
        redis({"SET", "rl:203.0.113.9", "7", "PX", "60000"});
        const Outcome table = run({"tokens"});
        QCOMPARE(column(table, 7), (QStringList{"FORMAT", "rate-limit-redis"}));
        QCOMPARE(column(table, 3).value(1), "7");
        QCOMPARE(column(table, 2).value(1), "unknown");
        QCOMPARE(tokensOf(run({"tokens", "--json", "--format", "rate-limit-redis"})),
                 QStringList{"203.0.113.9"});
        QVERIFY(tokensOf(run({"tokens", "--json", "--format", "ratewarden/gcra"})).isEmpty());
        const Outcome format = run({"tokens", "--format", "rate-limit-rediss"});
        QCOMPARE(format.code, 2);
        QVERIFY2(format.err.contains("did you mean \"rate-limit-redis\"?"), qPrintable(format.err));
    }

    // It is used up, whatever its window is.
    void aLimitWithoutWindowLimits()
    {
        redis({"HSET", "b_shop_settings", "maxConcurrent", "5", "running", "5", "reservoir", "", "version",
               "2.19.5"});
        const Outcome full = run({"tokens", "--json", "--state", "limited"});
        QCOMPARE(tokensOf(full), QStringList{"shop"});
        redis({"HSET", "b_shop_settings", "running", "4"});
        QVERIFY(tokensOf(run({"tokens", "--json", "--state", "limited"})).isEmpty());
    }

    // What hides the block's own row is what shows it.
    void blocksAreListedWhateverHidesTheirTokens()
    {
        publish("api", "10/h", PolicyMode::Enforced, "5/h");
        QCOMPARE(run({"check", "next", "--policy", "api"}).code, 0);
        QCOMPARE(run({"reset", "next", "--policy", "api"}).code, 0);
        QVERIFY(redis({"KEYS", "rw:{next}:api~next:*"}).view().size() > 0); // the candidate alone is left
        // A token of another limiter has the same name, and is blocked there.
        redis({"SET", "{same:default}:hits", "5", "PX", "600000"});
        redis({"SET", "{same:default}:blocked", "1", "PX", "600000"});
        QVERIFY(run({"tokens"}).out.contains("nest-throttler"));
        for (const char* token : {"next", "same"})
            QCOMPARE(run({"block", token, "--for", "1h", "--reason", "r"}).code, 0);
        const QStringList ownOnly{"--format", "ratewarden/control", "--sort", "token"};
        QCOMPARE(tokensOf(run(QStringList{"tokens", "--json"} + ownOnly)), (QStringList{"next", "same"}));
        const Outcome top = run(QStringList{"top", "-n", "1", "--json"} + ownOnly);
        QCOMPARE(top.json()["tokens"].toArray().size(), 2);
        QVERIFY2(top.json()["states"].toObject()["blocked"].toInt() >= 2, qPrintable(top.out));
    }

    void whoIgnoresABlockIsSaid()
    {
        publish("api", "10/h");
        use("known", "api", 1);
        const auto said = [this](const QStringList& arguments) {
            const Outcome made =
                run(QStringList{"block"} + arguments + QStringList{"--for", "forever", "--reason", "r"});
            return made.code == 0 ? made.err : QString("exit %1").arg(made.code);
        };
        QCOMPARE(said({"known"}), QString());
        QVERIFY2(said({"203.0.113.9"}).contains("no state under a published policy"),
                 qPrintable(said({"203.0.113.9"})));
        publish("secret", "5/min", PolicyMode::Enforced, "3/min", true);
        QVERIFY2(said({"known"}).contains("under the policy \"secret\" know tokens by their hashes"),
                 qPrintable(said({"known"})));
        QVERIFY(!said({"known"}).contains("~next"));
        QVERIFY(run({"check", "known", "--policy", "secret"}).code == 0);
        QCOMPARE(said({"known", "--hash-tokens"}), QString());
        QCOMPARE(run({"check", "known", "--policy", "secret"}).code, 1);
        QVERIFY(run({"blocks"}).out.contains("for good"));
        // Who cannot be told so has blocked the token all the same.
        redis({"DEL", "rw:policies"});
        redis({"SET", "rw:policies", "of another type"});
        QCOMPARE(said({"known"}).contains("this replaces the block"), true);
    }

    void groupsOfOtherLimitersAreKnownByTheirTokens()
    {
        redis({"SET", "rl:203.0.113.9", "7", "PX", "60000"});
        const Outcome healthy = run({"tokens", "--policy", "rl:*", "--state", "limited", "--json"});
        QCOMPARE(healthy.code, 0);
        QCOMPARE(healthy.out, "[]\n");
        QCOMPARE(healthy.err, QString());
        QCOMPARE(run({"tokens", "--policy", "rl:*", "--match", "nobody"}).out, "no token matches\n");
        QCOMPARE(run({"tokens", "--policy", "lr:*", "--state", "limited"}).code, 2);
        // Not all could be read: it may be under that name.
        publish("api", "10/h");
        use("other", "api", 1);
        const QString some = urlOf("some", {"+@all", "~rw:{mine}*", "~rw:policies"});
        const Outcome part = run({"tokens", "--policy", "gone", "--redis", some});
        QCOMPARE(part.code, 3);
        QVERIFY2(!part.err.contains("no policy"), qPrintable(part.err));
    }

    // Candidates see the same requests again.
    void totalsLeaveCandidatesOut()
    {
        const auto round = [this](const QStringList& options = {}) {
            return run(QStringList{"top", "-n", "1", "--json"} + options).json();
        };
        publish("api", "10/h");
        use("t", "api", 1);
        QVERIFY(round()["allowed_per_s"].isNull() && round()["denied_per_s"].isNull());
        QVERIFY(run({"top", "-n", "1"}).out.contains("; requests are not counted\n"));
        redis({"FLUSHALL"});
        CtlTest::publish({"api", "sliding-log", parseRules("10/h"), false, true, {}}, PolicyMode::Enforced,
                         "1/h");
        for (int i = 0; i < 3; ++i)
            QCOMPARE(run({"check", "t", "--policy", "api"}).code, 0);
        const QJsonObject totals = round();
        QVERIFY2(totals["allowed_per_s"].toDouble() > 0, qPrintable(QJsonDocument(totals).toJson()));
        QCOMPARE(totals["denied_per_s"].toDouble(-1), 0.0); // the candidate alone would have denied
        QCOMPARE(totals["tokens"].toArray().size(), 1);
    }

    void numbersBelowZeroAreRefused()
    {
        QCOMPARE(run({"tokens", "--top", "-1"}).code, 2);
        QCOMPARE(run({"top", "-n", "-1"}).code, 2);
        QCOMPARE(run({"tokens", "--top", "18446744073709551615"}).code, 2);
    }

    void saysHowManyItCouldNotRead()
    {
        publish("api", "10/h");
        use("mine", "api", 1);
        use("other", "api", 1);
        const QString some = urlOf("some", {"+@all", "~rw:{mine}*", "~rw:policies"});
        const Outcome part = run({"tokens", "--redis", some});
        QCOMPARE(part.code, 3);
        QVERIFY2(part.err.contains("1 token could not be read: ") && part.err.contains("NOPERM"),
                 qPrintable(part.err));
        QVERIFY(column(part, 0).contains("mine"));
        const Outcome none = run({"tokens", "--redis", some, "--match", "nobody"});
        QCOMPARE(none.code, 3);
        QCOMPARE(none.out, QString());
    }

    void keysOfOthersThatItCouldNotReadAreSaid()
    {
        redis({"SET", "rl:203.0.113.9", "12", "PX", "600000"});
        const QString ours = urlOf("ours", {"+@all", "~rw:*"});
        for (const char* command : {"tokens", "keys", "warnings"}) {
            const Outcome told = run({command, "--redis", ours});
            QCOMPARE(told.code, 3);
            QVERIFY2(told.err.contains("1 possible key of another limiter could not be read: "),
                     qPrintable(told.err));
            QVERIFY2(!told.out.contains("no "), qPrintable(told.out));
        }
    }

    // What is printed is taken back, whatever bytes it has.
    void tokensSurviveARoundTrip_data()
    {
        QTest::addColumn<QByteArray>("token");
        QTest::newRow("plain") << QByteArray("user:42");
        QTest::newRow("control") << QByteArray("evil\x1b[31m\n");
        QTest::newRow("not UTF-8") << QByteArray("\xff\xfe\x80");
        QTest::newRow("NUL") << QByteArray("a\0b", 3);
        QTest::newRow("reordering") << QByteArray("a\u202eb");
        QTest::newRow("backslash") << QByteArray("corp\\alice");
        QTest::newRow("escape") << QByteArray("a\\x1b");
        QTest::newRow("wide") << QByteArray("東京 é");
        QTest::newRow("star") << QByteArray("a*b");
    }
    void tokensSurviveARoundTrip()
    {
        QFETCH(QByteArray, token);
        redis({"HSET", controlKey(RedisToken(token.toStdString())), "block_until", "0", "block_since", "1",
               "block_by", "b", "block_reason", "r"});
        const QString printed = run({"blocks", "--json"}).list()[0].toObject()["token"].toString();
        QCOMPARE(run({"unblock", printed, "--json"}).json()["was_blocked"].toBool(), true);
        QCOMPARE(run({"blocks"}).out, "no token is blocked\n");
    }

    void escapesAreTakenLiterallyWhenAsked()
    {
        QCOMPARE(run({"block", "a\\x1b", "--literal", "--for", "1h", "--reason", "r"}).code, 0);
        QCOMPARE(run({"blocks", "--json"}).list()[0].toObject()["token"].toString(), "a\\\\x1b");
        // So does what is never printed so: an A needs no escape.
        QCOMPARE(run({"unblock", "a\\x41", "--json"}).json()["token"].toString(), "a\\\\x41");
        // A backslash that is no escape stands for itself.
        QCOMPARE(run({"block", "corp\\bob", "--for", "1h", "--reason", "r"}).code, 0);
        QCOMPARE(run({"peek", "corp\\bob", "--rules", "1/s"}).code, 1);
        QCOMPARE(run({"peek", "corp\\\\bob", "--rules", "1/s"}).code, 1);
    }

    // Who has used --match may expect them; the one token of that name is hardly meant.
    void patternsAreNoTokens()
    {
        const QStringList block{"--for", "1h", "--reason", "r"};
        publish("api", "10/h");
        for (const QStringList& arguments :
             {QStringList{"block", "user:*"} + block, QStringList{"check", "user:*", "--policy", "api"},
              QStringList{"reset", "user:*", "--policy", "api"},
              QStringList{"override", "user:*", "--policy", "api", "--rules", "1/s"} + block}) {
            const Outcome refused = run(arguments);
            QCOMPARE(refused.code, 2);
            QVERIFY2(refused.err.contains("tokens --match 'user:*'") && refused.err.contains("write \\*"),
                     qPrintable(refused.err));
        }
        QCOMPARE(run(QStringList{"block", "user:\\*"} + block).code, 0);
        QCOMPARE(run(QStringList{"block", "a*", "--literal"} + block).code, 0);
        QCOMPARE(run(QStringList{"block", "b\\\\\\*"} + block).code, 0);
        QCOMPARE(run({"blocks", "--json"}).list().size(), 3);
        // A name may well have these: it is taken as it is, and said so.
        for (const char* token : {"user?", "user[12]"}) {
            const Outcome blocked = run(QStringList{"block", token} + block);
            QCOMPARE(blocked.code, 0);
            QVERIFY2(blocked.err.contains("the name of one token"), qPrintable(blocked.err));
            QCOMPARE(run({"unblock", token, "--json", "--literal"}).json()["was_blocked"].toBool(), true);
        }
        QVERIFY(!run(QStringList{"block", "[2001:db8::1]"} + block).err.contains("the name of one token"));
        QCOMPARE(run({"unblock", "[2001:db8::1]"}).code, 0);
        for (const char* token : {"user:*", "a\\*", "b\\\\*"}) // what was printed is given back as it is
            QCOMPARE(run({"unblock", token, "--json"}).json()["was_blocked"].toBool(), true);
    }

    // Columns stay below each other, whatever the characters.
    void columnsAreAligned()
    {
        publish("api", "10/h");
        for (const char* token : {"plain", "東京", "e\u0301\u0301"})
            use(token, "api", 1);
        const QStringList lines = run({"tokens", "--sort", "token"}).out.split('\n');
        const auto at = [&](int line) {
            return lines.value(line).indexOf("api");
        };
        QCOMPARE(lines.value(1).left(5), QString("e\u0301\u0301  ").left(5));
        QCOMPARE(at(2), 7);     // plain
        QCOMPARE(at(1), 7 + 2); // two marks take no column
        QCOMPARE(at(3), 7 - 2); // two characters take two each
    }

    void colors()
    {
        publish("api", "10/h");
        use("full", "api", 10);
        QVERIFY(!run({"tokens"}).out.contains('\x1b'));
        QVERIFY(run({"tokens", "--color", "always"}).out.contains("\x1b[1;31mlimited\x1b[0m"));
        QVERIFY(!run({"tokens", "--color=never"}).out.contains('\x1b'));
        QVERIFY(!run({"tokens", "--color=always", "--json"}).out.contains('\x1b'));
        QCOMPARE(run({"tokens", "--color", "sometimes"}).code, 2);
    }
};

RATEWARDEN_SUITE(TestCtlTokens)
#include "tst_ctl_tokens.moc"
