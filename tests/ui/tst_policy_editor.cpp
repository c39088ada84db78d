// SPDX-License-Identifier: GPL-3.0-or-later
// The editor of policies: rules as rows, dragged and pasted, and what they would do to the tokens there are.
#include "tests/support/suites.h"
#include "tests/ui/policies_test.h"
#include "ui/charts/rule_envelope.h"
#include "ui/pages/tokens/token_details.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QClipboard>
#include <QComboBox>
#include <QHeaderView>
#include <QMenu>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QSpinBox>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestPolicyEditor : public PoliciesTest {
    Q_OBJECT

private Q_SLOTS:
    void whatCannotBeMeantIsNotPublished()
    {
        open();
        edit();
        type("publishReason", "why");
        QVERIFY2(!publishButton()->isEnabled(), "nothing changes");
        typeRules("1/fortnight");
        QVERIFY_TEXT(table()->remarks().value(0), contains("fortnight"));
        QVERIFY(!publishButton()->isEnabled());
        typeRules("10 per hour; 1/second"); // as another program writes it
        QVERIFY(table()->remarks().isEmpty());
        QVERIFY(publishButton()->isEnabled());
        type("policyCandidate", "0/min"); // which it may be, as it denies nobody
        QCOMPARE(text("policyProblem"), "▲ Candidate 0/min: denies every request");
        QVERIFY(publishButton()->isEnabled());
        type("policyCandidate", "nonsense");
        QVERIFY(!publishButton()->isEnabled());
        discard();
        QCOMPARE(policyHistory(m->connection, "api").size(), 1U);
    }

    void whatWasEnteredIsNotLostWithoutAQuestion()
    {
        open();
        edit();
        QTest::keyClick(dialog(), Qt::Key_Escape); // nothing was entered
        waitUntilDialogIsClosed();

        edit();
        typeRules("7/min");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        auto* const question = dialog()->findChild<QuestionBar*>("discard");
        QTRY_VERIFY(question->isVisible());
        QVERIFY(question->findChild<QPushButton*>("no")->hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return); // keeps it
        QVERIFY(!question->isVisible() && dialog()->isVisible());
        QCOMPARE(rules(), "7/min");
        QVERIFY(table()->hasFocus()); // one types on where one was
        dialog()->close();            // as the window manager does
        QTRY_VERIFY(question->isVisible());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); // keeps it, too
        QVERIFY(!question->isVisible() && dialog()->isVisible());

        // A reason alone was entered, too, and text that is no rule.
        typeRules("5/min");
        typeRow("100/h");
        QTest::keyClick(dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed(); // it is as it was
        edit();
        type("publishReason", "because");
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(dialog()->findChild<QuestionBar*>("discard")->isVisible());
        m->click(dialog()->findChild<QuestionBar*>("discard")->findChild<QPushButton*>("no"));
        discard();
        QCOMPARE(policyHistory(m->connection, "api").size(), 1U);
    }

    void aLongRuleIsSeenWhole()
    {
        open();
        edit();
        dialog()->findChild<QComboBox*>("policyAlgorithm")->setCurrentText("GCRA");
        typeRules("1000/15min burst 250");
        const int width = QFontMetrics(monospaceFont()).horizontalAdvance("1000/15min burst 250");
        QVERIFY2(table()->columnWidth(0) >= width + 16, qPrintable(QString::number(table()->columnWidth(0))));
        typeRules("5/min");
        QVERIFY(table()->columnWidth(0) < width);
    }

    void affectedTokensAreSortedCopiedAndOpened()
    {
        m = std::make_unique<WindowFixture>(WindowFixture::patient, "sliding-log-zset", "5/h + 100/day");
        for (int i = 0; i < 5; ++i)
            m->limiter.acquire("busy");
        for (int i = 0; i < 3; ++i)
            m->limiter.acquire("also");
        m->limiter.acquire("calm");
        open();
        QTRY_COMPARE(m->page().model().tokenCount(), 3);
        edit();
        typeRules("2/h + 100/day");
        QTRY_COMPARE(affected(), (QStringList{"also 150 % ■ limited"})); // the other is limited already
        typeRules("3/h + 10/day");
        QTRY_COMPARE(affected(), (QStringList{"also 100 % ■ limited"}));
        typeRules("50/h");
        QTRY_COMPARE(affected(), (QStringList{"busy 100 % free"}));
        m->limiter.acquire("calm");
        m->limiter.acquire("calm");
        m->limiter.acquire("calm");
        typeRules("1/h");
        QTRY_COMPARE(affected(), (QStringList{"calm 400 % ■ limited", "also 300 % ■ limited"}));

        auto* const tokens = dialog()->findChild<QTreeWidget*>("affectedTokens");
        // Six are in sight, and all that the dialog can show.
        QVERIFY(tokens->viewport()->height() >= 6 * tokens->visualItemRect(tokens->topLevelItem(0)).height());
        const int before = tokens->height();
        dialog()->resize(dialog()->width(), dialog()->height() + 300);
        QTRY_VERIFY(tokens->height() > before + 150);
        const QHeaderView* const header = tokens->header();
        QTest::mouseClick(header->viewport(), Qt::LeftButton, {},
                          {header->sectionViewportPosition(0) + 20, header->height() / 2});
        QCOMPARE(affected(), (QStringList{"also 300 % ■ limited", "calm 400 % ■ limited"}));
        QTest::mouseClick(tokens->viewport(), Qt::LeftButton, {},
                          tokens->visualItemRect(tokens->topLevelItem(1)).center());
        QTest::keyClick(tokens, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), "calm");
        QTest::keyClick(tokens, Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(tokens, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->text(), "also\ncalm");

        QTest::mouseClick(tokens->viewport(), Qt::LeftButton, {},
                          tokens->visualItemRect(tokens->topLevelItem(1)).center());
        QTest::keyClick(tokens, Qt::Key_Return);
        QTRY_VERIFY(m->page().isVisible());
        QCOMPARE(chosenToken(), "calm");
        QVERIFY2(dialog() && dialog()->isVisible() && rules() == "1/h", "the editor is gone");
    }

    void rulesAreRows()
    {
        QTest::failOnWarning(QRegularExpression("editing failed"));
        open();
        edit();
        type("publishReason", "in order");
        typeRules("20/min");
        typeRow("1/s");
        QCOMPARE(rules(), "20/min + 1/s");
        clickCell(1, 0);
        QTest::keyClick(table(), Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(rules(), "1/s + 20/min");
        QTest::keyClick(table(), Qt::Key_Up, Qt::AltModifier); // it is on top
        QCOMPARE(rules(), "1/s + 20/min");
        QTest::keyClick(table(), Qt::Key_Down, Qt::AltModifier);
        QTest::keyClick(table(), Qt::Key_Down, Qt::AltModifier); // it is the last one
        QCOMPARE(rules(), "20/min + 1/s");
        clickCell(0, 1);
        typeKeys("crowd");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(table()->hasFocus());
        QVERIFY2(dialog() && publishButton()->isEnabled(), "Return has published it");
        clickCell(1, 0);
        QTest::keyClick(table(), Qt::Key_Delete);
        QCOMPARE(rules(), "20/min");
        m->click(publishButton());
        waitUntilDialogIsClosed();
        const PublishedPolicy published = *findPublished(m->connection, "api");
        QCOMPARE(published.policy.rules, parseRules("20/min"));
        QCOMPARE(published.ruleNames, std::vector<std::string>{"crowd"});
    }

    void rulesThatOthersWroteArePasted()
    {
        open();
        edit();
        table()->setFocus();
        QGuiApplication::clipboard()->setText("domain: d\ndescriptors:\n  - key: user\n    rate_limit:\n"
                                              "      unit: minute\n      requests_per_unit: 30\n");
        QTest::keyClick(table(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(table(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(rules(), "30/min");
        type("publishReason", "as in Envoy");
        QVERIFY2(text("pasteRemarks").contains("Envoy counts in fixed windows"), // and is still to be read
                 qPrintable(text("pasteRemarks")));
        table()->setFocus();
        QGuiApplication::clipboard()->setText("no rules at all");
        QTest::keyClick(table(), Qt::Key_V, Qt::ControlModifier);
        QCOMPARE(rules(), "30/min");
        QVERIFY_TEXT(text("pasteRemarks"), startsWith("Not pasted: "));
        QGuiApplication::clipboard()->setText("10 per hour; 1/second");
        QTest::keyClick(table(), Qt::Key_V, Qt::ControlModifier); // the last row is chosen: they come behind
        QCOMPARE(rules(), "30/min + 10/h + 1/s");
        const QList<QAction*> copies = dialog()->findChild<QPushButton*>("copyEntered")->menu()->actions();
        copies.at(1)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), "30 per minute; 10 per hour; 1 per second");
    }

    void keysThatLeaveARow()
    {
        open();
        edit();
        typeRules("20/min");
        typeRow("1/s");
        // In the middle of what stands there, to the empty row below.
        openEditor(1);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Home);
        typeKeys("35");
        QCOMPARE(rules(), "20/min + 351/s");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Down);
        QTRY_VERIFY(table()->hasFocus());
        QCOMPARE(table()->currentIndex().row(), 2);
        QCOMPARE(rules(), "20/min + 351/s");

        // Emptied, and left for the row above.
        openEditor(1);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Delete);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up);
        QTRY_COMPARE(table()->topLevelItemCount(), 2);
        QCOMPARE(rules(), "20/min");

        // Escape takes back what was typed.
        QTRY_VERIFY(table()->hasFocus());
        openEditor(0);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_End);
        typeKeys("utes ago");
        QVERIFY(rules().endsWith("?"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(table()->hasFocus());
        QCOMPARE(rules(), "20/min");

        // A row that becomes two, left by Tab; its name stays with the first.
        clickCell(0, 1);
        typeKeys("crowd");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(table()->hasFocus());
        QCOMPARE(table()->names(), std::vector<std::string>{"crowd"});
        openEditor(0);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_End);
        typeKeys(" + 300/h");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Tab);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape); // of whatever Tab has opened
        QTRY_COMPARE(table()->topLevelItemCount(), 3);
        QCOMPARE(rules(), "20/min + 300/h");
        QCOMPARE(table()->names(), (std::vector<std::string>{"crowd", ""}));

        // Moved while it is being typed.
        openEditor(1);
        typeKeys("400/h");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Up, Qt::AltModifier);
        QTRY_VERIFY(table()->hasFocus());
        QCOMPARE(rules(), "400/h + 20/min");
    }

    void aPictureOfRulesThatDoNotHoldIsNotDragged()
    {
        open();
        edit();
        auto* const picture = dialog()->findChild<RuleEnvelope*>();
        const QPoint handle = picture->handle(1).toPoint(); // of 100/h
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(table(), Qt::Key_Delete);
        const auto drag = [&] {
            QTest::mousePress(picture, Qt::LeftButton, {}, handle);
            QTest::mouseMove(picture, handle - QPoint(0, 20));
            QTest::mouseRelease(picture, Qt::LeftButton, {}, handle - QPoint(0, 20));
        };
        drag();
        QVERIFY(table()->rules().empty());
        // While two rules stand in one row, the press makes rows of them first.
        typeKeys("5/min + 100/h");
        QCOMPARE(table()->rules().size(), 2U);
        drag();
        QCOMPARE(table()->rules().size(), 2U);
        QCOMPARE(table()->rules()[0].limit, 5);
        QVERIFY(table()->rules()[1].limit > 100);
    }

    void aSearchForEffectsThatFailsCanBeRepeated()
    {
        m = std::make_unique<WindowFixture>(WindowFixture::impatient);
        m->limiter.acquire("one");
        open();
        QTRY_COMPARE(m->page().model().tokenCount(), 1);
        edit();
        QTRY_VERIFY(text("policyEffect").startsWith("1 token: "));
        m->server.freeze();
        typeRules("2/min");
        auto* const again = dialog()->findChild<QPushButton*>("stopEffect");
        QTRY_COMPARE(again->text(), "Check again");
        QVERIFY_TEXT(text("policyEffect"), contains("unix://"));
        m->server.thaw();
        QTRY_VERIFY(m->window->link().state() == Link::State::Live);
        m->click(again);
        QTRY_TEXT(text("policyEffect"), startsWith("1 token: "));
    }

    void aLimitIsDragged()
    {
        open();
        edit();
        auto* const picture = dialog()->findChild<RuleEnvelope*>();
        const QPoint handle = picture->handle(0).toPoint(); // of 5/min
        const auto limit = [&] {
            return table()->rules().at(0).limit;
        };
        QTest::mousePress(picture, Qt::LeftButton, {}, handle);
        QTest::mouseMove(picture, handle - QPoint(0, 20));
        const Units higher = limit();
        QVERIFY2(higher > 5 && higher < 100, qPrintable(QString::number(higher)));
        QTest::mouseMove(picture, handle + QPoint(0, 500)); // beyond the picture
        QCOMPARE(limit(), 1);
        QTest::mouseMove(picture, handle);
        QCOMPARE(limit(), 5);
        QTest::mouseRelease(picture, Qt::LeftButton, {}, handle);
        // QTest moves nothing without a button down here.
        const QPointF away = handle - QPoint(0, 30);
        QMouseEvent move(QEvent::MouseMove, away, picture->mapToGlobal(away), Qt::NoButton, Qt::NoButton, {});
        QApplication::sendEvent(picture, &move);
        QCOMPARE(limit(), 5); // it was let go
        QCOMPARE(rules(), "5/min + 100/h");
    }

    // How many of them pass in a span depends on how long they take.
    void requestsAtOnceAreNotInThePicture()
    {
        RuleEnvelope picture;
        picture.resize(400, 190);
        const Policy work{"work", "in-flight", parseRules("5 at once for 2h + 60/h")};
        picture.setPolicy(work);
        QCOMPARE(picture.drawnRules(), parseRules("60/h"));
        const ChartTable table = picture.asTable();
        QCOMPARE(table.headings,
                 QStringList({"Time span", "All rules together (requests)", "60/h (requests)"}));
        QCOMPARE(table.about, "Without 5 at once for 2h");
        QCOMPARE(table.cell(table.rowCount - 1, 0), "1 h");
        QCOMPARE(table.cell(table.rowCount - 1, 1), "60");

        // A rule that is dragged is still the one of the policy.
        std::optional<std::size_t> dragged;
        connect(&picture, &RuleEnvelope::limitDragged, this, [&](std::size_t rule) { dragged = rule; });
        picture.setAdjustable(true);
        const QPointF handle = picture.handle(1);
        const auto send = [&](QEvent::Type type, QPointF at, Qt::MouseButton button) {
            QMouseEvent event(type, at, picture.mapToGlobal(at), button, Qt::LeftButton, {});
            QApplication::sendEvent(&picture, &event);
        };
        send(QEvent::MouseButtonPress, handle, Qt::LeftButton);
        send(QEvent::MouseMove, handle + QPointF(0, 40), Qt::NoButton);
        QCOMPARE(dragged, std::optional<std::size_t>(1));

        picture.setPolicy({"work", "in-flight", parseRules("5 at once")});
        QVERIFY(picture.drawnRules().empty());
        QCOMPARE(picture.asTable().rowCount, 0);
        QCOMPARE(picture.asTable().about, "No rule limits a time span");
        QVERIFY(!picture.grab().isNull());
    }

    void expensiveRequestsAreThoughtOf()
    {
        open();
        edit();
        QVERIFY(table()->remarks().isEmpty());
        dialog()->findChild<QSpinBox*>("policyCost")->setValue(6);
        QCOMPARE(table()->remarks(), QStringList{"5/min ▲ never allows a request of cost 6"});
        dialog()->findChild<QSpinBox*>("policyCost")->setValue(1);
        QVERIFY(table()->remarks().isEmpty());
        typeRules("5/min + 7/min");
        dialog()->findChild<QSpinBox*>("policyCost")->setValue(8);
        QCOMPARE(table()->remarks().value(1),
                 "7/min ▲ never allows a request of cost 8; contradicts 5/min, which is stricter");
    }

    void theSearchForEffectsCanBeStopped()
    {
        m = std::make_unique<WindowFixture>(Timeouts{60s, 60s}); // as long as the server may stand still
        m->limiter.acquire("one");
        m->limiter.acquire("two");
        open();
        QTRY_COMPARE(m->page().model().tokenCount(), 2);
        edit();
        m->window->session().setPaused(true); // nothing in the background stands in line before the search
        QTRY_COMPARE(m->window->link().scanLane().outstanding(), 0U);
        m->server.freeze();
        typeRules("2/min");
        auto* const stop = dialog()->findChild<QPushButton*>("stopEffect");
        QTRY_VERIFY(stop->isVisible());
        QVERIFY_TEXT(text("policyEffect"), startsWith("Checked 0 of 2 tokens"));
        m->click(stop);
        QVERIFY_TEXT(text("policyEffect"), startsWith("Stopped after 0 of 2"));
        m->server.thaw();
        QTRY_COMPARE(m->window->link().scanLane().outstanding(), 0U);
        QVERIFY_TEXT(text("policyEffect"), startsWith("Stopped after 0 of 2"));
        m->click(stop); // which looks again now
        QTRY_TEXT(text("policyEffect"), startsWith("2 tokens: "));
        QVERIFY(!stop->isVisible());
    }

    void whatLongerWindowsCannotKnowIsSaid()
    {
        m->limiter.acquire("one");
        m->limiter.acquire("one");
        open();
        QTRY_COMPARE(m->page().model().tokenCount(), 1);
        edit();
        const Instant before = m->window->link().serverNow();
        typeRules("100/h + 800/day");
        QTRY_TEXT(text("policyChanges"), contains("the highest known usage is 2 of 800"));
        const Instant after = m->window->link().serverNow();
        const auto says = [&](Instant moment) { // to the minute
            return text("policyChanges").contains(", until " + momentText(moment + 23h).chopped(3));
        };
        QVERIFY2(says(before) || says(after), qPrintable(text("policyChanges")));
    }
};

RATEWARDEN_SUITE(TestPolicyEditor)
#include "tst_policy_editor.moc"
