// SPDX-License-Identifier: GPL-3.0-or-later
// How strictly a server is guarded: seen in the window, changed there, and obeyed.
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/dialogs/level_dialog.h"
#include "ui/dialogs/policy_dialog.h"
#include "ui/pages/level_button.h"
#include "ui/widgets/typed_name.h"

#include <QAction>
#include <QComboBox>
#include <QLabel>
#include <QMenu>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestGuardWindow : public WindowTest {
    Q_OBJECT

private:
    void open(GuardLevel level)
    {
        m->open({m->server.endpoint(), "test", "", WindowFixture::quick(), level});
        showAndClick("abuser");
        QTRY_COMPARE(m->button("block")->isEnabled(), level != GuardLevel::ReadOnly);
    }

    static constexpr auto controlKey = "rw:{abuser}:control";

    GuardSwitch& guard() { return m->window->session().guard(); }
    LevelButton* badge() { return m->window->findChild<LevelButton*>(); }
    LevelDialog* levelDialog() { return badge()->dialog(); }
    Units used() { return m->limiter.peek("abuser").usage.at(0).used; }

    void chooseLevel(GuardLevel level)
    {
        QTest::keyClick(m->window.get(), Qt::Key_G, Qt::ControlModifier | Qt::ShiftModifier);
        QMenu* const choices = badge()->menu();
        QTRY_VERIFY(choices->isVisible());
        QAction* const action = choices->actions().at(int(level));
        chooseFromMenu(choices, action);
        QTRY_VERIFY(!choices->isVisible());
    }

    void waitForWindow()
    {
        QTRY_VERIFY(!levelDialog());
        activateWindow();
    }

    void confirmLevel()
    {
        QTRY_VERIFY(levelDialog() && levelDialog()->isVisible());
        m->click(levelDialog()->findChild<QPushButton*>("confirm"));
        waitForWindow();
    }

