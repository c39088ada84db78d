// SPDX-License-Identifier: GPL-3.0-or-later
// The overview of a server, as an operator reads it: numbers of what clients did, each of which leads to the
// rows behind it, and back.
#include "core/admin/change.h"
#include "core/formats/request_counts.h"
#include "core/limiter/decision_call.h"
#include "tests/ui/window_test.h"
#include "ui/pages/audit_page.h"
#include "ui/pages/control_page.h"
#include "ui/pages/overview_flow_card.h"
#include "ui/pages/overview_page.h"
#include "ui/pages/overview_tile.h"
#include "ui/pages/policies_page.h"
#include "ui/pages/warnings_page.h"
#include "ui/widgets/plain_label.h"

#include <QAction>
#include <QSignalSpy>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestOverview : public WindowTest {
    Q_OBJECT

private:
    OverviewPage& page() { return m->window->overviewPage(); }
    OverviewTile* tile(const char* name) { return m->window->findChild<OverviewTile*>(name); }
    QTableView* list(const char* name) { return m->window->findChild<QTableView*>(name); }
    RequestFlowChart* chart() { return m->window->findChild<RequestFlowChart*>("requestFlow"); }

    /// The rows of a list: "abuser|api|3.2/s".
    QStringList rows(const char* name)
    {
        const QAbstractItemModel& model = *list(name)->model();
        QStringList all;
        for (int row = 0; row < model.rowCount(); ++row) {
            QStringList cells;
            for (int column = 0; column < model.columnCount(); ++column)
                cells << model.index(row, column).data().toString();
            all << cells.join('|');
        }
        return all;
    }
    QStringList tokens()
    {
        QStringList all;
        for (int row = 0; row < m->page().model().rowCount(); ++row)
            all << m->page().model().index(row, TokenTableModel::Token).data().toString();
        return all;
    }
    /// What a list or the chart says instead of rows.
    bool says(QWidget* where, const QString& text)
    {
        for (const PlainLabel* const label : where->findChildren<PlainLabel*>())
            if (label->isVisible() && label->text().contains(text))
                return true;
        return false;
    }

    Policy counting(const char* name, const char* rules)
    {
        Policy policy{name, "sliding-log", parseRules(rules)};
        policy.counters = true;
        announcePolicy(m->connection, policy);
        return policy;
    }
    void request(const Policy& policy, const char* token, int times, Instant now)
    {
        for (int i = 0; i < times; ++i)
            m->connection.call(decisionCommand(policy, RedisToken(token), 1, Mode::Acquire, {.now = now}));
    }
    Instant serverNow() { return readTime(m->connection.call({"TIME"}).view()); }

    void open()
    {
        m->window->showPage(MainWindow::Page::Overview);
        m->window->show();
        QVERIFY(QTest::qWaitForWindowActive(m->window.get()));
        m->window->session().refresh();
        QTRY_VERIFY(page().feed().complete());
    }
    void openRow(const char* name, int row)
    {
        const QModelIndex index = list(name)->model()->index(row, 0);
        QTest::mouseClick(list(name)->viewport(), Qt::LeftButton, {}, list(name)->visualRect(index).center());
    }
    void escape() { QTest::keyClick(m->window.get(), Qt::Key_Escape); }

