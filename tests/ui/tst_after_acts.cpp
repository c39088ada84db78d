// SPDX-License-Identifier: GPL-3.0-or-later
// After a change: what is said, where the focus is, and what can be undone.
#include "tests/support/suites.h"
#include "tests/ui/policies_test.h"

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;

class TestAfterActs : public PoliciesTest {
    Q_OBJECT

    QTableView* policies() { return m->window->findChild<QTableView*>("policiesTable"); }
    UndoButton& undo() { return m->window->undoButton(); }

    /// The dialog that removes the policy, with its reason.
    void askToRemove()
    {
        QTRY_VERIFY(m->button("removePolicy")->isEnabled());
        m->button("removePolicy")->setFocus();
        m->click(m->button("removePolicy"));
        QTRY_VERIFY(page().removalDialog() && page().removalDialog()->isActiveWindow());
        typeKeys("a slip");
    }

    void waitUntilRemovalIsClosed()
    {
        QTRY_VERIFY(!page().removalDialog());
        activateWindow();
    }

    void showAbuser()
    {
        for (int i = 0; i < 8; ++i)
            m->limiter.acquire("abuser");
        showWindow();
        QTRY_COMPARE(m->cell("abuser", TokenTableModel::State), "limited");
        m->clickRow("abuser");
    }

    /// By its button, which has the focus then.
    void press(const char* name, const QString& reason)
    {
        QTRY_VERIFY(m->button(name)->isEnabled() && m->button(name)->isVisible());
        m->button(name)->setFocus();
        m->click(m->button(name));
        QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
        if (auto* const field = m->dialog()->findChild<QLineEdit*>("reason"))
            QTest::keyClicks(field, reason);
        m->click(m->confirmButton());
        QTRY_VERIFY(!m->dialog());
        activateWindow();
    }

private Q_SLOTS:
    void aRollBackLeavesTheFocusInTheList()
    {
        PublishedPolicy second = *findPublished(m->connection, "api");
        second.policy.rules = parseRules("7/min");
        publishPolicy(m->connection, second, {"alice", "second"});
        open(2);
        rollBackTo(1);
        typeKeys("too few");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        waitUntilDialogIsClosed();
        QCOMPARE(QApplication::focusWidget(), policies());
        QTRY_TEXT(m->window->statusText(), contains("api"));
        QTRY_COMPARE(undo().action()->text(), "Undo: roll back of api to version 1");
        QVERIFY(undo().isVisible());
    }

    void aRemovalLeavesTheFocusInTheList()
    {
        open();
        askToRemove();
        m->click(page().removalDialog()->findChild<QPushButton*>("confirm"));
        waitUntilRemovalIsClosed();
        QCOMPARE(QApplication::focusWidget(), policies());
        QVERIFY_TEXT(m->window->statusText(), contains("api is removed"));
        QTRY_COMPARE(undo().action()->text(), "Undo: removal of policy api");
        QVERIFY(undo().isVisible());
        QTRY_VERIFY(!m->button("removePolicy")->isEnabled()); // once its row is gone
    }

    // It says so where one looks, keeps what was entered, and hands the focus to nothing else.
    void aFailedRemovalStaysInItsDialog()
    {
        open();
        askToRemove();
        PublishedPolicy theirs = *findPublished(m->connection, "api");
        theirs.policy.rules = parseRules("9/min");
        QVERIFY(publishPolicy(m->connection, theirs, {"bob", "theirs"}).published);
        ActDialog* const dialog = page().removalDialog();
        auto* const reason = dialog->findChild<QLineEdit*>("reason");
        auto* const confirm = dialog->findChild<QPushButton*>("confirm");
        QTest::keyClick(reason, Qt::Key_Return);
        QTRY_COMPARE(dialog->problem(), "This was not done: it was changed since; look at it again");
        QVERIFY(dialog->isVisible() && reason->hasFocus() && confirm->isEnabled());
        QCOMPARE(reason->text(), "a slip");
        confirm->setFocus();
        m->click(confirm);
        QCOMPARE(dialog->problem(), QString());
        QTRY_VERIFY(!dialog->problem().isEmpty());
        QVERIFY(confirm->hasFocus());
        QVERIFY(findPublished(m->connection, "api"));
        QVERIFY(!undo().isVisible());
        QTest::keyClick(dialog, Qt::Key_Escape);
        waitUntilRemovalIsClosed();
    }

    void aBlockAndItsEndLeaveTheFocusInTheList()
    {
        showAbuser();
        press("block", "scraping");
        QTRY_COMPARE(m->cell("abuser", TokenTableModel::State), "blocked");
        QVERIFY(m->table()->hasFocus());
        press("unblock", "a slip");
        QTRY_COMPARE(m->cell("abuser", TokenTableModel::State), "limited");
        QVERIFY(m->table()->hasFocus());
        QTRY_COMPARE(undo().action()->text(), "Undo: unblocking of abuser");
    }

    // The sentence goes, the offer does not, and nothing moves as they come and go.
    void theOfferToUndoOutlivesItsSentence()
    {
        showAbuser();
        const QRect before = m->page().geometry();
        press("block", "scraping");
        QTRY_VERIFY(undo().isVisible());
        QVERIFY_TEXT(m->window->statusText(), contains("abuser is blocked"));
        QCOMPARE(m->page().geometry(), before);
        QTRY_VERIFY(!m->window->statusText().contains("is blocked"));
        QVERIFY(undo().isVisible() && undo().isEnabled());
        QCOMPARE(undo().action()->text(), "Undo: block of abuser");
        QCOMPARE(m->page().geometry(), before);
        m->click(&undo());
        QTRY_COMPARE(m->cell("abuser", TokenTableModel::State), "limited");
        QTRY_VERIFY(!undo().isVisible());
        QCOMPARE(m->page().geometry(), before);
    }
};

RATEWARDEN_SUITE(TestAfterActs)
#include "tst_after_acts.moc"
