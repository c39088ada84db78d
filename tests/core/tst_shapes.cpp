// SPDX-License-Identifier: GPL-3.0-or-later
// The readers and planners of foreign limiters' state: by examples worked out by hand, and by what has to
// hold for every layout, rule and duration.
#include "core/formats/shape.h"
#include "core/model/errors.h"
#include "tests/support/shape_formats.h"
#include "tests/support/shape_server.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

// A midnight, so that windows on the clock begin here too.
constexpr Nanos midnight = std::chrono::seconds(1'795'046'400);

double secondsOf(std::optional<Nanos> span)
{
    return span ? double(span->count()) / 1e9 : std::numeric_limits<double>::quiet_NaN();
}

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

// One subject on a server, under one rule.
class Subject {
public:
    Subject(const FormatFile& format, Rule given)
        : file(format), rules({given}), server(format, Nanos(given.window))
    {
        // Settings that are there before anything is used.
        for (const KeyRole& role : file.keys) {
            Record values;
            if (!role.keep)
                continue;
            values.set("limit", double(given.limit));
            values.set("window", Nanos(given.window));
            if (role.role == "main") {
                values.set("left", double(given.limit));
                values.set("start", midnight);
                values.set("until", format.epoch);
            }
            server.put(role.role, values);
        }
    }

    FoundState at(Nanos now) const { return server.at(now); }
    ShapeReading read(Nanos now) const { return readShape(file, at(now), rules); }
    ShapePlan plan(Nanos now, const ShapeIntent& intent) const
    {
        return planShape(file, at(now), rules, intent);
    }
    void apply(Nanos now, const ShapeIntent& intent) { server.apply(plan(now, intent), now); }

    const FormatFile& file;
    std::vector<Rule> rules;
    ShapeServer server;
};

bool isServed(const ShapeReading& reading)
{
    return reading.state == SubjectState::Ok || reading.state == SubjectState::Idle;
}

} // namespace

class TestShapes : public QObject {
    Q_OBJECT

private:
    void addFormats()
    {
        QTest::addColumn<const FormatFile*>("file");
        for (const FormatFile& file : shapeFormats())
            QTest::newRow(file.name.c_str()) << &file;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_seed = qEnvironmentVariableIsSet("SHAPES_SEED") ? qEnvironmentVariable("SHAPES_SEED").toUInt()
                                                          : std::random_device{}();
        qInfo("SHAPES_SEED=%u", m_seed);
        m_random.seed(m_seed);
    }

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
        QCOMPARE(reading.warnings, (std::vector<FoundWarning>{{ShapeWarning::Negative, -2, "main"}}));
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
        QCOMPARE(reading.warnings, (std::vector<FoundWarning>{{ShapeWarning::StaleLock, 0, "lock"}}));
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

