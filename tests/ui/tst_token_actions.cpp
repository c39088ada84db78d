// SPDX-License-Identifier: GPL-3.0-or-later
// What an operator does to a token in the window, with real mouse and key events.
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/text/display_text.h"
#include "ui/widgets/plain_label.h"

#include <QClipboard>
#include <QDateTime>
#include <QPlainTextEdit>
#include <QSpinBox>
#include <QTimeZone>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestTokenActions : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void chargesAndGivesBack()
    {
        showAndClick("good");
        QTRY_VERIFY(m->page().details().reading());
        const auto units = [](int number) {
            return [number](ActDialog* dialog) {
                auto* const field = dialog->findChild<QSpinBox*>("units");
                QVERIFY(field->hasFocus());
                QTest::keyClicks(field, QString::number(number));
            };
        };
        const auto says = [&units](int number, const QString& figures) {
            return [number, figures, &units](ActDialog* dialog) {
                units(number)(dialog);
                const QString commands = dialog->findChild<QPlainTextEdit*>()->toPlainText();
                QVERIFY_TEXT(commands, startsWith(figures));
            };
        };
        openAndConfirm(Qt::Key_D, Qt::ControlModifier, says(3, "# Used now: 1, after this: 4."));
        QCOMPARE(m->limiter.peek("good").usage.at(0).used, 4);

        // More than there is room for: nothing is charged, and the dialog says why.
        QTRY_COMPARE(m->cell("good", TokenTableModel::Left), "1");
        QTest::keyClick(m->window.get(), Qt::Key_D, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
        says(2, "# Used now: 4, after this: 4.")(m->dialog());
        m->click(m->confirmButton());
        QTRY_TEXT(m->dialog()->problem(), contains("1 left under 5/min"));
        QCOMPARE(m->limiter.peek("good").usage.at(0).used, 4);
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed();

        openAndConfirm(Qt::Key_G, Qt::ControlModifier, says(3, "# Used now: 4, after this: 1."));
        QCOMPARE(m->limiter.peek("good").usage.at(0).used, 1);
        QTRY_COMPARE(m->cell("good", TokenTableModel::Left), "4");
    }

    void overridesAToken()
    {
        showAndClick("abuser");
        QTRY_VERIFY(sentence().contains("held back by 5/min"));
        QTest::keyClick(m->window.get(), Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
        auto* const rules = m->dialog()->findChild<QLineEdit*>("overrideRules");
        QCOMPARE(rules->text(), "5/min + 100/h");
        QTest::keyClicks(m->dialog()->findChild<QLineEdit*>("reason"), "a migration");
        rules->selectAll();
        QTest::keyClicks(rules, "9/fortnight");
        QVERIFY(!m->confirmButton()->isEnabled());
        QVERIFY(m->dialog()->findChild<QPlainTextEdit*>()->toPlainText().contains("fortnight"));
        // What the rules would do stands there before they are in force.
        const auto* const effect = m->dialog()->findChild<PlainLabel*>("overrideEffect");
        QCOMPARE(effect->text(), noValue());
        rules->selectAll();
        QTest::keyClicks(rules, "5/min");
        QTRY_TEXT(effect->text(), startsWith("After this 5 of 5/min are used. ■ Next request in "));
        rules->selectAll();
        QTest::keyClicks(rules, "50/min");
        QTRY_COMPARE(effect->text(),
                     "After this 5 of 50/min are used. Next request is allowed now, 45 left under 50/min");
        confirmDialog();
        const Decision decision = m->limiter.acquire("abuser");
        QVERIFY(decision.allowed() && decision.overridden);
        QCOMPARE(decision.usage.at(0).used, 6);
        QTRY_TEXT(sentence(), contains("44 left under 50/min"));
        openAndConfirm(Qt::Key_L, Qt::ControlModifier | Qt::ShiftModifier);
        QVERIFY(!m->limiter.acquire("abuser").allowed());
        QTRY_VERIFY(sentence().contains("held back by 5/min"));
    }

    void blocksUntilAMoment()
    {
        showAndClick("abuser");
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
        const Instant wanted(std::chrono::milliseconds(
            QDateTime(day.date(), QTime(18, 0), QTimeZone::utc()).toMSecsSinceEpoch()));
        QVERIFY(std::chrono::abs(*block->until - wanted) < 10s); // to within what the way there takes
    }

    void blocksForAsLongAsIsTyped()
    {
        showAndClick("abuser");
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
        openAndConfirm(Qt::Key_U, Qt::ControlModifier, [](ActDialog* dialog) {
            QVERIFY(dialog->findChild<QPushButton*>("confirm")->hasFocus()); // nothing is to be entered
            // What the script is told stands in the command, and is said in words.
            QVERIFY_TEXT(dialog->findChild<QPlainTextEdit*>()->toPlainText(), contains(" former"));
            const auto labels = dialog->findChildren<QLabel*>();
            QVERIFY(std::ranges::any_of(labels, [](const QLabel* label) {
                return label->text().contains("With “former” Redis also replies what is removed");
            }));
        });
        QTRY_VERIFY(m->button("block")->isVisible());
        blockFor("for good");
        block = findBlock(m->connection, "abuser");
        QVERIFY(block && !block->until);
    }

    void commandsNameTheirScriptAndAreCopiedExactly()
    {
        showAndClick("abuser");
        QTRY_VERIFY(m->button("block")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
        auto* const copy = m->dialog()->findChild<QPushButton*>("copyCommands");
        QVERIFY(!copy->isEnabled());
        typeReason(m->dialog(), "two words");
        const QString said = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY_TEXT(said, startsWith("EVALSHA block.lua 1 rw:{abuser}:control "));
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
        showAndClick("abuser");
        QTRY_VERIFY(m->button("reset")->isEnabled());
        const QString tip = m->button("reset")->toolTip(); // the key does something else on Keys
        QVERIFY2(tip.contains("on Keys the same key deletes the key") && tip.contains("(Del)"),
                 qPrintable(tip));
        QTest::keyClick(m->table(), Qt::Key_Delete);
        QTRY_VERIFY(m->dialog() && m->dialog()->isActiveWindow());
        auto* const reason = m->dialog()->findChild<QLineEdit*>("reason");
        QVERIFY(reason->hasFocus());
        QVERIFY(!m->confirmButton()->isEnabled());
        QTest::keyClick(reason, Qt::Key_Return);
        QVERIFY(m->dialog()->isVisible());
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
        QTest::keyClicks(reason, "a false alarm");
        const QString commands = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY_TEXT(commands, startsWith("# Used now: 5, after this: 0."));
        QTest::keyClick(reason, Qt::Key_Return);
        waitUntilDialogIsClosed();
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 0);
    }

    void aProblemIsNotCutOff()
    {
        showAndClick("abuser");
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
        showAndClick("abuser");
        RATEWARDEN_STEP(openBy("reset"));
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
        QTRY_COMPARE(m->window->link().actLane().outstanding(), 0U); // Lost may be what another lane says
        m->server.thaw();
        QTRY_VERIFY(m->window->link().state() == Link::State::Live);
        QTRY_TEXT(bannerText(m->page()), startsWith("Block a token. "));
        m->clickRow("good");
        QTRY_VERIFY(m->button("reset")->isEnabled());
        m->click(m->button("reset"));
        QTRY_COMPARE(bannerText(m->page()), QString()); // it was read; on to other things
    }
};

RATEWARDEN_SUITE(TestTokenActions)
#include "tst_token_actions.moc"
