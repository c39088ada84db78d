// SPDX-License-Identifier: GPL-3.0-or-later
// The list of tokens stands still while somebody points at it or walks through it.
#include "core/limiter/keyspace.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/pages/overview/overview_list.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/row_table.h"

#include <QHelpEvent>
#include <QSignalSpy>
#include <QToolTip>

#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;

class TestStillList : public WindowTest {
    Q_OBJECT

    const TokenTableModel& model() { return m->page().model(); }
    LinkButton* notice() { return m->page().findChild<LinkButton*>("outOfPlace"); }
    QLineEdit* filter() { return m->page().findChild<QLineEdit*>("filter"); }

    QStringList listed() { return column(model(), TokenTableModel::Token); }

    void showTokens(int count)
    {
        for (int i = 10; i < 10 + count; ++i)
            m->limiter.acquire("user:" + std::to_string(i));
        showWindow();
        QTRY_COMPARE(model().rowCount(), count);
        QTRY_VERIFY(m->page().details().chosen());
    }

    /// More is used of it than of the others: it belongs on top.
    void use(const std::string& token)
    {
        for (int i = 0; i < 6; ++i)
            m->limiter.acquire(token);
        QTRY_COMPARE(state(token), "limited");
    }

    void point(QEvent::Type type) { point(type, m->table()->viewport()); }
    static void point(QEvent::Type type, QWidget* viewport)
    {
        const QPointF at = viewport->rect().center();
        QEnterEvent enter(at, at, viewport->mapToGlobal(at));
        QEvent leave(type);
        QApplication::sendEvent(viewport, type == QEvent::Enter ? &enter : &leave);
    }

private Q_SLOTS:
    void underTheFocusRowsStay()
    {
        showTokens(5);
        m->clickRow("user:11");
        point(QEvent::Leave);
        QVERIFY(m->table()->hasFocus());
        const QStringList before = listed();
        use("user:13");
        QTRY_VERIFY(notice()->isVisible());
        QCOMPARE(notice()->text(), "1 row has moved · R sorts again");
        QCOMPARE(listed(), before);
        use("user:14");
        QTRY_COMPARE(notice()->text(), "2 rows have moved · R sorts again");
        // Neither does one leave, nor does one come in between.
        m->limiter.acquire("another");
        m->window->session().reread({m->key("another")});
        QTRY_COMPARE(listed(), before + QStringList{"another"});
        QTest::keyClick(m->table(), Qt::Key_R);
        QTRY_COMPARE(listed().mid(0, 2), (QStringList{"user:13", "user:14"}));
        QVERIFY(!notice()->isVisible());
        QVERIFY(m->page().details().chosen() == m->key("user:11"));

        use("user:12");
        QTRY_VERIFY(notice()->isVisible());
        QVERIFY(listed().front() != "user:12");
        m->click(notice());
        QTRY_COMPARE(listed().mid(0, 3), (QStringList{"user:12", "user:13", "user:14"}));
        QVERIFY(m->table()->hasFocus());

        // What the operator reads again is what there is.
        m->connection.call(
            {"UNLINK", stateKey(RedisToken("user:10"), m->policy.name, algorithmNamed(m->policy.algorithm))});
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_VERIFY(!listed().contains("user:10"));
    }

    void underThePointerRowsStay()
    {
        showTokens(5);
        filter()->setFocus();
        point(QEvent::Enter);
        const QStringList before = listed();
        use("user:14");
        QTRY_VERIFY(notice()->isVisible());
        QCOMPARE(listed(), before);
        point(QEvent::Leave);
        QTRY_COMPARE(listed().front(), "user:14");
        QVERIFY(!notice()->isVisible());
    }

    void whoWalksThroughTheListMeetsEveryRowOnce()
    {
        showTokens(30);
        m->clickRow("user:10");
        std::set<std::string> met;
        for (int i = 0; i < 30; ++i) {
            met.insert(m->page().details().chosen()->token);
            use("user:" + std::to_string(10 + i * 7 % 30));
            if (i < 29)
                QTest::keyClick(m->table(), Qt::Key_Down);
        }
        QCOMPARE(met.size(), 30U);
        QCOMPARE(m->table()->currentIndex().row(), 29);
    }

