// SPDX-License-Identifier: GPL-3.0-or-later
// What is in an area of a time line, against a count of every pair of requests. The seed is printed and can
// be set: RATEWARDEN_SEED=7 tst_area_summary
#include "core/lab/area_summary.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"

#include <QTest>

#include <algorithm>
#include <random>
#include <vector>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

constexpr Instant areaStart{1'000'000s};

AreaSummary naiveSummary(const std::vector<AreaRequests>& all, const TimeRange& area, Micros window)
{
    std::vector<AreaRequests> in;
    for (const AreaRequests& one : all)
        if (one.allowed + one.denied > 0 && one.at >= area.from && one.at < area.to)
            in.push_back(one);
    AreaSummary naive;
    std::vector<std::optional<std::size_t>> rules;
    for (std::size_t i = 0; i < in.size(); ++i) {
        naive.allowed += in[i].allowed;
        naive.denied += in[i].denied;
        if (in[i].denied > 0)
            rules.push_back(in[i].rule);
        Units most = 0;
        for (const AreaRequests& other : in)
            if (other.at <= in[i].at && in[i].at - other.at < window)
                most += other.allowed + other.denied;
        naive.most = std::max(naive.most, most);
        if (i > 0)
            naive.longestGap = std::max<Micros>(naive.longestGap, in[i].at - in[i - 1].at);
    }
    if (!rules.empty() && std::ranges::count(rules, rules.front()) == std::ssize(rules))
        naive.rule = rules.front();
    return naive;
}

} // namespace

class TestAreaSummary : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void saysWhatIsInTheArea()
    {
        const std::vector<AreaRequests> all{{areaStart, 1, 0, {}},
                                            {areaStart + 1s, 1, 0, {}},
                                            {areaStart + 1500ms, 0, 1, 0},
                                            {areaStart + 2s, 0, 1, 0},
                                            {areaStart + 6s, 1, 0, {}}};
        const AreaSummary whole = summaryOf(all, {areaStart, areaStart + 7s}, 1s);
        QVERIFY((whole == AreaSummary{3, 2, 0, 2, 4s})); // 1 s and 2 s are never in one window
        QCOMPARE(whole.requests(), 5);
        QVERIFY((summaryOf(all, {areaStart, areaStart + 7s}, 1001ms).most == 3));
        QVERIFY((summaryOf(all, {areaStart + 1s, areaStart + 2s}, 1s) == AreaSummary{1, 1, 0, 2, 500ms}));
        QVERIFY((summaryOf(all, {areaStart + 3s, areaStart + 4s}, 1s) == AreaSummary{}));
        QVERIFY((summaryOf({}, allTime, 1s) == AreaSummary{}));
    }

    void namesARuleOnlyIfItDeniedAll()
    {
        const TimeRange area{areaStart, areaStart + 1min};
        std::vector<AreaRequests> all{{areaStart, 0, 1, 1}, {areaStart + 1s, 0, 1, 1}};
        QVERIFY(summaryOf(all, area, 1s).rule == 1U);
        all.push_back({areaStart + 2s, 0, 1, 0});
        all.push_back({areaStart + 3s, 0, 1, 1});
        QVERIFY(!summaryOf(all, area, 1s).rule);
        all = {{areaStart, 0, 1, {}}, {areaStart + 1s, 0, 1, 1}};
        QVERIFY(!summaryOf(all, area, 1s).rule);
    }

    void isWhatANaiveCountSays()
    {
        std::mt19937_64 random(testSeed());
        const auto below = [&](std::int64_t end) {
            return std::int64_t(random() % std::uint64_t(end));
        };
        for (int round = 0; round < 2000; ++round) {
            std::vector<AreaRequests> all;
            Instant at = areaStart;
            const std::int64_t rules = 1 + below(3);
            for (std::int64_t left = below(40); left > 0; --left) {
                at += Micros(below(3) == 0 ? 0 : below(12)); // often several at one moment
                const bool isDenied = below(3) == 0;
                const bool isCounted = below(4) == 0;
                all.push_back({at, isDenied && !isCounted ? 0 : below(isCounted ? 5 : 2),
                               isDenied ? 1 + below(3) : 0,
                               below(5) == 0 ? std::nullopt : std::optional(std::size_t(below(rules)))});
            }
            const Instant from = areaStart + Micros(below(200) - 20);
            const TimeRange area{from, from + Micros(below(200))};
            const Micros window(1 + below(60));
            QVERIFY(summaryOf(all, area, window) == naiveSummary(all, area, window));
        }
    }
};

RATEWARDEN_SUITE(TestAreaSummary)
#include "tst_area_summary.moc"
