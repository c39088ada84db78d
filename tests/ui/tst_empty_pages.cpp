// SPDX-License-Identifier: GPL-3.0-or-later
// Pages, lists and panels that have nothing to show: each says why, and offers one step that leads on and
// changes nothing by itself.
#include "tests/support/suites.h"
#include "tests/ui/lab_test.h"
#include "ui/charts/decision_strips.h"
#include "ui/dialogs/describe_dialog.h"
#include "ui/dialogs/policy_dialog.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/overview/overview_page.h"
#include "ui/pages/overview/overview_tile.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/pages/watch/watch_page.h"
#include "ui/state/overview_feed.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/number_tile.h"
#include "ui/widgets/row_table.h"
#include "ui/widgets/row_tree.h"

#include <QAccessible>
#include <QLabel>
#include <QPlainTextEdit>
#include <QSignalSpy>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

using Page = MainWindow::Page;

class TestEmptyPages : public LabTest {
    Q_OBJECT

private:
    /// Of those that can be seen on the page, the one whose text begins like that; null: none does.
    EmptyState* stateOf(Page page, const QString& beginning)
    {
        for (auto* const one : m->window->widgetOf(page)->findChildren<EmptyState*>())
            if (one->isVisible() && one->text().startsWith(beginning))
                return one;
        return nullptr;
    }
    QString saidOn(Page page)
    {
        QStringList texts;
        for (const auto* const one : m->window->widgetOf(page)->findChildren<EmptyState*>())
            if (one->isVisible())
                texts << one->text();
        return texts.join(" | ");
    }
    /// Turns to the page, where it is said, and the step is offered: by a button, also to who cannot see it.
    EmptyState* expect(Page page, const QString& text, const QString& step)
    {
        m->turnTo(page);
        EmptyState* found = nullptr;
        const bool isSaid = QTest::qWaitFor(
            [&] {
                found = stateOf(page, text);
                return found && (step.isEmpty() || found->step());
            },
            patienceMs);
        const auto fail = [&](const char* what) {
            QTest::qFail(
                qPrintable(QStringLiteral("%1: \"%2\" [%3]; said: %4").arg(what, text, step, saidOn(page))),
                __FILE__, __LINE__);
        };
        if (!isSaid)
            return fail("not said"), nullptr;
        const auto* const button = found->findChild<QPushButton*>("emptyStep");
        const QString offered = button->isVisible() ? button->text() : QString();
        if (offered != step)
            return fail("another step"), nullptr;
        const QAccessibleInterface* const told = QAccessible::queryAccessibleInterface(found);
        if (told->text(QAccessible::Name) != found->text())
            fail("not told");
        picture(QStringLiteral("empty-%1-%2-%3")
                    .arg(QTest::currentTestFunction())
                    .arg(int(page))
                    .arg(step.isEmpty() ? "panel" : "page"));
        return found;
    }
    void take(EmptyState* state) { m->click(state->findChild<QPushButton*>("emptyStep")); }
    std::int64_t keysOnServer() { return m->connection.call({"DBSIZE"}).view().integer(); }

private Q_SLOTS:
    void anEmptyServer()
    {
        m->connection.call({"FLUSHALL"});
        showWindow();
        QTRY_VERIFY(m->window->session().everScanned());
        QSignalSpy other(m->window.get(), &MainWindow::otherServerWanted);
        EmptyState* at = expect(Page::Keys, "Database 0 has no keys", "Open another server…");
        QVERIFY(at);
        take(at);
        QCOMPARE(other.count(), 1);
        QVERIFY(expect(Page::Keys, "No key is listed", {}));

        QVERIFY(at = expect(Page::Policies, "No policy is published", "New policy…"));
        take(at);
        QTRY_VERIFY(m->window->policiesPage().dialog());
        m->window->policiesPage().dialog()->close();
        QTRY_VERIFY(!m->window->policiesPage().dialog());

        activateWindow();
        QVERIFY(at = expect(Page::Blocks, "No token is blocked", "Block a token…"));
        take(at);
        QTRY_VERIFY(m->window->blocksPage().actions().dialog());
        QTest::keyClick(m->window->blocksPage().actions().dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!m->window->blocksPage().actions().dialog());

        activateWindow();
        QVERIFY(at = expect(Page::Overrides, "There are no overrides", "Choose a token"));
        take(at);
        QCOMPARE(m->window->page(), Page::Tokens);
        QVERIFY(at = expect(Page::Compare, "Nothing to compare yet", "Choose tokens"));
        take(at);
        QCOMPARE(m->window->page(), Page::Tokens);
        QVERIFY(expect(Page::Watch, "Nothing is wrong", "Read again"));

        QVERIFY(expect(Page::Tokens, "No token is listed", {}));
        QVERIFY(at = expect(Page::Tokens, "Database 0 has no keys, and so no tokens.",
                            "Open the lab with an example"));
        take(at);
        QCOMPARE(m->window->page(), Page::Lab);
        QTRY_VERIFY(isReady());
        QCOMPARE(keysOnServer(), 0);
        // What is in the lab by then is kept.
        const SharedTraffic traffic = lab().traffic();
        take(expect(Page::Tokens, "Database 0 has no keys", "Open the lab with an example"));
        QCOMPARE(m->window->page(), Page::Lab);
        QVERIFY2(lab().isIdle(), "another example is being read");
        QCOMPARE(lab().traffic(), traffic);
    }

