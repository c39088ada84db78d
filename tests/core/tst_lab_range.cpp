// SPDX-License-Identifier: GPL-3.0-or-later
// Trials, comparisons and peaks of a part of the traffic's time, against counts of each request's decision
// with a state that the requests before have left. The seed is printed and can be set: RATEWARDEN_SEED=7
#include "core/lab/comparison.h"
#include "core/lab/peaks.h"
#include "core/lab/request_steps.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/naive_trials.h"
#include "tests/support/random_trace.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"

#include <QTest>

#include <algorithm>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

/// The middle of the trace's time, and parts that begin or end at a request, or hold none.
std::vector<TimeRange> rangesOf(const Trace& trace)
{
    const Instant from = trace.times.front();
    const Instant to = trace.times.back();
    const Micros length = to - from;
    return {{from + length / 3, to - length / 3},
            {trace.times[trace.size() / 4], trace.times[trace.size() / 2]},
            {from, from + length / 2},
            {to, to + 1us},
            {from - 2s, from},
            {to + 1us, to + 5s},
            {from, to + 1us},
            allTime};
}

struct Naive {
    std::uint64_t requests = 0;
    std::uint64_t denied = 0;
    std::uint64_t neverFits = 0;
    std::uint64_t repeats = 0;
    Micros longestWait{};
};

void add(Naive& sum, const RequestStep& step, const TimeRange& within, Instant& retryAt)
{
    const bool isRepeat = step.time < retryAt;
    if (!step.allowed() && step.retryAfter && !isRepeat)
        retryAt = step.time + *step.retryAfter;
    if (step.time < within.from || step.time >= within.to)
        return;
    ++sum.requests;
    if (step.allowed())
        return;
    ++sum.denied;
    if (!step.retryAfter)
        ++sum.neverFits;
    else
        sum.repeats += isRepeat ? 1 : 0;
    sum.longestWait = std::max(sum.longestWait, step.retryAfter.value_or(0us));
}

/// A client that waits as it is told: request by request, with TokenState.
Naive backingOff(const std::vector<RequestStep>& recorded, const Candidate& tried, const TimeRange& within)
{
    TokenStateOf state(algorithmNamed(tried.policy.algorithm));
    Naive sum;
    struct Retry {
        Instant time;
        Units cost;
    };
    std::optional<Retry> retry;
    const auto send = [&](Instant at, Units cost) {
        const Decision decision = state->decide(tried.policy.rules, at, cost, Mode::Acquire);
        if (at >= within.from && at < within.to) {
            ++sum.requests;
            sum.denied += decision.allowed() ? 0 : 1;
        }
        retry.reset();
        if (!decision.allowed() && decision.retryAfter)
            retry = Retry{at + *decision.retryAfter, cost};
    };
    for (const RequestStep& step : recorded) {
        while (retry && retry->time <= step.time)
            send(retry->time, retry->cost);
        if (!retry)
            send(step.time, step.cost);
    }
    while (retry)
        send(retry->time, retry->cost);
    return sum;
}

} // namespace

class TestLabRange : public QObject {
    Q_OBJECT

private:
    quint32 m_seed = 0;

private Q_SLOTS:
    void initTestCase() { m_seed = testSeed(); }

    void trialsCountARange_data() { addAlgorithms(); }
    void trialsCountARange()
    {
        QFETCH(QString, algorithm);
        std::uint64_t deniedInAll = 0;
        std::uint64_t repeatsInAll = 0;
        for (quint32 i = 0; i < 4; ++i) {
            const Trace trace = randomTrace(m_seed + i, 500, 6, i % 2 == 1);
            const GroupedTrace traffic(trace);
            const Candidate tried = candidateOf(algorithm.toStdString(), "4/s + 6/7s");
            for (const TimeRange& within : rangesOf(trace)) {
                const Trial trial =
                    tryOn(traffic, tried, TrialDetail::Bursts, Clients::AsRecorded, {}, within);
                const Trial polite =
                    tryOn(traffic, tried, TrialDetail::Verdicts, Clients::BackOff, {}, within);
                Naive sum;
                Naive politeSum;
                std::vector<Units> bursts(2);
                for (TokenId token = 0; token < traffic.tokens(); ++token) {
                    const std::vector<RequestStep> steps = verdictsOf(traffic, token, tried);
                    const std::uint64_t before = sum.denied;
                    Instant retryAt = Instant::min();
                    for (const RequestStep& step : steps)
                        add(sum, step, within, retryAt);
                    QCOMPARE(trial.deniedByToken[token], sum.denied - before);
                    const Naive other = backingOff(steps, tried, within);
                    politeSum.requests += other.requests;
                    politeSum.denied += other.denied;
                    for (std::size_t rule = 0; rule < bursts.size(); ++rule)
                        bursts[rule] = std::max(
                            bursts[rule], naiveBurst(steps, tried.policy.rules[rule].window, within, false));
                }
                QVERIFY(trial.within == within);
                QCOMPARE(trial.requests, sum.requests);
                QCOMPARE(trial.denied, sum.denied);
                QCOMPARE(trial.neverFits, sum.neverFits);
                QCOMPARE(trial.repeats, sum.repeats);
                QCOMPARE(trial.longestWait, sum.longestWait);
                QVERIFY(trial.largestBurst == bursts);
                QCOMPARE(polite.requests, politeSum.requests);
                QCOMPARE(polite.denied, politeSum.denied);
                deniedInAll += within == allTime ? 0 : sum.denied;
                repeatsInAll += within == allTime ? 0 : sum.repeats;
            }
        }
        QVERIFY(deniedInAll > 100 && repeatsInAll > 10);
    }