    void aLogThatIsNeverTrimmedIsSaid()
    {
        FoundState state;
        state.now = midnight + 10s;
        state.keys["main"] = {true, midnight + 11s, {}};
        state.entries = {{midnight, 1}, {midnight + 1s, 3}, {midnight + 9s, 1}};
        const std::array rules{rule(4, 3s)};
        const ShapeReading told = readShape(shapeFormat("stream"), state, rules);
        QCOMPARE(told.rules[0].used, std::optional(1.0));
        QCOMPARE(told.warnings, (std::vector<FoundWarning>{{ShapeWarning::Untrimmed, 5, "main"}}));
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
        QCOMPARE(absurd.warnings.at(0).code, ShapeWarning::AbsurdExpiry);
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

    // What holds for all

    void aBlockHoldsForItsTimeAndNoLonger_data() { addFormats(); }
    void aBlockHoldsForItsTimeAndNoLonger()
    {
        QFETCH(const FormatFile*, file);
        for (int round = 0; round < 20; ++round) {
            Subject subject(*file, randomRule(*file));
            const Nanos now = live(subject);
            for (const Nanos duration : {Nanos(700ms), Nanos(2s), Nanos(30s), Nanos(400s), Nanos(5000s)}) {
                Subject blocked = subject;
                if (isNumberedBeyond(*file, subject.rules[0], duration)) {
                    QVERIFY_THROWS_EXCEPTION(InvalidArgument, blocked.plan(now, BlockFor{duration, "x"}));
                    continue;
                }
                blocked.apply(now, BlockFor{duration, "x"});
                const Nanos slack = slackOf(*file);
                const ShapeReading reading = blocked.read(now);
                const std::string what = describe(subject, duration, reading);
                QVERIFY2(!isServed(reading), what.c_str());
                QVERIFY2(reading.retryIn && std::chrono::abs(*reading.retryIn - duration) <= slack,
                         what.c_str());
                const auto early = blocked.read(now + duration - slack);
                QVERIFY2(duration <= slack || !isServed(early), what.c_str());
                // A block beside the count ends, and the count goes on.
                const bool isBeside = reading.state == SubjectState::Blocked;
                QVERIFY2(isServed(blocked.read(now + duration + slack)) ||
                             (isBeside && !isServed(subject.read(now + duration + slack))),
                         what.c_str());
                blocked.apply(now, Reset{});
                // A block of its own ends with unblock; what was used is another matter.
                const auto after = blocked.read(now);
                if (after.state == SubjectState::Blocked)
                    blocked.apply(now, Unblock{});
                QVERIFY2(blocked.read(now).state == SubjectState::Idle,
                         describe(subject, duration, blocked.read(now)).c_str());
            }
        }
    }

    void anUnblockedTokenIsServed_data() { addFormats(); }
    void anUnblockedTokenIsServed()
    {
        QFETCH(const FormatFile*, file);
        Subject subject(*file, rule(5, 10s));
        subject.apply(midnight, BlockFor{30s, "x"});
        subject.apply(midnight + 1s, Unblock{});
        QVERIFY(isServed(subject.read(midnight + 1s)));
    }

    void aChargeIsUsedAndARefundUndoesIt_data() { addFormats(); }
    void aChargeIsUsedAndARefundUndoesIt()
    {
        QFETCH(const FormatFile*, file);
        for (int round = 0; round < 50; ++round) {
            Subject subject(*file, randomRule(*file));
            const Nanos now = live(subject);
            const ShapeReading before = subject.read(now);
            if (before.state == SubjectState::Limited)
                continue;
            const double units = double(1 + m_random() % std::uint64_t(*before.rules[0].remaining));
            subject.apply(now, Charge{units});
            const ShapeReading charged = subject.read(now);
            const std::string what = describe(subject, {}, charged) + " before " +
                                     std::to_string(*before.rules[0].used) + " charged " +
                                     std::to_string(units);
            QVERIFY2(std::abs(*charged.rules[0].used - *before.rules[0].used - units) < 1e-6, what.c_str());
            // Not for ever: of itself it is all gone some time
            QVERIFY2(charged.rules[0].resetsIn, what.c_str());
            QVERIFY2(subject.read(now + *charged.rules[0].resetsIn + 2s).state == SubjectState::Idle,
                     what.c_str());
            subject.apply(now, Charge{-units});
            QVERIFY2(std::abs(*subject.read(now).rules[0].used - *before.rules[0].used) < 1e-6, what.c_str());
            subject.apply(now, Charge{-double(maxUnits)});
            QVERIFY2(*subject.read(now).rules[0].used >= 0, what.c_str());
        }
    }

    // Waits that are told are neither too short nor too long.
    void itFreesWhenItSays_data() { addFormats(); }
    void itFreesWhenItSays()
    {
        QFETCH(const FormatFile*, file);
        for (int round = 0; round < 50; ++round) {
            Subject subject(*file, randomRule(*file));
            const Nanos now = live(subject);
            const ShapeUsage usage = subject.read(now).rules[0];
            if (*usage.used <= 0)
                continue;
            const std::string what = describe(subject, {}, subject.read(now));
            QVERIFY2(usage.freesIn && usage.resetsIn, what.c_str());
            const auto remaining = [&](Nanos at) {
                return *subject.read(now + at).rules[0].remaining;
            };
            QVERIFY2(remaining(*usage.freesIn + 1us) > *usage.remaining, what.c_str());
            if (*usage.freesIn > 2us)
                QVERIFY2(remaining(*usage.freesIn - 2us) <= *usage.remaining, what.c_str());
            QVERIFY2(*subject.read(now + *usage.resetsIn + 1us).rules[0].used == 0, what.c_str());
            if (*usage.resetsIn > 2us)
                QVERIFY2(*subject.read(now + *usage.resetsIn - 2us).rules[0].used > 0, what.c_str());
        }
    }

    void plansRefuseWhatTheyCannotDo_data() { addFormats(); }
    void plansRefuseWhatTheyCannotDo()
    {
        QFETCH(const FormatFile*, file);
        const Subject subject(*file, rule(5, 10s));
        for (const Nanos duration :
             {Nanos(0), Nanos(-1s), Nanos(std::chrono::days(371)), Nanos::max(), Nanos::min()})
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, subject.plan(midnight, BlockFor{duration, "x"}));
        for (const double units : {0.5, std::nan(""), HUGE_VAL, -HUGE_VAL, 1e300})
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, subject.plan(midnight, Charge{units}));
        FormatFile label = *file;
        label.tier = Tier::Label;
        QVERIFY_THROWS_EXCEPTION(InvalidArgument,
                                 planShape(label, subject.at(midnight), subject.rules, Reset{}));
    }

    // Whatever is found, nothing breaks: values and expiries from all ends of their ranges.
    void anythingCanBeRead_data() { addFormats(); }
    void anythingCanBeRead()
    {
        QFETCH(const FormatFile*, file);
        const auto number = [this] {
            const std::array numbers{0.0,   -1.0,     1.0,       5.0,          1e9,       -1e18,
                                     1e300, HUGE_VAL, -HUGE_VAL, std::nan(""), 29917440.0};
            return numbers[m_random() % numbers.size()];
        };
        const auto moment = [this] {
            const std::array moments{Nanos(0), Nanos(1),      Nanos(-1),      Nanos::max(),  Nanos::min(),
                                     midnight, midnight + 1s, midnight + 60s, midnight - 1s, Nanos(60s)};
            return moments[m_random() % moments.size()];
        };
        const auto maybe = [this] {
            return m_random() % 2 == 0;
        };
        for (int round = 0; round < 3000; ++round) {
            FoundState state;
            state.now = moment();
            for (const char* const name :
                 {"count", "left", "previous", "limit", "window", "times", "bucket", "start", "end", "tat",
                  "stamp", "step", "amount", "until", "reset"})
                if (maybe())
                    state.record.set(name, maybe() ? CapturedValue(number()) : CapturedValue(moment()));
            if (maybe())
                state.record.set("blocked", std::string("1"));
            const auto expires = [&] {
                return maybe() ? std::optional(moment()) : std::nullopt;
            };
            for (const KeyRole& role : file->keys)
                if (maybe())
                    state.keys[role.role] = {maybe(), expires(),
                                             maybe() ? std::optional(number()) : std::nullopt};
            for (std::size_t i = 0; maybe() && i < 4; ++i) {
                state.entries.push_back({moment(), number()});
                state.windows.push_back({maybe() ? midnight / 60s : moment().count(), number(), expires()});
            }
            std::vector<Rule> rules;
            while (maybe() && rules.size() < 3)
                rules.push_back({maybe() ? 5 : Units(moment().count()),
                                 Micros(moment().count() / (maybe() ? 1 : 1000)),
                                 maybe() ? 0 : Units(moment().count())});
            const ShapeReading reading = readShape(*file, state, rules);
            QVERIFY(!reading.rules.empty());
            for (const ShapeUsage& usage : reading.rules) {
                QVERIFY(!usage.used || std::isfinite(*usage.used));
                QVERIFY(!usage.remaining || *usage.remaining >= 0);
                QVERIFY(usage.freesIn.value_or(0s) >= 0s && usage.resetsIn.value_or(0s) >= 0s);
            }
            for (const ShapeIntent& intent :
                 {ShapeIntent(BlockFor{30s, "x"}), ShapeIntent(Unblock{}), ShapeIntent(Reset{}),
                  ShapeIntent(Charge{3}), ShapeIntent(Charge{-3})})
                try {
                    for (const KeyWrite& write : planShape(*file, state, rules, intent).writes)
                        QVERIFY(!write.expiresIn || *write.expiresIn > Nanos(0));
                } catch (const InvalidArgument&) {
                }
        }
    }

