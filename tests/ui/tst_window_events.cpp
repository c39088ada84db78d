// SPDX-License-Identifier: GPL-3.0-or-later
// What the charts say happened: stretches, bars, flags and gaps, and that they paint exactly these.
#include "tests/support/suites.h"
#include "tests/ui/readings.h"
#include "ui/charts/live_window.h"
#include "ui/charts/time_axis.h"
#include "ui/charts/time_flags.h"
#include "ui/charts/time_line.h"
#include "ui/charts/usage_chart.h"
#include "ui/histories/usage_lines.h"
#include "ui/histories/window_events.h"
#include "ui/models/token_delegate.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/card.h"
#include "ui/widgets/cell_text.h"

#include <QApplication>
#include <QGraphicsTextItem>
#include <QGraphicsView>
#include <QSignalSpy>
#include <QTest>

#include <cmath>

using namespace ratewarden;
using namespace ratewarden::ui;
using namespace ratewarden::ui::test;
using namespace std::chrono_literals;

using Stretches = std::vector<Stretch>;

class TestWindowEvents : public QObject {
    Q_OBJECT

private:
    // A log under 5/10s + 20/min.
    static TokenDetail logWindow(const std::vector<LogEntry>& entries)
    {
        TokenDetail window = sampledWindow();
        window.hasLog = true;
        window.log = {entries, std::int64_t(entries.size()), true};
        return window;
    }

    static TokenDetail sampledWindow()
    {
        TokenDetail window;
        window.reading = sampleAt(someMoment, 0);
        return window;
    }

    static Reading sampleAt(Instant at, Units used, const char* rules = "5/10s + 20/min",
                            bool overridden = false)
    {
        Reading sample = reading("t", 0);
        sample.at = at;
        sample.policy->rules = parseRules(rules);
        sample.decision->usage.clear();
        for (const Rule& rule : sample.policy->rules)
            sample.decision->usage.push_back({rule, used, {}});
        sample.decision->overridden = overridden;
        if (used >= sample.policy->rules[0].limit) {
            sample.decision->verdict = Verdict::DeniedByRule;
            sample.decision->rule = 0;
            sample.decision->retryAfter = 300ms;
        }
        return sample;
    }

    // With a log, five charges in it, and by which rules a token is judged now.
    static TokenDetail judgedBy(const char* rules, bool overridden, Instant charged)
    {
        TokenDetail window = logWindow(fiveAt(charged));
        window.reading = sampleAt(someMoment, 5, rules, overridden);
        return window;
    }

    static Stretches full(const TokenDetail& window, const UsageHistory* history, std::size_t rule,
                          Instant now)
    {
        return fullStretches(window, history, limitHistories(window, history, now - 10min).at(rule), now);
    }

    static std::vector<LogEntry> fiveAt(Instant at)
    {
        std::vector<LogEntry> entries;
        for (int i = 0; i < 5; ++i)
            entries.push_back({at + i * 1s, 1});
        return entries;
    }

    static std::vector<RequestCount> counts(Units denied)
    {
        std::vector<RequestCount> counts;
        Instant from(someMoment.time_since_epoch() / countSpan * countSpan - 59 * countSpan);
        for (int i = 0; i < 60; ++i, from += countSpan)
            counts.push_back({from, 1, i == 57 ? denied : 0});
        return counts;
    }

    static std::vector<TimeMark::Kind> kindsOf(const std::vector<TimeMark>& marks)
    {
        std::vector<TimeMark::Kind> kinds;
        for (const TimeMark& mark : marks)
            kinds.push_back(mark.kind);
        return kinds;
    }

    // A live window of the last minute, painted, and what is where in it.
    struct Painted {
        TimeLine time{[] {
            return someMoment;
        }};
        LiveWindow live{time};

        explicit Painted(const TokenDetail& window, std::shared_ptr<const UsageHistory> history = nullptr,
                         Freshness freshness = Freshness::Live)
        {
            time.setReach(1min, 10min);
            live.setFreshness(freshness);
            live.present(std::make_shared<const TokenDetail>(window), std::move(history));
            live.resize(600, live.sizeHint().height());
        }
        QImage image() { return live.grab().toImage(); }
        // How many pixels of [from, until] have a colour near this one.
        int count(const QColor& color, Instant from = someMoment - 1min, Instant until = someMoment,
                  int rows = 10'000)
        {
            const QImage picture = image();
            const double left = labels();
            const double perMicro = (picture.width() - 1 - left) / 60e6;
            const int first = int(picture.width() - 1 - double((someMoment - from).count()) * perMicro) + 2;
            const int last = int(picture.width() - 1 - double((someMoment - until).count()) * perMicro) - 2;
            int found = 0;
            for (int x = qMax(first, 0); x <= last; ++x)
                for (int y = 0; y < qMin(rows, picture.height()); ++y) {
                    const QColor pixel = picture.pixelColor(x, y);
                    found += std::abs(pixel.red() - color.red()) + std::abs(pixel.green() - color.green()) +
                                         std::abs(pixel.blue() - color.blue()) <
                                     60
                                 ? 1
                                 : 0;
                }
            return found;
        }
        int labels()
        {
            int widest = live.fontMetrics().horizontalAdvance("denied");
            for (const char* rule : {"5/10s", "20/min"})
                widest = qMax(widest, live.fontMetrics().horizontalAdvance(rule));
            return widest + 12;
        }
    };

private Q_SLOTS:
    void initTestCase() { applyTheme(*qApp, Scheme::Light); }

