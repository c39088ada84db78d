// SPDX-License-Identifier: GPL-3.0-or-later
// Policies in the window: edited, held against the tokens there are, published, refused, and rolled back.
#include "core/policies/following_rate_limiter.h"
#include "tests/ui/window_fixture.h"
#include "ui/charts/rule_envelope.h"
#include "ui/dialogs/rule_table.h"
#include "ui/pages/policies_page.h"
#include "ui/widgets/display_text.h"
#include "ui/widgets/plain_label.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QLineEdit>
#include <QMenu>
#include <QMouseEvent>
#include <QRegularExpression>
#include <QSpinBox>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestPoliciesPage : public QObject {
    Q_OBJECT

private:
    std::unique_ptr<WindowFixture> m;

    PoliciesPage& page() { return m->window->policiesPage(); }
    PolicyDialog* dialog() { return page().dialog(); }
    QLineEdit* field(const char* name) { return dialog()->findChild<QLineEdit*>(name); }
    QPushButton* publishButton() { return dialog()->findChild<QPushButton*>("publish"); }
    QString text(const char* name) { return dialog()->findChild<PlainLabel*>(name)->text(); }

    void open(int versions = 1)
    {
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        QTest::keyClick(m->window.get(), Qt::Key_4, Qt::AltModifier);
        QTRY_VERIFY(page().isVisible());
        QTRY_VERIFY(page().choose("api"));
        QTRY_COMPARE(page().history().size(), versions);
    }

    void edit()
    {
        QTRY_VERIFY(m->button("editPolicy")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_E, Qt::ControlModifier);
        QTRY_VERIFY(dialog() && dialog()->isActiveWindow());
    }

    /// As text, with a "?" for a row that is no rule.
    QString rules()
    {
        return QString::fromStdString(notation(table()->rules())) + (table()->problem().isEmpty() ? "" : "?");
    }
    RuleTable* table() { return dialog()->findChild<RuleTable*>("policyRules"); }

    /// Types into whatever has the focus, as people do.
    static void typeKeys(const QString& text)
    {
        for (const QChar key : text)
            QTest::keyClick(QApplication::focusWidget(), key.toLatin1());
    }

    void typeRules(const QString& what)
    {
        table()->setFocus();
        QTest::keyClick(table(), Qt::Key_A, Qt::ControlModifier);
        QTest::keyClick(table(), Qt::Key_Delete);
        typeRow(what);
    }

    /// Into the empty row that is the current one.
    void typeRow(const QString& what)
    {
        typeKeys(what);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QTRY_VERIFY(
            table()->hasFocus() && table()->currentItem() &&
            table()->currentItem()->text(0).isEmpty()); // on the next, and every rule in one of its own
    }

    void clickCell(int row, int column)
    {
        const QModelIndex cell = table()->model()->index(row, column);
        QTest::mouseClick(table()->viewport(), Qt::LeftButton, {}, table()->visualRect(cell).center());
    }

    void openEditor(int row)
    {
        clickCell(row, 0);
        QTest::keyClick(table(), Qt::Key_Return);
        QTRY_VERIFY(qobject_cast<QLineEdit*>(QApplication::focusWidget()));
    }

    void type(const char* name, const QString& what)
    {
        field(name)->selectAll();
        QTest::keyClicks(field(name), what);
    }

    void waitUntilDialogIsClosed()
    {
        QTRY_VERIFY(!dialog());
        m->window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
    }

