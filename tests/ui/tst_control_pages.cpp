// SPDX-License-Identifier: GPL-3.0-or-later
// The pages of blocks and of overrides.
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/widgets/filter_line.h"
#include "ui/widgets/plain_label.h"

#include <QPlainTextEdit>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestControlPages : public WindowTest {
    Q_OBJECT

private Q_SLOTS:
    void blocksHaveAPage()
    {
        showAbuser();
        blockToken(m->connection, {"ip:1", 1h, "scraping", "ops"});
        blockToken(m->connection, {"ip:2", std::nullopt, "fraud", "ops"});
        m->turnTo(MainWindow::Page::Blocks);
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
        const auto clickRow = [&](int row, Qt::KeyboardModifiers modifiers) {
            clickOn(table, table->model()->index(row, 0), modifiers);
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
        m->turnTo(MainWindow::Page::Tokens);
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
        m->turnTo(MainWindow::Page::Blocks);
        ControlPage& page = m->window->blocksPage();
        QTRY_COMPARE(page.model().rowCount(), 2);
        auto* const table = page.findChild<QTableView*>("blocks");
        const auto tokens = [&] {
            return column(*table->model(), ControlTableModel::Token);
        };
        QCOMPARE(tokens(), (QStringList{"zed", "abuser"})); // the newest first
        table->sortByColumn(ControlTableModel::Ends, Qt::AscendingOrder);
        QCOMPARE(tokens(), (QStringList{"abuser", "zed"}));
        auto* const filter = page.findChild<FilterLine*>("controlFilter");
        QTest::mouseClick(filter, Qt::LeftButton);
        QVERIFY(filter->offered().contains("until<"));
        QVERIFY(!filter->offered().contains("rule:")); // of which blocks have none
        QTest::keyClicks(filter, "SCRAP");             // the reason, too
        QCOMPARE(tokens(), QStringList{"zed"});
        filter->setText("until<2h");
        QCOMPARE(tokens(), QStringList{"abuser"});
        filter->clear();
        QTest::keyClicks(filter, "by:");
        QCOMPARE(filter->offered(), (QStringList{"by:alice", "by:bob"}));
        QTest::keyClick(filter, Qt::Key_Tab);
        QCOMPARE(tokens(), QStringList{"abuser"});
        filter->clear();
        clickOn(table, table->model()->index(0, ControlTableModel::By), Qt::AltModifier | Qt::ShiftModifier);
        QCOMPARE(filter->text(), QString("-by:alice "));
        QCOMPARE(tokens(), QStringList{"zed"});
        filter->clear();
        const auto endsWith = [&](int row) {
            filter->clear();
            clickOn(table, table->model()->index(row, ControlTableModel::Ends), Qt::AltModifier);
            return filter->text();
        };
        QCOMPARE(endsWith(0), "until<1h ");
        QCOMPARE(tokens(), QStringList{"abuser"});
        QCOMPARE(endsWith(1), "until>30day ");
        QCOMPARE(tokens(), QStringList{"zed"});
        filter->clear();
        clickOn(table, table->model()->index(0, ControlTableModel::Since), Qt::AltModifier);
        QVERIFY_TEXT(filter->text(), startsWith("since:20"));
        QVERIFY(filter->faultText().isEmpty() && tokens().contains("abuser"));
        filter->clear();

        const auto click = [&](int row) {
            clickOn(table, table->model()->index(row, 0));
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

        // What was edited stays selected, and so it does when that is undone.
        const auto selectedReason = [&] {
            const QModelIndexList rows = table->selectionModel()->selectedRows(ControlTableModel::Reason);
            return rows.size() == 1 ? rows.front().data().toString() : QString();
        };
        QTRY_COMPARE(selectedReason(), "scraping prices");
        QCOMPARE(page.findChild<PlainLabel*>("controlWhose")->text(), "zed");
        QVERIFY(m->button("changeBlock")->isEnabled() && m->button("unblockChosen")->isEnabled());
        QTRY_VERIFY(m->window->session().changes().canUndo());
        m->window->undoButton().click();
        QTRY_COMPARE(selectedReason(), "scraping");

        QTRY_COMPARE(tokens(), (QStringList{"abuser", "zed"}));
        click(0);
        QTest::keyClick(table, Qt::Key_Return);
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(m->page().details().chosen(), m->key("abuser"));
    }

    void aFilterActsOnWhatItLists()
    {
        for (const char* const token : {"one", "two", "three"})
            blockToken(m->connection, {token, 1h, "scraping", "ops"});
        showAbuser();
        m->turnTo(MainWindow::Page::Blocks);
        ControlPage& page = m->window->blocksPage();
        QTRY_COMPARE(page.model().rowCount(), 3);
        auto* const filter = page.findChild<QLineEdit*>("controlFilter");
        for (const char* const token : {"two", "three"}) {
            filter->setText(token);
            QTRY_VERIFY(m->button("unblockChosen")->isEnabled());
            QTest::keyClick(m->window.get(), Qt::Key_U, Qt::ControlModifier);
            QTRY_VERIFY(page.actions().dialog() && page.actions().dialog()->isActiveWindow());
            QCOMPARE(page.actions().dialog()->findChild<PlainLabel*>("whose")->text(), token);
            QTest::keyClick(page.actions().dialog(), Qt::Key_Escape);
            QTRY_VERIFY(!page.actions().dialog());
            activateWindow();
        }
        filter->setText("nobody");
        QVERIFY(!m->button("unblockChosen")->isEnabled());
        // One that ends leaves nobody to act on.
        filter->setText("three");
        QTRY_VERIFY(m->button("unblockChosen")->isEnabled());
        filter->clear();
        unblockToken(m->connection, "three");
        QTRY_COMPARE(page.model().rowCount(), 2);
        QVERIFY(!m->button("unblockChosen")->isEnabled() && !m->button("changeBlock")->isEnabled());
        QVERIFY_TEXT(m->button("unblockChosen")->toolTip(), contains("Select a block first"));
        // Nor is another row marked as if keys acted on it, also when the focus comes back.
        auto* const table = page.findChild<QTableView*>("blocks");
        QVERIFY(!table->currentIndex().isValid());
        filter->setFocus(Qt::TabFocusReason);
        table->setFocus(Qt::BacktabFocusReason);
        QVERIFY(!table->currentIndex().isValid());
        QTest::keyClick(table, Qt::Key_Down);
        QCOMPARE(table->selectionModel()->selectedRows().size(), 1);
        QTRY_VERIFY(m->button("unblockChosen")->isEnabled());
    }

    // On every page with a list, keys act on the row that has the mark of the focus.
    void theFirstRowIsSelectedWhereNoneWas()
    {
        blockToken(m->connection, {"ip:1", 1h, "scraping", "ops"});
        blockToken(m->connection, {"ip:2", std::nullopt, "a long story, told in full only below", "ops"});
        overrideToken(m->connection, {"good", "api", parseRules("7/min"), 1h, "pays", "ops"});
        m->connection.call({"SET", "rl:forever", "12"}); // a warning
        showAndClick("good");
        openAndConfirm(Qt::Key_B, Qt::ControlModifier, [](ActDialog* dialog) { typeReason(dialog, "mine"); });
        using Page = MainWindow::Page;
        for (const auto& [page, name] : {std::pair(Page::Blocks, "blocks"),
                                         {Page::Overrides, "overrides"},
                                         {Page::Policies, "policiesTable"},
                                         {Page::Watch, "findings"},
                                         {Page::Audit, "audit"}}) {
            m->turnTo(page);
            auto* const table = m->window->findChild<QTableView*>(name);
            QTRY_VERIFY2(table->hasFocus() && table->model()->rowCount() > 0, name);
            QTRY_VERIFY2(table->selectionModel()->selectedRows().size() == 1, name);
            QVERIFY2(table->currentIndex().row() == 0 &&
                         table->selectionModel()->isRowSelected(table->currentIndex().row()),
                     name);
        }
        m->turnTo(Page::Blocks);
        QTRY_VERIFY(m->button("unblockChosen")->isEnabled());
        // What a row has no room for stands below.
        auto* const table = m->window->findChild<QTableView*>("blocks");
        clickOn(table, table->model()->index(1, 0));
        const auto said = [this](const char* name) {
            return m->window->blocksPage().findChild<PlainLabel*>(name)->text();
        };
        QTRY_COMPARE(said("controlWhose"), "ip:2");
        QCOMPARE(said("controlReason"), "Reason: a long story, told in full only below");
        QVERIFY_TEXT(said("controlMeaning"), contains("Does not end by itself"));
        m->turnTo(Page::Overrides);
        const QString meaning = m->window->overridesPage().findChild<PlainLabel*>("controlMeaning")->text();
        QVERIFY_TEXT(meaning, contains("7/min instead of 5/min + 100/h"));
    }

    void underThePointerTheirOrderStays()
    {
        blockToken(m->connection, {"one", 1h, "b", "ops"});
        blockToken(m->connection, {"two", 1h, "c", "ops"});
        showAbuser();
        m->turnTo(MainWindow::Page::Blocks);
        ControlPage& page = m->window->blocksPage();
        QTRY_COMPARE(page.model().rowCount(), 2);
        auto* const table = page.findChild<QTableView*>("blocks");
        table->sortByColumn(ControlTableModel::Reason, Qt::AscendingOrder);
        const auto reasons = [&] {
            return column(*table->model(), ControlTableModel::Reason).join(' ');
        };
        QCOMPARE(reasons(), "b c");
        const QPointF at = table->viewport()->rect().center();
        QEnterEvent enter(at, at, table->viewport()->mapToGlobal(at));
        QApplication::sendEvent(table->viewport(), &enter);
        blockToken(m->connection, {"one", 1h, "d", "ops"});
        QTRY_COMPARE(reasons(), "d c");
        QEvent leave(QEvent::Leave);
        QApplication::sendEvent(table->viewport(), &leave);
        QCOMPARE(reasons(), "c d");
    }

    void overridesHaveAPage()
    {
        showAbuser();
        overrideToken(m->connection, {"good", "api", parseRules("7/min"), 1h, "pays", "ops"});
        overrideToken(m->connection, {"other", "api", parseRules("8/min"), std::nullopt, "pays well", "ops"});
        overrideToken(m->connection, {"good", "gone", parseRules("9/min"), std::nullopt, "long ago", "ops"});
        m->turnTo(MainWindow::Page::Overrides);
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
                    clickOn(table, table->model()->index(row, 0));
        };
        // Where the rules are to be seen, it is said whose they are.
        QTRY_TEXT(m->cell("good", TokenTableModel::TightestRule), endsWith("of 7/min, override"));

        choose("good", "api");
        QTRY_VERIFY(m->button("changeChosen")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_L, Qt::ControlModifier);
        QTRY_VERIFY(page.actions().dialog() && page.actions().dialog()->isActiveWindow());
        auto* const rules = page.actions().dialog()->findChild<QLineEdit*>("overrideRules");
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
        const auto selectedRules = [&] { // of what was edited, which is another row now
            const QModelIndexList rows = table->selectionModel()->selectedRows(ControlTableModel::Rules);
            return rows.size() == 1 ? rows.front().data().toString() : QString();
        };
        QTRY_COMPARE(selectedRules(), "70/min");

        // That of a policy which nobody has published can only be lifted.
        QTRY_VERIFY(!page.actions().dialog());
        choose("good", "gone");
        QTRY_VERIFY(m->button("changeChosen")->isEnabled());
        m->click(m->button("changeChosen"));
        QVERIFY_TEXT(bannerText(page), contains("gone is not published"));

        table->selectAll();
        m->click(m->button("liftChosen"));
        QTRY_VERIFY(page.actions().dialog() && page.actions().dialog()->isVisible());
        typeNumber(page.actions().dialog(), "3");
        m->click(page.actions().dialog()->findChild<QPushButton*>("confirm"));
        QTRY_COMPARE(page.model().rowCount(), 0);
        QVERIFY(findOverrides(m->connection, "good").empty());
        QCOMPARE(m->limiter.peek("good").usage.at(0).rule.limit, 5);
    }

    void blocksStayWhileTheServerIsUnreachable()
    {
        blockToken(m->connection, {"ip:1", 1h, "scraping", "ops"});
        showAbuser();
        m->window->showPage(MainWindow::Page::Blocks);
        ControlPage& page = m->window->blocksPage();
        QTRY_COMPARE(page.model().rowCount(), 1);
        QTRY_VERIFY(!page.stale());
        m->server.kill();
        QTRY_TEXT(bannerText(page), startsWith("Redis is unreachable"));
        QVERIFY(bannerText(page).contains("Data shown is from"));
        QCOMPARE(page.model().rowCount(), 1);
        QVERIFY(page.stale());
        QVERIFY(!m->button("blockTyped")->isEnabled());
        QCOMPARE(m->server.start(), QString());
        QTRY_COMPARE(bannerText(page), QString());
        QTRY_VERIFY(!page.stale());
        QTRY_COMPARE(page.model().rowCount(), 0); // the new server knows of no block
    }
};

RATEWARDEN_SUITE(TestControlPages)
#include "tst_control_pages.moc"
