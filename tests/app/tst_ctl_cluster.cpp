// SPDX-License-Identifier: GPL-3.0-or-later
// ratewarden-ctl and a cluster of which one primary is down: no list is said to be complete.
#include "core/redis/key_slot.h"
#include "tests/app/ctl_test.h"
#include "tests/app/watching.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/support/test_cluster.h"

#include <QTemporaryDir>

#include <memory>

using namespace ratewarden;
using namespace ratewarden::test;

class TestCtlCluster : public CtlTest {
    Q_OBJECT

private:
    std::unique_ptr<TestCluster> m_cluster;
    QProcessEnvironment m_environment;

private Q_SLOTS:
    void initTestCase()
    {
        m_cluster = std::make_unique<TestCluster>(3, 0, QStringList{"--cluster-require-full-coverage", "no"});
        m_environment.insert("RATEWARDEN_REDIS",
                             QString("redis://127.0.0.1:%1").arg(m_cluster->nodes()[0].port));
    }

    void allNodesAreSeen()
    {
        QCOMPARE(run({"blocks"}, m_environment).out, "no token is blocked\n");
        QCOMPARE(run({"overrides"}, m_environment).out, "no token has an override\n");
        QCOMPARE(run({"keys"}, m_environment).out, "no limiter key was found\n");
        const Outcome warnings = run({"warnings"}, m_environment);
        QCOMPARE(warnings.code, 0);
        QCOMPARE(warnings.err, QString());
    }

    void aWatchNamesTheNode()
    {
        const TestCluster::Node& node = m_cluster->nodes()[1];
        Connection connection(node.endpoint(), unhurried);
        connection.call({"SCRIPT", "LOAD", "return 1"});
        const QTemporaryDir folder;
        const QString file =
            fileIn(folder, "alerts.json",
                   R"({"schema": 1, "alerts": [{"name": "few", "measure": "tokens", "below": 1},
                                               {"name": "memory", "measure": "memory used", "above": 90},
                                               {"name": "evicted", "measure": "evicted keys", "above": 0}]})");
        Watching watch(m_environment.value("RATEWARDEN_REDIS"), file);
        QTRY_VERIFY2(watch.has("fires"), watch.all()); // after the first round
        connection.call({"SCRIPT", "FLUSH"});
        QTRY_VERIFY2(watch.has("scripts flushed"), watch.all());
        QCOMPARE(watch.events("scripts flushed")[0]["text"].toString(),
                 QString("127.0.0.1:%1: the server's scripts were flushed; limiters load theirs again")
                     .arg(node.port));
        QVERIFY2(!watch.has("restarted"), watch.all());

        // What is measured of the server is that of all nodes.
        std::string key = "key";
        while (m_cluster->ownerOf(slotOf(key)).id != node.id)
            key += "y";
        connection.call({"SET", key, "1"});
        connection.call({"CONFIG", "SET", "maxmemory-policy", "allkeys-lru"});
        connection.call({"CONFIG", "SET", "maxmemory", "1"});
        QTRY_VERIFY2(watch.events("fires").size() == 3, watch.all());
        connection.call({"CONFIG", "SET", "maxmemory", "0"});
        connection.call({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
        QTRY_VERIFY2(watch.has("recovered"), watch.all()); // of evicted keys: no more were
        QCOMPARE(watch.end(SIGTERM), 0);
    }

    // The last one: it leaves the cluster broken.
    void aNodeThatIsDownIsMissed()
    {
        const QString gone = QString("127.0.0.1:%1").arg(m_cluster->nodes()[2].port);
        m_cluster->nodes()[2].server->kill();
        const QString complaint = "the tokens on " + gone + " were not seen: unreachable";
        for (const char* command : {"blocks", "overrides", "keys", "warnings", "tokens"}) {
            const Outcome told = run({command}, m_environment);
            QVERIFY2(told.code == 3, command);
            QVERIFY2(told.err.endsWith("ratewarden-ctl: " + complaint + "\n"), qPrintable(told.err));
            QVERIFY2(!told.out.startsWith("no "), qPrintable(told.out)); // "no token is blocked"
            const Outcome forPrograms = run({command, "--json"}, m_environment);
            QVERIFY2(forPrograms.code == 3, command);
            const QString last = forPrograms.err.split('\n', Qt::SkipEmptyParts).last();
            const QJsonObject error = QJsonDocument::fromJson(last.toUtf8()).object()["error"].toObject();
            QCOMPARE(error["code"].toString(), "unread");
            QCOMPARE(error["message"].toString(), complaint);
        }
    }
};

RATEWARDEN_SUITE(TestCtlCluster)
#include "tst_ctl_cluster.moc"