    void aRuleIsFullAsLongAsTheLogSays()
    {
        const TokenDetail window = logWindow(fiveAt(someMoment - 40s));
        // From the fifth charge to when the first falls out, and no longer.
        QCOMPARE(full(window, nullptr, 0, someMoment), (Stretches{{someMoment - 36s, someMoment - 30s}}));
        QCOMPARE(full(window, nullptr, 1, someMoment), Stretches());
        // One that is full now stays so after the reading until a charge falls out.
        const TokenDetail usedUp = logWindow(fiveAt(someMoment - 9s));
        QCOMPARE(full(usedUp, nullptr, 0, someMoment + 500ms),
                 (Stretches{{someMoment - 5s, someMoment + 500ms}}));
        QCOMPARE(full(usedUp, nullptr, 0, someMoment + 3s), (Stretches{{someMoment - 5s, someMoment + 1s}}));
    }

    void limitsThatNobodySawAreNotAssumed()
    {
        // The window was opened after the override: what was charged is known, by which limits is not.
        TokenDetail window = judgedBy("5/10s + 20/min", true, someMoment - 40s);
        window.override =
            Override{"t", "api", window.reading.policy->rules, "r", "ops", someMoment - 33s, {}};
        QCOMPARE(full(window, nullptr, 0, someMoment), (Stretches{{someMoment - 33s, someMoment - 30s}}));
        QCOMPARE(limitsKnown(limitHistories(window, nullptr, someMoment - 1min)),
                 (Stretches{{someMoment - 33s, Instant::max()}}));
        Painted painted(window);
        QCOMPARE(painted.live.kindsShown(), (WindowKinds{WindowKind::Charged, WindowKind::NoRoom,
                                                         WindowKind::NotSeen, WindowKind::LimitsUnknown}));
        const QString before = painted.live.valuesAt(someMoment - 34s);
        QVERIFY_TEXT(before, contains("the limits of that time are not known"));
        QVERIFY2(!before.contains("5/10s"), qPrintable(before));
        QVERIFY(painted.live.valuesAt(someMoment - 32s).contains("5/10s: 5 used, no room"));
        for (const UsageLine& line :
             usageOverTime(window, nullptr, limitHistories(window, nullptr, someMoment - 1min), 1min, 600))
            QVERIFY(line.front().front().at >= someMoment - 33s);
    }

    void whatAnOverrideEndsStays_data()
    {
        QTest::addColumn<bool>("isExact");
        QTest::newRow("seen by a reading") << false;
        QTest::newRow("known to the microsecond") << true;
    }
    // No room under 5/10s from 36 s to 30 s ago; 33 s ago an override raises it to 50, and adds 100/h.
    void whatAnOverrideEndsStays()
    {
        QFETCH(const bool, isExact);
        TokenDetail window = judgedBy("50/10s + 20/min + 100/h", true, someMoment - 40s);
        UsageHistory history;
        for (Micros ago = 50s; ago > 33s; ago -= 1s)
            history.add(sampleAt(someMoment - ago, ago > 36s ? 0 : 5));
        for (Micros ago = 33s; ago >= 0s; ago -= 1s)
            history.add(sampleAt(someMoment - ago, 5, "50/10s + 20/min + 100/h", true));
        Instant lastOld = someMoment - 34s;
        if (isExact) {
            window.override =
                Override{"t", "api", window.reading.policy->rules, "r", "ops", someMoment - 33s - 400ms, {}};
            lastOld = window.override->since;
        }
        QCOMPARE(full(window, &history, 0, someMoment), (Stretches{{someMoment - 36s, lastOld}}));
        const auto bands = limitHistories(window, &history, someMoment - 1min);
        QCOMPARE(bands.size(), 3U);
        QCOMPARE(bands[0].stretches.size(), 2U);
        QCOMPARE(bands[2].stretches.size(), 1U); // nobody was limited by the hour before
        // 100 % before, 10 % after, and nothing that leads from one to the other.
        const auto lines = usageOverTime(window, &history, bands, 1min, 600);
        QCOMPARE(lines[0].size(), 2U);
        QCOMPARE(lines[0][0].back().share, 1.0);
        QCOMPARE(lines[0][0].back().at, lastOld);
        for (const UsagePoint& point : lines[0][1])
            QVERIFY(point.share <= 0.1);
        QCOMPARE(lines[1].size(), 1U); // the same rule all the time
        QVERIFY(lines[2].front().front().at >= lastOld);

        Painted painted(window, std::make_shared<UsageHistory>(history));
        const QString before = painted.live.valuesAt(someMoment - 35s);
        QVERIFY_TEXT(before, contains("\n5/10s: 5 used, no room\n"));
        QVERIFY2(!before.contains("100/h") && !before.contains("50/10s"), qPrintable(before));
        const QString after = painted.live.valuesAt(someMoment - 31s);
        QVERIFY_TEXT(after, contains("\n50/10s: 5 used\n"));
        QVERIFY(after.contains("\n100/h: "));
    }

