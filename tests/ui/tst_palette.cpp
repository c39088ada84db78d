// SPDX-License-Identifier: GPL-3.0-or-later
// What Ctrl+K finds, and that nothing of it changes anything by itself.
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"

#include <QListWidget>
#include <QPlainTextEdit>
#include <QRegularExpression>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestPalette : public WindowTest {
    Q_OBJECT

private:
    QLineEdit* field() { return m->window->findChild<QLineEdit*>("paletteField"); }
    QListWidget* list() { return m->window->findChild<QListWidget*>("paletteList"); }
    QString row(int place) { return place < list()->count() ? list()->item(place)->text() : QString(); }
    QStringList rows()
    {
        QStringList all;
        for (int place = 0; place < list()->count(); ++place)
            all << list()->item(place)->data(Qt::AccessibleTextRole).toString();
        return all;
    }
    /// Those that are found of a kind: "Token: abuser api · limited".
    QStringList rows(const QString& kind) { return rows().filter(QRegularExpression("^" + kind + ":")); }
    void start(const QString& words)
    {
        QTest::keyClick(m->window.get(), Qt::Key_K, Qt::ControlModifier);
        QVERIFY(field()->hasFocus());
        QTest::keyClicks(field(), words);
    }
    void leave()
    {
        QTest::keyClick(field(), Qt::Key_Escape);
        QVERIFY(!field()->isVisible());
    }
    void cancel()
    {
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed();
    }
    void block(const std::string& token)
    {
        m->page().actions().block({controlSubject(token)});
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        typeReason(m->dialog(), "scrapes");
        confirmDialog();
        QTRY_VERIFY(m->window->session().changes().canUndo());
    }
    void acquireMany(int tokens)
    {
        for (int i = 0; i < tokens; ++i)
            m->limiter.acquire("user:" + std::to_string(i));
    }

