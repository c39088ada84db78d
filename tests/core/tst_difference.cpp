// SPDX-License-Identifier: GPL-3.0-or-later
// What is different about the denials of some time: scripted incidents, whose cause the sentence has to name,
// and quiet stretches, of which it has to say that nothing is.
#include "core/explain/difference_text.h"
#include "core/explain/proportion_test.h"
#include "core/formats/client_address.h"
#include "core/model/errors.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"

#include <fmt/format.h>

#include <QStringList>
#include <QTemporaryDir>
#include <QTest>

#include <array>
#include <cmath>
#include <functional>
#include <map>
#include <numbers>
#include <random>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

const Instant beginning{std::chrono::sys_days(std::chrono::year(2026) / 11 / 26) + 14h};
const TimeRange whole{beginning, beginning + 24min};
const TimeRange quietBefore{beginning + 6min, beginning + 18min};
const TimeRange selected{beginning + 18min, beginning + 22min};

enum Column : std::size_t { RuleColumn, VersionColumn, NodeColumn, FormatColumn };

/// A request on its way to the limiter, which scripts change.
struct Arrival {
    Instant at{};
    std::string token;
    TraceCost cost = 1;
    std::string node;
    std::string format = "ratewarden/gcra";
};

/// The rules of a moment, in windows on the clock, of each place that counts by itself.
struct Enforced {
    std::string version = "api v6";
    std::uint64_t perTenSeconds = 20;
    std::uint64_t perMinute = 80;
    std::string counts = "all"; // where
};

struct IncidentScript {
    std::function<void(std::vector<Arrival>&, std::mt19937&)> traffic = [](auto&, auto&) {
    };
    std::function<void(const Arrival&, Enforced&)> rules = [](auto&, auto&) {
    };
    std::function<bool(const Arrival&)> held = [](auto&) {
        return false;
    }; // by slots of nobody alive
    std::string heldBy = "10 at once";
    std::vector<KnownChange> changes{};
    double rate = 1; // of all traffic
};

/// Clients that come and go: each sends in bursts, of which some are denied.
std::vector<Arrival> usualTraffic(double rate, std::mt19937& random)
{
    std::vector<Arrival> arrivals;
    const auto client = [&](const std::string& token, double burstsPerMinute, int most) {
        std::exponential_distribution<double> pause(burstsPerMinute * rate / 60);
        std::uniform_int_distribution<int> size(1, most);
        std::uniform_int_distribution<int> gap(20'000, 600'000);
        std::uniform_int_distribution<int> node(1, 3);
        for (Instant at = beginning + Micros(std::int64_t(pause(random) * 1e6)); at < whole.to;
             at += Micros(std::int64_t(pause(random) * 1e6))) {
            Instant next = at;
            const int count = size(random);
            for (int i = 0; i < count; ++i, next += Micros(gap(random)))
                arrivals.push_back({next, token, 1, fmt::format("gw-{}", node(random))});
        }
    };
    for (int i = 0; i < 60; ++i)
        client(fmt::format("user:{}", i), 1.2, 34);
    for (int i = 0; i < 20; ++i)
        client(fmt::format("ip:198.51.{}.{}", i % 4, i), 1.0, 34);
    for (int i = 0; i < 6; ++i)
        client(fmt::format("partner:{}", i), 2.0, 40);
    return arrivals;
}

/// Some clients that send evenly while the selected time lasts, and how much.
void addSteady(std::vector<Arrival>& arrivals, const std::string& prefix, int clients, double perSecond,
               std::mt19937& random)
{
    std::exponential_distribution<double> pause(perSecond);
    for (int i = 0; i < clients; ++i)
        for (Instant at = selected.from + 2s; at < selected.to;
             at += Micros(std::int64_t(pause(random) * 1e6)))
            arrivals.push_back({at, fmt::format("{}{}", prefix, i), 1, fmt::format("gw-{}", 1 + i % 3)});
}

