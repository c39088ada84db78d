// SPDX-License-Identifier: GPL-3.0-or-later
#include "core/lab/traffic_plan.h"
#include "core/model/errors.h"
#include "tests/support/printing.h"
#include "tests/support/suites.h"

#include <QTest>

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

constexpr auto shapes = {PlanShape::Steady, PlanShape::Poisson, PlanShape::Bursts, PlanShape::Daily,
                         PlanShape::RetryStorm};

bool isSameTraffic(const Trace& one, const Trace& other)
{
    return one.times == other.times && one.tokens == other.tokens && one.costs == other.costs;
}

double secondsInto(const TrafficPlan& plan, Instant time)
{
    return double((time - plan.start).count()) / 1e6;
}

std::size_t requestCountOf(const Trace& trace, std::string_view token)
{
    return std::size_t(std::ranges::count(trace.tokens, trace.names.find(token)));
}

/// How the gaps of the only token spread: their deviation by their mean. 0: all alike; 1: a Poisson process.
double spreadOfGaps(const Trace& trace)
{
    double sum = 0;
    double squares = 0;
    for (std::size_t i = 1; i < trace.size(); ++i) {
        const auto gap = double((trace.times[i] - trace.times[i - 1]).count());
        sum += gap;
        squares += gap * gap;
    }
    const double count = double(trace.size() - 1);
    return std::sqrt(squares / count - sum * sum / count / count) / (sum / count);
}

} // namespace