private Q_SLOTS:
    // The text of the undo names the token, so that it is found by it.
    void undoIsShownFirst()
    {
        showAbuser();
        block("user:42");
        for (const QString words : {"undo", "block of user:42"}) {
            start(words);
            QTest::keyClick(field(), Qt::Key_Return); // at once
            QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
            QVERIFY(m->dialog()->findChild<QPlainTextEdit*>()->toPlainText().contains("user:42"));
            QVERIFY(findBlock(m->connection, "user:42"));
            cancel();
        }
        QVERIFY(findBlock(m->connection, "user:42"));
        QVERIFY(m->window->session().changes().canUndo());
        m->window->session().guard().raise(GuardLevel::TypeName);
        start("undo");
        QTest::keyClick(field(), Qt::Key_Return);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QVERIFY2(!m->confirmButton()->isEnabled(), "the server's name was not typed");
        QTest::keyClicks(m->dialog()->findChild<QLineEdit*>("typedName"), "test");
        m->click(m->confirmButton());
        QTRY_VERIFY(!findBlock(m->connection, "user:42"));
        waitUntilDialogIsClosed();
    }

    void atLevelFreeItIsShownFirst()
    {
        showAbuser();
        blockToken(m->connection, {"abuser", std::nullopt, "scrapes", "ops"});
        m->window->session().refresh();
        QTRY_COMPARE(state("abuser"), "blocked");
        m->window->session().guard().lower(GuardLevel::Free, std::nullopt);
        m->clickRow("abuser");
        QTRY_VERIFY(m->button("unblock")->isVisible() && m->button("unblock")->isEnabled());
        start("action unblock");
        QVERIFY2(rows().value(0).contains("abuser"), qPrintable(rows().join('\n'))); // whose
        QTest::keyClick(field(), Qt::Key_Return);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QVERIFY(findBlock(m->connection, "abuser"));
        cancel();
        QVERIFY(findBlock(m->connection, "abuser"));
        // Its own key acts at once, as before.
        QTest::keyClick(m->window.get(), Qt::Key_U, Qt::ControlModifier);
        QTRY_VERIFY(!findBlock(m->connection, "abuser"));
        QVERIFY(!m->dialog());
    }

    void whatIsGoneIsNotFound()
    {
        showAbuser();
        m->limiter.acquire("gone");
        m->window->session().refresh();
        QTRY_COMPARE(state("gone"), "ok");
        for (const std::string& key : m->key("gone").format->keys(m->key("gone")))
            m->connection.call({"DEL", key});
        m->window->session().refresh();
        QTRY_VERIFY(m->page().model().rowOf(m->key("gone")) < 0);
        start("gone");
        QTRY_TEXT(rows().join('\n'), contains("is not in Redis"));
        QVERIFY_TEXT(rows().join('\n'), contains("Action: Block \"gone\"…"));
        QVERIFY(!rows().contains("Token: gone api · ok"));
        leave();
        m->limiter.acquire("gone");
        m->window->session().refresh();
        QTRY_COMPARE(state("gone"), "ok");
        start("gone");
        QTRY_COMPARE(rows("Token"), QStringList{"Token: gone api · ok"});
        leave();
    }

    // A name that goes on after a separator is more likely meant than a longer number.
    void whatWasTypedWholeComesFirst()
    {
        showAbuser();
        for (const char* const token : {"10.0.0.57/index", "10.0.0.5/index"}) {
            m->limiter.acquire(token);
            m->window->session().refresh();
            QTRY_COMPARE(state(token), "ok");
        }
        start("10.0.0.5");
        const QRegularExpression longer("/index");
        QTRY_COMPARE(rows("Token").filter(longer).size(), 2);
        QVERIFY2(rows("Token").filter(longer).first().startsWith("Token: 10.0.0.5/index"),
                 qPrintable(rows().join('\n')));
        leave();
    }

    void answersAreForgotten()
    {
        showAbuser();
        m->window->session().setPaused(true); // nothing is read by itself
        const Policy later{"later", "sliding-log-zset", parseRules("9/min")};
        RedisRateLimiter other(m->connection, later);
        other.acquire("elsewhere");
        start("elsewhere");
        QTRY_VERIFY(rows().join('\n').contains("is not in Redis"));
        announcePolicy(m->connection, later); // while it stands there
        QTRY_VERIFY2(!rows("Token").isEmpty() && row(0) == "elsewhere", qPrintable(rows().join('\n')));
        leave();
        start("newcomer");
        QTRY_VERIFY(rows().join('\n').contains("is not in Redis"));
        leave();
        m->limiter.acquire("newcomer");
        start("newcomer");
        QTRY_VERIFY2(row(0) == "newcomer", qPrintable(rows().join('\n')));
        leave();
    }

    void withoutAConnectionNothingIsLookedUpUntilThereIsOne()
    {
        showAbuser();
        m->window->session().setPaused(true);
        m->server.kill();
        QTRY_VERIFY(m->window->link().isUnreachable());
        start("newcomer");
        QTRY_VERIFY(rows().join('\n').contains("Not looked up: there is no connection"));
        QVERIFY(m->server.start().isEmpty());
        Connection connection(m->server.endpoint(), unhurried);
        announcePolicy(connection, m->policy);
        RedisRateLimiter(connection, m->policy).acquire("newcomer");
        QTRY_VERIFY2(row(0) == "newcomer", qPrintable(rows().join('\n')));
        leave();
    }

    void manyTokensAreSearchedBesideTheTyping()
    {
        acquireMany(3200);
        showWindow();
        QTRY_COMPARE(m->page().model().tokenCount(), 3200);
        start("user:317");
        // The one itself is there at once, the others once they have been found.
        QCOMPARE(rows("Token"), QStringList{"Token: user:317 api · ok"});
        QTRY_COMPARE(rows("Token").size(), 9);
        QCOMPARE(row(0), QString("user:317"));
        QVERIFY(!rows().join('\n').contains("Looking for"));
        // Of what is typed fast only the last counts.
        QTest::keyClick(field(), Qt::Key_Backspace);
        QTest::keyClicks(field(), "00");
        QTRY_COMPARE(rows("Token"), (QStringList{"Token: user:3100 api · ok"}));
        QTRY_VERIFY(!rows().join('\n').contains("Looking for"));
        QCOMPARE(rows("Token").size(), 1);
        leave();
        start("user:9999"); // and the window is closed while it is searched for
        m.reset();
    }

    void anAnswerKeepsTheRow()
    {
        m->limiter.acquire("later");
        m->limiter.acquire("latest");
        showAbuser();
        QTRY_COMPARE(state("latest"), "ok");
        m->window->session().setPaused(true);
        m->limiter.acquire("late");
        start("late");
        QCOMPARE(rows("Token").size(), 3); // the third: that one is looked for
        const QString first = row(0);
        const QString second = row(1);
        QTest::keyClick(field(), Qt::Key_Down);
        QCOMPARE(list()->currentItem()->text(), second);
        QTRY_COMPARE(row(0), QString("late"));
        QCOMPARE(row(1), first);
        QCOMPARE(list()->currentItem()->text(), second);
        QTest::keyClick(field(), Qt::Key_Return);
        QTRY_VERIFY(m->page().details().chosen() == m->key(second.toStdString()));
    }

    void aClickElsewhereClosesIt()
    {
        showAbuser();
        start("abuser");
        m->click(m->window->findChild<QWidget*>("page4")); // which takes no focus
        QCOMPARE(m->window->page(), MainWindow::Page::Blocks);
        QVERIFY(!field()->isVisible());
        start("abuser");
        m->window->showPage(MainWindow::Page::Tokens);
        QVERIFY(!field()->isVisible());
        start("abuser");
        QTest::mouseClick(field(), Qt::LeftButton); // not in itself
        QVERIFY(field()->isVisible());
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, {},
                          list()->visualItemRect(list()->item(0)).center());
        QVERIFY(!field()->isVisible());
        QTRY_VERIFY(m->page().details().chosen() == m->key("abuser"));
    }
};

RATEWARDEN_SUITE(TestPalette)
#include "tst_palette.moc"
