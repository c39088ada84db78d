// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of limiters that others wrote, in the window: seen like our own, and changed so that their limiter
// obeys.
#include "core/tokens/reader.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/charts/rule_bars.h"
#include "ui/dialogs/policy_dialog.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/filter_popup.h"

#include <QAction>
#include <QDateTime>
#include <QPlainTextEdit>
#include <QSpinBox>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestForeignTokens : public WindowTest {
    Q_OBJECT

private:
    Subject subject()
    {
        const auto found = recogniseOnServer(m->connection, "rl:203.0.113.9");
        return found ? found->subject : Subject();
    }
    QString foreignCell(TokenTableModel::Column column) { return m->cell(m_subject, column); }
    void publishRules()
    {
        const Policy rules = m_subject.format->policyFor(m_subject, parseRules("60/min"));
        announcePolicy(m->connection, rules);
    }

    /// A column of the page of blocks.
    QStringList blocks(const QString& heading)
    {
        const ControlTableModel& model = m->window->blocksPage().model();
        QStringList texts;
        for (int number = 0; number < model.columnCount(); ++number)
            if (model.headerData(number, Qt::Horizontal).toString() == heading)
                texts << column(model, number);
        return texts;
    }

    /// With a reason.
    void openBlock()
    {
        m->clickRow(m_subject);
        QTRY_VERIFY(m->page().details().reading());
        QTest::keyClick(m->window.get(), Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QTest::keyClicks(m->dialog()->findChild<QLineEdit*>("reason"), "scraping");
    }

    Subject m_subject;

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<WindowFixture>();
        m->connection.call({"SET", "rl:203.0.113.9", "12", "PX", "600000"});
        m_subject = subject();
        QVERIFY(m_subject.format);
        m->window->show();
        m->window->session().refresh();
    }

    void itStandsInTheTableAsOurOwnDo()
    {
        QTRY_COMPARE(foreignCell(TokenTableModel::Token), "203.0.113.9");
        QCOMPARE(foreignCell(TokenTableModel::Policy), "rl:*");
        QCOMPARE(foreignCell(TokenTableModel::Format), "rate-limit-redis");
        // Its layout stores no limit.
        QTRY_COMPARE(foreignCell(TokenTableModel::TightestRule), "12 of ?");
        publishRules();
        QTRY_COMPARE(foreignCell(TokenTableModel::TightestRule), "12 of 60/min");
        m->connection.call({"SET", "rl:203.0.113.9", "60", "KEEPTTL"});
        QTRY_COMPARE(foreignCell(TokenTableModel::State), "limited");
    }

    void aBlockIsWhatItsLimiterObeys()
    {
        publishRules();
        QTRY_COMPARE(foreignCell(TokenTableModel::TightestRule), "12 of 60/min");
        RATEWARDEN_STEP(openBlock());
        const QString commands = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY_TEXT(commands, contains("SET rl:203.0.113.9 61 PX "));
        QCOMPARE(get("rl:203.0.113.9"), "12"); // nothing is written before it is confirmed
        WindowFixture::click(m->confirmButton());
        QTRY_COMPARE(get("rl:203.0.113.9"), "61");
        QTRY_COMPARE(foreignCell(TokenTableModel::State), "blocked");
        waitUntilDialogIsClosed();
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(get("rl:203.0.113.9"), "12");
        QTRY_COMPARE(foreignCell(TokenTableModel::TightestRule), "12 of 60/min");
    }

    void whatAChargeDoesIsSaidBefore()
    {
        publishRules();
        QTRY_COMPARE(foreignCell(TokenTableModel::TightestRule), "12 of 60/min");
        m->clickRow(m_subject);
        QTRY_VERIFY(m->page().details().reading());
        QTest::keyClick(m->window.get(), Qt::Key_D, Qt::ControlModifier);
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QTest::keyClicks(m->dialog()->findChild<QSpinBox*>("units"), "3");
        const QString commands = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY_TEXT(commands, startsWith("# Used now: 12, after this: 15."));
        m->click(m->confirmButton());
        QTRY_COMPARE(get("rl:203.0.113.9"), "15");
    }

    // A worker that died keeps its slot: it is named, given back, and the others stay their holders'.
    void aSlotThatLeakedIsGivenBack()
    {
        const std::string key = "{api_key:sk-1}:max_parallel_requests";
        const auto score = [](const QDateTime& at) {
            return std::to_string(at.toSecsSinceEpoch());
        };
        const auto members = [&] {
            const Reply reply = m->connection.call({"ZRANGE", key, "0", "-1"});
            QStringList all;
            for (std::size_t i = 0; i < reply.view().size(); ++i)
                all << QString::fromStdString(std::string(reply.view()[i].string()));
            return all;
        };
        const QDateTime now = QDateTime::currentDateTimeUtc();
        m->connection.call({"ZADD", key, score(now.addSecs(-900)), "dead", score(now.addSecs(-20)), "busy",
                            score(now.addSecs(-2)), "new"});
        m->connection.call({"EXPIRE", key, "3598"});
        m_subject = recogniseOnServer(m->connection, key)->subject;
        announcePolicy(m->connection, m_subject.format->policyFor(m_subject, parseRules("3/h")));
        QTRY_COMPARE(foreignCell(TokenTableModel::State), "limited");
        QVERIFY2(foreignCell(TokenTableModel::Next).startsWith(QString::fromUtf8("≤ 4")), // minutes
                 qPrintable(foreignCell(TokenTableModel::Next)));
        QVERIFY(m->page().model().hasWarning(m_subject, WarningCode::StaleSlots));
        m->clickRow(m_subject);
        QTRY_VERIFY(m->page().details().reading());
        m->page().findChild<QAction*>("giveBack")->trigger();
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        QTest::keyClicks(m->dialog()->findChild<QSpinBox*>("units"), "1");
        m->click(m->confirmButton());
        QTRY_COMPARE(members(), (QStringList{"busy", "new"}));
        QTRY_COMPARE(foreignCell(TokenTableModel::State), "ok");
        waitUntilDialogIsClosed();
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(members(), (QStringList{"dead", "busy", "new"}));
    }

    // Requests and tokens of one API key are two counters, and the rules of one row.
    void countersOfOneTokenAreItsRules()
    {
        const std::string base = "{api_key:sk-1}:";
        const std::string start = std::to_string(QDateTime::currentSecsSinceEpoch() - 20);
        for (const auto& [role, value] :
             {std::pair<std::string, std::string>{"requests", "4"}, {"tokens", "8192"}, {"window", start}})
            m->connection.call({"SET", base + role, value, "PX", "600000"});
        m_subject = recogniseOnServer(m->connection, base + "tokens")->subject;
        QTRY_COMPARE(foreignCell(TokenTableModel::Token), "sk-1");
        QTRY_COMPARE(m->page().model().rowCount(), 2); // with that of rl:203.0.113.9
        announcePolicy(m->connection, m_subject.format->policyFor(m_subject, parseRules("10/h + 8000/h")));
        // The one of which most is used.
        QTRY_COMPARE(foreignCell(TokenTableModel::TightestRule), "8,192 of 8,000/h");
        QCOMPARE(foreignCell(TokenTableModel::State), "limited");
        m->clickRow(m_subject);
        QTRY_VERIFY(m->page().details().reading());
        const auto ruleRows = [&] {
            const ChartTable table = m->window->findChild<RuleBars*>()->asTable();
            QStringList rows;
            for (int row = 0; row < table.rowCount; ++row)
                rows << table.cell(row, 0) + ": " + table.cell(row, 1);
            return rows;
        };
        QTRY_COMPARE(ruleRows(), (QStringList{"requests 10/h: 4", "tokens 8,000/h: 8,192"}));
        QVERIFY_TEXT(m->page().details().sentence(), contains("held back by tokens 8,000/h"));

        // A block shows and fills both, and comes back by one undo.
        m->connection.call({"SET", base + "tokens", "100", "KEEPTTL"});
        QTRY_COMPARE(ruleRows(), (QStringList{"requests 10/h: 4", "tokens 8,000/h: 100"}));
        RATEWARDEN_STEP(openBlock());
        const QString commands = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        for (const char* const command : {"SET {api_key:sk-1}:requests 11 PX ",
                                          "SET {api_key:sk-1}:tokens 8001 PX ", "SET {api_key:sk-1}:window "})
            QVERIFY_TEXT(commands, contains(command));
        WindowFixture::click(m->confirmButton());
        QTRY_COMPARE(get("{api_key:sk-1}:tokens"), "8001");
        QTRY_COMPARE(get("{api_key:sk-1}:requests"), "11");
        QTRY_COMPARE(foreignCell(TokenTableModel::State), "blocked");
        waitUntilDialogIsClosed();
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(get("{api_key:sk-1}:tokens"), "100");
        QTRY_COMPARE(get("{api_key:sk-1}:requests"), "4");
        QTRY_COMPARE(get("{api_key:sk-1}:window"), start);
    }

    // A counter has no mark for a block: that it is one is known from the change alone.
    void itsBlockStandsOnTheBlocksPage()
    {
        publishRules();
        QTRY_COMPARE(foreignCell(TokenTableModel::TightestRule), "12 of 60/min");
        RATEWARDEN_STEP(openBlock());
        WindowFixture::click(m->confirmButton());
        QTRY_COMPARE(blocks("Reason"), QStringList{"scraping"});
        QCOMPARE(blocks("Token"), QStringList{"203.0.113.9"});
        QCOMPARE(blocks("Format"), QStringList{"rate-limit-redis"});
        QVERIFY(!blocks("By").front().isEmpty() && !blocks("Since").front().isEmpty());
        QVERIFY_TEXT(blocks("Ends").front(), startsWith("in "));
        waitUntilDialogIsClosed();

        // It is lifted there; the layout keeps nothing beside the block.
        m->window->showPage(MainWindow::Page::Blocks);
        ControlPage& page = m->window->blocksPage();
        auto* const table = page.findChild<QTableView*>("blocks");
        clickOn(table, table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_Return); // it leads to its token
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(m->page().details().chosen(), m_subject);
        m->window->showPage(MainWindow::Page::Blocks);
        QTRY_VERIFY(m->button("unblockChosen")->isEnabled());
        m->click(m->button("unblockChosen"));
        QTRY_VERIFY(page.actions().dialog() && page.actions().dialog()->isVisible());
        m->click(page.actions().dialog()->findChild<QPushButton*>("confirm"));
        QTRY_COMPARE(page.model().rowCount(), 0);
        QCOMPARE(get("rl:203.0.113.9"), "");

        // And what is undone is blocked again.
        QTRY_VERIFY(!page.actions().dialog());
        m->window->session().changes().undo();
        QTRY_COMPARE(get("rl:203.0.113.9"), "61");
        m->window->session().refresh();
        QTRY_COMPARE(blocks("Reason"), QStringList{"scraping"});

        // What its own limiter serves is blocked no more.
        m->connection.call({"SET", "rl:203.0.113.9", "3", "KEEPTTL"});
        QTRY_COMPARE(page.model().rowCount(), 0);
        m->connection.call({"SET", "rl:203.0.113.9", "60", "KEEPTTL"});
        QTRY_COMPARE(foreignCell(TokenTableModel::State), "limited");
        QCOMPARE(page.model().rowCount(), 0);
    }

    // Nor is one that was undone, though it has reached its limit without it.
    void anUndoneBlockOfALimitedTokenIsNone()
    {
        publishRules();
        m->connection.call({"SET", "rl:203.0.113.9", "60", "KEEPTTL"});
        QTRY_COMPARE(foreignCell(TokenTableModel::State), "limited");
        RATEWARDEN_STEP(openBlock());
        WindowFixture::click(m->confirmButton());
        QTRY_COMPARE(foreignCell(TokenTableModel::State), "blocked");
        waitUntilDialogIsClosed();
        m->window->session().changes().undo();
        QTRY_COMPARE(foreignCell(TokenTableModel::State), "limited");
        QCOMPARE(m->window->blocksPage().model().rowCount(), 0);
    }

    // Some layouts have a block of their own, which the service itself may set, and keep its reason.
    void aBlockThatItsOwnProgramSetStandsThereToo()
    {
        m->connection.call({"SET", "ratelimiter:badguy:block", "abuse", "PX", "600000"});
        m->window->session().refresh();
        QTRY_COMPARE(blocks("Token"), QStringList{"badguy"});
        QCOMPARE(blocks("Format"), QStringList{"domaintools-list"});
        QCOMPARE(blocks("Reason"), QStringList{"abuse"});
        QCOMPARE(blocks("By"), QStringList{""});
        QCOMPARE(blocks("Since"), QStringList{""});

        // One of our own is of every policy, so that each one's word takes it, too.
        blockToken(m->connection, {"abuser", 1h, "fraud", "alice"});
        QTRY_COMPARE(m->window->blocksPage().model().rowCount(), 2);
        m->window->showPage(MainWindow::Page::Blocks);
        auto* const filter = m->window->blocksPage().findChild<FilterLine*>("controlFilter");
        filter->setFocus();
        QTest::keyClicks(filter, "policy:");
        QVERIFY(filter->offers());
        const std::vector<FilterOffer> offers = m->window->findChild<FilterPopup*>()->offers();
        QCOMPARE(offers.size(), std::size_t(1));
        filter->setText(offers.front().text);
        QCOMPARE(offers.front().detail, QString("2"));
        QCOMPARE(m->window->findChild<QTableView*>("blocks")->model()->rowCount(), 2);
        filter->clear();
        unblockToken(m->connection, "abuser");
        QTRY_COMPARE(blocks("Token"), QStringList{"badguy"});

        // Its limiter lets it expire, or its operator deletes it.
        m->connection.call({"DEL", "ratelimiter:badguy:block"});
        QTRY_COMPARE(m->window->blocksPage().model().rowCount(), 0);
    }

    void withoutRulesTheDialogSaysWhatIsMissing()
    {
        QTRY_COMPARE(foreignCell(TokenTableModel::TightestRule), "12 of ?");
        RATEWARDEN_STEP(openBlock());
        const QString commands = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY_TEXT(commands, contains("limit"));
        QVERIFY(!m->confirmButton()->isEnabled());
    }

    void itsRulesArePublishedFromTheWindow()
    {
        QTRY_COMPARE(foreignCell(TokenTableModel::TightestRule), "12 of ?");
        m->clickRow(m_subject);
        QTRY_VERIFY(m->page().details().reading());
        QAction* const publish = m->window->findChild<QAction*>("publishRules");
        QTRY_VERIFY(publish && publish->isEnabled());
        publish->trigger();
        PolicyDialog* const dialog = m->window->findChild<PolicyDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QLineEdit*>("policyName")->text(), "rl:*");
    }

    // Acts are greyed by what they would run on its own keys.
    void rightsToItsKeysAreWhatCounts()
    {
        publishRules();
        const auto openAs = [this](const char* keys) {
            m->connection.call(
                {"ACL", "SETUSER", "warden", "reset", "on", ">secret", keys, "%R~*", "&*", "+@all", "-del"});
            connectAs("warden");
            m->window->show();
            m->window->session().refresh();
        };
        const auto tip = [this](const char* button) {
            return m->button(button)->toolTip();
        };
        openAs("~rl:*");
        QTRY_COMPARE(foreignCell(TokenTableModel::TightestRule), "12 of 60/min");
        m->clickRow(m_subject);
        QTRY_TEXT(tip("reset"), contains("it needs +del"));
        QVERIFY(!m->button("reset")->isEnabled());
        QVERIFY2(m->button("block")->isEnabled(), qPrintable(tip("block")));
        QVERIFY2(m->window->session().missing("block").contains("%W~rw:*"), "our own may not be blocked");

        openAs("~rw:*");
        QTRY_COMPARE(foreignCell(TokenTableModel::TightestRule), "12 of 60/min");
        m->clickRow(m_subject);
        QTRY_TEXT(tip("block"), contains("it needs %W~rl:203.0.113.9"));
        QVERIFY(!m->button("block")->isEnabled());
        QCOMPARE(m->window->session().missing("block"), QString());
    }

    // A user who may only read has no MULTI either.
    void aUserWhoMayOnlyReadSeesItToo()
    {
        m->connection.call(
            {"ACL", "SETUSER", "reader", "reset", "on", ">secret", "~*", "+@read", "+@connection"});
        Endpoint endpoint = m->server.endpoint();
        endpoint.user = "reader";
        endpoint.password = "secret";
        Connection reader(endpoint, unhurried);
        const auto found = recogniseOnServer(reader, "rl:203.0.113.9");
        QVERIFY(found);
        const Reading reading =
            readSubjects(reader, {&found->subject, 1}, [](const Subject&) { return nullptr; }).front();
        QCOMPARE(englishText(reading.problem), std::string());
        QCOMPARE(reading.used, std::optional<Units>(12));
    }
};

RATEWARDEN_SUITE(TestForeignTokens)
#include "tst_foreign_tokens.moc"