    void whatALiftEndsStays()
    {
        // Room under the override, which also had a limit by the hour; no room since it was lifted 33 s ago.
        const TokenDetail window = judgedBy("5/10s + 20/min", false, someMoment - 40s);
        auto history = std::make_shared<UsageHistory>();
        for (Micros ago = 50s; ago > 33s; ago -= 1s)
            history->add(sampleAt(someMoment - ago, ago > 36s ? 0 : 5, "50/10s + 20/min + 100/h", true));
        history->mark({someMoment - 33s, TimeMark::Kind::OverrideLifted, {}, {}});
        for (Micros ago = 33s; ago >= 0s; ago -= 1s)
            history->add(sampleAt(someMoment - ago, ago > 30s ? 5 : 0));
        QCOMPARE(full(window, history.get(), 0, someMoment),
                 (Stretches{{someMoment - 33s, someMoment - 30s}}));
        const auto bands = limitHistories(window, history.get(), someMoment - 1min);
        QCOMPARE(bands.size(), 3U); // that of the hour is gone, and still to be seen
        QVERIFY(!bands[1].gone && bands[2].gone);
        QCOMPARE(bands[2].stretches.size(), 1U);
        QCOMPARE(bands[2].stretches[0].time.until, someMoment - 33s);
        QCOMPARE(limitHistories(window, history.get(), someMoment - 20s).size(), 2U);
        // When the override came nobody saw.
        QCOMPARE(limitsKnown(bands).front().from, someMoment - 50s);
        Painted painted(window, history);
        QVERIFY(painted.live.kindsShown().contains(WindowKind::LimitsUnknown));
        const QString before = painted.live.valuesAt(someMoment - 35s);
        QVERIFY_TEXT(before, contains("\n50/10s: 5 used\n"));
        QVERIFY(before.contains("\n100/h: "));
        QVERIFY(!painted.live.valuesAt(someMoment - 31s).contains("100/h"));
    }

    void whatWasPublishedIsKnownOfEachToken()
    {
        // Version 2 allows ten times as much, since 33 s ago; the token was never looked at before.
        const TokenDetail window = judgedBy("50/10s + 20/min", false, someMoment - 40s);
        HistoryBook book;
        std::map<std::string, Policy, std::less<>> policies;
        policies["api"] = Policy{"api", "gcra", parseRules("5/10s + 20/min")};
        book.notePolicies(policies, someMoment - 60s, 1s);
        policies["api"].rules = parseRules("50/10s + 20/min");
        book.notePolicies(policies, someMoment - 33s, 1s);
        book.add(window.reading);
        const auto history = book.find(window.reading.subject);
        QCOMPARE(full(window, history.get(), 0, someMoment),
                 (Stretches{{someMoment - 36s, someMoment - 34s}}));
        QCOMPARE(kindsOf(history->marks()), (std::vector{TimeMark::Kind::Published}));
        QVERIFY(history->marks()[0].text.contains("now 50/10s"));
        // This window published it: exactly then.
        book.markPolicy("api", {someMoment - 33s - 400ms, TimeMark::Kind::Published, "by me", {}});
        QCOMPARE(full(window, history.get(), 0, someMoment),
                 (Stretches{{someMoment - 36s, someMoment - 33s - 400ms}}));
        QCOMPARE(history->marks().size(), 1U);
        const auto bands = limitHistories(window, history.get(), someMoment - 1min);
        QCOMPARE(usageOverTime(window, history.get(), bands, 1min, 600)[0].size(), 2U);
        // What an override stood for is not what was published.
        TokenDetail overridden = window;
        overridden.reading.decision->overridden = true;
        overridden.reading.subject.token = "u";
        book.add(overridden.reading);
        QCOMPARE(limitsKnown(limitHistories(overridden, book.find(overridden.reading.subject).get(),
                                            someMoment - 1min)),
                 (Stretches{{someMoment, Instant::max()}}));
    }

    void aRuleIsFullOnlyBetweenSamplesThatWereTaken()
    {
        const TokenDetail window = sampledWindow();
        UsageHistory history;
        for (const auto& [ago, used] :
             {std::pair{60s, 5}, {59s, 5}, {58s, 5}, {57s, 1}, {20s, 5}, {19s, 5}, {18s, 0}})
            history.add(sampleAt(someMoment - ago, used));
        // After the last full one of each as long as the state itself said: 300 ms; not over what nobody saw.
        QCOMPARE(full(window, &history, 0, someMoment),
                 (Stretches{{someMoment - 60s, someMoment - 58s + 300ms},
                            {someMoment - 20s, someMoment - 19s + 300ms}}));
        UsageHistory gap;
        gap.add(sampleAt(someMoment - 60s, 5));
        gap.add(sampleAt(someMoment - 20s, 5));
        QCOMPARE(full(window, &gap, 0, someMoment),
                 (Stretches{{someMoment - 60s, someMoment - 60s + 300ms},
                            {someMoment - 20s, someMoment - 20s + 300ms}}));
        QCOMPARE(seenStretches(window, &gap, someMoment),
                 (Stretches{{someMoment - 60s, someMoment - 59s}, {someMoment - 20s, someMoment - 16s}}));
    }

