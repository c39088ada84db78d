// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens that are marked: they stay so, and are what is blocked, compared and tried, whatever is listed.
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_token.h"
#include "tests/support/suites.h"
#include "tests/ui/contrast.h"
#include "tests/ui/window_test.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/overview/overview_tile.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/widgets/plain_label.h"

#include <QClipboard>
#include <QSignalSpy>

#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestTokenMarks : public WindowTest {
    Q_OBJECT

    QLineEdit* filter() { return m->page().findChild<QLineEdit*>("filter"); }
    QString text(const char* label) { return m->page().findChild<PlainLabel*>(label)->text(); }
    QWidget* bar() { return m->page().findChild<QWidget*>("markBar"); }
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        m->table()->setFocus();
        QTest::keyClick(m->table(), key, modifiers);
    }
    void filterBy(const QString& words)
    {
        filter()->setFocus();
        filter()->selectAll();
        QTest::keyClicks(filter(), words);
    }
    std::set<std::string> marked()
    {
        const TokenBook& book = m->window->session().book();
        std::set<std::string> tokens;
        for (const int place : book.marks().places())
            tokens.emplace(book.rows().name(place).token);
        return tokens;
    }
    bool isChecked(const std::string& token)
    {
        const TokenTableModel& model = m->page().model();
        return model.index(model.rowOf(m->key(token)), TokenTableModel::Token)
                   .data(Qt::CheckStateRole)
                   .toInt() == Qt::Checked;
    }
    void forget(const std::string& token)
    {
        m->connection.call(
            {"UNLINK", stateKey(RedisToken(token), m->policy.name, algorithmNamed(m->policy.algorithm))});
    }

