// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/suites.h"
#include "tests/ui/readings.h"
#include "ui/charts/rule_bars.h"
#include "ui/charts/time_axis.h"
#include "ui/histories/usage_lines.h"

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

    static Reading sampleOf(const TokenDetail& window, Instant at, Units used)
    {
        Reading sample = window.reading;
        sample.at = at;
        sample.decision->usage[1].used = used;
        return sample;
    }

    static std::vector<UsageLine> linesOf(const TokenDetail& window, const UsageHistory* history, Micros span,
                                          int most)
    {
        return usageOverTime(window, history, limitHistories(window, history, window.reading.at - span), span,
                             most);
    }

    static std::optional<Units> used(const TokenDetail& window, const UsageHistory* history, std::size_t rule,
                                     Instant moment)
    {
        const auto bands = limitHistories(window, history, moment);
        return usedAt(window, history, *bands.at(rule).at(moment), moment);
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
        const auto lines = linesOf(window, nullptr, 5min, 100);
        QCOMPARE(lines.size(), 2U);
        for (std::size_t rule = 0; rule < 2; ++rule) {
            const Rule& itsRule = window.reading.policy->rules[rule];
            QCOMPARE(lines[rule].size(), 1U);
            const std::vector<UsagePoint>& points = lines[rule].front();
            QVERIFY(points.size() >= 99 && points.size() <= 102);
            for (std::size_t i = 0; i + 1 < points.size(); ++i) { // the last one is the decision's own
                const UsagePoint& point = points[i];
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
        const auto lines = linesOf(window, nullptr, 5min, 100);
        QVERIFY(lines[0].front().front().at > someMoment - 50s);
        QVERIFY(lines[0].front().front().at <= someMoment - 46s);
        QVERIFY(lines[1].front().front().at > someMoment - 4s);
    }

    void claimsNoPastOfAStateThatWasNew()
    {
        // The key of an earlier state may have expired: before the first charge nothing is known.
        TokenDetail window = logWindow({{someMoment - 30s, 1}, {someMoment - 1s, 1}});
        window.log.whole = true;
        QCOMPARE(used(window, nullptr, 1, someMoment - 31s), std::nullopt);
        QCOMPARE(used(window, nullptr, 1, someMoment - 29s), std::optional<Units>(1));
        QVERIFY(*beginOf(linesOf(window, nullptr, 5min, 100)) >= someMoment - 30s);

        // Nor before a reset: what was sampled then stays, and the log that begins at it denies nothing.
        UsageHistory history;
        for (int second = 60; second > 10; --second)
            history.add(sampleOf(window, someMoment - second * 1s, 20));
        history.mark({someMoment - 10s, TimeMark::Kind::Reset, {}, std::nullopt});
        window.log.entries = {{someMoment - 1s, 1}};
        QCOMPARE(used(window, &history, 1, someMoment - 11s), std::optional<Units>(20));
        QCOMPARE(used(window, &history, 1, someMoment - 500ms), std::optional<Units>(1));

        // Undone: what was charged before it is back, and known again.
        window.log.entries = {{someMoment - 30s, 5}, {someMoment - 1s, 1}};
        QCOMPARE(used(window, nullptr, 1, someMoment - 11s), std::optional<Units>(5));
        QCOMPARE(used(window, &history, 1, someMoment - 11s), std::optional<Units>(5));
    }

    // In the histories that are there and in those that come.
    void whatHappensToTheServerIsMarked()
    {
        using Kind = TimeMark::Kind;
        HistoryBook book;
        const Subject early = reading("early", 1).subject;
        book.mark(early, {someMoment, Kind::Reset, {}, std::nullopt});
        book.markServer(
            markOf(ServerEvent{ServerEvent::Kind::Evicted, someMoment + 20s, someMoment + 10s, 3, {}}));
        const Subject late = reading("late", 1).subject;
        book.mark(late, {someMoment + 25s, Kind::Reset, {}, std::nullopt});
        QCOMPARE(book.find(early)->marks().at(1).text, QString("3 keys, as memory ran out"));
        QCOMPARE(book.find(late)->marks().at(0).kind, Kind::Evicted);
        QVERIFY(markText(book.serverMarks().at(0)).endsWith("evicted: 3 keys, as memory ran out"));
        ServerEvent ofNode{ServerEvent::Kind::Evicted, someMoment + 20s, someMoment + 10s, 2, {}};
        ofNode.node = "10.0.0.7:6379";
        book.markServer(markOf(ofNode)); // another one, at the same moment
        QCOMPARE(book.serverMarks().size(), std::size_t(2));
        QVERIFY(markText(book.serverMarks().at(1)).endsWith("10.0.0.7:6379: 2 keys, as memory ran out"));
        QCOMPARE(book.copyAt(early, someMoment + 1h)->marks().at(2).node, QString()); // which is recorded
        QCOMPARE(kindOf(ServerEvent::Kind::Restarted), Kind::Restarted);
        ServerEvent step{ServerEvent::Kind::ClockStep, someMoment, {}, 0, {}};
        step.step = 3s;
        QCOMPARE(markOf(step).text, QString("forward by 3.0 s"));
        step.step = -3s;
        QCOMPARE(markOf(step).text, QString("back by 3.0 s"));
    }

    void fillsUpFromSamples()
    {
        const TokenDetail window = logWindow(randomEntries(1min));
        UsageHistory history;
        for (int second = 200; second > 0; --second)
            history.add(sampleOf(window, someMoment - second * 1s, 10));
        const auto lines = linesOf(window, &history, 5min, 100);
        QVERIFY(lines[1].front().front().at <= someMoment - 199s);
        QCOMPARE(lines[1].front().front().share, 0.5);
        for (const UsageLine& line : lines) {
            QCOMPARE(line.size(), 1U);
            QVERIFY2(line.front().size() <= 103, "more points than pixels");
            QVERIFY(std::ranges::is_sorted(line.front(), {}, &UsagePoint::at));
        }
    }

    void aLineBreaksWhereNothingWasSampled_data()
    {
        QTest::addColumn<int>("every");
        QTest::addColumn<int>("gap");
        QTest::addColumn<int>("pieces");
        QTest::newRow("1 s, on time") << 1 << 1 << 1;
        QTest::newRow("1 s, a slow server") << 1 << 4 << 1;
        QTest::newRow("1 s, looked elsewhere") << 1 << 5 << 2;
        QTest::newRow("5 s, on time") << 5 << 5 << 1;
        QTest::newRow("5 s, looked elsewhere") << 5 << 17 << 2;
        QTest::newRow("10 s, a slow server") << 10 << 31 << 1;
        QTest::newRow("10 s, looked elsewhere") << 10 << 240 << 2;
    }
    void aLineBreaksWhereNothingWasSampled()
    {
        QFETCH(const int, every);
        QFETCH(const int, gap);
        QFETCH(const int, pieces);
        TokenDetail window = logWindow({});
        window.hasLog = false;
        UsageHistory history;
        Instant at = someMoment - 6 * every * 1s - gap * 1s;
        for (int i = 0; i < 4; ++i, at += every * 1s)
            history.add(sampleOf(window, at, 20), every * 1s);
        const Instant lastBefore = at - every * 1s;
        at = lastBefore + gap * 1s;
        const Instant firstAfter = at;
        for (; at <= someMoment; at += every * 1s)
            history.add(sampleOf(window, at, 10), every * 1s);
        const auto lines = linesOf(window, &history, 10min, 600);
        QCOMPARE(int(lines[1].size()), pieces);
        if (pieces == 1)
            return;
        QCOMPARE(lines[1][0].back().at, lastBefore);
        QCOMPARE(lines[1][1].front().at, firstAfter);
        // Nobody knows what was used meanwhile.
        QCOMPARE(used(window, &history, 1, lastBefore + every * 500ms), std::optional<Units>(20));
        QCOMPARE(used(window, &history, 1, firstAfter - 1s), std::nullopt);
    }

    void anotherIntervalLeavesNoGap()
    {
        TokenDetail window = logWindow({});
        window.hasLog = false;
        HistoryBook book;
        book.setInterval(10s);
        book.add(sampleOf(window, someMoment - 20s, 1));
        book.add(sampleOf(window, someMoment - 10s, 1));
        book.setInterval(1s); // the next one is ten seconds after the last all the same
        book.add(sampleOf(window, someMoment, 1));
        QCOMPARE(linesOf(window, book.find(window.reading.subject).get(), 5min, 300)[1].size(), 1U);
    }

    // While what is shown stands still.
    void whoHoldsAHistorySeesNoneOfWhatIsAddedApart()
    {
        HistoryBook book;
        const TokenDetail window = logWindow({});
        book.add(sampleOf(window, someMoment - 20s, 1));
        const auto held = book.find(window.reading.subject);
        book.add(sampleOf(window, someMoment - 10s, 1), true);
        book.add(sampleOf(window, someMoment, 1), true);
        QCOMPARE(held->samples().size(), 1U);
        QCOMPARE(book.find(window.reading.subject)->samples().size(), 3U);
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
        const UsageLine line = linesOf(window, &history, 5min, 60)[0];
        QCOMPARE(line.size(), 1U);
        QCOMPARE(std::ranges::max(line[0], {}, &UsagePoint::share).share, 1.0);
        QVERIFY(line[0].size() <= 62);
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
        sample.policy->rules = parseRules("5/s"); // what was sampled under others stays
        history.add(sample);
        QCOMPARE(history.samples().size(), std::size_t(UsageHistory::keptFor / 1s) + 1);
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

RATEWARDEN_SUITE(TestUsageHistory)
#include "tst_usage_history.moc"