    void blockedFromItsBeginningToItsEnd()
    {
        TokenDetail window = sampledWindow();
        window.reading.block = someBlock("t");
        window.reading.block->since = someMoment - 3h;
        QCOMPARE(blockedStretches(window, nullptr, someMoment), (Stretches{{someMoment - 3h, someMoment}}));
        window.reading.block->until = someMoment - 1s;
        QCOMPARE(blockedStretches(window, nullptr, someMoment),
                 (Stretches{{someMoment - 3h, someMoment - 1s}}));
    }

    void pastBlocksAreKept()
    {
        UsageHistory history;
        const auto add = [&](Micros ago, std::optional<Block> block) {
            Reading sample = sampleAt(someMoment - ago, 0);
            sample.block = std::move(block);
            history.add(sample);
        };
        Block block = someBlock("t");
        block.since = someMoment - 50s;
        add(60s, std::nullopt);
        add(49s, block);
        add(48s, block);
        add(47s, std::nullopt); // unblocked by somebody else
        QCOMPARE(blockedStretches(sampledWindow(), &history, someMoment),
                 (Stretches{{someMoment - 50s, someMoment - 48s}}));
        block.since = someMoment - 40s;
        block.until = someMoment - 30s - 500ms;
        add(39s, block);
        add(38s, block);
        add(20s, std::nullopt); // ran out while nobody looked
        QCOMPARE(history.blocks().back(), (Stretch{someMoment - 40s, someMoment - 30s - 500ms}));
        QCOMPARE(kindsOf(history.marks()), (std::vector{TimeMark::Kind::Blocked, TimeMark::Kind::Unblocked,
                                                        TimeMark::Kind::Blocked, TimeMark::Kind::Unblocked}));
        QCOMPARE(history.marks()[0].at, someMoment - 50s);
        QVERIFY(history.marks()[0].text.contains("by ops, abuse"));
        QCOMPARE(history.marks()[1].at, someMoment - 47s);
        QCOMPARE(history.marks()[1].after, std::optional(someMoment - 48s));
        QCOMPARE(history.marks()[3].at, someMoment - 30s - 500ms);
        // This window's own change is known exactly, and is no second one.
        history.mark({someMoment - 47s - 400ms, TimeMark::Kind::Unblocked, "by me", std::nullopt});
        QCOMPARE(history.marks().size(), 4U);
        QCOMPARE(history.marks()[1].text, "by me");
    }

    void aBlockThatAnUndoBroughtBackLeavesTheTimeBetweenFree()
    {
        UsageHistory history;
        TokenDetail window = sampledWindow();
        window.reading.block = someBlock("t");
        window.reading.block->since = someMoment - 3h;
        const auto add = [&](Micros ago, bool isBlocked) {
            Reading sample = isBlocked ? window.reading : sampleAt(someMoment, 0);
            sample.at = someMoment - ago;
            history.add(sample);
        };
        for (Micros ago = 60s; ago >= 0s; ago -= 1s)
            add(ago, ago > 40s || ago <= 20s); // unblocked, and 20 s later the unblock was undone
        QCOMPARE(blockedStretches(window, &history, someMoment),
                 (Stretches{{someMoment - 3h, someMoment - 41s}, {someMoment - 20s, someMoment}}));
        QCOMPARE(kindsOf(history.marks()), (std::vector{TimeMark::Kind::Unblocked, TimeMark::Kind::Blocked}));
        QCOMPARE(history.marks()[1].at, someMoment - 20s);
        QCOMPARE(history.marks()[1].after, std::optional(someMoment - 21s));
        // And so it is drawn, also while nothing moves.
        Painted painted(window, std::make_shared<UsageHistory>(history), Freshness::Paused);
        QVERIFY(painted.live.valuesAt(someMoment - 50s).contains("\nblocked\n"));
        QVERIFY(!painted.live.valuesAt(someMoment - 30s).contains("\nblocked\n"));
        QVERIFY(painted.live.valuesAt(someMoment - 10s).contains("\nblocked\n"));
    }

    void anUnblockOfThisWindowEndsTheStretch()
    {
        UsageHistory history;
        Reading sample = sampleAt(someMoment - 5s, 0);
        sample.block = someBlock("t");
        sample.block->since = someMoment - 9s;
        history.add(sample);
        history.mark({someMoment - 4s - 300ms, TimeMark::Kind::Unblocked, {}, std::nullopt});
        history.add(sampleAt(someMoment - 4s, 0));
        QCOMPARE(history.blocks(), (Stretches{{someMoment - 9s, someMoment - 4s - 300ms}}));
        QCOMPARE(history.marks().size(), 2U);
    }

    void changesOfRulesAreMarked()
    {
        HistoryBook book;
        Reading sample = sampleAt(someMoment - 10s, 0);
        book.add(sample);
        const auto change = [&](Micros ago, const char* rules, bool overridden) {
            sample.at = someMoment - ago;
            sample.policy->rules = parseRules(rules);
            sample.decision->overridden = overridden;
            book.add(sample);
        };
        change(9s, "7/10s", false);
        change(8s, "7/10s", false);
        change(7s, "9/10s", true);
        change(2s, "7/10s", false);
        const auto marks = book.find(sample.subject)->marks();
        QCOMPARE(kindsOf(marks), (std::vector{TimeMark::Kind::Published, TimeMark::Kind::OverrideSet,
                                              TimeMark::Kind::OverrideLifted}));
        QVERIFY_TEXT(markText(marks[0]), contains("policy: now 7/10s"));
        QCOMPARE(marks[2].at, someMoment - 2s);

        // The reading of the window knows when the override came: one flag, there.
        TokenDetail window = sampledWindow();
        window.override =
            Override{"t", "api", parseRules("9/10s"), "vip", "ops", someMoment - 7s - 800ms, {}};
        const auto exact = marksOf(window, book.find(sample.subject).get());
        QCOMPARE(exact.size(), 3U);
        QCOMPARE(exact[1].at, someMoment - 7s - 800ms);
    }

