// SPDX-License-Identifier: GPL-3.0-or-later
// What charges, refunds and resets say before they change what a token has used.
#include "core/formats/own/ratewarden_format.h"
#include "tests/app/ctl_test.h"
#include "tests/support/suites.h"

using namespace ratewarden;
using namespace ratewarden::test;

class TestCtlUnits : public CtlTest {
    Q_OBJECT

private:
    Outcome change(const char* command, const QStringList& also = {})
    {
        return run(QStringList{command, "user:1", "--policy", "api"} + also);
    }
    int used() { return change("peek", {"--json"}).json()["rules"].toArray()[0].toObject()["used"].toInt(); }

private Q_SLOTS:
    void init()
    {
        redis({"FLUSHALL"});
        publish({"api", "sliding-log", parseRules("60/h + 500/day")});
        QCOMPARE(change("charge", {"--cost", "41"}).err, "note: 0 used of 60 now, 41 after this\n");
    }

    void whatIsUsedIsSaidBefore()
    {
        const Outcome back = change("give-back", {"--cost", "40"});
        QCOMPARE(back.err, "note: 41 used of 60 now, 1 after this\n");
        QVERIFY2(back.out.startsWith("given back: 59 of 60 left"), qPrintable(back.out));
        QCOMPARE(change("give-back", {"--cost", "2"}).err, "note: 1 used of 60 now, 0 after this\n");
        const Outcome denied = change("charge", {"--cost", "61"});
        QCOMPARE(denied.code, 1);
        QCOMPARE(denied.err, QString()); // nothing is taken
        QCOMPARE(change("charge", {"--cost", "3"}).code, 0);
        QCOMPARE(change("reset").err, "note: 3 used of 60 now, 0 after this\n");
        QCOMPARE(change("reset").err, QString());
    }

    // As the window says it beside its bars.
    void whatLeasesHoldIsSaid()
    {
        const auto inspect = [this](const Policy& policy, const QStringList& also = {}) {
            const Subject subject = stateSubject("user:1", policy);
            return run(QStringList{"inspect", QString::fromStdString(subject.format->keys(subject).front())} +
                       also);
        };
        const auto leased = [&](const Policy& policy) -> QJsonValue {
            return inspect(policy, {"--json"}).json()["rules"].toArray()[0].toObject()["leased"];
        };
        Policy policy{"leased", "sliding-log", parseRules("60/h")};
        policy.lease = maxLease;
        publish(policy);
        QCOMPARE(run({"charge", "user:1", "--policy", "leased", "--cost", "41"}).code, 0);
        QVERIFY_TEXT(run({"check", "user:2", "--policy", "leased"}).out,
                     contains("59 of 60 left under 60/h"));
        QVERIFY_TEXT(run({"check", "user:2", "--policy", "leased", "--cost", "60"}).out,
                     startsWith("denied by 60/h, retry in"));
        const Outcome seen = inspect(policy);
        QVERIFY2(seen.out.contains("\n  41 used of 60 (0 spent, up to 41 held by leases) in 1 h"),
                 qPrintable(seen.out + seen.err));
        QCOMPARE(leased(policy).toInt(), 41);
        policy.name = "api"; // which has no leases
        QVERIFY(leased(policy).isNull());
        QVERIFY2(inspect(policy).out.contains("\n  41 used of 60 in 1 h"), qPrintable(inspect(policy).out));
    }

