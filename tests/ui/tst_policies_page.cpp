// SPDX-License-Identifier: GPL-3.0-or-later
// Policies in the window: published, refused, rolled back, tried beside the enforced ones, and obeyed.
#include "core/model/document_faults.h"
#include "core/policies/following_rate_limiter.h"
#include "tests/support/suites.h"
#include "tests/ui/policies_test.h"
#include "ui/widgets/banner.h"
#include "ui/widgets/copy_rules.h"

#include <QAction>
#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QMenu>
#include <QPlainTextEdit>
#include <QScrollArea>
#include <QSemaphore>
#include <QSpinBox>
#include <QTableView>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestPoliciesPage : public PoliciesTest {
    Q_OBJECT

private:
    void rollBackWhileBobPublishes(const char* rules)
    {
        PublishedPolicy policy = *findPublished(m->connection, "api");
        policy.policy.rules = parseRules("9/min");
        publishPolicy(m->connection, policy, {"alice", "more"});
        open(2);
        rollBackTo(1);
        typeKeys("too much");
        PublishedPolicy theirs = *findPublished(m->connection, "api");
        theirs.policy.rules = parseRules(rules);
        QVERIFY(publishPolicy(m->connection, theirs, {"bob", "theirs"}).published);
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
    }

private Q_SLOTS:
    // However slow the server is, and without keeping it from anything.
    void tokensAreGoneThroughBesideTheServer()
    {
        m->limiter.acquire("one");
        open();
        QTRY_COMPARE(m->page().model().tokenCount(), 1);
        QSemaphore begun;
        QSemaphore goesOn;
        m->window->session().search(
            &page(),
            [&](Server&) {
                begun.release();
                goesOn.acquire();
                return 0;
            },
            [](const ratewarden::ui::Outcome<int>&) {});
        begun.acquire();
        edit();
        QTRY_TEXT(text("policyEffect"), contains("Checked 0 of 1 token"));
        goesOn.release();
        QTRY_TEXT(text("policyEffect"), startsWith("1 token: "));
    }

    void theWholeStory()
    {
        const PolicyWatch watch(m->server.endpoint());
        QTRY_VERIFY(watch.hasRead());
        FollowingRateLimiter service(m->connection, watch, "api"); // 5/min + 100/h
        for (int i = 0; i < 3; ++i)
            QVERIFY(service.acquire("busy").allowed());
        QVERIFY(service.acquire("calm").allowed());
        open();
        // The first scan may have been before they were there.
        QTRY_COMPARE(m->page().model().tokenCount(), 2);

        // The problem and the effect are seen before anything is published.
        edit();
        typeRules("2/min + 100/h + 500/h");
        QCOMPARE(table()->remarks(), (QStringList{"500/h ▲ redundant, as 2/min never allows more"}));
        QVERIFY_TEXT(text("policyChanges"), contains("Rules: 5/min + 100/h → 2/min + 100/h + 500/h"));
        typeRules("2/min + 100/h");
        QVERIFY(table()->remarks().isEmpty());
        QTRY_COMPARE(text("policyEffect"), "2 tokens: 0 limited now, 1 with these rules; 0 released");
        QCOMPARE(affected(), QStringList{"busy 150 % ■ limited"});
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
                     page().history().first().contains("Rules: 5/min + 100/h → 2/min + 100/h"),
                 qPrintable(page().history().first()));

        // And back, once the page has heard of the new version, too.
        QTRY_COMPARE(page().model().at(page().model().rowOf("api")).policy->version, 2);
        rollBackTo(1);
        QCOMPARE(page().rollBackDialog()->windowTitle(), "Roll back api to version 1");
        QVERIFY_TEXT(rollBackText("versionDifferences"), contains("Rules: 2/min + 100/h → 5/min + 100/h"));
        typeKeys("too few"); // as in every other dialog
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        waitUntilDialogIsClosed();
        QTRY_COMPARE(watch.find("api")->version, 3);
        QVERIFY(service.acquire("busy").allowed());
        QTRY_COMPARE(page().history().size(), 3);
        QTRY_COMPARE(page().model().index(page().model().rowOf("api"), PolicyTableModel::Version).data(),
                     "3");
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
        field("publishReason")->setFocus();
        QTest::keyClick(field("publishReason"), Qt::Key_Return);
        QTRY_TEXT(text("policyChanges"), contains("Rules: 9/min → 7/min"));
        QCOMPARE(findPublished(m->connection, "api")->policy.rules, parseRules("9/min"));
        QTRY_VERIFY(publishButton()->isEnabled()); // with what was typed, and on purpose now
        QCOMPARE(field("publishReason")->text(), "mine");
        QTRY_VERIFY(field("publishReason")->hasFocus()); // the same key does it, rather than to cancel
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        waitUntilDialogIsClosed();
        QCOMPARE(findPublished(m->connection, "api")->policy.rules, parseRules("7/min"));
        QCOMPARE(policyHistory(m->connection, "api").size(), 3U);
    }

    void rollsBackWhatIsNotShownToo()
    {
        PublishedPolicy policy = *findPublished(m->connection, "api");
        policy.onFailure = OnFailure::Deny;
        policy.ruleNames = {"a", "b"};
        publishPolicy(m->connection, policy, {"alice", "second"});
        policy.version = 2;
        policy.onFailure = OnFailure::Allow;
        policy.ruleNames.clear();
        publishPolicy(m->connection, policy, {"alice", "third"});
        showWindow();
        m->window->showPage(MainWindow::Page::Policies);
        QTRY_VERIFY(page().choose("api"));
        QTRY_COMPARE(page().history().size(), 3);
        rollBackTo(2);
        QVERIFY_TEXT(rollBackText("versionDifferences"), contains("On failure: fail open → fail closed"));
        typeKeys("deny again");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        waitUntilDialogIsClosed();
        const PublishedPolicy back = *findPublished(m->connection, "api");
        QCOMPARE(back.version, 4);
        QVERIFY(back.onFailure == OnFailure::Deny);
        QCOMPARE(back.ruleNames.size(), 2U);

        // Undone on another page, by a version more.
        QTRY_COMPARE(m->window->undoButton().action()->text(), "Undo: roll back of api to version 2");
        m->turnTo(MainWindow::Page::Blocks);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(findPublished(m->connection, "api")->version, 5);
        QVERIFY(findPublished(m->connection, "api")->onFailure == OnFailure::Allow);
    }

    void undoesWhatWasPublished()
    {
        open();
        edit();
        typeRules("7/min");
        type("publishReason", "tried");
        m->click(publishButton());
        waitUntilDialogIsClosed();
        QCOMPARE(findPublished(m->connection, "api")->policy.rules, parseRules("7/min"));
        QTRY_COMPARE(m->window->undoButton().action()->text(), "Undo: version 2 of api");
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(findPublished(m->connection, "api")->version, 3);
        QCOMPARE(findPublished(m->connection, "api")->policy.rules, m->policy.rules);
        QTRY_COMPARE(page().history().size(), 3);
        QVERIFY_TEXT(page().history().first(), contains("undoes version 2: tried"));
    }

    void undoAsksBeforeAnothersVersionIsReplaced()
    {
        open();
        edit();
        typeRules("7/min");
        type("publishReason", "mine");
        m->click(publishButton());
        waitUntilDialogIsClosed();
        QTRY_VERIFY(m->window->session().changes().canUndo());
        PublishedPolicy theirs = *findPublished(m->connection, "api");
        theirs.policy.rules = parseRules("9/min");
        QVERIFY(publishPolicy(m->connection, theirs, {"bob", "theirs"}).published);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QCOMPARE(findPublished(m->connection, "api")->policy.rules, parseRules("9/min"));
        m->click(m->confirmButton());
        QTRY_COMPARE(findPublished(m->connection, "api")->policy.rules, m->policy.rules);
        QCOMPARE(findPublished(m->connection, "api")->version, 4);
    }

    void aPolicyIsRemovedAndComesBack()
    {
        const PolicyWatch watch(m->server.endpoint());
        QTRY_VERIFY(watch.hasRead());
        FollowingRateLimiter service(m->connection, watch, "api");
        QVERIFY(service.acquire("busy").allowed());
        open();
        QTRY_VERIFY(m->button("removePolicy")->isEnabled());
        m->click(m->button("removePolicy"));
        QTRY_VERIFY(page().removalDialog() && page().removalDialog()->isActiveWindow());
        ActDialog* const dialog = page().removalDialog();
        auto* const confirm = dialog->findChild<QPushButton*>("confirm");
        QVERIFY2(!confirm->isEnabled(), "it can be removed without a reason");
        // It says what becomes of those who follow it.
        QVERIFY(std::ranges::any_of(dialog->findChildren<PlainLabel*>(), [](const PlainLabel* label) {
            return label->text().contains("keep the last version in force");
        }));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        QTRY_VERIFY(!page().removalDialog());
        QVERIFY(findPublished(m->connection, "api"));

        m->click(m->button("removePolicy"));
        QTRY_VERIFY(page().removalDialog() && page().removalDialog()->isActiveWindow());
        typeKeys("a slip");
        const QString commands = page().removalDialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY2(commands.contains("EVALSHA") && commands.contains("{rw:policies}:history") &&
                     commands.contains("a slip"),
                 qPrintable(commands));
        m->click(page().removalDialog()->findChild<QPushButton*>("confirm"));
        QTRY_VERIFY(!page().removalDialog());
        QVERIFY(!findPublished(m->connection, "api"));
        QCOMPARE(policyHistory(m->connection, "api").front().reason, std::string("a slip"));
        QTRY_VERIFY(!watch.problem().empty()); // it has read that it is gone
        QVERIFY(service.acquire("busy").allowed());

        QTRY_COMPARE(m->window->undoButton().action()->text(), "Undo: removal of policy api");
        m->window->undoButton().click();
        QTRY_VERIFY(findPublished(m->connection, "api"));
        QCOMPARE(findPublished(m->connection, "api")->policy.rules, m->policy.rules);
    }

    void noneTakesThePlaceOfAPolicyThatIsRemoved()
    {
        announcePolicy(m->connection, {"another", "gcra", parseRules("3/min")});
        open();
        QTRY_COMPARE(page().model().rowCount(), 2);
        QTRY_VERIFY(m->button("editPolicy")->isEnabled());
        QVERIFY(withdrawPolicy(m->connection, "api", findDocument(m->connection, "api").value(),
                               {"bob", "not needed"})
                    .published);
        QTRY_COMPARE(page().model().rowCount(), 1);
        QVERIFY(!m->button("editPolicy")->isEnabled() && !m->button("removePolicy")->isEnabled());
        QVERIFY_TEXT(m->button("editPolicy")->toolTip(), contains("Select a policy first"));
        QVERIFY(page().choose("another"));
        QTRY_VERIFY(m->button("editPolicy")->isEnabled());
    }

    // Buttons act on the row that is marked, and on no other policy.
    void aPolicyThatComesBackIsSelectedAgain()
    {
        announcePolicy(m->connection, {"another", "gcra", parseRules("3/min")});
        open();
        QTRY_COMPARE(page().model().rowCount(), 2);
        const auto* const table = page().findChild<QTableView*>("policiesTable");
        QVERIFY(withdrawPolicy(m->connection, "api", findDocument(m->connection, "api").value(),
                               {"bob", "not needed"})
                    .published);
        QTRY_COMPARE(page().model().rowCount(), 1);
        QVERIFY(table->selectionModel()->selectedRows().isEmpty());
        announcePolicy(m->connection, m->policy);
        QTRY_COMPARE(page().model().rowCount(), 2);
        QTRY_VERIFY(m->button("removePolicy")->isEnabled());
        const QModelIndexList rows = table->selectionModel()->selectedRows();
        QCOMPARE(rows.size(), 1);
        QCOMPARE(rows.front().data().toString(), "api");
    }

    void aPolicyThatIsGoneIsNotRemoved()
    {
        open();
        QTRY_VERIFY(m->button("removePolicy")->isEnabled());
        QVERIFY(withdrawPolicy(m->connection, "api", findDocument(m->connection, "api").value(),
                               {"bob", "not needed"})
                    .published);
        m->click(m->button("removePolicy")); // before the window has heard of it
        QTRY_COMPARE(bannerText(page()), QString("api is no longer published"));
        QVERIFY(!page().removalDialog());
    }

    void aPolicyThatWasChangedIsNotRemoved()
    {
        open();
        m->click(m->button("removePolicy"));
        QTRY_VERIFY(page().removalDialog() && page().removalDialog()->isActiveWindow());
        PublishedPolicy theirs = *findPublished(m->connection, "api");
        theirs.policy.rules = parseRules("8/min");
        QVERIFY(publishPolicy(m->connection, theirs, {"bob", "theirs"}).published);
        typeKeys("not needed");
        m->click(page().removalDialog()->findChild<QPushButton*>("confirm"));
        QTRY_TEXT(page().removalDialog()->problem(), contains("changed since"));
        QCOMPARE(findPublished(m->connection, "api")->policy.rules, parseRules("8/min"));
    }

    void rollingBackWantsAReasonAndEditsNothing()
    {
        PublishedPolicy policy = *findPublished(m->connection, "api");
        policy.policy.rules = parseRules("9/min");
        publishPolicy(m->connection, policy, {"alice", "hurts <b>nobody</b>"});
        policy.version = 2;
        policy.policy.rules = parseRules("3/min");
        publishPolicy(m->connection, policy, {"bob", "an attack"});
        open(3);
        rollBackTo(2);
        RollBackDialog* const back = page().rollBackDialog();
        QVERIFY_TEXT(rollBackText("versionOrigin"), contains("by alice: hurts <b>nobody</b>"));
        const auto lines = back->findChildren<QLineEdit*>();
        QVERIFY2(std::ranges::count_if(lines, &QWidget::isVisible) == 1 && !back->findChild<RuleTable*>(),
                 "something can be edited");
        auto* const confirm = back->findChild<QPushButton*>("rollBack");
        QVERIFY(!confirm->isEnabled());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        QVERIFY(back->isVisible());
        QCOMPARE(policyHistory(m->connection, "api").size(), 3U);
        typeKeys("it is over");
        QVERIFY(confirm->isEnabled());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Escape);
        waitUntilDialogIsClosed();
        QCOMPARE(policyHistory(m->connection, "api").size(), 3U);

        rollBackTo(2);
        typeKeys("it is over");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        waitUntilDialogIsClosed();
        QCOMPARE(findPublished(m->connection, "api")->policy.rules, parseRules("9/min"));
        QCOMPARE(policyHistory(m->connection, "api").front().reason, std::string("it is over"));
    }

    // While those of another one are still read, there are none to roll back to.
    void theVersionsAreOfTheChosenOne()
    {
        announcePolicy(m->connection, {"web", "gcra", parseRules("3/s")});
        PublishedPolicy policy = *findPublished(m->connection, "api");
        policy.policy.rules = parseRules("9/min");
        publishPolicy(m->connection, policy, {"alice", "more"});
        open(2);
        QTRY_VERIFY(page().model().rowOf("web") >= 0);
        const auto offered = [this] {
            return std::ranges::count_if(page().findChildren<QPushButton*>(), [](const QPushButton* button) {
                return button->isVisible() && button->accessibleName().startsWith("Roll back");
            });
        };
        QTRY_COMPARE(offered(), 1);
        m->server.freeze();
        page().choose("web");
        QVERIFY2(page().history().isEmpty(), qPrintable(page().history().join('\n')));
        QCOMPARE(offered(), 0);
        m->server.thaw();
        QTRY_COMPARE(page().history().size(), 1);
        QCOMPARE(offered(), 0);
    }

    void theVersionsOfOneThatWasChosenDuringAnOutage()
    {
        m = std::make_unique<WindowFixture>(WindowFixture::impatient);
        announcePolicy(m->connection, {"web", "gcra", parseRules("3/s")});
        open();
        QTRY_VERIFY(page().model().rowOf("web") >= 0);
        m->server.freeze();
        QTRY_VERIFY(m->window->link().isUnreachable());
        page().choose("web");
        QVERIFY(page().history().isEmpty());
        m->server.thaw();
        QTRY_COMPARE(page().history().size(), 1);
    }

    // Who holds an arrow key down does not wait for all that was passed.
    void theVersionsAreReadOneAfterTheOther()
    {
        constexpr int many = 20;
        for (int i = 0; i < many; ++i)
            announcePolicy(m->connection, {"web" + std::to_string(i), "gcra", parseRules("3/s")});
        open();
        QTRY_COMPARE(page().model().rowCount(), many + 1);
        m->server.freeze();
        auto* const table = m->window->findChild<QTableView*>("policiesTable");
        for (int i = 0; i < many; ++i)
            QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(table->currentIndex().row(), many);
        QVERIFY(m->window->link().actLane().outstanding() <= 2);
        m->server.thaw();
        QTRY_COMPARE(page().history().size(), 1);
    }

    void theVersionsAreNotReadBehindAnotherPage()
    {
        m->window->show();
        QTRY_COMPARE(page().model().rowCount(), 1);
        QTRY_COMPARE(m->window->link().actLane().outstanding(), 0U);
        QVERIFY(page().history().isEmpty());
    }

    void rollingBackOverAnotherVersionIsOfferedAnew()
    {
        RATEWARDEN_STEP(rollBackWhileBobPublishes("8/min"));
        RollBackDialog* const back = page().rollBackDialog();
        QTRY_TEXT(back->problem(), contains("version 3 has been published since"));
        QVERIFY_TEXT(rollBackText("versionDifferences"), startsWith("Rules: 8/min → 5/min + 100/h"));
        QCOMPARE(findPublished(m->connection, "api")->policy.rules, parseRules("8/min"));
        // What was typed is still there, and the same key does it now.
        QCOMPARE(back->findChild<QLineEdit*>("rollBackReason")->text(), "too much");
        QTRY_VERIFY(back->findChild<QLineEdit*>("rollBackReason")->hasFocus());
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        waitUntilDialogIsClosed();
        QCOMPARE(findPublished(m->connection, "api")->policy.rules, parseRules("5/min + 100/h"));
        QCOMPARE(findPublished(m->connection, "api")->version, 4);
    }

    void rollingBackToTheSameIsNothing()
    {
        RATEWARDEN_STEP(rollBackWhileBobPublishes("5/min + 100/h")); // so that it is done
        RollBackDialog* const back = page().rollBackDialog();
        QTRY_VERIFY(!back->problem().isEmpty());
        QVERIFY_TEXT(rollBackText("versionDifferences"), startsWith("Nothing"));
        QVERIFY(!back->findChild<QPushButton*>("rollBack")->isEnabled());
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
        QCOMPARE(copied("Ratewarden's short form"), "5/min + 100/h");
        QCOMPARE(copied("python-limits"), "5 per minute; 100 per hour");
        QVERIFY(copied("Envoy").contains("requests_per_unit: 100"));
        QTRY_VERIFY(m->window->statusText().contains("one limit per descriptor"));
    }

    void whatCannotBeWrittenLeavesTheClipboard()
    {
        const Policy policy{"api", "gcra", parseRules("30/10s")};
        QString said;
        const std::unique_ptr<QMenu> menu(makeCopyRulesMenu(
            nullptr, [&] { return &policy; }, [&](const QString& sentences) { said = sentences; }));
        QGuiApplication::clipboard()->setText("before");
        for (QAction* const action : menu->actions())
            if (action->text().startsWith("Envoy"))
                action->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), "before");
        QVERIFY2(said.startsWith("Nothing copied") && said.contains("30/10s is left out"), qPrintable(said));
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
        dialog()
            ->findChild<QComboBox*>("policyMode")
            ->setCurrentText("Shadow: counted, but nothing is denied");
        QVERIFY(dialog()->findChild<QCheckBox*>()->isChecked()); // a new policy counts
        auto* const remembers = dialog()->findChild<QCheckBox*>("policyRemembers");
        QVERIFY(!remembers->isChecked() && !dialog()->findChild<QSpinBox*>("policyDenials")->isEnabled());
        remembers->click();
        dialog()->findChild<QSpinBox*>("policyDenials")->setValue(50);
        QVERIFY(!dialog()->findChild<QSpinBox*>("policyLeaseLife")->isEnabled());
        dialog()->findChild<QCheckBox*>("policyLeases")->click();
        dialog()->findChild<QSpinBox*>("policyLeaseLife")->setValue(250);
        type("publishReason", "mail is new");
        m->click(publishButton());
        waitUntilDialogIsClosed();
        const std::optional<PublishedPolicy> mail = findPublished(m->connection, "mail");
        QVERIFY(mail);
        QCOMPARE(mail->version, 1);
        QCOMPARE(mail->policy.lease, Micros(250ms));
        QCOMPARE(mail->policy.algorithm, std::string("gcra"));
        QVERIFY(mail->policy.counters && mail->mode == PolicyMode::Shadow);
        QCOMPARE(mail->policy.denials, std::int64_t(50));
        QCOMPARE(mail->candidate->rules, parseRules("10/h"));
        const auto* const table = page().findChild<QTableView*>("policiesTable");
        QTRY_COMPARE(table->currentIndex().siblingAtColumn(0).data().toString(), "mail"); // what was made
        QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(page().model().index(page().model().rowOf("mail"), PolicyTableModel::Mode).data(),
                 "shadow + candidate");
    }

    void promotesACandidate()
    {
        PublishedPolicy policy = *findPublished(m->connection, "api");
        policy.candidate = CandidateRules{"gcra", parseRules("3/min")};
        publishPolicy(m->connection, policy, {"alice", "to try"});
        showWindow();
        m->window->showPage(MainWindow::Page::Policies);
        QTRY_VERIFY(page().choose("api"));
        QTRY_VERIFY(m->button("promoteCandidate")->isVisible() && m->button("promoteCandidate")->isEnabled());
        m->click(m->button("promoteCandidate"));
        QTRY_VERIFY(dialog() && dialog()->isActiveWindow());
        QVERIFY2(text("policyChanges").contains("Algorithm: sliding log (sorted set) → GCRA") &&
                     text("policyChanges").contains("every token starts with nothing used"),
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
        discard();
        QTRY_VERIFY(bannerText(page()).startsWith("Redis is unreachable"));
        QVERIFY(!m->button("editPolicy")->isEnabled());
        QVERIFY(page().model().rowCount() == 1); // what was known stays
    }

    void whatAReplicaTakesNotIsSaidAndKept()
    {
        PublishedPolicy policy = *findPublished(m->connection, "api");
        policy.policy.rules = parseRules("9/min");
        QVERIFY(publishPolicy(m->connection, policy, {"alice", "more"}).published);
        open(2);
        const LossWatch link(*m->window);
        m->connection.call({"REPLICAOF", "127.0.0.1", "1"}); // nobody there: it keeps what it has
        edit();
        type("policyCandidate", "3/min");
        type("publishReason", "to try");
        m->click(publishButton());
        const auto problem = [this] {
            return dialog()->findChild<Banner*>()->text();
        };
        QTRY_VERIFY2(problem().startsWith("This was not published: ") && problem().contains("replica"),
                     qPrintable(problem()));
        QCOMPARE(field("policyCandidate")->text(), "3/min");
        QTRY_VERIFY(publishButton()->isEnabled());
        discard();
        rollBackTo(1);
        typeKeys("too much");
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Return);
        RollBackDialog* const back = page().rollBackDialog();
        QTRY_TEXT(back->problem(), contains("replica"));
        QTest::keyClick(back, Qt::Key_Escape);
        waitUntilDialogIsClosed();
        QVERIFY2(!link.lost(), "a replica can be read");
        QCOMPARE(bannerText(page()), QString());
        QVERIFY(m->button("editPolicy")->isEnabled());
        // The primary again, it takes it without another connection.
        m->connection.call({"REPLICAOF", "NO", "ONE"});
        edit();
        type("policyCandidate", "3/min");
        type("publishReason", "to try");
        m->click(publishButton());
        waitUntilDialogIsClosed();
        QVERIFY(findPublished(m->connection, "api")->candidate);
        QVERIFY(!link.lost());
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
        QTRY_TEXT(text("policyChanges"), contains("Rules: 5/min + 100/h → 30/h"));
        QTRY_VERIFY(publishButton()->isEnabled());
        type("policyName", "api2");
        QVERIFY_TEXT(text("policyChanges"), startsWith("A new policy"));
        m->click(publishButton());
        waitUntilDialogIsClosed();
        QCOMPARE(findPublished(m->connection, "api2")->policy.rules, parseRules("30/h"));
        QCOMPARE(findPublished(m->connection, "api")->policy.rules, parseRules("5/min + 100/h"));
    }

    void aCandidateIsSeenBesideTheEnforcedRules()
    {
        PublishedPolicy policy = *findPublished(m->connection, "api");
        policy.policy.counters = true;
        policy.candidate = CandidateRules{"gcra", parseRules("2/h")};
        publishPolicy(m->connection, policy, {"alice", "to try"});
        const PolicyWatch watch(m->server.endpoint());
        QTRY_VERIFY(watch.hasRead());
        FollowingRateLimiter service(m->connection, watch, "api");
        for (const char* const token : {"busy", "busy", "busy", "busy", "busy", "busy", "calm"})
            service.acquire(token);
        showWindow();
        m->window->showPage(MainWindow::Page::Policies);
        QTRY_VERIFY(page().choose("api"));
        QTRY_COMPARE(page().requests(), (QStringList{"Enforced rules: 6 allowed, 1 denied",
                                                     "Candidate: 3 would be allowed, 4 would be denied"}));
        auto* const filter = m->page().findChild<QLineEdit*>("filter");
        filter->setText("calm"); // for something else, earlier
        m->click(m->button("candidateTokens"));
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(m->page().model().rowCount(), 2);
        QCOMPARE(m->page().model().keyAt(0).policy, std::string("api~next"));
        QTest::keyClick(m->window.get(), Qt::Key_Escape);
        QTRY_VERIFY(page().isVisible());
        QCOMPARE(filter->text(), "calm");
    }

    void withoutTheRightToReadPoliciesTokensAreShown()
    {
        m->limiter.acquire("one");
        m->connection.call({"DEL", "rw:policies"});
        m->connection.call({"SET", "rw:policies", "not ours"});
        m->window->show();
        QTRY_VERIFY(m->page().choose(m->key("one")));
        QTRY_TEXT(bannerText(m->page()), contains("WRONGTYPE"));
    }

    void everyVersionIsToBeRead()
    {
        PublishedPolicy policy = *findPublished(m->connection, "api");
        policy.description = std::string(300, 'W'); // no place to break it
        for (int i = 2; i <= 6; ++i) {
            policy.policy.rules = parseRules(std::to_string(i) + "/min");
            policy.version = publishPolicy(m->connection, policy,
                                           {"alice", "A reason that takes more than one line where there "
                                                     "is as little room as here, and then some more" +
                                                         std::string(100, 'M')})
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
            const auto* const area = page().findChild<QScrollArea*>();
            QTRY_VERIFY2(area->widget()->width() <= area->viewport()->width(),
                         qPrintable(QString("a long word widens the details from %1 to %2")
                                        .arg(area->viewport()->width())
                                        .arg(area->widget()->width())));
        }
    }

    void anUnreadableDocumentIsSaid()
    {
        m->connection.call({"HSET", "rw:policies", "<b>odd</b>", R"({"schema":2})"});
        open();
        QTRY_VERIFY(page().choose("<b>odd</b>"));
        const int row = page().model().rowOf("<b>odd</b>");
        QVERIFY(page().model().at(row).problem ==
                Problem(Fault::PolicyUnreadable, "<b>odd</b>", Problem(Fault::Schema, "2", 1)));
        QVERIFY(!m->button("editPolicy")->isEnabled());
        QVERIFY(page().choose("api"));
        QTRY_VERIFY(m->button("editPolicy")->isEnabled());
    }
};

RATEWARDEN_SUITE(TestPoliciesPage)
#include "tst_policies_page.moc"