    // What the audit trail has of the token: under this policy, under every one, and of its override.
    void whatOthersDidIsMarked()
    {
        using Kind = TimeMark::Kind;
        const auto changeOf = [](const char* act, const std::vector<Subject>& subjects, Micros ago) {
            AuditEntry entry;
            entry.act = act;
            entry.at = someMoment - ago;
            entry.by = "bob";
            entry.reason = "scraping";
            entry.subjects = subjects;
            entry.asked = entry.changed = subjects.size();
            return entry;
        };
        const Subject before = reading("before", 1).subject;
        AuditEntry part = changeOf("reset", {before, reading("other", 1).subject}, 2s);
        part.changed = 1; // of which one is not known
        const std::vector<AuditEntry> trail{
            part, changeOf("charge", {before}, 5s),
            changeOf("override", {controlSubject("before", "api"), controlSubject("before", "web")}, 10s),
            changeOf("block", {controlSubject("before"), controlSubject("after")}, 20s),
            changeOf("reset", {before}, UsageHistory::keptFor + 1s)};
        HistoryBook book;
        book.add(reading("before", 1));
        book.add(reading("other", 1));
        book.noteTrail(trail, someMoment);
        book.noteTrail(trail, someMoment); // read again
        book.add(reading("after", 1));
        const auto& marks = book.find(before)->marks();
        QCOMPARE(kindsOf(marks), (std::vector{Kind::Blocked, Kind::OverrideSet, Kind::Changed}));
        QCOMPARE(marks[0].text, QString("by bob, scraping"));
        QCOMPARE(marks[0].at, someMoment - 20s);
        QCOMPARE(marks[2].text, QString("Charge, by bob, scraping"));
        QCOMPARE(kindsOf(book.find(reading("after", 1).subject)->marks()), std::vector{Kind::Blocked});
        QVERIFY(book.find(reading("other", 1).subject)->marks().empty());

        AuditEntry published = changeOf("publish", {}, 3s);
        published.policies = {"api"};
        published.asked = published.changed = 1;
        book.noteTrail(std::vector{published}, someMoment);
        QCOMPARE(kindsOf(book.find(reading("other", 1).subject)->marks()), std::vector{Kind::Published});
    }

    void marksOfAPolicyAreThoseOfItsTokens()
    {
        HistoryBook book;
        book.add(reading("before", 1));
        book.add(reading("other", 1, "web"));
        book.markPolicy("api", {someMoment - 5s, TimeMark::Kind::Published, "version 3", std::nullopt});
        book.mark(reading("before", 1).subject, {someMoment - 4s, TimeMark::Kind::Reset, {}, std::nullopt});
        book.add(reading("after", 1));
        QCOMPARE(kindsOf(book.find(reading("before", 1).subject)->marks()),
                 (std::vector{TimeMark::Kind::Published, TimeMark::Kind::Reset}));
        QCOMPARE(book.find(reading("after", 1).subject)->marks().size(), 1U);
        QVERIFY(book.find(reading("other", 1, "web").subject)->marks().empty());
        // As long as samples.
        Reading late = reading("before", 1);
        late.at = someMoment + UsageHistory::keptFor;
        book.add(late);
        QVERIFY(book.find(late.subject)->marks().empty());
    }

    void flagsHaveRoomForTheirNames()
    {
        const std::vector<TimeMark> marks{{Instant(0us), TimeMark::Kind::Blocked, {}, {}},
                                          {Instant(5us), TimeMark::Kind::Unblocked, {}, {}},
                                          {Instant(900us), TimeMark::Kind::Reset, {}, {}},
                                          {Instant(999us), TimeMark::Kind::Blocked, {}, {}},
                                          {Instant(2000us), TimeMark::Kind::Reset, {}, {}}};
        const QRectF area(0, 0, 1000, 40);
        const auto flags = placeFlags(
            marks, [](Instant at) { return qreal(at.time_since_epoch().count()); }, area,
            QFontMetrics(smallFont(qApp->font())));
        QCOMPARE(flags.size(), 4U);        // one is outside
        QVERIFY(flags[0].label.isEmpty()); // the next one's pole is where its name would be
        QVERIFY(!flags[1].label.isEmpty());
        QVERIFY(flags[3].label.right() < flags[3].x); // at the end, its name is before it
        for (const TimeFlag& flag : flags)
            QVERIFY(flag.label.isEmpty() || area.contains(flag.label));
        for (std::size_t i = 0; i < flags.size(); ++i)
            for (std::size_t k = 0; k < i; ++k)
                QVERIFY(!flags[i].label.intersects(flags[k].label));
    }

