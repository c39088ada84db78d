// SPDX-License-Identifier: GPL-3.0-or-later
// The window as an operator uses it, with real mouse and key events, on a real server.
#include "core/admin/blocks.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/live_window.h"
#include "ui/charts/time_line.h"
#include "ui/charts/usage_chart.h"
#include "ui/pages/compare_page.h"
#include "ui/pages/control_page.h"

#include <QClipboard>
#include <QDateTimeEdit>
#include <QFileDialog>
#include <QLineEdit>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QSpinBox>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestWindow : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<WindowFixture> m;

    QString state(const std::string& token) { return m->cell(token, TokenTableModel::State); }
    QString sentence() { return m->page().details().sentence(); }

    /// One token that has used up its limit, one that has not; the window shows both.
    void showAbuser()
    {
        for (int i = 0; i < 8; ++i)
            m->limiter.acquire("abuser");
        m->limiter.acquire("good");
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        QTRY_COMPARE(state("abuser"), "limited");
        QTRY_COMPARE(state("good"), "ok");
    }

    void expectStalls() { m = std::make_unique<WindowFixture>(WindowFixture::impatient); }

    /// The dialog that blocks the abuser, filled in, on a server that does not answer any more; sent off.
    void blockOnAStalledServer(const QString& reason)
    {
        expectStalls();
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(m->button("block")->isEnabled());
        m->click(m->button("block"));
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QTest::keyClicks(m->dialog()->findChild<QLineEdit*>("reason"), reason);
        m->server.freeze();
        m->click(m->confirmButton());
    }

    void waitUntilDialogIsClosed()
    {
        QTRY_VERIFY(!m->dialog());
        m->window->activateWindow(); // a window manager would; the offscreen platform has none
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
    }

    /// The key opens a dialog, which `fill` fills in; it is confirmed, and closes.
    void openAndConfirm(Qt::Key key, Qt::KeyboardModifiers modifiers,
                        const std::function<void(ActDialog*)>& fill = {})
    {
        QTest::keyClick(m->window.get(), key, modifiers);
        QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
        if (fill)
            fill(m->dialog());
        m->click(m->confirmButton());
        waitUntilDialogIsClosed();
    }

    /// Resets the abuser through the window.
    void resetAbuser()
    {
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(m->button("reset")->isEnabled());
        m->click(m->button("reset"));
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        m->click(m->confirmButton());
        waitUntilDialogIsClosed();
        QTRY_VERIFY(m->page().actions().canUndo());
    }