    void keysButNoTokens()
    {
        showWindow();
        EmptyState* const at = expect(Page::Tokens, "No tokens here yet.", "Describe a key…");
        QVERIFY(at);
        take(at);
        QTRY_VERIFY(m->window->findChild<DescribeDialog*>());
    }

    void theStepIsTakenByTheKeyboard()
    {
        m->connection.call({"FLUSHALL"});
        showWindow();
        EmptyState* const at = expect(Page::Policies, "No policy is published", "New policy…");
        QVERIFY(at);
        auto* const table = m->window->findChild<RowTable*>("policiesTable");
        table->setFocus();
        QTRY_VERIFY(table->hasFocus());
        QVERIFY2(table->accessibleDescription().startsWith("No policy is published"), "a reader is not told");
        QTest::keyClick(table, Qt::Key_Tab);
        const QWidget* const button = QApplication::focusWidget();
        QCOMPARE(button->objectName(), QString("emptyStep"));
        QVERIFY(button->accessibleDescription().startsWith("No policy is published"));
        QTest::keyClick(QApplication::focusWidget(), Qt::Key_Space);
        QTRY_VERIFY(m->window->policiesPage().dialog());
        // When there is something to show, the focus is in it.
        m->window->policiesPage().dialog()->close();
        QTRY_VERIFY(!m->window->policiesPage().dialog());
        activateWindow();
        table->findChild<QPushButton*>("emptyStep")->setFocus();
        announcePolicy(m->connection, m->policy);
        QTRY_VERIFY(m->window->policiesPage().model().rowCount() > 0);
        QVERIFY(!at->isVisible());
        QVERIFY(table->hasFocus());
        QVERIFY(table->accessibleDescription().isEmpty());
    }

    void aFilterThatNothingMatches()
    {
        showAbuser();
        blockToken(m->connection, {"abuser", 1h, "scraping", "ops"});
        QTRY_VERIFY(m->window->blocksPage().model().rowCount() == 1);
        QTRY_COMPARE(state("abuser"), "blocked");
        const int all = m->page().model().rowCount();
        EmptyState* at = nullptr;
        const auto type = [&](const char* field, Page page) {
            m->turnTo(page);
            auto* const filter = m->window->widgetOf(page)->findChild<QLineEdit*>(field);
            filter->setText("nothing is called so");
            return filter;
        };
        const QLineEdit* const tokens = type("filter", Page::Tokens);
        QVERIFY(at = expect(Page::Tokens, "No token matches the filter", "Clear filter"));
        take(at);
        QTRY_COMPARE(m->page().model().rowCount(), all);
        QVERIFY(tokens->text().isEmpty() && !at->isVisible());
        QVERIFY(m->table()->hasFocus());

        TokensPage::Arrangement arrangement;
        arrangement.filter = "policy:nobody's near";
        m->page().setArrangement(arrangement);
        QVERIFY(at = expect(Page::Tokens, "No token matches the filter", "Clear filter"));
        take(at);
        QTRY_COMPARE(m->page().model().rowCount(), all);
        QVERIFY(m->page().arrangement().filter.isEmpty());

        const QLineEdit* const blocks = type("controlFilter", Page::Blocks);
        QVERIFY(at = expect(Page::Blocks, "Nothing matches the filter", "Clear filter"));
        take(at);
        QVERIFY(blocks->text().isEmpty() && !at->isVisible());

        m->turnTo(Page::Keys);
        QTRY_VERIFY(m->window->keysPage().tree().rowCount() > 0);
        const QLineEdit* const keys = type("keyFilter", Page::Keys);
        QVERIFY(at = expect(Page::Keys, "No key matches the filter", "Clear filter"));
        take(at);
        QTRY_VERIFY(m->window->keysPage().tree().rowCount() > 0);
        QVERIFY(keys->text().isEmpty());
    }

    void whoMayNotRead()
    {
        m->connection.call(
            {"ACL", "SETUSER", "blind", "reset", "on", ">secret", "&*", "+@connection", "+info", "+time"});
        m->limiter.acquire("early");
        Endpoint endpoint = m->server.endpoint();
        endpoint.user = "blind";
        endpoint.password = "secret";
        m->open(endpoint);
        showWindow();
        for (const Page page : {Page::Tokens, Page::Keys, Page::Policies, Page::Blocks, Page::Overrides})
            QVERIFY(expect(page, "This could not be read: ", "Open another server…"));
        QVERIFY(expect(Page::Watch, "Not all could be checked: ", "Open another server…"));
        // Who may read after all sees it.
        m->connection.call({"ACL", "SETUSER", "blind", "~*", "+@all"});
        m->limiter.acquire("late");
        QTRY_VERIFY(m->page().model().rowCount() == 2);
        QTRY_VERIFY(!m->window->session().policies()->published.empty());
        // A policy that could not be read before is not published now.
        QVERIFY(std::ranges::none_of(m->window->session().overview().marks(), [](const OverviewMark& one) {
            return one.mark.kind == TimeMark::Kind::Published;
        }));
    }

