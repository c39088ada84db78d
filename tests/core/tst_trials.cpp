// SPDX-License-Identifier: GPL-3.0-or-later
// labels: threads
// Trials: their sums against counts of TokenState's decisions, their sequences against the scripts on a real
// server, and comparisons against both sides' sequences. The seed is printed and can be set:
// RATEWARDEN_SEED=7
#include "core/lab/comparison.h"
#include "core/lab/request_steps.h"
#include "core/model/errors.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/decider.h"
#include "tests/support/naive_trials.h"
#include "tests/support/random_trace.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"
#include "tests/support/test_server.h"

#include <QTest>

#include <algorithm>
#include <map>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

constexpr Instant trialStart{Micros(1'795'000'000'000'000)};

Trace traceOf(const std::vector<std::pair<Micros, TraceCost>>& requests)
{
    TraceBuilder builder;
    for (const auto& [at, cost] : requests)
        builder.add(trialStart + at, "a", cost);
    return builder.take();
}

} // namespace

class TestTrials : public QObject {
    Q_OBJECT

private:
    quint32 m_seed = 0;

private Q_SLOTS:
    void initTestCase() { m_seed = testSeed(); }

    // What the lab says is what limiters in Redis do: every request of a trace, in order of time, to the
    // script.
    void sequencesAreThoseOfTheScripts_data() { addAlgorithms(); }
    void sequencesAreThoseOfTheScripts()
    {
        QFETCH(QString, algorithm);
        const TestServer server;
        Connection connection(server.endpoint(), unhurried);
        std::uint64_t deniedInAll = 0;
        for (quint32 i = 0; i < 6; ++i) {
            const Trace trace = randomTrace(m_seed + i, 800, 7, i % 2 == 1);
            const GroupedTrace traffic(trace);
            const Candidate tried = candidateOf(algorithm.toStdString(), "4/s + 9/7s + 31/min");
            const Trial trial = tryOn(traffic, tried);
            std::vector<std::vector<RequestStep>> lines;
            std::vector<std::size_t> next(traffic.tokens());
            for (TokenId token = 0; token < traffic.tokens(); ++token)
                lines.push_back(verdictsOf(traffic, token, tried));
            Policy policy = tried.policy;
            policy.name += std::to_string(i); // with no state
            std::vector<std::uint32_t> denied(traffic.tokens());
            for (std::size_t k = 0; k < trace.size(); ++k) {
                const TokenId token = trace.tokens[k];
                const Reply reply = connection.call(
                    decisionCommand(policy, RedisToken(trace.names[token]), trace.cost(k), Mode::Acquire,
                                    {.now = trace.times[k], .detail = Detail::Usage}));
                const Decision decision = readDecision(reply.view(), policy, Detail::Usage);
                const RequestStep& step = lines[token][next[token]++];
                const QByteArray where =
                    QStringLiteral("seed %1, request %2").arg(m_seed + i).arg(k).toUtf8();
                QCOMPARE(step.time, trace.times[k]);
                QVERIFY2(step.verdict == decision.verdict, where);
                QVERIFY2(step.retryAfter == decision.retryAfter, where);
                QVERIFY2(step.rule == decision.rule, where);
                denied[token] += decision.allowed() ? 0 : 1;
            }
            QVERIFY(trial.deniedByToken == denied);
            deniedInAll += trial.denied;
        }
        QVERIFY(deniedInAll > 50);
    }

    void sumsAreThoseOfTheSequences_data() { addAlgorithms(); }
    void sumsAreThoseOfTheSequences()
    {
        QFETCH(QString, algorithm);
        const bool isLog = algorithmNamed(algorithm.toStdString()).keeps == Keeps::Charges;
        for (quint32 i = 0; i < 8; ++i) {
            const Trace trace = randomTrace(m_seed + i, 700, 7, i % 2 == 1);
            const GroupedTrace traffic(trace);
            const Candidate tried = candidateOf(algorithm.toStdString(), "4/s + 6/7s");
            const Trial trial = tryOn(traffic, tried);
            std::uint64_t denied = 0;
            std::uint64_t neverFits = 0;
            std::vector<Units> bursts(2);
            std::vector<TokenCount> worst;
            Micros longest{};
            for (TokenId token = 0; token < traffic.tokens(); ++token) {
                const std::vector<RequestStep> steps = verdictsOf(traffic, token, tried);
                std::uint64_t here = 0;
                for (const RequestStep& step : steps) {
                    here += step.allowed() ? 0 : 1;
                    neverFits += step.verdict == Verdict::NeverFits ? 1 : 0;
                    longest = std::max(longest, step.retryAfter.value_or(0us));
                }
                for (std::size_t rule = 0; rule < bursts.size(); ++rule)
                    bursts[rule] = std::max(
                        bursts[rule], naiveBurst(steps, tried.policy.rules[rule].window, allTime, false));
                QCOMPARE(trial.deniedByToken[token], here);
                denied += here;
                if (here > 0)
                    worst.push_back({token, here});
            }
            QCOMPARE(trial.requests, trace.size());
            QCOMPARE(trial.denied, denied);
            QCOMPARE(trial.allowed(), trace.size() - denied);
            QCOMPARE(trial.neverFits, neverFits);
            QCOMPARE(trial.longestWait, longest);
            QCOMPARE(trial.tokensDenied, worst.size());
            QVERIFY(trial.largestBurst == bursts);
            QVERIFY(!isLog || (bursts[0] <= 4 && bursts[1] <= 6));
            std::ranges::stable_sort(worst, std::greater(), &TokenCount::count);
            QVERIFY(worstTokens(trial, worst.size() + 3) == worst);
            QVERIFY(!worst.empty());
            const std::vector<TokenId> some{worst.front().token, worst.back().token};
            QVERIFY(worst.size() == 1 || deniedAmong(trial, some).tokens == 2);
            QCOMPARE(deniedAmong(trial, std::span(some).first(1)).requests, worst.front().count);
            worst.resize(1);
            QVERIFY(worstTokens(trial, 1) == worst);

            QCOMPARE(tryOn(traffic, tried, TrialDetail::Verdicts).denied, denied);
        }
    }

    // 5 a minute at 0, 1, 2, 3, 4 and then every 10 s: the denied ones are told when the entries of 0 to 4 s
    // go.
    void retriesUnderThreeAssumptions()
    {
        std::vector<std::pair<Micros, TraceCost>> requests;
        for (int i = 0; i < 5; ++i)
            requests.emplace_back(i * 1s, 1);
        for (int i = 1; i <= 5; ++i)
            requests.emplace_back(i * 10s, 1);
        const Trace trace = traceOf(requests);
        const GroupedTrace traffic(trace);
        const Candidate tried = candidateOf("sliding-log", "5/min");
        const Candidate loose = candidateOf("sliding-log", "100/min");
        const Trial trial = tryOn(traffic, tried);
        QCOMPARE(trial.denied, std::uint64_t(5));
        QCOMPARE(trial.repeats, std::uint64_t(4)); // the one of 10 s was told 50 s
        QCOMPARE(trial.longestWait, Micros(50s));
        const Trial polite = tryOn(traffic, tried, TrialDetail::Bursts, Clients::BackOff);
        QCOMPARE(polite.requests, std::uint64_t(7)); // it comes again at 60 s
        QCOMPARE(polite.denied, std::uint64_t(1));
        const Comparison comparison = compare(traffic, loose, tried);
        QVERIFY((comparison.retriesCandidate.asRecorded == RetryFigures{10, 5}));
        QVERIFY((comparison.retriesCandidate.withoutRepeats == RetryFigures{6, 1}));
        QVERIFY((comparison.retriesCandidate.backingOff == RetryFigures{7, 1}));
        QVERIFY((comparison.retriesEnforced.asRecorded == RetryFigures{10, 0}));
        QVERIFY((comparison.retriesEnforced.withoutRepeats == RetryFigures{10, 0}));
        QVERIFY((comparison.retriesEnforced.backingOff == RetryFigures{10, 0}));
    }

    void comparisonsAreThoseOfTheSequences()
    {
        const Trace trace = randomTrace(m_seed, 3000, 12, true);
        const GroupedTrace traffic(trace);
        const Candidate enforced = candidateOf("fixed-window", "6/s + 20/7s");
        const Candidate tried = candidateOf("gcra", "7/s + 15/7s");
        const Comparison comparison = compare(traffic, enforced, tried);
        DifferenceSums sums;
        std::map<TokenId, TokenDifference> expected;
        for (TokenId token = 0; token < traffic.tokens(); ++token) {
            const std::vector<RequestStep> one = verdictsOf(traffic, token, enforced);
            const std::vector<RequestStep> other = verdictsOf(traffic, token, tried);
            TokenDifference difference{token};
            bool wasDenied = false;
            for (std::size_t i = 0; i < one.size(); ++i) {
                wasDenied = wasDenied || !one[i].allowed();
                difference.newlyDenied += one[i].allowed() && !other[i].allowed() ? 1 : 0;
                difference.freed += !one[i].allowed() && other[i].allowed() ? 1 : 0;
                difference.denied += other[i].allowed() ? 0 : 1;
                ++difference.requests;
            }
            std::size_t steps = 0;
            std::optional<std::size_t> last;
            for (auto at = nextDifference(one, other); at; at = nextDifference(one, other, *at + 1)) {
                QVERIFY(one[*at].allowed() != other[*at].allowed());
                QVERIFY(previousDifference(one, other, *at) == last);
                last = at;
                ++steps;
            }
            QCOMPARE(steps, std::size_t(difference.newlyDenied + difference.freed));
            sums.newlyDenied += difference.newlyDenied;
            sums.freed += difference.freed;
            sums.unchanged += difference.unchanged();
            sums.tokensNewlyDenied += difference.newlyDenied > 0 ? 1 : 0;
            sums.tokensFreed += difference.freed > 0 ? 1 : 0;
            sums.tokensNewlySuffering += !wasDenied && difference.denied > 0 ? 1 : 0;
            if (steps > 0)
                expected[token] = difference;
        }
        QCOMPARE(comparison.sums.newlyDenied, sums.newlyDenied);
        QCOMPARE(comparison.sums.freed, sums.freed);
        QCOMPARE(comparison.sums.unchanged, sums.unchanged);
        QCOMPARE(comparison.sums.tokensNewlyDenied, sums.tokensNewlyDenied);
        QCOMPARE(comparison.sums.tokensFreed, sums.tokensFreed);
        QCOMPARE(comparison.sums.tokensNewlySuffering, sums.tokensNewlySuffering);
        QCOMPARE(sums.newlyDenied + sums.freed + sums.unchanged, std::uint64_t(trace.size()));
        QVERIFY(sums.newlyDenied > 0 && sums.freed > 0);
        QCOMPARE(comparison.tokens.size(), expected.size());
        for (std::size_t i = 0; i < comparison.tokens.size(); ++i) {
            QVERIFY(comparison.tokens[i] == expected.at(comparison.tokens[i].token));
            QVERIFY(i == 0 || comparison.tokens[i - 1].newlyDenied >= comparison.tokens[i].newlyDenied);
        }
    }

    // "The 2nd entry is 56 s old, 60 needed: 4 s to wait."
    void explanationsOfASlidingLog()
    {
        const Trace trace = traceOf({{0s, 3}, {4s, 1}, {5s, 1}, {20s, 1}, {60s, 3}, {60s, 2}, {61s, 9}});
        const GroupedTrace traffic(trace);
        const Candidate tried = candidateOf("sliding-log", "3/30s + 6/min");
        const StepExplanation allowed = explain(traffic, 0, tried, 4);
        QVERIFY(allowed.step.allowed());
        QCOMPARE(allowed.rules[1].used, Units(3 - 3));
        const StepExplanation denied = explain(traffic, 0, tried, 1);
        QCOMPARE(denied.step.verdict, Verdict::DeniedByRule);
        QCOMPARE(int(*denied.step.rule), 0);
        QCOMPARE(denied.rules[0].reason, WaitReason::EntryInWindow);
        QCOMPARE(denied.rules[0].entry, std::size_t(1));
        QCOMPARE(denied.rules[0].entries, std::size_t(1));
        QCOMPARE(denied.rules[0].entryAge, Micros(4s));
        QVERIFY(denied.rules[0].wait == Micros(26s));
        QCOMPARE(denied.rules[1].reason, WaitReason::None);
        QVERIFY(denied.rules[1].wait == 0us);
        const StepExplanation never = explain(traffic, 0, tried, 6);
        QCOMPARE(never.step.verdict, Verdict::NeverFits);
        QCOMPARE(never.rules[0].reason, WaitReason::NeverFits);
        QVERIFY(!never.rules[0].wait && !never.step.retryAfter);
        QVERIFY_THROWS_EXCEPTION(std::out_of_range, explain(traffic, 0, tried, 7));
    }

    void explanationsOfTheOthers()
    {
        const Trace trace = traceOf({{50s, 1}, {55s, 1}, {61s, 1}, {62s, 1}, {63s, 1}});
        const GroupedTrace traffic(trace);
        // The clock's minutes begin at 20 s and 80 s, as `start` is 40 s after one.
        const StepExplanation fixed = explain(traffic, 0, candidateOf("fixed-window", "3/min"), 3);
        QCOMPARE(fixed.rules[0].reason, WaitReason::WindowNotOver);
        QCOMPARE(fixed.rules[0].windowStart, trialStart + 20s);
        QCOMPARE(fixed.rules[0].inWindow, Units(3));
        QVERIFY(fixed.rules[0].wait == Micros(18s));
        const StepExplanation bucket = explain(traffic, 0, candidateOf("gcra", "7/min burst 2"), 3);
        QCOMPARE(bucket.rules[0].reason, WaitReason::BucketNotDrained);
        QCOMPARE(bucket.rules[0].perUnit.count(), 8571429); // 8,571,428.57…
        QVERIFY(*bucket.rules[0].wait > 0us);
        const StepExplanation sliding =
            explain(traffic, 0, candidateOf("sliding-window-counter", "3/10s"), 4);
        QCOMPARE(sliding.rules[0].reason, WaitReason::WindowSlides);
        QCOMPARE(sliding.rules[0].windowStart, trialStart + 60s);
        QCOMPARE(sliding.rules[0].inWindow, Units(1));
        QCOMPARE(sliding.rules[0].inWindowBefore, Units(2));
    }

    // Every request of a random trace: the explanation's verdict and the longest wait are the sequence's, and
    // asking at the same moment gives the same.
    void explanationsAgreeWithSequences_data() { addAlgorithms(); }
    void explanationsAgreeWithSequences()
    {
        QFETCH(QString, algorithm);
        const Trace trace = randomTrace(m_seed, 250, 3, true);
        const GroupedTrace traffic(trace);
        const Candidate tried = candidateOf(algorithm.toStdString(), "4/s + 9/7s + 9/7s + 20/min");
        int denied = 0;
        for (TokenId token = 0; token < traffic.tokens(); ++token) {
            const std::vector<RequestStep> steps = verdictsOf(traffic, token, tried);
            for (std::size_t i = 0; i < steps.size(); ++i) {
                const StepExplanation explanation = explain(traffic, token, tried, i);
                QVERIFY2(explanation.step == steps[i], qPrintable(QString::number(i)));
                for (const RuleStep& rule : explanation.rules)
                    if (rule.reason == WaitReason::EntryInWindow)
                        QVERIFY(rule.entryAge + *rule.wait == rule.rule.window && rule.entry <= rule.entries);
                denied += steps[i].allowed() ? 0 : 1;
            }
            const StepExplanation next = ask(traffic, token, tried, steps.back().time + 300ms, 1);
            QCOMPARE(next.step.time, steps.back().time + 300ms);
            TraceBuilder builder;
            for (const RequestStep& step : steps)
                builder.add(step.time, "a", TraceCost(step.cost));
            builder.add(next.step.time, "a", 1);
            const Trace longer = builder.take();
            QVERIFY(verdictsOf(GroupedTrace(longer), 0, tried).back() == next.step);
        }
        QVERIFY(denied > 10);
    }

    void progressAndStopping()
    {
        const Trace trace = randomTrace(m_seed, 1000, 5, false);
        const GroupedTrace traffic(trace);
        const Candidate tried = candidateOf("gcra", "1/s");
        double last = -1;
        tryOn(traffic, tried, TrialDetail::Verdicts, Clients::AsRecorded,
              Progress({}, [&](double share) { last = share; }));
        QCOMPARE(last, 1.0);
        std::stop_source stop;
        stop.request_stop();
        const Progress stopped(stop.get_token());
        QVERIFY_THROWS_EXCEPTION(Stopped,
                                 tryOn(traffic, tried, TrialDetail::Verdicts, Clients::AsRecorded, stopped));
        QVERIFY_THROWS_EXCEPTION(Stopped, compare(traffic, tried, tried, stopped));
    }

    // 20 requests in one second, as a log without fractions has them: at once they break 10/s, evenly
    // 1/100ms.
    void wholeSeconds()
    {
        TraceBuilder builder;
        for (int i = 0; i < 40; ++i)
            builder.add(trialStart + (i / 20) * 1s, i % 20 < 15 ? "a" : "b", TraceCost(1 + i % 3));
        const Trace trace = builder.take();
        QVERIFY(isInWholeSeconds(trace));
        const Trace spread = spreadWithinSeconds(trace);
        QVERIFY(!isInWholeSeconds(spread));
        QVERIFY(std::ranges::is_sorted(spread.times));
        QCOMPARE(spread.size(), trace.size());
        const GroupedTrace before(trace);
        const GroupedTrace after(spread);
        for (TokenId token = 0; token < 2; ++token) {
            QVERIFY(std::ranges::equal(before.costs(token), after.costs(token)));
            for (std::size_t i = 0; i < before.times(token).size(); ++i)
                QCOMPARE(std::chrono::floor<std::chrono::seconds>(after.times(token)[i]),
                         before.times(token)[i]);
        }
        QCOMPARE(after.times(0)[1] - after.times(0)[0], Micros(66'666));
        QCOMPARE(after.times(1)[6] - after.times(1)[5], Micros(200'000));
        QCOMPARE(tryOn(before, candidateOf("sliding-log", "8/100ms")).tokensDenied, std::size_t(2));
        QCOMPARE(tryOn(after, candidateOf("sliding-log", "8/100ms")).tokensDenied, std::size_t(0));
    }

    void candidatesAreRead()
    {
        const Candidate read = parseCandidate("strict = gcra : 20/min burst 5 + 200/h");
        QCOMPARE(read.name, "strict");
        QCOMPARE(read.policy.name, "strict");
        QCOMPARE(read.policy.algorithm, "gcra");
        QCOMPARE(read.policy.rules, parseRules("20/min burst 5 + 200/h"));
        QVERIFY(parseCandidate(notation(read)) == read);
        const Candidate nameless = parseCandidate(" gcra:5 / s");
        QCOMPARE(nameless.name, "gcra: 5/s");
        QCOMPARE(notation(nameless), "gcra: 5/s");
        QCOMPARE(parseCandidate(R"(x=fixed-window:"a";q=10;w=60)").policy.rules, parseRules("10/min"));
        for (const char* wrong : {"", "gcra 5/s", "x=gcra", "x=none: 5/s", "=gcra: 5/s", "x=gcra: five",
                                  "x=fixed-window: 5/s burst 3"})
            QVERIFY_THROWS_EXCEPTION(InvalidArgument, parseCandidate(wrong));
    }
};

RATEWARDEN_SUITE(TestTrials)
#include "tst_trials.moc"