    void comparisonsCountARange()
    {
        const Candidate enforced = candidateOf("fixed-window", "6/s + 20/7s");
        const Candidate tried = candidateOf("gcra", "7/s + 15/7s");
        std::uint64_t newlyInAll = 0;
        std::uint64_t freedInAll = 0;
        for (quint32 i = 0; i < 6; ++i) {
            const Trace trace = randomTrace(m_seed + i, 1500, 9, i % 2 == 1);
            const GroupedTrace traffic(trace);
            for (const TimeRange& within : rangesOf(trace)) {
                const Comparison comparison = compare(traffic, enforced, tried, {}, within);
                DifferenceSums sums;
                std::vector<TokenDifference> expected;
                Naive now;
                RetryFigures polite;
                for (TokenId token = 0; token < traffic.tokens(); ++token) {
                    const std::vector<RequestStep> one = verdictsOf(traffic, token, enforced);
                    const std::vector<RequestStep> other = verdictsOf(traffic, token, tried);
                    TokenDifference difference{token};
                    std::uint32_t wasDenied = 0;
                    Instant retryAt = Instant::min();
                    for (std::size_t k = 0; k < one.size(); ++k) {
                        add(now, one[k], within, retryAt);
                        if (!within.contains(one[k].time))
                            continue;
                        ++difference.requests;
                        wasDenied += one[k].allowed() ? 0 : 1;
                        difference.denied += other[k].allowed() ? 0 : 1;
                        difference.newlyDenied += one[k].allowed() && !other[k].allowed() ? 1 : 0;
                        difference.freed += !one[k].allowed() && other[k].allowed() ? 1 : 0;
                    }
                    QCOMPARE(difference.deniedNow(), wasDenied);
                    const Naive backed = backingOff(other, tried, within);
                    polite.requests += backed.requests;
                    polite.denied += backed.denied;
                    sums.newlyDenied += difference.newlyDenied;
                    sums.freed += difference.freed;
                    sums.unchanged += difference.unchanged();
                    sums.tokensNewlySuffering += wasDenied == 0 && difference.denied > 0 ? 1 : 0;
                    if (difference.newlyDenied > 0 || difference.freed > 0)
                        expected.push_back(difference);
                }
                QCOMPARE(comparison.sums.newlyDenied, sums.newlyDenied);
                QCOMPARE(comparison.sums.freed, sums.freed);
                QCOMPARE(comparison.sums.unchanged, sums.unchanged);
                QCOMPARE(comparison.sums.tokensNewlySuffering, sums.tokensNewlySuffering);
                QCOMPARE(comparison.tokens.size(), expected.size());
                for (const TokenDifference& difference : comparison.tokens)
                    QVERIFY(std::ranges::find(expected, difference) != expected.end());
                const RetryRange& retries = comparison.retriesEnforced;
                QVERIFY((retries.asRecorded == RetryFigures{now.requests, now.denied}));
                QVERIFY((retries.withoutRepeats ==
                         RetryFigures{now.requests - now.repeats, now.denied - now.repeats}));
                QVERIFY(comparison.retriesCandidate.backingOff == polite);
                newlyInAll += within == allTime ? 0 : sums.newlyDenied;
                freedInAll += within == allTime ? 0 : sums.freed;
            }
        }
        QVERIFY(newlyInAll > 20 && freedInAll > 20);
    }

    // A client that was denied before the range comes back within it.
    void clientsBackOffIntoARange()
    {
        TraceBuilder builder;
        const Instant start{1'795'000'020s}; // a minute begins
        for (const Micros at : {Micros(1s), Micros(2s), Micros(3s), Micros(70s)})
            builder.add(start + at, "a");
        const Trace trace = builder.take();
        const GroupedTrace traffic(trace);
        const Candidate tried = candidateOf("sliding-log", "2/min");
        const Comparison comparison =
            compare(traffic, tried, tried, {}, {start + 60s, start + 80s}); // it is told to come at 61 s
        QVERIFY((comparison.retriesCandidate.asRecorded == RetryFigures{1, 0}));
        QVERIFY((comparison.retriesCandidate.backingOff == RetryFigures{2, 0}));
    }

    // Peaks know nothing of before: they are those of the range's requests alone.
    void peaksOfARange()
    {
        const Trace trace = randomTrace(m_seed, 900, 6, true);
        const GroupedTrace traffic(trace);
        const Candidate any = candidateOf("sliding-log", "1000000/7s");
        const std::vector<Micros> windows{1s, 7s};
        for (const TimeRange& within : rangesOf(trace)) {
            const Peaks peaks(traffic, windows, Keeps::Charges, {}, within);
            QVERIFY(peaks.within() == within);
            std::vector<Units> highest(windows.size());
            for (TokenId token = 0; token < traffic.tokens(); ++token) {
                const std::vector<RequestStep> steps = verdictsOf(traffic, token, any);
                const std::vector<EnvelopePoint> envelope = envelopeOf(traffic, token, windows, within);
                for (std::size_t window = 0; window < windows.size(); ++window) {
                    const Units peak = naiveBurst(steps, windows[window], within, true);
                    QCOMPARE(peaks.of(token, window), peak);
                    QCOMPARE(envelope[window].units, peak);
                    highest[window] = std::max(highest[window], peak);
                }
            }
            const std::vector<EnvelopePoint> all = highestEnvelope(traffic, windows, {}, {}, within);
            for (std::size_t window = 0; window < windows.size(); ++window)
                QCOMPARE(all[window].units, highest[window]);
        }
    }
};

RATEWARDEN_SUITE(TestLabRange)
#include "tst_lab_range.moc"