    void whatIsReservedIsSaidUntilItIsSettled()
    {
        const Policy policy{"api", "sliding-log", parseRules("60/h + 500/day")};
        const auto inspect = [&] {
            const Subject subject = stateSubject("user:1", policy);
            return run({"inspect", QString::fromStdString(subject.format->keys(subject).front())}).out;
        };
        const QString reservation =
            change("check", {"--cost", "9", "--reserve", "--json"}).json()["reservation"].toString();
        QVERIFY_TEXT(inspect(), contains("\n  50 used of 60 (41 spent, 9 reserved) in 1 h"));
        QCOMPARE(run({"check", "user:2", "--policy", "api", "--reserve"}).code, 0);
        const QString top = run({"top", "-n", "1"}).out;
        QVERIFY_TEXT(top, contains("; 10 units reserved\n"));
        QVERIFY_TEXT(top.simplified(), contains("USED RESERVED LEFT NEXT RULE user:1 api near 50 9 10"));
        const auto reservedUnits = [this] {
            return run({"metrics"}).out.section("\nratewarden_reserved_units", 1).section('\n', 0, 0);
        };
        QCOMPARE(reservedUnits(), R"({policy="api",format="ratewarden/sliding-log"} 10)");
        const QJsonObject round = run({"top", "-n", "1", "--json"}).json();
        QCOMPARE(round["reserved"].toInt(), 10);
        QVERIFY(round["leased"].isNull());
        const QJsonObject row = round["tokens"].toArray().at(0).toObject();
        QCOMPARE(row["reserved"].toInt(), 9);
        QCOMPARE(row["rules"].toArray().at(1).toObject()["reserved"].toInt(), 9);
        QCOMPARE(run({"settle", "user:1", reservation, "--policy", "api", "--cost", "9"}).code, 0);
        QVERIFY_TEXT(inspect(), contains("\n  50 used of 60 in 1 h"));
        QCOMPARE(reservedUnits(), R"({policy="api",format="ratewarden/sliding-log"} 1)");
    }

    // A lease is charged without a mark, so that both are told of one token.
    void whatIsReservedIsToldFromWhatLeasesHold()
    {
        Policy policy{"leased", "sliding-log", parseRules("60/h")};
        policy.lease = maxLease;
        publish(policy);
        const QStringList token{"user:1", "--policy", "leased"};
        QCOMPARE(run(QStringList{"charge"} + token + QStringList{"--cost", "5"}).code, 0);
        QCOMPARE(run(QStringList{"check"} + token + QStringList{"--cost", "10", "--reserve"}).code, 0);
        const Subject subject = stateSubject("user:1", policy);
        const QString key = QString::fromStdString(subject.format->keys(subject).front());
        QVERIFY_TEXT(run({"inspect", key}).out,
                     contains("\n  15 used of 60 (0 spent, 10 reserved, up to 5 held by leases) in 1 h"));
        QVERIFY_TEXT(run({"top", "-n", "1"}).out, contains("; 10 units reserved; up to 5 units in leases\n"));
    }

    // Of all tokens, as far as their own readings tell.
    void whatLeasesHoldIsListedAndCounted()
    {
        Policy policy{"leased", "sliding-log", parseRules("60/h")};
        policy.lease = maxLease;
        publish(policy);
        QCOMPARE(run({"charge", "user:1", "--policy", "leased", "--cost", "41"}).code, 0);
        const QString metrics = run({"metrics"}).out;
        QVERIFY_TEXT(
            metrics,
            contains("\nratewarden_leased_units{policy=\"leased\",format=\"ratewarden/sliding-log\"} "
                     "41\n"));
        QVERIFY2(!metrics.contains("ratewarden_leased_units{policy=\"api\""), qPrintable(metrics));
        const QString top = run({"top", "-n", "1", "--sort", "policy"}).out;
        QVERIFY_TEXT(top, contains("; up to 41 units in leases\n"));
        QVERIFY_TEXT(top.simplified(), contains("TOKEN POLICY STATE USED LEASED LEFT NEXT RULE "
                                                "user:1 api ok 41 - 19 now 60/h "
                                                "user:1 leased ok 41 41 19 now 60/"));
        const QJsonObject round = run({"top", "-n", "1", "--sort", "policy", "--json"}).json();
        QCOMPARE(round["leased"].toInt(), 41);
        QCOMPARE(round["above_limit"].toInt(-1), 0);
        const QJsonObject row = round["tokens"].toArray().at(1).toObject();
        QCOMPARE(row["leased"].toInt(), 41);
        QCOMPARE(row["rules"].toArray().at(0).toObject()["leased"].toInt(), 41);
        const QJsonObject other = round["tokens"].toArray().at(0).toObject();
        QVERIFY(other.contains("leased") && other["leased"].isNull());
    }

