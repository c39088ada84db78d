// SPDX-License-Identifier: GPL-3.0-or-later
// The Audit page, as operators use it: what was changed by whom, undone from there, and what is asked when a
// change cannot be recorded.
#include "core/limiter/keyspace.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/pages/audit/audit_page.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/while_shown.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/plain_label.h"

#include <QAction>
#include <QFileDialog>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QTemporaryDir>
#include <QTimer>

#include <algorithm>
#include <memory>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestAuditPage : public WindowTest {
    Q_OBJECT

private:
    using Column = AuditTableModel::Column;

    AuditTrail m_bob{{"bob", "desk-2", "ratewarden-ctl 1.0", {}}};

    AuditPage& page() { return m->window->auditPage(); }
    QTableView* audit() { return m->window->findChild<QTableView*>("audit"); }
    QAction* action(const char* name) { return page().findChild<QAction*>(name); }
    QString label(const char* name) { return page().findChild<PlainLabel*>(name)->text(); }

    FilterLine* filter() { return page().findChild<FilterLine*>(); }
    /// The rows that are shown: "alice|Block|abuser|a reason|done".
    QStringList rows()
    {
        QStringList all;
        for (int row = 0; row < audit()->model()->rowCount(); ++row) {
            QStringList cells;
            for (const Column column :
                 {Column::Who, Column::What, Column::Whose, Column::Why, Column::Result})
                cells << audit()->model()->index(row, column).data().toString().section('@', 0, 0);
            all << cells.join('|');
        }
        return all;
    }
    void open()
    {
        showWindow();
        QTRY_VERIFY(m->window->session().live());
        m->turnTo(MainWindow::Page::Audit);
        QTRY_VERIFY(page().isVisible());
    }
    void blockAs(const AuditTrail& trail, const std::string& token)
    {
        Change change = blockOf({token, 1h, "scrapes", trail.settings().by});
        QVERIFY(!apply(m->connection, change, {&trail}).trouble);
    }
    void useAlice() { m->window->session().changes().setAudit({"alice", "desk-1", "ratewarden 1.0", {}}); }
    bool isBlocked(const char* token) { return findBlock(m->connection, token).has_value(); }

    /// Of the chosen entry, and confirms it.
    void undoEntry()
    {
        QTRY_VERIFY(action("undoEntry")->isEnabled());
        action("undoEntry")->trigger();
        QTRY_VERIFY(page().dialog());
        m->click(page().dialog()->findChild<QPushButton*>("confirm"));
    }

