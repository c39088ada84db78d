// SPDX-License-Identifier: GPL-3.0-or-later
// labels: long
// The same hands in every chart with a time axis, and what an area says there: real events on real servers.
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/limiter/redis_token.h"
#include "tests/support/suites.h"
#include "tests/ui/contrast.h"
#include "tests/ui/lab_view_test.h"
#include "tests/ui/overview_test.h"
#include "ui/charts/live_window.h"
#include "ui/charts/request_flow_chart.h"
#include "ui/charts/usage_chart.h"
#include "ui/pages/keys/keys_page.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/pages/tokens/token_details.h"

#include <QLineEdit>
#include <QScrollArea>
#include <QSignalSpy>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestTimeHands : public LabViewTest {
    Q_OBJECT

    using Page = MainWindow::Page;

    LiveWindow* live() { return m->window->findChild<LiveWindow*>("liveWindow"); }
    UsageChart* usage() { return m->window->findChild<UsageChart*>("usageChart"); }
    RequestFlowChart* flow() { return m->window->findChild<RequestFlowChart*>("requestFlow"); }
    QWidget* pageOf(Page page) { return m->window->widgetOf(page); }

    static void drag(TimeChart* chart, double from, double to, int y)
    {
        const auto at = [&](double share) {
            return QPoint(int(chart->width() * share), y);
        };
        QTest::mousePress(chart, Qt::LeftButton, {}, at(from));
        QTest::mouseMove(chart, at((from + to) / 2));
        QTest::mouseMove(chart, at(to));
        QTest::mouseRelease(chart, Qt::LeftButton, {}, at(to));
    }
    static void key(QWidget* widget, Qt::Key key, Qt::KeyboardModifiers modifiers = {})
    {
        QTest::keyClick(widget, key, modifiers);
    }

    static void turnWheel(QWidget* widget, Qt::KeyboardModifiers held)
    {
        const QPoint at = widget->rect().center();
        QWheelEvent wheel(at, widget->mapToGlobal(at), {}, {0, 240}, {}, held, Qt::NoScrollPhase, false);
        QApplication::sendEvent(widget, &wheel);
    }

    /// A policy that counts requests and remembers denials, and a token that had five of its eight.
    void showDenied()
    {
        m->window.reset();
        m->connection.call({"FLUSHALL"});
        m->policy.counters = true;
        m->policy.denials = 20;
        announcePolicy(m->connection, m->policy);
        // All in the same ten seconds.
        QTRY_VERIFY(readTime(m->connection.call({"TIME"}).view()).time_since_epoch() % countSpan < 5s);
        request("abuser", 8);
        m->open(m->server.endpoint());
        m->window->resize(1280, 900);
        showWindow();
        QTRY_COMPARE(state("abuser"), "limited");
        m->clickRow("abuser");
        QTRY_VERIFY(m->page().details().reading() && m->page().details().reading()->denials.size() == 3);
    }
    /// It and another one, on Compare.
    void compareTwo()
    {
        RATEWARDEN_STEP(showDenied());
        request("other", 2);
        QTRY_COMPARE(state("other"), "ok");
        m->window->comparePage().open({m->key("abuser"), m->key("other")});
        m->window->showPage(Page::Compare);
    }
    void request(const char* token, int times)
    {
        RedisRateLimiter limiter(m->connection, m->policy);
        for (int i = 0; i < times; ++i)
            limiter.acquire(token);
    }

