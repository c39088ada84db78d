// SPDX-License-Identifier: GPL-3.0-or-later
// The overview of a server, as an operator reads it: numbers of what clients did, each of which leads to the
// rows behind it, and back.
#include "core/admin/change.h"
#include "core/formats/request_counts.h"
#include "core/limiter/decision_call.h"
#include "tests/ui/window_test.h"
#include "ui/pages/audit_page.h"
#include "ui/pages/control_page.h"
#include "ui/pages/overview_flow_card.h"
#include "ui/pages/overview_page.h"
#include "ui/pages/overview_tile.h"
#include "ui/pages/policies_page.h"
#include "ui/pages/warnings_page.h"
#include "ui/widgets/plain_label.h"

#include <QAction>
#include <QSignalSpy>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestOverview : public WindowTest {
    Q_OBJECT

private:
    OverviewPage& page() { return m->window->overviewPage(); }
    OverviewTile* tile(const char* name) { return m->window->findChild<OverviewTile*>(name); }
    QTableView* list(const char* name) { return m->window->findChild<QTableView*>(name); }
    RequestFlowChart* chart() { return m->window->findChild<RequestFlowChart*>("requestFlow"); }

    /// The rows of a list: "abuser|api|3.2/s".
    QStringList rows(const char* name)
    {
        const QAbstractItemModel& model = *list(name)->model();
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < model.columnCount(); ++column)
                cells << model.index(row, column).data().toString();
            all << cells.join('|');
        }
        return all;
    }
    QStringList tokens()
    {
        QStringList all;
        for (int row = 0; row < m->page().model().rowCount(); ++row)
            all << m->page().model().index(row, TokenTableModel::Token).data().toString();
        return all;
    }
    /// What a list or the chart says instead of rows.
    bool says(QWidget* where, const QString& text)
    {
        for (const PlainLabel* const label : where->findChildren<PlainLabel*>())
            if (label->isVisible() && label->text().contains(text))
                return true;
        return false;
    }

    Policy counting(const char* name, const char* rules)
    {
        Policy policy{name, "sliding-log", parseRules(rules)};
        policy.counters = true;
        announcePolicy(m->connection, policy);
        return policy;
    }
    void request(const Policy& policy, const char* token, int times, Instant now)
    {
        for (int i = 0; i < times; ++i)
            m->connection.call(decisionCommand(policy, RedisToken(token), 1, Mode::Acquire, {.now = now}));
    }
    Instant serverNow() { return readTime(m->connection.call({"TIME"}).view()); }

    void open()
    {
        m->window->showPage(MainWindow::Page::Overview);
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        m->window->session().refresh();
        QTRY_VERIFY(page().feed().complete());
    }
    void openRow(const char* name, int row)
    {
        const QModelIndex index = list(name)->model()->index(row, 0);
        QTest::mouseClick(list(name)->viewport(), Qt::LeftButton, {}, list(name)->visualRect(index).center());
    }
    void escape() { QTest::keyClick(m->window.get(), Qt::Key_Escape); }

private Q_SLOTS:
    void init() { m = std::make_unique<WindowFixture>(); }
    void cleanup() { m.reset(); }

    void itIsTheFirstPage()
    {
        MainWindow window({m->server.endpoint(), "test", "", {{}, 20ms, 100ms}});
        QCOMPARE(window.page(), MainWindow::Page::Overview);
        QTest::keyClick(&window, Qt::Key_2, Qt::AltModifier);
        QCOMPARE(window.page(), MainWindow::Page::Tokens);
        QTest::keyClick(&window, Qt::Key_0, Qt::AltModifier);
        QCOMPARE(window.page(), MainWindow::Page::Audit);
        QTest::keyClick(&window, Qt::Key_1, Qt::AltModifier);
        QCOMPARE(window.page(), MainWindow::Page::Overview);
    }

    // 40 requests of one token and 10 of another, in the ten seconds before these: the rates are of both.
    void theNumbersAreWhatClientsDid()
    {
        const Policy web = counting("web", "25/min");
        const Instant now = serverNow();
        const Instant slot = Instant(now.time_since_epoch() / countSpan * countSpan);
        request(web, "abuser", 40, slot - 5s); // 25 allowed, 15 denied
        request(web, "calm", 10, slot - 5s);
        open();
        QTRY_VERIFY(rows("topDenied").size() == 1);
        const double seconds = std::chrono::duration<double>(page().feed().at() - (slot - countSpan)).count();
        const auto rateNear = [](const QString& text, double wanted) {
            return std::abs(text.section('/', 0, 0).toDouble() - wanted) < 0.25 * wanted + 0.06;
        };
        if (seconds < 20) { // else a new ten seconds has begun meanwhile
            QVERIFY2(rateNear(tile("tileDenied")->number(), 15 / seconds), qPrintable(tile("tileDenied")->number()));
            QVERIFY2(rateNear(tile("tileAllowed")->number(), 35 / seconds),
                     qPrintable(tile("tileAllowed")->number()));
            QVERIFY2(rows("topDenied").front().startsWith("abuser|web|"), qPrintable(rows("topDenied").join('\n')));
            QCOMPARE(rows("topConsumers").size(), 2);
            QCOMPARE(rows("topConsumers").front().section('|', 0, 1), QString("abuser|71 %"));
        }
    }
};

QTEST_MAIN(TestOverview)
#include "tst_overview.moc"
