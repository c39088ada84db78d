// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokens/reader.h"
#include "tests/ui/window_test.h"
#include "ui/pages/keys/key_actions.h"
#include "ui/pages/keys/key_note.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/widgets/plain_label.h"

#include <QAction>
#include <QClipboard>
#include <QMimeData>
#include <QPlainTextEdit>
#include <QSignalSpy>
#include <QTreeView>

namespace ratewarden::ui::test {

using namespace ratewarden::test;
using namespace std::chrono_literals;

/// A test of the page of all keys, on a server that has some of several kinds.
class KeysPageTest : public WindowTest {
protected:
    static constexpr const char* log = "ratelimiter:example.com:log";

    KeysPage& keys() { return m->window->keysPage(); }
    QTreeView* tree() { return m->window->findChild<QTreeView*>("keyTree"); }
    QTableView* list() { return m->window->findChild<QTableView*>("keyList"); }
    QString label(const char* name) { return m->window->findChild<PlainLabel*>(name)->text(); }
    QAction* action(const char* name) { return m->window->findChild<QAction*>(name); }
    ActDialog* keyDialog() { return keys().keyActions().dialog(); }
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
        clickOn(tree(), folder(path));
        QTRY_COMPARE(keys().list().folder(), path);
    }
    void clickKey(const std::string& key)
    {
        QTRY_VERIFY(keys().list().rowOf(key) >= 0);
        const QModelIndex index = keys().list().index(keys().list().rowOf(key), 0);
        list()->scrollTo(index);
        list()->setFocus();
        clickOn(list(), index);
        QTRY_VERIFY(keys().details().detail() && keys().details().detail()->facts.key == key);
    }
    /// A row of the list, be it a key or a folder.
    void clickRow(const std::string& name)
    {
        QTRY_VERIFY(keys().list().rowOf(name) >= 0);
        const QModelIndex index = keys().list().index(keys().list().rowOf(name), 0);
        list()->setFocus();
        clickOn(list(), index);
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
            [&answered](const Outcome<bool>&) { answered = true; });
        QTRY_VERIFY(answered);
    }
    void openPage()
    {
        showWindow();
        QTRY_VERIFY(m->window->session().live());
        m->window->showPage(MainWindow::Page::Keys);
        QTRY_COMPARE(m->window->session().keys().browser().state(), KeyBrowser::State::Complete);
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
        activateWindow();
    }
    void undo() { QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier); }

    void publish(const char* key, const char* rules)
    {
        const auto found = recogniseOnServer(m->connection, key);
        QVERIFY(found);
        announcePolicy(m->connection, found->subject.format->policyFor(found->subject, parseRules(rules)));
    }

    void fill()
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
};

} // namespace ratewarden::ui::test
