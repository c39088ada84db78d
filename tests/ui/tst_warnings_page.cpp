// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with limiter keys, as an operator finds it: listed with what to do, each row leading to its
// tokens, and a stale lock removed and put back.
#include "core/tokens/reader.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/pages/warnings/warnings_page.h"
#include "ui/widgets/plain_label.h"

#include <QAction>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestWarningsPage : public WindowTest {
    Q_OBJECT

private:
    using Column = WarningTableModel::Column;

    WarningsPage& page() { return m->window->warningsPage(); }
    QTableView* warnings() { return m->window->findChild<QTableView*>("warnings"); }

    /// The rows, as the operator reads them: "Stale lock|ramp-gcra|*|1".
    QStringList rows()
    {
        QStringList all;
        for (int row = 0; row < page().model().rowCount(); ++row) {
            QStringList cells;
            for (const Column column : {Column::What, Column::Format, Column::Group, Column::Tokens})
                cells << page().model().index(row, column).data().toString();
            all << cells.join('|').remove(QStringLiteral("▲ "));
        }
        return all;
    }
    /// What the Tokens page shows.
    QStringList tokens()
    {
        QStringList all;
        for (int row = 0; row < m->page().model().rowCount(); ++row)
            all << m->page().model().index(row, TokenTableModel::Token).data().toString();
        all.sort();
        return all;
    }
    bool exists(const char* key) { return m->connection.call({"EXISTS", key}).view().integer() == 1; }

    void open()
    {
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        m->window->session().refresh();
        m->turnTo(MainWindow::Page::Warnings);
        QTRY_VERIFY(page().isVisible());
    }
    void choose(const QString& row)
    {
        const QModelIndex index = page().model().index(int(rows().indexOf(row)), Column::What);
        QTest::mouseClick(warnings()->viewport(), Qt::LeftButton, {}, warnings()->visualRect(index).center());
    }