private Q_SLOTS:
    // user:0 to user:9 and team:0 to team:9, in order of name.
    void init()
    {
        m = std::make_unique<WindowFixture>();
        for (int i = 0; i < 10; ++i)
            for (const char* const kind : {"user:", "team:"})
                m->limiter.acquire(kind + std::to_string(i));
        showWindow();
        QTRY_COMPARE(m->page().model().rowCount(), 20);
        m->table()->sortByColumn(TokenTableModel::Token, Qt::AscendingOrder);
    }

    void stayUnderOtherFilters()
    {
        QVERIFY(!bar()->isVisible());
        m->clickRow("user:3");
        press(Qt::Key_Space);
        QVERIFY(bar()->isVisible() && isChecked("user:3"));
        QCOMPARE(text("markCount"), "1 marked");
        QCOMPARE(text("markWhere"), "kept under any filter");
        QVERIFY(contrastInTheDark(m->page().findChild<PlainLabel*>("markCount")) > 4.5);
        filterBy("team:");
        QTRY_COMPARE(m->page().model().rowCount(), 10);
        QTRY_COMPARE(text("markWhere"), "1 not listed here");
        m->clickRow("team:7");
        press(Qt::Key_Space);
        QCOMPARE(marked(), (std::set<std::string>{"team:7", "user:3"}));
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        filterBy("nobody");
        QTRY_COMPARE(m->page().model().rowCount(), 0);
        QTRY_COMPARE(text("markWhere"), "2 not listed here");
        QCOMPARE(marked().size(), std::size_t(2));
        filterBy("user:");
        QTRY_COMPARE(m->page().model().rowCount(), 10);
        m->clickRow("user:3");
        press(Qt::Key_Space); // the other way round
        QCOMPARE(marked(), (std::set<std::string>{"team:7"}));
    }

    void byRangeByFilterAndByClick()
    {
        m->clickRow("team:2");
        press(Qt::Key_Space);
        m->clickRow("team:5");
        press(Qt::Key_Space, Qt::ShiftModifier);
        QCOMPARE(marked(), (std::set<std::string>{"team:2", "team:3", "team:4", "team:5"}));
        m->clickRow("team:4"); // upwards, from the one that was marked last
        press(Qt::Key_Space);
        m->clickRow("team:0");
        press(Qt::Key_Space, Qt::ShiftModifier);
        QCOMPARE(marked(),
                 (std::set<std::string>{"team:0", "team:1", "team:2", "team:3", "team:4", "team:5"}));
        filterBy("user:");
        QTRY_COMPARE(m->page().model().rowCount(), 10);
        press(Qt::Key_Asterisk);
        QCOMPARE(marked().size(), std::size_t(16));
        const TokenTableModel& model = m->page().model();
        const QModelIndex row = model.index(model.rowOf(m->key("user:4")), TokenTableModel::Token);
        const QRect cell = m->table()->visualRect(row);
        QTest::mouseClick(m->table()->viewport(), Qt::LeftButton, {}, {cell.left() + 12, cell.center().y()});
        QVERIFY(!isChecked("user:4"));
        QTest::mouseClick(m->table()->viewport(), Qt::LeftButton, {}, cell.center());
        QVERIFY2(!isChecked("user:4"), "beside the mark a click selects");
    }

    // A key that is pressed before the list has followed the filter is about what the filter takes.
    void waitForTheRowsThatAreAskedFor()
    {
        std::vector<std::string> names;
        for (int i = 0; i < 3500; ++i)
            names.push_back("other:" + std::to_string(i));
        std::vector<TokenRequest> requests;
        for (const std::string& name : names)
            requests.push_back({name});
        m->limiter.acquireMany(requests);
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(m->page().model().rowCount(), 3520);
        QTRY_VERIFY(!m->page().model().rearranging());
        filter()->setText("team:");
        QVERIFY(m->page().model().rearranging());
        press(Qt::Key_Asterisk);
        QVERIFY(marked().empty());
        QTRY_COMPARE(marked().size(), std::size_t(10));
        QVERIFY(marked().contains("team:0") && marked().contains("team:9"));
    }

    void areWhatIsBlocked()
    {
        m->clickRow("user:1");
        press(Qt::Key_Space);
        m->clickRow("user:2");
        press(Qt::Key_Space);
        filterBy("team:");
        QTRY_COMPARE(m->page().model().rowCount(), 10);
        m->clickRow("team:9"); // it is shown, and not meant
        QTRY_COMPARE(text("chosenToken"), "2 marked");
        QCOMPARE(text("shownOfSelected"), "Shown below: team:9");
        QTRY_COMPARE(m->button("marked-block")->text(), "Block 2…");
        m->click(m->button("marked-block"));
        QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
        QCOMPARE(m->dialog()->findChild<PlainLabel*>("whose")->text(), "2 tokens");
        typeReason(m->dialog(), "an attack");
        if (m->dialog()->findChild<QLineEdit*>("typedNumber"))
            typeNumber(m->dialog(), "2");
        confirmDialog();
        QVERIFY(findBlock(m->connection, "user:1") && findBlock(m->connection, "user:2"));
        QVERIFY(!findBlock(m->connection, "team:9"));
        m->click(m->button("clearMarks"));
        QTRY_COMPARE(text("chosenToken"), "team:9");
        QTRY_COMPARE(m->button("block")->text(), "Block…");
    }

    void thoseThatVanishAreNamed()
    {
        m->clickRow("user:1");
        press(Qt::Key_Space);
        m->clickRow("user:2");
        press(Qt::Key_Space);
        forget("user:2");
        filter()->setFocus(); // else the list stands still
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(text("markWhere"), "1 gone");
        QCOMPARE(text("markCount"), "2 marked");
        QVERIFY(m->page().findChild<PlainLabel*>("markWhere")->toolTip().contains("user:2"));
        openAndConfirm(Qt::Key_B, Qt::ControlModifier, [](ActDialog* dialog) {
            QCOMPARE(dialog->findChild<PlainLabel*>("leftOut")->text(),
                     "▲ 2 marked, 1 gone and not changed: user:2");
            typeReason(dialog, "an attack");
        });
        QVERIFY(findBlock(m->connection, "user:1") && !findBlock(m->connection, "user:2"));
        m->limiter.acquire("user:2");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(marked(), (std::set<std::string>{"user:1", "user:2"})); // as what it was
        QTRY_COMPARE(text("markWhere"), "kept under any filter");
    }

    void stayWhenTheConnectionIsLost()
    {
        m->clickRow("user:1");
        press(Qt::Key_Space);
        QSignalSpy states(&m->window->link(), &Link::stateChanged);
        m->connection.call({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        QTRY_VERIFY(!states.isEmpty());
        QTRY_COMPARE(m->window->link().state(), Link::State::Live);
        QCOMPARE(marked(), (std::set<std::string>{"user:1"}));
        QTRY_COMPARE(m->button("marked-block")->text(), "Block…");
    }

    void escapeClearsThemWhenItIsPressedTwice()
    {
        m->clickRow("user:1");
        press(Qt::Key_Space);
        press(Qt::Key_Escape);
        QCOMPARE(text("markWhere"), "Esc again clears");
        press(Qt::Key_Down); // something else
        QCOMPARE(text("markWhere"), "kept under any filter");
        press(Qt::Key_Escape);
        QCOMPARE(marked().size(), std::size_t(1));
        press(Qt::Key_Escape);
        QVERIFY(marked().empty() && !bar()->isVisible());
    }

    // Where it leads back it clears first, too.
    void escapeClearsThemBeforeItLeadsBack()
    {
        m->turnTo(MainWindow::Page::Overview);
        const auto* const tile = m->window->findChild<OverviewTile*>("tileActive");
        QTRY_COMPARE(tile->number(), QString("20"));
        m->click(m->window->findChild<QWidget*>("tileActive"));
        QTRY_COMPARE(m->page().model().rowCount(), 20);
        QTRY_VERIFY(m->window->findChild<QAction*>("goBack")->isEnabled() || m->page().hasWayBack());
        m->clickRow("user:1");
        press(Qt::Key_Space);
        press(Qt::Key_Escape);
        QVERIFY(m->page().isVisible());
        QCOMPARE(text("markWhere"), "Esc again clears");
        press(Qt::Key_Escape);
        QVERIFY(marked().empty() && m->page().isVisible());
        press(Qt::Key_Escape);
        QTRY_VERIFY(m->window->overviewPage().isVisible());
    }

    void namesAreCopiedAndPasted()
    {
        QSignalSpy told(&m->page(), &TokensPage::done);
        QApplication::clipboard()->setText("user:5\r\n\nteam:5\nuser:99\nuser:5\n");
        press(Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(marked(), (std::set<std::string>{"team:5", "user:5"}));
        QCOMPARE(told.takeFirst().front().toString(), "2 of 3 names marked; not listed: user:99");
        QTRY_VERIFY(m->window->findChild<QAction*>("copy")->text() == "Copy 2 tokens");
        press(Qt::Key_C, Qt::ControlModifier);
        const QStringList names = QApplication::clipboard()->text().split('\n');
        QCOMPARE(std::set<QString>(names.begin(), names.end()), (std::set<QString>{"team:5", "user:5"}));
    }

    void pastedNamesAreFoundHashed()
    {
        Policy secret{"secret", "gcra", parseRules("5/min")};
        secret.hashTokens = true;
        announcePolicy(m->connection, secret);
        RedisRateLimiter(m->connection, secret).acquire("team:5");
        RedisRateLimiter(m->connection, secret).acquire("key:1");
        m->window->session().refresh();
        QTRY_COMPARE(m->page().model().rowCount(), 22);
        QSignalSpy told(&m->page(), &TokensPage::done);
        QApplication::clipboard()->setText("team:5\nkey:1\nkey:2");
        press(Qt::Key_V, Qt::ControlModifier);
        QTRY_COMPARE(told.size(), 1);
        QCOMPARE(marked(), (std::set<std::string>{"team:5", hashedToken("team:5"), hashedToken("key:1")}));
        QCOMPARE(told.front().front().toString(), "2 of 3 names marked; not listed: key:2");
    }

    void areComparedAndTriedInTheLab()
    {
        for (const char* const token : {"user:1", "team:2"}) {
            m->clickRow(token);
            press(Qt::Key_Space);
        }
        m->limiter.acquire("team:2");
        QTRY_COMPARE(m->button("marked-labOfTokens")->text(), "Lab of 2");
        m->click(m->button("marked-labOfTokens"));
        auto* const lab = m->window->findChild<LabPage*>();
        QTRY_VERIFY(lab->isVisible() && lab->traffic());
        const Trace& trace = lab->traffic()->trace;
        QCOMPARE(trace.names.size(), std::size_t(2));
        QCOMPARE(trace.size(), std::size_t(3));
        QCOMPARE(lab->candidate().policy.rules, m->policy.rules); // of the policy that both are under
        m->turnTo(MainWindow::Page::Tokens);
        QVERIFY2(marked().size() == 2, "another page forgets no marks");
        m->click(m->button("marked-compare"));
        QTRY_COMPARE(m->window->page(), MainWindow::Page::Compare);
        QCOMPARE(m->window->findChild<ComparePage*>()->tokens().size(), std::size_t(2));
        QTest::keyClick(m->window.get(), Qt::Key_Escape); // as from wherever else rows lead to
        QCOMPARE(m->window->page(), MainWindow::Page::Tokens);
        QVERIFY2(marked().size() == 2, "the way back forgets no marks");
    }
};

RATEWARDEN_SUITE(TestTokenMarks)
#include "tst_token_marks.moc"
