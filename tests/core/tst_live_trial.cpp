// SPDX-License-Identifier: GPL-3.0-or-later
// labels: engine threads clock
// Live trials on a real server: when requests are planned, that latencies count from the planned moment, what
// is allowed and denied, and that nothing stays on the server, whatever happens. RATEWARDEN_LIVE: a program
// that runs one until it is killed.
#include "core/lab/live_trial.h"
#include "core/lab/scratch_keys.h"
#include "core/lab/trial.h"
#include "core/redis/guard.h"
#include "core/redis/pipelined_connection.h"
#include "core/tokens/reader.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/cluster_node.h"
#include "tests/support/limiter_fixture.h"
#include "tests/support/naive_trials.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"
#include "tests/support/users.h"

#include <QProcess>
#include <QTest>

#include <algorithm>
#include <optional>
#include <random>
#include <set>
#include <thread>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;
using std::chrono::nanoseconds;

namespace {

constexpr Instant liveStart{Micros(1'795'000'000'000'000)};

/// So many requests, evenly, of some tokens by turns.
Trace steady(int requests, Micros gap, int tokens)
{
    TraceBuilder builder;
    for (int i = 0; i < requests; ++i)
        builder.add(liveStart + i * gap, "user:" + std::to_string(i % tokens));
    return builder.take();
}

Trace at(const std::vector<Micros>& times)
{
    TraceBuilder builder;
    for (const Micros time : times)
        builder.add(liveStart + time, "a");
    return builder.take();
}

std::vector<nanoseconds> plan(const Trace& trace, const Pace& pace)
{
    Arrivals arrivals(trace, pace);
    std::vector<nanoseconds> times;
    while (const auto arrival = arrivals.next())
        times.push_back(arrival->at);
    return times;
}

} // namespace

class TestLiveTrial : public QObject, private LimiterFixture {
    Q_OBJECT

private:
    std::vector<std::string> keys()
    {
        std::vector<std::string> names;
        const Reply reply = m_connection.call({"KEYS", "*"});
        for (std::size_t i = 0; i < reply.view().size(); ++i)
            names.emplace_back(reply.view()[i].string());
        return names;
    }
    LiveTrial run(const Trace& trace, const Candidate& tried, const LiveTrialOptions& options,
                  const std::stop_token& stop = {}, const LiveReport& report = {})
    {
        return runLiveTrial(m_connection, m_server.endpoint(), trace, tried, options, stop, report);
    }

private Q_SLOTS:
    void init() { m_connection.call({"FLUSHALL"}); }

    void quantilesAreWithinOnePercent()
    {
        std::mt19937 random(testSeed());
        std::lognormal_distribution<double> latency(6, 2);
        LatencyHistogram histogram;
        std::vector<Micros> all;
        for (int i = 0; i < 20'000; ++i) {
            all.emplace_back(std::int64_t(latency(random)));
            histogram.add(all.back());
        }
        std::ranges::sort(all);
        QCOMPARE(histogram.count(), all.size());
        QCOMPARE(histogram.max(), all.back());
        for (const double share : {0.01, 0.5, 0.9, 0.99, 0.999, 1.0}) {
            const Micros exact = all[std::size_t(std::ceil(share * double(all.size()))) - 1];
            const Micros told = histogram.quantile(share);
            QVERIFY2(told >= exact && double(told.count()) <= double(exact.count()) * 1.01,
                     qPrintable(QString("%1: %2, not %3").arg(share).arg(told.count()).arg(exact.count())));
        }
        std::uint64_t sum = 0;
        Micros before{-1};
        for (const LatencyHistogram::Step& step : histogram.steps()) {
            QVERIFY(step.upTo > before);
            before = step.upTo;
            sum += step.count;
        }
        QCOMPARE(sum, histogram.count());
        histogram.clear();
        QCOMPARE(histogram.quantile(0.5), Micros());
        histogram.add(-1us);
        histogram.add(std::chrono::days(400));
        QCOMPARE(histogram.quantile(0), Micros());
        QVERIFY(histogram.max() > std::chrono::days(12));
    }

    void arrivalsFollowTheTrace()
    {
        const Trace trace = at({0s, 1s, 1s, 4s});
        // Once, twice as fast.
        QVERIFY(
            (plan(trace, {.factor = 2, .duration = 0us}) == std::vector<nanoseconds>{0s, 500ms, 500ms, 2s}));
        // 4 requests in 4 s and the mean gap, 16/3 s: at 3 a second a round takes 4/3 s.
        const std::vector<nanoseconds> twice = plan(trace, {.perSecond = 3, .duration = 1600ms});
        QVERIFY((twice ==
                 std::vector<nanoseconds>{0s, 250ms, 250ms, 1s, 1333333333ns, 1583333333ns, 1583333333ns}));
        QCOMPARE(plan(trace, {.perSecond = 3, .duration = 12s}).size(), std::size_t(36));
        // What is sent has that mean, also where the trace is slower at its beginning.
        const std::vector<nanoseconds> cut =
            plan(at({0s, 10s, 20s, 21s, 22s, 23s}), {.perSecond = 3, .duration = 1s});
        QVERIFY((cut == std::vector<nanoseconds>{0s, 333333333ns, 666666667ns}));
        // Whole seconds: those of one second are spread over it.
        QVERIFY((plan(trace, {.duration = 0us, .resolution = 1s}) ==
                 std::vector<nanoseconds>{0s, 1s, 1500ms, 4s}));
        // One moment has no rhythm.
        QVERIFY((plan(at({0s, 0s, 0s}), {.perSecond = 10, .duration = 450ms}) ==
                 std::vector<nanoseconds>{0s, 100ms, 200ms, 300ms, 400ms}));
        QCOMPARE(plan(at({0s, 0s, 0s}), {.duration = 1s}).size(), std::size_t(3));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, Arrivals(Trace(), {}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, Arrivals(trace, {.factor = 0}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, Arrivals(trace, {.perSecond = -1}));
    }

    void sumsAreThoseOfTheArrivals()
    {
        const Trace trace = at({0s, 1s, 1s, 4s, 7s, 7500ms, 20s});
        for (const double perSecond : {0.0, 2.0, 100.0})
            for (const Micros duration : {Micros(0), Micros(10s), Micros(61s)}) {
                const Pace pace{.perSecond = perSecond, .duration = duration};
                const std::vector<nanoseconds> times = plan(trace, pace);
                std::size_t peak = 0;
                for (std::size_t i = 0, first = 0; i < times.size(); ++i) {
                    while (times[first] <= times[i] - 1s)
                        ++first;
                    peak = std::max(peak, i - first + 1);
                }
                const ArrivalSums sums = sumsOf(trace, pace);
                QCOMPARE(sums.requests, times.size());
                QCOMPARE(sums.peak, peak);
                QCOMPARE(sums.tokens, std::uint64_t(1));
            }
    }

    // Far below and far above its limit the server's clock decides as the trace's does: what the real scripts
    // deny is what the trial in memory says. And nothing is left.
    void verdictsAreThoseOfTheTrialInMemory_data() { addAlgorithms(); }
    void verdictsAreThoseOfTheTrialInMemory()
    {
        QFETCH(QString, algorithm);
        m_connection.call({"SET", "somebody:else", "1"});
        const Trace trace = steady(600, 1ms, 5); // 120 requests of each token
        const GroupedTrace grouped(trace);
        LiveTrialOptions options;
        options.pace.duration = 0us;
        for (const char* const rules : {"1000/min", "20/d"}) {
            const Candidate tried = candidateOf(algorithm.toStdString(), rules, true);
            const LiveTrial live = run(trace, tried, options);
            const Trial memory = tryOn(grouped, tried);
            QVERIFY(live.end == LiveTrial::End::Complete);
            QCOMPARE(live.counts.planned, std::uint64_t(600));
            QCOMPARE(live.counts.sent, std::uint64_t(600));
            QCOMPARE(live.counts.answered, std::uint64_t(600));
            QCOMPARE(live.counts.errors + live.counts.lost + live.counts.dropped, std::uint64_t(0));
            QCOMPARE(live.counts.denied, memory.denied);
            QVERIFY(live.deniedByToken == memory.deniedByToken);
            QCOMPARE(live.tokensDenied, memory.tokensDenied);
            QCOMPARE(live.latency.count(), std::uint64_t(600));
            QVERIFY(live.length >= 599ms);
            QVERIFY2(live.leftOver.empty(), live.leftOver.c_str());
            QCOMPARE(live.keysRemoved, std::uint64_t(10)); // states and counts
            QVERIFY(keys() == std::vector<std::string>{"somebody:else"});
        }
    }

    // A server that stalls for 600 ms is charged with all whose moment came meanwhile.
    void latencyCountsFromThePlannedMoment()
    {
        const Trace trace = steady(8000, 250us, 100); // the pause may begin late
        LiveTrialOptions options;
        options.pace.duration = 0us;
        options.connections = 1;
        Connection other(m_server.endpoint(), unhurried);
        bool paused = false;
        std::size_t reports = 0;
        const LiveTrial live =
            run(trace, candidateOf("gcra", "1000/s"), options, {}, [&](const LiveProgress& progress) {
                ++reports;
                if (!paused && progress.counts.answered > 100) {
                    paused = true;
                    other.call({"CLIENT", "PAUSE", "600", "ALL"});
                }
            });
        QVERIFY(paused && reports > 3);
        QCOMPARE(live.counts.answered, std::uint64_t(8000));
        QVERIFY2(live.latency.max() >= 590ms, qPrintable(QString::number(live.latency.max().count())));
        // Of the 2,400 that were planned meanwhile, those of the first half waited for 300 ms at least.
        std::uint64_t waited = 0;
        for (const LatencyHistogram::Step& step : live.latency.steps())
            if (step.upTo >= 300ms)
                waited += step.count;
        QVERIFY2(waited >= 1150, qPrintable(QString::number(waited)));
        QVERIFY(live.latency.quantile(0.99) >= 450ms);
        QVERIFY(std::ranges::any_of(live.intervals, [](const LiveInterval& interval) {
            return interval.max >= 500ms && interval.median >= interval.p99 / 100;
        }));
    }

    // What the connection does not take leaves late, and that is counted.
    void lateRequestsAreCounted()
    {
        const Trace trace = steady(30'000, 50us, 100);
        LiveTrialOptions options;
        options.pace.duration = 0us;
        options.force = true;
        options.connections = 1;
        options.mostOutstanding = 100'000;
        // A server that reads nothing: what the system's buffers do not hold stays with us.
        std::optional<Micros> frozen;
        bool thawed = false;
        const LiveTrial live =
            run(trace, candidateOf("gcra", "1000/s"), options, {}, [&](const LiveProgress& progress) {
                if (!frozen && progress.counts.answered > 0) {
                    frozen = progress.elapsed;
                    m_server.freeze();
                } else if (frozen && !thawed && progress.elapsed > *frozen + 800ms) {
                    thawed = true;
                    m_server.thaw();
                }
            });
        QVERIFY(thawed);
        QCOMPARE(live.counts.sent, std::uint64_t(30'000));
        QVERIFY2(live.counts.late > 1000, qPrintable(QString::number(live.counts.late)));
        QVERIFY(live.latest > 100ms && live.latency.max() >= 800ms);
        // Nearly all of them waited, also those that left only when it was over.
        std::uint64_t waited = 0;
        for (const LatencyHistogram::Step& step : live.latency.steps())
            if (step.upTo >= 250ms)
                waited += step.count;
        QVERIFY2(waited >= 7000, qPrintable(QString::number(waited)));
        QVERIFY(live.meanLateness > 1ms && live.meanLateness <= live.latest);
    }

    void tooManyOutstandingAreDropped()
    {
        const Trace trace = steady(4000, 500us, 10);
        LiveTrialOptions options;
        options.pace.duration = 0us;
        options.mostOutstanding = 100;
        Connection other(m_server.endpoint(), unhurried);
        bool paused = false;
        const LiveTrial live =
            run(trace, candidateOf("fixed-window", "1000/s"), options, {}, [&](const LiveProgress& progress) {
                QVERIFY(progress.outstanding <= 100);
                if (!paused && progress.counts.answered > 50) {
                    paused = true;
                    other.call({"CLIENT", "PAUSE", "500", "ALL"});
                }
            });
        QCOMPARE(live.counts.planned, std::uint64_t(4000));
        QVERIFY2(live.counts.dropped >= 500, qPrintable(QString::number(live.counts.dropped)));
        QCOMPARE(live.counts.sent + live.counts.dropped, std::uint64_t(4000));
        QCOMPARE(live.counts.answered, live.counts.sent);
        std::uint64_t dropped = 0;
        for (const LiveInterval& interval : live.intervals)
            dropped += interval.counts.dropped;
        QCOMPARE(dropped, live.counts.dropped);
    }

    void stoppedInTheMiddle()
    {
        const Trace trace = steady(1000, 100ms, 10);
        std::stop_source stop;
        const LiveTrial live = run(trace, candidateOf("sliding-log", "5/s"), {}, stop.get_token(),
                                   [&](const LiveProgress& progress) {
                                       QCOMPARE(progress.length, Micros(29'900ms));
                                       if (progress.counts.answered >= 5)
                                           stop.request_stop();
                                   });
        QVERIFY(live.end == LiveTrial::End::Stopped);
        QVERIFY(live.counts.answered >= 5 && live.counts.answered < 100);
        QCOMPARE(live.counts.answered, live.counts.sent);
        QVERIFY(live.keysRemoved >= 1);
        QVERIFY(keys().empty());
    }

    // While it runs no key is anybody's token, each expires, and the trial is known to be in progress.
    void keysOfATrialInProgress_data() { addAlgorithms(); }
    void keysOfATrialInProgress()
    {
        QFETCH(QString, algorithm);
        Connection other(m_server.endpoint(), unhurried);
        std::stop_source stop;
        bool looked = false;
        const LiveTrial live =
            run(steady(1000, 5ms, 8), candidateOf(algorithm.toStdString(), "5/s + 3000/d", true),
                {.pace = {.duration = 0us}}, stop.get_token(), [&](const LiveProgress& progress) {
                    if (looked || progress.counts.answered < 20)
                        return;
                    looked = true;
                    const Reply names = other.call({"KEYS", "*"});
                    QCOMPARE(names.view().size(), std::size_t(8 + 8 + 1));
                    for (std::size_t i = 0; i < names.view().size(); ++i) {
                        const std::string_view name = names.view()[i].string();
                        QVERIFY(name == scratchRunsKey || name.starts_with("rw:{%scratch:"));
                        QVERIFY(other.call({"PTTL", name}).view().integer() > 0);
                    }
                    ScanCursor cursor;
                    QVERIFY(scanSubjects(other, cursor).subjects.empty());
                    const CleanedScratch cleaned = cleanScratch(other);
                    QCOMPARE(cleaned.inProgress, std::size_t(1));
                    QCOMPARE(cleaned.runs + cleaned.keys, std::uint64_t(0));
                    QVERIFY(cleaned.longestLease > 0us && cleaned.longestLease <= scratchLease + 1s);
                    stop.request_stop();
                });
        QVERIFY(looked);
        QCOMPARE(live.keysRemoved, std::uint64_t(16));
        QVERIFY(keys().empty());
    }

    void aTrialInProgressSaysSoAgainAndAgain()
    {
        Connection other(m_server.endpoint(), unhurried);
        std::stop_source stop;
        std::set<Instant> said;
        run(steady(1000, 20ms, 4), candidateOf("gcra", "5/s"), {.pace = {.duration = 0us}}, stop.get_token(),
            [&](const LiveProgress&) {
                said.insert(readScratchRuns(other).runs.at(0).aliveUntil);
                if (said.size() == 3)
                    stop.request_stop();
            });
        QCOMPARE(said.size(), std::size_t(3));
        QVERIFY(*said.rbegin() - *said.begin() >= 1500ms);
    }

    void errorsAreCountedByKind()
    {
        Connection other(m_server.endpoint(), unhurried);
        std::stop_source stop;
        bool isDamaged = false;
        std::optional<std::uint64_t> plannedAtFlush;
        const LiveTrial live =
            run(steady(100'000, 1ms, 4), candidateOf("gcra", "5/s"), {.pace = {.duration = 0us}},
                stop.get_token(), [&](const LiveProgress& progress) {
                    const LiveCounts& counts = progress.counts;
                    if (!isDamaged && counts.answered > 50) {
                        isDamaged = true;
                        const ScratchRuns runs = readScratchRuns(other);
                        other.pipeline({Command{"LPUSH", "damage", "x"},
                                        Command{"RENAME", "damage", scratchStateKey(runs.runs.at(0), 2)}});
                    } else if (!plannedAtFlush && counts.errors > 20) {
                        other.call({"SCRIPT", "FLUSH"}); // as after a restart: it is sent again
                        plannedAtFlush = counts.planned;
                    } else if (plannedAtFlush && counts.answered > *plannedAtFlush) {
                        stop.request_stop();
                    }
                });
        QVERIFY(live.end == LiveTrial::End::Stopped);
        QCOMPARE(live.counts.answered, live.counts.sent);
        QCOMPARE(live.errors.size(), std::size_t(2));
        std::uint64_t all = 0;
        for (const LiveErrors& errors : live.errors) {
            all += errors.count;
            QVERIFY2(errors.kind == "NOSCRIPT" || errors.kind == "WRONGTYPE", errors.first.c_str());
            QVERIFY(errors.first.starts_with(errors.kind + " "));
            QVERIFY(errors.kind == "NOSCRIPT" || errors.count > 20);
        }
        QCOMPARE(live.counts.errors, all);
        QVERIFY(keys().empty());
    }

    void serversThatAreRefused()
    {
        const Trace trace = steady(10, 1ms, 2);
        const Candidate tried = candidateOf("gcra", "5/s");
        Guard readOnly(m_connection);
        QVERIFY_THROWS_EXCEPTION(Refused, runLiveTrial(readOnly, m_server.endpoint(), trace, tried, {}));
        QVERIFY(keys().empty());

        const TestServer node(nodeArguments());
        Connection toNode(node.endpoint(), unhurried);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, runLiveTrial(toNode, node.endpoint(), trace, tried, {}));

        const TestServer replica({"--replicaof", "127.0.0.1 1"});
        Connection toReplica(replica.endpoint(), unhurried);
        try {
            runLiveTrial(toReplica, replica.endpoint(), trace, tried, {});
            QFAIL("a replica takes no trial");
        } catch (const InvalidArgument& error) {
            QVERIFY2(QString(error.what()).contains("is a replica"), error.what());
        }
        QVERIFY_THROWS_EXCEPTION(BadPolicy, run(trace, {"none", {"none", "gcra", {}}}, {}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, run(trace, tried, {.connections = 0}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, run(Trace(), tried, {}));
    }

    void concernsAreToldAndForced()
    {
        const Trace trace = steady(1000, 1ms, 50);
        const Candidate tried = candidateOf("gcra", "5/s");
        const auto concerns = [&](const LiveTrialOptions& options) {
            return estimateLiveTrial(m_connection, trace, tried, options).concerns;
        };
        QVERIFY(concerns({}).empty());
        LiveTrialOptions fast{.pace = {.perSecond = 20'000, .duration = 600ms}};
        QVERIFY((concerns(fast) == std::vector{LiveConcern::HighRate}));
        try {
            run(trace, tried, fast);
            QFAIL("not without force");
        } catch (const LiveTrialRefused& refused) {
            QVERIFY((refused.concerns() == std::vector{LiveConcern::HighRate}));
        }
        fast.force = true;
        QCOMPARE(run(trace, tried, fast).counts.planned, std::uint64_t(12'000));

        m_connection.call({"CONFIG", "SET", "maxmemory", "1gb", "maxmemory-policy", "allkeys-lru"});
        QVERIFY((concerns({}) == std::vector{LiveConcern::Evicts}));
        m_connection.call({"CONFIG", "SET", "maxmemory-policy", "noeviction"});
        QVERIFY(concerns({}).empty());
        m_connection.call({"CONFIG", "SET", "maxmemory", "1mb"});
        QVERIFY((concerns({}) == std::vector{LiveConcern::MemoryTight}));
        m_connection.call({"CONFIG", "SET", "maxmemory", "0"});

        const Endpoint endpoint = userWith("~rw:* +@all -info", m_server);
        Connection tester(endpoint, unhurried);
        QVERIFY((estimateLiveTrial(tester, trace, tried, {}).concerns ==
                 std::vector{LiveConcern::ServerUnknown}));
        // Who may not remove does not begin.
        m_connection.call({"ACL", "SETUSER", "someone", "+info", "-unlink"});
        QVERIFY_THROWS_EXCEPTION(Refused, runLiveTrial(tester, endpoint, trace, tried, {}));
        QVERIFY(keys().empty());
    }

    // What the keys take is at most what was said, and not a multiple of it.
    void memoryIsEstimated_data() { addAlgorithms(); }
    void memoryIsEstimated()
    {
        QFETCH(QString, algorithm);
        const Trace trace = steady(3000, 300us, 100);
        const Candidate tried = candidateOf(algorithm.toStdString(), "20/s + 1000/h");
        const LiveTrialOptions options{.pace = {.duration = 0us}};
        const std::int64_t told = estimateLiveTrial(m_connection, trace, tried, options).bytes;
        Connection other(m_server.endpoint(), unhurried);
        std::int64_t bytes = 0;
        run(trace, tried, options, {}, [&](const LiveProgress& progress) {
            if (bytes > 0 || progress.counts.answered < 3000)
                return;
            const ScratchRun scratch = readScratchRuns(other).runs.at(0);
            for (std::uint64_t token = 0; token < 100; ++token)
                bytes += other.call({"MEMORY", "USAGE", scratchStateKey(scratch, token)}).view().integer();
        });
        QVERIFY(bytes > 0);
        // Redis 8.6 keeps short streams in an eighth of the memory.
        QVERIFY2(told >= bytes && told < (algorithm == "sliding-log-stream" ? 10 : 4) * bytes,
                 qPrintable(QString("%1 told, %2 used").arg(told).arg(bytes)));
    }

    // Killed in the middle: every key expires, a trial in progress is left alone, and what a crashed one left
    // is removed by its names.
    void nothingStaysAfterACrash()
    {
        m_connection.call({"SET", "rw:{%scratch:not}:ours", "1"});
        QProcess process;
        process.start(qEnvironmentVariable("RATEWARDEN_LIVE"),
                      {QString::fromStdString(m_server.endpoint().socketPath)});
        QVERIFY(process.waitForStarted());
        QTRY_VERIFY(keys().size() > 52); // with ours and that of the runs
        process.kill();
        QVERIFY(process.waitForFinished());
        const std::vector<std::string> left = keys();
        QVERIFY(left.size() > 52);
        for (const std::string& key : left)
            QVERIFY(key == "rw:{%scratch:not}:ours" || m_connection.call({"PTTL", key}).view().integer() > 0);
        QCOMPARE(cleanScratch(m_connection).inProgress, std::size_t(1)); // so far it may be
        QCOMPARE(keys().size(), left.size());

        CleanedScratch cleaned;
        const auto clean = [&] {
            if (cleaned.runs == 0)
                cleaned = cleanScratch(m_connection);
            return cleaned.runs;
        };
        QTRY_COMPARE(clean(), std::size_t(1));
        QVERIFY(cleaned.keys > 50);
        QVERIFY(keys() == std::vector<std::string>{"rw:{%scratch:not}:ours"});
        QCOMPARE(cleanScratch(m_connection).runs, std::size_t(0));
    }

    void theNextTrialRemovesWhatACrashedOneLeft()
    {
        ScratchRun crashed = newScratchRun(algorithmNamed("gcra"), false, 3);
        enterScratchRun(m_connection, crashed);
        m_connection.call(renewalOf(crashed, liveStart)); // long ago
        m_connection.call({"SET", scratchStateKey(crashed, 2), "x", "PX", "100000"});
        m_connection.call({"HSET", scratchRunsKey, "0123456789abcdef", "of a later version"});
        QCOMPARE(run(steady(10, 1ms, 2), candidateOf("gcra", "5/s"), {.pace = {.duration = 0us}}).keysRemoved,
                 std::uint64_t(2));
        QVERIFY(keys() == std::vector<std::string>{std::string(scratchRunsKey)});
        QCOMPARE(readScratchRuns(m_connection).unreadable, std::size_t(1));
        QVERIFY(m_connection.call({"PTTL", scratchRunsKey}).view().integer() > 0);
    }

    void theServerGoesAway()
    {
        auto server = std::make_unique<TestServer>();
        Connection connection(server->endpoint(), unhurried);
        bool gone = false;
        const LiveTrial live =
            runLiveTrial(connection, server->endpoint(), steady(1000, 1ms, 4), candidateOf("gcra", "5/s"), {},
                         {}, [&](const LiveProgress& progress) {
                             if (!gone && progress.counts.answered > 50) {
                                 gone = true;
                                 server->kill();
                             }
                         });
        QVERIFY(live.end == LiveTrial::End::ConnectionLost);
        QVERIFY(live.problem);
        QVERIFY(!live.leftOver.empty());
        QVERIFY(live.counts.answered > 50);
    }
};

RATEWARDEN_SUITE(TestLiveTrial)
#include "tst_live_trial.moc"