private Q_SLOTS:
    void anAreaOfTheLiveWindowSaysWhatIsInIt()
    {
        showDenied();
        // With keys alone: from the first request to the last.
        live()->setFocus();
        key(live(), Qt::Key_Home);
        key(live(), Qt::Key_End, Qt::ShiftModifier);
        const SharedDetail token = m->page().details().reading();
        QVERIFY(live()->time().area());
        QCOMPARE(live()->time().area()->from, token->log.entries.front().at);
        QCOMPARE(live()->time().area()->to, token->denials.front().at + 1us);
        const QString sentence = live()->areaSentence();
        QVERIFY_TEXT(sentence,
                     startsWith("8 requests · 5 allowed · 3 denied by 5/min · most 8 in any 1 min · "
                                "longest gap "));
        QTRY_VERIFY(says(&m->page(), sentence.section(" · ", 0, 3)));
        QVERIFY(contrastInTheDark(m->page().findChild<PlainLabel*>("areaSentence")) > 4.5);
        QVERIFY(usage()->time().area() == live()->time().area()); // both charts mark the same
        key(live(), Qt::Key_Escape);
        QVERIFY(!live()->time().area() && m->page().isVisible());
        QTRY_VERIFY(says(&m->page(), "5 requests charged"));
        // With the mouse.
        drag(live(), 0.5, 1.05, 25);
        QVERIFY(live()->time().area());
        QVERIFY(live()->time().moving()); // what is shown goes on
        QTRY_VERIFY(says(&m->page(), "8 requests · 5 allowed · 3 denied by 5/min"));
        key(live(), Qt::Key_F);
        QVERIFY(live()->time().begin() <= live()->time().area()->from);
        QVERIFY(live()->time().span() < 60s);
        m->limiter.acquire("good");
        QTRY_COMPARE(state("good"), "ok");
        m->clickRow("good");
        QVERIFY(!live()->time().area()); // another token, and nothing is marked
    }

    void theNextDenialIsSteppedTo()
    {
        showDenied();
        live()->setFocus();
        key(live(), Qt::Key_Comma);
        const SharedDetail token = m->page().details().reading();
        QCOMPARE(*live()->time().cursor(), token->denials[0].at);
        key(live(), Qt::Key_Comma);
        QCOMPARE(*live()->time().cursor(), token->denials[1].at);
        key(live(), Qt::Key_Period);
        QCOMPARE(*live()->time().cursor(), token->denials[0].at);
        QTRY_VERIFY(usage()->isVisible() && usage()->plotArea().height() > 10);
        QTRY_VERIFY(usage()->piecesShown() > 0);
        usage()->setFocus();
        key(usage(), Qt::Key_Comma);
        QCOMPARE(*usage()->time().cursor(), token->denials[0].at);
        key(usage(), Qt::Key_Comma);
        QCOMPARE(*usage()->time().cursor(), token->denials[1].at);
        key(usage(), Qt::Key_Period);
        QCOMPARE(*usage()->time().cursor(), token->denials[0].at);
    }

    // A shortcut of the page, or of a plugin, with the same letter: in the chart it is the chart's.
    void lettersAreTheChartsWhereItHasTheFocus()
    {
        showDenied();
        int triggered = 0;
        for (const Qt::Key letter : {Qt::Key_W, Qt::Key_F, Qt::Key_M}) {
            auto* const action = new QAction(m->window.get());
            action->setShortcut(letter);
            connect(action, &QAction::triggered, this, [&triggered] { ++triggered; });
            m->window->addAction(action);
        }
        live()->setFocus();
        const Micros before = live()->time().span();
        key(live(), Qt::Key_W);
        QVERIFY(live()->time().span() < before);
        key(live(), Qt::Key_F);
        QCOMPARE(live()->time().span(), before);
        QCOMPARE(triggered, 0);
        m->table()->setFocus();
        key(m->table(), Qt::Key_F);
        QCOMPARE(triggered, 1);
        auto* const filter = m->window->findChild<QLineEdit*>("filter");
        QVERIFY(filter);
        filter->setFocus();
        QTest::keyClicks(filter, "wasdfm");
        QVERIFY(filter->text().contains("wasdfm"));
        QCOMPARE(triggered, 1);
        QCOMPARE(live()->time().span(), before);
    }

    void usedOfLimitHasTheSameHands()
    {
        showDenied();
        QTRY_VERIFY(usage()->isVisible() && usage()->plotArea().height() > 10);
        QTRY_VERIFY(usage()->piecesShown() > 0);
        usage()->setFocus();
        const Micros whole = usage()->time().span();
        key(usage(), Qt::Key_W);
        QVERIFY(usage()->time().span() < whole);
        key(usage(), Qt::Key_A);
        QVERIFY(usage()->time().movedBack());
        key(usage(), Qt::Key_F);
        QCOMPARE(usage()->time().span(), whole);
        drag(usage(), 0.7, 1.05, int(usage()->plotArea().center().y()));
        QVERIFY(usage()->time().area());
        QVERIFY(live()->time().area() == usage()->time().area());
        QTRY_VERIFY(says(&m->page(), "8 requests · 5 allowed · 3 denied by 5/min"));
        key(usage(), Qt::Key_F);
        QVERIFY(usage()->time().span() < whole);
        m->limiter.acquire("good");
        QTRY_COMPARE(state("good"), "ok");
        m->clickRow("good");
        QTRY_COMPARE(usage()->time().span(), whole); // another token's, from the beginning
        QVERIFY(!usage()->time().cursor() && usage()->time().moving());
    }

    void usedOfLimitOfAKeyHasTheSameHands()
    {
        showDenied();
        m->window->showPage(Page::Keys);
        m->window->keysPage().showKey(
            stateKey(RedisToken("abuser"), m->policy.name, algorithmNamed(m->policy.algorithm)));
        auto* const chart = m->window->keysPage().findChild<UsageChart*>();
        QTRY_VERIFY(chart->isVisible() && chart->plotArea().height() > 10);
        QTRY_VERIFY(chart->piecesShown() > 0);
        const Micros whole = chart->time().span();
        chart->setFocus();
        key(chart, Qt::Key_W);
        const Micros zoomed = chart->time().span();
        QVERIFY(zoomed < whole);
        key(chart, Qt::Key_A);
        QVERIFY(chart->time().movedBack());
        const Instant end = chart->time().end();
        key(chart, Qt::Key_D);
        QVERIFY(chart->time().end() > end);
        key(chart, Qt::Key_S);
        QVERIFY(chart->time().span() > zoomed);
        key(chart, Qt::Key_F);
        QCOMPARE(chart->time().span(), whole);
        turnWheel(chart, Qt::ControlModifier);
        QVERIFY(chart->time().span() < whole);
        key(chart, Qt::Key_F);
        drag(chart, 0.7, 1.05, int(chart->plotArea().center().y()));
        QVERIFY(chart->time().area());
        QTRY_VERIFY(says(pageOf(Page::Keys), "8 requests · 5 allowed · 3 denied by 5/min"));
        key(chart, Qt::Key_F);
        QVERIFY(chart->time().span() < whole);
        key(chart, Qt::Key_Home); // to the first request
        key(chart, Qt::Key_M);
        auto* const name = chart->findChild<QLineEdit*>("momentName");
        QVERIFY(name && name->isVisible());
        QTest::keyClicks(name, "deploy 1.4");
        key(name, Qt::Key_Return);
        QVERIFY_TEXT(chart->valuesAt(*chart->time().cursor()), contains("deploy 1.4"));
        key(chart, Qt::Key_Escape);
        QVERIFY(!chart->time().area() && m->window->keysPage().isVisible());
        // Where there is more room, it is given everything anew.
        chart->clear();
        QCOMPARE(chart->piecesShown(), 0);
        Q_EMIT chart->roomGrew();
        QVERIFY(chart->piecesShown() > 0);
    }

    void comparedTokensMarkTheSameTime()
    {
        RATEWARDEN_STEP(compareTwo());
        ComparePage& page = m->window->comparePage();
        const auto charts = [&] {
            QList<LiveWindow*> all;
            for (auto* const one : page.findChildren<LiveWindow*>())
                if (one->isVisible())
                    all << one;
            return all;
        };
        QTRY_COMPARE(charts().size(), 2);
        QTRY_COMPARE(charts()[0]->requestsShown(), 5);
        QTRY_COMPARE(charts()[1]->requestsShown(), 2);
        drag(charts()[1], 0.5, 1.05, 25);
        QVERIFY(page.time().area());
        QTRY_VERIFY(charts()[0]->areaSentence().startsWith("8 requests · 5 allowed · 3 denied by 5/min"));
        QVERIFY_TEXT(charts()[1]->areaSentence(), startsWith("2 requests · 2 allowed · 0 denied"));
        charts()[0]->setFocus();
        const Micros before = page.time().span();
        key(charts()[0], Qt::Key_W);
        QVERIFY(page.time().span() < before);
        key(charts()[0], Qt::Key_Escape);
        QVERIFY(!page.time().area() && page.isVisible());
    }

    // A moment is named in one chart, and stands in the others, too.
    void aNamedMomentIsShownOnEveryChart()
    {
        showDenied();
        live()->setFocus();
        key(live(), Qt::Key_Comma);
        const Instant at = *live()->time().cursor();
        key(live(), Qt::Key_M);
        auto* const name = live()->findChild<QLineEdit*>("momentName");
        QVERIFY(name && name->isVisible());
        QTest::keyClicks(name, "deploy 1.4");
        key(name, Qt::Key_Return);
        QVERIFY_TEXT(live()->valuesAt(at), contains("deploy 1.4"));
        const ChartTable table = live()->asTable();
        bool isListed = false;
        for (int row = 0; row < table.rowCount; ++row)
            isListed = isListed || table.cell(row, 2).contains("deploy 1.4");
        QVERIFY(isListed);
        m->turnTo(Page::Overview);
        QTRY_VERIFY(flow()->isVisible() && flow()->data().size() > 0);
        QCOMPARE(flow()->time().moments()->all().size(), 1U);
        m->turnTo(Page::Lab);
        lab().desk().openExample(0);
        QTRY_VERIFY(isReady());
        QCOMPARE(strips().time().moments()->all().front().text, QString("deploy 1.4"));
        QCOMPARE(find<RequestHistogram>("labHistogram")->time().moments()->all().size(), 1U);
    }

    void theOverviewHasTheSameHands()
    {
        showDenied();
        m->turnTo(Page::Overview);
        QTRY_VERIFY(flow()->isVisible() && flow()->data().series.size() == 1);
        const auto denied = [this] {
            return std::ranges::find_if(flow()->data().denied, [](double one) { return one > 0; }) -
                   flow()->data().denied.begin();
        };
        QTRY_VERIFY(denied() < std::ssize(flow()->data().denied)); // once its ten seconds are over
        flow()->setFocus();
        key(flow(), Qt::Key_Comma);
        QCOMPARE(*flow()->time().cursor(), flow()->data().at(std::size_t(denied())));
        QVERIFY(flow()->accessibleDescription().contains("Return marks them")); // below the values
        key(flow(), Qt::Key_Return);
        QCOMPARE(flow()->time().area()->length(), Micros(countSpan));
        QTRY_VERIFY(says(pageOf(Page::Overview), "8 requests · 5 allowed · 3 denied · most 8 in 10 s"));
        key(flow(), Qt::Key_F);
        QVERIFY(flow()->time().span() < 15s);
        const Instant shown = flow()->time().end();
        key(flow(), Qt::Key_A);
        QVERIFY(flow()->time().end() < shown);
        key(flow(), Qt::Key_Escape);
        QVERIFY(!flow()->time().area());
        QVERIFY(!says(pageOf(Page::Overview), "8 requests"));
        key(flow(), Qt::Key_F);
        QVERIFY(!flow()->time().movedBack());
    }

    void theLabHasTheSameHands()
    {
        openExample(0); // seven requests, one of which is denied
        DecisionStrips& line = strips();
        line.setFocus();
        key(&line, Qt::Key_Home);
        key(&line, Qt::Key_End, Qt::ShiftModifier);
        QCOMPARE(line.time().area()->from, line.data()->times.front());
        QVERIFY_TEXT(label("labReason"),
                     contains("7 requests · 6 allowed · 1 denied by 5/min · most 6 in any 1 min · "));
        key(&line, Qt::Key_F);
        key(&line, Qt::Key_W);
        QVERIFY(line.shownTime().length() < lab().traffic()->time().length());
        const Instant end = line.time().end();
        key(&line, Qt::Key_A);
        QVERIFY(line.time().end() < end);
        key(&line, Qt::Key_Escape);
        QVERIFY(!line.time().area());
        QVERIFY(!label("labReason").contains("7 requests"));
        drag(&line, 0.3, 0.9, 12);
        QVERIFY(line.time().area());
        QVERIFY(label("labReason").contains("allowed"));
        // From denial to denial, and to what was named, also between two requests.
        const std::vector<Instant> times = line.data()->times;
        std::size_t denied = 0;
        while (line.data()->strips[1].denied(denied, denied + 1) == 0)
            ++denied;
        key(&line, Qt::Key_Home);
        key(&line, Qt::Key_Period);
        QCOMPARE(line.cursor(), denied);
        const Instant named = times[1] + (times[2] - times[1]) / 3;
        m->window->session().histories().moments().name(named, "deploy");
        key(&line, Qt::Key_Home);
        key(&line, Qt::Key_Period);
        QCOMPARE(line.time().cursor(), named);
        QVERIFY_TEXT(line.accessibleDescription(), contains("deploy"));
        QCOMPARE(line.cursor(), 1U);
        key(&line, Qt::Key_Period);
        QCOMPARE(line.cursor(), denied);
        key(&line, Qt::Key_Comma);
        QCOMPARE(line.time().cursor(), named);
        auto* const all = find<RequestHistogram>("labHistogram");
        drag(all, 0.1, 0.9, 30);
        QVERIFY(all->chosen());
        QVERIFY(says(&lab(), all->areaSentence()));
        all->choose(lab().traffic()->time());
        QVERIFY_TEXT(all->areaSentence(), startsWith("7 requests · 6 allowed · 1 denied by 5/min · most "));
        key(all, Qt::Key_Escape);
        key(all, Qt::Key_Home);
        key(all, Qt::Key_Return); // a bar
        QVERIFY(all->chosen());
        QCOMPARE(all->chosen()->from, *all->time().cursor());
        QVERIFY(all->chosen()->length() > 1us);
        // From the bar to what was named, to the bar with the denial, and back.
        const Micros bar = all->chosen()->length();
        key(all, Qt::Key_Period);
        QCOMPARE(*all->time().cursor(), named);
        QVERIFY_TEXT(all->accessibleDescription(), contains("deploy"));
        key(all, Qt::Key_Period);
        const Instant start = *all->time().cursor();
        QVERIFY((TimeRange{start, start + bar}.contains(times[denied])));
        key(all, Qt::Key_Comma);
        QCOMPARE(*all->time().cursor(), named);
    }

    // What is shown stands still, what comes is counted, and is there when the pause is over.
    void aPauseKeepsCollecting()
    {
        showDenied();
        const auto samples = [this] {
            return m->window->session().histories().find(m->key("abuser"))->samples().size();
        };
        key(m->window.get(), Qt::Key_P, Qt::ControlModifier);
        QTRY_VERIFY(says(&m->page(), "paused 00:") && says(&m->page(), " · 0 newer"));
        const std::size_t before = samples();
        request("abuser", 4);
        QTRY_VERIFY(says(&m->page(), " · 4 newer"));
        QTRY_VERIFY(samples() > before + 3);
        QCOMPARE(m->page().details().reading()->denials.size(), 3U); // what is shown stands still
        // Nor does a connection that came back show what it reads.
        QSignalSpy states(&m->window->session().link(), &Link::stateChanged);
        m->connection.call({"CLIENT", "KILL", "TYPE", "normal", "SKIPME", "yes"});
        QTRY_VERIFY(states.count() >= 2 && m->window->session().link().state() == Link::State::Live);
        const std::size_t lately = samples();
        QTRY_VERIFY(samples() > lately + 1);
        QCOMPARE(m->page().details().reading()->denials.size(), 3U);
        key(m->window.get(), Qt::Key_P, Qt::ControlModifier);
        QTRY_VERIFY(m->page().details().reading()->denials.size() > 3); // not each is remembered
        QTRY_VERIFY(!says(&m->page(), "newer"));
    }

    void aPauseOfComparedTokensCountsWhatIsNewer()
    {
        RATEWARDEN_STEP(compareTwo());
        ComparePage& page = m->window->comparePage();
        const auto requestsOf = [&page](qsizetype token) {
            const auto charts = page.findChildren<LiveWindow*>();
            return charts.size() == 2 ? charts[token]->requestsShown() : 0;
        };
        QTRY_COMPARE(requestsOf(0), 5);
        QTRY_COMPARE(requestsOf(1), 2);
        key(m->window.get(), Qt::Key_P, Qt::ControlModifier);
        QTRY_VERIFY(says(&page, "paused 00:") && says(&page, " · 0 newer"));
        request("abuser", 4);
        request("other", 1);
        QTRY_VERIFY(says(&page, " · 5 newer")); // of both
        QCOMPARE(requestsOf(1), 2);
        key(m->window.get(), Qt::Key_P, Qt::ControlModifier);
        QTRY_VERIFY(!says(&page, "newer"));
    }

    void aPauseOfTheOverviewKeepsCollecting()
    {
        showDenied();
        m->turnTo(Page::Overview);
        QTRY_VERIFY(flow()->isVisible() && flow()->data().series.size() == 1);
        const auto counted = [this] {
            return std::ranges::any_of(flow()->data().denied, [](double one) { return one > 0; });
        };
        QTRY_VERIFY(counted());
        key(m->window.get(), Qt::Key_P, Qt::ControlModifier);
        QTRY_VERIFY(says(pageOf(Page::Overview), "paused 00:"));
        waitForAnswers();
        const Instant end = flow()->data().at(flow()->data().size());
        request("abuser", 6);
        QTRY_VERIFY(says(pageOf(Page::Overview), " · 6 newer")); // once their ten seconds are over
        QCOMPARE(flow()->data().at(flow()->data().size()), end);
        key(m->window.get(), Qt::Key_P, Qt::ControlModifier);
        QTRY_VERIFY(flow()->data().at(flow()->data().size()) > end);
        QTRY_VERIFY(!says(pageOf(Page::Overview), "newer"));
    }
};

RATEWARDEN_SUITE(TestTimeHands)
#include "tst_time_hands.moc"
