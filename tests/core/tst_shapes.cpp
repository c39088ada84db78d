// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// The readers and planners of foreign limiters' state: by examples worked out by hand, and by what has to
// hold for every layout, rule and duration.
#include "core/formats/shapes/shape.h"
#include "core/model/errors.h"
#include "tests/support/shape_formats.h"
#include "tests/support/shape_server.h"
#include "tests/support/suites.h"

#include <QTest>

#include <cmath>
#include <limits>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

// A midnight, so that windows on the clock begin here too.

Record record(std::initializer_list<std::pair<std::string_view, CapturedValue>> values)
{
    Record all;
    for (const auto& [name, value] : values)
        all.set(name, value);
    return all;
}

Rule rule(Units limit, Micros window, Units burst = 0)
{
    return {limit, window, burst};
}

ShapeUsage usageOf(const FormatFile& file, const FoundState& state, Rule given)
{
    return readShape(file, state, std::array{given}).rules.at(0);
}

#define COMPARE_SECONDS(span, expected)                                                                      \
    QVERIFY2(std::abs(secondsOf(span) - (expected)) < 1e-6,                                                  \
             qPrintable(QString::number(secondsOf(span), 'f', 9)))

} // namespace

class TestShapes : public QObject {
    Q_OBJECT

private Q_SLOTS:
    // Counters

    void aCounterEndsWithItsKey()
    {
        const FormatFile& file = shapeFormat("ttl");
        ShapeServer server(file, {});
        server.put("main", record({{"count", 3.0}}), midnight + 10s);
        const ShapeUsage usage = usageOf(file, server.at(midnight), rule(5, 60s));
        QCOMPARE(usage.used, std::optional(3.0));
        QCOMPARE(usage.remaining, std::optional(2.0));
        COMPARE_SECONDS(usage.freesIn, 10);
        COMPARE_SECONDS(usage.resetsIn, 10);
        COMPARE_SECONDS(usageOf(file, server.at(midnight + 10s - 1us), rule(5, 60s)).resetsIn, 1e-6);
        QCOMPARE(readShape(file, server.at(midnight + 10s), {}).state, SubjectState::Idle);
    }

    void creditBelowZeroIsSaidAndNothingMoreRemains()
    {
        const FormatFile& file = shapeFormat("ttl");
        ShapeServer server(file, {});
        server.put("main", record({{"count", -2.0}}), midnight + 10s);
        const ShapeReading reading = readShape(file, server.at(midnight), std::array{rule(5, 60s)});
        QCOMPARE(reading.rules[0].remaining, std::optional(5.0));
        QCOMPARE(reading.state, SubjectState::Ok);
        QCOMPARE(reading.warnings, (std::vector<Warning>{{WarningCode::Negative, -2, "main"}}));
    }