DecisionLog played(const IncidentScript& script, std::mt19937& random)
{
    std::vector<Arrival> arrivals = usualTraffic(script.rate, random);
    script.traffic(arrivals, random);
    std::ranges::stable_sort(arrivals, {}, &Arrival::at);
    DecisionLog log;
    log.columns.resize(4);
    const std::array names{"rule", "version", "node", "format"};
    for (std::size_t i = 0; i < names.size(); ++i)
        log.columns[i].name = names.at(i);
    const auto tell = [&](Column column, const std::string& text) {
        DecisionColumn& it = log.columns[column];
        it.values.push_back(text.empty() ? 0 : it.placeOf(text));
    };
    TraceBuilder trace;
    std::map<std::pair<std::string, std::int64_t>, std::uint64_t> used;
    for (const Arrival& arrival : arrivals) {
        Enforced enforced;
        script.rules(arrival, enforced);
        const Micros clock = arrival.at.time_since_epoch();
        const std::string who = enforced.counts + "/" + arrival.token;
        std::uint64_t& ofTen = used[{who + "/10s", clock / 10s}];
        std::uint64_t& ofMinute = used[{who + "/min", clock / 1min}];
        std::string rule;
        if (script.held(arrival))
            rule = script.heldBy;
        else if (ofTen + arrival.cost > enforced.perTenSeconds)
            rule = fmt::format("{}/10s", enforced.perTenSeconds);
        else if (ofMinute + arrival.cost > enforced.perMinute)
            rule = fmt::format("{}/min", enforced.perMinute);
        if (rule.empty()) {
            ofTen += arrival.cost;
            ofMinute += arrival.cost;
        }
        trace.add(arrival.at, arrival.token, arrival.cost);
        log.denied.push_back(rule.empty() ? 0 : 1);
        tell(RuleColumn, rule);
        tell(VersionColumn, enforced.version);
        tell(NodeColumn, arrival.node);
        tell(FormatColumn, arrival.format);
    }
    log.trace = trace.take();
    return log;
}

std::string sentenceOf(const Difference& difference)
{
    return differenceText(difference, englishWriter([](Instant moment) {
                              return fmt::format("{}", (moment - beginning).count());
                          }));
}

/// What is called different, in one line; none: nothing is.
QStringList differencesOf(const DecisionLog& log, const DifferenceQuestion& question)
{
    const Difference difference = differenceOf(log, question);
    QStringList found;
    if (!difference.isNothing())
        found << QString::fromStdString(sentenceOf(difference));
    for (const ComparedDimension& dimension : difference.dimensions)
        if (found.isEmpty() && dimension.degree != DifferenceDegree::None)
            found << QString::fromStdString(dimension.values.front().text);
    return found;
}

struct Incident {
    const char* name;
    IncidentScript script;
    std::vector<std::string> says; // words of the sentence
};

bool isSelected(const Arrival& arrival)
{
    return selected.contains(arrival.at);
}

std::vector<Incident> incidents()
{
    std::vector<Incident> all;
    all.push_back(
        {"a publish that was too tight", {}, {"version api v7", "rule 5/10s", "\"api v7 published\""}});
    all.back().script.rules = [](const Arrival& arrival, Enforced& enforced) {
        if (isSelected(arrival)) {
            enforced.version = "api v7";
            enforced.perTenSeconds = 5;
        }
    };
    all.back().script.changes = {{beginning + 9min, "deploy api 1.4"}, {selected.from, "api v7 published"}};

    all.push_back({"one network", {}, {"network ip:203.0.113.0/24"}});
    all.back().script.traffic = [](std::vector<Arrival>& arrivals, std::mt19937& random) {
        addSteady(arrivals, "ip:203.0.113.", 30, 3, random);
    };

    all.push_back({"one customer with a retry loop", {}, {"token user:7"}});
    all.back().script.traffic = [](std::vector<Arrival>& arrivals, std::mt19937& random) {
        std::vector<Arrival> loop;
        addSteady(loop, "user:", 1, 12, random);
        for (Arrival& one : loop)
            one.token = "user:7";
        arrivals.insert(arrivals.end(), loop.begin(), loop.end());
    };

    all.push_back({"a leaked worker", {}, {"token tenant:acme", "rule 10 at once"}});
    all.back().script.traffic = [](std::vector<Arrival>& arrivals, std::mt19937& random) {
        std::exponential_distribution<double> pause(6);
        for (Instant at = beginning; at < whole.to; at += Micros(std::int64_t(pause(random) * 1e6)))
            arrivals.push_back({at, "tenant:acme", 1, "gw-1", "litellm"});
    };
    all.back().script.rules = [](const Arrival& arrival, Enforced& enforced) {
        if (arrival.token == "tenant:acme")
            enforced.perTenSeconds = enforced.perMinute = 1'000'000;
    };
    all.back().script.held = [](const Arrival& arrival) {
        return arrival.token == "tenant:acme" && isSelected(arrival);
    };

    all.push_back({"a second gateway that counts apart", {}, {"fell", "node gw-b", "deploy gw-b"}});
    all.back().script.traffic = [](std::vector<Arrival>& arrivals, std::mt19937& random) {
        std::bernoulli_distribution half(0.5);
        for (Arrival& arrival : arrivals)
            arrival.node = isSelected(arrival) && half(random) ? "gw-b" : "gw-a";
    };
    all.back().script.rules = [](const Arrival& arrival, Enforced& enforced) {
        enforced.counts = arrival.node;
    };
    all.back().script.changes = {{selected.from - 2s, "deploy gw-b"}};

    // Whoever has a state is denied until the clock is there again.
    all.push_back({"a clock step", {}, {"rose", "all alike", "clock stepped back"}});
    all.back().script.held = [](const Arrival& arrival) {
        return isSelected(arrival);
    };
    all.back().script.heldBy = "20/10s";
    all.back().script.changes = {{selected.from, "clock stepped back"}};

    all.push_back({"a cost that grew", {}, {"cost 5"}});
    all.back().script.traffic = [](std::vector<Arrival>& arrivals, std::mt19937&) {
        for (Arrival& arrival : arrivals)
            arrival.cost = isSelected(arrival) ? 5 : 1;
    };

    // Whoever was limited may begin anew, again and again.
    all.push_back({"an eviction", {}, {"fell", "keys were evicted"}});
    all.back().script.rules = [](const Arrival& arrival, Enforced& enforced) {
        if (isSelected(arrival))
            enforced.counts = std::to_string(arrival.at.time_since_epoch() / 2s);
    };
    all.back().script.changes = {{selected.from, "keys were evicted"}};
    return all;
}