    void nothingRedWithoutADenial()
    {
        // Twenty requests and none since: the rule of a minute has no room, and nothing was denied.
        std::vector<LogEntry> entries;
        for (int i = 0; i < 20; ++i)
            entries.push_back({someMoment - 61s + i * 500ms, 1});
        TokenDetail window = logWindow(entries);
        Painted painted(window);
        QCOMPARE(painted.live.kindsShown(), (WindowKinds{WindowKind::Charged, WindowKind::NoRoom}));
        QVERIFY_TEXT(painted.live.valuesAt(someMoment - 10s), contains("denied requests are not counted"));
        QVERIFY_TEXT(painted.live.valuesAt(someMoment - 10s), contains("20/min: 20 used, no room"));
        QVERIFY(painted.count(colors().limited, someMoment - 39s) > 100); // hatches
        QCOMPARE(painted.count(colors().limited, someMoment - 39s, someMoment, flagRowHeight),
                 0); // and no marks
        const int height = painted.live.sizeHint().height();
        // Counted, there is a lane for the denials, and nothing in it.
        window.reading.counts = counts(0);
        Painted counted(window);
        QVERIFY(counted.live.sizeHint().height() > height);
        QCOMPARE(counted.live.kindsShown(), (WindowKinds{WindowKind::Charged, WindowKind::NoRoom}));
        QCOMPARE(counted.count(colors().limited, someMoment - 39s),
                 painted.count(colors().limited, someMoment - 39s));
        QVERIFY(counted.live.valuesAt(someMoment - 10s).contains("0 denied in the ten seconds"));
    }

    void denialsAreABarOverTheirTenSeconds()
    {
        TokenDetail window = logWindow({{someMoment - 55s, 1}});
        window.reading.counts = counts(225);
        const Instant from = window.reading.counts[57].from;
        QCOMPARE(deniedCounts(window.reading, someMoment - 1min, someMoment).size(), 1U);
        QCOMPARE(deniedCounts(window.reading, from + 10s, someMoment).size(), 0U);
        QCOMPARE(deniedCounts(window.reading, from - 1min, from - 1us).size(), 0U);
        Painted painted(window);
        QVERIFY(painted.live.kindsShown().contains(WindowKind::Denied));
        QVERIFY(!painted.live.kindsShown().contains(WindowKind::NoRoom));
        const int bar = painted.count(colors().limited, from, from + 10s);
        QVERIFY2(bar > 100, qPrintable(QString::number(bar)));
        QCOMPARE(painted.count(colors().limited, from - 8s, from), 0);
        QCOMPARE(painted.count(colors().limited, from + 10s, someMoment - 1s), 0);
        const QString values = painted.live.valuesAt(from + 5s);
        QVERIFY_TEXT(values, contains("225 denied in the ten seconds"));
        QVERIFY_TEXT(values, contains("0 requests charged here"));
    }

    void tenSecondsOfDenialsAreSeenOfHours()
    {
        TokenDetail window = sampledWindow();
        window.reading.counts = counts(0);
        window.reading.counts[5].denied = 225;
        Painted painted(window);
        QCOMPARE(painted.count(colors().limited), 0);
        painted.time.setReach(2h, 2h); // of which they are less than a pixel
        QVERIFY(painted.count(colors().limited) >= 2 * 2);
    }

    void denialsByABlockAreNotRed()
    {
        TokenDetail window = logWindow({{someMoment - 55s, 1}});
        window.reading.counts = counts(225);
        const Instant from = window.reading.counts[57].from;
        window.reading.block = someBlock("t");
        window.reading.block->since = from + 5s;
        Painted painted(window);
        QVERIFY(painted.count(colors().limited, from, from + 5s) > 50);
        QCOMPARE(painted.count(colors().limited, from + 5s, from + 10s), 0);
    }

    void aBlockIsPurple()
    {
        TokenDetail window = logWindow({{someMoment - 59s, 1}});
        QColor tint = colors().blocked;
        const QColor& ground = colors().selection;
        tint = QColor::fromRgbF(0.3F * tint.redF() + 0.7F * ground.redF(),
                                0.3F * tint.greenF() + 0.7F * ground.greenF(),
                                0.3F * tint.blueF() + 0.7F * ground.blueF());
        QVERIFY(Painted(window).count(tint, someMoment - 5s) <
                Painted(window).count(ground, someMoment - 5s));
        window.reading.block = someBlock("t");
        window.reading.block->since = someMoment - 20s;
        Painted painted(window);
        QVERIFY(painted.live.kindsShown().contains(WindowKind::Blocked));
        QVERIFY(painted.count(tint, someMoment - 20s) > 1000);
        QVERIFY(painted.live.valuesAt(someMoment - 10s).contains("\nblocked\n"));
        QVERIFY(!painted.live.valuesAt(someMoment - 30s).contains("blocked"));
        QVERIFY(painted.live.valuesAt(someMoment - 20s).contains("blocked: by ops, abuse"));
    }

