// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine
// What has to hold of plans and readings for every layout, rule, state and duration.
#include "core/formats/foreign/catalogue_files.h"
#include "core/formats/shapes/numbered_window.h"
#include "core/formats/shapes/shape.h"
#include "core/model/errors.h"
#include "tests/support/shape_formats.h"
#include "tests/support/shape_server.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"

#include <QTest>

#include <cmath>
#include <limits>
#include <random>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

// The layouts made for this, and the catalogue's.
const std::vector<FormatFile>& allFiles()
{
    static const std::vector<FormatFile> files = [] {
        std::vector<FormatFile> all = shapeFormats();
        for (const EmbeddedFile& one : catalogueFiles()) {
            FormatFile file = parseFormatFile(one.name, one.text);
            // Of Bucket4j nothing is written where nothing was: tst_bucket4j.
            // Nor does a quota without a window free itself: aQuotaWithoutAWindowIsTakenAndGivenBack().
            if (file.tier != Tier::Label && file.shape != Shape::None && !file.keys.front().isBucket4j() &&
                !hasNoWindow(file))
                all.push_back(file.parts.empty() ? file : file.parts.front()); // of several each for itself
        }
        return all;
    }();
    return files;
}

const CaptureType* typeOf(const FormatFile& file, std::string_view name)
{
    for (const KeyRole& role : file.keys) {
        std::vector<const Pattern*> patterns;
        for (const auto* const list : {&role.names, &role.values})
            for (const Pattern& pattern : *list)
                patterns.push_back(&pattern);
        for (const KeyRole::HashField& field : role.fields)
            patterns.push_back(&field.value);
        for (const auto* const pattern : {&role.element, &role.score})
            if (*pattern)
                patterns.push_back(&**pattern);
        for (const Pattern* const pattern : patterns)
            if (const CaptureType* const type = pattern->type(name))
                return type;
    }
    return nullptr;
}

bool isOfKind(const FormatFile& file, std::string_view name, CaptureType::Kind kind)
{
    const CaptureType* const type = typeOf(file, name);
    return type && type->kind == kind;
}

bool counts(const FormatFile& file)
{
    return file.shape != Shape::Counter || typeOf(file, "count") || typeOf(file, "left");
}