private Q_SLOTS:
    void init() { m = std::make_unique<WindowFixture>(); }
    void cleanup() { m.reset(); }

    void theWholeStory()
    {
        showAbuser();
        QCOMPARE(m->page().model().index(0, 0).data().toString(), "abuser"); // in trouble: on top
        m->clickRow("abuser");
        QTRY_VERIFY2(sentence().contains("held back by 5/min"), qPrintable(sentence()));

        // Block it, with a reason.
        m->click(m->button("block"));
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QVERIFY2(!m->confirmButton()->isEnabled(), "it can be blocked without a reason");
        auto* const reason = m->dialog()->findChild<QLineEdit*>("reason");
        QTest::keyClicks(reason, "Scrapes the price list");
        const QString preview = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY2(preview.contains("rw:{abuser}:control") && preview.contains("Scrapes the price list"),
                 qPrintable(preview));
        QCOMPARE(m->limiter.peek("abuser").verdict, Verdict::DeniedByRule); // nothing has happened yet
        m->click(m->confirmButton());
        waitUntilDialogIsClosed();

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
        m->click(m->confirmButton());
        QTRY_VERIFY(!m->dialog());
        QVERIFY2(m->page().details().chosen() == m->key("abuser"), "the window has turned to another token");
        const Decision again = m->limiter.acquire("abuser");
        QVERIFY(again.allowed());
        QCOMPARE(again.usage.at(0).used, 1);
        QTRY_COMPARE(state("abuser"), "ok");
        QTRY_VERIFY2(sentence().contains("passes now"), qPrintable(sentence()));
    }

    void undoBringsBackWhatWasUsed()
    {
        resetAbuser();
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 0);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        // Held down, it is one undo all the same.
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
        QVERIFY(!m->page().actions().canUndo());
        QTRY_COMPARE(state("abuser"), "limited");
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier); // there is nothing more to undo
        QVERIFY(!m->dialog());
    }

    void undoMergesWhatCameSinceIntoALog()
    {
        resetAbuser();
        m->limiter.acquire("abuser", 2);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(m->limiter.peek("abuser").usage.at(0).used, 7);
        QTRY_VERIFY(!m->page().actions().canUndo());
        QVERIFY(!m->dialog());
    }

    void undoAsksBeforeItReplacesWhatCameSince()
    {
        m = std::make_unique<WindowFixture>(WindowFixture::patient, "gcra");
        resetAbuser();
        m->limiter.acquire("abuser", 2);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 2);
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed();
        QVERIFY(m->page().actions().canUndo());
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        m->click(m->confirmButton());
        waitUntilDialogIsClosed();
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
        QVERIFY(!m->page().actions().canUndo());
    }

    void actsOnASelection()
    {
        showAbuser();
        m->limiter.acquire("third", 2);
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(state("third"), "ok");
        m->clickRow("good");
        QTest::keyClick(m->table(), Qt::Key_A, Qt::ControlModifier);
        QTRY_COMPARE(m->button("block")->text(), "Block 3…");
        QCOMPARE(m->page().details().chosen()->token, "good"); // still shown

        openAndConfirm(Qt::Key_B, Qt::ControlModifier, [](ActDialog* dialog) {
            const QString preview = dialog->findChild<QPlainTextEdit*>()->toPlainText();
            QVERIFY(preview.startsWith("(")); // a reason is wanted first
            QTest::keyClicks(dialog->findChild<QLineEdit*>("reason"), "one attack");
            const QString commands = dialog->findChild<QPlainTextEdit*>()->toPlainText();
            QVERIFY2(commands.contains("{abuser}") && commands.contains("{good}") &&
                         commands.contains("{third}"),
                     qPrintable(commands));
        });
        for (const char* token : {"abuser", "good", "third"})
            QCOMPARE(findBlock(m->connection, token)->reason, std::string("one attack"));
        QTRY_VERIFY(m->button("unblock")->isVisible() && m->button("unblock")->text() == "Unblock 3…");
        QVERIFY(!m->button("block")->isVisible());
        openAndConfirm(Qt::Key_U, Qt::ControlModifier);
        QVERIFY(!findBlock(m->connection, "good") && !findBlock(m->connection, "third"));

        // A reset of all is one step, and so is its undoing.
        QTRY_COMPARE(m->button("reset")->text(), "Reset 3…");
        openAndConfirm(Qt::Key_Delete, Qt::NoModifier);
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 0);
        QCOMPARE(m->limiter.peek("third").usage.at(0).used, 0);
        m->limiter.acquire("good", 3);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
        QTRY_COMPARE(m->limiter.peek("third").usage.at(0).used, 2);
        QTRY_COMPARE(m->limiter.peek("good").usage.at(0).used, 4); // with what came since
        QTRY_VERIFY(!m->page().actions().canUndo());
    }

    void undoOfManyAsksOnlyForThoseThatWereCharged()
    {
        m = std::make_unique<WindowFixture>(WindowFixture::patient, "gcra");
        showAbuser();
        m->clickRow("good");
        QTest::keyClick(m->table(), Qt::Key_A, Qt::ControlModifier);
        QTRY_COMPARE(m->button("reset")->text(), "Reset 2…");
        openAndConfirm(Qt::Key_Delete, Qt::NoModifier);
        m->limiter.acquire("good", 3);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
        QCOMPARE(m->limiter.peek("good").usage.at(0).used, 3);
        const QString left = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY2(left.contains("{good}") && !left.contains("{abuser}"), qPrintable(left.left(400)));
        m->click(m->confirmButton());
        waitUntilDialogIsClosed();
        QCOMPARE(m->limiter.peek("good").usage.at(0).used, 1);
        QVERIFY(!m->page().actions().canUndo());
    }

    void chargesAndGivesBack()
    {
        showAbuser();
        m->clickRow("good");
        QTRY_VERIFY(m->page().details().reading());
        const auto units = [](int number) {
            return [number](ActDialog* dialog) {
                auto* const field = dialog->findChild<QSpinBox*>("units");
                QVERIFY(field->hasFocus());
                QTest::keyClicks(field, QString::number(number));
            };
        };
        openAndConfirm(Qt::Key_D, Qt::ControlModifier, units(3));
        QCOMPARE(m->limiter.peek("good").usage.at(0).used, 4);

        // More than there is room for: nothing is charged, and the dialog says why.
        QTest::keyClick(m->window.get(), Qt::Key_D, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
        units(2)(m->dialog());
        m->click(m->confirmButton());
        QTRY_VERIFY2(m->dialog()->problem().contains("1 left under 5/min"),
                     qPrintable(m->dialog()->problem()));
        QCOMPARE(m->limiter.peek("good").usage.at(0).used, 4);
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed();

        openAndConfirm(Qt::Key_G, Qt::ControlModifier, units(3));
        QCOMPARE(m->limiter.peek("good").usage.at(0).used, 1);
        QTRY_COMPARE(m->cell("good", TokenTableModel::Left), "4");
    }

    void givesATokenRulesOfItsOwn()
    {
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(sentence().contains("held back by 5/min"));
        QTest::keyClick(m->window.get(), Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
        auto* const rules = m->dialog()->findChild<QLineEdit*>("ownRules");
        QCOMPARE(rules->text(), "5/min + 100/h");
        QTest::keyClicks(m->dialog()->findChild<QLineEdit*>("reason"), "a migration");
        rules->selectAll();
        QTest::keyClicks(rules, "9/fortnight");
        QVERIFY(!m->confirmButton()->isEnabled());
        QVERIFY(m->dialog()->findChild<QPlainTextEdit*>()->toPlainText().contains("fortnight"));
        rules->selectAll();
        QTest::keyClicks(rules, "50/min");
        m->click(m->confirmButton());
        waitUntilDialogIsClosed();
        const Decision decision = m->limiter.acquire("abuser");
        QVERIFY(decision.allowed() && decision.overridden);
        QCOMPARE(decision.usage.at(0).used, 6);
        QTRY_VERIFY2(sentence().contains("44 left under 50/min"), qPrintable(sentence()));
        openAndConfirm(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!m->limiter.acquire("abuser").allowed());
        QTRY_VERIFY(sentence().contains("held back by 5/min"));
    }

    void blocksUntilAMoment()
    {
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(m->button("block")->isEnabled());
        const QDateTime until = QDateTime::currentDateTime().addDays(3);
        openAndConfirm(Qt::Key_B, Qt::ControlModifier, [&](ActDialog* dialog) {
            auto* const field = dialog->findChild<QDateTimeEdit*>("until");
            QVERIFY(!field->isVisible());
            for (QPushButton* button : dialog->findChildren<QPushButton*>())
                if (button->text() == "Until…")
                    m->click(button);
            QVERIFY(field->isVisible());
            field->setDateTime(until);
            QTest::keyClicks(dialog->findChild<QLineEdit*>("reason"), "until the contract is signed");
        });
        const std::optional<Block> block = findBlock(m->connection, "abuser");
        QVERIFY(block && block->until);
        const auto seconds = block->until->time_since_epoch() / 1s;
        QVERIFY(std::abs(seconds - until.toSecsSinceEpoch()) <= 60);
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

    void blocksHaveAPage()
    {
        showAbuser();
        blockToken(m->connection, {"ip:1", 1h, "scraping", "ops"});
        blockToken(m->connection, {"ip:2", std::nullopt, "fraud", "ops"});
        QTest::keyClick(m->window.get(), Qt::Key_2, Qt::AltModifier);
        ControlPage& page = m->window->blocksPage();
        QTRY_VERIFY(page.isVisible());
        QTRY_COMPARE(page.model().rowCount(), 2);

        // Block one by typing it.
        m->click(m->button("blockTyped"));
        QTRY_VERIFY(page.actions().dialog() && page.actions().dialog()->isVisible());
        ActDialog* const dialog = page.actions().dialog();
        auto* const confirm = dialog->findChild<QPushButton*>("confirm");
        QTest::keyClicks(dialog->findChild<QLineEdit*>("reason"), "Guesses passwords");
        QVERIFY2(!confirm->isEnabled(), "nobody can be blocked");
        QTest::keyClicks(dialog->findChild<QLineEdit*>("typedToken"), "abuser");
        m->click(confirm);
        QTRY_COMPARE(page.model().rowCount(), 3);
        QCOMPARE(page.model().index(0, ControlTableModel::Token).data().toString(), "abuser");
        QCOMPARE(m->limiter.acquire("abuser").verdict, Verdict::Blocked);

        // Unblock two at once.
        QTRY_VERIFY(!page.actions().dialog());
        auto* const table = page.findChild<QTableView*>("blocks");
        QVERIFY(!m->button("unblockChosen")->isEnabled());
        const auto clickRow = [&](int row, Qt::KeyboardModifiers modifiers) {
            QTest::mouseClick(table->viewport(), Qt::LeftButton, modifiers,
                              table->visualRect(page.model().index(row, 0)).center());
        };
        clickRow(1, {});
        clickRow(2, Qt::ControlModifier);
        QTRY_VERIFY(m->button("unblockChosen")->isEnabled());
        m->click(m->button("unblockChosen"));
        QTRY_VERIFY(page.actions().dialog() && page.actions().dialog()->isVisible());
        const QString preview = page.actions().dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY2(preview.contains("{ip:1}") && preview.contains("{ip:2}") && !preview.contains("{abuser}"),
                 qPrintable(preview));
        m->click(page.actions().dialog()->findChild<QPushButton*>("confirm"));
        QTRY_COMPARE(page.model().rowCount(), 1);
        QVERIFY(!findBlock(m->connection, "ip:1") && !findBlock(m->connection, "ip:2"));

        // One that somebody else lifts goes by itself, and the tokens' page is as it was.
        unblockToken(m->connection, "abuser");
        QTRY_COMPARE(page.model().rowCount(), 0);
        waitUntilDialogIsClosed();
        QTest::keyClick(m->window.get(), Qt::Key_1, Qt::AltModifier);
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(state("abuser"), "limited");
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
        const TokenKey key{"t", "counted", &algorithmNamed("gcra")};
        QTRY_VERIFY(m->page().model().rowOf(key) >= 0);
        const auto cell = [&](TokenTableModel::Column column) {
            return m->page().model().index(m->page().model().rowOf(key), column).data().toString();
        };
        QTRY_VERIFY2(cell(TokenTableModel::Denied).toDouble() > 0.2,
                     qPrintable(cell(TokenTableModel::Denied)));
        QVERIFY(cell(TokenTableModel::Allowed).toDouble() > 0.1);
        QCOMPARE(m->cell("abuser", TokenTableModel::Denied), ""); // nobody counts those
    }

    void theLiveWindowMovesRequestByRequest()
    {
        showAbuser();
        m->clickRow("good");
        auto* const live = m->window->findChild<LiveWindow*>("liveWindow");
        QTRY_COMPARE(live->requestsShown(), 1);
        m->limiter.acquire("good");
        QTRY_COMPARE(live->requestsShown(), 2);
        m->limiter.acquire("good");
        QTRY_COMPARE(live->requestsShown(), 3);

        const Micros before = live->time().span();
        QWheelEvent wheel(live->rect().center(), live->mapToGlobal(live->rect().center()), {}, {0, 240}, {},
                          {}, Qt::NoScrollPhase, false);
        QApplication::sendEvent(live, &wheel);
        QVERIFY(live->time().span() < before);
        QTest::mouseDClick(live, Qt::LeftButton);
        QVERIFY(live->time().span() == before);

        // Dragged to before the requests came, it shows none, and stands still; the pointer tells the same.
        QVERIFY(live->time().moving());
        const QPoint middle = live->rect().center();
        QTest::mousePress(live, Qt::LeftButton, {}, middle);
        QTest::mouseMove(live, middle + QPoint(live->width() / 3, 0));
        QTest::mouseRelease(live, Qt::LeftButton, {}, middle + QPoint(live->width() / 3, 0));
        QVERIFY(!live->time().moving());
        QCOMPARE(live->requestsShown(), 0);
        QVERIFY2(live->valuesAt(live->time().end()).contains("5/min: 0 used"),
                 qPrintable(live->valuesAt(live->time().end())));
        QVERIFY2(live->valuesAt(live->time().now()).contains("5/min: 3 used"),
                 qPrintable(live->valuesAt(live->time().now())));
        QTest::keyClick(live, Qt::Key_0);
        QCOMPARE(live->requestsShown(), 3);
        QVERIFY(live->time().moving());
    }

    void comparesTokensOnOneTimeLine()
    {
        showAbuser();
        m->clickRow("abuser");
        QTest::keyClick(m->table(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(m->window.get(), Qt::Key_Return, Qt::ControlModifier);
        ComparePage& page = m->window->comparePage();
        QTRY_VERIFY(page.isVisible());
        QCOMPARE(page.tokens().size(), 2U);
        const auto shownRequests = [&] {
            Units sum = 0;
            for (const LiveWindow* live : page.findChildren<LiveWindow*>())
                if (live->isVisible())
                    sum += live->requestsShown();
            return sum;
        };
        QTRY_COMPARE(shownRequests(), 6); // five of the abuser and one of the good one
        m->limiter.acquire("good");
        QTRY_COMPARE(shownRequests(), 7);

        // One is dragged back to before the requests, and the other goes along.
        auto* const live = page.findChildren<LiveWindow*>().first();
        const QPoint middle = live->rect().center();
        QTest::mousePress(live, Qt::LeftButton, {}, middle);
        QTest::mouseMove(live, middle + QPoint(live->width() / 3, 0));
        QTest::mouseRelease(live, Qt::LeftButton, {}, middle + QPoint(live->width() / 3, 0));
        QCOMPARE(shownRequests(), 0);
        QTest::mouseDClick(live, Qt::LeftButton);
        QCOMPARE(shownRequests(), 7);

        const QList<QPushButton*> buttons = page.findChildren<QPushButton*>();
        const auto closesGood = std::ranges::find(buttons, QString("Close good"), &QWidget::accessibleName);
        QVERIFY(closesGood != buttons.end());
        m->click(*closesGood);
        QCOMPARE(page.tokens(), std::vector{m->key("abuser")});
        QTRY_COMPARE(shownRequests(), 5);

        m->server.kill();
        QTRY_VERIFY(!live->isEnabled());
        QVERIFY(!page.time().moving());
        QCOMPARE(shownRequests(), 5); // what was known stays
    }

    void comparesOnlySoMany()
    {
        showAbuser();
        std::vector<TokenKey> keys;
        for (int i = 0; i < 9; ++i) {
            keys.push_back(m->key("t" + std::to_string(i)));
            m->limiter.acquire(keys.back().token);
        }
        ComparePage& page = m->window->comparePage();
        m->window->showPage(MainWindow::Page::Compare);
        page.open(keys);
        page.open({keys.front()}); // is there already
        QCOMPARE(page.tokens().size(), ComparePage::mostTokens);
        page.open({keys.back()});
        QVERIFY2(page.bannerText().contains("Only 8 tokens"), qPrintable(page.bannerText()));
        page.close(keys.front());
        QCOMPARE(page.bannerText(), QString());
        page.open({keys.back()});
        QCOMPARE(page.tokens().back(), keys.back());
    }

    void savesWhatIsShown()
    {
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(m->page().details().reading() && m->page().details().reading()->log.entries.size() == 5);
        const QTemporaryDir directory;
        const auto save = [&](const char* action, const QString& name) {
            m->window->findChild<QAction*>(action)->trigger();
            auto* const dialog = m->window->findChild<QFileDialog*>("saveFile");
            QVERIFY(dialog);
            QVERIFY2(dialog->selectedFiles().value(0).contains("abuser"), "no name is suggested");
            dialog->setDirectory(directory.path());
            dialog->selectFile(name);
            QMetaObject::invokeMethod(dialog, "accept");
            QTRY_VERIFY(!m->window->findChild<QFileDialog*>("saveFile"));
        };
        const auto lines = [&](const QString& name) {
            QFile file(directory.filePath(name));
            return file.open(QIODevice::ReadOnly) ? file.readAll().trimmed().split('\n')
                                                  : QList<QByteArray>();
        };
        save("saveRequests", "requests.csv");
        const QList<QByteArray> requests = lines("requests.csv");
        QCOMPARE(requests.size(), 6);
        QCOMPARE(requests[0].trimmed(), "time,microseconds,cost");
        const QList<QByteArray> cells = requests[1].trimmed().split(',');
        const LogEntry& first = m->page().details().reading()->log.entries.front();
        QCOMPARE(cells[1].toLongLong(), first.at.time_since_epoch().count());
        const qint64 millis =
            QDateTime::fromString(QString::fromLatin1(cells[0]), Qt::ISODateWithMs).toMSecsSinceEpoch();
        QVERIFY(std::abs(millis - first.at.time_since_epoch().count() / 1000) <= 1); // Qt rounds
        save("saveUsage", "usage.csv");
        QCOMPARE(lines("usage.csv").value(0).trimmed(), "time,microseconds,used of 5/min,used of 100/h");
        QVERIFY(lines("usage.csv").value(1).trimmed().endsWith(",5,5"));
        save("saveTokenPicture", "window.png");
        QVERIFY(QImage(directory.filePath("window.png")).width() > 300);
    }

    void cancellingChangesNothing()
    {
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(m->button("reset")->isEnabled());
        m->click(m->button("reset"));
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!m->dialog());
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
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
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        const TokenKey ghost{"ghost", "", nullptr};
        QTRY_VERIFY(m->page().choose(ghost));
        QTRY_VERIFY2(sentence().contains("Blocked for good: fraud"), qPrintable(sentence()));
        QVERIFY(!m->button("reset")->isEnabled());
        m->click(m->button("unblock"));
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        m->click(m->confirmButton());
        QTRY_VERIFY(!findBlock(m->connection, "ghost"));
    }

    void pausesAndGoesOn()
    {
        showAbuser();
        m->clickRow("good");
        QTRY_VERIFY(m->page().details().reading());
        TokenFeed& feed = m->page().feed();
        QTest::keyClick(m->window.get(), Qt::Key_P, Qt::ControlModifier);
        QTRY_VERIFY(feed.paused());
        QTRY_COMPARE(m->window->link().watchLane().outstanding(), 0U);
        QTRY_COMPARE(m->window->link().scanLane().outstanding(), 0U);
        QSignalSpy read(&feed, &TokenFeed::read);
        QSignalSpy found(&feed, &TokenFeed::found);
        m->limiter.acquire("unseen");
        m->limiter.acquire("good");

        // Another feed on the same link goes on, so time does pass.
        TokenFeed other(m->window->link());
        other.setInterval(feed.interval());
        other.setChosen(m->key("good"));
        other.setPaused(false);
        QSignalSpy otherRead(&other, &TokenFeed::windowRead);
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
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(m->button("reset")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_P, Qt::ControlModifier);
        m->click(m->button("reset"));
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        m->click(m->confirmButton());
        QTRY_VERIFY(!m->dialog());
        QTRY_VERIFY2(sentence().contains("passes now"), qPrintable(sentence())); // seen at once all the same
    }

    void lostRightsAreSaid()
    {
        Connection admin(m->server.endpoint());
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(sentence().contains("held back"));
        // The server is there and answers, but this user may not read any more.
        admin.call({"ACL", "SETUSER", "default", "-@all", "+ping", "+time", "+info", "+client", "+acl"});
        QTRY_VERIFY2(sentence().contains("NOPERM"), qPrintable(sentence()));
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_VERIFY2(m->page().bannerText().contains("NOPERM"), qPrintable(m->page().bannerText()));
        QVERIFY(m->window->link().state() == Link::State::Live);
        QCOMPARE(state("abuser"), "unknown");
        admin.call({"ACL", "SETUSER", "default", "+@all"});
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(m->page().bannerText(), QString());
        QTRY_COMPARE(state("abuser"), "limited");
    }

    void pollsDoNotPileUp()
    {
        expectStalls();
        showAbuser();
        m->clickRow("abuser");
        m->server.freeze();
        QTRY_VERIFY(m->window->link().state() == Link::State::Lost);
        QVERIFY(m->window->link().watchLane().outstanding() <= 1);
        QVERIFY(m->window->link().scanLane().outstanding() <= 1);
        m->server.thaw();
        QTRY_VERIFY(m->window->link().state() == Link::State::Live);
    }

    void theServerDiesAndComesBack()
    {
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(sentence().contains("held back"));
        m->server.kill();
        QTRY_VERIFY2(m->page().bannerText().startsWith("Redis is away"), qPrintable(m->page().bannerText()));
        QVERIFY(m->page().bannerText().contains("Shown is what was known at"));
        QCOMPARE(m->page().model().rowCount(), 2); // the old data stays, greyed
        QVERIFY(m->page().stale());
        QVERIFY(m->table()->hasFocus()); // it can still be looked through
        QVERIFY(!m->window->findChild<UsageChart*>("usageChart")->isEnabled());
        QVERIFY(!m->window->findChild<LiveWindow*>("liveWindow")->isEnabled());
        QVERIFY(sentence().contains("held back"));
        QVERIFY(!m->button("block")->isEnabled());
        QVERIFY(!m->button("reset")->isEnabled());

        QCOMPARE(m->server.start(), QString());
        QTRY_COMPARE(m->page().bannerText(), QString());
        QTRY_VERIFY(!m->page().stale());
        announcePolicy(m->connection, m->policy); // the new server knew nothing
        m->limiter.acquire("abuser");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(state("abuser"), "ok");
        QTRY_VERIFY(m->button("block")->isEnabled());
        QTRY_COMPARE(m->page().model().rowCount(), 1);
    }

    void blocksStayWhileTheServerIsAway()
    {
        blockToken(m->connection, {"ip:1", 1h, "scraping", "ops"});
        showAbuser();
        m->window->showPage(MainWindow::Page::Blocks);
        ControlPage& page = m->window->blocksPage();
        QTRY_COMPARE(page.model().rowCount(), 1);
        QVERIFY(!page.stale());
        m->server.kill();
        QTRY_VERIFY2(page.bannerText().startsWith("Redis is away"), qPrintable(page.bannerText()));
        QVERIFY(page.bannerText().contains("Shown is what was known at"));
        QCOMPARE(page.model().rowCount(), 1);
        QVERIFY(page.stale());
        QVERIFY(!m->button("blockTyped")->isEnabled());
        QCOMPARE(m->server.start(), QString());
        QTRY_COMPARE(page.bannerText(), QString());
        QVERIFY(!page.stale());
        QTRY_COMPARE(page.model().rowCount(), 0); // the new server knows of no block
    }

    void aPausedWindowStaysPausedOnItsBlocks()
    {
        showAbuser();
        QTest::keyClick(m->window.get(), Qt::Key_P, Qt::ControlModifier);
        TokenFeed& feed = m->page().feed();
        QTRY_VERIFY(feed.paused());
        QTRY_COMPARE(m->window->link().watchLane().outstanding(), 0U);
        QTRY_COMPARE(m->window->link().scanLane().outstanding(), 0U);
        QTest::keyClick(m->window.get(), Qt::Key_2, Qt::AltModifier);
        QTRY_VERIFY(m->window->blocksPage().isVisible());
        QCOMPARE(m->window->link().scanLane().outstanding(), 0U);
    }

    void nobodyThereAtFirst()
    {
        m->server.kill();
        m->window->show();
        QTRY_VERIFY2(m->page().bannerText().contains("cannot connect to unix://"),
                     qPrintable(m->page().bannerText()));
        QCOMPARE(m->server.start(), QString());
        QTRY_COMPARE(m->page().bannerText(), QString());
    }

    void anActionOnAStalledServerKeepsWhatWasTyped()
    {
        blockOnAStalledServer("typed with care");
        auto* const reason = m->dialog()->findChild<QLineEdit*>("reason");
        // Until the answer is there nothing can be changed, and so nothing sent twice.
        QVERIFY(!m->confirmButton()->isEnabled());
        QTest::keyClicks(reason, "!");
        QVERIFY(!m->confirmButton()->isEnabled());
        QTRY_VERIFY(m->confirmButton()->isEnabled()); // the answer is there, and the dialog still is
        QCOMPARE(reason->text(), "typed with care");
        m->server.thaw();
        QTRY_VERIFY(m->window->link().state() == Link::State::Live);
        m->click(m->confirmButton());
        QTRY_VERIFY(!m->dialog());
        QTRY_COMPARE(m->limiter.peek("abuser").verdict, Verdict::Blocked);
    }

    void whatFailsAfterItsDialogIsClosedIsSaid()
    {
        blockOnAStalledServer("in a hurry");
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!m->dialog());
        QTRY_VERIFY(m->window->link().state() == Link::State::Lost);
        m->server.thaw();
        QTRY_VERIFY(m->window->link().state() == Link::State::Live);
        QTRY_VERIFY2(m->page().bannerText().startsWith("Block a token. "),
                     qPrintable(m->page().bannerText()));
        m->click(m->table()->viewport());
        QTRY_VERIFY(m->button("reset")->isEnabled());
        m->click(m->button("reset"));
        QTRY_COMPARE(m->page().bannerText(), QString()); // it was read; on to other things
    }

    void resetWantsMoreThanReturn()
    {
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(m->button("reset")->isEnabled());
        QTest::keyClick(m->table(), Qt::Key_Delete);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QTest::keyClick(m->dialog(), Qt::Key_Return);
        QTRY_VERIFY(!m->dialog());
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
    }

    void anUnknownPolicyIsSaid()
    {
        const Policy secret{"secret", "gcra", parseRules("5/min")};
        RedisRateLimiter(m->connection, secret).acquire("who");
        m->window->show();
        const TokenKey key{"who", "secret", &algorithmNamed("gcra")};
        QTRY_VERIFY(m->page().choose(key));
        QTRY_VERIFY2(sentence().contains("not announced"), qPrintable(sentence()));
    }

    // A widget that is shown before it has a parent flashes up as a window of its own.
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
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        QCOMPARE(watch.windows.size(), 1);
    }

    void twoThemes()
    {
        showAbuser();
        const QColor light = m->window->grab().toImage().pixelColor(640, 60);
        QTest::keyClick(m->window.get(), Qt::Key_T, Qt::ControlModifier);
        QTRY_VERIFY(m->window->grab().toImage().pixelColor(640, 60) != light);
        QCOMPARE(m->window->grab().toImage().pixelColor(640, 60), colorsOf(Scheme::Dark).page);
    }

    void everythingHasAName()
    {
        showAbuser();
        m->clickRow("abuser");
        const QList<QPushButton*> buttons = m->window->findChildren<QPushButton*>();
        for (QPushButton* button : buttons)
            QVERIFY(!button->text().isEmpty() || !button->accessibleName().isEmpty());
        const QList<QLineEdit*> edits = m->window->findChildren<QLineEdit*>();
        for (QLineEdit* edit : edits)
            QVERIFY(!edit->accessibleName().isEmpty());
        QVERIFY(!m->table()->accessibleName().isEmpty());
    }
};

QTEST_MAIN(TestWindow)
#include "tst_window.moc"