    void whatIsNotKnownIsNotDrawnAsNothing()
    {
        auto history = std::make_shared<UsageHistory>();
        history->add(sampleAt(someMoment - 60s, 0));
        history->add(sampleAt(someMoment - 1s, 0));
        Painted painted(sampledWindow(), history);
        QCOMPARE(painted.live.kindsShown(), (WindowKinds{WindowKind::Used, WindowKind::NotSeen}));
        QVERIFY(painted.live.valuesAt(someMoment - 30s).contains("5/10s: not known"));
        QVERIFY(painted.live.valuesAt(someMoment - 500ms).contains("5/10s: 0 used"));
        QVERIFY(painted.count(colors().card, someMoment - 50s, someMoment - 10s) > 1000);
    }

    void pausedAndStaleIsGreyAndSaysSo()
    {
        const TokenDetail window = logWindow(fiveAt(someMoment - 30s));
        QVERIFY(Painted(window).count(colors().used) > 50);
        for (const Freshness freshness : {Freshness::Paused, Freshness::Stale}) {
            Painted old(window, nullptr, freshness);
            QCOMPARE(old.count(colors().used), 0);
            QCOMPARE(old.live.isEnabled(),
                     freshness == Freshness::Paused); // can be looked through while paused
            Card card("Rules");
            card.setAge(freshness, someMoment);
            const auto* const age = card.findChild<PlainLabel*>("age");
            QVERIFY(age->isVisibleTo(&card));
            QCOMPARE(age->text(),
                     (freshness == Freshness::Paused ? "paused at " : "as of ") + momentText(someMoment));
            card.setAge(Freshness::Live, someMoment);
            QVERIFY(!age->isVisibleTo(&card));
        }
    }

    void textsAreShortenedRatherThanCut()
    {
        const QFont font;
        const QStringList texts{"1,440 of 2,000/h", "1,440/2,000", "1.4k/2k", ""};
        for (const QString& text : texts)
            QCOMPARE(fittingText(texts, font, QFontMetrics(font).horizontalAdvance(text)), text);
    }

    void aTextIsDrawnForTheRoomThereIs()
    {
        const auto drawn = [](const QString& text, int room, Qt::TextElideMode cut = Qt::ElideRight) {
            QImage image(400, 24, QImage::Format_RGB32);
            image.fill(Qt::white);
            QPainter painter(&image);
            const int taken = drawCellText(&painter, QRect(0, 0, room, 24), text, painter.font(), Qt::black,
                                           Qt::AlignVCenter | Qt::AlignLeft, cut);
            return std::pair(image, taken);
        };
        const auto whole = drawn("gateway:partner", 400);
        QCOMPARE(whole.second, QFontMetrics(QFont()).horizontalAdvance("gateway:partner"));
        const int narrow = whole.second / 2;
        const auto cut = drawn("gateway:partner", narrow);
        QVERIFY(cut.second <= narrow && cut.first != whole.first);
        QVERIFY(drawn("gateway:partner", narrow, Qt::ElideMiddle).first != cut.first);
        QVERIFY(drawn("gateway:partner", narrow) == cut);
        QVERIFY(drawn("gateway:partner", whole.second) == whole);
        QVERIFY(drawn("gateway\npartner\t1", 400) == drawn("gateway partner 1", 400)); // on one line
        const auto longer = drawn(QString(1000, 'i'), narrow); // such are not remembered
        QVERIFY(longer.second <= narrow && longer.first != drawn(QString(), narrow).first);
    }

    void labelsHaveTheRoomThatTheirFontTakes()
    {
        Painted before(sampledWindow());
        QFont large = before.live.font();
        large.setPixelSize(before.live.fontInfo().pixelSize() * 3 / 2);
        before.live.setFont(large);
        Painted after(sampledWindow());
        const QImage usual = after.image();
        after.live.setFont(large);
        after.live.present(std::make_shared<const TokenDetail>(sampledWindow()), nullptr);
        QVERIFY(after.image() != usual);
        QVERIFY(before.image() == after.image());
    }

    void whatIsAboveTheLimitHasRoomInItsBand()
    {
        auto history = std::make_shared<UsageHistory>();
        for (Micros ago = 60s; ago >= 0s; ago -= 1s) {
            const bool above = ago <= 35s && ago >= 15s;
            Reading sample = sampleAt(someMoment - ago, above ? 10 : ago > 35s ? 5 : 0);
            sample.decision->verdict = Verdict::Allowed; // else the band is hatched
            history->add(sample);
        }
        Painted painted(sampledWindow(), history);
        const QColor used(128, 178, 208); // over a track
        const int full = painted.count(used, someMoment - 50s, someMoment - 40s);
        const int twice = painted.count(used, someMoment - 30s, someMoment - 20s);
        QVERIFY(full > 100);
        QVERIFY2(twice > 1.6 * full, qPrintable(QStringLiteral("%1, %2").arg(full).arg(twice)));
        QVERIFY(painted.live.valuesAt(someMoment - 25s).contains("5/10s: 10 used"));
        // Where the limit is, a line says, from one end of the band to the other.
        const int bands = flagRowHeight + 2 + 28 + 6 + 28;
        QVERIFY(painted.count(colors().text, someMoment - 50s, someMoment - 40s, bands) > 40);
        QVERIFY(painted.count(colors().text, someMoment - 10s, someMoment - 1s, bands) > 40);
        auto below = std::make_shared<UsageHistory>();
        for (Micros ago = 60s; ago >= 0s; ago -= 1s)
            below->add(sampleAt(someMoment - ago, 4));
        QCOMPARE(
            Painted(sampledWindow(), below).count(colors().text, someMoment - 50s, someMoment - 1s, bands),
            0);
    }