class TestTrafficPlan : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void aPlanIsRepeatable()
    {
        for (const PlanShape shape : shapes) {
            TrafficPlan plan;
            plan.shape = shape;
            plan.highestCost = 100;
            const Trace trace = makeTraffic(plan);
            QVERIFY(trace.size() > 1000);
            QVERIFY(isSameTraffic(makeTraffic(plan), trace));
            plan.seed = 2;
            QVERIFY(!isSameTraffic(makeTraffic(plan), trace));
        }
    }

    // The same numbers everywhere: a seed in a report means the same trace on another machine.
    void aSeedMeansTheSameEverywhere()
    {
        TrafficPlan plan;
        plan.shape = PlanShape::Steady;
        plan.tokens = 1;
        plan.perSecond = 10;
        plan.seed = 42;
        plan.highestCost = 100;
        const Trace trace = makeTraffic(plan);
        const std::array<std::int64_t, 3> micros{7324, 115834, 214042};
        const std::array<TraceCost, 3> costs{5, 1, 2};
        for (std::size_t i = 0; i < micros.size(); ++i) {
            QCOMPARE(std::int64_t((trace.times[i] - plan.start).count()), micros[i]);
            QCOMPARE(trace.costs[i], costs[i]);
        }
    }

    void ratesAndBoundsAreKept()
    {
        for (const PlanShape shape : shapes) {
            TrafficPlan plan;
            plan.shape = shape;
            plan.tokens = 50;
            plan.perSecond = 5;
            plan.duration = 24h;
            const Trace trace = makeTraffic(plan);
            const double expected = 5.0 * 86'400;
            if (shape == PlanShape::RetryStorm)
                QVERIFY(double(trace.size()) > 1.5 * expected); // retries come on top
            else
                QVERIFY2(std::abs(double(trace.size()) / expected - 1) < 0.02,
                         qPrintable(QString::number(trace.size())));
            QVERIFY(std::ranges::is_sorted(trace.times));
            QVERIFY(trace.times.front() >= plan.start);
            QVERIFY(trace.times.back() < plan.start + plan.duration);
            QVERIFY(trace.times.back() > plan.start + plan.duration - 10min);
            QVERIFY(trace.costs.empty());
        }
    }

    void shapesSpreadTheirGaps()
    {
        TrafficPlan plan;
        plan.tokens = 1;
        plan.perSecond = 1;
        plan.duration = 10h;
        plan.shape = PlanShape::Steady;
        QVERIFY(spreadOfGaps(makeTraffic(plan)) < 0.07);
        plan.shape = PlanShape::Poisson;
        const double poisson = spreadOfGaps(makeTraffic(plan));
        QVERIFY2(poisson > 0.95 && poisson < 1.05, qPrintable(QString::number(poisson)));
        plan.shape = PlanShape::Bursts;
        QVERIFY(spreadOfGaps(makeTraffic(plan)) > 2);
    }

    void aBurstTakesAboutASecond()
    {
        TrafficPlan plan;
        plan.shape = PlanShape::Bursts;
        plan.tokens = 1;
        plan.perSecond = 0.5;
        plan.burst = 20;
        plan.duration = 1h;
        const Trace trace = makeTraffic(plan);
        std::size_t inAny = 0;
        for (std::size_t i = 0; i + 19 < trace.size(); ++i)
            inAny += trace.times[i + 19] - trace.times[i] < 2s ? 1 : 0;
        QVERIFY2(inAny >= 85, qPrintable(QString::number(inAny))); // of 90 bursts
    }

    void sharesFollowZipf()
    {
        TrafficPlan plan;
        plan.perSecond = 5000;
        const Trace trace = makeTraffic(plan);
        const auto first = double(requestCountOf(trace, "user:1"));
        QVERIFY(std::abs(first / double(requestCountOf(trace, "user:2")) - 2) < 0.1);
        QVERIFY(std::abs(first / double(requestCountOf(trace, "user:50")) - 50) < 2.5);
        plan.zipf = 0;
        const Trace even = makeTraffic(plan);
        QVERIFY(std::abs(double(requestCountOf(even, "user:1")) / double(requestCountOf(even, "user:100")) -
                         1) < 0.05);
    }

    void aDayHasItsBusyHour()
    {
        TrafficPlan plan;
        plan.shape = PlanShape::Daily;
        plan.duration = 48h;
        plan.start += 5h; // the hour of the day counts, not that of the trace
        plan.perSecond = 10;
        const Trace trace = makeTraffic(plan);
        std::array<int, 24> hours{};
        for (const Instant time : trace.times)
            ++hours[std::size_t(time.time_since_epoch() / 1h % 24)];
        QCOMPARE(std::ranges::max_element(hours) - hours.begin() >= 12, true);
        QCOMPARE(std::ranges::max_element(hours) - hours.begin() <= 15, true);
        QVERIFY(hours[2] * 12 < hours[14]);
    }

    // The tries of one request come ever later when clients back off.
    void retriesMakeAStorm()
    {
        TrafficPlan plan;
        plan.shape = PlanShape::RetryStorm;
        plan.duration = 1000s;
        plan.perSecond = 100;
        const auto rateBetween = [&plan](const Trace& trace, double from, double to) {
            return double(std::ranges::count_if(trace.times,
                                                [&](Instant time) {
                                                    const double at = secondsInto(plan, time);
                                                    return at >= from && at < to;
                                                })) /
                   (to - from);
        };
        const Trace storm = makeTraffic(plan);
        plan.backsOff = true;
        const Trace mild = makeTraffic(plan);
        for (const Trace& trace : {storm, mild}) {
            QVERIFY(std::abs(rateBetween(trace, 0, 400) - 100) < 10);
            QVERIFY(std::abs(rateBetween(trace, 700, 1000) - 100) < 10);
        }
        // Twenty tries of each within some 15 s, or a few of them.
        QVERIFY2(std::abs(rateBetween(storm, 450, 600) - 2000) < 100,
                 qPrintable(QString::number(rateBetween(storm, 450, 600))));
        QVERIFY(rateBetween(mild, 420, 500) > 300);
        QVERIFY(rateBetween(mild, 420, 500) < 1000);
    }

    void costsHaveAHeavyTail()
    {
        TrafficPlan plan;
        plan.lowestCost = 10;
        plan.highestCost = 8000;
        const Trace trace = makeTraffic(plan);
        std::vector<TraceCost> costs = trace.costs;
        std::ranges::sort(costs);
        QVERIFY(costs.front() >= 10);
        QVERIFY(costs.back() <= 8000);
        QVERIFY(costs.back() > 4000);
        const TraceCost middle = costs[costs.size() / 2];
        QVERIFY2(middle >= 19 && middle <= 21, qPrintable(QString::number(middle)));
        plan.lowestCost = plan.highestCost = 7;
        QVERIFY(std::ranges::all_of(makeTraffic(plan).costs, [](TraceCost cost) { return cost == 7; }));
    }

    void whatIsNoPlanIsRefused_data()
    {
        QTest::addColumn<int>("which");
        for (int which = 0; which < 11; ++which)
            QTest::addRow("%d", which) << which;
    }
    void whatIsNoPlanIsRefused()
    {
        QFETCH(int, which);
        TrafficPlan plan;
        switch (which) {
        case 0:
            plan.tokens = 0;
            break;
        case 1:
            plan.perSecond = 0;
            break;
        case 2:
            plan.perSecond = std::numeric_limits<double>::quiet_NaN();
            break;
        case 3:
            plan.perSecond = 1e9;
            break;
        case 4:
            plan.duration = 0s;
            break;
        case 5:
            plan.zipf = -1;
            break;
        case 6:
            plan.burst = 0;
            break;
        case 7:
            plan.lowestCost = 0;
            break;
        case 8:
            plan.lowestCost = 2;
            break;
        case 9:
            plan.start = Instant(-1s);
            break;
        default:
            plan.tokens = 1'000'000'000;
            break;
        }
        QVERIFY(!faultsOf(plan).empty());
        QVERIFY(!textOf(faultsOf(plan).front()).empty());
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, makeTraffic(plan));
    }

    void allFaultsAreNamed()
    {
        TrafficPlan plan;
        QVERIFY(faultsOf(plan).empty());
        plan.tokens = 0;
        plan.burst = -1;
        plan.highestCost = 0;
        QCOMPARE(faultsOf(plan),
                 (std::vector{PlanFault::NoTokens, PlanFault::BadBurst, PlanFault::BadCosts}));
    }

    void makingIsStopped()
    {
        std::stop_source stop;
        double last = 0;
        TrafficPlan plan;
        QVERIFY_THROWS_EXCEPTION(Stopped, makeTraffic(plan, Progress(stop.get_token(), [&](double share) {
                                                          QVERIFY(share >= last && share <= 1);
                                                          last = share;
                                                          if (share > 0.5)
                                                              stop.request_stop();
                                                      })));
        QVERIFY(last > 0.5 && last < 1);
    }
};

RATEWARDEN_SUITE(TestTrafficPlan)
#include "tst_traffic_plan.moc"
