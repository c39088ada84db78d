// SPDX-License-Identifier: GPL-3.0-or-later
// The overview of a server, as an operator reads it: numbers of what clients did, each of which leads to the
// rows behind it, and back.
#include "core/admin/change.h"
#include "core/limiter/keyspace.h"
#include "tests/support/suites.h"
#include "tests/ui/overview_test.h"
#include "ui/pages/audit/audit_page.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/pages/tokens/control_page.h"
#include "ui/pages/watch/watch_page.h"

#include <QAbstractButton>
#include <QAction>
#include <QPointer>
#include <QSignalSpy>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestOverview : public OverviewTest {
    Q_OBJECT

private:
    std::vector<std::string> keys(const char* pattern)
    {
        const Reply reply = m->connection.call({"KEYS", pattern});
        std::vector<std::string> all;
        for (std::size_t i = 0; i < reply.view().size(); ++i)
            all.emplace_back(reply.view()[i].string());
        return all;
    }

private Q_SLOTS:
    void itIsTheFirstPage()
    {
        MainWindow window({m->server.endpoint(), "test", "", {WindowFixture::patient, 20ms, 100ms}});
        window.show();
        QVERIFY(QTest::qWaitForWindowActive(&window, patienceMs));
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
        const auto place = [&] {
            return std::size_t((before - chart()->data().from) / countSpan);
        };
        QTRY_VERIFY(chart()->data().known.at(place()));
        QCOMPARE(chart()->data().series[0].allowed[place()], 3.5);
        QCOMPARE(chart()->data().denied[place()], 1.5);
        if (m->window->link().serverNow() < current + countSpan - 5s) { // else that is not lately any more
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

    // A state under 1 s is gone after a second; what was counted of it is not, whether this window was there
    // at that time or comes later.
    void requestsOfTokensWhoseStateHasExpired()
    {
        const Policy web = counting("web", "2/s");
        const auto spike = [&] {
            for (int i = 0; i < 40; ++i)
                for (int n = 0; n < 5; ++n)
                    m->connection.call(
                        decisionCommand(web, RedisToken("ip" + std::to_string(i)), 1, Mode::Acquire, {}));
        };
        const auto statesLeft = [this] {
            std::size_t left = 0;
            for (const std::string& key : keys("rw:{ip*}:web:*"))
                left += key.ends_with(":counts") ? 0 : 1;
            return left;
        };
        const auto counted = [this] {
            return sumOf(m->window->session().totals().of("web"));
        };
        m->window.reset();
        spike();
        QTRY_COMPARE(statesLeft(), std::size_t(0));
        m->window = std::make_unique<MainWindow>(
            MainWindow::Setup{m->server.endpoint(), "test", "", {WindowFixture::patient, 20ms, 100ms}});
        m->window->session().setShortestRound(300ms);
        open();
        QTRY_COMPARE(counted().allowed + counted().denied, Units(200));
        QVERIFY(counted().allowed >= 80);                  // more where a second began in their midst
        QCOMPARE(m->window->session().tokens().size(), 0); // none has a row
        QTRY_VERIFY(tile("tileAllowed")->number().toDouble() >= 80 / 20.0 - 0.1);
        QTRY_VERIFY(tile("tileDenied")->number().toDouble() > 0);

        spike(); // while it looks
        QTRY_COMPARE(counted().allowed + counted().denied, Units(400));
        QTRY_COMPARE(statesLeft(), std::size_t(0));
        QSignalSpy again(&m->window->session(), &Session::requestsCounted);
        QTRY_VERIFY(again.size() >= 2);
        QCOMPARE(counted().allowed + counted().denied, Units(400));
        // Once the ten seconds are over the chart has them, too.
        const auto drawn = [this] {
            double sum = 0;
            for (std::size_t i = 0; i < chart()->data().size(); ++i)
                if (chart()->data().known[i] && !chart()->data().series.empty())
                    sum += 10 * (chart()->data().series[0].allowed[i] + chart()->data().denied[i]);
            return sum;
        };
        QTRY_VERIFY(std::abs(drawn() - 400) < 0.01);
    }

    // A token with nothing but a block is one wherever tokens are counted.
    void tokensAreCountedOnce()
    {
        const Policy web = counting("web", "25/min");
        request(web, "calm", 1, serverNow());
        blockToken(m->connection, {"unseen", std::nullopt, "scrapes", "ops"});
        open();
        QTRY_COMPARE(m->page().model().tokenCount(), 2);
        QTRY_COMPARE(tile("tileActive")->about(), QString("of 2 known"));
    }

    void whatIsChosenStaysThatToken()
    {
        const Policy web = counting("web", "2/h");
        request(web, "x", 12, serverNow());
        request(web, "y", 7, serverNow());
        open();
        QTRY_COMPARE(rows("topDenied").size(), 2);
        QVERIFY(rows("topDenied")[0].startsWith("x|"));
        list("topDenied")->setFocus(Qt::TabFocusReason);
        QCOMPARE(list("topDenied")->selectionModel()->selectedRows().size(), 1);
        request(web, "y", 40, serverNow());
        QTRY_VERIFY(rows("topDenied")[0].startsWith("y|"));
        QCOMPARE(list("topDenied")->currentIndex().row(), 1);
        QCOMPARE(list("topDenied")->selectionModel()->selectedRows().value(0).row(), 1);
        QTest::keyClick(list("topDenied"), Qt::Key_Return);
        QTRY_VERIFY(m->page().details().chosen());
        QCOMPARE(chosenToken(), "x");
    }

    void whatIsChosenInTheChartStaysThatTime()
    {
        OverviewFlowCard card;
        RequestFlow flow;
        flow.from = Instant(1000 * countSpan);
        flow.series.push_back({"web", std::vector<double>(59, 1.0)});
        flow.denied.resize(59);
        flow.known.assign(59, true);
        card.present(flow, {}, Freshness::Live);
        auto* const table = card.findChild<QTableView*>("flowTable");
        auto* const drawn = card.findChild<RequestFlowChart*>("requestFlow");
        table->selectRow(3);
        const QVariant when = table->model()->index(3, 0).data();
        QTest::keyClick(drawn, Qt::Key_End);
        QTest::keyClick(drawn, Qt::Key_Left);
        const Instant under = flow.at(57);

        flow.from += countSpan; // ten seconds later
        card.present(flow, {}, Freshness::Live);
        QCOMPARE(table->currentIndex().row(), 4);
        QCOMPARE(table->selectionModel()->selectedRows().value(0).data(), when);
        std::optional<TimeRange> chosen;
        connect(&card, &OverviewFlowCard::stretchChosen, &card,
                [&](const std::optional<TimeRange>& stretch) { chosen = stretch; });
        QTest::keyClick(drawn, Qt::Key_Return);
        QVERIFY(chosen);
        QCOMPARE(chosen->from, under);

        flow.series.push_back({"api", std::vector<double>(59, 1.0)});
        card.present(flow, {}, Freshness::Live);
        QCOMPARE(table->model()->columnCount(), 5);
        QCOMPARE(table->selectionModel()->selectedRows().value(0).data(), when);
    }

    void theLegendKeepsItsButtons()
    {
        const Instant now = serverNow();
        for (const auto& [name, requests] : std::initializer_list<std::pair<const char*, int>>{
                 {"a", 9}, {"b", 8}, {"c", 7}, {"d", 6}, {"e", 5}, {"f", 4}})
            request(counting(name, "25/min"), "token", requests, now - 20s);
        open();
        QTRY_COMPARE(chart()->data().series.size(), std::size_t(5)); // with the others
        const auto legend = [this](const char* name) {
            return m->window->findChild<QAbstractButton*>(name);
        };
        QPointer<QAbstractButton> second = legend("flowLegend1");
        QCOMPARE(second->accessibleName(), QString("Tokens of b"));
        const std::size_t color = chart()->data().series[1].color;
        second->setFocus();
        request(counting("f", "25/min"), "another", 24, now - 20s);
        QTRY_COMPARE(chart()->data().series[3].name, QString("f"));
        QVERIFY(second && second->hasFocus());
        QCOMPARE(second.data(), legend("flowLegend1"));
        QCOMPARE(chart()->data().series[1].name, QString("b"));
        QCOMPARE(chart()->data().series[1].color, color);
        QTest::keyClick(second, Qt::Key_Return);
        QTRY_COMPARE(tokens(), QStringList{"token"});
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

        QTRY_COMPARE(rows("topConsumers").size(), 3);
        list("topConsumers")->setFocus();
        list("topConsumers")->selectRow(1);
        QTest::keyClick(list("topConsumers"), Qt::Key_Return);
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(chosenToken(), "near");
        QCOMPARE(tokens().size(), 4); // beside the others, the largest consumer on top
        QCOMPARE(tokens().front(), QString("abuser"));
        escape();
        QTRY_VERIFY(page().isVisible());

        const auto client = keepAsking(web, "abuser");
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

        QTRY_COMPARE(rows("topDenied").size(), 1);
        openRow("topDenied", 0);
        QTRY_COMPARE(chosenToken(), "abuser");
        m->turnTo(MainWindow::Page::Keys); // who goes elsewhere does not come back by Esc
        QTRY_VERIFY(!m->page().isVisible());
        escape();
        QVERIFY(!page().isVisible());
    }

    void otherProgramsTokens()
    {
        m->connection.call({"SET", "rl:203.0.113.9", "12", "PX", "600000"});
        m->connection.call({"SET", "rl:198.51.100.4", "60", "PX", "600000"});
        open();
        QTRY_COMPARE(tile("tileActive")->number(), QString("2"));
        QCOMPARE(tile("tileAllowed")->number(), QString("–")); // and not 0
        QCOMPARE(tile("tileAllowed")->about(), QString("not counted"));
        QVERIFY_TEXT(chart()->emptyText(), contains("keep no counts"));
        QTRY_VERIFY(says(list("topDenied"), "not counted"));
    }

    void aPolicyThatDoesNotCount()
    {
        m->limiter.acquire("good");
        open();
        QTRY_TEXT(chart()->emptyText(), contains("not counted under api"));
        QTRY_COMPARE(m->button("flowStep")->text(), QString("Open policy api"));
        m->click(m->button("flowStep"));
        QTRY_VERIFY(m->window->policiesPage().isVisible());
        escape();
        QTRY_VERIFY(page().isVisible());
    }

    // The counts are gone ten minutes after a token's last request.
    void nothingWasRequestedForLong()
    {
        const Policy web = counting("web", "25/d");
        request(web, "calm", 3, serverNow());
        m->connection.call({"UNLINK", countsKey(RedisToken("calm"), "web")});
        open();
        QTRY_COMPARE(tile("tileAllowed")->number(), QString("0"));
        QCOMPARE(tile("tileDenied")->number(), QString("0"));
        QTRY_COMPARE(tile("tileDenied")->about(), QString("10 min average 0"));
        QVERIFY_TEXT(chart()->emptyText(), startsWith("No request was counted"));
        QVERIFY(says(list("topDenied"), "Nothing is denied"));
    }

    void aPolicyThatIsNotPublished()
    {
        const Policy unpublished{"internal", "gcra", parseRules("10/min")};
        request(unpublished, "somebody", 1, serverNow());
        open();
        QTRY_TEXT(chart()->emptyText(), contains("internal is not published"));
        QTRY_COMPARE(m->button("flowStep")->text(), QString("Show the tokens of internal"));
        m->click(m->button("flowStep"));
        QTRY_COMPARE(tokens(), QStringList{"somebody"});
        escape();
        QTRY_VERIFY(page().isVisible());
    }

    void noTokensYet()
    {
        open();
        QTRY_TEXT(chart()->emptyText(), startsWith("No tokens here yet"));
        QVERIFY2(chart()->emptyText().contains("--redis \"unix://") &&
                     chart()->emptyText().endsWith(" --publish"),
                 qPrintable(chart()->emptyText()));
        QTRY_COMPARE(tile("tileActive")->number(), QString("0"));
        QCOMPARE(tile("tileAllowed")->number(), QString("–"));
    }

    void blocksAboutToEnd()
    {
        const Policy web = counting("web", "25/min");
        request(web, "hammers", 1, serverNow());
        blockToken(m->connection, {"quiet", 50min, "a test", "ops"});
        open();
        QTRY_COMPARE(tile("tileBlocked")->about(), QString("1 ends within 1 h"));
        blockToken(m->connection, {"hammers", 20min, "scrapes prices", "ops"});
        blockToken(m->connection, {"later", 5h, "abuse", "ops"});
        blockToken(m->connection, {"ever", std::nullopt, "abuse", "ops"});
        const auto client = keepAsking(web, "hammers");
        m->window->session().refresh();
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
        QVERIFY_TEXT(chart()->marks()[0].text, startsWith("web v2"));
        Q_EMIT chart()->markChosen(0);
        QTRY_VERIFY(m->window->policiesPage().isVisible());
        escape();
        m->connection.call({"HDEL", std::string(policiesKey), "web"});
        QTRY_COMPARE(chart()->marks().size(), std::size_t(2));
        QCOMPARE(chart()->marks()[1].text, QString("web removed"));
    }

    void whoBecomesLimited()
    {
        m->limiter.acquire("abuser");
        open();
        QTRY_COMPARE(tile("tileActive")->number(), QString("1"));
        QVERIFY(rows("newlyLimited").isEmpty());
        QVERIFY(says(list("newlyLimited"), "None known in the last 10 minutes"));
        for (int i = 0; i < 8; ++i)
            m->limiter.acquire("abuser");
        QTRY_COMPARE(rows("newlyLimited").size(), 1);
        QVERIFY_TEXT(rows("newlyLimited")[0], startsWith("abuser|5 of 5/min|"));
        openRow("newlyLimited", 0);
        QTRY_VERIFY(m->page().isVisible());
        QTRY_COMPARE(chosenToken(), "abuser");
        QCOMPARE(m->page().details().time().span(), Micros(2min)); // around that moment
    }

    void whoIsLimitedNoLonger()
    {
        m->limiter.acquire("abuser");
        open();
        QTRY_COMPARE(tile("tileActive")->number(), QString("1"));
        for (int i = 0; i < 8; ++i)
            m->limiter.acquire("abuser");
        QTRY_COMPARE(rows("newlyLimited").size(), 1);
        overrideToken(m->connection,
                      {"abuser", m->policy.name, parseRules("50/min"), std::nullopt, "a migration", "ops"});
        QTRY_TEXT(rows("newlyLimited")[0], startsWith("abuser|ok again|"));
    }

    // Counts reach back ten minutes at once; how many were limited is known since the window looks.
    void whatPastIsKnown()
    {
        request(counting("web", "25/min"), "abuser", 40, serverNow() - 60s);
        open();
        QTRY_VERIFY(tile("tileActive")->past().size() > 1 && tile("tileActive")->past().back());
        QVERIFY(!tile("tileActive")->past().front());
        QVERIFY(tile("tileActive")->accessibleDescription().contains("Known since "));
        QVERIFY(tile("tileActive")->toolTip().contains("Known since "));
        QTRY_VERIFY(tile("tileDenied")->past().front());
        QVERIFY(!tile("tileDenied")->toolTip().contains("Known since "));
    }

    // Since when, nobody knows.
    void whoBecameLimitedDuringAPause()
    {
        m->limiter.acquire("abuser");
        open();
        QTRY_COMPARE(tile("tileActive")->number(), QString("1"));
        m->window->session().setPaused(true);
        waitForAnswers();
        for (int i = 0; i < 8; ++i)
            m->limiter.acquire("abuser");
        QSignalSpy rounds(&m->window->session(), &Session::roundCompleted);
        m->window->session().setPaused(false);
        QTRY_COMPARE(tile("tileLimited")->number(), QString("1"));
        QVERIFY(rows("newlyLimited").isEmpty());
        QTRY_VERIFY(rounds.size() >= 2); // from here on it does
        for (int i = 0; i < 8; ++i)
            m->limiter.acquire("late");
        QTRY_COMPARE(rows("newlyLimited").size(), 1);
        QVERIFY(rows("newlyLimited")[0].startsWith("late|"));
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

RATEWARDEN_SUITE(TestOverview)
#include "tst_overview.moc"
