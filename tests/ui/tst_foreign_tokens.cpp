// SPDX-License-Identifier: GPL-3.0-or-later
// Tokens of limiters that others wrote, in the window: seen like our own, and changed so that their limiter
// obeys.
#include "core/formats/reader.h"
#include "tests/ui/window_test.h"
#include "ui/dialogs/policy_dialog.h"

#include <QAction>
#include <QPlainTextEdit>

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
    QString foreignCell(TokenTableModel::Column column)
    {
        const int row = m->page().model().rowOf(m_subject);
        return row < 0 ? QString() : m->page().model().index(row, column).data().toString();
    }
    std::string get(const char* key)
    {
        const Reply reply = m->connection.call({"GET", key});
        return reply.view().isNil() ? std::string() : std::string(reply.view().string());
    }
    void publishRules()
    {
        const Policy rules = m_subject.format->policyFor(m_subject, parseRules("60/min"));
        announcePolicy(m->connection, rules);
    }
    void choose()
    {
        const QModelIndex index =
            m->page().model().index(m->page().model().rowOf(m_subject), TokenTableModel::Token);
        m->table()->scrollTo(index);
        QTest::mouseClick(m->table()->viewport(), Qt::LeftButton, {}, m->table()->visualRect(index).center());
    }

    /// With a reason.
    void openBlock()
    {
        choose();
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
    void cleanup() { m.reset(); }

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
        openBlock();
        if (QTest::currentTestFailed())
            return;
        const QString commands = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY2(commands.contains("SET rl:203.0.113.9 61 PX "), qPrintable(commands));
        QCOMPARE(get("rl:203.0.113.9"), "12"); // nothing is written before it is confirmed
        WindowFixture::click(m->confirmButton());
        QTRY_COMPARE(get("rl:203.0.113.9"), "61");
        QTRY_COMPARE(foreignCell(TokenTableModel::State), "limited");
        waitUntilDialogIsClosed();
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(get("rl:203.0.113.9"), "12");
        QTRY_COMPARE(foreignCell(TokenTableModel::TightestRule), "12 of 60/min");
    }

    void withoutRulesTheDialogSaysWhatIsMissing()
    {
        QTRY_COMPARE(foreignCell(TokenTableModel::TightestRule), "12 of ?");
        openBlock();
        if (QTest::currentTestFailed())
            return;
        const QString commands = m->dialog()->findChild<QPlainTextEdit*>()->toPlainText();
        QVERIFY2(commands.contains("limit"), qPrintable(commands));
        QVERIFY(!m->confirmButton()->isEnabled());
    }

    void itsRulesArePublishedFromTheWindow()
    {
        QTRY_COMPARE(foreignCell(TokenTableModel::TightestRule), "12 of ?");
        choose();
        QTRY_VERIFY(m->page().details().reading());
        QAction* const publish = m->window->findChild<QAction*>("publishRules");
        QTRY_VERIFY(publish && publish->isEnabled());
        publish->trigger();
        PolicyDialog* const dialog = m->window->findChild<PolicyDialog*>();
        QVERIFY(dialog);
        QCOMPARE(dialog->findChild<QLineEdit*>("policyName")->text(), "rl:*");
    }

    // A user who may only read has no MULTI either.
    void aUserWhoMayOnlyReadSeesItToo()
    {
        m->connection.call(
            {"ACL", "SETUSER", "reader", "reset", "on", ">secret", "~*", "+@read", "+@connection"});
        Endpoint endpoint = m->server.endpoint();
        endpoint.user = "reader";
        endpoint.password = "secret";
        Connection reader(endpoint);
        const auto found = recogniseOnServer(reader, "rl:203.0.113.9");
        QVERIFY(found);
        const Reading reading =
            readSubjects(reader, {&found->subject, 1}, [](const Subject&) { return nullptr; }).front();
        QCOMPARE(englishText(reading.problem), std::string());
        QCOMPARE(reading.used, std::optional<Units>(12));
    }
};

QTEST_MAIN(TestForeignTokens)
#include "tst_foreign_tokens.moc"