private Q_SLOTS:
    void init()
    {
        m = std::make_unique<WindowFixture>();
        m->limiter.acquire("good");
        m->connection.call({"SET", "rl:right", "12", "PX", "600000"});
        m->connection.call({"SET", "rl:forever", "12"});
        m->connection.call({"SET", "rl:eternal", "13"});
        m->connection.call({"SET", "rl:below", "-4", "PX", "600000"});
    }
    void cleanup() { m.reset(); }

    void theyAreListedAndLeadToTheirTokens()
    {
        open();
        if (QTest::currentTestFailed())
            return;
        QTRY_COMPARE(rows(), (QStringList{"Count below zero|rate-limit-redis|rl:*|1",
                                          "No expiry|rate-limit-redis|rl:*|2"}));
        QTRY_COMPARE(m->button("showWarnings")->text(), QStringLiteral("▲ 2 warnings"));

        choose("No expiry|rate-limit-redis|rl:*|2");
        QTRY_VERIFY(page().findChild<PlainLabel*>("warningAdvice")->text().startsWith("Reset the token"));
        QTest::keyClick(warnings(), Qt::Key_Return);
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(tokens(), (QStringList{"eternal", "forever"}));
        QVERIFY(m->window->findChild<QLineEdit*>("filter")->text().contains("warning:no-ttl"));

        // What is put right leaves both lists: the one with the focus when it is sorted again.
        m->connection.call({"PEXPIRE", "rl:eternal", "60000"});
        QTRY_VERIFY(m->page().findChild<QAbstractButton*>("outOfPlace")->isVisible());
        QTest::keyClick(m->table(), Qt::Key_R);
        QTRY_COMPARE(tokens(), QStringList{"forever"});
        QTest::keyClick(m->window.get(), Qt::Key_Escape);
        QTRY_VERIFY(page().isVisible());
        QTRY_COMPARE(rows(), (QStringList{"Count below zero|rate-limit-redis|rl:*|1",
                                          "No expiry|rate-limit-redis|rl:*|1"}));
        QTRY_COMPARE(tokens().size(), 5); // all of them again
    }

    void whatCouldNotBeCheckedIsNotFine()
    {
        m->connection.call(
            {"ACL", "SETUSER", "blind", "reset", "on", ">secret", "&*", "+@connection", "+info", "+time"});
        Endpoint endpoint = m->server.endpoint();
        endpoint.user = "blind";
        endpoint.password = "secret";
        m->window = std::make_unique<MainWindow>(
            MainWindow::Profile{endpoint, "test", "", {WindowFixture::patient, 20ms, 100ms}});
        open();
        const auto says = [this](const QString& text) {
            for (const auto* const one : warnings()->findChildren<PlainLabel*>())
                if (one->isVisible() && one->text().contains(text))
                    return true;
            return false;
        };
        QTRY_VERIFY(says("Not all could be checked: "));
        QVERIFY(!says("Nothing is wrong"));
    }

    void theHeaderLeadsThere()
    {
        m->window->show();
        m->window->session().refresh();
        QTRY_VERIFY(m->button("showWarnings")->isVisible());
        m->click(m->button("showWarnings"));
        QTRY_VERIFY(page().isVisible());
        choose(rows().value(0));
        QTest::mouseDClick(warnings()->viewport(), Qt::LeftButton, {},
                           warnings()->visualRect(page().model().index(0, 0)).center());
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(tokens(), QStringList{"below"});
    }

    void aTypedTermFilters()
    {
        m->window->show();
        m->window->session().refresh();
        auto* const filter = m->window->findChild<QLineEdit*>("filter");
        QTRY_COMPARE(tokens().size(), 5);
        QTest::keyClicks(filter, "warning:");
        QTRY_COMPARE(tokens(), (QStringList{"below", "eternal", "forever"}));
        QTest::keyClicks(filter, "no-ttl ever"); // a part of the token beside it
        QTRY_COMPARE(tokens(), QStringList{"forever"});
        filter->clear();
        QTest::keyClicks(filter, "format:rate-limit-redis");
        QTRY_COMPARE(tokens().size(), 4);
        filter->clear();
        QTest::keyClicks(filter, "warning:none");
        QTRY_COMPARE(tokens(), QStringList());
        QVERIFY(m->button("blockFiltered")->isVisible()); // no term: a token may be called so
        filter->clear();
        QTest::keyClicks(filter, "warning:stale-lock");
        QTRY_COMPARE(tokens(), QStringList());
        QVERIFY(!m->button("blockFiltered")->isVisible());
    }

    void aStaleLockIsRemovedAndPutBack()
    {
        m->connection.call({"SET", "vendor:finicity", "1.5", "EX", "600"});
        const Instant now = readTime(m->connection.call({"TIME"}).view());
        m->connection.call({"SET", "vendor:finicity",
                            std::to_string(std::chrono::duration<double>(now.time_since_epoch()).count()),
                            "EX", "86400"});
        m->connection.call({"SET", "rate_limiter_lock:vendor:finicity", "0123456789abcdef"});
        open();
        if (QTest::currentTestFailed())
            return;
        QTRY_COMPARE(rows().value(0), "Stale lock|ramp-gcra|*|1");
        choose("Stale lock|ramp-gcra|*|1");
        QTest::keyClick(warnings(), Qt::Key_Return);
        QTRY_COMPARE(tokens(), QStringList{"vendor:finicity"});
        const QModelIndex token = m->page().model().index(0, TokenTableModel::Token);
        QTest::mouseClick(m->table()->viewport(), Qt::LeftButton, {}, m->table()->visualRect(token).center());
        QTRY_VERIFY(m->window->findChild<QWidget*>("tokenWarnings")->isVisible());
        QTRY_VERIFY(m->button("removeLock")->isVisible() && m->button("removeLock")->isEnabled());

        m->click(m->button("removeLock"));
        QTRY_VERIFY(m->dialog() && m->dialog()->isVisible());
        typeReason(m->dialog(), "its holder crashed");
        QVERIFY(exists("rate_limiter_lock:vendor:finicity")); // nothing is done before it is confirmed
        m->click(m->confirmButton());
        waitUntilDialogIsClosed();
        QTRY_VERIFY(!exists("rate_limiter_lock:vendor:finicity"));
        QVERIFY(exists("vendor:finicity"));
        // It has the warning no longer. The table, which has the focus again, keeps its rows until it is
        // sorted.
        const Subject subject = recogniseOnServer(m->connection, "vendor:finicity")->subject;
        const TokenStore& store = m->window->session().tokens();
        QTRY_VERIFY(!store.row(store.find(subject)).warnings.has(WarningCode::StaleLock));
        QTest::keyClick(m->table(), Qt::Key_R);
        QTRY_COMPARE(tokens(), QStringList());
        QTRY_VERIFY(!rows().contains("Stale lock|ramp-gcra|*|1"));

        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(exists("rate_limiter_lock:vendor:finicity"));
        QTRY_COMPARE(tokens(), QStringList{"vendor:finicity"});
    }

    // Whoever works with a lock that has no expiry has another one each time.
    void aLockInUseIsNoWarning()
    {
        int owners = 0;
        const auto lock = [&] {
            m->connection.call({"SET", "rate_limiter_lock:vendor:busy", "owner" + std::to_string(owners++)});
        };
        lock();
        QTimer works;
        connect(&works, &QTimer::timeout, this, lock);
        works.start(500ms);
        open();
        if (QTest::currentTestFailed())
            return;
        QTRY_VERIFY(!rows().isEmpty());
        const Subject subject = recogniseOnServer(m->connection, "rate_limiter_lock:vendor:busy")->subject;
        QTRY_VERIFY(m->window->session().tokens().find(subject) >= 0);
        const auto readAt = [&] {
            return m->window->session().tokens().row(m->window->session().tokens().find(subject)).at;
        };
        const Instant first = readAt();
        QTRY_VERIFY(readAt() - first > 3s);
        QVERIFY(!rows().join('\n').contains("Stale lock"));
    }

    void whatIsWrongWithTheServer()
    {
        m->connection.call({"CONFIG", "SET", "maxmemory-policy", "allkeys-lru"});
        m->connection.call({"CONFIG", "SET", "maxmemory", "100mb"});
        open();
        if (QTest::currentTestFailed())
            return;
        QTRY_COMPARE(rows().value(0), "May evict any key|the server||");
        choose("May evict any key|the server||");
        QTRY_VERIFY(page().findChild<PlainLabel*>("warningMeaning")->text().contains("allkeys-lru"));
        auto* const filter = m->window->blocksPage().findChild<QLineEdit*>("controlFilter");
        filter->setText("somebody");
        QTest::keyClick(warnings(), Qt::Key_Return);
        QTRY_VERIFY(m->window->blocksPage().isVisible());
        QCOMPARE(filter->text(), QString()); // all of them
        QTest::keyClick(m->window.get(), Qt::Key_Escape);
        QTRY_VERIFY(page().isVisible());
        QCOMPARE(filter->text(), QString("somebody"));
    }

    void anEmptyPageSaysWhatIsChecked()
    {
        m->connection.call({"DEL", "rl:forever", "rl:eternal", "rl:below"});
        open();
        if (QTest::currentTestFailed())
            return;
        const auto says = [this](const QString& text) {
            for (const PlainLabel* label : warnings()->findChildren<PlainLabel*>())
                if (label->text().contains(text))
                    return true;
            return false;
        };
        QTRY_VERIFY(says("stale locks"));
        QVERIFY(!m->button("showWarnings")->isVisible());
    }
};

RATEWARDEN_SUITE(TestWarningsPage)
#include "tst_warnings_page.moc"
