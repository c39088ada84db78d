// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl metrics`: what Prometheus reads.
#include "core/policies/policy_store.h"
#include "tests/app/ctl_test.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"

#include <QDir>
#include <QRegularExpression>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;

class TestCtlMetrics : public CtlTest {
    Q_OBJECT

private:
    void publish(const char* name, const char* rules, PolicyMode mode = PolicyMode::Enforced,
                 const char* candidate = "")
    {
        CtlTest::publish({name, "sliding-log", parseRules(rules), false, true, {}}, mode, candidate);
    }

    void charge(const char* token, const char* policy, int cost)
    {
        QCOMPARE(run({"charge", token, "--policy", policy, "--cost", QString::number(cost)}).code, 0);
    }

    QString file(const char* name) { return m_folder.filePath(name); }

    QByteArray read(const char* name) { return readFile(file(name)); }

    QTemporaryDir m_folder;

private Q_SLOTS:
    void init() { redis({"FLUSHALL"}); }

    void countsTokensByPolicyAndState()
    {
        publish("api", "10/h", PolicyMode::Enforced, "2/h");
        publish("login", "5/h", PolicyMode::Shadow);
        charge("full", "api", 10);
        charge("near", "api", 8);
        charge("calm", "login", 1);
        QCOMPARE(run({"check", "full", "--policy", "api"}).code, 1);
        QCOMPARE(run({"block", "alone", "--for", "1h", "--reason", "r"}).code, 0);
        redis({"SET", "rl:203.0.113.9", "7", "PX", "60000"});
        redis({"HSET", "rw:policies", "broken", "{"});
        const Outcome told = run({"metrics"});
        QCOMPARE(told.code, 0);
        QCOMPARE(told.err, QString());
        const QStringList lines = told.out.split('\n');
        for (const char* line :
             {"# TYPE ratewarden_tokens gauge",
              "ratewarden_tokens{policy=\"api\",format=\"ratewarden/sliding-log\",state=\"limited\"} 1",
              "ratewarden_tokens{policy=\"api\",format=\"ratewarden/sliding-log\",state=\"near\"} 1",
              "ratewarden_tokens{policy=\"api\",format=\"ratewarden/sliding-log\",state=\"blocked\"} 0",
              "ratewarden_tokens{policy=\"login\",format=\"ratewarden/sliding-log\",state=\"ok\"} 1",
              "ratewarden_tokens{policy=\"\",format=\"ratewarden/control\",state=\"blocked\"} 1",
              "ratewarden_tokens{policy=\"rl:*\",format=\"rate-limit-redis\",state=\"unknown\"} 1",
              "ratewarden_policy_version{policy=\"api\",mode=\"enforced\"} 1",
              "ratewarden_policy_version{policy=\"login\",mode=\"shadow\"} 1",
              "ratewarden_policies_unreadable 1", "ratewarden_tokens_unread 0", "ratewarden_keys_unread 0",
              "ratewarden_nodes_unreachable 0"})
            QVERIFY2(lines.contains(line), qPrintable(line + ("\n" + told.out)));
        QVERIFY2(lines.contains(QString("ratewarden_scan_keys %1").arg(redis({"DBSIZE"}).view().integer())),
                 qPrintable(told.out));
        // Candidates see the same requests again.
        QVERIFY2(!told.out.contains("api~next"), qPrintable(told.out));
        static const QRegularExpression denied("ratewarden_requests_per_second\\{policy=\"api\",format=\"[^"
                                               "\"]+\",verdict=\"denied\"\\} (\\S+)\\n");
        QVERIFY2(denied.match(told.out).captured(1).toDouble() > 0, qPrintable(told.out));
    }

    // As the text format of Prometheus has it.
    void namesCannotBreakALine()
    {
        publish("a \"quoted\"\\ name\n\xff", "10/h");
        const Outcome told = run({"metrics"});
        const QString name = "policy=\"a \\\"quoted\\\"\\\\\\\\ name\\\\x0a\\\\xff\"";
        QVERIFY2(told.out.contains(name), qPrintable(told.out));
        static const QRegularExpression line(
            "^(# (HELP|TYPE) \\w+ .+|\\w+(\\{(\\w+=\"([^\"\\\\\\n]|\\\\.)*\",?)+\\})? [-+0-9.e]+|)$");
        for (const QString& each : told.out.split('\n'))
            QVERIFY2(line.match(each).hasMatch(), qPrintable(each));
    }

    void jsonHasTheSameNumbers()
    {
        publish("api", "10/h");
        charge("full", "api", 10);
        int found = 0;
        for (const QJsonValue& each : run({"metrics", "--json"}).list()) {
            const QJsonObject metric = each.toObject();
            const QJsonObject labels = metric["labels"].toObject();
            if (metric["metric"].toString() != "ratewarden_tokens" || labels["state"].toString() != "limited")
                continue;
            ++found;
            QCOMPARE(labels["policy"].toString(), "api");
            QCOMPARE(metric["value"].toInt(), 1);
        }
        QCOMPARE(found, 1);
    }

    void whatCouldNotBeReadIsAMetricToo()
    {
        publish("api", "10/h");
        charge("mine", "api", 1);
        charge("other", "api", 1);
        const QString some = urlOf("some", {"+@all", "~rw:{mine}*", "~rw:policies"});
        const Outcome part = run({"metrics", "--redis", some, "--output", file("part.prom")});
        QCOMPARE(part.code, 3);
        QVERIFY2(part.err.contains("1 token could not be read: "), qPrintable(part.err));
        QVERIFY(read("part.prom").contains("\nratewarden_tokens_unread 1\n"));
    }

    // Prometheus may read it at any time.
    void aFileIsReplacedWholeOrNotAtAll()
    {
        QCOMPARE(run({"metrics", "--output", file("all.prom")}).code, 0);
        QVERIFY(read("all.prom").startsWith("# HELP ratewarden_tokens "));
        const Outcome away =
            run({"metrics", "--redis", "unix://" + file("nowhere.sock"), "--output", file("all.prom")});
        QCOMPARE(away.code, 3);
        QVERIFY(read("all.prom").startsWith("# HELP ratewarden_tokens "));
        const Outcome lost = run({"metrics", "--output", file("no/such/folder.prom")});
        QCOMPARE(lost.code, 2);
        QVERIFY2(lost.err.contains("folder.prom cannot be written: No such file or directory"),
                 qPrintable(lost.err));
        // A folder cannot be replaced by a file; nothing is left beside it.
        QVERIFY(QDir(m_folder.path()).mkdir("folder"));
        QCOMPARE(run({"metrics", "--output", file("folder")}).code, 2);
        QCOMPARE(QDir(m_folder.path()).entryList({".*.part"}, QDir::Files | QDir::Hidden), QStringList());
    }
};

RATEWARDEN_SUITE(TestCtlMetrics)
#include "tst_ctl_metrics.moc"