private Q_SLOTS:
    void init() { m = std::make_unique<WindowFixture>(); }
    void cleanup() { m.reset(); }

    void theWholeStory()
    {
        const PolicyWatch watch(m->server.endpoint());
        FollowingRateLimiter service(m->connection, watch, "api"); // 5/min + 100/h
        for (int i = 0; i < 3; ++i)
            QVERIFY(service.acquire("busy").allowed());
        QVERIFY(service.acquire("calm").allowed());
        open();

        // The problem and the effect are seen before anything is published.
        edit();
        typeRules("2/min + 100/h + 500/h");
        QCOMPARE(table()->remarks(), (QStringList{"500/h ▲ is out of reach: 2/min never lets more pass"}));
        QVERIFY2(text("policyChanges").contains("rules: 5/min + 100/h → 2/min + 100/h + 500/h"),
                 qPrintable(text("policyChanges")));
        typeRules("2/min + 100/h");
        QVERIFY(table()->remarks().isEmpty());
        QTRY_VERIFY2(text("policyEffect").contains("Of 2 tokens 0 are limited now; it would be 1"),
                     qPrintable(text("policyEffect")));
        QVERIFY2(text("policyEffect").contains("busy (150 %)"), qPrintable(text("policyEffect")));
        QVERIFY2(!publishButton()->isEnabled(), "it can be published without a reason");
        type("publishReason", "too much of it");
        QCOMPARE(service.peek("busy").verdict, Verdict::Allowed); // nothing has happened yet
        m->click(publishButton());
        waitUntilDialogIsClosed();

        // A running limiter obeys.
        QTRY_COMPARE(watch.find("api")->version, 2);
        QCOMPARE(service.acquire("busy").verdict, Verdict::DeniedByRule);
        QTRY_COMPARE(page().history().size(), 2);
        QVERIFY2(page().history().first().contains("too much of it") &&
                     page().history().first().contains("rules: 5/min + 100/h → 2/min + 100/h"),
                 qPrintable(page().history().first()));

        // And back.
        const QList<QPushButton*> buttons = page().findChildren<QPushButton*>();
        const auto back =
            std::ranges::find(buttons, QString("Roll back to version 1"), &QWidget::accessibleName);
        QVERIFY(back != buttons.end());
        m->click(*back);
        QTRY_VERIFY(dialog() && dialog()->isActiveWindow());
        QCOMPARE(rules(), "5/min + 100/h");
        type("publishReason", "too few");
        m->click(publishButton());
        waitUntilDialogIsClosed();
        QTRY_COMPARE(watch.find("api")->version, 3);
        QVERIFY(service.acquire("busy").allowed());
        QTRY_COMPARE(page().history().size(), 3);
        QCOMPARE(page().model().index(page().model().rowOf("api"), PolicyTableModel::Version).data(), "3");
    }

    void nobodyOverwritesAnother()
    {
        open();
        edit();
        typeRules("7/min");
        type("publishReason", "mine");
        PublishedPolicy theirs = *findPublished(m->connection, "api");
        theirs.policy.rules = parseRules("9/min");
        QVERIFY(publishPolicy(m->connection, theirs, {"bob", "theirs"}).published);
        m->click(publishButton());
        QTRY_VERIFY2(text("policyChanges").contains("rules: 9/min → 7/min"),
                     qPrintable(text("policyChanges")));
        QCOMPARE(findPublished(m->connection, "api")->policy.rules, parseRules("9/min"));
        QTRY_VERIFY(publishButton()->isEnabled()); // with what was typed, and on purpose now
        QCOMPARE(field("publishReason")->text(), "mine");
        m->click(publishButton());
        waitUntilDialogIsClosed();
        QCOMPARE(findPublished(m->connection, "api")->policy.rules, parseRules("7/min"));
        QCOMPARE(policyHistory(m->connection, "api").size(), 3U);
    }

    void whatCannotBeMeantIsNotPublished()
    {
        open();
        edit();
        type("publishReason", "why");
        QVERIFY2(!publishButton()->isEnabled(), "nothing changes");
        typeRules("1/fortnight");
        QVERIFY2(table()->remarks().value(0).contains("fortnight"), qPrintable(table()->remarks().value(0)));
        QVERIFY(!publishButton()->isEnabled());
        typeRules("10 per hour; 1/second"); // as another program writes it
        QVERIFY(table()->remarks().isEmpty());
        QVERIFY(publishButton()->isEnabled());
        type("policyCandidate", "nonsense");
        QVERIFY(!publishButton()->isEnabled());
        QTest::keyClick(dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed();
        QCOMPARE(policyHistory(m->connection, "api").size(), 1U);
    }

    void rollsBackWhatIsNotShownToo()
    {
        PublishedPolicy policy = *findPublished(m->connection, "api");
        policy.whenAway = WhenAway::Deny;
        policy.ruleNames = {"a", "b"};
        publishPolicy(m->connection, policy, {"alice", "second"});
        policy.version = 2;
        policy.whenAway = WhenAway::Allow;
        policy.ruleNames.clear();
        publishPolicy(m->connection, policy, {"alice", "third"});
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        m->window->showPage(MainWindow::Page::Policies);
        QTRY_VERIFY(page().choose("api"));
        QTRY_COMPARE(page().history().size(), 3);
        const QList<QPushButton*> buttons = page().findChildren<QPushButton*>();
        m->click(*std::ranges::find(buttons, QString("Roll back to version 2"), &QWidget::accessibleName));
        QTRY_VERIFY(dialog() && dialog()->isActiveWindow());
        QVERIFY2(text("policyChanges").contains("whenAway: allow → deny"), qPrintable(text("policyChanges")));
        type("publishReason", "deny again");
        m->click(publishButton());
        waitUntilDialogIsClosed();
        const PublishedPolicy back = *findPublished(m->connection, "api");
        QCOMPARE(back.version, 4);
        QVERIFY(back.whenAway == WhenAway::Deny);
        QCOMPARE(back.ruleNames.size(), 2U);
    }

    void copiesTheRulesAsOthersWriteThem()
    {
        open();
        const QList<QAction*> actions = m->button("copyRules")->menu()->actions();
        const auto copied = [&](const QString& title) {
            const auto action =
                std::ranges::find_if(actions, [&](QAction* a) { return a->text().startsWith(title); });
            (*action)->trigger();
            return QGuiApplication::clipboard()->text();
        };
        QCOMPARE(copied("Short form"), "5/min + 100/h");
        QCOMPARE(copied("python-limits"), "5 per minute; 100 per hour");
        QVERIFY(copied("Envoy").contains("requests_per_unit: 100"));
        QTRY_VERIFY(m->window->statusText().contains("one limit for each descriptor"));
    }

    void publishesANewOne()
    {
        open();
        m->click(m->button("newPolicy"));
        QTRY_VERIFY(dialog() && dialog()->isActiveWindow());
        type("policyName", "mail");
        typeRules("30/h");
        type("policyDescription", "Outgoing <b>mail</b>");
        type("policyCandidate", "10/h");
        dialog()->findChild<QComboBox*>("policyAlgorithm")->setCurrentText("GCRA");
        dialog()->findChild<QComboBox*>("policyMode")->setCurrentIndex(1);
        dialog()->findChild<QCheckBox*>()->setChecked(true);
        type("publishReason", "mail is new");
        m->click(publishButton());
        waitUntilDialogIsClosed();
        const std::optional<PublishedPolicy> mail = findPublished(m->connection, "mail");
        QVERIFY(mail);
        QCOMPARE(mail->version, 1);
        QCOMPARE(mail->policy.algorithm, std::string("gcra"));
        QVERIFY(mail->policy.counters && mail->mode == PolicyMode::Shadow);
        QCOMPARE(mail->candidate->rules, parseRules("10/h"));
        QTRY_VERIFY(page().choose("mail"));
        QCOMPARE(page().model().index(page().model().rowOf("mail"), PolicyTableModel::Mode).data(),
                 "shadow + candidate");
    }

    void promotesACandidate()
    {
        PublishedPolicy policy = *findPublished(m->connection, "api");
        policy.candidate = Candidate{"gcra", parseRules("3/min")};
        publishPolicy(m->connection, policy, {"alice", "to try"});
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        m->window->showPage(MainWindow::Page::Policies);
        QTRY_VERIFY(page().choose("api"));
        QTRY_VERIFY(m->button("promoteCandidate")->isVisible());
        m->click(m->button("promoteCandidate"));
        QTRY_VERIFY(dialog() && dialog()->isActiveWindow());
        QVERIFY2(text("policyChanges").contains("algorithm: sliding-log-zset → gcra") &&
                     text("policyChanges").contains("every token begins anew"),
                 qPrintable(text("policyChanges")));
        type("publishReason", "it has been tried");
        m->click(publishButton());
        waitUntilDialogIsClosed();
        const PublishedPolicy promoted = *findPublished(m->connection, "api");
        QCOMPARE(promoted.policy.algorithm, std::string("gcra"));
        QCOMPARE(promoted.policy.rules, parseRules("3/min"));
        QVERIFY(!promoted.candidate);
        QTRY_VERIFY(!m->button("promoteCandidate")->isVisible());
    }

    void aServerThatGoesKeepsWhatWasTyped()
    {
        open();
        edit();
        typeRules("7/min");
        type("publishReason", "with care");
        m->server.kill();
        m->click(publishButton());
        QTRY_VERIFY(publishButton()->isEnabled());
        QCOMPARE(rules(), "7/min");
        QCOMPARE(field("publishReason")->text(), "with care");
        QTest::keyClick(dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed();
        QTRY_VERIFY(page().bannerText().startsWith("Redis is away"));
        QVERIFY(!m->button("editPolicy")->isEnabled());
        QVERIFY(page().model().rowCount() == 1); // what was known stays
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
        QVERIFY2(text("pasteRemarks").startsWith("Not pasted: "), qPrintable(text("pasteRemarks")));
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

    void aRefusedNewPolicyCanHaveAnotherName()
    {
        open();
        m->click(m->button("newPolicy"));
        QTRY_VERIFY(dialog() && dialog()->isActiveWindow());
        type("policyName", "api");
        typeRules("30/h");
        type("publishReason", "new");
        m->click(publishButton());
        QTRY_VERIFY2(text("policyChanges").contains("rules: 5/min + 100/h → 30/h"),
                     qPrintable(text("policyChanges")));
        QTRY_VERIFY(publishButton()->isEnabled());
        type("policyName", "api2");
        QVERIFY2(text("policyChanges").startsWith("A policy that nobody"), qPrintable(text("policyChanges")));
        m->click(publishButton());
        waitUntilDialogIsClosed();
        QCOMPARE(findPublished(m->connection, "api2")->policy.rules, parseRules("30/h"));
        QCOMPARE(findPublished(m->connection, "api")->policy.rules, parseRules("5/min + 100/h"));
    }

    void aSearchForEffectsThatFailsCanBeRepeated()
    {
        m = std::make_unique<WindowFixture>(WindowFixture::impatient);
        m->limiter.acquire("one");
        open();
        QTRY_COMPARE(m->page().model().tokenCount(), 1);
        edit();
        QTRY_VERIFY(text("policyEffect").startsWith("Of 1 tokens"));
        m->server.freeze();
        typeRules("2/min");
        auto* const again = dialog()->findChild<QPushButton*>("stopEffect");
        QTRY_COMPARE(again->text(), "Look again");
        QVERIFY2(text("policyEffect").contains("unix://"), qPrintable(text("policyEffect")));
        m->server.thaw();
        QTRY_VERIFY(m->window->link().state() == Link::State::Live);
        m->click(again);
        QTRY_VERIFY2(text("policyEffect").startsWith("Of 1 tokens"), qPrintable(text("policyEffect")));
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

    void dearRequestsAreThoughtOf()
    {
        open();
        edit();
        QVERIFY(table()->remarks().isEmpty());
        dialog()->findChild<QSpinBox*>("policyCost")->setValue(6);
        QCOMPARE(table()->remarks(), QStringList{"5/min ▲ never lets a request of cost 6 pass"});
        dialog()->findChild<QSpinBox*>("policyCost")->setValue(1);
        QVERIFY(table()->remarks().isEmpty());
        typeRules("5/min + 7/min");
        dialog()->findChild<QSpinBox*>("policyCost")->setValue(8);
        QCOMPARE(table()->remarks().value(1),
                 "7/min ▲ never lets a request of cost 8 pass; contradicts 5/min, which is stricter");
    }

    void theSearchForEffectsCanBeStopped()
    {
        m->limiter.acquire("one");
        m->limiter.acquire("two");
        open();
        QTRY_COMPARE(m->page().model().tokenCount(), 2);
        edit();
        m->server.freeze();
        typeRules("2/min");
        auto* const stop = dialog()->findChild<QPushButton*>("stopEffect");
        QTRY_VERIFY(stop->isVisible());
        QVERIFY2(text("policyEffect").startsWith("0 of 2 tokens looked at"),
                 qPrintable(text("policyEffect")));
        m->click(stop);
        QVERIFY2(text("policyEffect").startsWith("Stopped after 0 of 2"), qPrintable(text("policyEffect")));
        m->server.thaw();
        QTRY_COMPARE(m->window->link().scanLane().outstanding(), 0U);
        QVERIFY2(text("policyEffect").startsWith("Stopped after 0 of 2"), qPrintable(text("policyEffect")));
        m->click(stop); // which looks again now
        QTRY_VERIFY2(text("policyEffect").startsWith("Of 2 tokens"), qPrintable(text("policyEffect")));
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
        QTRY_VERIFY2(text("policyChanges").contains("of 800 no token is known to have used more than 2"),
                     qPrintable(text("policyChanges")));
        const Instant after = m->window->link().serverNow();
        const auto says = [&](Instant moment) { // to the minute
            return text("policyChanges").contains(", until " + momentText(moment + 23h).chopped(3));
        };
        QVERIFY2(says(before) || says(after), qPrintable(text("policyChanges")));
    }

    void aCandidateIsSeenBesideTheEnforcedRules()
    {
        PublishedPolicy policy = *findPublished(m->connection, "api");
        policy.policy.counters = true;
        policy.candidate = Candidate{"gcra", parseRules("2/h")};
        publishPolicy(m->connection, policy, {"alice", "to try"});
        const PolicyWatch watch(m->server.endpoint());
        FollowingRateLimiter service(m->connection, watch, "api");
        for (const char* const token : {"busy", "busy", "busy", "busy", "busy", "busy", "calm"})
            service.acquire(token);
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        m->window->showPage(MainWindow::Page::Policies);
        QTRY_VERIFY(page().choose("api"));
        QTRY_COMPARE(page().requests(), (QStringList{"Enforced rules: 6 allowed, 1 denied",
                                                     "Candidate: 3 would pass, 4 would be denied"}));
        m->click(m->button("candidateTokens"));
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(m->page().model().rowCount(), 2);
        QCOMPARE(m->page().model().keyAt(0).policy, std::string("api~next"));
    }

    void withoutTheRightToReadPoliciesTokensAreShown()
    {
        m->limiter.acquire("one");
        m->connection.call({"DEL", "rw:policies"});
        m->connection.call({"SET", "rw:policies", "not ours"});
        m->window->show();
        QTRY_VERIFY(m->page().choose(m->key("one")));
        QTRY_VERIFY2(m->page().bannerText().contains("WRONGTYPE"), qPrintable(m->page().bannerText()));
    }

    // Wrapped as they are, every version stands there whole, at any width.
    void everyVersionIsToBeRead()
    {
        PublishedPolicy policy = *findPublished(m->connection, "api");
        for (int i = 2; i <= 6; ++i) {
            policy.policy.rules = parseRules(std::to_string(i) + "/min");
            policy.version = publishPolicy(m->connection, policy,
                                           {"alice", "A reason that takes more than one line where there "
                                                     "is as little room as here, and then some more"})
                                 .version;
        }
        open(6);
        for (const QSize size : {QSize(1010, 600), QSize(784, 768), QSize(1280, 800)}) {
            m->window->resize(size);
            QTRY_COMPARE(m->window->size(), size);
            const auto wrapped = [this] {
                QList<PlainLabel*> labels = page().findChildren<PlainLabel*>();
                labels.removeIf(
                    [](const PlainLabel* label) { return !label->wordWrap() || !label->isVisible(); });
                return labels;
            };
            QTRY_VERIFY(wrapped().size() > 6);
            const auto isWhole = [](const PlainLabel* label) {
                return label->height() >= label->heightForWidth(label->width());
            };
            QTRY_VERIFY(std::ranges::all_of(wrapped(), isWhole));
        }
    }

    void anUnreadableDocumentIsSaid()
    {
        m->connection.call({"HSET", "rw:policies", "<b>odd</b>", R"({"schema":2})"});
        open();
        QTRY_VERIFY(page().choose("<b>odd</b>"));
        const int row = page().model().rowOf("<b>odd</b>");
        QVERIFY(page().model().problemAt(row).find("schema 2") != std::string::npos);
        QVERIFY(!m->button("editPolicy")->isEnabled());
        QVERIFY(page().choose("api"));
        QTRY_VERIFY(m->button("editPolicy")->isEnabled());
    }
};

QTEST_MAIN(TestPoliciesPage)
#include "tst_policies_page.moc"