private:
    Rule randomRule(const FormatFile& file)
    {
        static constexpr std::array<Micros, 6> windows{1s, 2s, 10s, 60s, 15min, 1h};
        Rule any{Units(1 + m_random() % 20), windows[m_random() % windows.size()]};
        const bool takesBurst =
            (file.shape == Shape::Tat || file.shape == Shape::Bucket) && file.name != "steps-stored";
        if (takesBurst && m_random() % 3 == 0)
            any.burst = Units(1 + m_random() % 40);
        return any;
    }

    // Some requests, at some moments; returns the moment after.
    Nanos live(Subject& subject)
    {
        Nanos now = midnight + Nanos(std::int64_t(m_random() % 86'400'000) * 1'000'000);
        for (std::uint64_t i = m_random() % 6; i-- > 0;) {
            const ShapeReading reading = subject.read(now);
            if (reading.rules[0].remaining.value_or(0) >= 1)
                subject.apply(now,
                              Charge{double(1 + m_random() % std::uint64_t(*reading.rules[0].remaining))});
            now += Nanos(subject.rules[0].window) * std::int64_t(m_random() % 1500) / 1000;
        }
        return now;
    }

    // By how much a block may be off.
    static Nanos slackOf(const FormatFile& file)
    {
        static constexpr std::array<std::string_view, 5> seconds{"bounds", "seconds", "leaking",
                                                                 "list-seconds", "rewrites-seconds"};
        if (file.name == "until") // shorter than a blink is no block
            return 21ms;
        return std::ranges::find(seconds, file.name) != seconds.end() ? Nanos(1s) : Nanos(1ms);
    }

    static bool isNumberedBeyond(const FormatFile& file, const Rule& rule, Nanos duration)
    {
        return numberingOf(file) != Numbering::None && duration / rule.window >= maxNumberedWindows;
    }

    std::string describe(const Subject& subject, Nanos duration, const ShapeReading& reading) const
    {
        return subject.file.name + " " + notation(subject.rules[0]) + " D " +
               std::to_string(secondsOf(duration)) + " state " + std::to_string(int(reading.state)) +
               " used " + std::to_string(reading.rules[0].used.value_or(-1)) + " retry " +
               std::to_string(secondsOf(reading.retryIn)) + " frees " +
               std::to_string(secondsOf(reading.rules[0].freesIn)) + " resets " +
               std::to_string(secondsOf(reading.rules[0].resetsIn)) + " seed " + std::to_string(m_seed);
    }

    unsigned m_seed = 0;
    std::mt19937_64 m_random{1};
};

QTEST_GUILESS_MAIN(TestShapes)

#include "tst_shapes.moc"