private Q_SLOTS:
    void readOnlyIsSeenAndHolds()
    {
        m->connection.call({"SET", "rl:203.0.113.9", "12", "PX", "1000000"}); // another limiter's
        open(GuardLevel::ReadOnly);
        QCOMPARE(badge()->text(), "Read-only");
        QTRY_COMPARE(m->page().model().tokenCount(), 3);
        QCOMPARE(bannerText(m->page()), QString());
        QVERIFY(badge()->isVisible() && badge()->width() >= badge()->sizeHint().width());
        QVERIFY(!badge()->icon().isNull());
        for (const char* const name : {"block", "reset"}) {
            QVERIFY(!m->button(name)->isEnabled());
            QVERIFY_TEXT(m->button(name)->toolTip(), contains("This connection is read-only. Unlock"));
        }
        QVERIFY(m->window->undoButton().toolTip().startsWith("This connection is read-only"));
        m->page().actions().block({m->key("abuser")}); // as if something had forgotten to disable it
        QTRY_TEXT(bannerText(m->page()), contains("This connection is read-only"));
        QVERIFY(!m->dialog());
    }

    // Whatever the window's parts may do.
    void noLaneWrites()
    {
        open(GuardLevel::ReadOnly);
        int refused = 0;
        const auto set = [](Server& server) {
            return server.call({"SET", "x", "1"}).view().isNil();
        };
        const auto note = [&](const Outcome<bool>& outcome) {
            refused += outcome.failure() && outcome.failure()->kind == Failure::Kind::Refused;
        };
        for (Lane* const lane :
             {&m->window->link().watchLane(), &m->window->link().scanLane(), &m->window->link().actLane()})
            lane->post(this, set, note);
        QTRY_COMPARE(refused, 3);
        QCOMPARE(m->connection.call({"EXISTS", "x"}).view().integer(), 0);
    }

    void unlockingAsksAndHasATime()
    {
        open(GuardLevel::ReadOnly);
        chooseLevel(GuardLevel::Review);
        QTRY_VERIFY(levelDialog() && levelDialog()->isActiveWindow());
        QCOMPARE(levelDialog()->findChild<QLabel*>("whose")->text(), "test");
        QVERIFY(levelDialog()->findChild<QLabel*>("levelMeaning")->text().contains("Read-only → Review"));
        QTest::keyClick(levelDialog(), Qt::Key_Return); // cancels
        waitForWindow();
        QVERIFY(guard().isReadOnly());
        QVERIFY(badge()->menu()->actions().at(int(GuardLevel::ReadOnly))->isChecked());

        chooseLevel(GuardLevel::Review);
        confirmLevel();
        QCOMPARE(guard().level(), GuardLevel::Review);
        QVERIFY(guard().remaining() > 14min && guard().remaining() <= 15min);
        QVERIFY2(badge()->text().startsWith("Review 14:") || badge()->text() == "Review 15:00",
                 qPrintable(badge()->text()));
        RATEWARDEN_STEP(openBy("reset"));
        typeReason(m->dialog(), "a false alarm");
        confirmDialog();
        QTRY_COMPARE(used(), 0);

        chooseLevel(GuardLevel::ReadOnly); // asks nobody
        QVERIFY(guard().isReadOnly() && !levelDialog() && !guard().remaining());
        QCOMPARE(badge()->text(), "Read-only");
        QTRY_VERIFY(!m->button("block")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QVERIFY(!m->window->undoButton().action()->isEnabled());
    }

    void theStricterLevelComesBackByItself()
    {
        open(GuardLevel::ReadOnly);
        guard().lower(GuardLevel::Review, 400ms);
        QTRY_VERIFY(m->button("block")->isEnabled());
        guard().lower(GuardLevel::Free, 600ms);
        guard().raise(GuardLevel::Review); // less strict than the usual one: only as long
        QVERIFY(guard().remaining());
        RATEWARDEN_STEP(openBy("block"));
        typeReason(m->dialog(), "too late");
        QTRY_VERIFY(guard().isReadOnly());
        QCOMPARE(badge()->text(), "Read-only");
        m->click(m->confirmButton());
        QTRY_VERIFY2(m->dialog() && m->dialog()->problem().contains("read-only"), "it was sent");
        QCOMPARE(m->connection.call({"EXISTS", controlKey}).view().integer(), 0);
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
    }

    void aLevelForGoodIsTheUsualOne()
    {
        open(GuardLevel::Review);
        chooseLevel(GuardLevel::Free);
        QTRY_VERIFY(levelDialog() && levelDialog()->isVisible());
        auto* const time = levelDialog()->findChild<QComboBox*>("levelTime");
        QTest::keyClick(time, Qt::Key_End);
        QCOMPARE(time->currentIndex(), time->count() - 1);
        confirmLevel();
        QCOMPARE(guard().level(), GuardLevel::Free);
        QCOMPARE(guard().usual(), GuardLevel::Free);
        QVERIFY(!guard().remaining());
        QCOMPARE(badge()->text(), "Free");
    }

    void freeMakesAtOnceWhatCanBeUndone()
    {
        open(GuardLevel::Free);
        m->click(m->button("reset"));
        QVERIFY(!m->dialog());
        QTRY_COMPARE(used(), 0);
        QVERIFY(!m->dialog());
        QTRY_VERIFY(m->window->statusText().contains("abuser under api is reset"));
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(used(), 5);
        m->click(m->button("block")); // until when has to be entered
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
    }

    void theNameHasToBeTyped()
    {
        open(GuardLevel::TypeName);
        RATEWARDEN_STEP(openBy("reset"));
        typeReason(m->dialog(), "a false alarm");
        QVERIFY(!m->confirmButton()->isEnabled());
        auto* const line = m->dialog()->findChild<QLineEdit*>("typedName");
        QTest::keyClicks(line, "tes");
        QVERIFY(!m->confirmButton()->isEnabled());
        QCOMPARE(m->confirmButton()->toolTip(), "Type the name of the server first");
        QTest::keyClicks(line, "t");
        confirmDialog();
        QTRY_COMPARE(used(), 0);
    }

    void levelsAreExplainedWhereTheyAreChosen()
    {
        open(GuardLevel::Review);
        const QList<QAction*> choices = badge()->menu()->actions();
        QCOMPARE(choices.size(), 4);
        QCOMPARE(choices[int(GuardLevel::Review)]->text(), "Review: every change is shown before it is made");
        for (const QAction* const choice : choices)
            QVERIFY_TEXT(choice->text(), contains(": "));
    }

    void aViewerIsNotUnlocked()
    {
        m->connection.call(
            {"ACL", "SETUSER", "viewer", "on", ">secret", "~*", "&*", "+@read", "+@connection"});
        connectAs("viewer");
        showWindow();
        QTRY_COMPARE(badge()->text(), "Viewer");
        QVERIFY_TEXT(badge()->toolTip(), contains("This user may only look. "));
    }

    // What a dialog asks for is what the level wants when it acts, not when it opened.
    void aStricterLevelReachesAnOpenDialog()
    {
        open(GuardLevel::TypeName);
        guard().lower(GuardLevel::Review, 15min);
        RATEWARDEN_STEP(openBy("block"));
        typeReason(m->dialog(), "a flood");
        QVERIFY(m->confirmButton()->isEnabled());
        guard().raise(GuardLevel::TypeName);
        QVERIFY(!m->confirmButton()->isEnabled());
        auto* const line = m->dialog()->findChild<QLineEdit*>("typedName");
        QVERIFY(line->isVisible());
        QTest::keyClick(m->dialog()->findChild<QLineEdit*>("reason"), Qt::Key_Return);
        QCOMPARE(m->connection.call({"EXISTS", controlKey}).view().integer(), 0);
        QTest::keyClicks(line, "test");
        confirmDialog();
        QTRY_COMPARE(m->connection.call({"EXISTS", controlKey}).view().integer(), 1);

        guard().lower(GuardLevel::Review, 15min);
        m->window->undoButton().review();
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QVERIFY(m->confirmButton()->isEnabled());
        guard().raise(GuardLevel::TypeName);
        QVERIFY(!m->confirmButton()->isEnabled());
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
    }

    void theNameHasToBeTypedToPublish()
    {
        open(GuardLevel::TypeName);
        m->turnTo(MainWindow::Page::Policies);
        m->click(m->button("newPolicy"));
        auto* dialog = m->window->findChild<PolicyDialog*>();
        QTRY_VERIFY((dialog = m->window->findChild<PolicyDialog*>()) && dialog->isVisible());
        auto* const typed = dialog->findChild<TypedName*>();
        QVERIFY(typed->isVisible() && !typed->confirmed());
        guard().lower(GuardLevel::Review, std::nullopt);
        QVERIFY(!typed->isVisible() && typed->confirmed());
    }
};

RATEWARDEN_SUITE(TestGuardWindow)
#include "tst_guard_window.moc"