    void whatWasReservedIsSettled()
    {
        const Outcome reserved = change("check", {"--cost", "9", "--reserve"});
        QCOMPARE(reserved.code, 0);
        QVERIFY2(reserved.out.startsWith("allowed: 10 of 60 left"), qPrintable(reserved.out));
        const QString reservation = reserved.out.section("\nreservation: ", 1).trimmed();
        const Outcome settled = run({"settle", "user:1", reservation, "--policy", "api", "--cost", "4"});
        QCOMPARE(settled.code, 0);
        QVERIFY2(settled.out.startsWith("settled: 15 of 60 left"), qPrintable(settled.out));
        QCOMPARE(used(), 45);
        const Outcome again = run({"settle", "user:1", reservation, "--policy", "api", "--cost", "4"});
        QCOMPARE(again.code, 1);
        QVERIFY2(again.out.startsWith("nothing to settle:"), qPrintable(again.out));

        // Above the limit.
        const QJsonObject one = change("check", {"--reserve", "--json"}).json();
        const Outcome more = run({"settle", "user:1", one["reservation"].toString(), "--policy", "api",
                                  "--cost", "100", "--json"});
        QCOMPARE(more.json()["settled_rules"].toInt(), 2);
        QCOMPARE(used(), 145);
        const QString metrics = run({"metrics"}).out;
        QVERIFY_TEXT(metrics, contains("\nratewarden_tokens_above_limit{policy=\"api\",format=\"ratewarden/"
                                       "sliding-log\"} 1\n"));
        const QString top = run({"top", "-n", "1"}).out;
        QVERIFY_TEXT(top, contains("; 1 above 100 %\n"));
        QVERIFY2(!top.contains("LEASED"), qPrintable(top));
        const Outcome denied = change("check", {"--reserve"});
        QCOMPARE(denied.code, 1);
        QVERIFY2(!denied.out.contains("reservation"), qPrintable(denied.out));

        QCOMPARE(change("check", {"--cost", "0", "--reserve"}).code, 2);
        const Outcome wrong = run({"settle", "user:1", "5@soon", "--policy", "api", "--cost", "4"});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("\"5@soon\" is no reservation"), qPrintable(wrong.err));
        QCOMPARE(run({"settle", "user:1", reservation, "--policy", "api"}).code, 2);
    }

    void aDryRunChangesNothing_data()
    {
        QTest::addColumn<QByteArray>("command");
        QTest::addColumn<QStringList>("also");
        QTest::addColumn<int>("after");
        QTest::newRow("charge") << QByteArray("charge") << QStringList{"--cost", "2"} << 43;
        QTest::newRow("give-back") << QByteArray("give-back") << QStringList{"--cost", "50"} << 0;
        QTest::newRow("reset") << QByteArray("reset") << QStringList() << 0;
    }
    void aDryRunChangesNothing()
    {
        QFETCH(QByteArray, command);
        QFETCH(QStringList, also);
        QFETCH(int, after);
        also << "--dry-run";
        const Outcome dry = change(command, also);
        QCOMPARE(dry.code, 0);
        QCOMPARE(dry.err, QString("note: 41 used of 60 now, %1 after this\n").arg(after));
        QVERIFY2(dry.out.contains("{user:1}:api"), qPrintable(dry.out));
        const QJsonObject json = change(command, also + QStringList{"--json"}).json();
        QCOMPARE(json["used"].toInt(), 41);
        QCOMPARE(json["used_after"].toInt(-1), after);
        QVERIFY(!json["commands"].toArray().isEmpty());
        QCOMPARE(used(), 41);
    }

    void aDryRunOfWhatWouldNotBeDone()
    {
        const Outcome denied = change("charge", {"--cost", "20", "--dry-run"});
        QCOMPARE(denied.code, 1);
        QVERIFY2(denied.out.startsWith("denied by 60/h"), qPrintable(denied.out));
        QCOMPARE(change("reset").code, 0);
        const Outcome nothing = change("reset", {"--dry-run"});
        QCOMPARE(nothing.code, 0);
        QCOMPARE(nothing.err, "note: there is nothing to change\n");
        QCOMPARE(nothing.out, QString());
    }
};

RATEWARDEN_SUITE(TestCtlUnits)
#include "tst_ctl_units.moc"
