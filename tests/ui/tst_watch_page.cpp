// SPDX-License-Identifier: GPL-3.0-or-later
// What is wrong with limiter keys, as an operator finds it: listed with what to do, each row leading to its
// tokens, and a stale lock removed and put back.
#include "core/policies/published_policy.h"
#include "core/tokens/reader.h"
#include "tests/support/suites.h"
#include "tests/ui/window_test.h"
#include "ui/dialogs/dismiss_dialog.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/pages/watch/watch_page.h"
#include "ui/state/alert_desk.h"
#include "ui/state/finding_desk.h"
#include "ui/text/display_text.h"
#include "ui/widgets/end_time_edit.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/plain_label.h"
#include "ui/window_memory.h"

#include <QAction>
#include <QFile>
#include <QScopeGuard>
#include <QSettings>
#include <QSignalSpy>
#include <QTemporaryDir>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestWatchPage : public WindowTest {
    Q_OBJECT

private:
    using Column = FindingTableModel::Column;

    WatchPage& page() { return m->window->watchPage(); }
    QTableView* findings() { return m->window->findChild<QTableView*>("findings"); }

    /// The rows, as the operator reads them: "■ Stale lock|ramp-gcra|*|1".
    QStringList rows()
    {
        QStringList all;
        for (int row = 0; row < page().model().rowCount(); ++row) {
            QStringList cells;
            for (const Column column : {Column::What, Column::Format, Column::Group, Column::Tokens})
                cells << page().model().index(row, column).data().toString();
            all << cells.join('|');
        }
        return all;
    }
    /// What the Tokens page shows.
    QStringList tokens()
    {
        QStringList all = column(m->page().model(), TokenTableModel::Token);
        all.sort();
        return all;
    }
    std::int64_t ttl(const char* key) { return m->connection.call({"PTTL", key}).view().integer(); }
    /// For keys of the format, or of Ratewarden's own where that is empty.
    void publish(const Policy& policy)
    {
        PublishedPolicy published;
        published.policy = policy;
        publishPolicy(m->connection, published, {"ops", "r"});
    }
    /// Does what can be done about the chosen finding.
    void repair(const QString& reason)
    {
        const auto dialog = [this] {
            return m->window->findChild<ActDialog*>();
        };
        QTRY_VERIFY(m->button("remedy")->isVisible() && m->button("remedy")->isEnabled());
        m->click(m->button("remedy"));
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        typeReason(dialog(), reason);
        m->click(dialog()->findChild<QPushButton*>("confirm"));
        QTRY_VERIFY(!dialog());
        waitUntilDialogIsClosed();
    }
    bool exists(const char* key) { return m->connection.call({"EXISTS", key}).view().integer() == 1; }

    void open()
    {
        showWindow();
        m->window->session().refresh();
        m->turnTo(MainWindow::Page::Watch);
        QTRY_VERIFY(page().isVisible());
    }
    void choose(const QString& row)
    {
        const QModelIndex index = page().model().index(int(rows().indexOf(row)), Column::What);
        clickOn(findings(), index);
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
        RATEWARDEN_STEP(open());
        QTRY_COMPARE(rows(), (QStringList{"▲ Count below zero|rate-limit-redis|rl:*|1",
                                          "▲ No expiry|rate-limit-redis|rl:*|2"}));
        QTRY_COMPARE(m->button("showFindings")->text(), QStringLiteral("▲ 2 findings"));

        choose("▲ No expiry|rate-limit-redis|rl:*|2");
        QTRY_VERIFY(page().findChild<PlainLabel*>("warningAdvice")->text().startsWith("Give the key an end"));
        QTest::keyClick(findings(), Qt::Key_Return);
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
        QTRY_COMPARE(rows(), (QStringList{"▲ Count below zero|rate-limit-redis|rl:*|1",
                                          "▲ No expiry|rate-limit-redis|rl:*|1"}));
        QTRY_COMPARE(tokens().size(), 5); // all of them again
    }

    void whatCouldNotBeCheckedIsNotFine()
    {
        m->connection.call(
            {"ACL", "SETUSER", "blind", "reset", "on", ">secret", "&*", "+@connection", "+info", "+time"});
        connectAs("blind");
        open();
        QTRY_VERIFY(says(findings(), "Not all could be checked: "));
        QVERIFY(!says(findings(), "Nothing is wrong"));
    }

    void theHeaderLeadsThere()
    {
        m->window->show();
        m->window->session().refresh();
        QTRY_VERIFY(m->button("showFindings")->isVisible());
        m->click(m->button("showFindings"));
        QTRY_VERIFY(page().isVisible());
        choose(rows().value(0));
        QTest::mouseDClick(findings()->viewport(), Qt::LeftButton, {},
                           findings()->visualRect(page().model().index(0, 0)).center());
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(tokens(), QStringList{"below"});
    }

    void aTypedTermFilters()
    {
        m->window->show();
        m->window->session().refresh();
        auto* const filter = m->window->findChild<QLineEdit*>("filter");
        QTRY_COMPARE(tokens().size(), 5);
        QTest::keyClicks(filter, "warning:*");
        QTRY_COMPARE(tokens(), (QStringList{"below", "eternal", "forever"}));
        QTest::keyClicks(filter, " ever"); // a part of the token beside it
        QTRY_COMPARE(tokens(), QStringList{"forever"});
        filter->clear();
        QTest::keyClicks(filter, "format:rate-limit-redis");
        QTRY_COMPARE(tokens().size(), 4);
        filter->clear();
        QTest::keyClicks(filter, "warning:none"); // there is none, so it holds nobody back
        QTRY_COMPARE(tokens().size(), 5);
        QVERIFY(filter->accessibleDescription().contains("stale-lock"));
        QVERIFY(!m->button("blockFiltered")->isVisible());
        filter->clear();
        QTest::keyClicks(filter, "warning:stale-lock");
        QTRY_COMPARE(tokens(), QStringList());
        QVERIFY(!m->button("blockFiltered")->isVisible());
    }

    void aStaleLockIsRemovedAndPutBack()
    {
        m->connection.call({"SET", "vendor:finicity", "1.5", "EX", "600"});
        const Instant now = readTime(m->connection.call({"TIME"}).view());
        m->connection.call(
            {"SET", "vendor:finicity",
             std::to_string(
                 std::chrono::duration<double>((now + std::chrono::minutes(10)).time_since_epoch()).count()),
             "EX", "86400"});
        m->connection.call({"SET", "rate_limiter_lock:vendor:finicity", "0123456789abcdef"});
        RATEWARDEN_STEP(open());
        QTRY_COMPARE(rows().value(0), "■ Stale lock|ramp-gcra|*|1");
        choose("■ Stale lock|ramp-gcra|*|1");
        QTest::keyClick(findings(), Qt::Key_Return);
        QTRY_COMPARE(tokens(), QStringList{"vendor:finicity"});
        const QModelIndex token = m->page().model().index(0, TokenTableModel::Token);
        clickOn(m->table(), token);
        QTRY_VERIFY(m->window->findChild<QWidget*>("tokenWarnings")->isVisible());
        QTRY_VERIFY(m->button("removeLock")->isVisible() && m->button("removeLock")->isEnabled());

        RATEWARDEN_STEP(openBy("removeLock"));
        typeReason(m->dialog(), "its holder crashed");
        QVERIFY(exists("rate_limiter_lock:vendor:finicity")); // nothing is done before it is confirmed
        confirmDialog();
        QTRY_VERIFY(!exists("rate_limiter_lock:vendor:finicity"));
        QVERIFY(exists("vendor:finicity"));
        // It has the warning no longer. The table, which has the focus again, keeps its rows until it is
        // sorted.
        const Subject subject = recogniseOnServer(m->connection, "vendor:finicity")->subject;
        const TokenStore& store = m->window->session().tokens();
        QTRY_VERIFY(!store.row(store.find(subject)).warnings.has(WarningCode::StaleLock));
        QTest::keyClick(m->table(), Qt::Key_R);
        QTRY_COMPARE(tokens(), QStringList());
        QTRY_VERIFY(!rows().contains("■ Stale lock|ramp-gcra|*|1"));

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
        RATEWARDEN_STEP(open());
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
        RATEWARDEN_STEP(open());
        QTRY_COMPARE(rows().value(0), "▲ May evict any key|the server||");
        choose("▲ May evict any key|the server||");
        QTRY_VERIFY(page().findChild<PlainLabel*>("warningMeaning")->text().contains("allkeys-lru"));
        auto* const filter = m->window->blocksPage().findChild<QLineEdit*>("controlFilter");
        filter->setText("somebody");
        QTest::keyClick(findings(), Qt::Key_Return);
        QTRY_VERIFY(m->window->blocksPage().isVisible());
        QCOMPARE(filter->text(), QString()); // all of them
        QTest::keyClick(m->window.get(), Qt::Key_Escape);
        QTRY_VERIFY(page().isVisible());
        QCOMPARE(filter->text(), QString("somebody"));
    }

    // All at once, as one change; what has an end by now keeps it.
    void keysWithoutAnEndAreRepaired()
    {
        open();
        QTRY_COMPARE(rows().size(), 2);
        choose("▲ No expiry|rate-limit-redis|rl:*|2");
        m->connection.call({"PEXPIRE", "rl:eternal", "5000000"});
        RATEWARDEN_STEP(repair("left behind by a worker"));
        QTRY_VERIFY(ttl("rl:forever") > 0);
        QVERIFY(ttl("rl:eternal") > 4'000'000);
        QTRY_COMPARE(rows(), QStringList{"▲ Count below zero|rate-limit-redis|rl:*|1"});
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_COMPARE(ttl("rl:forever"), -1);
    }

    void anEndThatIsWrongIsReplaced()
    {
        Policy policy{"rl:*", "fixed-window", parseRules("60/min")};
        policy.format = "rate-limit-redis";
        publish(policy);
        m->connection.call({"SET", "rl:late", "3", "PX", "600000000"});
        RATEWARDEN_STEP(open());
        QTRY_VERIFY(rows().contains("○ Expires far too late|rate-limit-redis|rl:*|1"));
        choose("○ Expires far too late|rate-limit-redis|rl:*|1");
        RATEWARDEN_STEP(repair("milliseconds for seconds"));
        QTRY_VERIFY(ttl("rl:late") <= 60'000); // its window
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(ttl("rl:late") > 500'000'000);
    }

    void aRetryStormIsBlocked()
    {
        Policy policy{"rl:*", "fixed-window", parseRules("60/min")};
        policy.format = "rate-limit-redis";
        publish(policy);
        m->connection.call({"SET", "rl:203.0.113.9", "6000", "PX", "50000"});
        RATEWARDEN_STEP(open());
        QTRY_VERIFY(rows().contains("▲ Retry storm|rate-limit-redis|rl:*|1"));
        choose("▲ Retry storm|rate-limit-redis|rl:*|1");
        RATEWARDEN_STEP(repair("a loop without a pause"));
        QTRY_VERIFY(ttl("rl:203.0.113.9") > 60'000);
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(ttl("rl:203.0.113.9") <= 50'000);
    }

    // What is wrong with a limit is repaired where limits are made.
    void aRequestAboveItsLimitLeadsToTheEditor()
    {
        Policy policy{"pay", "gcra", parseRules("5/h")};
        policy.counters = true;
        policy.denials = 10;
        publish(policy);
        RedisRateLimiter limiter(m->connection, policy);
        QVERIFY(limiter.acquire("user:1").allowed());
        QVERIFY(!limiter.acquire("user:1", 6).allowed());
        RATEWARDEN_STEP(open());
        QTRY_VERIFY(rows().contains("▲ Request above its limit|ratewarden/gcra|pay|1"));
        choose("▲ Request above its limit|ratewarden/gcra|pay|1");
        QTRY_VERIFY(m->button("remedy")->isVisible() && m->button("remedy")->isEnabled());
        QCOMPARE(m->button("remedy")->text(), QString("Edit the policy…"));
        m->click(m->button("remedy"));
        PoliciesPage& policies = m->window->policiesPage();
        QTRY_VERIFY(policies.dialog() && policies.dialog()->isVisible());
        QCOMPARE(policies.dialog()->entered()->policy.name, std::string("pay"));
        policies.dialog()->reject();
    }

    // That one is found only after ten minutes.
    void aPolicyIsRemovedFromThere()
    {
        publish(Policy{"exports", "gcra", parseRules("5/h")});
        RATEWARDEN_STEP(open());
        PoliciesPage& policies = m->window->policiesPage();
        QTRY_VERIFY(policies.model().rowOf("exports") >= 0);
        QCOMPARE(int(remedyOf(PatternCode::UnusedPolicy)), int(FindingRemedy::RemovePolicy));
        Q_EMIT page().policyRemedyWanted("exports", FindingRemedy::RemovePolicy);
        QTRY_VERIFY(policies.removalDialog() && policies.removalDialog()->isVisible());
        typeReason(policies.removalDialog(), "nobody follows it");
        m->click(policies.removalDialog()->findChild<QPushButton*>("confirm"));
        QTRY_COMPARE(policies.model().rowOf("exports"), -1);
        waitUntilDialogIsClosed();
        QTest::keyClick(m->window.get(), Qt::Key_Z, Qt::ControlModifier);
        QTRY_VERIFY(policies.model().rowOf("exports") >= 0);
    }

    void whatIsDismissedIsFolded()
    {
        open();
        QTRY_COMPARE(rows().size(), 2);
        choose("▲ No expiry|rate-limit-redis|rl:*|2");
        m->click(m->button("dismissFinding"));
        QTRY_VERIFY(m->window->findChild<DismissDialog*>());
        auto* const dialog = m->window->findChild<DismissDialog*>();
        auto* const confirm = dialog->findChild<QPushButton*>("confirmDismissal");
        QVERIFY(!confirm->isEnabled()); // without a reason
        QTest::keyClicks(dialog->findChild<QLineEdit*>("dismissReason"), "known, ticket 7");
        QTRY_VERIFY(confirm->isEnabled());
        QTest::mouseClick(confirm, Qt::LeftButton);
        QTRY_COMPARE(rows(), QStringList{"▲ Count below zero|rate-limit-redis|rl:*|1"});
        QTRY_COMPARE(m->button("showFindings")->text(), QStringLiteral("▲ 1 finding"));
        QCOMPARE(m->window->focusWidget(), findings());
        QCOMPARE(findings()->selectionModel()->selectedRows().size(), 1);

        auto* const fold = page().findChild<LinkButton*>("foldFindings");
        QTRY_VERIFY(fold->isVisible());
        QCOMPARE(fold->text(), QString("Show 1 dismissed"));
        QTest::mouseClick(fold, Qt::LeftButton);
        QCOMPARE(rows().value(1), QString("▲ No expiry|rate-limit-redis|rl:*|2"));
        QVERIFY(page().model().index(1, Column::Advice).data().toString().contains("known, ticket 7"));
        choose("▲ No expiry|rate-limit-redis|rl:*|2");
        m->click(m->button("restoreFinding"));
        QTRY_COMPARE(m->button("showFindings")->text(), QStringLiteral("▲ 2 findings"));
        QVERIFY(!fold->isVisible());
    }

    void sinceWhenAndWhetherItStillIs()
    {
        open();
        QTRY_COMPARE(rows().value(1), QString("▲ No expiry|rate-limit-redis|rl:*|2"));
        const auto cell = [this](Column column) {
            return page().model().index(1, column).data().toString();
        };
        const Instant first = page().model().at(1).firstSeen;
        QCOMPARE(cell(Column::Since), momentText(first));
        QCOMPARE(cell(Column::Seen), QString("now"));
        for (const char* key : {"rl:forever", "rl:eternal"})
            m->connection.call({"PEXPIRE", key, "600000"});
        auto* const fold = page().findChild<LinkButton*>("foldFindings");
        QTRY_COMPARE(fold->text(), QString("Show 1 gone"));
        QTest::mouseClick(fold, Qt::LeftButton);
        QTRY_COMPARE(page().model().rowCount(), 2);
        QCOMPARE(cell(Column::Seen), "gone, " + momentText(page().model().at(1).lastSeen));
        m->connection.call({"PERSIST", "rl:forever"});
        QTRY_COMPARE(cell(Column::Seen), QString("now"));
        QCOMPARE(cell(Column::Tokens), QString("1"));
        QCOMPARE(page().model().at(1).firstSeen, first); // it has come again
    }

    void alertsLeaveRoomForFindings()
    {
        RATEWARDEN_STEP(open());
        QTRY_COMPARE(rows().size(), 2);
        const QTemporaryDir folder;
        QFile file(folder.filePath("alerts.json"));
        QVERIFY(file.open(QFile::WriteOnly));
        file.write(R"({"schema": 1, "alerts": [{"name": "pay denies", "filter": "policy:pay",
                       "measure": "denied/s", "above": 3, "for": "30s"}]})");
        file.close();
        m->window->session().alerts().open(file.fileName());
        const auto* const chart = m->window->findChild<QWidget*>("alertChart");
        QTRY_VERIFY(chart->isVisible());
        QCOMPARE(m->window->size(), QSize(1280, 800));
        QTRY_VERIFY(findings()->viewport()->height() >= 2 * findings()->rowHeight(0));
        QCOMPARE(findings()->rowAt(0), 0); // the worst
    }

    void aDismissalEnds()
    {
        open();
        QTRY_COMPARE(rows().size(), 2);
        choose("▲ No expiry|rate-limit-redis|rl:*|2");
        m->click(m->button("dismissFinding"));
        QTRY_VERIFY(m->window->findChild<DismissDialog*>());
        auto* const dialog = m->window->findChild<DismissDialog*>();
        QTest::keyClicks(dialog->findChild<QLineEdit*>("dismissReason"), "known");
        dialog->findChild<EndTimeEdit*>()->setEnd(Micros(2h));
        const Instant now = m->window->link().serverNow();
        m->click(dialog->findChild<QPushButton*>("confirmDismissal"));
        QTRY_COMPARE(rows().size(), 1);
        const Dismissals& dismissals = m->window->session().findings().dismissals();
        QCOMPARE(dismissals.size(), 1U);
        const Dismissal its = dismissals.begin()->second;
        QVERIFY(its.until && *its.until > now + 119min && *its.until < now + 125min);
        m->window->session().findings().dismiss(dismissals.begin()->first, "known", now); // which is over
        QTRY_COMPARE(rows().size(), 2);
    }

    void aDismissalIsKeptForTheServer()
    {
        const QTemporaryDir folder;
        const DismissalFile file((folder.path() + "/below/dismissed").toStdString());
        FindingDesk& desk = m->window->session().findings();
        const Endpoint& here = m->window->session().endpoint();
        Endpoint another = here;
        another.database = 7;
        const FindingName name{"no-ttl", "rate-limit-redis", "rl:* \xff"};
        file.keep(here, name, Dismissal{"ops", "known, for now", Instant(1'795'000'000s)});
        file.keep(another, {"stale-lock", "", ""}, Dismissal{"ops", "there", std::nullopt});
        desk.keepIn(file);
        QCOMPARE(desk.dismissals().size(), 1U);
        QCOMPARE(desk.dismissals().at(name).reason, std::string("known, for now"));

        const FindingName forGood{"unused-policy", "", "api"};
        desk.dismiss(forGood, "soon", std::nullopt);
        QCOMPARE(file.read(here).at(forGood).reason, std::string("soon")); // at once: a watcher knows it
        desk.restore(forGood);
        desk.restore(name);
        QVERIFY(file.read(here).empty());
        QCOMPARE(file.read(another).size(), 1U);

        const QSignalSpy failed(&desk, &FindingDesk::keepingFailed);
        desk.keepIn(DismissalFile("/dev/null/dismissed"));
        desk.dismiss(forGood, "soon", std::nullopt);
        QCOMPARE(failed.size(), 1);
        QCOMPARE(desk.dismissals().size(), 1U); // in this window
        desk.restore(forGood);
    }

    void whatSettingsHeldIsTakenOver()
    {
        const QTemporaryDir folder;
        qputenv("RATEWARDEN_DISMISSED", (folder.path() + "/dismissed").toUtf8());
        const auto unset = qScopeGuard([] { qunsetenv("RATEWARDEN_DISMISSED"); });
        QSettings settings(folder.filePath("settings.ini"), QSettings::IniFormat);
        WindowMemory(settings, "redis://one").save(*m->window);
        settings.beginGroup("servers");
        const QString group = "servers/" + settings.childGroups().value(0);
        settings.endGroup();
        settings.setValue(
            group + "/findings/dismissed",
            QStringList{"no-ttl rate-limit-redis rl%3A%2A - ops known%2C%20for%20now", "damaged"});
        WindowMemory(settings, "redis://one").restore(*m->window);
        const FindingName name{"no-ttl", "rate-limit-redis", "rl:*"};
        QCOMPARE(m->window->session().findings().dismissals().at(name).reason, std::string("known, for now"));
        QCOMPARE(DismissalFile().read(m->window->session().endpoint()).size(), 1U);
        QVERIFY(!settings.contains(group + "/findings/dismissed"));
        m->window->session().findings().restore(name);
    }

    void oneAddressLeadsToItsToken()
    {
        m->connection.call({"DEL", "rl:forever", "rl:eternal", "rl:below"});
        m->connection.call({"SET", "rl:10.0.0.12", "90", "PX", "600000"});
        m->connection.call({"SET", "rl:203.0.113.9", "30", "PX", "600000"});
        open();
        QTRY_COMPARE(rows(), QStringList{"■ One address for many clients|rate-limit-redis|rl:*|68 %"});
        choose(rows().value(0));
        QTest::keyClick(findings(), Qt::Key_Return);
        QTRY_VERIFY(m->page().isVisible());
        const QModelIndexList chosen = m->table()->selectionModel()->selectedRows(TokenTableModel::Token);
        QCOMPARE(chosen.size(), 1);
        QCOMPARE(chosen[0].data().toString(), QString("10.0.0.12"));
    }

    void anEmptyPageSaysWhatIsChecked()
    {
        m->connection.call({"DEL", "rl:forever", "rl:eternal", "rl:below"});
        RATEWARDEN_STEP(open());
        const auto says = [this](const QString& text) {
            for (const PlainLabel* label : findings()->findChildren<PlainLabel*>())
                if (label->text().contains(text))
                    return true;
            return false;
        };
        QTRY_VERIFY(says("stale locks"));
        QVERIFY(!m->button("showFindings")->isVisible());
    }
};

RATEWARDEN_SUITE(TestWatchPage)
#include "tst_watch_page.moc"
