// SPDX-License-Identifier: GPL-3.0-or-later
// The page of all keys, with real mouse and key events, on a real server.
#include "core/formats/reader.h"
#include "tests/ui/window_test.h"
#include "ui/pages/key_actions.h"
#include "ui/pages/key_note.h"
#include "ui/pages/keys_page.h"
#include "ui/widgets/plain_label.h"

#include <QAction>
#include <QClipboard>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTreeView>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestKeysPage : public WindowTest {
    Q_OBJECT

private:
    static constexpr const char* log = "ratelimiter:example.com:log";

    KeysPage& keys() { return m->window->keysPage(); }
    QTreeView* tree() { return m->window->findChild<QTreeView*>("keyTree"); }
    QTableView* list() { return m->window->findChild<QTableView*>("keyList"); }
    QString label(const char* name) { return m->window->findChild<PlainLabel*>(name)->text(); }
    QAction* action(const char* name) { return m->window->findChild<QAction*>(name); }
    ActDialog* keyDialog() { return keys().keyActions().dialog(); }
    std::string get(const std::string& key)
    {
        const Reply reply = m->connection.call({"GET", key});
        return reply.view().isNil() ? std::string() : std::string(reply.view().string());
    }
    std::int64_t ask(std::initializer_list<std::string_view> command)
    {
        return m->connection.call(command).view().integer();
    }

    QModelIndex folder(const std::string& path) { return keys().tree().find(path); }
    QString cell(const std::string& path, KeyTreeModel::Column column)
    {
        const QModelIndex index = folder(path);
        return index.isValid() ? index.siblingAtColumn(column).data().toString() : QString();
    }
    void clickFolder(const std::string& path)
    {
        QTRY_VERIFY(folder(path).isValid());
        tree()->scrollTo(folder(path));
        QTest::mouseClick(tree()->viewport(), Qt::LeftButton, {}, tree()->visualRect(folder(path)).center());
        QTRY_COMPARE(keys().list().folder(), path);
    }
    void clickKey(const std::string& key)
    {
        QTRY_VERIFY(keys().list().rowOf(key) >= 0);
        const QModelIndex index = keys().list().index(keys().list().rowOf(key), 0);
        list()->scrollTo(index);
        list()->setFocus();
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, list()->visualRect(index).center());
        QTRY_VERIFY(keys().details().detail() && keys().details().detail()->facts.key == key);
    }
    /// A row of the list, be it a key or a folder.
    void clickRow(const std::string& name)
    {
        QTRY_VERIFY(keys().list().rowOf(name) >= 0);
        const QModelIndex index = keys().list().index(keys().list().rowOf(name), 0);
        list()->setFocus();
        QTest::mouseClick(list()->viewport(), Qt::LeftButton, {}, list()->visualRect(index).center());
        QCOMPARE(list()->currentIndex().row(), index.row());
    }
    /// "many:" with folders in folders, and keys beside them.
    void fillMany()
    {
        for (const char* const key :
             {"many:a:x:1", "many:a:x:2", "many:a:x:3", "many:a:y:1", "many:a:y:2", "many:a:z", "many:b"})
            m->connection.call({"SET", key, "some text"});
    }
    void fillFlat(int count)
    {
        m->connection.call({"EVAL",
                            "for i = 1, tonumber(ARGV[1]) do "
                            "redis.call('SET', string.format('flat:%06d', i), 'text') end",
                            "0", std::to_string(count)});
    }
    /// What was asked of the lane for changes so far has been answered.
    void waitForActLane()
    {
        bool answered = false;
        m->window->session().act(
            m->window.get(), [](Server& server) { return server.call({"PING"}).view().isError(); },
            [&answered](const ui::Outcome<bool>&) { answered = true; });
        QTRY_VERIFY(answered);
    }
    void openPage()
    {
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        QTRY_VERIFY(m->window->session().live());
        m->window->showPage(MainWindow::Page::Keys);
        QTRY_COMPARE(keys().browser().state(), KeyBrowser::State::Complete);
        QTRY_VERIFY(keys().tree().rowCount() > 0);
    }
    void waitForDialog() { QTRY_VERIFY(keyDialog() && keyDialog()->isVisible()); }
    QString preview() { return keyDialog()->findChild<QPlainTextEdit*>()->toPlainText(); }
    void confirm(const QString& reason)
    {
        typeReason(keyDialog(), reason);
        QPushButton* const button = keyDialog()->findChild<QPushButton*>("confirm");
        QVERIFY2(button->isEnabled(), qPrintable(preview()));
        m->click(button);
    }
    void waitUntilKeyDialogIsClosed()
    {
        QTRY_VERIFY(!keyDialog());
        m->window->activateWindow(); // a window manager would; the offscreen platform has none
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
    }
    void undo() { QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier); }

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<WindowFixture>();
        for (int i = 0; i < 30; ++i)
            m->connection.call({"SET", "rlflx:user:" + std::to_string(i), std::to_string(i), "PX", "600000"});
        for (int i = 0; i < 6; ++i)
            m->connection.call({"SET", "quota:" + std::to_string(i), std::to_string(400 + i)});
        for (int i = 0; i < 4; ++i)
            m->connection.call(
                {"SET", "session:" + std::to_string(i), R"({"user":"a name","cart":[]})", "EX", "900"});
        for (int i = 0; i < 250; ++i)
            m->connection.call({"ZADD", "ranking", std::to_string(i), "player " + std::to_string(i)});
        const Instant now = readTime(m->connection.call({"TIME"}).view());
        for (int i = 5; i > 0; --i) {
            const double at = std::chrono::duration<double>(now.time_since_epoch()).count() - i;
            m->connection.call({"LPUSH", log, QString::number(at, 'f', 7).toStdString()});
        }
        m->connection.call({"EXPIRE", log, "600"});
    }
    void cleanup() { m.reset(); }

    void nothingIsScannedBeforeItIsShown()
    {
        showAbuser();
        QCOMPARE(keys().browser().state(), KeyBrowser::State::NotStarted);
        QCOMPARE(keys().browser().progress().named, 0U);
        openPage();
        QTRY_VERIFY(label("keyCounts").contains("keys · "));
        const std::int64_t all = ask({"DBSIZE"});
        QVERIFY2(label("keyCounts").startsWith(QString::number(all) + " keys"),
                 qPrintable(label("keyCounts")));
        QVERIFY2(label("keyCounts").contains("scan "), qPrintable(label("keyCounts")));
        QCOMPARE(m->button("unknownKeys")->text(), "6 unknown");
    }

    void aTreeOfAllKeys()
    {
        openPage();
        QTRY_COMPARE(cell("rlflx:user:", KeyTreeModel::Keys), "30");
        QCOMPARE(cell("rlflx:user:", KeyTreeModel::NoExpiry), "0 %");
        QVERIFY(
            folder("rlflx:user:").data(KeyTreeModel::AboutRole).toString().contains("rate-limiter-flexible"));
        QCOMPARE(cell("quota:", KeyTreeModel::NoExpiry), "100 %");
        QVERIFY(folder("quota:").data(KeyTreeModel::UnknownRole).toBool());
        QCOMPARE(folder("session:").data(KeyTreeModel::AboutRole).toString(), "not a limiter");
        QTRY_VERIFY(m->window->findChild<KeyNote*>("keyNote")->isVisible());
        const QString note = m->window->findChild<KeyNote*>("keyNote")->title();
        QVERIFY2(note.contains("6 keys under \"quota:\" never expire"), qPrintable(note));

        // It can be described, beginning with one of them.
        auto* const describe = m->window->findChild<KeyNote*>("keyNote")->findChild<QPushButton*>();
        QTRY_VERIFY(describe->isVisible());
        QSignalSpy asked(&keys(), &KeysPage::describeKey);
        clickFolder("session:");
        m->click(describe);
        QCOMPARE(asked.size(), 1);
        QVERIFY(asked.front().front().toByteArray().startsWith("quota:"));
    }

    void theListHasWhatIsInAPrefix()
    {
        openPage();
        publish("rlflx:user:12", "20/min");
        clickFolder("rlflx:user:");
        QTRY_COMPARE(keys().list().rowCount(), 30);
        const auto text = [this](const char* key, KeyListModel::Column column) {
            const int row = keys().list().rowOf(key);
            return row < 0 ? QString() : keys().list().index(row, column).data().toString();
        };
        QTRY_COMPARE(text("rlflx:user:12", KeyListModel::Usage), "12/20"); // its row is to be seen
        QCOMPARE(text("rlflx:user:12", KeyListModel::Name), "12");
        QCOMPARE(text("rlflx:user:12", KeyListModel::State), "ok");
        clickFolder("session:");
        QTRY_COMPARE(text("session:1", KeyListModel::State), "string");
        QVERIFY(text("session:1", KeyListModel::Ends).contains("min"));
        QVERIFY(text("session:1", KeyListModel::Usage).contains("bytes"));

        // Backspace leads to what is above, where loose keys are.
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Backspace);
        QTRY_COMPARE(keys().list().folder(), std::string());
        QTRY_COMPARE(text("ranking", KeyListModel::State), "sorted set");
    }

    void filters()
    {
        openPage();
        QTRY_VERIFY(folder("session:").isValid());
        QTest::keyClick(m->window.get(), Qt::Key_F, Qt::ControlModifier);
        auto* const filter = m->window->findChild<QLineEdit*>("keyFilter");
        QTRY_VERIFY(filter->hasFocus());
        QTest::keyClicks(filter, "no-ttl");
        QTRY_VERIFY(!folder("session:").isValid());
        QTRY_VERIFY(folder("quota:").isValid());
        QTRY_VERIFY2(label("keyCounts").contains(" of "), qPrintable(label("keyCounts")));
        filter->clear();
        QTest::keyClicks(filter, "type:nonsense");
        auto* const problem = m->window->findChild<PlainLabel*>("keyFilterProblem");
        QTRY_VERIFY(problem->isVisible() && !problem->text().isEmpty());
        filter->clear();
        QTRY_VERIFY(!problem->isVisible());
        QTest::keyClicks(filter, "nobody");
        QTRY_COMPARE(keys().tree().rowCount(), 0);
        QTRY_COMPARE(keys().list().rowCount(), 0);
        filter->clear();
        QTRY_VERIFY(folder("session:").isValid());
    }

    void bytesAndMeaningSideBySide()
    {
        openPage();
        publish("rlflx:user:7", "20/min");
        clickFolder("rlflx:user:");
        clickKey("rlflx:user:7");
        QTRY_VERIFY2(label("keyFormat").contains("counter"), qPrintable(label("keyFormat")));
        QVERIFY2(label("keyAbout").startsWith("string · int"), qPrintable(label("keyAbout")));
        const KeyValueModel& value = keys().details().value();
        QCOMPARE(value.index(0, KeyValueModel::Bytes).data().toString(), "37");
        QCOMPARE(value.index(0, KeyValueModel::Means).data().toString(), "used units · 7");
        QTRY_VERIFY2(keys().details().sentence().contains("13 left"),
                     qPrintable(keys().details().sentence()));
        // It is live.
        m->connection.call({"SET", "rlflx:user:7", "20", "KEEPTTL"});
        QTRY_COMPARE(value.index(0, KeyValueModel::Text).data().toString(), "20");
        QTRY_VERIFY2(keys().details().sentence().contains("Next request in"),
                     qPrintable(keys().details().sentence()));
    }

    void theValueIsReadAgainAtTheChosenInterval()
    {
        m->window->session().setInterval(500ms); // longer than the page's own ticks
        openPage();
        clickFolder("quota:");
        clickKey("quota:3");
        const KeyValueModel& value = keys().details().value();
        QTRY_COMPARE(value.index(0, KeyValueModel::Text).data().toString(), "403");
        m->connection.call({"SET", "quota:3", "777"});
        QTRY_COMPARE(value.index(0, KeyValueModel::Text).data().toString(), "777");
    }

    void whilePausedAnotherKeyIsShownWhole()
    {
        openPage();
        clickFolder("quota:");
        clickKey("quota:3");
        QTRY_VERIFY(label("keyAbout").startsWith("string"));
        m->window->session().setPaused(true);
        QTRY_VERIFY(m->window->session().paused());
        keys().showKey("ranking");
        QCOMPARE(label("keyAbout"), QString()); // nothing of the one before
        QTRY_VERIFY2(label("keyAbout").startsWith("sorted set"), qPrintable(label("keyAbout")));
        QVERIFY2(label("keyAbout").contains("250 elements"), qPrintable(label("keyAbout")));
    }

    void whatIsPressedInTheListIsAboutItsRow()
    {
        fillMany();
        openPage();
        clickFolder("session:");
        clickKey("session:1");
        QTRY_VERIFY(action("deleteKey")->isEnabled());
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
        QVERIFY2(preview().contains("UNLINK many:b"), qPrintable(preview()));
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
        QTRY_VERIFY2(keys().bannerText().contains("reading"), qPrintable(keys().bannerText()));
        m->server.thaw();
        waitForDialog();
        waitForActLane();
        int open = 0;
        for (const auto* const one : m->window->findChildren<ActDialog*>())
            open += one->isVisible() ? 1 : 0;
        QCOMPARE(open, 1);
        QCOMPARE(keys().bannerText(), QString());
        QTest::keyClick(keyDialog(), Qt::Key_Escape);
        waitUntilKeyDialogIsClosed();
        QTest::keyClick(list(), Qt::Key_Delete); // and another can
        waitForDialog();
        QTest::keyClick(keyDialog(), Qt::Key_Escape);
    }

    void theRowStaysWhenPagesArrive()
    {
        constexpr int many = 2000;
        fillFlat(many);
        openPage();
        clickFolder("flat:");
        QTRY_COMPARE(keys().list().rowCount(), many);
        clickKey("flat:000001");
        QTest::keyClick(list(), Qt::Key_End, Qt::ControlModifier);
        QCOMPARE(list()->currentIndex().row(), many - 1);
        QTRY_VERIFY(keys().list().at(many - 1) != nullptr); // its page has come
        QCOMPARE(list()->currentIndex().row(), many - 1);
        QTRY_COMPARE(label("chosenKey"), "flat:002000");
        QSignalSpy pages(&keys().browser(), &KeyBrowser::listRead);
        keys().scan();
        QTRY_VERIFY(pages.size() >= 2);
        QTRY_COMPARE(keys().browser().state(), KeyBrowser::State::Complete);
        QCOMPARE(list()->currentIndex().row(), many - 1);
        QCOMPARE(label("chosenKey"), "flat:002000");
    }

    void upLeadsOneFolderUp()
    {
        fillMany();
        openPage();
        clickFolder("many:");
        clickRow("many:a:");
        QTest::keyClick(list(), Qt::Key_Return);
        QTRY_COMPARE(keys().list().folder(), "many:a:");
        QTRY_COMPARE(label("keyFolderCount"), "6 keys"); // at any depth
        clickRow("many:a:x:");
        QTest::keyClick(list(), Qt::Key_Return);
        QTRY_COMPARE(keys().list().folder(), "many:a:x:");
        QTRY_COMPARE(label("keyFolderCount"), "3 keys");
        QTest::keyClick(list(), Qt::Key_Backspace);
        QTRY_COMPARE(keys().list().folder(), "many:a:");
        QTRY_VERIFY(keys().list().rowOf("many:a:z") >= 0);
        m->click(m->button("keysUp"));
        QTRY_COMPARE(keys().list().folder(), "many:");
    }

    void aFilterLeadsToItsMatches()
    {
        fillMany();
        openPage();
        clickFolder("many:");
        clickRow("many:a:");
        QTest::keyClick(list(), Qt::Key_Return);
        QTRY_COMPARE(keys().list().folder(), "many:a:");
        auto* const filter = m->window->findChild<QLineEdit*>("keyFilter");
        filter->setFocus();
        QTest::keyClicks(filter, "many:b");
        QTRY_COMPARE(keys().list().rowOf("many:b"), 0);
        QCOMPARE(keys().list().rowCount(), 1);
    }

    void aScanThatALostLinkStoppedGoesOn()
    {
        expectStalls();
        constexpr int many = 3000;
        fillFlat(many);
        openPage();
        QTRY_VERIFY(label("keyCounts").startsWith("3,0"));
        const QString before = label("keyCounts").section(" keys", 0, 0);
        m->server.freeze();
        QTest::keyClick(m->window.get(), Qt::Key_F5);
        QTRY_COMPARE(keys().browser().state(), KeyBrowser::State::Stopped);
        QTRY_VERIFY(m->window->link().isUnreachable());
        QTRY_VERIFY2(label("keyCounts").startsWith(before + " keys"), qPrintable(label("keyCounts")));
        m->server.thaw();
        QTRY_COMPARE(keys().browser().state(), KeyBrowser::State::Complete);
        QTRY_COMPARE(keys().bannerText(), QString());
    }

    void keysThatMayNotBeReadAreNoUnknownOnes()
    {
        m->connection.call({"ACL", "SETUSER", "narrow", "reset", "on", ">secret", "~rlflx:*", "&*", "+@all"});
        connectAs("narrow");
        openPage();
        QTRY_VERIFY2(keys().bannerText().contains("keys could not be read"), qPrintable(keys().bannerText()));
        QVERIFY(!m->button("unknownKeys")->isVisible());
        QVERIFY(!m->window->findChild<KeyNote*>("keyNote")->isVisible());
        QVERIFY2(label("keyCounts").contains("not readable"), qPrintable(label("keyCounts")));
    }

    void theUnknownOnesAreListed()
    {
        openPage();
        QTRY_COMPARE(m->button("unknownKeys")->text(), "6 unknown");
        m->click(m->button("unknownKeys"));
        QTRY_VERIFY(!folder("session:").isValid());
        QVERIFY(folder("quota:").isValid());
    }

    void columnsThatAreNotForItStayAway()
    {
        openPage();
        keys().showKey("ranking");
        auto* const value = m->window->findChild<QTableView*>("value");
        QTRY_VERIFY(keys().details().value().rowCount() > 0);
        QVERIFY(value->isColumnHidden(KeyValueModel::Name));
        QVERIFY2(value->isColumnHidden(KeyValueModel::Bytes), "its members are text");
        m->window->session().setPaused(true); // nothing else lays it out again
        m->window->resize(1440, 860);
        QTRY_VERIFY(value->width() > 100);
        QVERIFY(value->isColumnHidden(KeyValueModel::Name));
    }

    void theTokensAreNotReadBehindIt()
    {
        showAbuser();
        openPage();
        std::size_t last = 99;
        connect(&m->window->session(), &Session::read, this,
                [&last](const Readings& readings) { last = readings->size(); });
        QTRY_COMPARE(last, 1U); // the chosen one's details
        disconnect(&m->window->session(), &Session::read, this, nullptr);
    }

    void theNewestEntryIsMarked()
    {
        openPage();
        keys().showKey(log);
        QTRY_VERIFY(keys().details().value().rowCount() == 5);
        QPushButton* button = nullptr;
        for (auto* const mark : m->window->findChildren<QPushButton*>("mark"))
            if (mark->text() == "newest entry")
                button = mark;
        QVERIFY(button);
        const KeyValueModel& value = keys().details().value();
        if (!button->isChecked())
            m->click(button);
        const int row = value.rowOf("newest entry");
        QVERIFY(value.index(row, 0).data(KeyValueModel::MarkedRole).toBool());
        QCOMPARE(value.index(row, KeyValueModel::Name).data().toString(), "0"); // the head of the list
        for (int other = 0; other < value.rowCount(); ++other)
            QVERIFY(other == row || !value.index(other, 0).data(KeyValueModel::MarkedRole).toBool());
        m->click(button);
        QVERIFY(!value.index(row, 0).data(KeyValueModel::MarkedRole).toBool());
    }

    void bigValuesComeInPages()
    {
        openPage();
        keys().showKey("ranking");
        QTRY_VERIFY2(label("valuePage") == "1–100 of 250", qPrintable(label("valuePage")));
        const KeyValueModel& value = keys().details().value();
        QCOMPARE(value.index(0, KeyValueModel::Score).data().toString(), "249"); // the newest first
        m->click(m->button("nextPage"));
        QTRY_COMPARE(label("valuePage"), "101–200 of 250");
        QCOMPARE(value.index(0, KeyValueModel::Score).data().toString(), "149");
        m->click(m->button("nextPage"));
        QTRY_COMPARE(label("valuePage"), "201–250 of 250");
        QVERIFY(!m->button("nextPage")->isEnabled());
        m->click(m->button("pageBefore"));
        QTRY_COMPARE(label("valuePage"), "101–200 of 250");
        m->click(m->button("firstPage"));
        QTRY_COMPARE(label("valuePage"), "1–100 of 250");
    }

    void streamsShowTheirGroups()
    {
        m->connection.call({"XADD", "events", "*", "a", "1"});
        m->connection.call({"XGROUP", "CREATE", "events", "billing", "0"});
        m->connection.call({"XREADGROUP", "GROUP", "billing", "worker-1", "STREAMS", "events", ">"});
        openPage();
        keys().showKey("events");
        QTRY_VERIFY2(label("streamGroups").contains("billing: 1 pending"), qPrintable(label("streamGroups")));
        QVERIFY(label("streamGroups").contains("worker-1: 1 pending"));
    }

    void aDeletedKeyComesBack()
    {
        openPage();
        clickFolder("session:");
        clickKey("session:2");
        QTRY_VERIFY(action("deleteKey")->isEnabled());
        const QString before = cell("session:", KeyTreeModel::Keys);
        const int rows = list()->model()->rowCount();
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Delete);
        waitForDialog();
        QVERIFY2(!keyDialog()->findChild<QPushButton*>("confirm")->isEnabled(), "without a reason");
        typeReason(keyDialog(), "l");
        QVERIFY2(preview().contains("UNLINK session:2"), qPrintable(preview()));
        QVERIFY(!get("session:2").empty()); // nothing has happened yet
        confirm("ogged out");
        QTRY_COMPARE(get("session:2"), std::string());
        waitUntilKeyDialogIsClosed();
        QTRY_VERIFY2(m->window->statusText().contains("session:2 is deleted"),
                     qPrintable(m->window->statusText()));
        QTRY_VERIFY2(keys().details().sentence().contains("no longer there"),
                     qPrintable(keys().details().sentence()));
        QTRY_VERIFY(!action("deleteKey")->isEnabled());
        // Tree and list know, and no scan was needed.
        const QString after = QString::number(before.toInt() - 1);
        QTRY_COMPARE(cell("session:", KeyTreeModel::Keys), after);
        QTRY_COMPARE(list()->model()->rowCount(), rows - 1);
        QCOMPARE(keys().list().rowOf("session:2"), -1);
        QVERIFY2(m->window->session().changes().nextUndo().contains("deletion of session:2"),
                 qPrintable(m->window->session().changes().nextUndo()));
        undo();
        QTRY_VERIFY(get("session:2").starts_with(R"({"user")"));
        QVERIFY(ask({"TTL", "session:2"}) > 800);
        QTRY_VERIFY(action("deleteKey")->isEnabled());
        QTRY_COMPARE(cell("session:", KeyTreeModel::Keys), before);
        QTRY_VERIFY(keys().list().rowOf("session:2") >= 0);
        QCOMPARE(list()->model()->rowCount(), rows);
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
        QTRY_VERIFY2(keys().details().sentence().contains("13 left"),
                     qPrintable(keys().details().sentence()));
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
            const char* const right = name == std::string_view("renameKey") ? "+renamenx" : "+evalsha";
            QTRY_VERIFY2(action(name)->toolTip().contains(right), qPrintable(action(name)->toolTip()));
        }
        QVERIFY(action("copyKeyName")->isEnabled());
    }

    void foreignBytesArePlainTextAndCopiedExactly()
    {
        const std::string bytes("<b>\xff\0:x", 7);
        m->connection.call({"SET", bytes, "<i>\n"});
        openPage();
        keys().showKey(bytes);
        QTRY_COMPARE(keys().details().value().rowCount(), 1);
        QCOMPARE(keys().details().value().index(0, KeyValueModel::Text).data().toString(), "<i>\\x0a");
        QCOMPARE(label("chosenKey"), "<b>\\xff\\x00:x");
        QTRY_VERIFY(list()->currentIndex().isValid());
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QGuiApplication::clipboard()->mimeData()->data("application/octet-stream").toStdString(),
                 bytes);
    }

    void leadsToTheToken()
    {
        openPage();
        clickFolder("rlflx:user:");
        clickKey("rlflx:user:7");
        QTRY_VERIFY(action("openKeyToken")->isVisible());
        m->window->session().refresh();
        QTRY_VERIFY(m->page().model().rowCount() >= 30);
        action("openKeyToken")->trigger();
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(m->page().details().chosen()->token, std::string("user:7"));
    }

    void anEmptyServerSaysSo()
    {
        m->connection.call({"FLUSHALL"});
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        QTRY_VERIFY(m->window->session().live());
        m->window->showPage(MainWindow::Page::Keys);
        QTRY_COMPARE(keys().browser().state(), KeyBrowser::State::Complete);
        const auto says = [this](const QString& text) {
            for (const auto* const one : tree()->findChildren<PlainLabel*>())
                if (one->isVisible() && one->text().contains(text))
                    return true;
            return false;
        };
        QTRY_VERIFY(says("Database 0 has no keys"));
    }

private:
    /// A window of another user, whose password is "secret".
    void connectAs(const char* user)
    {
        Endpoint endpoint = m->server.endpoint();
        endpoint.user = user;
        endpoint.password = "secret";
        m->window =
            std::make_unique<MainWindow>(MainWindow::Profile{endpoint, "test", "", {{}, 20ms, 100ms}});
        m->window->session().setInterval(30ms);
        m->window->resize(1280, 800);
        m->window->showPage(MainWindow::Page::Tokens);
    }
    void publish(const char* key, const char* rules)
    {
        const auto found = recogniseOnServer(m->connection, key);
        QVERIFY(found);
        announcePolicy(m->connection, found->subject.format->policyFor(found->subject, parseRules(rules)));
    }
};

QTEST_MAIN(TestKeysPage)
#include "tst_keys_page.moc"
