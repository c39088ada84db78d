// SPDX-License-Identifier: GPL-3.0-or-later
// Which tokens are selected in the window, and actions on several of them.
#include "core/limiter/keyspace.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/pages/tokens/token_question.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/row_delegate.h"

#include <QPlainTextEdit>
#include <QSignalSpy>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestTokenSelection : public WindowTest {
    Q_OBJECT

    QString text(const char* label) { return m->page().findChild<PlainLabel*>(label)->text(); }
    QLineEdit* filter() { return m->page().findChild<QLineEdit*>("filter"); }
    bool isSelected(const std::string& token)
    {
        const int row = m->page().model().rowOf(m->key(token));
        return row >= 0 && m->table()->selectionModel()->isRowSelected(row);
    }
    bool isInView(const std::string& token)
    {
        const int row = m->page().model().rowOf(m->key(token));
        const QRect place = m->table()->visualRect(m->page().model().index(row, 0));
        return row >= 0 && m->table()->viewport()->rect().contains(place.center());
    }
    /// What the dialog that Ctrl+B opens is about; it is dismissed.
    QString blocked()
    {
        QTest::keyClick(m->window.get(), Qt::Key_B, Qt::ControlModifier);
        if (!QTest::qWaitFor([this] { return m->dialog() && m->dialog()->isVisible(); }, patienceMs))
            return "no dialog";
        const QString whose = m->dialog()->findChild<PlainLabel*>("whose")->text();
        QTest::keyClick(m->dialog(), Qt::Key_Escape);
        waitUntilDialogIsClosed();
        return whose;
    }

    QString counts() { return m->page().findChild<PlainLabel*>("tokenCounts")->text(); }

    /// Tokens user:0, user:1, …
    void showTokens(int count)
    {
        for (int i = 0; i < count; ++i)
            m->limiter.acquire("user:" + std::to_string(i));
        showWindow();
        QTRY_COMPARE(m->page().model().rowCount(), count);
    }

    void selectTokens(const std::vector<std::string>& tokens)
    {
        const TokenTableModel& model = m->page().model();
        m->clickRow(tokens.front());
        for (const std::string& token : tokens)
            m->table()->selectionModel()->select(model.index(model.rowOf(m->key(token)), 0),
                                                 QItemSelectionModel::Select | QItemSelectionModel::Rows);
    }

    /// Its state expires.
    void forget(const std::string& token)
    {
        m->connection.call(
            {"UNLINK", stateKey(RedisToken(token), m->policy.name, algorithmNamed(m->policy.algorithm))});
        // A reading that was under way would list it once more: the one after it was not.
        QSignalSpy read(&m->window->session(), &Session::read);
        QVERIFY(read.wait(patienceMs));
        QVERIFY(read.wait(patienceMs));
    }

