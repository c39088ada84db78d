// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/acts.h"
#include "tests/ui/model_texts.h"
#include "tests/ui/window_fixture.h"
#include "ui/widgets/plain_label.h"

#include <QAction>
#include <QLineEdit>
#include <QMenu>
#include <QTest>

namespace ratewarden::ui::test {

/// By the keyboard: newer versions of Qt ignore a click that comes where the pointer was when the menu
/// opened.
inline void chooseFromMenu(QMenu* menu, QAction* action)
{
    menu->setActiveAction(action);
    QTest::keyClick(menu, Qt::Key_Return);
}

/// A test with a window of its own for each function, and what several of them do with it.
class WindowTest : public QObject {
    Q_OBJECT

protected:
    std::unique_ptr<WindowFixture> m;

    QString state(const std::string& token) { return m->cell(token, TokenTableModel::State); }
    QString sentence() { return m->page().details().sentence(); }

    /// The value of a key; empty without one.
    std::string get(const std::string& key)
    {
        const Reply reply = m->connection.call({"GET", key});
        return reply.view().isNil() ? std::string() : std::string(reply.view().string());
    }
    /// Whether a text that is seen there has the words.
    static bool says(const QWidget* where, const QString& words)
    {
        return std::ranges::any_of(where->findChildren<PlainLabel*>(), [&](const PlainLabel* label) {
            return label->isVisible() && label->text().contains(words);
        });
    }

    /// Keys go to it from then on.
    void showWindow()
    {
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get(), ratewarden::test::patienceMs));
    }
    /// A window manager would; the offscreen platform has none.
    void activateWindow()
    {
        m->window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get(), ratewarden::test::patienceMs));
    }

    /// What was asked before a pause comes after it has begun.
    void waitForAnswers()
    {
        QTRY_COMPARE(m->window->link().watchLane().outstanding(), 0U);
        QTRY_COMPARE(m->window->link().scanLane().outstanding(), 0U);
    }

    /// The token whose details are shown; empty without one.
    std::string chosenToken()
    {
        const auto& chosen = m->page().details().chosen();
        return chosen ? chosen->token : std::string();
    }

    /// One token that has used up its limit, one that has not; the window shows both.
    void showAbuser()
    {
        for (int i = 0; i < 8; ++i)
            m->limiter.acquire("abuser");
        m->limiter.acquire("good");
        showWindow();
        QTRY_COMPARE(state("abuser"), "limited");
        QTRY_COMPARE(state("good"), "ok");
    }

    /// showAbuser(), and a click on one of the two.
    void showAndClick(const std::string& token)
    {
        showAbuser();
        m->clickRow(token);
    }

    /// The dialog of the button.
    void openBy(const char* button)
    {
        QTRY_VERIFY(m->button(button)->isEnabled());
        m->click(m->button(button));
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
    }

    void expectStalls() { m = std::make_unique<WindowFixture>(WindowFixture::impatient); }

    /// The dialog that blocks the abuser, filled in, on a server that does not answer any more; sent off.
    void blockOnAStalledServer(const QString& reason)
    {
        expectStalls();
        showAndClick("abuser");
        RATEWARDEN_STEP(openBy("block"));
        QTest::keyClicks(m->dialog()->findChild<QLineEdit*>("reason"), reason);
        m->server.freeze();
        m->click(m->confirmButton());
    }

    /// The server, for another user.
    Endpoint endpointFor(const char* user, const char* password = "secret") const
    {
        Endpoint endpoint = m->server.endpoint();
        endpoint.user = user;
        endpoint.password = password;
        return endpoint;
    }
    /// A window of another user.
    void connectAs(const char* user, const char* password = "secret")
    {
        m->open(endpointFor(user, password));
    }

    void waitUntilDialogIsClosed()
    {
        QTRY_VERIFY(!m->dialog());
        activateWindow();
    }

    void confirmDialog()
    {
        m->click(m->confirmButton());
        waitUntilDialogIsClosed();
    }

    static void typeReason(ActDialog* dialog, const QString& reason)
    {
        QTest::keyClicks(dialog->findChild<QLineEdit*>("reason"), reason);
    }

    /// How many tokens a change of many is about.
    static void typeNumber(ActDialog* dialog, const QString& number)
    {
        QTest::keyClicks(dialog->findChild<QLineEdit*>("typedNumber"), number);
    }

    /// Whether an action that is offered now has the key: what is shown, and what the actions know,
    /// come with different replies.
    bool isOffered(Qt::Key key, Qt::KeyboardModifiers modifiers) const
    {
        return std::ranges::any_of(m->window->findChildren<QAction*>(), [&](const QAction* action) {
            return action->isEnabled() && action->shortcuts().contains(QKeySequence(key | modifiers));
        });
    }

    /// The key opens a dialog, which `fill` fills in; it is confirmed, and closes.
    void openAndConfirm(Qt::Key key, Qt::KeyboardModifiers modifiers,
                        const std::function<void(ActDialog*)>& fill = {})
    {
        QTRY_VERIFY(isOffered(key, modifiers));
        QTest::keyClick(m->window.get(), key, modifiers);
        QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
        if (fill)
            fill(m->dialog());
        confirmDialog();
    }

    /// Resets the abuser through the window.
    void resetAbuser()
    {
        showAndClick("abuser");
        RATEWARDEN_STEP(openBy("reset"));
        typeReason(m->dialog(), "a false alarm");
        confirmDialog();
        QTRY_VERIFY(m->window->session().changes().canUndo());
    }

private Q_SLOTS:
    void init() { m = std::make_unique<WindowFixture>(); }
    void cleanup() { m.reset(); }
};

} // namespace ratewarden::ui::test
