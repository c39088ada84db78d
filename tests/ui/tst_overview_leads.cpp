// SPDX-License-Identifier: GPL-3.0-or-later
// Where the overview's numbers lead: a marked stretch of time goes along, each number of the server opens
// what is known of it, and Esc leads back.
#include "core/admin/audit.h"
#include "core/limiter/keyspace.h"
#include "tests/support/suites.h"
#include "tests/ui/overview_test.h"
#include "ui/dialogs/server_dialog.h"
#include "ui/pages/audit/audit_page.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/pages/watch/watch_page.h"
#include "ui/text/display_text.h"
#include "ui/widgets/empty_state.h"

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestOverviewLeads : public OverviewTest {
    Q_OBJECT

private:
    const AuditTrail m_trail{{"bob", "desk-2", "ratewarden-ctl 1.0", {}}};

    AuditPage& audit() { return m->window->auditPage(); }
    ServerDialog* dialog() { return m->window->findChild<ServerDialog*>(); }

    void block(const std::string& token)
    {
        QVERIFY(!apply(m->connection, blockOf({token, 1h, "scrapes", "bob"}), {&m_trail}).trouble);
    }
    /// Writes the whole trail anew, as if all had happened that much earlier.
    void makeTrailOlder(std::chrono::milliseconds by)
    {
        const Reply all = m->connection.call({"XRANGE", "rw:audit", "-", "+"});
        const auto earlier = [by](std::string_view id) {
            const std::size_t dash = id.find('-');
            return std::to_string(std::stoll(std::string(id.substr(0, dash))) - by.count()) +
                   std::string(id.substr(dash));
        };
        m->connection.call({"DEL", "rw:audit"});
        for (std::size_t i = 0; i < all.view().size(); ++i) {
            const ReplyView entry = all.view()[i];
            Command add{"XADD", "rw:audit", earlier(entry[0].string())};
            for (std::size_t field = 0; field < entry[1].size(); field += 2) {
                const std::string_view name = entry[1][field].string();
                const std::string_view value = entry[1][field + 1].string();
                add.add(name);
                add.add(name == "of" ? earlier(value) : std::string(value));
            }
            m->connection.call(add);
        }
    }
    QLineEdit* auditFilter() { return m->window->findChild<QLineEdit*>("auditFilter"); }
    QStringList changes() { return column(*list("audit")->model(), AuditTableModel::Whose); }
    /// With the keys: the ten seconds of that moment, and so many before.
    void mark(Instant moment, int before)
    {
        chart()->setFocus();
        QTest::keyClick(chart(), Qt::Key_Home);
        for (std::int64_t i = (moment - chart()->data().from) / countSpan; i > 0; --i)
            QTest::keyClick(chart(), Qt::Key_Right);
        if (before == 0)
            QTest::keyClick(chart(), Qt::Key_Return);
        for (int i = 0; i < before; ++i)
            QTest::keyClick(chart(), Qt::Key_Left, Qt::ShiftModifier);
    }
    void markArea(const TimeRange& area)
    {
        chart()->time().setArea(area);
        Q_EMIT chart()->areaChosen();
    }
    static Instant slotOf(Instant moment)
    {
        return Instant(moment.time_since_epoch() / countSpan * countSpan);
    }
    int serverRow(const QString& name)
    {
        const QStringList all = rows("serverFacts");
        for (int row = 0; row < all.size(); ++row)
            if (all[row].section('|', 0, 0) == name)
                return row;
        return -1;
    }
    /// The row of the dialog that is called so: "clients|3|".
    QString fact(const QString& name)
    {
        const QStringList all = dialog() ? rows("serverNumbers") : QStringList();
        for (const QString& row : all)
            if (row.section('|', 0, 0) == name)
                return row;
        return {};
    }
    QString chosenFact()
    {
        const QModelIndexList chosen = list("serverNumbers")->selectionModel()->selectedRows();
        return chosen.isEmpty() ? QString() : chosen.front().data().toString();
    }

private Q_SLOTS:
    void lastChanges()
    {
        block("first");
        block("second");
        open();
        QTRY_COMPARE(rows("lastChanges").size(), 2);
        QVERIFY(rows("lastChanges")[0].startsWith("Block second"));
        openRow("lastChanges", 1);
        QTRY_VERIFY(audit().isVisible());
        QTRY_COMPARE(m->window->findChild<PlainLabel*>("auditWhat")->text(), QString("Block first"));
        QCOMPARE(changes().size(), 2); // beside the others
        QVERIFY(auditFilter()->text().isEmpty());
        escape();
        QTRY_VERIFY(page().isVisible());
        m->click(m->window->findChild<QWidget*>("openAudit"));
        QTRY_VERIFY(audit().isVisible());
    }

    void changesAreReadAfterAPause()
    {
        block("old");
        showWindow();
        QTRY_VERIFY(m->window->session().live());
        m->window->session().setPaused(true);
        m->turnTo(MainWindow::Page::Overview);
        QTRY_VERIFY(says(list("lastChanges"), "Reading is paused"));
        m->window->session().setPaused(false);
        QTRY_COMPARE(rows("lastChanges").size(), 1);
    }

    // A token can be blocked twice.
    void theChosenChangeStaysThatChange()
    {
        for (const char* const token : {"twice", "other", "twice"})
            block(token);
        open();
        QTRY_COMPARE(rows("lastChanges").size(), 3);
        list("lastChanges")->selectRow(2);
        block("another");
        m->turnTo(MainWindow::Page::Tokens);
        m->turnTo(MainWindow::Page::Overview); // which reads them again
        QTRY_COMPARE(rows("lastChanges").size(), 4);
        QCOMPARE(list("lastChanges")->currentIndex().row(), 3);
    }

    // Also when its state is gone by now; and not who is denied at present.
    void whoWasDeniedAtThatTime()
    {
        const Policy web = counting("web", "25/min");
        const Instant then = slotOf(serverNow()) - 4min;
        request(web, "culprit", 40, then); // 15 denied
        request(web, "bystander", 27, then);
        m->connection.call({"UNLINK", stateKey(RedisToken("culprit"), "web", algorithmNamed("sliding-log"))});
        request(web, "now", 45, serverNow());
        open();
        QTRY_COMPARE(chart()->data().series.size(), std::size_t(1));
        mark(then, 0);
        QTRY_COMPARE(rows("topDenied").size(), 2);
        QCOMPARE(rows("topDenied")[0], QString("culprit|web|1.5/s"));
        QCOMPARE(rows("topDenied")[1], QString("bystander|web|0.2/s"));
        QCOMPARE(rows("topConsumers").size(), 2);
        QCOMPARE(rows("topConsumers")[0].section('|', 1), QString("50 %|2.5/s"));
        m->click(m->window->findChild<QWidget*>("tokensOfStretch"));
        QTRY_VERIFY(m->page().isVisible());
        QTRY_VERIFY(m->page().details().chosen());
        QCOMPARE(chosenToken(), "culprit");
        QCOMPARE(m->page().details().time().end(), then + countSpan);
        escape();
        QTRY_VERIFY(page().isVisible());
        openRow("topDenied", 1);
        QTRY_COMPARE(chosenToken(), "bystander");
    }

    // The rates are those of the time that they are known of, with the same requests above and below.
    void aMarkedTimeThatIsPartlyKnown()
    {
        request(counting("web", "25/min"), "abuser", 40, slotOf(serverNow()) - 4min); // 15 denied
        open();
        QTRY_COMPARE(chart()->data().series.size(), std::size_t(1));
        const Instant now = slotOf(serverNow());
        markArea({now - 15min, now + 1h});
        const RequestFlowData& drawn = chart()->data();
        const double seconds = 10.0 * double(std::ranges::count(drawn.known, true));
        QCOMPARE(rows("topDenied"), QStringList{QString("abuser|web|%1/s").arg(rateText(15.0 / seconds))});
        QCOMPARE(rows("topConsumers"),
                 QStringList{QString("abuser|100 %|%1/s").arg(rateText(25.0 / seconds))});
        QVERIFY(says(&page(),
                     QString("40 requests · 25 allowed · 15 denied · most 40 in 10 s · since %1 · so far "
                             "(partly read)")
                         .arg(momentText(drawn.from))));
        markArea({now + 30min, now + 1h}); // nothing of it
        QCOMPARE(rows("topDenied"), QStringList());
        QVERIFY(says(list("topConsumers"), "Not read yet"));
        QVERIFY(says(&page(), "not read yet"));
    }

    void aPolicyOfTheChart()
    {
        const Policy web = counting("web", "25/min");
        request(web, "abuser", 40, serverNow() - 60s);
        m->limiter.acquire("other");
        open();
        QTRY_COMPARE(chart()->data().series.size(), std::size_t(1));
        m->click(m->window->findChild<QWidget*>("flowLegend0"));
        QTRY_COMPARE(tokens(), QStringList{"abuser"});
        escape();
        QTRY_VERIFY(page().isVisible());
    }

    void theRuleThatDeniesMost()
    {
        const Policy web = counting("web", "25/min");
        request(web, "abuser", 40, serverNow());
        request(counting("other", "25/min"), "calm", 3, serverNow());
        const auto client = keepAsking(web, "abuser");
        open();
        auto* const cause = m->window->findChild<QAbstractButton*>("cause0");
        QTRY_VERIFY(cause->isVisible());
        QCOMPARE(cause->text(), QString("by 25/min 100 %"));
        m->click(cause);
        QTRY_COMPARE(tokens(), QStringList{"abuser"});
        escape();
        QTRY_VERIFY(page().isVisible());
        request(counting("other", "25/min"), "calm", 30, serverNow()); // by the same rule
        QTRY_TEXT(cause->text(), startsWith("by web 25/min "));
    }

    // What happened while nobody could look stands at the time that the trail tells.
    void aVersionThatWasPublishedDuringAnOutage()
    {
        const Policy web = counting("web", "25/min");
        request(web, "calm", 3, serverNow() - 20s);
        open();
        QTRY_COMPARE(chart()->data().series.size(), std::size_t(1));
        QVERIFY(chart()->marks().empty());
        m->server.kill();
        QTRY_VERIFY(m->window->link().isUnreachable());
        QCOMPARE(m->server.start(), QString());
        counting("web", "25/min");
        PublishedPolicy next = *findPublished(m->connection, "web");
        next.policy.rules = parseRules("30/min");
        QVERIFY(
            !apply(m->connection, {PublishIntent{next, {}}, {}, {}, "bob", "more room"}, {&m_trail}).trouble);
        makeTrailOlder(2min);
        counting("other", "5/min");
        const auto other =
            std::string(m->connection.call({"HGET", std::string(policiesKey), "other"}).view().string());
        QVERIFY(
            !apply(m->connection,
                   {PublishIntent{*findPublished(m->connection, "other"), {}, other}, {}, {}, "bob", "done"},
                   {&m_trail})
                 .trouble);
        const Instant then = serverNow() - 2min;
        request(web, "calm", 3, serverNow() - 20s);
        QTRY_VERIFY(m->window->session().live());
        const auto version = [this] {
            const auto& published = m->window->session().policies()->published;
            const auto known = published.find("web");
            return known == published.end() ? 0 : known->second.version;
        };
        QTRY_COMPARE(version(), 2);
        QTRY_COMPARE(chart()->marks().size(), std::size_t(3));
        QCOMPARE(chart()->marks()[2].kind, TimeMark::Kind::Restarted);
        QVERIFY_TEXT(chart()->marks()[0].text, startsWith("web published\nby bob"));
        QVERIFY(chart()->marks()[0].at < then + 30s && chart()->marks()[0].at > then - 30s);
        QVERIFY_TEXT(chart()->marks()[1].text, startsWith("other removed\nby bob"));
    }

    // What `ratewarden-ctl mark` records.
    void whatHappenedOutsideIsAFlag()
    {
        const Policy web = counting("web", "25/min");
        request(web, "calm", 3, serverNow() - 60s);
        open();
        QTRY_COMPARE(chart()->data().series.size(), std::size_t(1));
        m_trail.mark(m->connection, "ci", "deploy api 1.4");
        QTRY_COMPARE(chart()->marks().size(), std::size_t(1));
        QCOMPARE(chart()->marks()[0].kind, TimeMark::Kind::Noted);
        QCOMPARE(chart()->marks()[0].text, QString("deploy api 1.4\nby ci"));
        Q_EMIT chart()->markChosen(0); // it leads nowhere
        QVERIFY(page().isVisible());
    }

    void aChangeOfATokenIsAFlagThatLeadsToIt()
    {
        request(counting("web", "25/min"), "abuser", 40, serverNow() - 60s);
        block("abuser");
        open();
        QTRY_COMPARE(chart()->data().series.size(), std::size_t(1));
        QTRY_COMPARE(chart()->marks().size(), std::size_t(1));
        QCOMPARE(chart()->marks()[0].text, QString("Block: abuser\nby bob, scrapes"));
        QCOMPARE(chart()->marks()[0].kind, TimeMark::Kind::Blocked);
        Q_EMIT chart()->markChosen(0);
        QTRY_VERIFY(audit().isVisible());
        QTRY_COMPARE(m->window->findChild<PlainLabel*>("auditWhat")->text(), QString("Block abuser"));
        escape();
        QTRY_VERIFY(page().isVisible());
    }

    // The date is not cut off, and says so when it is not all.
    void changesOfYesterdayAndAfterwardsNone()
    {
        block("old");
        makeTrailOlder(30h);
        m->connection.call({"ACL", "SETUSER", "viewer", "reset", "on", ">secret", "~*", "&*", "+@all"});
        connectAs("viewer");
        open();
        QTRY_COMPARE(rows("lastChanges").size(), 1);
        const QTableView* const table = list("lastChanges");
        const QString when = table->model()->index(0, 2).data().toString();
        QVERIFY2(table->fontMetrics().horizontalAdvance(when) <= table->columnWidth(2) - 12,
                 qPrintable(when));
        const bool isOfLastYear =
            QDateTime::currentDateTime().addSecs(-30 * 3600).date().year() != QDate::currentDate().year();
        QVERIFY2(when.contains(QRegularExpression("\\b20\\d\\d\\b")) == isOfLastYear, qPrintable(when));

        m->connection.call({"ACL", "SETUSER", "viewer", "-xrange", "-xrevrange"});
        m->turnTo(MainWindow::Page::Tokens);
        QTRY_VERIFY(!page().isVisible());
        m->turnTo(MainWindow::Page::Overview);
        QTRY_VERIFY(says(&page(), "not up to date"));
        QCOMPARE(rows("lastChanges").size(), 1);
    }

    // More changes came since than the overview reads of the newest.
    void aMarkedStretchGoesAlongToTheChanges()
    {
        request(counting("web", "25/min"), "abuser", 40, serverNow() - 60s);
        block("old");
        makeTrailOlder(60s);
        for (int i = 0; i < 30; ++i)
            block("new" + std::to_string(i));
        m->window->findChild<QLineEdit*>("auditFilter")->setText("new1"); // what the operator left there
        open();
        QTRY_COMPARE(chart()->data().series.size(), std::size_t(1));
        QTRY_VERIFY(rows("lastChanges").size() > 1);
        const Instant then = readAudit(m->connection, {.tokens = {"old"}}).entries.at(0).at;

        mark(then, 0);
        const TimeRange marked{slotOf(then), slotOf(then) + countSpan};
        QCOMPARE(chart()->time().area(), std::optional(marked));
        QTRY_COMPARE(rows("lastChanges").size(), 1);
        QVERIFY(rows("lastChanges")[0].startsWith("Block old"));
        QVERIFY(m->button("flowStretch")->text().startsWith(stretchText(marked)));

        m->click(m->window->findChild<QWidget*>("openAudit"));
        QTRY_VERIFY(audit().isVisible());
        QTRY_COMPARE(changes(), QStringList{"old"});
        QVERIFY2(auditFilter()->text().startsWith("since:") && auditFilter()->text().contains(" before:"),
                 qPrintable(auditFilter()->text()));
        auditFilter()->clear(); // all of them again
        QTRY_COMPARE(changes().size(), 31);
        escape();
        QTRY_VERIFY(page().isVisible());
        QCOMPARE(chart()->time().area(), std::optional(marked)); // as it stood
        QCOMPARE(rows("lastChanges").size(), 1);

        openRow("lastChanges", 0);
        QTRY_COMPARE(changes(), QStringList{"old"});
        QTRY_COMPARE(m->window->findChild<PlainLabel*>("auditWhat")->text(), QString("Block old"));
        escape();
        m->click(m->window->findChild<QWidget*>("changesOfStretch"));
        QTRY_COMPARE(changes(), QStringList{"old"});
        escape();
        QTRY_VERIFY(page().isVisible());
        m->turnTo(MainWindow::Page::Audit); // who goes there by himself finds what he left
        QTRY_COMPARE(changes().size(), 11); // new1, new10 …
        QCOMPARE(auditFilter()->text(), QString("new1"));

        m->turnTo(MainWindow::Page::Overview);
        m->click(m->button("flowStretch"));
        QVERIFY(!chart()->time().area());
        QVERIFY(!m->button("flowStretch")->isVisible());
        QVERIFY(rows("lastChanges").size() > 1);
    }

    void aStretchWithoutChanges()
    {
        request(counting("web", "25/min"), "abuser", 40, serverNow() - 60s);
        block("now");
        open();
        QTRY_COMPARE(chart()->data().series.size(), std::size_t(1));
        QTRY_COMPARE(rows("lastChanges").size(), 1);
        mark(serverNow() - 60s, 0);
        QTRY_VERIFY(says(list("lastChanges"), "Nothing was changed in the marked time"));
        m->click(m->window->findChild<QWidget*>("changesOfStretch"));
        auto* const changes = m->window->findChild<QWidget*>("audit");
        QTRY_VERIFY(says(changes, "Nothing matches the filter"));
        m->click(changes->findChild<EmptyState*>()->findChild<QPushButton*>()); // all of them
        QTRY_VERIFY(!changes->findChild<EmptyState*>()->isVisible());
        escape();
        QTRY_VERIFY(page().isVisible());
        QTest::keyClick(chart(), Qt::Key_Escape); // and there it unmarks
        QVERIFY(!chart()->time().area());
        QTRY_COMPARE(rows("lastChanges").size(), 1);
    }

    void aMarkedStretchGoesAlongToTheTokens()
    {
        const Instant then = serverNow() - 60s;
        request(counting("web", "25/h"), "abuser", 40, then);
        open();
        QTRY_COMPARE(chart()->data().series.size(), std::size_t(1));
        QTRY_VERIFY(chart()->data().known.at(std::size_t((then - chart()->data().from) / countSpan)));
        mark(then, 2);
        const TimeRange marked{slotOf(then) - 2 * countSpan, slotOf(then) + countSpan};
        QCOMPARE(chart()->time().area(), std::optional(marked));
        QTRY_VERIFY(says(&page(), "25 allowed · 15 denied"));
        const auto comesAlong = [this, marked] {
            QTRY_VERIFY(m->page().isVisible());
            QTRY_VERIFY(m->page().details().chosen());
            QCOMPARE(m->page().details().time().end(), marked.to);
            QCOMPARE(m->page().details().time().span(), marked.length());
            escape();
            QTRY_VERIFY(page().isVisible());
            QCOMPARE(chart()->time().area(), std::optional(marked));
        };
        for (const char* const lead : {"tokensOfStretch", "flowLegend0", "tileActive", "tileDenied"}) {
            m->click(m->window->findChild<QWidget*>(lead));
            RATEWARDEN_STEP(comesAlong());
        }
    }

    // Also with the mouse; and of the table, a row.
    void waysToMark()
    {
        request(counting("web", "25/min"), "abuser", 40, serverNow() - 60s);
        open();
        QTRY_COMPARE(chart()->data().series.size(), std::size_t(1));
        const QPoint middle = chart()->rect().center();
        QTest::mousePress(chart(), Qt::LeftButton, {}, middle);
        QTest::mouseMove(chart(), middle + QPoint(120, 0));
        m->window->session().setInterval(31ms); // the page is told of something meanwhile
        QTest::mouseRelease(chart(), Qt::LeftButton, {}, middle + QPoint(120, 0));
        QVERIFY(page().isVisible()); // it does not lead away
        QVERIFY(chart()->time().area());
        QVERIFY(chart()->time().area()->length() > 2 * countSpan);
        chart()->setFocus();
        QTest::keyClick(chart(), Qt::Key_T);
        QVERIFY(list("flowTable")->isVisible() && list("flowTable")->hasFocus());
        QTest::keyClick(list("flowTable"), Qt::Key_T);
        QVERIFY(chart()->isVisible() && chart()->hasFocus());
        m->click(m->window->findChild<QWidget*>("flowAsTable"));
        list("flowTable")->setFocus();
        list("flowTable")->selectRow(3);
        const QString from = list("flowTable")->model()->index(3, 0).data().toString();
        QTest::keyClick(list("flowTable"), Qt::Key_Return);
        QCOMPARE(chart()->time().area()->length(), Micros(countSpan));
        QCOMPARE(momentText(chart()->time().area()->from), from);
    }

    // However one leaves the rows that were asked for: what the operator had filtered is as it was.
    void ownFiltersComeBack()
    {
        const Policy web = counting("web", "25/min");
        const Instant now = serverNow();
        request(web, "abuser", 40, now);
        request(web, "calm", 3, now);
        open();
        QTRY_COMPARE(tile("tileLimited")->number(), QString("1"));
        auto* const filter = m->window->findChild<QLineEdit*>("filter");
        filter->setText("calm");
        m->click(tile("tileLimited"));
        QTRY_COMPARE(tokens(), QStringList{"abuser"});
        m->turnTo(MainWindow::Page::Overview);
        QTRY_VERIFY(page().isVisible());
        QCOMPARE(m->page().arrangement().filter, QString("calm"));
        m->turnTo(MainWindow::Page::Tokens);
        QTRY_COMPARE(tokens(), QStringList{"calm"});
        QVERIFY(!m->window->statusText().contains("Esc goes back"));
    }

    void filtersOfBlocksAndChangesComeBack()
    {
        const AuditTrail trail{{"bob", "desk-2", "ratewarden-ctl 1.0", {}}};
        apply(m->connection, blockOf({"abuser", 20min, "scrapes", "bob"}), {&trail});
        m->limiter.acquire("abuser");
        open();
        QTRY_COMPARE(rows("endingBlocks").size(), 1);
        QTRY_COMPARE(rows("lastChanges").size(), 1);
        auto* const ofBlocks = m->window->blocksPage().findChild<QLineEdit*>("controlFilter");
        auto* const ofChanges = m->window->auditPage().findChild<QLineEdit*>("auditFilter");
        ofBlocks->setText("somebody");
        ofChanges->setText("something");
        openRow("endingBlocks", 0);
        QTRY_VERIFY(m->window->blocksPage().isVisible());
        QCOMPARE(ofBlocks->text(), QString());
        auto* const blocks = m->window->findChild<QTableView*>("blocks");
        QTRY_COMPARE(blocks->selectionModel()->selectedRows().size(), 1);
        QTest::keyClick(blocks, Qt::Key_Return); // on to its token
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(chosenToken(), "abuser");
        QTRY_VERIFY(m->window->statusText().contains("Esc goes back"));
        escape();
        QTRY_VERIFY(m->window->blocksPage().isVisible());
        QCOMPARE(ofBlocks->text(), QString()); // the row is still there
        escape();
        QTRY_VERIFY(page().isVisible());
        QCOMPARE(ofBlocks->text(), QString("somebody"));

        openRow("lastChanges", 0);
        QTRY_VERIFY(m->window->auditPage().isVisible());
        QCOMPARE(ofChanges->text(), QString());
        m->turnTo(MainWindow::Page::Keys); // by himself
        QTRY_VERIFY(!m->window->auditPage().isVisible());
        QCOMPARE(ofChanges->text(), QString("something"));
    }

    // All that are counted there are listed.
    void theTileOfBlocksPutsTheirFilterAside()
    {
        blockToken(m->connection, {"abuser", 50min, "scrapes", "bob"});
        open();
        QTRY_COMPARE(tile("tileBlocked")->number(), QString("1"));
        auto* const filter = m->window->blocksPage().findChild<QLineEdit*>("controlFilter");
        auto* const blocks = m->window->findChild<QTableView*>("blocks");
        filter->setText("somebody");
        QCOMPARE(blocks->model()->rowCount(), 0);
        m->click(tile("tileBlocked"));
        QTRY_VERIFY(m->window->blocksPage().isVisible());
        QCOMPARE(filter->text(), QString());
        QCOMPARE(blocks->model()->rowCount(), 1);
        escape();
        QTRY_VERIFY(page().isVisible());
        QCOMPARE(filter->text(), QString("somebody"));
    }

    // Overview, tokens, policies, tokens, and all the way back.
    void everyStepHasAWayBack()
    {
        const Policy web = counting("web", "25/min");
        request(web, "abuser", 40, serverNow());
        request(web, "calm", 3, serverNow());
        open();
        QTRY_COMPARE(tile("tileLimited")->number(), QString("1"));
        m->click(tile("tileLimited"));
        QTRY_COMPARE(tokens(), QStringList{"abuser"});
        const auto find = [this](const QString& words) {
            QTest::keyClick(m->window.get(), Qt::Key_K, Qt::ControlModifier);
            auto* const field = m->window->findChild<QLineEdit*>("paletteField");
            QTest::keyClicks(field, words);
            QTest::keyClick(field, Qt::Key_Return);
        };
        find("policy web");
        QTRY_VERIFY(m->window->policiesPage().isVisible());
        find("calm");
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(chosenToken(), "calm");
        escape();
        QTRY_VERIFY(m->window->policiesPage().isVisible());
        escape();
        QTRY_VERIFY(m->page().isVisible());
        QVERIFY(m->window->statusText().contains("Esc goes back"));
        escape();
        QTRY_VERIFY(page().isVisible());
    }

    // Nobody may act on rows that were selected before.
    void aBlockThatHasEnded()
    {
        blockToken(m->connection, {"quiet", 50min, "a test", "ops"});
        open();
        QTRY_COMPARE(m->window->blocksPage().model().rowCount(), 1);
        QVERIFY(m->window->blocksPage().choose(controlSubject("quiet")));
        Q_EMIT page().blocksWanted(controlSubject("ended"));
        QTRY_VERIFY(m->window->blocksPage().isVisible());
        auto* const blocks = m->window->findChild<QTableView*>("blocks");
        QCOMPARE(blocks->selectionModel()->selectedRows().size(), 0);
        QVERIFY_TEXT(m->window->statusText(), contains("The block of ended has ended"));
        QVERIFY(!m->window->findChild<QAction*>("unblockChosen")->isEnabled());
    }

    void eachNumberOfTheServerLeadsOn()
    {
        open();
        QTRY_COMPARE(rows("serverFacts").size(), 6);
        QTRY_VERIFY(m->window->link().info().usedMemory);
        for (const char* const name : {"operations", "memory", "latency", "clients", "replicas", "clock"}) {
            QTRY_VERIFY(serverRow(name) >= 0);
            list("serverFacts")->setFocus();
            list("serverFacts")->selectRow(serverRow(name));
            QTest::keyClick(list("serverFacts"), Qt::Key_Return);
            QTRY_VERIFY2(dialog() && dialog()->isVisible(), name);
            QCOMPARE(chosenFact(), QString(name));
            QVERIFY2(!dialog()->findChild<PlainLabel*>("serverMeaning")->text().isEmpty(), name);
            QVERIFY(!fact(name).section('|', 1, 1).isEmpty());
            QTest::keyClick(dialog(), Qt::Key_Escape);
            QTRY_VERIFY(!dialog());
            QVERIFY(page().isVisible());
        }
        openRow("serverFacts", serverRow("clients")); // with the mouse, and another one while it is open
        QTRY_VERIFY(dialog());
        openRow("serverFacts", serverRow("memory"));
        QCOMPARE(m->window->findChildren<ServerDialog*>().size(), 1);
        QCOMPARE(chosenFact(), QString("memory"));
        QVERIFY2(fact("clients").section('|', 1, 1).toInt() >= 2, qPrintable(fact("clients")));
        QCOMPARE(fact("at the memory limit").section('|', 1, 1), QString("noeviction"));
        QCOMPARE(fact("role").section('|', 1, 1), QString("primary"));
    }

    // What a server did before the window came may be nothing but that it was filled.
    void operationsAreThoseSinceTheFirstLook()
    {
        open();
        const auto operations = [this] {
            return rows("serverFacts").value(serverRow("operations"));
        };
        QTRY_VERIFY(m->window->link().info().usedMemory);
        QTRY_VERIFY(serverRow("operations") >= 0);
        QVERIFY_TEXT(operations(), endsWith('|' + noValue()));
        m->connection.call({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"}); // it is greeted again
        QTRY_TEXT(operations(), endsWith("/s"));
    }

    void memoryThatIsWarnedOf()
    {
        m->connection.call({"CONFIG", "SET", "maxmemory-policy", "volatile-lru"});
        m->connection.call({"CONFIG", "SET", "maxmemory", "100mb"});
        m->connection.call({"SET", "rl:forever", "12"}); // another warning, below
        m->open(m->server.endpoint());
        open();
        const auto row = [this](const QString& name) {
            return rows("serverFacts").value(serverRow(name));
        };
        QTRY_VERIFY2(row("memory").contains("evicted 0 · volatile-lru"),
                     qPrintable(rows("serverFacts").join('\n')));
        QVERIFY(row("memory").contains(" of 104.8 MB") || row("memory").contains(" of 100"));
        QVERIFY(row("clients").section('|', 2).toInt() >= 2); // at least this test's and the window's
        QCOMPARE(row("replicas").section('|', 2), QString("0"));
        QTRY_COMPARE(m->window->watchPage().model().rowCount(), 2);
        list("findings")->selectRow(1);
        openRow("serverFacts", serverRow("memory"));
        QTRY_VERIFY(m->window->watchPage().isVisible());
        const QModelIndexList chosen = list("findings")->selectionModel()->selectedRows();
        QCOMPARE(chosen.size(), 1);
        QVERIFY(m->window->watchPage().model().at(chosen[0].row()).server);
        escape();
        QTRY_VERIFY(page().isVisible());
    }

    void withoutTheRightToInfo()
    {
        m->connection.call({"ACL", "SETUSER", "viewer", "reset", "on", ">secret", "~*", "&*", "+@read",
                            "+@connection", "+time", "-info"});
        m->limiter.acquire("good");
        connectAs("viewer");
        open();
        QTRY_TEXT(rows("serverFacts").join('\n'), contains("+info"));
        QTRY_COMPARE(tile("tileActive")->number(), QString("1"));
        openRow("serverFacts", 0);
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        QVERIFY(dialog()->findChild<PlainLabel*>("serverNote")->text().contains("+info"));
        QVERIFY(fact("clients").startsWith("clients|–"));
        QVERIFY(!fact("latency").startsWith("latency|–")); // this window measures it
    }

    // The window's own round trips, of which one had to wait for a server that paused.
    void roundTrips()
    {
        request(counting("web", "25/min"), "abuser", 40, serverNow()); // is named, so that it is read often
        open();
        QTRY_VERIFY(serverRow("latency") >= 0);
        QTRY_VERIFY(rows("serverFacts")[serverRow("latency")].contains("round trips p99"));
        // One that nothing was asked in is not met.
        const auto waited = [this] {
            m->connection.call({"CLIENT", "PAUSE", "300", "ALL"});
            return page().feed().roundTrips().longest >= 200ms;
        };
        QTRY_VERIFY(waited());
        QVERIFY(*page().feed().roundTrips().p99 <= page().feed().roundTrips().longest);
        openRow("serverFacts", serverRow("latency"));
        QTRY_VERIFY(dialog());
        const auto longest = [this] {
            return waitText(page().feed().roundTrips().longest); // another may be longer since
        };
        QTRY_TEXT(fact("longest round trip"), startsWith("longest round trip|" + longest() + "|of "));
        QVERIFY_TEXT(fact("99 % of round trips"), contains(" in 10 minutes"));
    }
};

RATEWARDEN_SUITE(TestOverviewLeads)
#include "tst_overview_leads.moc"
