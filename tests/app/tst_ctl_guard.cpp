// SPDX-License-Identifier: GPL-3.0-or-later
// A terminal that is told to change nothing.
#include "tests/app/ctl_test.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"

#include <QTemporaryDir>

using namespace ratewarden::test;

class TestCtlGuard : public CtlTest {
    Q_OBJECT

private:
    std::string dump(const char* key)
    {
        const ratewarden::Reply reply = redis({"DUMP", key});
        return reply.view().isNil() ? std::string() : std::string(reply.view().string());
    }

private Q_SLOTS:
    void init()
    {
        redis({"FLUSHALL"});
        QCOMPARE(run({"check", "t", "--policy", "api", "--rules", "5/min", "--publish"}).code, 0);
    }

    void nothingIsChanged_data()
    {
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const char* name, const QString& arguments) {
            QTest::newRow(name) << arguments.split(' ');
        };
        row("check", "check t --policy api --rules 5/min");
        row("charge", "charge t --policy api --rules 5/min --cost 2");
        row("give back", "give-back t --policy api --rules 5/min");
        row("reset", "reset t --policy api");
        row("block", "block t --for 1h --reason test");
        row("override", "override t --policy api --rules 9/min --for 1h --reason test");
    }

    void nothingIsChanged()
    {
        QFETCH(const QStringList, arguments);
        const std::string before = dump("rw:{t}:api:gcra");
        const auto size = redis({"DBSIZE"}).view().integer();
        const Outcome refused = run(QStringList{"--read-only"} + arguments);
        QVERIFY2(refused.code == 3, qPrintable(refused.err));
        QVERIFY2(refused.err.contains("this connection is read-only, and nothing was sent") &&
                     refused.err.contains("ratewarden-ctl: " + arguments.front() + ": ") &&
                     refused.err.contains("--read-only"),
                 qPrintable(refused.err));
        QCOMPARE(redis({"DBSIZE"}).view().integer(), size);
        QCOMPARE(dump("rw:{t}:api:gcra"), before);
        QVERIFY2(run(arguments).code < 2, "it would have been refused anyway");
    }

    void readingGoesOn()
    {
        const Outcome peeked =
            run({"peek", "t", "--policy", "api", "--rules", "5/min", "--read-only", "--json"});
        QVERIFY2(peeked.code == 0, qPrintable(peeked.err));
        QCOMPARE(run({"blocks", "--read-only"}).code, 0);
        QCOMPARE(run({"keys", "--read-only"}).code, 0);
        QCOMPARE(run({"warnings", "--read-only"}).code, 0);
        QCOMPARE(run({"policy", "list", "--read-only"}).code, 0);
    }

    void theEnvironmentSaysSo()
    {
        const QStringList arguments{"block", "t", "--for", "1h", "--reason", "test"};
        QProcessEnvironment environment;
        environment.insert("RATEWARDEN_READ_ONLY", "1");
        QCOMPARE(run(arguments, environment).code, 3);
        const Outcome both = run(arguments + QStringList{"--read-write"}, environment);
        QCOMPARE(both.code, 2);
        QVERIFY2(both.err.contains("RATEWARDEN_READ_ONLY=0"), qPrintable(both.err));
        environment.insert("RATEWARDEN_READ_ONLY", "0");
        QCOMPARE(run(arguments, environment).code, 0);
        QCOMPARE(run(arguments + QStringList{"--read-write"}, environment).code, 0);
    }

    void aPolicyIsNotPublished()
    {
        QTemporaryDir folder;
        const QString file = fileIn(
            folder, "api.json", R"({"schema": 1, "name": "shop", "algorithm": "gcra", "rules": "5/min"})");
        const Outcome refused = run({"policy", "publish", file, "--reason", "test", "--read-only"});
        QVERIFY2(refused.code == 3 && refused.err.contains("read-only"), qPrintable(refused.err));
        QCOMPARE(redis({"HEXISTS", "rw:policies", "shop"}).view().integer(), 0);
        QCOMPARE(run({"policy", "publish", file, "--reason", "test"}).code, 0);
        QCOMPARE(redis({"HEXISTS", "rw:policies", "shop"}).view().integer(), 1);
    }
};

RATEWARDEN_SUITE(TestCtlGuard)
#include "tst_ctl_guard.moc"