// One subject on a server, under one rule.
class PlannedSubject {
public:
    PlannedSubject(const FormatFile& format, Rule given)
        : file(format), rules({given}), server(format, numberedLength(format, given.window))
    {
        server.nameAll(given);
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

class TestShapePlans : public QObject {
    Q_OBJECT

private:
    void addFormats()
    {
        QTest::addColumn<const FormatFile*>("file");
        for (const FormatFile& file : allFiles())
            QTest::newRow(file.name.c_str()) << &file;
    }

private Q_SLOTS:
    void initTestCase()
    {
        m_seed = testSeed();
        m_random.seed(m_seed);
    }

    // What holds for all

    void aBlockHoldsForItsTimeAndNoLonger_data() { addFormats(); }
    void aBlockHoldsForItsTimeAndNoLonger()
    {
        QFETCH(const FormatFile*, file);
        for (int round = 0; round < 20; ++round) {
            PlannedSubject subject(*file, randomRule(*file));
            const Nanos now = live(subject);
            for (const Nanos duration : {Nanos(700ms), Nanos(2s), Nanos(30s), Nanos(400s), Nanos(5000s)}) {
                PlannedSubject blocked = subject;
                if (isNumberedBeyond(*file, subject.rules[0], duration)) {
                    QVERIFY_THROWS_EXCEPTION(InvalidArgument, blocked.plan(now, BlockFor{duration, "x"}));
                    continue;
                }
                const ShapeReading before = subject.read(now);
                const ShapePlan plan = blocked.plan(now, BlockFor{duration, "x"});
                blocked.server.apply(plan, now);
                const Nanos slack = slackOf(*file);
                const ShapeReading reading = blocked.read(now);
                const std::string what = describe(subject, duration, reading);
                QVERIFY2(!isServed(reading), what.c_str());
                // A block beside the count ends, and the count goes on; another one overwrites it, and lasts
                // as long as what was denied already.
                const bool isBeside = reading.state == SubjectState::Blocked || file->shape == Shape::Slots;
                const bool isLonger = before.state == SubjectState::Limited && *before.retryIn > duration;
                const Nanos lasts = isLonger && !isBeside ? *before.retryIn : duration;
                QCOMPARE(std::ranges::count(plan.cautions, Caution::LongerThanAsked) > 0, lasts > duration);
                const Nanos denied = isLonger && file->shape == Shape::Slots ? *before.retryIn : lasts;
                // What shares its key with others goes with its window, and weighs on for a while.
                const bool isShared = file->keys.front().namesTokens();
                const Nanos over = isShared ? 2 * Nanos(subject.rules[0].window) : Nanos(0);
                QVERIFY2(reading.retryIn && *reading.retryIn >= denied - slack &&
                             *reading.retryIn <= denied + slack + over,
                         what.c_str());
                QCOMPARE(std::ranges::count(plan.cautions, Caution::LastsToWindowEnd) > 0 || !isShared, true);
                const auto early = blocked.read(now + lasts - slack);
                QVERIFY2(lasts <= slack || !isServed(early), what.c_str());
                const Nanos ends = isShared ? *reading.retryIn : lasts;
                QVERIFY2(isServed(blocked.read(now + ends + slack)) ||
                             (isBeside && !isServed(subject.read(now + lasts + slack))),
                         what.c_str());
                // Again and shorter: it stays.
                blocked.apply(now, BlockFor{lasts / 2, "x"});
                const auto again = blocked.read(now + lasts - slack);
                QVERIFY2(lasts <= slack || !isServed(again), what.c_str());
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

    // Or it is said how long the longest is, and that one can be had.
    void aBlockForGoodHoldsUntilItIsLifted_data() { addFormats(); }
    void aBlockForGoodHoldsUntilItIsLifted()
    {
        QFETCH(const FormatFile*, file);
        for (int round = 0; round < 10; ++round) {
            PlannedSubject subject(*file, randomRule(*file));
            const Nanos now = live(subject);
            const Nanos longest = longestBlock(*file, subject.at(now), subject.rules);
            if (longest != Nanos::max()) {
                try {
                    subject.plan(now, BlockFor{{}, "x"});
                    QFAIL("a block for good was planned");
                } catch (const InvalidArgument& error) {
                    const std::string told =
                        "the longest lasts " + durationNotation(std::chrono::floor<Micros>(longest)) + ":";
                    QVERIFY2(std::string(error.what()).find(told) != std::string::npos, error.what());
                }
                QVERIFY(longest > Nanos(subject.rules[0].window));
                subject.apply(now, BlockFor{longest, "x"});
                QVERIFY2(!isServed(subject.read(now + longest - slackOf(*file))),
                         describe(subject, longest, subject.read(now + longest - slackOf(*file))).c_str());
                continue;
            }
            const ShapePlan plan = subject.plan(now, BlockFor{{}, "x"});
            QVERIFY(std::ranges::find(plan.cautions, Caution::ForGood) != plan.cautions.end());
            const ShapeReading before = subject.read(now);
            subject.server.apply(plan, now);
            for (const Nanos later : {Nanos(0), Nanos(24h), Nanos(std::chrono::days(3'000))}) {
                const ShapeReading reading = subject.read(now + later);
                QVERIFY2(!isServed(reading) && !reading.retryIn, describe(subject, later, reading).c_str());
            }
            subject.apply(now, Unblock{});
            const ShapeReading after = subject.read(now);
            QVERIFY2(isServed(after) || before.state == SubjectState::Limited,
                     describe(subject, {}, after).c_str());
        }
    }

    void anUnblockedTokenIsServed_data() { addFormats(); }
    void anUnblockedTokenIsServed()
    {
        QFETCH(const FormatFile*, file);
        PlannedSubject subject(*file, randomRule(*file));
        subject.apply(midnight, BlockFor{30s, "x"});
        subject.apply(midnight + 1s, Unblock{});
        QVERIFY(isServed(subject.read(midnight + 1s)));
    }

    void aChargeIsUsedAndARefundUndoesIt_data() { addFormats(); }
    void aChargeIsUsedAndARefundUndoesIt()
    {
        QFETCH(const FormatFile*, file);
        if (!counts(*file))
            QSKIP("counts nothing");
        if (file->untrimmed == FormatFile::Untrimmed::Counted)
            QSKIP("a new entry can prove that old ones are counted too");
        for (int round = 0; round < 50; ++round) {
            PlannedSubject subject(*file, randomRule(*file));
            const Nanos now = live(subject);
            const ShapeReading before = subject.read(now);
            if (before.state == SubjectState::Limited)
                continue;
            const double units = double(1 + m_random() % std::uint64_t(*before.rules[0].remaining));
            subject.apply(now, ChargeUnits{units});
            const ShapeReading charged = subject.read(now);
            const std::string what = describe(subject, {}, charged) + " before " +
                                     std::to_string(*before.rules[0].used) + " charged " +
                                     std::to_string(units);
            // A TAT in whole milliseconds may have begun the next unit.
            const double more = *charged.rules[0].used - *before.rules[0].used - units;
            const bool isCoarse = isOfKind(*file, "tat", CaptureType::Kind::Milliseconds);
            QVERIFY2(std::abs(more) < 1e-6 || (isCoarse && more == 1), what.c_str());
            // Not for ever: of itself it is all gone some time
            QVERIFY2(charged.rules[0].resetsIn, what.c_str());
            QVERIFY2(subject.read(now + *charged.rules[0].resetsIn + 2s).state == SubjectState::Idle,
                     what.c_str());
            subject.apply(now, ChargeUnits{-units});
            const double rest = *subject.read(now).rules[0].used - *before.rules[0].used;
            QVERIFY2(std::abs(rest) < 1e-6 || (isCoarse && rest == 1), what.c_str());
            subject.apply(now, ChargeUnits{-double(maxUnits)});
            QVERIFY2(*subject.read(now).rules[0].used >= 0, what.c_str());
        }
    }

    // Waits that are told are neither too short nor too long.
    void itFreesWhenItSays_data() { addFormats(); }
    void itFreesWhenItSays()
    {
        QFETCH(const FormatFile*, file);
        for (int round = 0; round < 50; ++round) {
            PlannedSubject subject(*file, randomRule(*file));
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

    // Of what is left, and does not come back, a block is for good, and a charge needs no limit.
    void aQuotaWithoutAWindowIsTakenAndGivenBack()
    {
        const auto files = catalogueFiles();
        const auto found = std::ranges::find_if(files, [](const EmbeddedFile& one) {
            return one.name == std::string_view("higress-ai-quota.json");
        });
        const FormatFile file = parseFormatFile(found->name, found->text);
        QVERIFY(hasNoWindow(file));
        const auto leftAfter = [&](double left, const std::vector<Rule>& rules, const ShapeIntent& intent) {
            ShapeServer server(file, std::nullopt);
            server.nameAll({1, 1s});
            Record values;
            values.set("left", left);
            server.put("main", values);
            const ShapePlan plan = planShape(file, server.at(midnight), rules, intent);
            for (const KeyWrite& write : plan.writes)
                if (write.expiresIn || !write.keepExpiry)
                    throw std::logic_error("it would expire");
            server.apply(plan, midnight);
            return server.at(midnight).record.number("left").value();
        };
        for (int round = 0; round < 50; ++round) {
            const double left = double(m_random() % 1000) - 200;
            const double units = double(1 + m_random() % 500);
            QCOMPARE(leftAfter(left, {}, ChargeUnits{units}), left - units);
            QCOMPARE(leftAfter(left, {}, ChargeUnits{-units}), left + units);
            QCOMPARE(leftAfter(left, {{900, 1s}}, ChargeUnits{units}), left - units);
            QCOMPARE(leftAfter(left, {{900, 1s}}, ChargeUnits{-units}), std::min(900.0, left + units));
            QCOMPARE(leftAfter(left, {}, BlockFor{{}, "x"}), std::min(left, 0.0));
            QCOMPARE(leftAfter(left, {{900, 1s}}, Reset{}), 900.0);
            QCOMPARE(leftAfter(left, {{900, 1s}}, Unblock{}), left <= 0 ? 900.0 : left);
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, leftAfter(left, {}, BlockFor{60s, "x"}));
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, leftAfter(left, {}, Reset{}));
        }
        FoundState gone;
        gone.now = midnight;
        for (const ShapeIntent& intent : {ShapeIntent(ChargeUnits{1}), ShapeIntent(BlockFor{{}, "x"})})
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, planShape(file, gone, {{{900, 1s}}}, intent));
        QVERIFY(planShape(file, gone, {}, Reset{}).writes.empty());
    }

    // What was given back beside a count is taken off, and stays where it is.
    void refundsBesideACountStay()
    {
        const auto file = std::ranges::find(allFiles(), "sentry-relay-quota", &FormatFile::name);
        QVERIFY(file != allFiles().end());
        for (int round = 0; round < 50; ++round) {
            PlannedSubject subject(*file, {20, 60s});
            const auto count = double(m_random() % 30);
            const auto refunded = double(m_random() % 10);
            NumberedWindow window{midnight / Nanos(60s), count - refunded, midnight + 120s, refunded};
            FoundState state = subject.at(midnight);
            state.windows = {window};
            state.keys["main"] = {true, window.expires, {}};
            const ShapeReading reading = readShape(*file, state, subject.rules);
            QCOMPARE(*reading.rules[0].used, count - refunded);
            const auto written = [&](const ShapeIntent& intent) {
                const ShapePlan plan = planShape(*file, state, subject.rules, intent);
                return plan.writes.empty() ? count : plan.writes.front().record.number("count").value();
            };
            QCOMPARE(written(ChargeUnits{3}), count + 3);
            QCOMPARE(written(BlockFor{10s, "x"}), 21 + count); // all of which may be given back yet
            QCOMPARE(written(ChargeUnits{-1}), count - refunded > 0 ? count - 1 : count);
        }
    }

    void plansSayWhatTheyCannotPromise()
    {
        using Cautions = std::vector<Caution>;
        const auto cautions = [](const char* name, Nanos duration) {
            const auto file = std::ranges::find(allFiles(), name, &FormatFile::name);
            return PlannedSubject(*file, {5, 10s}).plan(midnight, BlockFor{duration, "x"}).cautions;
        };
        const Caution whole = Caution::QuotaIsWholeAfter;
        const Caution refills = Caution::QuotaRefillsAfter;
        QCOMPARE(cautions("ttl", 60s), Cautions{whole});
        QCOMPARE(cautions("engagor-sliding-window", 60s), (Cautions{whole, Caution::DeniedCutsBlock}));
        QCOMPARE(cautions("engagor-sliding-window", 9s), Cautions{whole});
        QCOMPARE(cautions("circles-sliding-log", 60s), Cautions{whole});
        QCOMPARE(cautions("rack-attack", 60s), (Cautions{whole, Caution::LastsToWindowEnd}));
        QCOMPARE(cautions("laravel-duration-limiter", 60s), (Cautions{whole, Caution::WholeSeconds}));
        QCOMPARE(cautions("laravel-cache", 60s), Cautions{whole});
        QCOMPARE(cautions("upstash-token-bucket", 60s), (Cautions{refills, Caution::CachedByClients}));
        QCOMPARE(cautions("redis-cell", 60s), Cautions{refills});
        QCOMPARE(cautions("spring-cloud-gateway", 60s),
                 (Cautions{Caution::EndsEarlyWhenSilent, refills, Caution::WholeSeconds}));
        QCOMPARE(cautions("rate-limiter-flexible", 60s), (Cautions{whole, Caution::CachedByClients}));
    }

    void plansRefuseWhatTheyCannotDo_data() { addFormats(); }
    void plansRefuseWhatTheyCannotDo()
    {
        QFETCH(const FormatFile*, file);
        const PlannedSubject subject(*file, {5, 10s});
        for (const Nanos duration :
             {Nanos(0), Nanos(-1s), Nanos(std::chrono::days(371)), Nanos::max(), Nanos::min()})
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, subject.plan(midnight, BlockFor{duration, "x"}));
        for (const double units : {0.5, std::nan(""), HUGE_VAL, -HUGE_VAL, 1e300})
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, subject.plan(midnight, ChargeUnits{units}));
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
        for (int round = 0; round < 500; ++round) {
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
                  ShapeIntent(ChargeUnits{3}), ShapeIntent(ChargeUnits{-3})})
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
        static constexpr std::array<Micros, 3> units{1s, 60s, 1h};
        using Kind = CaptureType::Kind;
        if (isOfKind(file, "step", Kind::PhpInterval)) // whole seconds
            return {5, m_random() % 2 == 0 ? Micros(10s) : Micros(1h)};
        Rule any{Units(1 + m_random() % 20), windows[m_random() % windows.size()]};
        if (isOfKind(file, "window", Kind::Period) || isOfKind(file, "window", Kind::Period360))
            any.window = units[m_random() % units.size()];
        const bool takesBurst =
            (file.shape == Shape::Tat || file.shape == Shape::Bucket) && !typeOf(file, "step");
        if (takesBurst && m_random() % 3 == 0)
            any.burst = Units(1 + m_random() % 40);
        return any;
    }

    // Some requests, at some moments; returns the moment after.
    Nanos live(PlannedSubject& subject)
    {
        Nanos now = midnight + Nanos(std::int64_t(m_random() % 86'400'000) * 1'000'000);
        for (std::uint64_t i = m_random() % 6; i-- > 0;) {
            const ShapeReading reading = subject.read(now);
            if (counts(subject.file) && reading.rules[0].remaining.value_or(0) >= 1)
                subject.apply(
                    now, ChargeUnits{double(1 + m_random() % std::uint64_t(*reading.rules[0].remaining))});
            now += Nanos(subject.rules[0].window) * std::int64_t(m_random() % 1500) / 1000;
        }
        return now;
    }

    // By how much a block may be off.
    static Nanos slackOf(const FormatFile& file)
    {
        if (typeOf(file, "until")) // shorter than a blink is no block
            return 21ms;
        if (numberingOf(file) != Numbering::None)
            return 1ms;
        for (const char* const name : {"start", "end", "stamp", "time"})
            if (isOfKind(file, name, CaptureType::Kind::Seconds) && typeOf(file, name)->width == 0)
                return 1s;
        return 1ms;
    }

    static bool isNumberedBeyond(const FormatFile& file, const Rule& rule, Nanos duration)
    {
        if (file.shape == Shape::Slices)
            return duration > maxNumberedWindows * file.slice;
        return numberingOf(file) != Numbering::None && duration / rule.window >= maxNumberedWindows;
    }

    std::string describe(const PlannedSubject& subject, Nanos duration, const ShapeReading& reading) const
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

RATEWARDEN_SUITE(TestShapePlans)

#include "tst_shape_plans.moc"