    void usageChartShowsWhatIsAboveTheLimit_data()
    {
        QTest::addColumn<double>("share");
        QTest::addColumn<double>("drawn");
        QTest::newRow("at the limit") << 1.0 << 1.0;
        QTest::newRow("above it") << 1.5 << 1.5;
        QTest::newRow("far above it") << 5.0 << 2.0;
    }
    void usageChartShowsWhatIsAboveTheLimit()
    {
        QFETCH(const double, share);
        QFETCH(const double, drawn);
        UsageChart chart;
        chart.resize(500, 200);
        chart.show();
        chart.present(parseRules("5/10s"), {{{{someMoment - 9min, share}, {someMoment, share}}}}, someMoment,
                      10min);
        QRectF plot;
        QTRY_VERIFY((plot = chart.plotArea()).height() > 0);
        // The limit's line is the red one; before the line of the rule begins nothing is over it.
        const QImage picture = chart.grab().toImage();
        const int x = int(plot.left() + plot.width() / 20);
        double limit = 0;
        for (int y = int(plot.top()); y <= int(plot.bottom()); ++y)
            if (picture.pixelColor(x, y).red() - picture.pixelColor(x, y).blue() > 30)
                limit = (plot.bottom() - y) / plot.height();
        QVERIFY2(std::abs(limit - 1 / drawn) < 0.05, qPrintable(QString::number(limit)));
        QVERIFY_TEXT(chart.valuesAt(someMoment - 1min),
                     contains(QStringLiteral("5/10s: %1 %").arg(share * 100)));
    }

    void usageChartHasGapsAndSaysWhereItBegins()
    {
        UsageChart chart;
        chart.resize(500, 200);
        const std::vector<Rule> rules = parseRules("5/10s");
        const auto* const view = chart.findChild<QGraphicsView*>();
        chart.present(rules, {{}}, someMoment, 10min);
        QVERIFY2(!view->isVisibleTo(&chart), "an empty chart shows its axes");
        chart.present(rules,
                      {{{{someMoment - 4min, 0.1}, {someMoment - 3min, 0.2}}, {{someMoment - 1min, 0.5}}}},
                      someMoment, 10min);
        QVERIFY(view->isVisibleTo(&chart));
        QCOMPARE(chart.piecesShown(), 2);
        QCOMPARE(chart.beginNote(), "nothing known before " + momentText(someMoment - 4min));
        chart.present(rules, {{{{someMoment - 599s, 0.1}, {someMoment, 0.2}}}}, someMoment, 10min);
        QCOMPARE(chart.piecesShown(), 1);
        QCOMPARE(chart.beginNote(), QString());
    }

    // What it is given before it is laid out, is given for a plot without any room.
    void usageChartIsLaidOutAnewOnceItHasRoom()
    {
        UsageChart chart;
        chart.resize(900, 200);
        chart.setFreshness(Freshness::Recorded);
        const QSignalSpy grown(&chart, &UsageChart::roomGrew);
        const Instant end = someMoment + 12s; // a round minute before it, where "recorded at" stands
        chart.present(parseRules("5/10s"), {{{{end - 9min, 0.2}, {end, 0.4}}}}, end, 10min);
        const int before = chart.pointsAcross();
        chart.show();
        QTRY_VERIFY(!grown.isEmpty());
        QVERIFY(chart.pointsAcross() > before);
        const auto labels = [&chart] {
            QStringList texts;
            for (const QGraphicsItem* const item : chart.findChild<QGraphicsView*>()->items())
                if (const auto* const text = qgraphicsitem_cast<const QGraphicsTextItem*>(item))
                    texts << text->toPlainText();
            return texts;
        };
        const std::vector<TimeTick> ticks = timeTicks(end, 10min, chart.width() / 90);
        QTRY_VERIFY2(labels().contains(ticks[ticks.size() / 2].text) && !labels().contains(ticks.back().text),
                     qPrintable(labels().join(", ")));
    }

    void namesOfFlagsStandClearOfTheLimit()
    {
        for (const int height : {100, 110, 190}) {
            UsageChart chart;
            chart.resize(500, height);
            chart.show();
            const std::vector<UsageLine> lines{{{{someMoment - 4min, 1.0}, {someMoment, 1.0}}}};
            chart.present(parseRules("5/10s"), lines, someMoment, 10min,
                          {{someMoment - 2min, TimeMark::Kind::OverrideLifted, {}, {}}});
            // The row of names, in which nothing is of the limit's colour or of the line's.
            QRectF plot;
            QTRY_VERIFY((plot = chart.plotArea()).height() > 0);
            const QImage picture = chart.grab().toImage();
            for (int x = int(plot.left()) + 4; x < int(plot.right()) - 4; ++x)
                for (int y = int(plot.top()); y < int(plot.top()) + flagRowHeight; ++y) {
                    const QColor pixel = picture.pixelColor(x, y);
                    QVERIFY2(pixel.red() - pixel.blue() < 60,
                             qPrintable(QStringLiteral("%1 at %2, %3").arg(height).arg(x).arg(y)));
                }
        }
    }
};

RATEWARDEN_SUITE(TestWindowEvents)
#include "tst_window_events.moc"
