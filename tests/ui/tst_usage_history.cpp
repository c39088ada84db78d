// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/ui/readings.h"
#include "ui/charts/rule_bars.h"
#include "ui/charts/time_axis.h"
#include "ui/charts/usage_history.h"

#include <QTest>

#include <random>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

class TestUsageHistory : public QObject {
    Q_OBJECT

private:
    static TokenDetail logWindow(const std::vector<LogEntry>& entries)
    {
        TokenDetail window;
        window.reading = reading("t", 0);
        window.reading.policy->rules = parseRules("5/10s + 20/min");
        window.reading.decision->usage = {{window.reading.policy->rules[0], 0, {}},
                                          {window.reading.policy->rules[1], 0, {}}};
        window.hasLog = true;
        window.log.entries = entries;
        window.log.count = std::int64_t(entries.size());
        return window;
    }

    static std::vector<LogEntry> randomEntries(Micros past)
    {
        std::mt19937 random(5);
        std::vector<LogEntry> entries;
        for (Instant at = someMoment - past; at <= someMoment;
             at += Micros(std::uniform_int_distribution(1000, 3'000'000)(random)))
            entries.push_back({at, std::uniform_int_distribution(1, 3)(random)});
        return entries;
    }

private Q_SLOTS:
    void countsThePastFromAWholeLog()
    {
        TokenDetail window = logWindow(randomEntries(10min));
        window.log.whole = true;
        const auto series = usageOverTime(window, nullptr, 5min, 100);
        QCOMPARE(series.size(), 2U);
        for (std::size_t rule = 0; rule < 2; ++rule) {
            const Rule& itsRule = window.reading.policy->rules[rule];
            QVERIFY(series[rule].size() >= 99 && series[rule].size() <= 102);
            for (std::size_t i = 0; i + 1 < series[rule].size(); ++i) { // the last one is the decision's own
                const UsagePoint& point = series[rule][i];
                QVERIFY(point.at > someMoment - 5min && point.at <= someMoment);
                Units used = 0;
                for (const LogEntry& entry : window.log.entries)
                    if (entry.at <= point.at && entry.at > point.at - itsRule.window)
                        used += entry.cost;
                QCOMPARE(point.share, double(used) / double(itsRule.limit));
            }
        }
    }

    void claimsNoPastThatWasTrimmed()
    {
        // A log of the last minute, the longest window: 10 s are known for 50 s back, the minute itself only
        // now.
        const TokenDetail window = logWindow(randomEntries(1min));
        const auto series = usageOverTime(window, nullptr, 5min, 100);
        QVERIFY(series[0].front().at > someMoment - 50s);
        QVERIFY(series[0].front().at <= someMoment - 46s);
        QVERIFY(series[1].front().at > someMoment - 4s);
    }

    void fillsUpFromSamples()
    {
        const TokenDetail window = logWindow(randomEntries(1min));
        UsageHistory history;
        for (int second = 200; second > 0; --second) {
            Reading sample = window.reading;
            sample.at = someMoment - second * 1s;
            sample.decision->usage[1].used = 10;
            history.add(sample);
        }
        const auto series = usageOverTime(window, &history, 5min, 100);
        QVERIFY(series[1].front().at <= someMoment - 199s);
        QCOMPARE(series[1].front().share, 0.5);
        for (const auto& points : series) {
            QVERIFY2(points.size() <= 103, "more points than pixels");
            QVERIFY(std::ranges::is_sorted(points, {}, &UsagePoint::at));
        }
    }

    void keepsPeaksOfSamples()
    {
        TokenDetail window = logWindow({});
        window.hasLog = false;
        UsageHistory history;
        for (int i = 600; i > 0; --i) {
            Reading sample = window.reading;
            sample.at = someMoment - i * 500ms;
            sample.decision->usage[0].used = i == 301 ? 5 : 0;
            history.add(sample);
        }
        const auto series = usageOverTime(window, &history, 5min, 60);
        QCOMPARE(std::ranges::max(series[0], {}, &UsagePoint::share).share, 1.0);
        QVERIFY(series[0].size() <= 62);
    }

    void historyIsBounded()
    {
        UsageHistory history;
        Reading sample = reading("t", 10);
        for (int i = 0; i < 4000; ++i) {
            sample.at = someMoment + i * 1s;
            history.add(sample);
            history.add(sample); // the same moment again adds nothing
        }
        QCOMPARE(history.samples().size(), std::size_t(UsageHistory::keptFor / 1s) + 1);
        sample.at += 1s;
        sample.policy->rules = parseRules("5/s");
        history.add(sample);
        QCOMPARE(history.samples().size(), 1U);
    }

    void bookIsBounded()
    {
        HistoryBook book;
        book.add(reading("t0", 1));
        const auto kept = book.find(reading("t0", 1).subject);
        for (int i = 1; i < 1000; ++i)
            book.add(reading("t" + std::to_string(i), 1));
        QVERIFY(book.find(reading("t999", 1).subject));
        QCOMPARE(kept->samples().size(), 1U); // who looks at a history keeps it
        QVERIFY(!book.find(reading("t0", 1).subject));
        QVERIFY(book.find(reading("t900", 1).subject));
    }

    void tellsWhenALogFrees()
    {
        TokenDetail window = logWindow({{someMoment - 30s, 1}, {someMoment - 8s, 2}, {someMoment - 1s, 1}});
        window.reading.decision->usage[0].used = 3;
        window.reading.decision->usage[1].used = 4;
        QVERIFY(nextFrees(window, 0) == someMoment + 2s);
        QVERIFY(nextFrees(window, 1) == someMoment + 30s);
        window.reading.decision->usage[0].used = 0;
        QVERIFY(!nextFrees(window, 0));
    }

    void tellsWhenACellFrees()
    {
        TokenDetail window;
        window.reading = reading("t", 3);
        window.reading.decision->usage[0].resetAfter = 1500ms; // 100 a minute drain one in 600 ms
        QVERIFY(nextFrees(window, 0) == someMoment + 300ms);
    }

    void ticksAreRound()
    {
        for (const Micros span :
             {Micros(10s), Micros(75s), Micros(10min), Micros(1h), Micros(24h), Micros(8 * 24h)}) {
            const auto ticks = timeTicks(someMoment, span, 5);
            QVERIFY(!ticks.empty() && ticks.size() <= 6);
            for (const TimeTick& tick : ticks) {
                QVERIFY(tick.at > someMoment - span && tick.at <= someMoment);
                QCOMPARE(tick.at.time_since_epoch() % 1s, 0us);
            }
        }
    }
};

QTEST_GUILESS_MAIN(TestUsageHistory)
#include "tst_usage_history.moc"
