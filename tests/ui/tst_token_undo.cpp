// SPDX-License-Identifier: GPL-3.0-or-later
// Undoing in the window what an operator did to tokens.
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"

#include <QAction>
#include <QPlainTextEdit>
#include <QSpinBox>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestTokenUndo : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void undoBringsBackWhatWasUsed()
    {
        resetAbuser();
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 0);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        // Held down, it is one undo all the same.
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
        QTRY_VERIFY(!m->window->session().changes().canUndo());
        QTRY_COMPARE(state("abuser"), "limited");
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier); // there is nothing more to undo
        QVERIFY(!m->dialog());
    }

    void theOfferMovesNothingAndStays()
    {
        showAbuser();
        const int height = m->page().height();
        resetAbuser();
        QTRY_VERIFY(m->window->undoButton().isVisible());
        QCOMPARE(m->page().height(), height);
        QTRY_VERIFY(m->window->statusText().startsWith("abuser under api is reset"));
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(!m->window->session().changes().canUndo());
        QTRY_VERIFY(!m->window->undoButton().isVisible());
        QCOMPARE(m->page().height(), height);
    }

    void whatHasEndedIsNotOffered()
    {
        showAbuser();
        Changes& changes = m->window->session().changes();
        changes.run(this,
                    Change{BlockIntent{10s, {}, {}}, {controlSubject("abuser")}, {}, "ops", "ten seconds"},
                    [](const Made&, const QString&) {});
        QTRY_COMPARE(changes.nextUndo(), "block of abuser");
        QTRY_VERIFY(m->window->undoButton().isVisible());
        QTRY_VERIFY(!changes.canUndo()); // once it has ended
        QVERIFY(!m->window->undoButton().isVisible());
    }

    void afterAChangeTheFocusIsBackInTheList()
    {
        showAndClick("abuser");
        QTRY_VERIFY(m->button("block")->isEnabled());
        m->button("block")->setFocus();
        QTest::keyClick(m->button("block"), Qt::Key_Space);
        QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
        typeReason(m->dialog(), "an attack");
        confirmDialog();
        QTRY_COMPARE(state("abuser"), "blocked");
        QCOMPARE(m->window->focusWidget(), m->table());
    }

    // Made on the tokens' page, undone on another one.
    void undoesEveryKindOnEveryPage()
    {
        showAndClick("good");
        QTRY_VERIFY(m->page().details().reading());
        const auto reason = [](ActDialog* dialog) {
            QTest::keyClicks(dialog->findChild<QLineEdit*>("reason"), "tried");
        };
        const auto three = [](ActDialog* dialog) {
            QTest::keyClicks(dialog->findChild<QSpinBox*>("units"), "3");
        };
        const auto rules = [](ActDialog* dialog) {
            dialog->findChild<QLineEdit*>("overrideRules")->selectAll();
            QTest::keyClicks(dialog->findChild<QLineEdit*>("overrideRules"), "50/min");
            QTest::keyClicks(dialog->findChild<QLineEdit*>("reason"), "tried");
        };
        const auto undoOn = [&](Qt::Key page, const QString& said) {
            QTRY_COMPARE(m->window->undoButton().action()->text(), "Undo: " + said);
            QTRY_VERIFY(m->window->undoButton().isVisible());
            QTest::keyClick(m->window.get(), page, Qt::AltModifier);
            QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
            QTRY_TEXT(m->window->statusText(), contains("Undone: " + said));
            m->turnTo(MainWindow::Page::Tokens);
            QTRY_VERIFY(m->page().isVisible());
        };
        const auto used = [&] {
            return m->limiter.peek("good").usage.at(0).used;
        };
        openAndConfirm(Qt::Key_B, Qt::ControlModifier, reason);
        QVERIFY(findBlock(m->connection, "good"));
        undoOn(Qt::Key_3, "block of good");
        QVERIFY(!findBlock(m->connection, "good"));

        blockToken(m->connection, {"good", std::nullopt, "by another", "ops"});
        QTRY_COMPARE(state("good"), "blocked");
        openAndConfirm(Qt::Key_U, Qt::ControlModifier);
        QVERIFY(!findBlock(m->connection, "good"));
        undoOn(Qt::Key_4, "unblocking of good");
        QCOMPARE(findBlock(m->connection, "good")->reason, std::string("by another"));
        unblockToken(m->connection, "good");
        QTRY_COMPARE(state("good"), "ok");

        m->limiter.reset("good"); // its minute may be nearly over
        m->limiter.acquire("good");
        openAndConfirm(Qt::Key_D, Qt::ControlModifier, three);
        QCOMPARE(used(), 4);
        undoOn(Qt::Key_5, "charge of good");
        QCOMPARE(used(), 1);

        openAndConfirm(Qt::Key_G, Qt::ControlModifier, three);
        QCOMPARE(used(), 0);
        undoOn(Qt::Key_6, "units given back to good");
        QCOMPARE(used(), 1);

        openAndConfirm(Qt::Key_L, Qt::ControlModifier, rules);
        QCOMPARE(findOverrides(m->connection, "good").size(), 1U);
        undoOn(Qt::Key_2, "override of good");
        QVERIFY(findOverrides(m->connection, "good").empty());

        overrideToken(m->connection, {"good", "api", parseRules("7/min"), 1h, "by another", "ops"});
        QTRY_VERIFY(m->cell("good", TokenTableModel::TightestRule).endsWith("of 7/min, override"));
        openAndConfirm(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(findOverrides(m->connection, "good").empty());
        undoOn(Qt::Key_6, "lifted override of good");
        QCOMPARE(findOverrides(m->connection, "good").at(0).reason, std::string("by another"));
        QVERIFY(!m->window->session().changes().canUndo());
    }

    void theButtonUndoesTheChangesOneByOne()
    {
        resetAbuser();
        openAndConfirm(Qt::Key_B, Qt::ControlModifier, [](ActDialog* dialog) {
            QTest::keyClicks(dialog->findChild<QLineEdit*>("reason"), "tried");
        });
        UndoButton& undo = m->window->undoButton();
        QTRY_COMPARE(undo.text(), "Undo: block of abuser");
        m->click(&undo);
        QTRY_COMPARE(undo.text(), "Undo: reset of abuser");
        QVERIFY(!findBlock(m->connection, "abuser"));
        QTRY_VERIFY(undo.isVisible() && undo.isEnabled());
        m->click(&undo);
        QTRY_COMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
        QTRY_VERIFY(!undo.isVisible());
    }

    void undoAsksBeforeAnothersBlockIsLost()
    {
        showAndClick("good");
        QTRY_VERIFY(m->page().details().reading());
        openAndConfirm(Qt::Key_B, Qt::ControlModifier, [](ActDialog* dialog) {
            QTest::keyClicks(dialog->findChild<QLineEdit*>("reason"), "mine");
        });
        blockToken(m->connection, {"good", std::nullopt, "theirs", "ops"});
        m->turnTo(MainWindow::Page::Blocks);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QCOMPARE(findBlock(m->connection, "good")->reason, std::string("theirs"));
        confirmDialog();
        QTRY_VERIFY(!findBlock(m->connection, "good"));
    }

    // Also where there is no banner for it.
    void anUndoThatFailsSaysSo_data()
    {
        QTest::addColumn<MainWindow::Page>("page");
        QTest::newRow("overview") << MainWindow::Page::Overview;
        QTest::newRow("lab") << MainWindow::Page::Lab;
        QTest::newRow("watch") << MainWindow::Page::Watch;
    }
    void anUndoThatFailsSaysSo()
    {
        QFETCH(MainWindow::Page, page);
        m->connection.call({"ACL", "SETUSER", "op", "on", ">secret", "~*", "&*", "+@all"});
        connectAs("op");
        showAndClick("good");
        QTRY_VERIFY(m->button("block")->isEnabled());
        openAndConfirm(Qt::Key_B, Qt::ControlModifier,
                       [](ActDialog* dialog) { typeReason(dialog, "tried"); });
        QTRY_VERIFY(m->window->session().changes().canUndo());
        m->connection.call({"ACL", "SETUSER", "op", "-evalsha"});
        m->turnTo(page);
        QTRY_VERIFY(m->window->widgetOf(page)->isVisible());
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_TEXT(m->window->statusText(), contains("Undo: block of good. This was not done"));
        QVERIFY(findBlock(m->connection, "good"));
    }

    void undoMergesWhatCameSinceIntoALog()
    {
        resetAbuser();
        m->limiter.acquire("abuser", 2);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(m->limiter.peek("abuser").usage.at(0).used, 7);
        QTRY_VERIFY(!m->window->session().changes().canUndo());
        QVERIFY(!m->dialog());
    }

    void undoAsksBeforeItReplacesWhatCameSince()
    {
        m = std::make_unique<WindowFixture>(WindowFixture::patient, "gcra", "5/h + 100/day");
        resetAbuser();
        m->limiter.acquire("abuser", 2);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 2);
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed();
        QTRY_VERIFY(m->window->session().changes().canUndo());
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        confirmDialog();
        QTRY_COMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
        QTRY_VERIFY(!m->window->session().changes().canUndo());
    }

    void undoOfManyAsksOnlyForThoseThatWereCharged()
    {
        m = std::make_unique<WindowFixture>(WindowFixture::patient, "gcra", "5/h + 100/day");
        showAndClick("good");
        QTest::keyClick(m->table(), Qt::Key_A, Qt::ControlModifier);
        QTRY_COMPARE(m->button("reset")->text(), "Reset 2…");
        openAndConfirm(Qt::Key_Delete, Qt::NoModifier, [](ActDialog* dialog) {
            typeReason(dialog, "it is over");
            typeNumber(dialog, "2");
        });
        m->limiter.acquire("good", 3);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
        QCOMPARE(m->limiter.peek("good").usage.at(0).used, 3);
        const QString left = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY2(left.contains("{good}") && !left.contains("{abuser}"), qPrintable(left.left(400)));
        confirmDialog();
        QTRY_COMPARE(m->limiter.peek("good").usage.at(0).used, 1);
        QTRY_VERIFY(!m->window->session().changes().canUndo());
    }
};

RATEWARDEN_SUITE(TestTokenUndo)
#include "tst_token_undo.moc"