/// What became of a request, and what is known of it.
struct Decided {
    bool isDenied = false;
    std::string rule;
    std::string version;
};

/// One request a second, of forty clients.
DecisionLog decidedBy(int count, const std::function<Decided(int)>& decide)
{
    DecisionLog log;
    log.columns.resize(2);
    log.columns[0].name = "rule";
    log.columns[1].name = "version";
    const auto tell = [](DecisionColumn& column, const std::string& text) {
        column.values.push_back(text.empty() ? 0 : column.placeOf(text));
    };
    TraceBuilder trace;
    for (int i = 0; i < count; ++i) {
        const Decided it = decide(i);
        trace.add(beginning + i * 1s, fmt::format("user:{}", i / 8 * 7 % 40));
        log.denied.push_back(it.isDenied ? 1 : 0);
        tell(log.columns[0], it.rule);
        tell(log.columns[1], it.version);
    }
    log.trace = trace.take();
    return log;
}

const ComparedDimension& columnOf(const Difference& difference, const char* name)
{
    return *std::ranges::find(difference.dimensions, name, &ComparedDimension::column);
}

struct Stretch {
    const char* name;
    IncidentScript script;
    TimeRange area = selected;
    TimeRange baseline = quietBefore;
    Micros window{};
};

std::vector<Stretch> stretches()
{
    std::vector<Stretch> all;
    all.push_back({"as usual", {}});
    all.push_back({"a short time", {}, {beginning + 20min, beginning + 20min + 40s}});
    all.push_back({"a baseline that is shorter",
                   {},
                   {beginning + 10min, beginning + 20min},
                   {beginning + 6min, beginning + 9min}});
    all.push_back({"changes that do nothing", {}, selected, quietBefore, 1min});
    all.back().script.changes = {{selected.from, "api v6 published"}, {beginning + 10min, "deploy"}};
    all.push_back({"little traffic", {}});
    all.back().script.rate = 0.1;
    all.push_back({"a tenth more traffic", {}});
    all.back().script.traffic = [](std::vector<Arrival>& arrivals, std::mt19937& random) {
        addSteady(arrivals, "user:new", 12, 0.3, random);
    };
    all.push_back({"no denials", {}});
    all.back().script.rules = [](const Arrival&, Enforced& enforced) {
        enforced.perTenSeconds = enforced.perMinute = 1'000'000;
    };
    all.push_back({"a version that is as strict", {}});
    all.back().script.traffic = [](std::vector<Arrival>& arrivals, std::mt19937& random) {
        std::bernoulli_distribution half(0.5);
        for (Arrival& arrival : arrivals)
            arrival.format = half(random) ? "ratewarden/gcra" : "rate-limiter-flexible";
    };
    return all;
}

} // namespace

