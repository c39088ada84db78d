// SPDX-License-Identifier: GPL-3.0-or-later
// labels: threads
// Requests whose costs are known afterwards: what is learned of them, and what ways of reserving come to.
#include "core/lab/lab_work.h"
#include "core/model/errors.h"
#include "tests/support/files.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"
#include "tests/support/threads.h"

#include <QTemporaryDir>
#include <QTest>

#include <algorithm>
#include <cmath>
#include <random>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

Policy slidingLog(const char* rules)
{
    return {"p", "sliding-log", parseRules(rules)};
}

/// Of three models and some tokens, over ten minutes.
MeteredTraffic anyTraffic(std::mt19937& random)
{
    MeteredTraffic traffic;
    for (const char* const kind : {"small", "large", "odd"})
        traffic.kinds.add(kind);
    for (int i = 0; i < 5; ++i)
        traffic.names.add("user:" + std::to_string(i));
    std::lognormal_distribution<double> share(-2, 0.7);
    Instant at{1'795'000'000s};
    for (int i = 0; i < 3000; ++i) {
        at += Micros(std::int64_t(std::exponential_distribution<double>(5e-6)(random)));
        MeteredRequest request;
        request.at = at;
        request.token = TokenId(std::uniform_int_distribution(0, 4)(random));
        request.kind = std::uint32_t(std::uniform_int_distribution(0, 2)(random));
        request.declared = 1000 + 3000 * request.kind;
        request.actual =
            TraceCost(std::clamp(std::ceil(share(random) * request.declared), 1.0, double(request.declared)));
        request.took = Micros(std::int64_t(request.actual) * 10'000);
        traffic.requests.push_back(request);
    }
    return traffic;
}

} // namespace

class TestReserving : public QObject {
    Q_OBJECT

    QTemporaryDir m_directory;

    std::string fileOf(const char* text) { return fileIn(m_directory, "traffic.csv", text).toStdString(); }

private Q_SLOTS:
    void anEstimateIsWhatIsStated_data()
    {
        QTest::addColumn<double>("quantile");
        for (const double quantile : {0.5, 0.9, 0.99})
            QTest::addRow("%g", quantile) << quantile;
    }

    void anEstimateIsWhatIsStated()
    {
        QFETCH(double, quantile);
        std::mt19937 random(testSeed());
        Estimator estimator({.quantile = quantile, .keys = 10, .memory = 100'000});
        std::lognormal_distribution<double> ratio(-1, 0.8);
        const auto actualOf = [&](Units declared) {
            return Units(std::ceil(ratio(random) * double(declared)));
        };
        for (int i = 0; i < 20'000; ++i)
            estimator.learn("m", 10'000, actualOf(10'000));
        const Units estimate = estimator.estimate("m", 10'000);
        int within = 0;
        constexpr int tries = 20'000;
        for (int i = 0; i < tries; ++i)
            within += actualOf(10'000) <= estimate ? 1 : 0;
        const double share = double(within) / tries;
        QVERIFY2(share > quantile - 0.02, qPrintable(QString::number(share)));
        // No more than a step of the histogram above it: a ninth of the ratio, of which as much again is what
        // chance may do to the rarest in 20,000.
        const double exact = std::exp(-1 + 0.8 * [&] {
            double low = -5;
            double high = 5;
            while (high - low > 1e-9) {
                const double middle = (low + high) / 2;
                (0.5 * std::erfc(-middle / std::sqrt(2.0)) < quantile ? low : high) = middle;
            }
            return low;
        }());
        QVERIFY2(double(estimate) < 10'000 * exact * 1.25, qPrintable(QString::number(estimate)));
    }

    void whatIsNotKnownIsEstimatedByWhatIs()
    {
        Estimator estimator({.quantile = 0.9, .keys = 2, .memory = 40});
        QCOMPARE(estimator.estimate("a", 800), 800); // nothing was learned
        for (std::size_t i = 0; i < Estimator::fewest; ++i)
            estimator.learn("a", 1000, 250);
        QCOMPARE(estimator.estimate("a", 800), 200);
        QCOMPARE(estimator.estimate("b", 800), 200); // by all keys
        for (std::size_t i = 0; i < 5 * Estimator::fewest; ++i)
            estimator.learn("b", 1000, 1000);
        QCOMPARE(estimator.estimate("b", 800), 800);
        QCOMPARE(estimator.estimate("a", 800), 200);
        estimator.learn("c", 1000, 1000); // b, which was used least lately, is forgotten
        QCOMPARE(estimator.estimate("a", 800), 200);
        QCOMPARE(estimator.estimate("b", 0), 1);
        estimator.learn("a", 0, 5); // teaches nothing
        for (std::size_t i = 0; i < 200; ++i)
            estimator.learn("a", 1000, 1000); // what came last counts most
        QCOMPARE(estimator.estimate("a", 800), 800);
        estimator.learn("huge", 1, maxUnits);
        QVERIFY(estimator.estimate("a", maxUnits) <= maxUnits);
    }

    void whatWasLearnedIsTold()
    {
        Estimator estimator({.quantile = 0.9, .keys = 3});
        for (std::size_t i = 1; i < Estimator::fewest; ++i)
            estimator.learn("few", 1000, 10);
        QVERIFY(estimator.learned().empty());
        for (std::size_t i = 0; i < Estimator::fewest; ++i)
            estimator.learn("a", 1000, 250);
        for (std::size_t i = 0; i < 2 * Estimator::fewest; ++i)
            estimator.learn("b", 1000, i % 10 == 0 ? 1000 : 500); // one of ten is above the quantile
        const std::vector<Estimator::Learned> learned = estimator.learned();
        QCOMPARE(learned.size(), std::size_t(2));
        QCOMPARE(learned[0].key, std::string("b"));
        QCOMPARE(learned[0].requests, 2 * Estimator::fewest);
        QCOMPARE(learned[0].ratio, 0.5);
        QCOMPARE(learned[1].key, std::string("a"));
        QCOMPARE(learned[1].ratio, 0.25);
    }

    // So that keys of any length take bounded memory, and those with one beginning are still two.
    void longKeysAreRememberedByTheirHash()
    {
        Estimator estimator({.quantile = 0.9, .keys = 3});
        const std::string beginning(1'000'000, 'm');
        const std::string longest(Estimator::longestName, 'm');
        for (std::size_t i = 0; i < Estimator::fewest; ++i) {
            estimator.learn(beginning + "1", 1000, 250);
            estimator.learn(beginning + "2", 1000, 500);
            estimator.learn(longest, 1000, 125);
        }
        QCOMPARE(estimator.estimate(beginning + "1", 800), 200);
        QCOMPARE(estimator.estimate(beginning + "2", 800), 400);
        QCOMPARE(estimator.estimate(longest, 800), 100);
        const std::vector<Estimator::Learned> learned = estimator.learned();
        QCOMPARE(learned.size(), std::size_t(3));
        for (const Estimator::Learned& one : learned)
            QCOMPARE(one.key.size(), Estimator::longestName);
        QVERIFY(std::ranges::count(learned, longest, &Estimator::Learned::key) == 1);
    }

    void ratiosAboveTheLargestAreLearnedAsThat()
    {
        Estimator estimator;
        for (std::size_t i = 0; i < Estimator::fewest; ++i)
            estimator.learn("m", 10, 10'000);
        QCOMPARE(estimator.estimate("m", 10), 640);
    }

    void optionsOutOfRange()
    {
        for (const Estimator::Options& options :
             {Estimator::Options{.quantile = 0}, Estimator::Options{.quantile = 1},
              Estimator::Options{.quantile = std::nan("")}, Estimator::Options{.keys = 0},
              Estimator::Options{.memory = 10}})
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, Estimator{options});
    }

    void learnsInThreads()
    {
        Estimator estimator({.keys = 3});
        inThreads(4, [&](int thread) {
            for (int i = 0; i < 2000; ++i) {
                const std::string key = "m" + std::to_string((thread + i) % 5);
                estimator.learn(key, 100, 50);
                const Units units = estimator.estimate(key, 100);
                if (units != 50 && units != 100)
                    qFatal("not what was learned: %lld", (long long)units);
            }
        });
        QCOMPARE(estimator.estimate("m1", 100), 50);
    }

    // The declared maximum is never exceeded; with nothing but the number of requests reserved, limits are.
    void whatWaysOfReservingComeTo()
    {
        const unsigned seed = testSeed();
        std::mt19937 random(seed);
        std::uint64_t falselyByMax = 0;
        std::uint64_t falselyByLearned = 0;
        Units unusedByMax = 0;
        Units unusedByLearned = 0;
        int exceeded = 0;
        for (int run = 0; run < 50; ++run) {
            const MeteredTraffic traffic = anyTraffic(random);
            const Policy policy = slidingLog(run % 2 == 0 ? "20000/min" : "9000/10s + 60000/10min");
            const auto tried = [&](const char* way) {
                return tryReserving(traffic, policy, parseReserveWay(way));
            };
            const ReserveTrial max = tried("max");
            QCOMPARE(max.overshoot, 0);
            QVERIFY(max.requests == traffic.requests.size() && max.denied > 0);
            const ReserveTrial learned = tried("learned:0.9");
            falselyByMax += max.falselyDenied;
            falselyByLearned += learned.falselyDenied;
            unusedByMax += max.unused;
            unusedByLearned += learned.unused;
            QCOMPARE(learned.learned.size(), std::size_t(3));
            QVERIFY(max.learned.empty() && max.way.kind == ReserveWay::Kind::Max);
            exceeded += tried("afterwards").overshoot > 0 ? 1 : 0;
            QCOMPARE(tried("constant:1").spent, tried("afterwards").spent);
        }
        QVERIFY(exceeded > 25);
        QVERIFY2(2 * falselyByLearned < falselyByMax,
                 qPrintable(QString("%1 %2, seed %3").arg(falselyByLearned).arg(falselyByMax).arg(seed)));
        QVERIFY2(4 * unusedByLearned < 3 * unusedByMax,
                 qPrintable(QString("%1 %2").arg(unusedByLearned).arg(unusedByMax)));
    }

    void withEveryCostKnownNothingIsDeniedFalsely()
    {
        std::mt19937 random(testSeed());
        MeteredTraffic traffic = anyTraffic(random);
        for (MeteredRequest& request : traffic.requests)
            request.declared = request.actual;
        const ReserveTrial trial =
            tryReserving(traffic, slidingLog("5000/10s + 20000/min"), parseReserveWay("max"));
        QVERIFY(trial.denied > 0);
        QCOMPARE(trial.falselyDenied, std::uint64_t(0));
        QCOMPARE(trial.unused, 0);
        QCOMPARE(trial.overshoot, 0);
    }

    void readsTracesOfOthers()
    {
        const MeteredTraffic burst =
            readMeteredTraffic(fileOf("Timestamp,Model,Request tokens,Response tokens,Total tokens,Log Type\n"
                                      "5,ChatGPT,472,18,490,Conversation log\n"
                                      "45,GPT-4,1087,230,1317,API log\r\n"
                                      "118,ChatGPT,417,-,693,API log\n"
                                      "121,ChatGPT,6,9000,9006,API log\n"));
        QCOMPARE(burst.requests.size(), std::size_t(3));
        QCOMPARE(burst.rejected, std::uint64_t(1));
        QCOMPARE(burst.kinds.size(), std::size_t(2));
        QCOMPARE(burst.names[0], std::string_view("all"));
        QCOMPARE(burst.requests[0].at, Instant(5s));
        QCOMPARE(burst.requests[1].actual, TraceCost(1317));
        QCOMPARE(burst.requests[1].declared, TraceCost(1087 + 4096));
        QCOMPARE(burst.requests[1].took, Micros(4'600'000));
        QCOMPARE(burst.requests[2].declared, TraceCost(9006)); // longer than the longest answer

        const MeteredTraffic azure = readMeteredTraffic(fileOf("TIMESTAMP,ContextTokens,GeneratedTokens\n"
                                                               "2023-11-16 18:17:04.0319600,396,109\n"
                                                               "2023-11-16 18:17:03.9799600,374,44\n"),
                                                        {.longestAnswer = 1000, .unitsPerSecond = 44});
        QCOMPARE(azure.requests.size(), std::size_t(2));
        QCOMPARE(azure.requests[0].actual, TraceCost(418)); // in order of time
        QCOMPARE(azure.requests[0].took, Micros(1'000'000));
        QCOMPARE(azure.requests[1].declared, TraceCost(1396));

        const MeteredTraffic own = readMeteredTraffic(
            fileOf("at,user,model,max_tokens,cost,duration\n1795000000,\"user:4,2\",m,500,70,2.5\n"));
        QCOMPARE(own.names[0], std::string_view("user:4,2"));
        QCOMPARE(own.requests[0].declared, TraceCost(500));
        QCOMPARE(own.requests[0].actual, TraceCost(70));
        QCOMPARE(own.requests[0].took, Micros(2'500'000));
    }

    // Who knows no second cost reads the same file, with what requests have cost in the end.
    void aFileWithTwoCostsIsTrafficToo()
    {
        const std::string file = fileOf("time,user,declared,cost\n"
                                        "1795000002,b,500,30\n"
                                        "1795000001,a,500,70\n"
                                        "1795000003,,500,70\n"
                                        "soon,a,500,70\n"
                                        "1795000003,a,500,much\n"
                                        "1795000003,a\n");
        QVERIFY(hasTwoCosts(file));
        ReadOptions options;
        options.fields.token = "user";
        QVERIFY(!hasTwoCosts(file, options));
        options = {};
        options.withoutStatus = {429};
        QVERIFY(!hasTwoCosts(file, options));
        options = {};
        options.request = [](const LogRequest&, std::span<const std::string>) {
        };
        QVERIFY(!hasTwoCosts(file, options));
        QVERIFY(!hasTwoCosts("/nowhere.csv"));
        QVERIFY(!hasTwoCosts(m_directory.path().toStdString()));

        const SharedTraffic traffic = trafficOfFile(file, {});
        QVERIFY(traffic->metered);
        QCOMPARE(traffic->metered->assumedAnswer, TraceCost(0));
        QCOMPARE(traffic->metered->requests[1].declared, TraceCost(500));
        QCOMPARE(traffic->trace.costs, (std::vector<TraceCost>{70, 30}));
        QCOMPARE(traffic->trace.names[traffic->trace.tokens[0]], std::string_view("a"));
        QCOMPARE(traffic->summary.source, file);
        QCOMPARE(traffic->summary.requests, std::size_t(2));
        QCOMPARE(traffic->summary.lines, std::uint64_t(7));
        QCOMPARE(traffic->summary.rejected, std::uint64_t(4));
        QCOMPARE(traffic->summary.firstRejected, (std::vector<RejectedLine>{{4, LineFault::NoToken},
                                                                            {5, LineFault::BadTime},
                                                                            {6, LineFault::BadCost},
                                                                            {7, LineFault::Syntax}}));
        QVERIFY(!trafficOfFile(fileOf("time,user,cost\n1795000002,b,500\n"), {})->metered);
    }

    void theUsualWays()
    {
        std::mt19937 random(testSeed());
        MeteredTraffic traffic = anyTraffic(random);
        for (MeteredRequest& request : traffic.requests)
            request.actual = request.kind == 0 ? 100 : 400;
        traffic.requests.resize(3);
        traffic.requests[0].kind = 0;
        traffic.requests[0].actual = 100;
        for (std::size_t i : {1U, 2U})
            traffic.requests[i].actual = 401;
        std::string ways;
        for (const ReserveWay& way : usualWays(traffic))
            ways += notation(way) + " ";
        QCOMPARE(ways, std::string("afterwards max constant:301 learned:0.9 "));
        QCOMPARE(notation(usualWays({})[2]), std::string("constant:1"));
    }

    void refusals()
    {
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, static_cast<void>(readMeteredTraffic("/nowhere.csv")));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument,
                                 static_cast<void>(readMeteredTraffic(fileOf("time,token,cost\n1,a,2\n"))));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, static_cast<void>(readMeteredTraffic(fileOf(""))));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, static_cast<void>(readMeteredTraffic(
                                                      fileOf("time,declared,actual\nsoon,5,2\n"))));
        for (const char* const way :
             {"", "most", "constant", "constant:0", "constant:1.5", "learned:1", "learned:", "max:1"})
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, static_cast<void>(parseReserveWay(way)));
        for (const char* const way : {"afterwards", "max", "constant:500", "learned:0.95"})
            QCOMPARE(notation(parseReserveWay(way)), std::string(way));
        QCOMPARE(notation(parseReserveWay("learned")), std::string("learned:0.9"));
        QVERIFY_THROWS_EXCEPTION(
            InvalidArgument,
            static_cast<void>(tryReserving(MeteredTraffic(), {"p", "gcra", parseRules("1/s")}, {})));
    }
};

RATEWARDEN_SUITE(TestReserving)
#include "tst_reserving.moc"