    void aTooltipGoesWithItsRow()
    {
        showTokens(5);
        filter()->setFocus();
        point(QEvent::Enter);
        use("user:14");
        QTRY_VERIFY(notice()->isVisible());
        const QPoint at = m->table()->visualRect(model().index(0, TokenTableModel::Token)).center();
        QHelpEvent help(QEvent::ToolTip, at, m->table()->viewport()->mapToGlobal(at));
        QApplication::sendEvent(m->table()->viewport(), &help);
        QTRY_VERIFY(QToolTip::isVisible());
        QVERIFY_TEXT(QToolTip::text(), contains(listed().front()));
        QTest::keyClick(m->table(), Qt::Key_R);
        QTRY_COMPARE(listed().front(), "user:14");
        QTRY_VERIFY(!QToolTip::isVisible());
    }

    // Where the column in the middle has room that its texts do not take.
    void namesOfTheOverviewAreNotCut()
    {
        OverviewList list("Server", "serverFacts", {"What", "About", "Value"}, {.about = 172, .value = 108});
        list.resize(360, 400);
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list, patienceMs));
        const QString longest = "operations"; // about as wide as the column was
        list.present({{.name = longest, .about = "0.2 %", .value = "1", .monospace = false},
                      {.name = "memory", .value = "4.4 MB", .monospace = false}},
                     "none");
        const RowTable* const table = list.table();
        const int needed = table->fontMetrics().horizontalAdvance(longest) + 12;
        QVERIFY(table->columnWidth(OverviewRows::Name) >= needed);
        list.resize(340, 400);
        QTRY_VERIFY(list.width() == 340 && table->columnWidth(OverviewRows::Name) >= needed);
        QVERIFY(table->columnChoices().isEmpty()); // nobody has chosen a width
        list.present({{.name = longest, .about = QString(60, 'm'), .value = "1", .monospace = false}},
                     "none");
        QCOMPARE(table->columnWidth(OverviewRows::About), 172); // its texts keep theirs
    }

    // The lists of the overview have the newest figures, each where it was.
    void underThePointerRowsOfTheOverviewStay()
    {
        OverviewList list("Most denied", "topDenied", {"Token", "Policy", "Denied"}, {.about = 80});
        const QSignalSpy opened(&list, &OverviewList::opened);
        list.resize(400, 400);
        list.show();
        QVERIFY(QTest::qWaitForWindowExposed(&list, patienceMs));
        const auto present = [&](const QStringList& names) {
            std::vector<OverviewRow> rows;
            for (const QString& name : names)
                rows.push_back({.name = name, .value = QString::number(rows.size())});
            list.present(std::move(rows), "none");
        };
        const auto texts = [&] {
            QStringList all;
            for (int row = 0; row < list.rows().rowCount(); ++row)
                all << list.rows().at(row).name + list.rows().at(row).value;
            return all.join(' ');
        };
        const auto click = [&](int row) {
            clickOn(list.table(), list.rows().index(row, 0));
        };
        present({"a", "b", "c"});
        QCOMPARE(texts(), "a0 b1 c2");
        point(QEvent::Enter, list.table()->viewport());
        present({"d", "c", "a"}); // b is denied nothing any more
        QCOMPARE(texts(), "a2 b– c1 d0");
        click(0);
        QCOMPARE(opened.size(), 1);
        QCOMPARE(opened.back().front().toInt(), 2); // a stands there among those that were handed over
        click(1);
        QCOMPARE(opened.size(), 1);
        point(QEvent::Leave, list.table()->viewport());
        QCOMPARE(texts(), "d0 c1 a2");
        click(0);
        QCOMPARE(opened.back().front().toInt(), 0);
        point(QEvent::Enter, list.table()->viewport());
        present({});
        QCOMPARE(texts(), "");
    }
};

RATEWARDEN_SUITE(TestStillList)
#include "tst_still_list.moc"