class TestDifference : public QObject {
    Q_OBJECT

private:
    quint32 m_seed = testSeed();
    const DifferenceQuestion m_halves{
        {beginning + 1000s, beginning + 2000s}, {beginning, beginning + 1000s}, {}, {}};

private Q_SLOTS:
    void incidentsAreNamed_data()
    {
        QTest::addColumn<int>("incident");
        const std::vector<Incident> all = incidents();
        for (std::size_t i = 0; i < all.size(); ++i)
            QTest::newRow(all[i].name) << int(i);
    }

    void incidentsAreNamed()
    {
        QFETCH(int, incident);
        const Incident it = incidents().at(std::size_t(incident));
        std::mt19937 random(m_seed + quint32(incident));
        const DecisionLog log = played(it.script, random);
        const Difference difference = differenceOf(log, {selected, quietBefore, it.script.changes});
        const std::string sentence = sentenceOf(difference);
        for (const std::string& words : it.says)
            QVERIFY2(sentence.find(words) != std::string::npos,
                     fmt::format("{} ({})", sentence, words).c_str());
    }

    // By its bounds up to two of a thousand stretches are called different by chance: of the first forty more
    // than one is in one of three hundred runs. Then more are drawn, and of all two hundred more than four
    // are in one of a hundred thousand runs.
    void quietStretchesAre()
    {
        QStringList found;
        const std::vector<Stretch> all = stretches();
        const auto play = [&](int from, int to) {
            for (std::size_t i = 0; i < all.size(); ++i)
                for (int draw = from; draw < to; ++draw) {
                    const Stretch& it = all[i];
                    std::mt19937 random(m_seed + 100 * quint32(draw + 1) + quint32(i));
                    const DecisionLog log = played(it.script, random);
                    for (const QString& one :
                         differencesOf(log, {it.area, it.baseline, it.script.changes, it.window}))
                        found << QStringLiteral("%1: %2").arg(QLatin1String(it.name), one);
                }
        };
        play(0, 5);
        const bool areFew = found.size() <= 1;
        if (!areFew)
            play(5, 25);
        QVERIFY2(areFew || found.size() <= 4, qPrintable(found.join(QLatin1Char('\n'))));
    }

    void smallNumbersAreNeverDifferent()
    {
        // All of the area's denials are of one client, and none before; there are not enough of them.
        for (const std::size_t denied : {std::size_t(5), std::size_t(leastDenials - 1)}) {
            DecisionLog log;
            TraceBuilder trace;
            for (std::size_t i = 0; i < 1200; ++i) {
                const bool isIn = i >= 1000 && i < 1000 + denied;
                trace.add(beginning + i * 1s, isIn ? "user:7" : fmt::format("user:{}", 100 + i % 40));
                log.denied.push_back(isIn || (i < 1000 && i % 100 == 0) ? 1 : 0);
            }
            log.trace = trace.take();
            const Difference difference = differenceOf(
                log, {{beginning + 1000s, beginning + 1200s}, {beginning, beginning + 1000s}, {}, {}});
            QCOMPARE(difference.trend, Difference::Trend::TooFew);
            QVERIFY(difference.isNothing());
            for (const ComparedDimension& dimension : difference.dimensions)
                QCOMPARE(dimension.degree, DifferenceDegree::None);
            QCOMPARE(sentenceOf(difference),
                     fmt::format("Too few denials to compare: {}, and 10 in the baseline.", denied));
        }
    }

    void figuresAreCounted()
    {
        std::mt19937 random(m_seed);
        const Incident it = incidents().at(0);
        const DecisionLog log = played(it.script, random);
        const Difference difference = differenceOf(log, {selected, quietBefore, it.script.changes, {}});
        std::uint64_t denied = 0;
        std::uint64_t requests = 0;
        for (std::size_t i = 0; i < log.trace.size(); ++i)
            if (selected.contains(log.trace.times[i])) {
                ++requests;
                denied += log.denied[i];
            }
        QCOMPARE(difference.denied, denied);
        QCOMPARE(difference.requests, requests);
        const auto version = std::ranges::find(difference.dimensions, "version", &ComparedDimension::column);
        QVERIFY(version != difference.dimensions.end());
        QCOMPARE(version->degree, DifferenceDegree::VeryDifferent);
        QCOMPARE(version->valueCount, std::size_t(2));
        const auto newest = std::ranges::find(version->values, "api v7", &ComparedValue::text);
        QCOMPARE(newest->denied, denied);
        QCOMPARE(newest->share, 1.0);
        QCOMPARE(newest->shareBefore, 0.0);
        QVERIFY(std::abs(newest->effect - std::numbers::pi) < 1e-9);
        QVERIFY(std::ranges::is_sorted(difference.dimensions, std::ranges::greater(),
                                       &ComparedDimension::degree));
    }