private Q_SLOTS:
    void actsOnASelection()
    {
        showAbuser();
        m->limiter.acquire("third", 2);
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(state("third"), "ok");
        m->clickRow("good");
        QTest::keyClick(m->table(), Qt::Key_A, Qt::ControlModifier);
        QTRY_COMPARE(m->button("block")->text(), "Block 3…");
        // The head is of all three, and says which one is shown below it.
        QCOMPARE(chosenToken(), "good");
        QCOMPARE(text("chosenToken"), "3 tokens");
        QCOMPARE(text("shownOfSelected"), "Shown below: good");

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

    void aChangeOfManyIsShownInParts()
    {
        for (int i = 0; i < 30; ++i)
            m->limiter.acquire((i < 20 ? "user:" : "ip:") + std::to_string(i));
        showWindow();
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

    void expiredTokensStayCounted()
    {
        showTokens(30);
        // Ten that are not next to each other, so that each has a row that can move.
        selectTokens({"user:1", "user:3", "user:5", "user:7", "user:9", "user:11", "user:13", "user:15",
                      "user:17", "user:19"});
        QTRY_TEXT(counts(), contains(" 10 selected"));
        forget("user:5");
        forget("user:11");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_TEXT(counts(), contains("10 selected, 2 no longer listed"));
        QCOMPARE(m->page().model().rowCount(), 28);
        QCOMPARE(m->button("block")->text(), "Block 8…");
        openAndConfirm(Qt::Key_B, Qt::ControlModifier, [](ActDialog* dialog) {
            QCOMPARE(dialog->findChild<PlainLabel*>("whose")->text(), "8 tokens");
            QCOMPARE(dialog->findChild<PlainLabel*>("leftOut")->text(),
                     "▲ 10 selected, 2 no longer listed and not changed: user:11, user:5");
            typeReason(dialog, "an attack");
            typeNumber(dialog, "8");
        });
        QVERIFY(findBlock(m->connection, "user:1") && findBlock(m->connection, "user:19"));
        QVERIFY(!findBlock(m->connection, "user:5") && !findBlock(m->connection, "user:11"));
        // It comes back as what it was: selected.
        m->limiter.acquire("user:5");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_TEXT(counts(), contains("10 selected, 1 no longer listed"));
        QTRY_COMPARE(m->button("block")->text(), "Block 1…"); // of nine
        m->clickRow("user:2");                                // another selection
        QTRY_VERIFY2(!counts().contains("selected"), qPrintable(counts()));
    }

    // With all of them gone the actions are not about the one whose details are still shown.
    void whereAllSelectedTokensExpiredThereIsNobodyToActOn()
    {
        showTokens(3);
        m->limiter.acquire("other");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(m->page().model().rowCount(), 4);
        selectTokens({"user:0", "user:1"});
        QTRY_COMPARE(m->button("block")->text(), "Block 2…");
        forget("user:0");
        forget("user:1");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_TEXT(counts(), contains("2 selected, 2 no longer listed"));
        QVERIFY(!m->button("block")->isEnabled() && !m->button("reset")->isEnabled());
    }

    void whatComesIsNotSelectedWithAllOthers()
    {
        showTokens(150);
        m->clickRow("user:7");
        QTest::keyClick(m->table(), Qt::Key_A, Qt::ControlModifier);
        QTRY_TEXT(counts(), contains("150 selected"));
        // As many rows as before, but other ones.
        forget("user:20");
        m->limiter.acquire("user:1005"); // between two of the others
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_VERIFY(!m->cell("user:1005", TokenTableModel::State).isEmpty());
        QTRY_TEXT(counts(), contains("150 selected, 1 no longer listed"));
        const auto* const selection = m->table()->selectionModel();
        QVERIFY(!selection->isRowSelected(m->page().model().rowOf(m->key("user:1005"))));
        for (const char* const token : {"user:0", "user:19", "user:21", "user:149"})
            QVERIFY2(selection->isRowSelected(m->page().model().rowOf(m->key(token))), token);
    }

    void whoNoLongerMatchesAFilterStaysCounted()
    {
        showTokens(5);
        for (const char* const token : {"user:0", "user:1", "user:2"})
            blockToken(m->connection, {token, std::nullopt, "an attack", "ops"});
        QTRY_COMPARE(m->page().model().countOf(TokenStatus::Blocked), 3);
        filter()->setText("blocked ");
        QTRY_COMPARE(m->page().model().rowCount(), 3);
        m->clickRow("user:0");
        QTest::keyClick(m->table(), Qt::Key_A, Qt::ControlModifier);
        QTRY_TEXT(counts(), contains("3 selected"));
        unblockToken(m->connection, "user:1");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_TEXT(counts(), contains("3 selected, 1 no longer listed"));
        QCOMPARE(m->button("unblock")->text(), "Unblock 2…");
        blockToken(m->connection, {"user:1", std::nullopt, "again", "ops"});
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(m->button("unblock")->text(), "Unblock 3…");
        // Whom the operator filters out is not selected any more.
        QTest::keyClicks(m->page().findChild<QLineEdit*>("filter"), ":2");
        QTRY_COMPARE(m->page().model().rowCount(), 1);
        QTRY_VERIFY2(!counts().contains("selected"), qPrintable(counts()));
    }

    // What is deselected by hand under a filter is not wanted so under the next one, which has no rows yet.
    void theFirstThatComesUnderAnotherFilterIsSelected()
    {
        showTokens(3);
        QTest::keyClicks(filter(), ":1");
        QTRY_COMPARE(m->page().model().rowCount(), 1);
        m->clickRow("user:1");
        clickOn(m->table(), m->page().model().index(0, 0), Qt::ControlModifier);
        QVERIFY(m->table()->selectionModel()->selectedRows().isEmpty());
        filter()->setText("late");
        QTRY_COMPARE(m->page().model().rowCount(), 0);
        m->limiter.acquire("late");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(m->page().model().rowCount(), 1);
        QTRY_COMPARE(m->table()->selectionModel()->selectedRows().size(), 1);
    }

    // What another page asked for is put aside with its question; what was filtered since is the operator's.
    void whatIsFilteredAfterAQuestionStays()
    {
        showTokens(5);
        filter()->setText("user:1");
        const auto leaveAndComeBack = [this] {
            m->turnTo(MainWindow::Page::Blocks);
            m->turnTo(MainWindow::Page::Tokens);
        };
        TokenQuestion question;
        question.token = m->key("user:3");
        m->page().ask(question, "Overview");
        QCOMPARE(filter()->text(), QString());
        leaveAndComeBack();
        QCOMPARE(filter()->text(), "user:1");
        m->page().ask(question, "Overview");
        filter()->setText("user:2");
        QTRY_COMPARE(m->page().details().chosen(), m->key("user:2"));
        leaveAndComeBack();
        QCOMPARE(filter()->text(), "user:2");
        QCOMPARE(m->page().details().chosen(), m->key("user:2"));
        QCOMPARE(blocked(), "user:2");
    }

    void aPolicyThatIsAPatternListsItsGroups()
    {
        showTokens(1);
        for (const char* const key :
             {"LIMITS:LIMITER/10.0.0.1/index/200/1/hour", "LIMITS:LIMITER/10.0.0.2/login/5/1/hour"})
            m->connection.call({"SET", key, "3", "PX", "600000"});
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(m->page().model().rowCount(), 3);
        filter()->setText("policy:LIMITS:LIMITER/*/*/1/hour");
        QTRY_COMPARE(m->page().model().rowCount(), 2);
        filter()->setText("policy:LIMITS:LIMITER/*/5/1/hour");
        QTRY_COMPARE(m->page().model().rowCount(), 1);
    }

    // With all rows selected Shift and a key changes no selection, but goes on to another row.
    void amongAllSelectedTheOneThatKeysReachIsShown()
    {
        showTokens(60);
        m->clickRow(m->page().model().keyAt(1).token);
        QTest::keyClick(m->table(), Qt::Key_A, Qt::ControlModifier);
        QTRY_TEXT(counts(), contains("60 selected"));
        m->limiter.acquire("late"); // after which Qt adds to what is selected
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(m->page().model().rowCount(), 61);
        QTest::keyClick(m->table(), Qt::Key_PageDown, Qt::ShiftModifier);
        QTest::keyClick(m->table(), Qt::Key_PageDown, Qt::ShiftModifier);
        const int row = m->table()->currentIndex().row();
        QVERIFY(row > 1);
        QTRY_COMPARE(m->page().details().chosen(), std::optional(m->page().model().keyAt(row)));
        QVERIFY(isInView(m->page().model().keyAt(row).token));
    }

    void anAddressIsReadWholeInASmallWindow()
    {
        showTokens(1);
        m->window->resize(1280, 800);
        const auto room = [this] {
            return m->table()->columnWidth(TokenTableModel::Token) - 2 * cellMargin;
        };
        const int wanted = QFontMetrics(monospaceFont()).horizontalAdvance("ip:203.0.113.144");
        QTRY_VERIFY2(room() >= wanted, qPrintable(QString("%1 of %2").arg(room()).arg(wanted)));
    }

    void aFilterWithOneHitActsOnThatHit()
    {
        showTokens(5);
        m->clickRow("user:1");
        QTRY_VERIFY(m->page().details().chosen() == m->key("user:1"));
        QTest::keyClick(m->window.get(), Qt::Key_F, Qt::ControlModifier);
        QTest::keyClicks(filter(), "user:3");
        QTRY_COMPARE(m->page().model().rowCount(), 1);
        QCOMPARE(m->page().details().chosen(), m->key("user:3"));
        QCOMPARE(text("chosenToken"), "user:3");
        QVERIFY(isSelected("user:3"));
        QCOMPARE(blocked(), "user:3");
        // It stays what is selected among the others.
        filter()->clear();
        QTRY_COMPARE(m->page().model().rowCount(), 5);
        QCOMPARE(m->page().details().chosen(), m->key("user:3"));
        QCOMPARE(blocked(), "user:3");
    }

    // The rows of many are ranked in a thread: what is pressed meanwhile is about those that were asked for.
    void aKeyThatComesBeforeTheRowsIsAboutThem()
    {
        showTokens(3200);
        QTRY_VERIFY(!m->page().model().ranking());
        m->clickRow("user:1");
        QTRY_VERIFY(m->button("block")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_F, Qt::ControlModifier);
        QTest::keyClicks(filter(), "user:3123");
        QCOMPARE(blocked(), "user:3123");
    }

    void otherFiltersDoTheSame()
    {
        showTokens(5);
        m->clickRow("user:1");
        QTRY_VERIFY(m->page().details().chosen());
        filter()->setText("blocked");
        QTRY_COMPARE(m->page().model().rowCount(), 0);
        QVERIFY2(!m->page().details().chosen(), "another token's details are still shown");
        QVERIFY(!m->button("block")->isEnabled());
        QVERIFY_TEXT(m->button("block")->toolTip(), contains(">Select a token first<"));
        QTest::keyClick(m->window.get(), Qt::Key_B, Qt::ControlModifier);
        QVERIFY(!m->page().actions().dialog());
        blockToken(m->connection, {"user:4", std::nullopt, "an attack", "ops"});
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_VERIFY(m->page().details().chosen() == m->key("user:4")); // the first that comes
        filter()->setText("policy:none");
        QTRY_VERIFY(!m->page().details().chosen());
        filter()->setText("policy:api");
        QTRY_VERIFY(m->page().details().chosen());
        QVERIFY(isSelected(m->page().details().chosen()->token));
    }

    // The current row went: the list goes on from the one that is shown when it has the focus again.
    void allAreSelectedWhereTheOperatorLooks()
    {
        showTokens(60);
        m->clickRow("user:7");
        QTRY_VERIFY(m->page().details().reading());
        forget("user:7");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(m->page().model().rowCount(), 59);
        QTRY_VERIFY(!m->page().model().ranking());
        QVERIFY(!m->table()->currentIndex().isValid());
        m->table()->scrollToBottom();
        QTest::keyClick(m->table(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(m->table()->selectionModel()->selectedRows().size(), 59);
        const std::string shown = chosenToken();
        QVERIFY(isInView(shown));
        QCOMPARE(m->table()->currentIndex().row(), m->page().model().rowOf(m->key(shown)));
        filter()->setFocus();
        m->table()->setFocus();
        QCOMPARE(chosenToken(), shown);
        QVERIFY(isInView(shown));
    }

    void oneThatGoesIsShownAndNotActedOn()
    {
        showTokens(5);
        m->clickRow("user:1");
        QTRY_VERIFY(m->page().details().reading());
        QVERIFY(m->page().findChild<PlainLabel*>("unlisted")->isHidden());
        forget("user:1");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(m->page().model().rowCount(), 4);
        QCOMPARE(m->page().details().chosen(), m->key("user:1"));
        QTRY_TEXT(text("unlisted"), startsWith("▲ Not listed"));
        QVERIFY(!m->table()->selectionModel()->hasSelection());
        QVERIFY(!m->button("block")->isEnabled() && !m->button("reset")->isEnabled());
        QVERIFY_TEXT(m->button("block")->toolTip(), contains(">user:1 is not listed<"));
        m->limiter.acquire("user:1");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_VERIFY(isSelected("user:1"));
        QVERIFY(m->page().findChild<PlainLabel*>("unlisted")->isHidden());
        QTRY_VERIFY(m->button("block")->isEnabled());
    }

    // Nobody is what the operator wants: nobody else takes the place.
    void whoDeselectsAllActsOnNobody()
    {
        showTokens(5);
        m->clickRow("user:1");
        QTRY_VERIFY(m->button("block")->isEnabled());
        clickOn(m->table(), m->table()->currentIndex(), Qt::ControlModifier);
        QTRY_VERIFY(!m->page().details().chosen());
        QVERIFY(!m->button("block")->isEnabled());
        m->limiter.acquire("user:9");
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(m->page().model().rowCount(), 6);
        QVERIFY(!m->page().details().chosen());
        filter()->setText("user:");
        QTRY_VERIFY(m->page().details().chosen());
    }

    void whatIsSelectedIsInView()
    {
        showTokens(200);
        m->clickRow("user:150");
        filter()->setText("user:15");
        QTRY_COMPARE(m->page().model().rowCount(), 11);
        filter()->clear();
        QTRY_COMPARE(m->page().model().rowCount(), 200);
        QVERIFY(isSelected("user:150") && isInView("user:150"));
        m->table()->sortByColumn(TokenTableModel::Token, Qt::DescendingOrder);
        QVERIFY(isSelected("user:150") && isInView("user:150"));
        // So it is when all rows have moved, and when there is less room.
        for (int i = 0; i < 100; ++i)
            m->limiter.acquire("v" + std::to_string(i));
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(m->page().model().rowCount(), 300);
        QTRY_VERIFY(isSelected("user:150") && isInView("user:150"));
        m->window->resize(1280, 560);
        QTRY_VERIFY(m->table()->viewport()->height() < 330);
        QTRY_VERIFY(isInView("user:150"));
    }

    // What is shown by itself is what is on top of the order that the operator wants to see.
    void aSortShowsItsFirstUnlessOneWasChosen()
    {
        showTokens(50);
        QTRY_VERIFY(m->page().details().chosen());
        m->table()->sortByColumn(TokenTableModel::Token, Qt::DescendingOrder);
        QTRY_COMPARE(m->page().details().chosen(), m->key("user:9"));
        m->clickRow("user:7");
        m->table()->sortByColumn(TokenTableModel::Token, Qt::AscendingOrder);
        QCOMPARE(m->page().details().chosen(), m->key("user:7"));
    }

    void whatIsFoundStandsInTheListAroundIt_data()
    {
        QTest::addColumn<int>("count");
        QTest::newRow("few") << 300;
        QTest::newRow("many") << 3200;
    }
    void whatIsFoundStandsInTheListAroundIt()
    {
        QFETCH(int, count);
        showTokens(count);
        filter()->setText("user:1"); // which it does not match
        QTRY_VERIFY(!m->page().model().rearranging());
        TokenQuestion question;
        question.token = m->key("user:277");
        m->page().ask(question, "elsewhere");
        QTRY_COMPARE(m->page().model().rowCount(), count);
        QTRY_VERIFY(isSelected("user:277") && isInView("user:277"));
        QCOMPARE(m->page().details().chosen(), m->key("user:277"));
        QCOMPARE(blocked(), "user:277");
        // One that is in Redis and not listed yet, and one that nobody knows.
        m->limiter.acquire("late");
        question.token = m->key("late");
        m->page().ask(question, "elsewhere");
        QCOMPARE(m->page().details().chosen(), m->key("late"));
        m->window->session().reread({m->key("late")});
        QTRY_VERIFY(isSelected("late") && isInView("late"));
        question.token = m->key("nobody");
        m->page().ask(question, "elsewhere");
        QCOMPARE(text("chosenToken"), "nobody");
        QVERIFY(!text("unlisted").isEmpty());
        QVERIFY(!m->button("block")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_VERIFY(m->window->session().progress().complete);
        QVERIFY(!m->table()->selectionModel()->hasSelection());
    }

    void aFilterWithoutMatchesActsOnNobody()
    {
        m = std::make_unique<WindowFixture>();
        showAndClick("abuser");
        QTRY_VERIFY(m->page().details().reading());
        QLineEdit* const filter = this->filter();
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
        const QString typed = filter->text();
        filter->setText(typed + " limited"); // it may be listed in another state
        QVERIFY(!offer->isVisible());
        filter->setText(typed);
        QTRY_VERIFY(offer->isVisible());
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
};

RATEWARDEN_SUITE(TestTokenSelection)
#include "tst_token_selection.moc"
