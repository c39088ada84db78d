// SPDX-License-Identifier: GPL-3.0-or-later
// A cluster in the window: its nodes, and what is said when one is gone.
#include "core/redis/cluster_server.h"
#include "tests/support/suites.h"
#include "tests/support/test_cluster.h"
#include "tests/ui/window_fixture.h"
#include "ui/dialogs/nodes_dialog.h"
#include "ui/histories/time_marks.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/plain_label.h"

#include <QAccessible>
#include <QSignalSpy>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::test;
using namespace ratewarden::ui::test;

class TestNodes : public QObject {
    Q_OBJECT

private:
    static void aFlushOfOneNodeIsSaid(Session& session, const TestCluster::Node& node)
    {
        Connection(node.endpoint(), unhurried).call({"SCRIPT", "FLUSH"});
        session.link().open(); // looks now, not in ten seconds
        const auto& marks = session.histories().serverMarks();
        QTRY_COMPARE(marks.size(), std::size_t(1));
        QVERIFY_TEXT(markText(marks[0]),
                     endsWith(QString("127.0.0.1:%1: limiters load theirs again").arg(node.port)));
        QCOMPARE(session.record().serverMarks[0].node, QString()); // which names no server
    }

private Q_SLOTS:
    // Without the right to INFO the nodes are known all the same, beside the latency.
    static void theOverviewWithoutInfo()
    {
        applyTheme(*qApp, Scheme::Light);
        TestCluster cluster(3, 0);
        for (const auto& node : cluster.nodes())
            Connection(node.endpoint(), unhurried)
                .call({"ACL", "SETUSER", "viewer", "reset", "on", ">secret", "~*", "&*", "+@all", "-info"});
        Endpoint endpoint = cluster.endpoint();
        endpoint.user = "viewer";
        endpoint.password = "secret";
        MainWindow window({endpoint, "cluster", {}, {WindowFixture::patient}});
        window.resize(1280, 800);
        window.show();
        QTRY_VERIFY(window.session().everScanned());
        const QAbstractItemModel& facts = *window.findChild<QTableView*>("serverFacts")->model();
        const auto valueOf = [&facts](const QString& name) {
            for (int row = 0; row < facts.rowCount(); ++row)
                if (facts.index(row, 0).data() == name)
                    return facts.index(row, 2).data().toString();
            return QString();
        };
        QTRY_COMPARE(valueOf("INFO"), QString("–"));
        QTRY_VERIFY(valueOf("latency").contains("s"));
        QTRY_VERIFY(valueOf("nodes").contains("3"));
    }

    static void aClusterIsSeenAsOne()
    {
        applyTheme(*qApp, Scheme::Light);
        TestCluster cluster(3, 0, {"--cluster-require-full-coverage", "no"});
        ClusterServer server(cluster.endpoint(), unhurried);
        Policy policy;
        policy.name = "pay";
        policy.algorithm = "sliding-log";
        policy.rules = parseRules("3/h");
        RedisRateLimiter limiter(server, policy);
        for (int i = 0; i < 60; ++i)
            limiter.acquire("token" + std::to_string(i));

        // The plain address of one node.
        MainWindow window({cluster.nodes()[0].endpoint(), "cluster", {}, {WindowFixture::patient}});
        window.resize(1280, 800);
        window.show();
        Session& session = window.session();
        QTRY_COMPARE(session.tokens().size(), std::size_t(60));
        auto* const button = window.findChild<QPushButton*>("showNodes");
        QTRY_COMPARE(button->text(), QString("3 nodes"));
        QVERIFY(button->isVisible());
        QTest::mouseClick(button, Qt::LeftButton);
        auto* const dialog = window.findChild<NodesDialog*>();
        QVERIFY(dialog && dialog->isVisible());
        auto* const summary = dialog->findChild<PlainLabel*>("nodesSummary");
        QCOMPARE(summary->text(), QString("All slots are served."));

        RATEWARDEN_STEP(aFlushOfOneNodeIsSaid(session, cluster.nodes()[1]));
        cluster.nodes()[2].server->kill();
        QSignalSpy scanned(&session, &Session::scanCompleted);
        session.refresh();
        session.link().open(); // looks now, not in ten seconds
        QTRY_COMPARE(button->text(), QString("▲ 1 of 3 nodes down"));
        QCOMPARE(QAccessible::queryAccessibleInterface(button)->text(QAccessible::Name), button->text());
        const QString gone = QString("127.0.0.1:%1").arg(cluster.nodes()[2].port);
        QVERIFY_TEXT(summary->text(), contains(gone));
        applyTheme(*qApp, Scheme::Dark);
        const auto edge = [dialog](const QString& text) {
            for (auto* const state : dialog->findChildren<Pill*>())
                if (const QImage image = state->grab().toImage(); state->text() == text)
                    return image.pixelColor(image.width() / 2, 0);
            return QColor();
        };
        QTRY_COMPARE(edge("■ unreachable"), colors().limited);
        QCOMPARE(edge("● up"), colors().used);
        bool isSaid = false;
        for (const auto* const banner : window.findChildren<Banner*>())
            isSaid = isSaid || (banner->isVisible() && banner->text().contains(gone));
        QVERIFY(isSaid);
        QVERIFY(session.live());
        QTRY_VERIFY(!scanned.isEmpty());
        QCOMPARE(session.tokens().size(), std::size_t(60)); // what is not seen may still be there
        if (qEnvironmentVariableIsSet("NODES_PICTURES")) {
            window.grab().save(qEnvironmentVariable("NODES_PICTURES") + "/nodes_window.png");
            dialog->grab().save(qEnvironmentVariable("NODES_PICTURES") + "/nodes_dialog.png");
        }
    }
};

RATEWARDEN_SUITE(TestNodes)
#include "tst_nodes.moc"