    void theMostDifferentValueComesFirst()
    {
        // Of nine in ten denials there is nothing left, which is more than what took their place has.
        const DecisionLog log = decidedBy(2000, [](int i) {
            const bool isOld = i < 1000 && i % 10 != 0;
            return Decided{true, isOld ? "1/s" : fmt::format("{}/min", i / 10 % 3), ""};
        });
        const Difference difference = differenceOf(log, m_halves);
        const ComparedDimension& rule = columnOf(difference, "rule");
        QCOMPARE(rule.values.size(), std::size_t(4));
        QCOMPARE(rule.values[1].degree, DifferenceDegree::VeryDifferent);
        QCOMPARE(rule.values[0].text, std::string("1/s"));
        QVERIFY(rule.values[0].effect < -2);
        // Where two are all, both differ as much.
        const DecisionLog ofTwo = decidedBy(2000, [](int i) {
            const bool isOld = i < 1000 ? i % 10 != 0 : i % 7 == 0;
            return Decided{true, isOld ? "1/s" : "9/min", ""};
        });
        const Difference two = differenceOf(ofTwo, m_halves);
        QCOMPARE(columnOf(two, "rule").values.at(0).text, std::string("9/min"));
    }

    void ofSeveralCausesNoShareBeforeIsSaid()
    {
        const auto sentence = [this](int everyOf) {
            const DecisionLog log = decidedBy(2000, [everyOf](int i) {
                const bool isNew = i >= 1000 && i % 5 != 0;
                const bool isVersion = i >= 1000 ? isNew : i % everyOf == 0;
                return Decided{true, isNew ? "5/s" : "1/s", isVersion ? "v7" : "v6"};
            });
            return sentenceOf(differenceOf(log, m_halves));
        };
        QCOMPARE(
            sentence(4),
            std::string("About as many denials as before, but others: 80 % have rule 5/s and version v7."));
        QCOMPARE(
            sentence(1),
            std::string("About as many denials as before, but others: 80 % have rule 5/s (0 % before)."));
    }

    void whereDenialsFellTheBaselineIsCompared()
    {
        // Half of the baseline's requests are denied, all of v6; then nothing is, and few are of v6.
        const DecisionLog log = decidedBy(2000, [](int i) {
            const bool isDenied = i < 1000 && i % 2 == 0;
            const bool isOld = isDenied || (i >= 1000 && i % 8 == 0);
            return Decided{isDenied, isDenied ? "1/s" : "", isOld ? "v6" : "v7"};
        });
        const Difference difference = differenceOf(log, m_halves);
        QCOMPARE(difference.trend, Difference::Trend::Fell);
        const ComparedDimension& version = columnOf(difference, "version");
        QCOMPARE(version.with, ComparedDimension::With::Requests);
        const auto old = std::ranges::find(version.values, "v6", &ComparedValue::text);
        QVERIFY(old != version.values.end());
        QCOMPARE(old->share, 0.125);     // of the area's requests
        QCOMPARE(old->shareBefore, 1.0); // of the baseline's denials
        QVERIFY(old->effect < 0);
        QVERIFY(difference.newRequests.has_value());
        QCOMPARE(difference.value(*difference.newRequests).text, std::string("v7"));
    }

    void whatIsDoneLaterIsNoCause()
    {
        const DecisionLog log = decidedBy(2000, [](int i) {
            return Decided{i >= 1000 || i % 10 == 0, "", ""};
        });
        const TimeRange area{beginning + 1000s, beginning + 2000s};
        const TimeRange baseline{beginning, beginning + 1000s};
        std::vector<KnownChange> changes{{beginning + 1040s, "gateway was restarted"}};
        const Difference alone = differenceOf(log, {area, baseline, changes, {}});
        QVERIFY(alone.began == beginning + 1000s);
        QVERIFY2(!alone.after, sentenceOf(alone).c_str());
        changes.push_back({beginning + 990s, "api v7 published"});
        const Difference both = differenceOf(log, {area, baseline, changes, {}});
        QVERIFY2(both.after && both.after->text == "api v7 published", sentenceOf(both).c_str());
    }

