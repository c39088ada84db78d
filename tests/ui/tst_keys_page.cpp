// SPDX-License-Identifier: GPL-3.0-or-later
// The page of all keys, with real mouse and key events, on a real server: what it shows.
#include "tests/support/suites.h"
#include "tests/ui/keys_page_test.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/filter_line.h"

#include <QContextMenuEvent>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestKeysPage : public KeysPageTest {
    Q_OBJECT

private Q_SLOTS:
    void init() { fill(); }

    void aTreeOfAllKeys()
    {
        openPage();
        QTRY_COMPARE(cell("rlflx:user:", KeyTreeModel::Keys), "30");
        QTRY_COMPARE(cell("rlflx:user:", KeyTreeModel::NoExpiry), "0 %");
        QTRY_VERIFY(
            folder("rlflx:user:").data(KeyTreeModel::AboutRole).toString().contains("rate-limiter-flexible"));
        QTRY_COMPARE(cell("quota:", KeyTreeModel::NoExpiry), "100 %");
        QTRY_VERIFY(folder("quota:").data(KeyTreeModel::UnknownRole).toBool());
        QTRY_COMPARE(folder("session:").data(KeyTreeModel::AboutRole).toString(), "not a limiter");
        QTRY_VERIFY(m->window->findChild<KeyNote*>("keyNote")->isVisible());
        const QString note = m->window->findChild<KeyNote*>("keyNote")->title();
        QVERIFY_TEXT(note, contains("6 keys under \"quota:\" never expire"));

        // It can be described, beginning with one of them.
        auto* const describe = m->window->findChild<KeyNote*>("keyNote")->findChild<QPushButton*>();
        QTRY_VERIFY(describe->isVisible());
        QSignalSpy asked(&keys(), &KeysPage::describeKey);
        m->click(describe);
        QCOMPARE(asked.size(), 1);
        QVERIFY(asked.front().front().toByteArray().startsWith("quota:"));
        // Also from the page's menu and the palette, which have the page's actions.
        QAction* const listed = action("describeUnknownKeys");
        QVERIFY(keys().actions().contains(listed) && listed->isVisible());
        QVERIFY_TEXT(subjectOf(listed), startsWith("quota:"));
        listed->trigger();
        QCOMPARE(asked.size(), 2);
        QCOMPARE(asked.back(), asked.front());
    }

    void rowsOfTheTreeComeToAllKeys()
    {
        for (int i = 0; i < 12; ++i)
            m->connection.call({"SET", "quota3/t" + std::to_string(i % 3) + "/u" + std::to_string(i), "7"});
        m->connection.call({"SET", "lonely", "text"});
        openPage();
        const std::int64_t all = ask({"DBSIZE"});
        QTRY_COMPARE(cell("quota3/", KeyTreeModel::Keys), "12"); // without anybody naming the separator
        QTRY_COMPARE(cell("rlflx:user:", KeyTreeModel::Keys), "30");
        const auto sum = [this] {
            std::size_t keysOfRows = 0;
            for (int row = 0; row < keys().tree().rowCount(); ++row)
                keysOfRows += keys().tree().at(keys().tree().index(row, 0))->totals.keys;
            return keysOfRows;
        };
        QTRY_COMPARE(sum(), std::size_t(all));
        QTRY_VERIFY(label("keyCounts").startsWith(QString::number(all) + " keys"));

        const std::string loose(KeyTree::withoutPrefix);
        QCOMPARE(cell(loose, KeyTreeModel::Name), "no prefix");
        clickFolder(loose);
        QTRY_VERIFY(keys().list().rowOf("lonely") >= 0 && keys().list().rowOf("ranking") >= 0);
        QCOMPARE(keys().list().rowCount(),
                 int(folder(loose).siblingAtColumn(0).isValid() ? keys().tree().at(folder(loose))->totals.keys
                                                                : 0));
        QCOMPARE(label("keyFolder"), "no prefix");
        clickKey("lonely");
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Backspace);
        QTRY_COMPARE(keys().list().folder(), std::string());
    }

    // A tree without a current row takes its first one when it gets the focus.
    void aKeyWithoutPrefixStaysWhenThePageIsShownAgain()
    {
        m->connection.call({"SET", "lonely", "text"});
        openPage();
        keys().showKey("lonely");
        QTRY_VERIFY(keys().list().rowOf("lonely") >= 0);
        QTRY_COMPARE(list()->currentIndex().row(), keys().list().rowOf("lonely"));
        QVERIFY(!tree()->selectionModel()->hasSelection());
        for (const MainWindow::Page page : {MainWindow::Page::Tokens, MainWindow::Page::Keys})
            m->window->showPage(page);
        QTRY_VERIFY(tree()->hasFocus());
        QCOMPARE(m->window->session().keys().chosen(), std::optional<std::string>("lonely"));
        QCOMPARE(keys().list().folder(), std::string());
    }

    // What is selected comes first; JSON documents that hold a time are no limiter's.
    void theNoteIsAboutTheChosenPrefix()
    {
        const std::string now =
            std::to_string(readTime(m->connection.call({"TIME"}).view()).time_since_epoch().count() / 1000);
        for (int i = 0; i < 40; ++i) {
            m->connection.call({"SET", "visit:" + std::to_string(i), R"({"uid":"ann","seen":)" + now + "}"});
            m->connection.call({"SET", "stamps:" + std::to_string(i), "a " + now});
        }
        openPage();
        const auto note = [this] {
            return m->window->findChild<KeyNote*>("keyNote")->title();
        };
        QTRY_TEXT(note(), contains("40 keys under \"stamps:\""));
        QTRY_COMPARE(folder("visit:").data(KeyTreeModel::AboutRole).toString(), "not a limiter");
        clickFolder("quota:");
        QTRY_TEXT(note(), contains("6 keys under \"quota:\""));
        QSignalSpy asked(&keys(), &KeysPage::describeKey);
        m->click(m->window->findChild<KeyNote*>("keyNote")->findChild<QPushButton*>());
        QCOMPARE(asked.size(), 1);
        QVERIFY(asked.front().front().toByteArray().startsWith("quota:"));
        clickFolder("session:"); // which has none
        QTRY_TEXT(note(), contains("stamps:"));
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
        auto* const filter = m->window->findChild<FilterLine*>("keyFilter");
        QTRY_VERIFY(filter->hasFocus());
        QTest::keyClicks(filter, "no-ttl");
        QTRY_VERIFY(!folder("session:").isValid());
        QTRY_VERIFY(folder("quota:").isValid());
        QTRY_TEXT(label("keyCounts"), contains(" of "));
        filter->clear();
        QTest::keyClicks(filter, "type:nonsense");
        QVERIFY_TEXT(filter->faultText(), contains("use one of: string, list"));
        QVERIFY(filter->offers()); // which say so
        filter->clear();
        QTest::keyClicks(filter, "type:");
        QTRY_VERIFY(filter->offered().contains("type:zset"));
        QTest::keyClick(filter, Qt::Key_Escape);
        filter->setText("type:zset or ttl<1s");
        QTRY_VERIFY(!folder("session:").isValid());
        QTRY_TEXT(label("keyCounts"), contains("1 of "));
        filter->clear();
        QTest::keyClicks(filter, "nobody");
        QTRY_COMPARE(keys().tree().rowCount(), 0);
        QTRY_COMPARE(keys().list().rowCount(), 0);
        filter->clear();
        QTRY_VERIFY(folder("session:").isValid());
    }

    void aClickWithAltFiltersByAValue()
    {
        m->window->resize(2000, 800); // with all columns
        openPage();
        clickFolder("session:");
        auto* const filter = m->window->findChild<FilterLine*>("keyFilter");
        const auto click = [this](const std::string& row, int column, Qt::KeyboardModifiers modifiers) {
            QTRY_VERIFY(keys().list().rowOf(row) >= 0);
            QVERIFY(!list()->isColumnHidden(column));
            const QModelIndex cell = keys().list().index(keys().list().rowOf(row), column);
            list()->scrollTo(cell);
            clickOn(list(), cell, modifiers);
        };
        RATEWARDEN_STEP(click("session:1", KeyListModel::Name, Qt::AltModifier | Qt::ShiftModifier));
        QCOMPARE(filter->text(), "-[s]ession:1 ");
        QTRY_COMPARE(keys().list().rowCount(), 3);
        QCOMPARE(keys().list().rowOf("session:1"), -1);

        filter->clear();
        RATEWARDEN_STEP(click("session:1", KeyListModel::Ends, Qt::AltModifier));
        QCOMPARE(filter->text(), "ttl<1h ");
        QTRY_VERIFY(!folder("quota:").isValid());
        QTRY_COMPARE(keys().list().rowCount(), 4);

        filter->clear();
        RATEWARDEN_STEP(click("session:1", KeyListModel::State, Qt::AltModifier));
        QCOMPARE(filter->text(), "type:string ");
        filter->clear();
        RATEWARDEN_STEP(click("session:1", KeyListModel::Usage, Qt::AltModifier));
        QVERIFY_TEXT(filter->text(), startsWith("size>"));
        QVERIFY(filter->faultText().isEmpty());
        QTRY_COMPARE(m->window->session().keys().browser().view().filter.text(),
                     filter->text().toStdString());
        waitForAnswers();
        QVERIFY(keys().list().rowOf("session:1") >= 0);

        // What never expires, and folders; of these their names alone.
        filter->clear();
        QTRY_VERIFY(folder("quota:").isValid());
        clickFolder("quota:");
        RATEWARDEN_STEP(click("quota:1", KeyListModel::Ends, Qt::AltModifier));
        QCOMPARE(filter->text(), "no-ttl ");
        filter->clear();
        QTRY_VERIFY(folder("session:").isValid());
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Backspace);
        QTRY_COMPARE(keys().list().folder(), std::string());
        RATEWARDEN_STEP(click("quota:", KeyListModel::State, Qt::AltModifier));
        QCOMPARE(filter->text(), QString());
        QCOMPARE(list()->currentIndex().row(), keys().list().rowOf("quota:"));
        RATEWARDEN_STEP(click("session:", KeyListModel::Name, Qt::AltModifier));
        QCOMPARE(filter->text(), "session:* ");
        QTRY_VERIFY(!folder("quota:").isValid());
    }

    // By the menu key, also where the row is no key that anything could be done with.
    void theMenuOfAFolderFiltersByIt()
    {
        openPage();
        clickFolder("session:");
        list()->setFocus();
        QTest::keyClick(list(), Qt::Key_Backspace);
        QTRY_COMPARE(keys().list().folder(), std::string());
        clickRow("session:");
        const QPoint at = list()->rect().center();
        QContextMenuEvent event(QContextMenuEvent::Keyboard, at, list()->mapToGlobal(at));
        QApplication::sendEvent(list(), &event);
        auto* const menu = qobject_cast<QMenu*>(QApplication::activePopupWidget());
        QVERIFY(menu);
        auto* const leaveOut = list()->findChild<QAction*>("leaveValueOut");
        QVERIFY(leaveOut && menu->actions().contains(leaveOut));
        QCOMPARE(leaveOut->text(), "Leave session:* out");
        chooseFromMenu(menu, leaveOut);
        QCOMPARE(m->window->findChild<FilterLine*>("keyFilter")->text(), "-session:* ");
        QTRY_VERIFY(!folder("session:").isValid());
    }

    void bytesAndMeaningSideBySide()
    {
        openPage();
        publish("rlflx:user:7", "20/min");
        clickFolder("rlflx:user:");
        clickKey("rlflx:user:7");
        QTRY_TEXT(label("keyFormat"), contains("counter"));
        QVERIFY_TEXT(label("keyAbout"), startsWith("string · int"));
        const KeyValueModel& value = keys().details().value();
        QCOMPARE(value.index(0, KeyValueModel::Bytes).data().toString(), "37");
        QCOMPARE(value.index(0, KeyValueModel::Means).data().toString(), "used units · 7");
        QTRY_TEXT(keys().details().sentence(), contains("13 left"));
        // It is live.
        m->connection.call({"SET", "rlflx:user:7", "20", "KEEPTTL"});
        QTRY_COMPARE(value.index(0, KeyValueModel::Text).data().toString(), "20");
        QTRY_TEXT(keys().details().sentence(), contains("Next request in"));
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
        const KeyBrowser& browser = m->window->session().keys().browser();
        QSignalSpy pages(&browser, &KeyBrowser::listRead);
        const auto isReadTwice = [&] {
            if (pages.size() < 2 && browser.state() == KeyBrowser::State::Complete)
                QTest::keyClick(m->window.get(), Qt::Key_F5);
            return pages.size() >= 2;
        };
        QTRY_VERIFY(isReadTwice());
        QTRY_COMPARE(browser.state(), KeyBrowser::State::Complete);
        QCOMPARE(list()->currentIndex().row(), many - 1);
        QCOMPARE(label("chosenKey"), "flat:002000");
    }

    void whatIsDoneIsDoneToTheListedKey()
    {
        openPage();
        clickFolder("rlflx:user:");
        clickKey("rlflx:user:7");
        QTRY_VERIFY(action("blockKey")->isEnabled());
        // Filtered out, it is no longer what keys and buttons are about.
        auto* const filter = m->window->findChild<QLineEdit*>("keyFilter");
        QVERIFY(filter);
        QTest::mouseClick(filter, Qt::LeftButton);
        QTest::keyClicks(filter, "user:13");
        QVERIFY(!action("blockKey")->isEnabled());
        QTRY_VERIFY(keys().details().detail() && keys().details().detail()->facts.key == "rlflx:user:13");
        QTRY_VERIFY(action("blockKey")->isEnabled());
        QTest::keyClick(m->window.get(), Qt::Key_B, Qt::ControlModifier);
        QTRY_VERIFY(keys().tokenActions().dialog() && keys().tokenActions().dialog()->isActiveWindow());
        QCOMPARE(keys().tokenActions().dialog()->findChild<PlainLabel*>("whose")->text(), "user:13");
        QTest::keyClick(keys().tokenActions().dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!keys().tokenActions().dialog());
        activateWindow();
        filter->setText("nothing of that name");
        QTRY_VERIFY(!keys().details().detail());
        QVERIFY(!action("blockKey")->isEnabled() && !action("deleteKey")->isEnabled());
        // It stays chosen where it matches, and is in view.
        filter->clear();
        clickFolder("rlflx:user:");
        clickKey("rlflx:user:3");
        filter->setText("user:");
        QTRY_VERIFY(action("blockKey")->isEnabled());
        QCOMPARE(keys().details().detail()->facts.key, std::string("rlflx:user:3"));
        QCOMPARE(list()->currentIndex().row(), keys().list().rowOf("rlflx:user:3"));
        filter->clear();
        // In another folder another key is listed.
        clickFolder("quota:");
        QTRY_VERIFY(keys().details().detail() && keys().details().detail()->facts.key.starts_with("quota:"));
        QVERIFY(!action("blockKey")->isVisible());
    }

    void upAndAFilterLeadElsewhere()
    {
        fillMany();
        openPage();
        clickFolder("many:");
        clickRow("many:a:");
        QTest::keyClick(list(), Qt::Key_Return);
        QTRY_COMPARE(keys().list().folder(), "many:a:");
        QTRY_COMPARE(label("keyFolderCount"), "6 keys"); // at any depth
        m->click(m->button("keysUp"));
        QTRY_COMPARE(keys().list().folder(), "many:");
        clickRow("many:a:");
        QTest::keyClick(list(), Qt::Key_Return);
        QTRY_COMPARE(keys().list().folder(), "many:a:");
        auto* const filter = m->window->findChild<QLineEdit*>("keyFilter");
        filter->setFocus();
        QTest::keyClicks(filter, "many:b");
        QTRY_COMPARE(keys().list().rowOf("many:b"), 0);
        QCOMPARE(keys().list().rowCount(), 1);
    }

    void keysThatMayNotBeReadAreNoUnknownOnes()
    {
        m->connection.call({"ACL", "SETUSER", "narrow", "reset", "on", ">secret", "~rlflx:*", "&*", "+@all"});
        connectAs("narrow");
        openPage();
        QTRY_TEXT(bannerText(keys()), contains("keys could not be read"));
        QVERIFY(!m->button("unknownKeys")->isVisible());
        QVERIFY(!m->window->findChild<KeyNote*>("keyNote")->isVisible());
        QVERIFY_TEXT(label("keyCounts"), contains("not readable"));
    }

    void theUnknownOnesAreListed()
    {
        openPage();
        QTRY_COMPARE(m->button("unknownKeys")->text(), "6 unknown");
        QVERIFY_TEXT(label("keyCounts"), contains("scan "));
        m->click(m->button("unknownKeys"));
        QTRY_VERIFY(!folder("session:").isValid() && folder("quota:").isValid());
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

    void whatFitsIsNotCut()
    {
        m->connection.call({"SET", "greeting", "hello"});
        openPage();
        const QFontMetrics metrics(tree()->font());
        QVERIFY(tree()->columnWidth(KeyTreeModel::Memory) > metrics.horizontalAdvance(bytesText(1023)) + 12);
        keys().showKey("greeting");
        auto* const value = m->window->findChild<QTableView*>("value");
        QTRY_COMPARE(keys().details().value().rowCount(), 1);
        const int dump = QFontMetrics(monospaceFont()).horizontalAdvance("68 65 6c 6c 6f");
        QTRY_VERIFY(value->columnWidth(KeyValueModel::Bytes) > dump + 12);
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
        clickFolder("quota:");
        clickKey("quota:3");
        QTRY_TEXT(label("keyAbout"), startsWith("string"));
        keys().showKey("ranking");
        QCOMPARE(label("keyAbout"), QString()); // nothing of the one before
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
        QTRY_TEXT(label("streamGroups"), contains("billing: 1 pending"));
        QVERIFY(label("streamGroups").contains("worker-1: 1 pending"));
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
        QTRY_COMPARE(chosenToken(), "user:7");
    }

    void anEmptyServerSaysSo()
    {
        m->connection.call({"FLUSHALL"});
        showWindow();
        QTRY_VERIFY(m->window->session().live());
        m->window->showPage(MainWindow::Page::Keys);
        QTRY_COMPARE(m->window->session().keys().browser().state(), KeyBrowser::State::Complete);
        QTRY_VERIFY(says(tree(), "Database 0 has no keys"));
    }
};

RATEWARDEN_SUITE(TestKeysPage)
#include "tst_keys_page.moc"
