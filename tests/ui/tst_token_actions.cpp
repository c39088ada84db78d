// SPDX-License-Identifier: GPL-3.0-or-later
// What an operator does to tokens in the window, and what becomes of it, with real mouse and key events.
#include "tests/support/acts.h"
#include "tests/ui/window_test.h"
#include "ui/pages/control_page.h"
#include "ui/widgets/plain_label.h"

#include <QAction>
#include <QClipboard>
#include <QDateTime>
#include <QPlainTextEdit>
#include <QSpinBox>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestTokenActions : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { m = std::make_unique<WindowFixture>(); }
    void cleanup() { m.reset(); }

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

    // Made on the tokens' page, undone on another one.
    void undoesEveryKindOnEveryPage()
    {
        showAbuser();
        m->clickRow("good");
        QTRY_VERIFY(m->page().details().reading());
        const auto reason = [](ActDialog* dialog) {
            QTest::keyClicks(dialog->findChild<QLineEdit*>("reason"), "tried");
        };
        const auto three = [](ActDialog* dialog) {
            QTest::keyClicks(dialog->findChild<QSpinBox*>("units"), "3");
        };
        const auto rules = [](ActDialog* dialog) {
            dialog->findChild<QLineEdit*>("ownRules")->selectAll();
            QTest::keyClicks(dialog->findChild<QLineEdit*>("ownRules"), "50/min");
            QTest::keyClicks(dialog->findChild<QLineEdit*>("reason"), "tried");
        };
        const auto undoOn = [&](Qt::Key page, const QString& said) {
            QTRY_COMPARE(m->window->undoButton().action()->text(), "Undo: " + said);
            QTRY_VERIFY(m->window->undoButton().isVisible());
            QTest::keyClick(m->window.get(), page, Qt::AltModifier);
            QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
            QTRY_VERIFY2(m->window->statusText().contains("Undone: " + said),
                         qPrintable(m->window->statusText()));
            QTest::keyClick(m->window.get(), Qt::Key_1, Qt::AltModifier);
            QTRY_VERIFY(m->page().isVisible());
        };
        const auto used = [&] {
            return m->limiter.peek("good").usage.at(0).used;
        };
        openAndConfirm(Qt::Key_B, Qt::ControlModifier, reason);
        QVERIFY(findBlock(m->connection, "good"));
        undoOn(Qt::Key_2, "block of good");
        QVERIFY(!findBlock(m->connection, "good"));

        blockToken(m->connection, {"good", std::nullopt, "by another", "ops"});
        QTRY_COMPARE(state("good"), "blocked");
        openAndConfirm(Qt::Key_U, Qt::ControlModifier);
        QVERIFY(!findBlock(m->connection, "good"));
        undoOn(Qt::Key_3, "unblocking of good");
        QCOMPARE(findBlock(m->connection, "good")->reason, std::string("by another"));
        unblockToken(m->connection, "good");
        QTRY_COMPARE(state("good"), "ok");

        openAndConfirm(Qt::Key_D, Qt::ControlModifier, three);
        QCOMPARE(used(), 4);
        undoOn(Qt::Key_4, "charge of good");
        QCOMPARE(used(), 1);

        openAndConfirm(Qt::Key_G, Qt::ControlModifier, three);
        QCOMPARE(used(), 0);
        undoOn(Qt::Key_5, "units given back to good");
        QCOMPARE(used(), 1);

        openAndConfirm(Qt::Key_L, Qt::ControlModifier, rules);
        QCOMPARE(findOverrides(m->connection, "good").size(), 1U);
        undoOn(Qt::Key_1, "override of good");
        QVERIFY(findOverrides(m->connection, "good").empty());

        overrideToken(m->connection, {"good", "api", parseRules("7/min"), 1h, "by another", "ops"});
        QTRY_VERIFY(m->cell("good", TokenTableModel::TightestRule).endsWith("of 7/min, override"));
        openAndConfirm(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(findOverrides(m->connection, "good").empty());
        undoOn(Qt::Key_5, "lifted override of good");
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
        showAbuser();
        m->clickRow("good");
        QTRY_VERIFY(m->page().details().reading());
        openAndConfirm(Qt::Key_B, Qt::ControlModifier, [](ActDialog* dialog) {
            QTest::keyClicks(dialog->findChild<QLineEdit*>("reason"), "mine");
        });
        blockToken(m->connection, {"good", std::nullopt, "theirs", "ops"});
        QTest::keyClick(m->window.get(), Qt::Key_2, Qt::AltModifier);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QCOMPARE(findBlock(m->connection, "good")->reason, std::string("theirs"));
        m->click(m->confirmButton());
        waitUntilDialogIsClosed();
        QTRY_VERIFY(!findBlock(m->connection, "good"));
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
        m = std::make_unique<WindowFixture>(WindowFixture::patient, "gcra");
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
        m->click(m->confirmButton());
        waitUntilDialogIsClosed();
        QTRY_COMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
        QTRY_VERIFY(!m->window->session().changes().canUndo());
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
            typeReason(dialog, "one attack");
            QVERIFY(!dialog->findChild<QPushButton*>("confirm")->isEnabled()); // and the number of all three
            typeNumber(dialog, "3");
            const QString commands = dialog->findChild<QPlainTextEdit*>()->toPlainText();
            QVERIFY2(commands.contains("{abuser}") && commands.contains("{good}") &&
                         commands.contains("{third}"),
                     qPrintable(commands));
        });
        for (const char* token : {"abuser", "good", "third"})
            QCOMPARE(findBlock(m->connection, token)->reason, std::string("one attack"));
        QTRY_VERIFY(m->button("unblock")->isVisible() && m->button("unblock")->text() == "Unblock 3…");
        QVERIFY(!m->button("block")->isVisible());
        const auto three = [](ActDialog* dialog) {
            typeNumber(dialog, "3");
        };
        openAndConfirm(Qt::Key_U, Qt::ControlModifier, three);
        QVERIFY(!findBlock(m->connection, "good") && !findBlock(m->connection, "third"));

        // A reset of all is one step, and so is its undoing.
        QTRY_COMPARE(m->button("reset")->text(), "Reset 3…");
        openAndConfirm(Qt::Key_Delete, Qt::NoModifier, [](ActDialog* dialog) {
            typeReason(dialog, "it is over");
            typeNumber(dialog, "3");
        });
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 0);
        QCOMPARE(m->limiter.peek("third").usage.at(0).used, 0);
        m->limiter.acquire("good", 3);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
        QTRY_COMPARE(m->limiter.peek("third").usage.at(0).used, 2);
        QTRY_COMPARE(m->limiter.peek("good").usage.at(0).used, 4); // with what came since
        QTRY_VERIFY(!m->window->session().changes().nextUndo().startsWith("reset"));
    }

    void undoOfManyAsksOnlyForThoseThatWereCharged()
    {
        m = std::make_unique<WindowFixture>(WindowFixture::patient, "gcra");
        showAbuser();
        m->clickRow("good");
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
        m->click(m->confirmButton());
        waitUntilDialogIsClosed();
        QTRY_COMPARE(m->limiter.peek("good").usage.at(0).used, 1);
        QTRY_VERIFY(!m->window->session().changes().canUndo());
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
        const QDateTime day = QDateTime::currentDateTimeUtc().addDays(3);
        openAndConfirm(Qt::Key_B, Qt::ControlModifier, [&](ActDialog* dialog) {
            typeReason(dialog, "until the contract is signed");
            QVERIFY(m->confirmButton()->isEnabled()); // for the hour that stands there
            auto* const until = dialog->findChild<QLineEdit*>("until");
            until->selectAll();
            QTest::keyClicks(until, "until the " + day.toString("yyyy-MM-dd"));
            QVERIFY(!m->confirmButton()->isEnabled());
            QVERIFY(dialog->findChild<QPlainTextEdit*>()->toPlainText().startsWith("("));
            until->selectAll();
            QTest::keyClicks(until, "until " + day.toString("yyyy-MM-dd") + " 18:00 UTC");
        });
        const std::optional<Block> block = findBlock(m->connection, "abuser");
        QVERIFY(block && block->until);
        const Instant wanted(
            std::chrono::milliseconds(QDateTime(day.date(), QTime(18, 0), Qt::UTC).toMSecsSinceEpoch()));
        QVERIFY(std::chrono::abs(*block->until - wanted) < 10s); // to within what the way there takes
    }

    void blocksForAsLongAsIsTyped()
    {
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(m->button("block")->isEnabled());
        const auto blockFor = [this](const QString& text) {
            openAndConfirm(Qt::Key_B, Qt::ControlModifier, [&](ActDialog* dialog) {
                QVERIFY(dialog->findChild<QLineEdit*>("reason")->hasFocus());
                typeReason(dialog, "why not");
                auto* const until = dialog->findChild<QLineEdit*>("until");
                until->selectAll();
                QTest::keyClicks(until, text);
            });
        };
        blockFor("2h");
        std::optional<Block> block = findBlock(m->connection, "abuser");
        QVERIFY(block && block->until);
        QCOMPARE(std::chrono::round<std::chrono::milliseconds>(*block->until - block->since).count(),
                 7'200'000);
        QTRY_VERIFY(m->button("unblock")->isVisible());
        openAndConfirm(Qt::Key_U, Qt::ControlModifier);
        QTRY_VERIFY(m->button("block")->isVisible());
        blockFor("for good");
        block = findBlock(m->connection, "abuser");
        QVERIFY(block && !block->until);
    }

    void aChangeOfManyIsShownInParts()
    {
        for (int i = 0; i < 30; ++i)
            m->limiter.acquire((i < 20 ? "user:" : "ip:") + std::to_string(i));
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        QTRY_COMPARE(m->page().model().rowCount(), 30);
        const auto block = [this](int rows) {
            auto* const selection = m->table()->selectionModel();
            selection->clear();
            for (int row = 0; row < rows; ++row)
                selection->select(m->page().model().index(row, 0),
                                  QItemSelectionModel::Select | QItemSelectionModel::Rows);
            QTRY_COMPARE(m->button("block")->text(),
                         rows == 1 ? QString("Block…") : QString("Block %1…").arg(rows));
            QTest::keyClick(m->window.get(), Qt::Key_B, Qt::ControlModifier);
            QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
            typeReason(m->dialog(), "an attack");
        };
        // No more than a tenth of what is listed: as for one.
        block(3);
        QVERIFY(!m->dialog()->findChild<QLineEdit*>("typedNumber"));
        QVERIFY(m->confirmButton()->isEnabled());
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed();

        m->table()->selectAll();
        block(30);
        ActDialog* const dialog = m->dialog();
        QCOMPARE(dialog->findChild<PlainLabel*>("whose")->text(), "30 tokens");
        QCOMPARE(dialog->findChild<PlainLabel*>("byPrefix")->text(), "user: 20 · ip: 10");
        QTest::keyClick(dialog->findChild<QLineEdit*>("reason"), Qt::Key_Return);
        QVERIFY2(dialog->isVisible() && !m->confirmButton()->isEnabled(), "nobody has typed the number");
        typeNumber(dialog, "3");
        QVERIFY(!m->confirmButton()->isEnabled());
        QVERIFY(!findBlock(m->connection, "user:0"));
        typeNumber(dialog, "0");
        QTest::keyClick(dialog->findChild<QLineEdit*>("typedNumber"), Qt::Key_Return);
        waitUntilDialogIsClosed();
        for (const char* const token : {"user:0", "user:19", "ip:20", "ip:29"})
            QVERIFY2(findBlock(m->connection, token), token);
    }

    void commandsNameTheirScriptAndAreCopiedExactly()
    {
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(m->button("block")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
        auto* const copy = m->dialog()->findChild<QPushButton*>("copyCommands");
        QVERIFY(!copy->isEnabled());
        typeReason(m->dialog(), "two words");
        const QString said = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY2(said.startsWith("EVALSHA block.lua 1 rw:{abuser}:control "), qPrintable(said));
        m->click(copy);
        const QString copied = QGuiApplication::clipboard()->text();
        QVERIFY2(copied.startsWith("EVALSHA " + QString::fromStdString(scriptNamed("block").sha) +
                                   " 1 rw:{abuser}:control ") &&
                     copied.contains("\"two words\"") && copied.count('\n') == 1,
                 qPrintable(copied));
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed();
    }

    void resetAsksForAReason()
    {
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(m->button("reset")->isEnabled());
        QTest::keyClick(m->table(), Qt::Key_Delete);
        QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
        auto* const reason = m->dialog()->findChild<QLineEdit*>("reason");
        QVERIFY(reason->hasFocus());
        QVERIFY(!m->confirmButton()->isEnabled());
        QTest::keyClick(reason, Qt::Key_Return);
        QVERIFY(m->dialog()->isVisible());
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
        QTest::keyClicks(reason, "a false alarm");
        QTest::keyClick(reason, Qt::Key_Return);
        waitUntilDialogIsClosed();
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 0);
    }

    void aProblemIsNotCutOff()
    {
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(m->button("block")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
        m->dialog()->fail(QString("It is not known whether this was done. ").repeated(20));
        const auto isWhole = [](const PlainLabel* label) {
            return !label->wordWrap() || label->height() >= label->heightForWidth(label->width());
        };
        QTRY_VERIFY(std::ranges::all_of(m->dialog()->findChildren<PlainLabel*>(), isWhole));
        const int high = m->dialog()->height();
        m->dialog()->fail("Short.");
        QTRY_VERIFY(m->dialog()->height() < high - 100);
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
                              table->visualRect(table->model()->index(row, 0)).center());
        };
        clickRow(1, {});
        clickRow(2, Qt::ControlModifier);
        QTRY_VERIFY(m->button("unblockChosen")->isEnabled());
        m->click(m->button("unblockChosen"));
        QTRY_VERIFY(page.actions().dialog() && page.actions().dialog()->isVisible());
        const QString preview = page.actions().dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY2(preview.contains("{ip:1}") && preview.contains("{ip:2}") && !preview.contains("{abuser}"),
                 qPrintable(preview));
        typeNumber(page.actions().dialog(), "2");
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

    // Blocks are no dead end: they sort and filter, are edited in place, and lead to their tokens.
    void blocksAreSortedFilteredEditedAndOpened()
    {
        m = std::make_unique<WindowFixture>();
        showAbuser();
        blockToken(m->connection, {"abuser", 1h, "fraud", "alice"});
        blockToken(m->connection, {"zed", std::nullopt, "scraping", "bob"});
        QTest::keyClick(m->window.get(), Qt::Key_2, Qt::AltModifier);
        ControlPage& page = m->window->blocksPage();
        QTRY_COMPARE(page.model().rowCount(), 2);
        auto* const table = page.findChild<QTableView*>("blocks");
        const auto tokens = [&] {
            QStringList texts;
            for (int row = 0; row < table->model()->rowCount(); ++row)
                texts << table->model()->index(row, ControlTableModel::Token).data().toString();
            return texts;
        };
        QCOMPARE(tokens(), (QStringList{"zed", "abuser"})); // the newest first
        table->sortByColumn(ControlTableModel::Ends, Qt::AscendingOrder);
        QCOMPARE(tokens(), (QStringList{"abuser", "zed"}));
        auto* const filter = page.findChild<QLineEdit*>("controlFilter");
        QTest::mouseClick(filter, Qt::LeftButton);
        QTest::keyClicks(filter, "SCRAP"); // in any column
        QCOMPARE(tokens(), QStringList{"zed"});
        filter->clear();

        const auto click = [&](int row) {
            QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                              table->visualRect(table->model()->index(row, 0)).center());
        };
        click(1);
        QTest::keyClick(m->window.get(), Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(page.actions().dialog() && page.actions().dialog()->isActiveWindow());
        QCOMPARE(page.actions().dialog()->entered().reason, "scraping");
        QVERIFY(!page.actions().dialog()->entered().duration);
        typeReason(page.actions().dialog(), "scraping prices");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_COMPARE(findBlock(m->connection, "zed")->reason, std::string("scraping prices"));
        QTRY_VERIFY(!page.actions().dialog());

        QTRY_COMPARE(tokens(), (QStringList{"abuser", "zed"}));
        click(0);
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(m->page().details().chosen(), m->key("abuser"));
    }

    void aFilterWithoutMatchesActsOnNobody()
    {
        m = std::make_unique<WindowFixture>();
        showAbuser();
        m->clickRow("abuser");
        QTRY_VERIFY(m->page().details().reading());
        auto* const filter = m->page().findChild<QLineEdit*>("filter");
        auto* const offer = m->page().findChild<QPushButton*>("blockFiltered");
        QVERIFY(!offer->isVisible());
        QTest::mouseClick(filter, Qt::LeftButton);
        QTest::keyClicks(filter, "user:99999");
        QTRY_VERIFY(offer->isVisible());
        QVERIFY2(!m->page().details().chosen(), "another token's details are still shown");
        QVERIFY(!m->button("block")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_B, Qt::ControlModifier);
        QVERIFY(!m->page().actions().dialog());
        QCOMPARE(offer->text(), "Block \"user:99999\"…");
        m->click(offer);
        QTRY_VERIFY(m->page().actions().dialog() && m->page().actions().dialog()->isActiveWindow());
        typeReason(m->page().actions().dialog(), "not seen yet");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(findBlock(m->connection, "user:99999"));
        QVERIFY(!findBlock(m->connection, "abuser"));
        filter->clear();
        QTRY_VERIFY(m->page().details().chosen()); // the first one again
        QVERIFY(!offer->isVisible());
    }

    void overridesHaveAPage()
    {
        showAbuser();
        overrideToken(m->connection, {"good", "api", parseRules("7/min"), 1h, "pays", "ops"});
        overrideToken(m->connection, {"other", "api", parseRules("8/min"), std::nullopt, "pays well", "ops"});
        overrideToken(m->connection, {"good", "gone", parseRules("9/min"), std::nullopt, "long ago", "ops"});
        QTest::keyClick(m->window.get(), Qt::Key_5, Qt::AltModifier);
        ControlPage& page = m->window->overridesPage();
        QTRY_VERIFY(page.isVisible());
        QTRY_COMPARE(page.model().rowCount(), 3);
        auto* const table = page.findChild<QTableView*>("overrides");
        const auto choose = [&](const std::string& token, const std::string& policy) {
            const auto text = [&](int row, ControlTableModel::Column column) {
                return table->model()->index(row, column).data().toString().toStdString();
            };
            for (int row = 0; row < table->model()->rowCount(); ++row)
                if (text(row, ControlTableModel::Token) == token &&
                    text(row, ControlTableModel::Policy) == policy)
                    QTest::mouseClick(table->viewport(), Qt::LeftButton, {},
                                      table->visualRect(table->model()->index(row, 0)).center());
        };
        // Where the rules are to be seen, it is said whose they are.
        QTRY_VERIFY2(m->cell("good", TokenTableModel::TightestRule).endsWith("of 7/min, override"),
                     qPrintable(m->cell("good", TokenTableModel::TightestRule)));

        choose("good", "api");
        QTRY_VERIFY(m->button("changeChosen")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(page.actions().dialog() && page.actions().dialog()->isActiveWindow());
        auto* const rules = page.actions().dialog()->findChild<QLineEdit*>("ownRules");
        QCOMPARE(rules->text(), "7/min");
        rules->selectAll();
        QTest::keyClicks(rules, "70/min");
        auto* const reason = page.actions().dialog()->findChild<QLineEdit*>("reason");
        QCOMPARE(reason->text(), "pays");
        QTest::keyClicks(reason, " more");
        const std::optional<Instant> until = page.model().at(2).until;
        QVERIFY(until);
        m->click(page.actions().dialog()->findChild<QPushButton*>("confirm"));
        QTRY_COMPARE(page.model().index(0, ControlTableModel::Rules).data().toString(), "70/min");
        QCOMPARE(page.model().at(0).reason, std::string("pays more"));
        const std::optional<Instant> stays = page.model().at(0).until; // to within the dialog's clock
        QVERIFY(stays && std::chrono::abs(*stays - *until) < 1min);
        QCOMPARE(m->limiter.peek("good").usage.at(0).rule.limit, 70);

        // That of a policy which nobody has published can only be lifted.
        QTRY_VERIFY(!page.actions().dialog());
        choose("good", "gone");
        QTRY_VERIFY(m->button("changeChosen")->isEnabled());
        m->click(m->button("changeChosen"));
        QVERIFY2(page.bannerText().contains("gone is not published"), qPrintable(page.bannerText()));

        table->selectAll();
        m->click(m->button("liftChosen"));
        QTRY_VERIFY(page.actions().dialog() && page.actions().dialog()->isVisible());
        typeNumber(page.actions().dialog(), "3");
        m->click(page.actions().dialog()->findChild<QPushButton*>("confirm"));
        QTRY_COMPARE(page.model().rowCount(), 0);
        QVERIFY(findOverrides(m->connection, "good").empty());
        QCOMPARE(m->limiter.peek("good").usage.at(0).rule.limit, 5);
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
};

QTEST_MAIN(TestTokenActions)
#include "tst_token_actions.moc"