    void timesAreChecked()
    {
        const DecisionLog none;
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, differenceOf(none, {selected, selected, {}, {}}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument,
                                 differenceOf(none, {{beginning, beginning}, quietBefore, {}, {}}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, usualBaseline(none.trace, selected));
        TraceBuilder trace;
        trace.add(beginning + 15min, "user:1");
        const Trace one = trace.take();
        QVERIFY(usualBaseline(one, selected) == (TimeRange{beginning + 15min, selected.from}));
        QVERIFY(differenceOf(none, {selected, quietBefore, {}, {}}).isNothing());
    }

    void burstsAreChance()
    {
        // Of 20 slices with ten events each, the same share: once even, once all of a slice or nothing.
        const std::vector<Slice> even(20, {5, 10});
        std::vector<Slice> bursts;
        for (int i = 0; i < 20; ++i)
            bursts.push_back({i % 2 == 0 ? 10.0 : 0.0, 10});
        const std::vector<Slice> other(20, {2, 10});
        QVERIFY(chanceOfDifference(shareOf(even), shareOf(other)) < 1e-6);
        QVERIFY(chanceOfDifference(shareOf(bursts), shareOf(other)) > 1e-3);
        QVERIFY(chanceOfDifference(shareOf(even, bursts), shareOf(other)) > 1e-3);
        QCOMPARE(chanceOfDifference(shareOf({}), shareOf(other)), 1.0);
        // 200 events in one time, 130 in another as long: alone that is no chance, in bursts of fifty it is.
        QVERIFY(chanceOfDifference(rateOf(std::vector<Slice>(20, {10, 1})),
                                   rateOf(std::vector<Slice>(20, {6.5, 1}))) < 1e-3);
        std::vector<Slice> few(20, {0, 1});
        few[2].with = few[7].with = few[12].with = few[17].with = 50;
        QVERIFY(chanceOfDifference(rateOf(few), rateOf(std::vector<Slice>(20, {6.5, 1}))) > 1e-2);
        QCOMPARE(effectSize(0.3, 0.3), 0.0);
        QVERIFY(effectSize(0.1, 0.3) < 0);
    }

    void decisionsAreReadFromALog()
    {
        const QTemporaryDir folder;
        const QString path = folder.filePath("gateway.log");
        QVERIFY(writeInto(
            path, R"({"ts":"2026-11-26T14:00:02Z","ip":"203.0.113.9","status":429,"limit":{"rule":"1/s"}}
{"ts":"2026-11-26T14:00:01Z","ip":"203.0.113.8","status":200,"limit":{"rule":"-"}}
{"ts":"2026-11-26T14:00:02Z","ip":"203.0.113.7","status":503,"limit":{"rule":"9/min"}}
{"ts":"2026-11-26T14:00:03Z","ip":"203.0.113.7","status":200}
)"));
        const auto read = [&](const std::vector<std::string>& fields) {
            DecisionCollector collector(fields);
            ReadOptions options;
            collector.attachTo(options);
            ReadTraffic traffic = readTrafficFile(path.toStdString(), options);
            return collector.finish(std::move(traffic));
        };
        const DecisionLog log = read({"limit.rule"});
        QCOMPARE(log.trace.size(), std::size_t(4));
        QVERIFY(log.denied == (std::vector<std::uint8_t>{0, 1, 1, 0})); // in the order of time
        std::vector<std::string> rules;
        for (const std::uint32_t value : log.columns.at(0).values)
            rules.push_back(log.columns[0].texts.at(value));
        QVERIFY(rules == (std::vector<std::string>{"", "1/s", "9/min", ""}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, read({"nothing"}));
    }

    void networksAreNamed()
    {
        QCOMPARE(networkIn("203.0.113.9"), "203.0.113.0/24");
        QCOMPARE(networkIn("ip:203.0.113.9"), "ip:203.0.113.0/24");
        QCOMPARE(networkIn("ip:2001:db8:7:1::9"), "ip:2001:db8:7::/48");
        QCOMPARE(networkIn("user:42"), "");
        QCOMPARE(networkIn(""), "");
    }
};

RATEWARDEN_SUITE(TestDifference)
#include "tst_difference.moc"
