// SPDX-License-Identifier: GPL-3.0-or-later
// The window as an operator uses it, with real mouse and key events, on a real server.
#include "core/formats/own/ratewarden_format.h"
#include "core/redis/connection.h"
#include "tests/support/acts.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/charts/live_window.h"
#include "ui/charts/usage_chart.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/text/display_text.h"
#include "ui/window_pages.h"

#include <QClipboard>
#include <QMetaEnum>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestWindow : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void theWholeStory()
    {
        showAbuser();
        QCOMPARE(m->page().model().index(0, 0).data().toString(), "abuser"); // in trouble: on top
        m->clickRow("abuser");
        QTRY_TEXT(sentence(), contains("held back by 5/min"));

        // Block it, with a reason.
        RATEWARDEN_STEP(openBy("block"));
        QVERIFY2(!m->confirmButton()->isEnabled(), "it can be blocked without a reason");
        auto* const reason = m->dialog()->findChild<QLineEdit*>("reason");
        QTest::keyClicks(reason, "Scrapes the price list");
        const QString preview = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY2(preview.contains("rw:{abuser}:control") && preview.contains("Scrapes the price list"),
                 qPrintable(preview));
        QCOMPARE(m->limiter.peek("abuser").verdict, Verdict::DeniedByRule); // nothing has happened yet
        confirmDialog();

        // The next request is refused, and the window says so.
        QCOMPARE(m->limiter.acquire("abuser").verdict, Verdict::Blocked);
        QCOMPARE(findBlock(m->connection, "abuser")->reason, std::string("Scrapes the price list"));
        QTRY_COMPARE(state("abuser"), "blocked");
        QTRY_VERIFY2(sentence().contains("Blocked for another") &&
                         sentence().contains("Scrapes the price list"),
                     qPrintable(sentence()));
        QVERIFY(m->limiter.acquire("good").allowed());

        // Unblock it, from the keyboard.
        QTRY_VERIFY(m->button("unblock")->isVisible());
        QVERIFY(!m->button("block")->isVisible());
        QTest::keyClick(m->window.get(), Qt::Key_U, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QTest::keyClick(m->dialog(), Qt::Key_Return);
        waitUntilDialogIsClosed();
        QCOMPARE(m->limiter.acquire("abuser").verdict, Verdict::DeniedByRule);
        QTRY_COMPARE(state("abuser"), "limited");

        // Reset it: allowed again.
        m->table()->setFocus();
        QTest::keyClick(m->table(), Qt::Key_Delete);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        typeReason(m->dialog(), "it is over");
        m->click(m->confirmButton());
        QTRY_VERIFY(!m->dialog());
        QVERIFY2(m->page().details().chosen() == m->key("abuser"), "the window has turned to another token");
        const Decision again = m->limiter.acquire("abuser");
        QVERIFY(again.allowed());
        QCOMPARE(again.usage.at(0).used, 1);
        QTRY_COMPARE(state("abuser"), "ok");
        QTRY_TEXT(sentence(), contains("allowed now"));
    }

    void copiesTokensExactly()
    {
        showAbuser();
        const std::string bytes("caf\xc3\xa9 \xff\0%", 9);
        m->limiter.acquire(bytes);
        m->limiter.acquire("caf\xc3\xa9");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_VERIFY(m->page().choose(m->key(bytes)));
        m->table()->setFocus();
        QTest::keyClick(m->table(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->mimeData()->data("application/octet-stream").toStdString(),
                 bytes);
        QVERIFY(m->page().choose(m->key("caf\xc3\xa9")));
        QTest::keyClick(m->table(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromUtf8("caf\xc3\xa9"));
    }

    void countsWhereThePolicyDoes()
    {
        Policy counted{"counted", "gcra", parseRules("3/min")};
        counted.counters = true;
        announcePolicy(m->connection, counted);
        RedisRateLimiter limiter(m->connection, counted);
        for (int i = 0; i < 9; ++i)
            limiter.acquire("t");
        showAbuser();
        const Subject key = stateSubject("t", "counted", algorithmNamed("gcra"));
        QTRY_VERIFY(m->page().model().rowOf(key) >= 0);
        const auto cell = [&](TokenTableModel::Column column) {
            return m->page().model().index(m->page().model().rowOf(key), column).data().toString();
        };
        QTRY_VERIFY2(cell(TokenTableModel::Denied).toDouble() > 0.2,
                     qPrintable(cell(TokenTableModel::Denied)));
        QVERIFY(cell(TokenTableModel::Allowed).toDouble() > 0.1);
        QCOMPARE(m->cell("abuser", TokenTableModel::Denied), ""); // nobody counts those

        const QModelIndex denied =
            m->page().model().index(m->page().model().rowOf(key), TokenTableModel::Denied);
        m->table()->setColumnHidden(denied.column(), false);
        m->table()->scrollTo(denied);
        clickOn(m->table(), denied, Qt::AltModifier);
        QCOMPARE(m->window->findChild<QLineEdit*>("filter")->text(), QString("denied>0/s "));
        QCOMPARE(m->page().model().rowCount(), 1);
    }

    void filtersAsYouType()
    {
        showAbuser();
        QTest::keyClick(m->window.get(), Qt::Key_F, Qt::ControlModifier);
        auto* const filter = m->window->findChild<QLineEdit*>("filter");
        QTRY_VERIFY(filter->hasFocus());
        QTest::keyClicks(filter, "GOO");
        QTRY_COMPARE(m->page().model().rowCount(), 1);
        QVERIFY(m->page().choose(m->key("good")));
        QVERIFY(!m->page().choose(m->key("abuser")));
        filter->clear();
        QTRY_COMPARE(m->page().model().rowCount(), 2);
    }

    void newTokensAppearAndResetOnesGo()
    {
        showAbuser();
        m->limiter.acquire("late");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(state("late"), "ok");
        m->limiter.reset("late");
        m->connection.call({"UNLINK", "rw:{good}:api:zlog"});
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(m->page().model().rowCount(), 1);
    }

    void aTokenBlockedWithoutWindowCanBeUnblocked()
    {
        blockToken(m->connection, {"ghost", std::nullopt, "fraud", "ops"});
        showWindow();
        const Subject ghost = controlSubject("ghost");
        QTRY_VERIFY(m->page().choose(ghost));
        QTRY_TEXT(sentence(), contains("Blocked for good: fraud"));
        QVERIFY(!m->button("reset")->isEnabled());
        RATEWARDEN_STEP(openBy("unblock"));
        m->click(m->confirmButton());
        QTRY_VERIFY(!findBlock(m->connection, "ghost"));
    }

    void pausesAndGoesOn()
    {
        showAndClick("good");
        QTRY_VERIFY(m->page().details().reading());
        Session& session = m->window->session();
        QTest::keyClick(m->window.get(), Qt::Key_P, Qt::ControlModifier);
        QTRY_VERIFY(session.paused());
        waitForAnswers();
        QSignalSpy read(&session, &Session::read);
        QSignalSpy found(&session, &Session::found);
        m->limiter.acquire("unseen");
        m->limiter.acquire("good");

        // Another poll on the same link goes on, so time does pass.
        TokenPoll other(m->window->link());
        other.setPolicies(session.policies());
        other.setInterval(session.interval());
        other.setChosen(m->key("good"));
        other.connected();
        QSignalSpy otherRead(&other, &TokenPoll::read);
        QTRY_VERIFY(otherRead.size() >= 5);
        QCOMPARE(read.size(), 0);
        QCOMPARE(found.size(), 0);
        QCOMPARE(state("unseen"), QString());
        QCOMPARE(m->cell("good", TokenTableModel::Left), "4");
        QVERIFY(!m->page().stale());

        QTest::keyClick(m->window.get(), Qt::Key_P, Qt::ControlModifier);
        QTRY_COMPARE(state("unseen"), "ok");
        QTRY_COMPARE(m->cell("good", TokenTableModel::Left), "3");
    }

    void actsWhilePaused()
    {
        showAndClick("abuser");
        QTRY_VERIFY(m->button("reset")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_P, Qt::ControlModifier);
        RATEWARDEN_STEP(openBy("reset"));
        typeReason(m->dialog(), "it is over");
        m->click(m->confirmButton());
        QTRY_VERIFY(!m->dialog());
        QTRY_TEXT(sentence(), contains("allowed now")); // seen at once all the same
    }

    void lostRightsAreSaid()
    {
        Connection admin(m->server.endpoint(), unhurried);
        showAndClick("abuser");
        QTRY_VERIFY(sentence().contains("held back"));
        // The server is there and answers, but this user may not read any more.
        admin.call({"ACL", "SETUSER", "default", "-@all", "+ping", "+time", "+info", "+client", "+acl"});
        QTRY_TEXT(sentence(), contains("NOPERM"));
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_TEXT(bannerText(m->page()), contains("NOPERM"));
        QVERIFY(m->window->link().state() == Link::State::Live);
        QCOMPARE(state("abuser"), "unknown");
        admin.call({"ACL", "SETUSER", "default", "+@all"});
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(bannerText(m->page()), QString());
        QTRY_COMPARE(state("abuser"), "limited");
    }

    void pollsDoNotPileUp()
    {
        expectStalls();
        showAndClick("abuser");
        m->server.freeze();
        QTRY_VERIFY(m->window->link().state() == Link::State::Lost);
        // One each: a poll, what the server has used, and a greeting, which comes every ten seconds.
        QVERIFY(m->window->link().watchLane().outstanding() <= 3);
        QVERIFY(m->window->link().scanLane().outstanding() <= 1);
        m->server.thaw();
        QTRY_VERIFY(m->window->link().state() == Link::State::Live);
    }

    void theServerDiesAndComesBack()
    {
        showAndClick("abuser");
        QTRY_VERIFY(sentence().contains("held back"));
        m->server.kill();
        QTRY_TEXT(bannerText(m->page()), startsWith("Redis is unreachable"));
        QVERIFY(bannerText(m->page()).contains("Data shown is from"));
        QCOMPARE(m->page().model().rowCount(), 2); // the old data stays, greyed
        QVERIFY(m->page().stale());
        QVERIFY(m->table()->hasFocus()); // it can still be looked through
        QVERIFY(!m->window->findChild<UsageChart*>("usageChart")->isEnabled());
        QVERIFY(!m->window->findChild<LiveWindow*>("liveWindow")->isEnabled());
        QVERIFY(sentence().contains("held back"));
        QVERIFY(!m->button("block")->isEnabled());
        QVERIFY(!m->button("reset")->isEnabled());
        QVERIFY(m->window->statusText().contains("no connection since"));

        QCOMPARE(m->server.start(), QString());
        QTRY_COMPARE(bannerText(m->page()), QString());
        QTRY_VERIFY(m->window->statusText().contains(
            "connected since " + momentText(m->window->link().since().value_or(Instant{}))));
        QTRY_VERIFY(!m->page().stale());
        announcePolicy(m->connection, m->policy); // the new server knew nothing
        m->limiter.acquire("abuser");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(state("abuser"), "ok");
        QTRY_VERIFY(m->button("block")->isEnabled());
        QTRY_COMPARE(m->page().model().rowCount(), 1);
    }

    void everyPageHasARow()
    {
        QCOMPARE(int(pageRows().size()), QMetaEnum::fromType<MainWindow::Page>().keyCount());
        QCOMPARE(m->window->sidebar().actions().size(), qsizetype(pageRows().size()));
    }

    void aPausedWindowStaysPausedOnItsBlocks()
    {
        showAbuser();
        QTest::keyClick(m->window.get(), Qt::Key_P, Qt::ControlModifier);
        QTRY_VERIFY(m->window->session().paused());
        waitForAnswers();
        m->turnTo(MainWindow::Page::Blocks);
        QTRY_VERIFY(m->window->blocksPage().isVisible());
        QCOMPARE(m->window->link().scanLane().outstanding(), 0U);
    }

    void nobodyThereAtFirst()
    {
        m->server.kill();
        m->window->show();
        QTRY_TEXT(bannerText(m->page()), contains("cannot connect to unix://"));
        QCOMPARE(m->server.start(), QString());
        QTRY_COMPARE(bannerText(m->page()), QString());
    }

    void anUnknownPolicyIsSaid()
    {
        const Policy secret{"secret", "gcra", parseRules("5/min")};
        RedisRateLimiter(m->connection, secret).acquire("who");
        m->window->show();
        const Subject key = stateSubject("who", "secret", algorithmNamed("gcra"));
        QTRY_VERIFY(m->page().choose(key));
        QTRY_TEXT(sentence(), contains("No rules are published"));
    }

    void nothingButTheWindowIsShown()
    {
        struct Watch : QObject {
            QStringList windows;
            bool eventFilter(QObject* object, QEvent* event) override
            {
                const auto* const widget = qobject_cast<QWidget*>(object);
                if (event->type() == QEvent::Show && widget && widget->isWindow())
                    windows << widget->metaObject()->className() + (":" + widget->objectName());
                return false;
            }
        } watch;
        qApp->installEventFilter(&watch);
        m = std::make_unique<WindowFixture>();
        QCOMPARE(watch.windows, QStringList());
        showWindow();
        QCOMPARE(watch.windows.size(), 1);
    }

    void twoThemes()
    {
        showAbuser();
        const QColor light = m->window->grab().toImage().pixelColor(640, 80);
        QTest::keyClick(m->window.get(), Qt::Key_T, Qt::ControlModifier);
        QTRY_VERIFY(m->window->grab().toImage().pixelColor(640, 80) != light);
        QCOMPARE(m->window->grab().toImage().pixelColor(640, 80), colorsOf(Scheme::Dark).page);
    }

    void everythingHasAName()
    {
        showAndClick("abuser");
        const QList<QPushButton*> buttons = m->window->findChildren<QPushButton*>();
        for (QPushButton* button : buttons) {
            if (button->isHidden() && button->objectName() == "emptyStep")
                continue; // it has no step to offer
            QVERIFY2(!button->text().isEmpty() || !button->accessibleName().isEmpty(),
                     qPrintable(button->objectName()));
        }
        const QList<QLineEdit*> edits = m->window->findChildren<QLineEdit*>();
        for (QLineEdit* edit : edits)
            QVERIFY2(!edit->accessibleName().isEmpty(), qPrintable(edit->objectName()));
        QVERIFY(!m->table()->accessibleName().isEmpty());
    }
};

RATEWARDEN_SUITE(TestWindow)
#include "tst_window.moc"