private Q_SLOTS:
    void init() { m = std::make_unique<WindowFixture>(); }
    void cleanup() { m.reset(); }

    void itIsTheFirstPage()
    {
        MainWindow window({m->server.endpoint(), "test", "", {{}, 20ms, 100ms}});
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window));
        QVERIFY(window.overviewPage().isVisible());
        QTRY_VERIFY(window.findChild<OverviewTile*>("tileAllowed")->hasFocus());
        for (const MainWindow::Page to :
             {MainWindow::Page::Tokens, MainWindow::Page::Audit, MainWindow::Page::Overview}) {
            QTest::keyClick(&window, WindowFixture::keyOf(to), Qt::AltModifier);
            QTRY_COMPARE(window.page(), to);
        }
    }

    // 40 requests of one token and 10 of another, in the ten seconds before these.
    void theNumbersAreWhatClientsDid()
    {
        const Policy web = counting("web", "25/min");
        const Instant now = serverNow();
        const Instant current = Instant(now.time_since_epoch() / countSpan * countSpan);
        const Instant before = current - countSpan;
        request(web, "abuser", 40, current - 5s); // 25 allowed, 15 denied
        request(web, "calm", 10, current - 5s);
        open();
        QTRY_COMPARE(chart()->data().series.size(), std::size_t(1));
        QCOMPARE(chart()->data().series[0].name, QString("web"));
        const auto place = std::size_t((before - chart()->data().from) / countSpan);
        QTRY_VERIFY(chart()->data().known.at(place));
        QCOMPARE(chart()->data().series[0].allowed[place], 3.5);
        QCOMPARE(chart()->data().denied[place], 1.5);
        if (m->window->link().serverNow() < current + countSpan - 2s) { // else that is not lately any more
            QTRY_COMPARE(rows("topDenied").size(), 1);
            QVERIFY(rows("topDenied").front().startsWith("abuser|web|"));
            QCOMPARE(rows("topConsumers").front().section('|', 0, 1), QString("abuser|71 %"));
            // The same requests, over the ten to twenty seconds up to when they were read.
            const double denied = tile("tileDenied")->number().toDouble();
            QVERIFY2(denied > 15 / 20.0 - 0.06 && denied < 15 / 10.0 + 0.06,
                     qPrintable(tile("tileDenied")->number()));
            const double allowed = tile("tileAllowed")->number().toDouble();
            QVERIFY2(std::abs(allowed / denied - 35 / 15.0) < 0.2, qPrintable(tile("tileAllowed")->number()));
        }
        // The same as a table, the newest on top.
        m->click(m->window->findChild<QWidget*>("flowAsTable"));
        const QAbstractItemModel& table = *list("flowTable")->model();
        QVERIFY(list("flowTable")->isVisible());
        bool found = false;
        for (int row = 0; row < table.rowCount(); ++row)
            found = found || (table.index(row, 1).data() == "3.5" && table.index(row, 2).data() == "1.5" &&
                              table.index(row, 3).data() == "3.5");
        QVERIFY(found);
    }

    void numbersLeadToTheirRowsAndEscBack()
    {
        const Policy web = counting("web", "25/min");
        const Instant now = serverNow();
        request(web, "abuser", 40, now);
        request(web, "near", 22, now);
        request(web, "calm", 3, now);
        m->limiter.acquire("other");
        open();
        QTRY_COMPARE(tile("tileLimited")->number(), QString("1"));
        QTRY_COMPARE(tile("tileNear")->number(), QString("1"));
        QCOMPARE(tile("tileActive")->number(), QString("4"));

        m->window->findChild<QLineEdit*>("filter")->setText("a"); // what the operator left there
        m->click(tile("tileLimited"));
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(tokens(), QStringList{"abuser"});
        QVERIFY(m->button("backFromTokens") || m->page().findChild<QAction*>("backFromTokens")->isVisible());
        escape();
        QTRY_VERIFY(page().isVisible());
        QCOMPARE(m->window->findChild<QLineEdit*>("filter")->text(), QString("a")); // as it was

        tile("tileNear")->setFocus();
        QTest::keyClick(tile("tileNear"), Qt::Key_Return);
        QTRY_COMPARE(tokens(), QStringList{"near"});
        escape();
        QTRY_VERIFY(page().isVisible());
        m->click(tile("tileActive"));
        QTRY_COMPARE(tokens().size(), 4);
        escape();
        QTRY_VERIFY(page().isVisible());

        QTRY_COMPARE(rows("topConsumers").size(), 3);
        list("topConsumers")->setFocus();
        list("topConsumers")->selectRow(1);
        QTest::keyClick(list("topConsumers"), Qt::Key_Return);
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(m->page().details().chosen()->token, std::string("near"));
        QCOMPARE(tokens().size(), 4); // beside the others, the largest consumer on top
        QCOMPARE(tokens().front(), QString("abuser"));
        escape();
        QTRY_VERIFY(page().isVisible());
        QTRY_COMPARE(rows("topDenied").size(), 1);
        openRow("topDenied", 0);
        QTRY_COMPARE(m->page().details().chosen()->token, std::string("abuser"));
        m->turnTo(MainWindow::Page::Keys); // who goes elsewhere does not come back by Esc
        QTRY_VERIFY(!m->page().isVisible());
        escape();
        QVERIFY(!page().isVisible());
    }

    void timeAndPolicyOfTheChart()
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
        chart()->setFocus();
        QTest::keyClick(chart(), Qt::Key_Home);
        QTest::keyClick(chart(), Qt::Key_Right);
        const Instant from = chart()->data().at(1);
        QTest::keyClick(chart(), Qt::Key_Return);
        QTRY_VERIFY(m->page().isVisible());
        QTRY_VERIFY(m->page().details().chosen());
        QCOMPARE(m->page().details().time().end(), from + countSpan);
        QCOMPARE(m->page().details().time().span(), countSpan);
        escape();
        QTRY_VERIFY(page().isVisible());
        QVERIFY2(m->page().details().time().span() != countSpan, "the time that was asked for stays");
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
        QVERIFY(!m->page().arrangement().state);
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
        QTRY_COMPARE(m->page().details().chosen()->token, std::string("abuser"));
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
        QTRY_COMPARE(m->page().details().chosen()->token, std::string("calm"));
        escape();
        QTRY_VERIFY(m->window->policiesPage().isVisible());
        escape();
        QTRY_VERIFY(m->page().isVisible());
        QVERIFY(m->window->statusText().contains("Esc goes back"));
        escape();
        QTRY_VERIFY(page().isVisible());
    }

    void otherProgramsTokens()
    {
        m->connection.call({"SET", "rl:203.0.113.9", "12", "PX", "600000"});
        m->connection.call({"SET", "rl:198.51.100.4", "60", "PX", "600000"});
        open();
        QTRY_COMPARE(tile("tileActive")->number(), QString("2"));
        QCOMPARE(tile("tileAllowed")->number(), QString("–")); // and not 0
        QCOMPARE(tile("tileAllowed")->about(), QString("not counted"));
        QVERIFY2(chart()->emptyText().contains("keep no counts"), qPrintable(chart()->emptyText()));
        QTRY_VERIFY(says(list("topDenied"), "not counted"));
    }

    void aPolicyThatDoesNotCount()
    {
        m->limiter.acquire("good");
        open();
        QTRY_VERIFY2(chart()->emptyText().contains("not counted under api"),
                     qPrintable(chart()->emptyText()));
        QVERIFY(m->button("openUncounted")->isVisible());
        m->click(m->button("openUncounted"));
        QTRY_VERIFY(m->window->policiesPage().isVisible());
        escape();
        QTRY_VERIFY(page().isVisible());
    }

    void aPolicyThatIsNotPublished()
    {
        const Policy unpublished{"internal", "gcra", parseRules("10/min")};
        request(unpublished, "somebody", 1, serverNow());
        open();
        QTRY_VERIFY2(chart()->emptyText().contains("internal is not published"),
                     qPrintable(chart()->emptyText()));
        QVERIFY(!m->button("openUncounted")->isVisible());
    }

    void noTokensYet()
    {
        open();
        QTRY_VERIFY2(chart()->emptyText().startsWith("No tokens here yet"), qPrintable(chart()->emptyText()));
        QCOMPARE(tile("tileActive")->number(), QString("0"));
        QCOMPARE(tile("tileAllowed")->number(), QString("–"));
    }

    void blocksAboutToEnd()
    {
        const Policy web = counting("web", "25/min");
        request(web, "hammers", 1, serverNow());
        blockToken(m->connection, {"hammers", 20min, "scrapes prices", "ops"});
        blockToken(m->connection, {"quiet", 50min, "a test", "ops"});
        blockToken(m->connection, {"later", 5h, "abuse", "ops"});
        blockToken(m->connection, {"ever", std::nullopt, "abuse", "ops"});
        request(web, "hammers", 30, serverNow());
        open();
        QTRY_COMPARE(tile("tileBlocked")->number(), QString("4"));
        QTRY_COMPARE(tile("tileBlocked")->about(), QString("2 end within 1 h"));
        QTRY_COMPARE(rows("endingBlocks").size(), 2);
        QTRY_VERIFY2(rows("endingBlocks").value(0).contains("still "),
                     qPrintable(rows("endingBlocks").join('\n')));
        QVERIFY2(rows("endingBlocks")[1].startsWith("quiet|a test|in "),
                 qPrintable(rows("endingBlocks").join('\n')));
        openRow("endingBlocks", 1);
        QTRY_VERIFY(m->window->blocksPage().isVisible());
        auto* const blocks = m->window->findChild<QTableView*>("blocks");
        QTRY_COMPARE(blocks->selectionModel()->selectedRows().size(), 1);
        QCOMPARE(blocks->selectionModel()->selectedRows()[0].data().toString(), QString("quiet"));
        QTRY_VERIFY(m->window->statusText().contains("Esc goes back"));
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
        QVERIFY2(m->window->statusText().contains("The block of ended has ended"),
                 qPrintable(m->window->statusText()));
        QVERIFY(!m->window->findChild<QAction*>("unblockChosen")->isEnabled());
    }

    void lastChanges()
    {
        const AuditTrail trail{{"bob", "desk-2", "ratewarden-ctl 1.0", {}}};
        apply(m->connection, blockOf({"first", 1h, "scrapes", "bob"}), {&trail});
        apply(m->connection, blockOf({"second", 1h, "hammers", "bob"}), {&trail});
        open();
        QTRY_COMPARE(rows("lastChanges").size(), 2);
        QVERIFY(rows("lastChanges")[0].startsWith("Block second"));
        openRow("lastChanges", 1);
        QTRY_VERIFY(m->window->auditPage().isVisible());
        QTRY_COMPARE(m->window->findChild<PlainLabel*>("auditWhat")->text(), QString("Block first"));
        escape();
        QTRY_VERIFY(page().isVisible());
        m->click(m->window->findChild<QWidget*>("openAudit"));
        QTRY_VERIFY(m->window->auditPage().isVisible());
    }

    void whatIsPublishedIsMarked()
    {
        const Policy web = counting("web", "25/min");
        request(web, "calm", 3, serverNow());
        open();
        QTRY_COMPARE(chart()->data().series.size(), std::size_t(1));
        QVERIFY(chart()->marks().empty());
        PublishedPolicy next;
        next.policy = web;
        next.policy.rules = parseRules("30/min");
        next.version = 1;
        publishPolicy(m->connection, next, {"j.lind", "more room"});
        QTRY_COMPARE(chart()->marks().size(), std::size_t(1));
        QVERIFY2(chart()->marks()[0].text.startsWith("web v2"), qPrintable(chart()->marks()[0].text));
        Q_EMIT chart()->markChosen(0);
        QTRY_VERIFY(m->window->policiesPage().isVisible());
    }

    void whoBecomesLimited()
    {
        m->limiter.acquire("abuser");
        open();
        QTRY_COMPARE(tile("tileActive")->number(), QString("1"));
        QVERIFY(rows("newlyLimited").isEmpty());
        for (int i = 0; i < 8; ++i)
            m->limiter.acquire("abuser");
        QTRY_COMPARE(rows("newlyLimited").size(), 1);
        QVERIFY2(rows("newlyLimited")[0].startsWith("abuser|5 of 5/min|"),
                 qPrintable(rows("newlyLimited")[0]));
        openRow("newlyLimited", 0);
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(m->page().details().chosen()->token, std::string("abuser"));
        QCOMPARE(m->page().details().time().span(), Micros(2min)); // around that moment
    }

    void theServer()
    {
        m->connection.call({"CONFIG", "SET", "maxmemory-policy", "volatile-lru"});
        m->connection.call({"CONFIG", "SET", "maxmemory", "100mb"});
        m->window = std::make_unique<MainWindow>(
            MainWindow::Profile{m->server.endpoint(), "test", "", {{}, 20ms, 100ms}});
        open();
        const auto row = [this](const QString& name) {
            for (const QString& one : rows("serverFacts"))
                if (one.startsWith(name))
                    return one;
            return QString();
        };
        QTRY_VERIFY2(row("memory").contains("evicted 0 · volatile-lru"),
                     qPrintable(rows("serverFacts").join('\n')));
        QVERIFY(row("memory").contains(" of 104.8 MB") || row("memory").contains(" of 100"));
        QVERIFY(row("clients").section('|', 2).toInt() >= 2); // at least this test's and the window's
        QCOMPARE(row("replicas").section('|', 2), QString("0"));
        for (int i = 0; i < m->window->findChild<QTableView*>("serverFacts")->model()->rowCount(); ++i)
            if (rows("serverFacts")[i].startsWith("memory"))
                openRow("serverFacts", i);
        QTRY_VERIFY(m->window->warningsPage().isVisible());
        escape();
        QTRY_VERIFY(page().isVisible());
    }

    void withoutTheRightToInfo()
    {
        m->connection.call({"ACL", "SETUSER", "viewer", "reset", "on", ">secret", "~*", "&*", "+@read",
                            "+@connection", "+time", "-info"});
        Endpoint endpoint = m->server.endpoint();
        endpoint.user = "viewer";
        endpoint.password = "secret";
        m->limiter.acquire("good");
        m->window =
            std::make_unique<MainWindow>(MainWindow::Profile{endpoint, "test", "", {{}, 20ms, 100ms}});
        open();
        QTRY_VERIFY2(rows("serverFacts").join('\n').contains("+info"),
                     qPrintable(rows("serverFacts").join('\n')));
        QTRY_COMPARE(tile("tileActive")->number(), QString("1"));
    }

    void aServerThatIsLost()
    {
        m->limiter.acquire("good");
        open();
        QTRY_COMPARE(tile("tileActive")->number(), QString("1"));
        QTRY_VERIFY(tile("tileActive")->past().back());
        m->server.kill();
        QTRY_VERIFY(m->window->link().isUnreachable());
        QCOMPARE(tile("tileActive")->number(), QString("1")); // what was known, greyed
        bool said = false;
        for (const PlainLabel* const label : page().findChildren<PlainLabel*>())
            said = said || label->text().startsWith("Redis is unreachable");
        QVERIFY(said);
    }
};

QTEST_MAIN(TestOverview)
#include "tst_overview.moc"