    void aServerThatIsAway()
    {
        Endpoint endpoint = m->server.endpoint();
        m->server.stop();
        m->open(endpoint);
        showWindow();
        QTRY_VERIFY(m->window->link().isUnreachable());
        for (const Page page :
             {Page::Tokens, Page::Keys, Page::Policies, Page::Blocks, Page::Overrides, Page::Watch})
            QVERIFY(expect(page, "Nothing was read yet: ", "Open another server…"));
        // What is not known is not said to be nothing, nor to be on its way.
        m->turnTo(Page::Overview);
        for (const OverviewTile* const tile : m->window->findChildren<OverviewTile*>())
            QCOMPARE(tile->number(), QString::fromUtf8("–"));
        for (const QLabel* const label : m->window->findChildren<QLabel*>())
            QVERIFY2(!label->text().contains("0 limited") && !label->text().contains("Reading all tokens") &&
                         !label->text().contains("connection was lost"),
                     qPrintable(label->text()));
        for (const EmptyState* const empty : m->window->overviewPage().findChildren<EmptyState*>())
            QVERIFY2(!empty->text().contains("Reading"), qPrintable(empty->text()));
    }

    void aTokenWhosePolicyIsNotPublished()
    {
        RedisRateLimiter other(m->connection, {"other", "gcra", parseRules("5/h")});
        other.acquire("stranger");
        showWindow();
        EmptyState* const at =
            expect(Page::Tokens, "The rules of this token are not known", "Publish its rules…");
        QVERIFY(at);
        const std::int64_t keys = keysOnServer();
        take(at);
        QTRY_VERIFY(m->window->policiesPage().dialog());
        PolicyDialog* const editor = m->window->policiesPage().dialog();
        QTRY_VERIFY(editor->isVisible());
        QCOMPARE(editor->findChild<QLineEdit*>("policyName")->text(), QString("other"));
        QCOMPARE(keysOnServer(), keys);
        QVERIFY(!findPolicy(m->connection, "other"));
        editor->close();
        // Once it is published, there is a window.
        announcePolicy(m->connection, {"other", "gcra", parseRules("5/h")});
        m->turnTo(Page::Tokens);
        QTRY_VERIFY(!at->isVisible());
        QTRY_VERIFY(m->window->findChild<QWidget*>("liveWindow")->isVisible());
    }

    // Its policy is published, so it is not said that it is not.
    void aStateOfAnEarlierAlgorithm()
    {
        m->limiter.acquire("old");
        PublishedPolicy next = readPolicies(m->connection).published.at("api");
        next.policy.algorithm = "gcra";
        QVERIFY(publishPolicy(m->connection, next, {"ops", "smaller"}).published);
        showWindow();
        QVERIFY(expect(
            Page::Tokens,
            "The policy api decides by GCRA now. This is what sliding log (sorted set) left behind", {}));
    }

    void theLabWithoutRequests()
    {
        open();
        m->click(m->button("startByHand"));
        EmptyState* const at = expect(Page::Lab, "No request yet", "Paste times…");
        QVERIFY(at);
        take(at);
        auto* const text = find<QPlainTextEdit>("labPasteText");
        QTRY_VERIFY(text->isVisible() && text->hasFocus());
        QVERIFY(!lab().traffic());
    }

    void theLabWithoutAToken()
    {
        open();
        lab().desk().openFile(write("access.log", logOfAnHour("10.9.9.9")));
        QTRY_VERIFY(isReady());
        EmptyState* const at =
            expect(Page::Lab, "Choose a token to see its time line", "Show the first token");
        QVERIFY(at);
        QVERIFY(!lab().findChild<DecisionStrips*>()->isVisible());
        take(at);
        QTRY_VERIFY(lab().findChild<DecisionStrips*>()->isVisible());
        QVERIFY(!at->isVisible());
        QVERIFY(lab().findChild<DecisionStrips*>()->hasFocus());
        QTRY_VERIFY(rows("sufferers").front().contains(label("labToken")));
    }

    void theLabWithoutRowsOfThatKind()
    {
        open();
        EmptyState* at = nullptr;
        for (int example = 0; !at && example < int(lab().desk().examples().size()); ++example) {
            lab().desk().openExample(example);
            QTRY_VERIFY(isReady() && !rows("sufferers").isEmpty());
            for (const char* const tile : {"sumNewlyDenied", "sumFreed", "sumUnchanged", "sumDenied"})
                if (auto* const number = find<NumberTile>(tile); !at && number->isVisible()) {
                    m->click(number);
                    QTRY_VERIFY(isReady()); // what it takes is found in a thread
                    at = stateOf(Page::Lab, "No token matches the filter");
                }
        }
        QVERIFY2(at, qPrintable(saidOn(Page::Lab)));
        QVERIFY(rows("sufferers").isEmpty());
        take(at);
        QTRY_VERIFY(!rows("sufferers").isEmpty());
    }
};

RATEWARDEN_SUITE(TestEmptyPages)
#include "tst_empty_pages.moc"