    void withoutALimitACounterTellsItsCountAndItsEnd()
    {
        const FormatFile& file = shapeFormat("ttl");
        ShapeServer server(file, {});
        server.put("main", record({{"count", 3.0}}), midnight + 10s);
        const ShapeReading reading = readShape(file, server.at(midnight), {});
        QCOMPARE(reading.rules.size(), 1U);
        QCOMPARE(reading.rules[0].used, std::optional(3.0));
        QVERIFY(!reading.rules[0].limit && !reading.rules[0].remaining && !reading.rules[0].window);
        COMPARE_SECONDS(reading.rules[0].resetsIn, 10);
        QVERIFY(!reading.retryIn);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, planShape(file, server.at(midnight), {}, BlockFor{1s, ""}));
        QCOMPARE(planShape(file, server.at(midnight), {}, Reset{}).writes.size(), 1U);
    }

    void aCountWithoutItsTimerIsVoid()
    {
        const FormatFile& file = shapeFormat("timer");
        ShapeServer server(file, {});
        server.put("main", record({{"count", 3.0}}), midnight + 10s);
        QCOMPARE(readShape(file, server.at(midnight), std::array{rule(5, 60s)}).state, SubjectState::Idle);
        server.put("timer", record({{"reset", midnight + 9s}}), midnight + 9500ms);
        const ShapeUsage usage = usageOf(file, server.at(midnight), rule(5, 60s));
        QCOMPARE(usage.used, std::optional(3.0));
        COMPARE_SECONDS(usage.freesIn, 9.5); // the sooner of the two keys; the text is rounded
    }

    void aNumberedWindowEndsByTheClockOrWithItsKey()
    {
        const FormatFile& file = shapeFormat("numbered");
        const std::int64_t bucket = midnight / 60s;
        ShapeServer server(file, 60s);
        server.put({bucket, 7, midnight + 70s});
        COMPARE_SECONDS(usageOf(file, server.at(midnight + 20s), rule(5, 60s)).freesIn, 40);
        QCOMPARE(usageOf(file, server.at(midnight + 60s), rule(5, 60s)).used, std::optional(0.0));
        server.put({bucket, 7, midnight + 50s});
        COMPARE_SECONDS(usageOf(file, server.at(midnight + 20s), rule(5, 60s)).freesIn, 30);
    }

    void fullWindowsInARowAreOneBlock()
    {
        const FormatFile& file = shapeFormat("numbered");
        const std::int64_t bucket = midnight / 60s;
        ShapeServer server(file, 60s);
        for (std::int64_t i = 0; i < 3; ++i)
            server.put({bucket + i, 6, midnight + 150s});
        const ShapeReading reading = readShape(file, server.at(midnight + 20s), std::array{rule(5, 60s)});
        QCOMPARE(reading.state, SubjectState::Limited);
        COMPARE_SECONDS(reading.retryIn, 130);
        // One that is not full ends the chain before it
        server.put({bucket + 1, 4, midnight + 150s});
        COMPARE_SECONDS(readShape(file, server.at(midnight + 20s), std::array{rule(5, 60s)}).retryIn, 40);
    }

    void storedBoundsEndTheWindow()
    {
        const FormatFile& file = shapeFormat("bounds");
        ShapeServer server(file, {});
        server.put("main", record({{"count", 5.0}, {"start", midnight}, {"end", midnight + 60s}}),
                   midnight + 120s);
        const ShapeUsage usage = usageOf(file, server.at(midnight + 1s), rule(3, 60s));
        QCOMPARE(usage.remaining, std::optional(0.0));
        COMPARE_SECONDS(usage.freesIn, 59);
        QCOMPARE(usageOf(file, server.at(midnight + 60s), rule(3, 60s)).used, std::optional(0.0));
        const ShapeReading bare = readShape(file, server.at(midnight + 1s), {});
        QCOMPARE(bare.rules[0].window, std::optional<Nanos>(60s));
        QVERIFY(bare.rules[0].inferred);
    }

    // Pairs

    void aPairWeighsTheOlderWindow()
    {
        // 3 in the older window, half of which still counts, and 1 in the newer: floor(1.5) + 1 = 2.
        const std::int64_t bucket = midnight / 10s;
        for (const auto& [name, used, remaining] :
             {std::tuple{"pair", 2.0, 3.0}, std::tuple{"pair-up", 3.0, 2.0}}) {
            const FormatFile& file = shapeFormat(name);
            ShapeServer server(file, 10s);
            server.put({bucket - 1, 3, midnight + 30s});
            server.put({bucket, 1, midnight + 30s});
            const ShapeUsage usage = usageOf(file, server.at(midnight + 5s), rule(5, 10s));
            QCOMPARE(usage.used, std::optional(used));
            QCOMPARE(usage.remaining, std::optional(remaining));
            // floor(3 (1 - x)) < 1 from just after x = 2/3; ceil(3 (1 - x)) <= 1 at x = 2/3.
            COMPARE_SECONDS(usage.freesIn, 10 * 2 / 3.0 - 5);
            // The newer one becomes the older at 10 s: floor(1 - x) < 1 at once, ceil only at its end.
            COMPARE_SECONDS(usage.resetsIn, std::string_view(name) == "pair" ? 5.0 : 15.0);
        }
    }

    void aPairBeginsWhereItsEndTells()
    {
        const FormatFile& file = shapeFormat("pair-end");
        ShapeServer server(file, {});
        server.put(
            "main",
            record({{"count", 2.0}, {"previous", 4.0}, {"window", Nanos(60s)}, {"end", midnight + 60s}}),
            midnight + 120s);
        QCOMPARE(usageOf(file, server.at(midnight + 30s), rule(5, 60s)).used, std::optional(4.0));
        QCOMPARE(usageOf(file, server.at(midnight + 59s), rule(5, 60s)).used, std::optional(2.0));
        // Over, and the older one now
        QCOMPARE(usageOf(file, server.at(midnight + 89s), rule(5, 60s)).used, std::optional(1.0));
        QCOMPARE(usageOf(file, server.at(midnight + 119s), rule(5, 60s)).used, std::optional(0.0));
    }

    void aPairOfTwoKeysEndsByItsTtl()
    {
        const FormatFile& file = shapeFormat("pair-ttl");
        ShapeServer server(file, {});
        // Ends at 3.496 - 2 s: 0.252 of it have gone, and floor(4 * 0.748) + 2 = 4.
        server.put("main", record({{"count", 2.0}}), midnight + 3496ms);
        server.put("previous", record({{"previous", 4.0}}), midnight + 1463ms);
        QCOMPARE(usageOf(file, server.at(midnight), rule(5, 2s)).used, std::optional(4.0));
        QCOMPARE(usageOf(file, server.at(midnight + 1463ms), rule(5, 2s)).used, std::optional(2.0));
    }

    // TATs

    void aTatTellsUsedAndWaits()
    {
        // 5/min: 12 s each. 55.712964 s are busy: 5 used; one more fits when 48 s are.
        const FormatFile& file = shapeFormat("tat-s");
        ShapeServer server(file, {});
        server.put("main", record({{"tat", midnight + 55712964us}}), midnight + 100s);
        const ShapeUsage usage = usageOf(file, server.at(midnight), rule(5, 60s));
        QCOMPARE(usage.used, std::optional(5.0));
        QCOMPARE(usage.remaining, std::optional(0.0));
        COMPARE_SECONDS(usage.freesIn, 7.712964);
        COMPARE_SECONDS(usage.resetsIn, 55.712964);
        QCOMPARE(usageOf(file, server.at(midnight + 7712963us), rule(5, 60s)).remaining, std::optional(0.0));
        QCOMPARE(usageOf(file, server.at(midnight + 7712964us), rule(5, 60s)).remaining, std::optional(1.0));
    }

    void aTatWithABurst()
    {
        // 10/s burst 100: 0.1 s each, 10 s at most. 9.95 s busy: 0 fit, in 0.05 s one.
        const FormatFile& file = shapeFormat("tat-ms");
        ShapeServer server(file, {});
        server.put("main", record({{"tat", midnight + 9950ms}}), midnight + 9950ms);
        const ShapeUsage usage = usageOf(file, server.at(midnight), rule(10, 1s, 100));
        QCOMPARE(usage.limit, std::optional(Units(100)));
        QCOMPARE(usage.used, std::optional(100.0));
        COMPARE_SECONDS(usage.freesIn, 0.05);
        QCOMPARE(usageOf(file, server.at(midnight + 5s), rule(10, 1s, 100)).remaining, std::optional(50.0));
    }

    void aTatOfZeroIsIdle()
    {
        const FormatFile& file = shapeFormat("tat-lock");
        ShapeServer server(file, {});
        server.put("main", {});
        server.put("lock", record({{"owner", std::string("me")}}));
        const ShapeReading reading = readShape(file, server.at(midnight), std::array{rule(5, 60s)});
        QCOMPARE(reading.state, SubjectState::Idle);
        QCOMPARE(reading.rules[0].remaining, std::optional(5.0));
        QCOMPARE(reading.warnings, (std::vector<Warning>{{WarningCode::StaleLock, 0, "lock", "me"}}));
        QCOMPARE(planShape(file, server.at(midnight), {}, Reset{}).writes.size(), 2U);
        server.put("lock", record({{"owner", std::string("me")}}), midnight + 10s);
        QVERIFY(readShape(file, server.at(midnight), {}).warnings.empty());
        QCOMPARE(planShape(file, server.at(midnight), {}, Reset{}).writes.size(), 1U);
    }

    // Buckets

    void aBucketRefillsInSteps()
    {
        // 5/50s: one every 10 s.
        const FormatFile& file = shapeFormat("steps");
        ShapeServer server(file, {});
        server.put("main", record({{"stamp", midnight}, {"left", 0.0}}), midnight + 100s);
        const ShapeUsage usage = usageOf(file, server.at(midnight + 367ms), rule(5, 50s));
        QCOMPARE(usage.used, std::optional(5.0));
        COMPARE_SECONDS(usage.freesIn, 9.633);
        COMPARE_SECONDS(usage.resetsIn, 49.633);
        QCOMPARE(usageOf(file, server.at(midnight + 10s - 1ms), rule(5, 50s)).remaining, std::optional(0.0));
        QCOMPARE(usageOf(file, server.at(midnight + 10s), rule(5, 50s)).remaining, std::optional(1.0));
    }

    void aBurstFillsTenAtOnceOrOneAfterTheOther()
    {
        ShapeServer steps(shapeFormat("steps"), {});
        steps.put("main", record({{"stamp", midnight}, {"left", 0.0}}), midnight + 100s);
        const Rule tenASecond = rule(10, 1s, 100);
        QCOMPARE(usageOf(shapeFormat("steps"), steps.at(midnight + 999ms), tenASecond).remaining,
                 std::optional(0.0));
        QCOMPARE(usageOf(shapeFormat("steps"), steps.at(midnight + 2s), tenASecond).remaining,
                 std::optional(20.0));
        COMPARE_SECONDS(usageOf(shapeFormat("steps"), steps.at(midnight), tenASecond).resetsIn, 10);
        ShapeServer flow(shapeFormat("rewrites"), {});
        flow.put("main", record({{"stamp", midnight}, {"left", 0.25}}), midnight + 100s);
        const ShapeUsage usage = usageOf(shapeFormat("rewrites"), flow.at(midnight + 500ms), tenASecond);
        QCOMPARE(usage.remaining, std::optional(5.0)); // 0.25 + 5
        QCOMPARE(usage.used, std::optional(95.0));
        COMPARE_SECONDS(usage.freesIn, 0.075);
    }

    void aStoredStepIsTakenAsItIs()
    {
        // 5 a minute, at most 10.
        const FormatFile& file = shapeFormat("steps-stored");
        ShapeServer server(file, {});
        server.put(
            "main",
            record(
                {{"limit", 10.0}, {"left", 3.0}, {"step", Nanos(60s)}, {"amount", 5.0}, {"stamp", midnight}}),
            midnight + 120s);
        const ShapeReading reading = readShape(file, server.at(midnight + 59s), {});
        QCOMPARE(reading.rules[0].limit, std::optional(Units(10)));
        QCOMPARE(reading.rules[0].window, std::optional<Nanos>(120s));
        QCOMPARE(reading.rules[0].used, std::optional(7.0));
        COMPARE_SECONDS(reading.rules[0].freesIn, 1);
        QCOMPARE(usageOf(file, server.at(midnight + 60s), {}).remaining, std::optional(8.0));
    }

    void aBucketOfWholeSecondsKnowsNoOthers()
    {
        // 10/min: one every 6 s; the client's clock says 7 s until 8 s are full.
        const FormatFile& file = shapeFormat("seconds");
        ShapeServer server(file, {});
        server.put("main", record({{"stamp", midnight}, {"left", 0.0}}), midnight + 100s);
        const ShapeUsage usage = usageOf(file, server.at(midnight + 5900ms), rule(10, 60s));
        QCOMPARE(usage.remaining, std::optional(0.0));
        COMPARE_SECONDS(usage.freesIn, 0.1);
        ShapeServer leaking(shapeFormat("leaking"), {});
        leaking.put("main", record({{"stamp", midnight}, {"count", 4.0}}), midnight + 100s);
        QCOMPARE(usageOf(shapeFormat("leaking"), leaking.at(midnight + 11s), rule(10, 60s)).used,
                 std::optional(3.0));
        QCOMPARE(usageOf(shapeFormat("leaking"), leaking.at(midnight + 12s), rule(10, 60s)).used,
                 std::optional(2.0));
    }

    // Logs

    void aLogCountsWhatIsInTheWindow()
    {
        const FormatFile& file = shapeFormat("list");
        ShapeServer server(file, {});
        server.put({{midnight + 1s}, {midnight + 4s}, {midnight + 9s}}, midnight + 60s);
        const std::array rules{rule(2, 1s), rule(3, 10s), rule(5, 60s)};
        const ShapeReading reading = readShape(file, server.at(midnight + 9500ms), rules);
        QCOMPARE(reading.rules[0].used, std::optional(1.0));
        QCOMPARE(reading.rules[1].used, std::optional(3.0));
        QCOMPARE(reading.rules[2].remaining, std::optional(2.0));
        QCOMPARE(reading.state, SubjectState::Limited);
        COMPARE_SECONDS(reading.retryIn, 1.5); // the oldest, 10 s after it came
        COMPARE_SECONDS(reading.rules[1].resetsIn, 9.5);
        COMPARE_SECONDS(reading.rules[0].freesIn, 0.5);
        // Exactly one window old: gone. A microsecond before: not yet.
        QCOMPARE(usageOf(file, server.at(midnight + 11s), rule(3, 10s)).used, std::optional(2.0));
        QCOMPARE(usageOf(file, server.at(midnight + 11s - 1us), rule(3, 10s)).used, std::optional(3.0));
    }

    // Whoever holds a slot takes it out by its member: what is written must not give it another one.
    void slotsKeepTheirMembers()
    {
        const FormatFile& file = shapeFormat("slots");
        FoundState state;
        state.now = midnight + 20min;
        state.keys["main"] = {true, midnight + 80min, {}};
        state.entries = {{midnight, 1, "dead"}, {midnight + 5min, 1, "slow"}, {midnight + 19min, 1, "new"}};
        const std::array rules{rule(3, 3600s)};
        const ShapeReading reading = readShape(file, state, rules);
        QCOMPARE(reading.state, SubjectState::Limited);
        COMPARE_SECONDS(reading.retryIn, 2400); // at the latest
        QCOMPARE(reading.warnings, (std::vector<Warning>{{WarningCode::StaleSlots, 2, "main"}}));

        const auto members = [](const ShapePlan& plan) {
            std::vector<std::string> all;
            for (const FoundEntry& entry : plan.writes.at(0).entries)
                all.push_back(entry.member);
            return all;
        };
        const ShapePlan refund = planShape(file, state, rules, ChargeUnits{-1});
        QCOMPARE(members(refund), (std::vector<std::string>{"slow", "new"})); // the oldest goes
        QVERIFY(std::ranges::count(refund.cautions, Caution::StillRunning) == 1);
        const ShapePlan charge = planShape(file, state, rules, ChargeUnits{1});
        QCOMPARE(members(charge), (std::vector<std::string>{"dead", "slow", "new", ""}));
        QVERIFY(std::ranges::count(charge.cautions, Caution::StillRunning) == 0);

        // A block fills slots beside them, and the key lives as long as they do.
        const ShapePlan block = planShape(file, state, rules, BlockFor{60s, "x"});
        QCOMPARE(members(block), (std::vector<std::string>{"", "", "", "dead", "slow", "new"}));
        QVERIFY(block.writes[0].keepExpiry);
        QCOMPARE(block.writes[0].entries[0].at, midnight + 21min - 3600s);
        QCOMPARE(block.cautions, std::vector<Caution>()); // neither longer, nor is the quota whole after it
    }

    void aLogThatIsNeverTrimmedIsSaid()
    {
        FoundState state;
        state.now = midnight + 10s;
        state.keys["main"] = {true, midnight + 11s, {}};
        state.entries = {{midnight, 1}, {midnight + 1s, 3}, {midnight + 9s, 1}};
        const std::array rules{rule(4, 3s)};
        const ShapeReading told = readShape(shapeFormat("stream"), state, rules);
        QCOMPARE(told.rules[0].used, std::optional(1.0));
        QCOMPARE(told.warnings, (std::vector<Warning>{{WarningCode::Untrimmed, 5, "main"}}));
        const ShapeReading counted = readShape(shapeFormat("counted"), state, rules);
        QCOMPARE(counted.rules[0].used, std::optional(5.0));
        COMPARE_SECONDS(counted.retryIn, 1); // with the key; the newest would go a second later
        QCOMPARE(counted.warnings.size(), 1U);
        // Nothing is proven by what was in the window when the newest came.
        state.entries.erase(state.entries.begin(), state.entries.begin() + 2);
        state.entries.insert(state.entries.begin(), {midnight + 6s, 1});
        QCOMPARE(readShape(shapeFormat("counted"), state, rules).rules[0].used, std::optional(1.0));
        QVERIFY(readShape(shapeFormat("counted"), state, rules).warnings.empty());
    }

    void theNewestEntryAndTheTtlTellTheWindow()
    {
        FoundState state;
        state.now = midnight + 10s;
        state.keys["main"] = {true, midnight + 69001ms, {}};
        state.entries = {{midnight + 9s, 1}};
        const ShapeReading reading = readShape(shapeFormat("list"), state, {});
        QCOMPARE(reading.rules[0].window, std::optional<Nanos>(60s));
        QVERIFY(reading.rules[0].inferred);
        // Nanoseconds taken for seconds: an hour lives for 114,000 years.
        state.keys["main"] = {true, Nanos::max(), 3.6e12};
        const ShapeReading absurd = readShape(shapeFormat("log-ns"), state, {});
        QCOMPARE(absurd.rules[0].window, std::optional<Nanos>(1h));
        QCOMPARE(absurd.warnings.at(0).code, WarningCode::AbsurdExpiry);
    }

    // Rules

    void theNumberTellsTheWindow()
    {
        for (const Nanos window :
             {Nanos(1s), Nanos(10s), Nanos(60s), Nanos(1h), Nanos(std::chrono::days(1))}) {
            FoundState state;
            state.now = midnight + 12345s;
            for (const std::int64_t distance : {-3, -2, 0, 5}) { // a block may have written ahead
                state.record.set("bucket", double(state.now / window + distance));
                const FoundRule found = judgedRules(shapeFormat("numbered"), state, {})[0];
                QCOMPARE(found.windowInferred, distance > -3);
                if (found.windowKnown)
                    QCOMPARE(Nanos(found.rule.window), window);
            }
        }
        FoundState state;
        state.now = midnight + 30s;
        state.record.set("bucket", 12345.0);
        QVERIFY(!judgedRules(shapeFormat("numbered"), state, {})[0].windowKnown);
        state.record.set("start", midnight);
        state.keys["main"] = {true, midnight + 120s, {}};
        QCOMPARE(judgedRules(shapeFormat("numbered-start"), state, {})[0].rule.window, Micros(1min));
    }

    void whatIsStoredGoesBeforeWhatIsGiven()
    {
        FoundState state;
        state.now = midnight;
        state.record = record({{"limit", 7.0}});
        const std::array given{rule(5, 10s)};
        const FoundRule found = judgedRules(shapeFormat("pair"), state, given)[0];
        QCOMPARE(found.rule.limit, Units(7));
        QVERIFY(found.limitStored && !found.windowStored);
        state.record = record({{"limit", 5.0}, {"times", 2.0}, {"window", Nanos(1h)}});
        const FoundRule stored = judgedRules(shapeFormat("ttl"), state, given)[0];
        QCOMPARE(stored.rule, rule(5, 2h));
        // Of several rules those whose window the key is of
        state.record = record({{"bucket", double(midnight / 60s)}});
        const std::array several{rule(5, 1s), rule(100, 60s)};
        QCOMPARE(judgedRules(shapeFormat("numbered"), state, several).size(), 1U);
        QCOMPARE(judgedRules(shapeFormat("list"), state, several).size(), 2U);
    }
};

RATEWARDEN_SUITE(TestShapes)

#include "tst_shapes.moc"
