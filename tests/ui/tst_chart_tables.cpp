// SPDX-License-Identifier: GPL-3.0-or-later
// Beside every chart its numbers can be read as a table: what the chart shows, no more and no less, by the
// keyboard, and copied.
#include "tests/support/suites.h"
#include "tests/ui/lab_test.h"
#include "ui/charts/decision_strips.h"
#include "ui/charts/latency_chart.h"
#include "ui/charts/live_window.h"
#include "ui/charts/peak_chart.h"
#include "ui/charts/request_bars.h"
#include "ui/charts/request_histogram.h"
#include "ui/charts/request_strip.h"
#include "ui/charts/rule_bars.h"
#include "ui/charts/rule_envelope.h"
#include "ui/charts/time_line.h"
#include "ui/charts/usage_chart.h"
#include "ui/charts/window_legend.h"
#include "ui/dialogs/chart_table_dialog.h"
#include "ui/pages/policies/policies_page.h"
#include "ui/pages/tokens/compare_page.h"
#include "ui/text/display_text.h"
#include "ui/widgets/row_table.h"

#include <QClipboard>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

using Page = MainWindow::Page;

class TestChartTables : public LabTest {
    Q_OBJECT

private:
    static QStringList column(const ChartTable& table, int which)
    {
        QStringList cells;
        for (int row = 0; row < table.rowCount; ++row)
            cells << table.cell(row, which);
        return cells;
    }
    ChartTableDialog* dialog() { return m->window->findChild<ChartTableDialog*>(); }
    /// The button that stands for the chart's table; null: none is to be seen.
    QAbstractButton* buttonOf(const QWidget* chart)
    {
        for (auto* const button : m->window->findChildren<QAbstractButton*>("showTable"))
            if (button->isVisible() && button->accessibleName().startsWith(chart->accessibleName()))
                return button;
        return nullptr;
    }
    void openCounting()
    {
        m->window.reset();
        m->connection.call({"FLUSHALL"});
        m->policy.counters = true;
        announcePolicy(m->connection, m->policy);
        RedisRateLimiter limiter(m->connection, m->policy);
        for (int i = 0; i < 8; ++i)
            limiter.acquire("abuser");
        limiter.acquire("good");
        limiter.acquire("good", 2);
        m->open(m->server.endpoint());
        m->window->resize(1280, 900);
        showWindow();
        QTRY_COMPARE(state("good"), "ok");
        m->clickRow("good");
        QTRY_VERIFY(m->page().details().reading());
    }
    template <class One>
    One* chartOn(Page page)
    {
        for (auto* const chart : m->window->widgetOf(page)->findChildren<One*>())
            if (chart->isVisible())
                return chart;
        return nullptr;
    }

private Q_SLOTS:
    void theLiveWindow()
    {
        openCounting();
        auto* const live = m->window->findChild<LiveWindow*>("liveWindow");
        QTRY_COMPARE(live->requestsShown(), 2);
        live->setFocus();
        QTest::keyClick(live, Qt::Key_T);
        QTRY_VERIFY(dialog() && dialog()->isActiveWindow());
        picture("tokens");
        const auto whats = [this] {
            return column(dialog()->table(), 2);
        };
        QCOMPARE(dialog()->windowTitle(), QString("Live window: good"));
        QCOMPARE(whats().count("charged"), 2);
        QCOMPARE(whats().count(kindName(WindowKind::Denied)), 0);
        QCOMPARE(whats().count(kindName(WindowKind::NotSeen)),
                 live->kindsShown().contains(WindowKind::NotSeen) ? 1 : 0);
        const auto first = whats().indexOf("charged"); // the newest: with a cost of 2
        QCOMPARE(dialog()->table().cell(int(first), 4), QString("2"));
        QCOMPARE(dialog()->table().cell(int(whats().lastIndexOf("charged")), 4), QString("1"));
        // What is copied is what is there, with the headings.
        QTest::keyClick(dialog(), Qt::Key_C, Qt::ControlModifier);
        QStringList lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), dialog()->table().rowCount + 1);
        QCOMPARE(lines.front(), QString("From\tUntil\tWhat\tRule\tUnits\tRequests"));
        // Or the rows that are selected.
        dialog()->findChild<RowTable*>("chartRows")->selectRow(int(first));
        m->click(dialog()->findChild<QPushButton*>("copyRows"));
        lines = QGuiApplication::clipboard()->text().split('\n', Qt::SkipEmptyParts);
        QCOMPARE(lines.size(), 2);
        QVERIFY_TEXT(lines.back(), contains("charged"));
        // Another time is another table, once it is wanted.
        live->time().show(live->time().now() - 2h, live->time().now() - 1h);
        QCOMPARE(live->requestsShown(), 0);
        QCOMPARE(whats().count("charged"), 2);
        QTest::keyClick(dialog(), Qt::Key_F5);
        QCOMPARE(whats().count("charged"), 0);
        // And of another token, where the first one's is still open.
        m->clickRow("abuser");
        QTRY_VERIFY(m->page().details().reading() && m->page().details().chosen() == m->key("abuser"));
        m->click(buttonOf(live));
        QCOMPARE(dialog()->windowTitle(), QString("Live window: abuser"));
        QCOMPARE(m->window->findChildren<ChartTableDialog*>().size(), 1);
        QTest::keyClick(dialog(), Qt::Key_Escape);
        QTRY_VERIFY(!dialog());
    }

    void theLiveWindowOfOneThatIsDenied()
    {
        openCounting();
        m->clickRow("abuser");
        auto* const live = m->window->findChild<LiveWindow*>("liveWindow");
        QTRY_VERIFY(live->kindsShown().contains(WindowKind::NoRoom));
        const ChartTable table = live->asTable();
        const auto row = int(column(table, 2).indexOf("no room"));
        QVERIFY(row >= 0);
        QCOMPARE(table.cell(row, 3), QString("5/min"));
        const auto denied = int(column(table, 2).indexOf(kindName(WindowKind::Denied)));
        QVERIFY(denied >= 0);
        int sum = 0;
        for (int i = 0; i < table.rowCount; ++i)
            sum += table.cell(i, 2) == kindName(WindowKind::Denied) ? table.cell(i, 5).toInt() : 0;
        QCOMPARE(sum, 3);
    }

    void usageRulesAndRequests()
    {
        openCounting();
        auto* const usage = m->window->findChild<UsageChart*>("usageChart");
        QTRY_VERIFY(usage->asTable().rowCount > 0);
        const ChartTable table = usage->asTable();
        QCOMPARE(table.headings,
                 QStringList({"Time", "5/min (% of limit)", "100/h (% of limit)", "What changed"}));
        QCOMPARE(table.cell(0, 1), QString("60.0"));
        QCOMPARE(table.cell(0, 2), QString("3.0"));
        const QStringList times = column(table, 0);
        for (int i = 1; i < times.size(); ++i)
            QVERIFY2(times[i] < times[i - 1], "the newest is not on top");

        const ChartTable rules = m->window->findChild<RuleBars*>()->asTable();
        QCOMPARE(rules.rowCount, 2);
        QCOMPARE(rules.cell(0, 0), QString("5/min"));
        QCOMPARE(rules.cell(0, 1), QString("3"));
        QCOMPARE(rules.cell(0, 2), QString("5"));
        QCOMPARE(rules.cell(0, 3), QString("60.0"));
        QCOMPARE(rules.cell(0, 5), QString("no"));

        auto* const bars = m->window->findChild<RequestBars*>("requestBars");
        QTRY_VERIFY(bars->isVisible());
        int allowed = 0;
        for (const QString& cell : column(bars->asTable(), 1))
            allowed += cell.toInt();
        QCOMPARE(allowed, 2);
        // What another token has is in none of them.
        m->page().choose(m->key("abuser"));
        QCOMPARE(usage->asTable().rowCount, 0);
    }

    void whatRulesAllow()
    {
        openCounting();
        m->turnTo(Page::Policies);
        auto* const envelope = chartOn<RuleEnvelope>(Page::Policies);
        QVERIFY(envelope);
        m->click(buttonOf(envelope));
        QTRY_VERIFY(dialog() && dialog()->isVisible());
        const ChartTable& table = dialog()->table();
        QVERIFY_TEXT(dialog()->windowTitle(), endsWith(": api"));
        const auto row = [&](const QString& span) {
            return int(column(table, 0).indexOf(span));
        };
        QCOMPARE(table.cell(row("1 min"), 1), QString("5"));
        QCOMPARE(table.cell(row("1 min"), 2), QString("5"));
        QCOMPARE(table.cell(row("1 min"), 3), QString("100"));
        QCOMPARE(table.cell(row("10 min"), 1), QString("50"));
        QCOMPARE(table.cell(row("1 h"), 1), QString("100"));
        QCOMPARE(row("6 h"), -1);
        picture("policies");
    }

    void theLab()
    {
        openExample(0);
        QTRY_VERIFY(lab().findChild<DecisionStrips*>()->data());
        auto* const histogram = lab().findChild<RequestHistogram*>("labHistogram");
        QTRY_VERIFY(!histogram->bars().empty());
        const ChartTable bars = histogram->asTable();
        QCOMPARE(bars.rowCount, int(histogram->bars().size()));
        for (int i = 0; i < bars.rowCount; ++i) {
            QCOMPARE(bars.cell(i, 1), numberText(histogram->bars()[std::size_t(i)].allowed));
            QCOMPARE(bars.cell(i, 2), numberText(histogram->bars()[std::size_t(i)].denied));
        }
        // The strips: of the time that is shown, what each rule decides.
        auto* const strips = lab().findChild<DecisionStrips*>();
        const std::vector<Instant>& times = strips->data()->times;
        strips->show({times.front(), times.back()});
        QCOMPARE(strips->asTable().rowCount, int(times.size()));
        const std::size_t half = times.size() / 2;
        strips->show({times[half], times.back()});
        const ChartTable table = strips->asTable();
        const auto shown = std::size_t(table.rowCount);
        const std::size_t first = times.size() - shown;
        QVERIFY(shown < times.size() && times[first] >= times[half] && times[first - 1] < times[half]);
        const auto& all = strips->data()->strips;
        QCOMPARE(table.headings.size(), qsizetype(all.size()) + 1);
        for (std::size_t i = 0; i < shown; ++i)
            for (std::size_t k = 0; k + 1 < all.size(); ++k)
                QCOMPARE(table.cell(int(i), int(k) + 1), all[k].denied(first + i, first + i + 1) > 0
                                                             ? QString("denied")
                                                             : QString("allowed"));
        strips->setDecidedUntil(times[first]);
        QCOMPARE(strips->asTable().cell(table.rowCount - 1, 2), QString("not decided yet"));
        QVERIFY(strips->asTable().cell(0, 2) != "not decided yet");

        const ChartTable peaks = lab().findChild<PeakChart*>()->asTable();
        QVERIFY(peaks.rowCount > 5);
        QCOMPARE(peaks.headings.front(), QString("Span"));
        m->click(buttonOf(histogram));
        QTRY_VERIFY(dialog());
    }

    void requestsThatAreEdited()
    {
        RequestStrip strip(nullptr);
        const Instant from{1000s};
        strip.present({from, from + 1500ms, from + 10s});
        strip.time().show(from, from + 5s);
        const ChartTable table = strip.asTable();
        QCOMPARE(table.rowCount, 2);
        QVERIFY_TEXT(table.cell(1, 0), endsWith("41.500"));
    }

    void latencies()
    {
        LatencyChart chart;
        chart.setEmptyText("not yet");
        QCOMPARE(chart.asTable().rowCount, 0);
        QCOMPARE(chart.asTable().about, QString("not yet"));
        LiveInterval one{1s, {}, 250us, 1500us, 12ms};
        one.counts.sent = 1200;
        one.counts.answered = 1100;
        one.counts.dropped = 7;
        LiveInterval none{2s, {}, {}, {}, {}};
        chart.present({one, none}, 10s);
        const ChartTable table = chart.asTable();
        QCOMPARE(table.headings.size(), 8);
        QCOMPARE(table.rowCount, 2);
        QStringList row;
        for (int i = 0; i < 8; ++i)
            row << table.cell(0, i);
        QCOMPARE(row, QStringList({"1.0", "0.250", "1.500", "12.000", numberText(1200), "0", "7", "0"}));
        QCOMPARE(table.cell(1, 1), QStringLiteral("–")); // nothing was answered: no latency, not none
    }

    void everyChartHasOne()
    {
        openCounting();
        QTRY_VERIFY(m->window->findChild<QWidget*>("requestBars")->isVisible());
        QStringList missing;
        int charts = 0;
        const auto look = [&](Page page) {
            for (const auto* const chart : m->window->widgetOf(page)->findChildren<Chart*>()) {
                if (!chart->isVisible())
                    continue;
                ++charts;
                if (!buttonOf(chart) || !(buttonOf(chart)->focusPolicy() & Qt::TabFocus))
                    missing << chart->accessibleName();
            }
        };
        look(Page::Tokens);
        QCOMPARE(charts, 4);
        QTest::keyClick(m->table(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(m->window->comparePage().isVisible());
        look(Page::Compare);
        QCOMPARE(charts, 5);
        m->turnTo(Page::Policies);
        QTRY_VERIFY(chartOn<RuleEnvelope>(Page::Policies));
        look(Page::Policies);
        QVERIFY(charts >= 6);
        m->turnTo(Page::Lab);
        lab().desk().openExample(0);
        QTRY_VERIFY(isReady());
        look(Page::Lab);
        QVERIFY(charts >= 9);
        QVERIFY2(missing.isEmpty(), qPrintable(missing.join('\n')));
    }

    void aChartThatIsGone()
    {
        openCounting();
        QTest::keyClick(m->table(), Qt::Key_Return, Qt::ControlModifier);
        QTRY_VERIFY(m->window->comparePage().isVisible());
        m->click(buttonOf(chartOn<LiveWindow>(Page::Compare)));
        QTRY_VERIFY(dialog());
        const int rows = dialog()->table().rowCount;
        for (auto* const button : m->window->comparePage().findChildren<QPushButton*>())
            if (button->accessibleName().startsWith("Close "))
                button->click();
        QTRY_VERIFY(!dialog()->findChild<QPushButton*>("refreshRows")->isEnabled());
        QTest::keyClick(dialog(), Qt::Key_F5);
        QCOMPARE(dialog()->table().rowCount, rows);
        QVERIFY(!dialog()->text().isEmpty());
    }
};

RATEWARDEN_SUITE(TestChartTables)
#include "tst_chart_tables.moc"
