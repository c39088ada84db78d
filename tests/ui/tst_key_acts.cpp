// SPDX-License-Identifier: GPL-3.0-or-later
// What an operator does to keys on their page, with real mouse and key events, on a real server.
#include "tests/support/suites.h"
#include "tests/ui/keys_page_test.h"

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestKeyActs : public KeysPageTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { fill(); }

    void whatIsPressedInTheListIsAboutItsRow()
    {
        fillMany();
        openPage();
        clickFolder("session:");
        clickKey("session:1");
        QTRY_VERIFY(action("deleteKey")->isEnabled());
        QVERIFY_TEXT(action("deleteKey")->toolTip(), contains("on Tokens the same key resets the token"));
        clickFolder("many:");
        QGuiApplication::clipboard()->setText("before");
        clickRow("many:a:");
        QTest::keyClick(list(), Qt::Key_Delete);
        QTest::keyClick(list(), Qt::Key_F2);
        QTest::keyClick(list(), Qt::Key_C, Qt::ControlModifier);
        waitForActLane();
        QVERIFY2(!keyDialog(), "a folder's row was taken for a key");
        QCOMPARE(QGuiApplication::clipboard()->text(), "before");
        QVERIFY(!action("deleteKey")->isEnabled());
        clickKey("many:b");
        QTRY_VERIFY(action("deleteKey")->isEnabled());
        QTest::keyClick(list(), Qt::Key_Delete);
        waitForDialog();
        typeReason(keyDialog(), "mine");
        QVERIFY_TEXT(preview(), contains("UNLINK many:b"));
        QTest::keyClick(keyDialog(), Qt::Key_Escape);
        QTRY_VERIFY(!keyDialog());
    }

    void onlyOneDialogOpens()
    {
        openPage();
        clickFolder("session:");
        clickKey("session:2");
        QTRY_VERIFY(action("deleteKey")->isEnabled());
        m->server.freeze();
        for (int i = 0; i < 3; ++i)
            QTest::keyClick(list(), Qt::Key_Delete);
        QTest::keyClick(list(), Qt::Key_F2);
        QTRY_TEXT(bannerText(keys()), contains("reading"));
        m->server.thaw();
        waitForDialog();
        waitForActLane();
        int open = 0;
        for (const auto* const one : m->window->findChildren<ActDialog*>())
            open += one->isVisible() ? 1 : 0;
        QCOMPARE(open, 1);
        QCOMPARE(bannerText(keys()), QString());
        QTest::keyClick(keyDialog(), Qt::Key_Escape);
        waitUntilKeyDialogIsClosed();
        QTest::keyClick(list(), Qt::Key_Delete); // and another can
        waitForDialog();
        QTest::keyClick(keyDialog(), Qt::Key_Escape);
    }

    void aDeletedKeyComesBack()
    {
        openPage();
        clickFolder("session:");
        clickKey("session:2");
        QTRY_VERIFY(action("deleteKey")->isEnabled());
        const QString before = cell("session:", KeyTreeModel::Keys);
        const int rows = list()->model()->rowCount();
        keys().details().findChild<QPushButton*>("moreOfKey")->setFocus();
        action("deleteKey")->trigger();
        waitForDialog();
        QVERIFY2(!keyDialog()->findChild<QPushButton*>("confirm")->isEnabled(), "without a reason");
        typeReason(keyDialog(), "l");
        QVERIFY_TEXT(preview(), contains("UNLINK session:2"));
        QVERIFY(!get("session:2").empty()); // nothing has happened yet
        confirm("ogged out");
        QTRY_COMPARE(get("session:2"), std::string());
        waitUntilKeyDialogIsClosed();
        QVERIFY(list()->hasFocus());
        QTRY_TEXT(m->window->statusText(), contains("session:2 is deleted"));
        QTRY_TEXT(keys().details().sentence(), contains("no longer exists"));
        QTRY_VERIFY(!action("deleteKey")->isEnabled());
        // Tree and list know, and no scan was needed.
        const QString after = QString::number(before.toInt() - 1);
        QTRY_COMPARE(cell("session:", KeyTreeModel::Keys), after);
        QTRY_COMPARE(list()->model()->rowCount(), rows - 1);
        QCOMPARE(keys().list().rowOf("session:2"), -1);
        QVERIFY_TEXT(m->window->session().changes().nextUndo(), contains("deletion of session:2"));
        undo();
        QTRY_VERIFY(get("session:2").starts_with(R"({"user")"));
        QVERIFY(ask({"TTL", "session:2"}) > 800);
        QTRY_VERIFY(action("deleteKey")->isEnabled());
        QTRY_COMPARE(cell("session:", KeyTreeModel::Keys), before);
        QTRY_VERIFY(keys().list().rowOf("session:2") >= 0);
        QCOMPARE(list()->model()->rowCount(), rows);
    }

    // The list may have made it its current row by itself.
    void theRowBehindADeletedOneIsChosenByAClick()
    {
        openPage();
        clickFolder("session:");
        clickKey("session:2");
        QTRY_VERIFY(action("deleteKey")->isEnabled());
        action("deleteKey")->trigger();
        waitForDialog();
        confirm("logged out");
        waitUntilKeyDialogIsClosed();
        QTRY_COMPARE(keys().list().rowOf("session:2"), -1);
        clickKey("session:3");
        QTRY_VERIFY(action("deleteKey")->isEnabled());
    }

    void aNameThatIsTakenIsRefused()
    {
        openPage();
        clickFolder("session:");
        clickKey("session:2");
        QTRY_VERIFY(action("renameKey")->isEnabled());
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_F2);
        waitForDialog();
        auto* const name = keyDialog()->findChild<QLineEdit*>("newName");
        QCOMPARE(name->text(), "session:2");
        name->selectAll();
        QTest::keyClicks(name, "session:3");
        const std::string third = get("session:3");
        confirm("a mistake");
        QTRY_VERIFY2(keyDialog() && keyDialog()->problem().contains("not done"),
                     qPrintable(keyDialog() ? keyDialog()->problem() : "closed"));
        QCOMPARE(get("session:3"), third);
        QVERIFY(!get("session:2").empty());
        name->selectAll();
        QTest::keyClicks(name, "session:9");
        m->click(keyDialog()->findChild<QPushButton*>("confirm"));
        QTRY_VERIFY(!get("session:9").empty());
        QVERIFY(get("session:2").empty());
        waitUntilKeyDialogIsClosed();
        QTRY_COMPARE(label("chosenKey"), "session:9"); // what is shown is the key, not its name of before
        QTRY_VERIFY(keys().list().rowOf("session:9") >= 0);
        QCOMPARE(keys().list().rowOf("session:2"), -1);
        undo();
        QTRY_VERIFY(!get("session:2").empty());
        QTRY_VERIFY(keys().list().rowOf("session:2") >= 0);
        QTRY_COMPARE(keys().list().rowOf("session:9"), -1);
        QTRY_COMPARE(label("chosenKey"), "session:2"); // it has its name of before
        QTRY_VERIFY(action("deleteKey")->isEnabled());
    }

    // The details never show a key that nothing can be done to.
    void aNewNameThatIsNotListedIsNotChosen()
    {
        openPage();
        m->window->findChild<QLineEdit*>("keyFilter")->setText("session:*");
        clickFolder("session:");
        clickKey("session:2");
        QTRY_VERIFY(action("renameKey")->isEnabled());
        const auto rename = [this](const QString& to) {
            list()->setFocus();
            QTest::keyClick(list(), Qt::Key_F2);
            RATEWARDEN_STEP(waitForDialog());
            auto* const name = keyDialog()->findChild<QLineEdit*>("newName");
            name->selectAll();
            QTest::keyClicks(name, to);
            RATEWARDEN_STEP(confirm("out of the way"));
            waitUntilKeyDialogIsClosed();
        };
        const auto selected = [this] {
            const QModelIndexList rows = list()->selectionModel()->selectedRows();
            return rows.size() == 1 ? keys().list().at(rows.front().row())->name : std::string();
        };
        RATEWARDEN_STEP(rename("zz2"));
        QTRY_VERIFY(!get("zz2").empty());
        QTRY_VERIFY(!m->window->session().keys().chosen());
        QTRY_COMPARE(keys().list().rowOf("session:2"), -1);
        QCOMPARE(label("chosenKey"), QString());
        QCOMPARE(selected(), std::string());
        QVERIFY(!action("deleteKey")->isEnabled());
        undo();
        QTRY_COMPARE(selected(), std::string("session:2"));
        QTRY_COMPARE(label("chosenKey"), "session:2");
        QTRY_VERIFY(action("deleteKey")->isEnabled());

        // Listed in another folder, it is shown there.
        m->window->findChild<QLineEdit*>("keyFilter")->clear();
        QTRY_VERIFY(action("renameKey")->isEnabled());
        RATEWARDEN_STEP(rename("quota:9"));
        QTRY_COMPARE(keys().list().folder(), std::string("quota:"));
        QTRY_COMPARE(selected(), std::string("quota:9"));
        QTRY_VERIFY(action("deleteKey")->isEnabled());
    }

    void theTtlIsChanged()
    {
        openPage();
        clickFolder("quota:");
        clickKey("quota:3");
        QTRY_COMPARE(label("keyExpiry"), "never");
        QTRY_VERIFY(action("editTtl")->isEnabled());
        action("editTtl")->trigger();
        waitForDialog();
        auto* const end = keyDialog()->findChild<QLineEdit*>("until");
        QVERIFY(end);
        end->selectAll();
        QTest::keyClicks(end, "10 min");
        confirm("it never expires");
        QTRY_VERIFY(ask({"TTL", "quota:3"}) > 500);
        waitUntilKeyDialogIsClosed();
        QTRY_VERIFY2(label("keyExpiry") != "never", qPrintable(label("keyExpiry")));
        undo();
        QTRY_COMPARE(ask({"TTL", "quota:3"}), -1);
    }

    void aLimitersTokenIsBlockedFromItsKey()
    {
        openPage();
        publish("rlflx:user:7", "20/min");
        clickFolder("rlflx:user:");
        clickKey("rlflx:user:7");
        QTRY_TEXT(keys().details().sentence(), contains("13 left"));
        QTRY_VERIFY(action("blockKey")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(keys().tokenActions().dialog() && keys().tokenActions().dialog()->isVisible());
        typeReason(keys().tokenActions().dialog(), "scraping");
        m->click(keys().tokenActions().dialog()->findChild<QPushButton*>("confirm"));
        QTRY_COMPARE(get("rlflx:user:7"), "21");
        QTRY_VERIFY(!keys().tokenActions().dialog());
        waitUntilKeyDialogIsClosed();
        undo();
        QTRY_COMPARE(get("rlflx:user:7"), "7");
    }

    void whoMayOnlyReadSeesItGreyed()
    {
        m->connection.call({"ACL", "SETUSER", "reader", "reset", "on", ">secret", "~*", "&*", "+@read",
                            "+@connection", "+info", "+time"});
        connectAs("reader");
        openPage();
        clickFolder("rlflx:user:");
        clickKey("rlflx:user:7");
        QTRY_COMPARE(keys().details().value().rowCount(), 1);
        for (const char* name : {"deleteKey", "renameKey", "editTtl", "blockKey", "resetKey"}) {
            QTRY_VERIFY2(!action(name)->isEnabled(), name);
            QTRY_TEXT(action(name)->toolTip(), contains("+evalsha"));
        }
        QVERIFY(action("copyKeyName")->isEnabled());
    }
};

RATEWARDEN_SUITE(TestKeyActs)
#include "tst_key_acts.moc"