private Q_SLOTS:
    void whatAPageReadsIsToldWhetherItIsShown()
    {
        QTimer desk;
        auto page = std::make_unique<QWidget>();
        new WhileShown(page.get(), &desk, &QTimer::setSingleShot);
        page->show();
        QVERIFY(desk.isSingleShot());
        page->hide();
        QVERIFY(!desk.isSingleShot());
        page->show();
        page.reset();
        QVERIFY(!desk.isSingleShot());
        QWidget other;
        auto gone = std::make_unique<QTimer>();
        new WhileShown(&other, gone.get(), &QTimer::setSingleShot);
        gone.reset();
        other.show(); // it asks nobody
    }

    void init()
    {
        m = std::make_unique<WindowFixture>();
        useAlice();
    }

    void anEmptyTrailSaysWhy()
    {
        open();
        QTRY_VERIFY(audit()->findChild<PlainLabel*>()->text().contains("No change is recorded"));
        QVERIFY(!action("undoEntry")->isEnabled());
        QVERIFY(!action("exportAudit")->isEnabled());
    }

    void aTrailThatCannotBeReadIsNotAnEmptyOne()
    {
        for (int i = 0; i < 20; ++i)
            m->connection.call({"XADD", "rw:audit", "*", "kind", "begun", "document", "{"});
        open();
        QTRY_VERIFY2(audit()->findChild<PlainLabel*>()->text().startsWith("20 entries cannot be read"),
                     qPrintable(audit()->findChild<PlainLabel*>()->text()));
    }

    void aDamagedEntrySaysSo_data()
    {
        QTest::addColumn<QByteArray>("begun");
        QTest::addColumn<QString>("row");
        QTest::newRow("names no subject")
            << QByteArray(R"({"act":"block","intent":{"for_us":1},"reason":"x","tokens":1})")
            << "eve|Block||x|damaged";
        QTest::newRow("names another act")
            << QByteArray(
                   R"({"act":"delete-keys","of":"block","intent":{"for_us":1,"keys":["k"]},"reason":"x"})")
            << "eve|Delete keys|k|x|damaged";
    }
    // Selecting it is no harm, and the others are there.
    void aDamagedEntrySaysSo()
    {
        QFETCH(QByteArray, begun);
        QFETCH(QString, row);
        blockAs(m_bob, "user:1");
        const Reply id = m->connection.call(
            {"XADD", "rw:audit", "*", "kind", "begun", "by", "eve", "document", begun.toStdString()});
        m->connection.call({"XADD", "rw:audit", "*", "kind", "completed", "of",
                            std::string(id.view().string()), "document",
                            R"({"asked":1,"made":1,"changed":1,"before":[[0,"1:x",0,1,2,0]]})"});
        open();
        QTRY_COMPARE(rows(), (QStringList{row, "bob|Block|user:1|scrapes|done"}));
        QVERIFY(!action("undoEntry")->isEnabled());
        QVERIFY(action("undoEntry")->toolTip().contains("Its entry in the audit trail is damaged"));
        QVERIFY(label("auditResult").contains("damaged"));
        audit()->selectRow(1);
        QVERIFY(action("undoEntry")->isEnabled());
    }

    void whatThisWindowDoesIsListed()
    {
        resetAbuser();
        m->turnTo(MainWindow::Page::Audit);
        QTRY_COMPARE(rows().size(), 1);
        QVERIFY(rows().front().endsWith("Reset|abuser|a false alarm|done"));
        const auto labels = page().findChildren<PlainLabel*>();
        QVERIFY(std::ranges::any_of(
            labels, [](const PlainLabel* one) { return one->text().startsWith("1 change · "); }));
        QVERIFY(page().findChild<QPlainTextEdit*>("auditCommands")->toPlainText().contains("{abuser}"));
    }

    void aColleaguesChangeIsUndone()
    {
        blockAs(m_bob, "user:1");
        open();
        QTRY_COMPARE(rows(), QStringList{"bob|Block|user:1|scrapes|done"});
        QTRY_VERIFY(action("undoEntry")->isEnabled());
        action("undoEntry")->trigger();
        QTRY_VERIFY(page().dialog() && page().dialog()->isVisible());
        QVERIFY(page().dialog()->findChild<QPlainTextEdit*>()->toPlainText().contains("rw:{user:1}:control"));
        m->click(page().dialog()->findChild<QPushButton*>("confirm"));
        QTRY_VERIFY(!isBlocked("user:1"));
        QTRY_COMPARE(rows(), (QStringList{"alice|Undo|user:1||done", "bob|Block|user:1|scrapes|undone"}));
        for (int row : {0, 1}) {
            audit()->selectRow(row);
            QVERIFY(!action("undoEntry")->isEnabled());
        }
        QVERIFY(label("auditResult").contains("undone since"));
    }

    void theNameOfTheServerIsTyped()
    {
        blockAs(m_bob, "user:1");
        open();
        QTRY_VERIFY(action("undoEntry")->isEnabled());
        action("undoEntry")->trigger();
        QTRY_VERIFY(page().dialog() && page().dialog()->isVisible());
        m->window->session().guard().raise(GuardLevel::TypeName); // while it is open
        auto* const confirm = page().dialog()->findChild<QPushButton*>("confirm");
        QVERIFY(!confirm->isEnabled());
        QTest::keyClicks(page().dialog()->findChild<QLineEdit*>("typedName"), "test");
        m->click(confirm);
        QTRY_VERIFY(!isBlocked("user:1"));
    }

    // Undone here, it is no longer what Ctrl+Z would undo.
    void theWindowsOwnUndoKnowsOfIt()
    {
        resetAbuser();
        m->turnTo(MainWindow::Page::Audit);
        RATEWARDEN_STEP(undoEntry());
        QTRY_VERIFY(!m->window->session().changes().canUndo());
        QTRY_COMPARE(rows().size(), 2);
        QCOMPARE(m->limiter.peek("abuser").usage.at(0).used, 5);
    }

    void whatCameSinceIsAsked()
    {
        blockAs(m_bob, "user:1");
        blockToken(m->connection, {"user:1", 2h, "since", "carol"});
        open();
        RATEWARDEN_STEP(undoEntry());
        QTRY_VERIFY(m->window->undoButton().dialog());
        QVERIFY(isBlocked("user:1"));
        m->click(m->window->undoButton().dialog()->findChild<QPushButton*>("confirm"));
        QTRY_VERIFY(!isBlocked("user:1"));
    }

    // Its value is too large to be compared.
    void whatIsNotKnownIsAsked()
    {
        m->connection.call({"SETRANGE", "huge", std::to_string(KeyStanding::maxKept), "x"});
        const Change expires{KeyIntent{{"huge"}, ExpireKeys{4'000'000'000'000}}, {}, {}, "bob", "r"};
        QVERIFY(!apply(m->connection, expires, {&m_bob}).trouble);
        open();
        RATEWARDEN_STEP(undoEntry());
        QTRY_VERIFY(m->window->undoButton().dialog());
        const auto labels = m->window->undoButton().dialog()->findChildren<PlainLabel*>();
        QVERIFY(std::ranges::any_of(labels, [](const PlainLabel* label) {
            return label->text().startsWith("It is not known whether this key was changed since");
        }));
        QVERIFY(m->connection.call({"PTTL", "huge"}).view().integer() > 0);
        m->click(m->window->undoButton().dialog()->findChild<QPushButton*>("confirm"));
        QTRY_COMPARE(m->connection.call({"PTTL", "huge"}).view().integer(), std::int64_t(-1));
    }

    // It is asked again, and what this window has made itself stays the next to be undone.
    void anUndoThatWasDeclinedIsNotTheNext()
    {
        Changes& changes = m->window->session().changes();
        open();
        changes.run(&page(), blockOf({"user:2", 1h, "spam", "alice"}), [](const Made&, const QString&) {});
        QTRY_COMPARE(changes.nextUndo(), "block of user:2");
        blockAs(m_bob, "user:1");
        blockToken(m->connection, {"user:1", 2h, "since", "carol"});
        page().showToken("user:1");
        RATEWARDEN_STEP(undoEntry());
        QTRY_VERIFY(m->window->undoButton().dialog());
        m->window->undoButton().dialog()->reject();
        QTRY_VERIFY(!m->window->undoButton().dialog());
        QVERIFY(isBlocked("user:1"));
        QCOMPARE(changes.nextUndo(), "block of user:2");
        RATEWARDEN_STEP(undoEntry());
        QTRY_VERIFY(m->window->undoButton().dialog());
        m->click(m->window->undoButton().dialog()->findChild<QPushButton*>("confirm"));
        QTRY_VERIFY(!isBlocked("user:1"));
        QTRY_COMPARE(changes.nextUndo(), "block of user:2");
    }

    // Until something else is undone, however often the trail is read.
    void anUndoThatFailsSaysWhy()
    {
        m->connection.call({"ACL", "SETUSER", "op", "on", ">secret", "~*", "&*", "+@all"});
        connectAs("op");
        useAlice();
        blockAs(m_bob, "user:1");
        open();
        QTRY_VERIFY(action("undoEntry")->isEnabled());
        m->connection.call({"ACL", "SETUSER", "op", "-evalsha"});
        const auto undo = [this] {
            action("undoEntry")->trigger();
            QTRY_VERIFY(page().dialog());
            m->click(page().dialog()->findChild<QPushButton*>("confirm"));
        };
        undo();
        const auto* const banner = page().findChild<PageBanner*>();
        QTRY_TEXT(banner->text(), startsWith("Undo: block of user:1. This was not done"));
        QTRY_COMPARE(rows().size(), 2); // read again, with the attempt
        QVERIFY_TEXT(banner->text(), startsWith("Undo: block of user:1. This was not done"));
        m->connection.call({"ACL", "SETUSER", "op", "+evalsha"});
        audit()->selectRow(1);
        QTRY_VERIFY(action("undoEntry")->isEnabled());
        undo();
        QTRY_VERIFY(!isBlocked("user:1"));
        QTRY_COMPARE(banner->text(), QString());
    }

    void filters()
    {
        blockAs(m_bob, "user:1");
        blockAs(m_bob, "user:2");
        open();
        QTRY_COMPARE(rows().size(), 2);
        filter()->setText("USER:2");
        QCOMPARE(rows(), QStringList{"bob|Block|user:2|scrapes|done"});
        filter()->setText("action:block -token:user:2 since:1h");
        QCOMPARE(rows(), QStringList{"bob|Block|user:1|scrapes|done"});
        clickOn(audit(), audit()->model()->index(0, Column::Whose), Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(filter()->text(), QString("action:block -token:user:2 since:1h -token:user:1 "));
        QCOMPARE(rows().size(), 0);
        filter()->clear();
        clickOn(audit(), audit()->model()->index(0, Column::When), Qt::AltModifier);
        QVERIFY_TEXT(filter()->text(), startsWith("since:20"));
        QVERIFY(rows().contains("bob|Block|user:2|scrapes|done"));
        clickOn(audit(), audit()->model()->index(0, Column::When), Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(rows().size(), 0);
        filter()->clear();
        QTest::keyClicks(filter(), "by:");
        QTRY_COMPARE(filter()->offered(), QStringList{"by:bob"});
        filter()->setText("nobody");
        QCOMPARE(audit()->findChild<PlainLabel*>()->text(), "Nothing matches the filter");
        m->click(audit()->findChild<EmptyState*>()->findChild<QPushButton*>());
        QCOMPARE(rows().size(), 2);
    }

    // Of more changes than are read at once those that the filter takes are found.
    void filtersReadOlderChanges()
    {
        blockAs(m_bob, "old");
        for (int i = 0; i < 2005; ++i)
            m->connection.call(
                {"XADD", auditKey, "*", "kind", "begun", "by", "eve", "document",
                 R"({"act":"reset","tokens":1,"subjects":[["new","","ratewarden/control"]]})"});
        open();
        QTRY_COMPARE(rows().size(), 2000);
        filter()->setText("-new");
        QCOMPARE(rows().size(), 0);
        QTRY_COMPARE(rows(), QStringList{"bob|Block|old|scrapes|done"});
        filter()->clear();
        QTRY_COMPARE(rows().size(), 2000);
    }

    void saysWhatHappenedToAToken()
    {
        showAbuser();
        blockAs(m_bob, "abuser");
        blockAs(m_bob, "abuser:2");
        m->clickRow("abuser");
        QAction* const wanted = m->window->findChild<QAction*>("audit");
        QTRY_VERIFY(wanted->isEnabled());
        wanted->trigger();
        QTRY_VERIFY(page().isVisible());
        QTRY_COMPARE(rows(), QStringList{"bob|Block|abuser|scrapes|done"});
        QCOMPARE(filter()->text(), QString("token:abuser "));
        filter()->clear();
        QTRY_COMPARE(rows().size(), 2);
        page().showToken("nobody");
        QTRY_VERIFY(audit()->findChild<PlainLabel*>()->text().contains("Nothing matches the filter"));
    }

    void whatCannotBeRecordedIsAsked_data()
    {
        QTest::addColumn<bool>("goesOn");
        QTest::newRow("all the same") << true;
        QTest::newRow("not then") << false;
    }
    void whatCannotBeRecordedIsAsked()
    {
        QFETCH(bool, goesOn);
        showAbuser();
        m->connection.call({"SET", "rw:audit", "of another type"});
        m->clickRow("abuser");
        RATEWARDEN_STEP(openBy("block"));
        typeReason(m->dialog(), "scrapes");
        ActDialog* const first = m->dialog();
        m->click(m->confirmButton());
        QTRY_VERIFY(first->findChild<ActDialog*>("auditQuestion"));
        auto* const question = first->findChild<ActDialog*>("auditQuestion");
        QVERIFY(!isBlocked("abuser"));
        QVERIFY(question->findChild<QPlainTextEdit*>()->toPlainText().contains("rw:{abuser}:control"));
        if (!goesOn) {
            question->reject();
            QTRY_VERIFY(first->problem().contains("This was not done"));
            QVERIFY(!isBlocked("abuser"));
            return;
        }
        m->click(question->findChild<QPushButton*>("confirm"));
        QTRY_VERIFY(isBlocked("abuser"));
        QTRY_VERIFY(!m->dialog());
        // The same of undo.
        QTRY_VERIFY(m->window->session().changes().canUndo());
        m->window->session().changes().undo();
        QTRY_VERIFY(m->window->findChild<ActDialog*>("auditQuestion"));
        QVERIFY(isBlocked("abuser"));
        m->click(m->window->findChild<ActDialog*>("auditQuestion")->findChild<QPushButton*>("confirm"));
        QTRY_VERIFY(!isBlocked("abuser"));
    }

    void theKeysPageNamesIt()
    {
        blockAs(m_bob, "user:1");
        open();
        m->turnTo(MainWindow::Page::Keys);
        m->window->keysPage().showKey("rw:audit");
        const auto isNamed = [this] {
            const auto labels = m->window->keysPage().findChildren<PlainLabel*>();
            return std::ranges::any_of(
                labels, [](const PlainLabel* one) { return one->text().contains("audit trail"); });
        };
        QTRY_VERIFY(isNamed());
    }

    void whoMayNotReadItIsTold()
    {
        m->connection.call({"SET", "rw:audit", "of another type"});
        open();
        QTRY_VERIFY(audit()->findChild<PlainLabel*>()->text().contains("could not be read"));
    }

    void hostileNamesStayText()
    {
        const std::string token = "<b>x</b>&\xff\xe2\x80\xae\n" + std::string(300, 'w');
        Change change = blockOf({token, 1h, "<img src=x>\x1b[31m", "<i>eve</i>"});
        QVERIFY(!apply(m->connection, change, {&m_bob}).trouble);
        open();
        QTRY_COMPARE(rows().size(), 1);
        QVERIFY(rows().front().startsWith("<i>eve</i>|Block|<b>x</b>&\\xff\\u{202e}\\x0a"));
        QVERIFY(!rows().front().contains(QChar(0x202e)));
        QVERIFY(page().width() <= m->window->width());
        RATEWARDEN_STEP(undoEntry());
        QTRY_VERIFY(!findBlock(m->connection, token));
    }

    void exportsWhatIsListed()
    {
        blockAs(m_bob, "user:1");
        blockAs(m_bob, "user:2");
        open();
        QTRY_COMPARE(rows().size(), 2);
        filter()->setText("user:2");
        action("exportAudit")->trigger();
        auto* const dialog = m->window->findChild<QFileDialog*>("saveFile");
        QVERIFY(dialog);
        QCOMPARE(QFileInfo(dialog->selectedFiles().value(0)).fileName(), "audit-user_2.jsonl");
        QTemporaryDir folder;
        const QString path = folder.filePath("audit.jsonl");
        Q_EMIT dialog->fileSelected(path);
        dialog->close();
        const QByteArray lines = readFile(path);
        QCOMPARE(lines.count('\n'), 1);
        QVERIFY(lines.contains("\"user:2\"") && lines.contains("\"bob\""));
    }
};

RATEWARDEN_SUITE(TestAuditPage)
#include "tst_audit_page.moc"
