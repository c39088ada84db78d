// SPDX-License-Identifier: GPL-3.0-or-later
// Peaks, and what follows from them without a trial, against trials of TokenState::decide. The seed is
// printed and can be set: RATEWARDEN_SEED=7 tst_peaks
#include "core/algorithms/peak.h"
#include "core/lab/peaks.h"
#include "core/lab/proposal.h"
#include "core/lab/request_steps.h"
#include "core/model/errors.h"
#include "tests/support/algorithm_rows.h"
#include "tests/support/random_trace.h"
#include "tests/support/suites.h"
#include "tests/support/test_seed.h"

#include <QTest>

#include <algorithm>
#include <functional>
#include <numeric>
#include <random>
#include <set>

using namespace ratewarden;
using namespace ratewarden::test;
using namespace std::chrono_literals;

namespace {

const std::vector<Micros> windows{500ms, 1s, 7s, 1min};

Candidate peakCandidate(const std::string& algorithm, const std::vector<Rule>& rules)
{
    return {"c", {"c", algorithm, rules, false, false, {}}};
}

bool isDenied(const GroupedTrace& traffic, TokenId token, const Candidate& rules)
{
    return !std::ranges::all_of(verdictsOf(traffic, token, rules), &RequestStep::allowed);
}

std::vector<TokenId> deniedTokens(const GroupedTrace& traffic, const Candidate& rules)
{
    std::vector<TokenId> tokens;
    for (TokenId token = 0; token < traffic.tokens(); ++token)
        if (isDenied(traffic, token, rules))
            tokens.push_back(token);
    return tokens;
}

/// Every span that begins right after, and ends at, a request.
Units naiveLargest(const GroupedTrace& traffic, TokenId token, Micros span)
{
    const auto times = traffic.times(token);
    const auto costs = traffic.costs(token);
    Units most = 0;
    for (std::size_t last = 0; last < times.size(); ++last) {
        Units sum = 0;
        for (std::size_t i = 0; i <= last; ++i)
            if (times[i] > times[last] - span)
                sum += costs.empty() ? 1 : costs[i];
        most = std::max(most, sum);
    }
    return most;
}

} // namespace

class TestPeaks : public QObject {
    Q_OBJECT

private:
    quint32 m_seed = 0;

private Q_SLOTS:
    void initTestCase() { m_seed = testSeed(); }

    // The peak as a limit denies nothing, and one less denies something.
    void peaksAreTheSmallestLimits_data() { addAlgorithms(); }
    void peaksAreTheSmallestLimits()
    {
        QFETCH(QString, algorithm);
        const std::string name = algorithm.toStdString();
        for (quint32 i = 0; i < 20; ++i) {
            const Trace trace = randomTrace(m_seed + i, 300, 6, i % 2 == 1);
            const GroupedTrace traffic(trace);
            const Peaks peaks(traffic, windows, algorithmNamed(name).keeps);
            for (TokenId token = 0; token < traffic.tokens(); ++token)
                for (std::size_t w = 0; w < windows.size(); ++w) {
                    const Units peak = peaks.of(token, w);
                    const QByteArray where = QStringLiteral("seed %1, token %2, window %3, peak %4")
                                                 .arg(m_seed + i)
                                                 .arg(token)
                                                 .arg(w)
                                                 .arg(peak)
                                                 .toUtf8();
                    QVERIFY2(!isDenied(traffic, token, peakCandidate(name, {{peak, windows[w]}})), where);
                    QVERIFY2(peak == 0 ||
                                 isDenied(traffic, token, peakCandidate(name, {{peak - 1, windows[w]}})),
                             where);
                }
        }
    }

    // Who is denied under any rules, several at once.
    void whoIsDenied_data() { addAlgorithms(); }
    void whoIsDenied()
    {
        QFETCH(QString, algorithm);
        const std::string name = algorithm.toStdString();
        std::mt19937 random(m_seed);
        std::set<std::size_t> counts;
        for (quint32 i = 0; i < 10; ++i) {
            const Trace trace = randomTrace(m_seed + i, 600, 20, i % 2 == 1);
            const GroupedTrace traffic(trace);
            const Peaks peaks(traffic, windows, algorithmNamed(name).keeps);
            for (int k = 0; k < 20; ++k) {
                std::vector<Rule> rules;
                for (const Micros window : windows)
                    if (rules.empty() || random() % 2 == 0)
                        rules.push_back({Units(random() % 60), window});
                QVERIFY(peaks.answers(rules));
                const std::vector<TokenId> expected = deniedTokens(traffic, peakCandidate(name, rules));
                QVERIFY2(peaks.deniedUnder(rules) == expected, notation(rules).c_str());
                counts.insert(expected.size());
            }
        }
        QVERIFY(counts.size() > 5);
    }

    void orderAndBounds()
    {
        const Trace trace = randomTrace(m_seed, 2000, 30, false);
        const GroupedTrace traffic(trace);
        const Peaks peaks(traffic, windows);
        for (std::size_t w = 0; w < windows.size(); ++w) {
            const auto order = peaks.highestFirst(w);
            QCOMPARE(std::set<TokenId>(order.begin(), order.end()).size(), traffic.tokens());
            for (std::size_t i = 1; i < order.size(); ++i)
                QVERIFY(peaks.of(order[i - 1], w) >= peaks.of(order[i], w));
            const Units highest = peaks.of(order[0], w);
            QCOMPARE(peaks.deniedUnder(w, highest).size(), std::size_t(0));
            QVERIFY(!peaks.deniedUnder(w, highest - 1).empty());
            QCOMPARE(peaks.deniedUnder(w, 0).size(), traffic.tokens());
        }
    }

    void refusesWhatItCannotAnswer()
    {
        const Trace trace = randomTrace(m_seed, 20, 3, false);
        const GroupedTrace traffic(trace);
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, Peaks(traffic, {}));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, Peaks(traffic, {1us}));
        const Peaks peaks(traffic, windows, Keeps::Bucket);
        const std::vector<Rule> otherWindow{{5, 2s}};
        const std::vector<Rule> withBurst{{5, 1s, 3}};
        const std::vector<Rule> withItsLimit{{5, 1s, 5}};
        QVERIFY(!peaks.answers(otherWindow));
        QVERIFY(!peaks.answers(withBurst));
        QVERIFY(peaks.answers(withItsLimit));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, peaks.deniedUnder(otherWindow));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, peaks.deniedUnder(withBurst));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Stopped,
                                 Peaks(traffic, windows, Keeps::Charges, Progress(stop.get_token())));
    }

    // Within the band all marked and nobody else; one unit beyond each end no longer.
    void proposalsAreExact_data() { addAlgorithms(); }
    void proposalsAreExact()
    {
        QFETCH(QString, algorithm);
        const std::string name = algorithm.toStdString();
        int bands = 0;
        int none = 0;
        for (quint32 i = 0; i < 40; ++i) {
            const Trace trace = randomTrace(m_seed + i, 300, 6, i % 2 == 1);
            const GroupedTrace traffic(trace);
            const Peaks peaks(traffic, windows, algorithmNamed(name).keeps);
            const std::vector<TokenId> order(peaks.highestFirst(3).begin(), peaks.highestFirst(3).end());
            std::vector<TokenId> marked(order.begin(), order.begin() + (i % 3 == 0 ? 2 : 1));
            std::ranges::sort(marked);
            const std::vector<WindowProposal> proposals = propose(peaks, marked, 3);
            QCOMPARE(proposals.size(), windows.size());
            for (std::size_t w = 0; w < windows.size(); ++w) {
                const auto works = [&](Units limit) {
                    return deniedTokens(traffic, peakCandidate(name, {{limit, windows[w]}})) == marked;
                };
                const std::optional<Band>& band = proposals[w].band;
                QCOMPARE(proposals[w].window, windows[w]);
                if (band) {
                    ++bands;
                    QVERIFY(works(band->lowest) && works(band->highest));
                    QVERIFY(band->lowest == 1 || !works(band->lowest - 1));
                    QVERIFY(!works(band->highest + 1));
                } else {
                    ++none;
                    for (Units limit = 1; limit <= proposals[w].highestOfMarked; ++limit)
                        QVERIFY(!works(limit));
                }
                QCOMPARE(proposals[w].closest.size(),
                         std::min<std::size_t>(3, traffic.tokens() - marked.size()));
                QCOMPARE(proposals[w].closest[0].peak, proposals[w].highestOfOthers);
                for (const TokenPeak& other : proposals[w].closest) {
                    QVERIFY(std::ranges::find(marked, other.token) == marked.end());
                    QCOMPARE(other.peak, peaks.of(other.token, w));
                }
            }
        }
        QVERIFY(bands > 0 && none > 0);
    }

    // The same of bursts, at given limits: trials with all bursts around the band.
    void burstsAreExact()
    {
        int bands = 0;
        int none = 0;
        for (quint32 i = 0; i < 40; ++i) {
            const Trace trace = randomTrace(m_seed + i, 300, 6, i % 2 == 1);
            const GroupedTrace traffic(trace);
            const Peaks peaks(traffic, windows, Keeps::Bucket);
            const std::vector<TokenId> marked{peaks.highestFirst(i % windows.size())[0]};
            for (const Rule& rule : {Rule{3, 7s}, Rule{40, 1min}, Rule{1, 500ms}}) {
                const BurstProposal proposal = proposeBurst(traffic, rule, marked, 2);
                const auto works = [&](Units burst) {
                    return deniedTokens(traffic, peakCandidate("gcra", {{rule.limit, rule.window, burst}})) ==
                           marked;
                };
                if (proposal.band) {
                    ++bands;
                    QVERIFY(works(proposal.band->lowest) && works(proposal.band->highest));
                    QVERIFY(proposal.band->lowest == 1 || !works(proposal.band->lowest - 1));
                    QVERIFY(!works(proposal.band->highest + 1));
                } else {
                    ++none;
                    for (Units burst = 1; burst <= proposal.highestOfMarked + 1; ++burst)
                        QVERIFY(!works(burst));
                }
                QCOMPARE(proposal.closest.size(), std::size_t(2));
                QCOMPARE(proposal.closest[0].peak, proposal.highestOfOthers);
                std::vector<Units> needed;
                for (TokenId token = 0; token < traffic.tokens(); ++token)
                    if (token != marked[0])
                        needed.push_back(burstOf({traffic.times(token), traffic.costs(token)}, rule));
                std::ranges::sort(needed, std::greater());
                QCOMPARE(proposal.closest[0].peak, needed[0]);
                QCOMPARE(proposal.closest[1].peak, needed[1]);
            }
        }
        QVERIFY(bands > 0 && none > 0);

        const Trace trace = randomTrace(m_seed, 300, 6, false);
        const GroupedTrace traffic(trace);
        const std::vector<TokenId> first{0};
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, proposeBurst(traffic, {0, 1min}, first));
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, proposeBurst(traffic, {1, 1min}, {}));
        std::stop_source stop;
        stop.request_stop();
        QVERIFY_THROWS_EXCEPTION(Stopped,
                                 proposeBurst(traffic, {1, 1min}, first, 5, Progress(stop.get_token())));
    }

    void effectOfLimits()
    {
        const Trace trace = randomTrace(m_seed, 2000, 30, false);
        const GroupedTrace traffic(trace);
        const Peaks peaks(traffic, windows);
        const std::vector<TokenId> marked{peaks.highestFirst(3)[0], peaks.highestFirst(3)[4]};
        const Units limit = peaks.of(peaks.highestFirst(3)[9], 3);
        const std::vector<Rule> rules{{limit, 1min}};
        const LimitEffect effect = effectOf(peaks, rules, marked);
        const std::vector<TokenId> all = deniedTokens(traffic, peakCandidate("sliding-log", rules));
        QCOMPARE(effect.stopped, std::size_t(2));
        QCOMPARE(effect.hurt, all.size() - 2);
        QCOMPARE(effect.hurtTokens.size(), effect.hurt);
        for (std::size_t i = 0; i < effect.hurt; ++i) {
            QVERIFY(std::ranges::find(all, effect.hurtTokens[i]) != all.end());
            QVERIFY(i == 0 || peaks.of(effect.hurtTokens[i - 1], 3) >= peaks.of(effect.hurtTokens[i], 3));
        }
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, propose(peaks, {}));
        const std::vector<TokenId> stranger{TokenId(traffic.tokens())};
        QVERIFY_THROWS_EXCEPTION(InvalidArgument, propose(peaks, stranger));
    }

    void envelopes()
    {
        for (const bool withCosts : {false, true}) {
            const Trace trace = randomTrace(m_seed, 800, 12, withCosts);
            const GroupedTrace traffic(trace);
            const std::vector<Micros> spans = spansBetween(1ms, 2min, 12);
            QCOMPARE(spans.size(), std::size_t(12));
            QCOMPARE(spans.front(), Micros(1ms));
            QCOMPARE(spans.back(), Micros(2min));
            const std::vector<TokenId> except{0, 3};
            const std::vector<EnvelopePoint> highest = highestEnvelope(traffic, spans, except);
            QCOMPARE(highest.size(), spans.size());
            for (std::size_t i = 0; i < spans.size(); ++i) {
                Units most = 0;
                for (TokenId token = 0; token < traffic.tokens(); ++token) {
                    const Units units = naiveLargest(traffic, token, spans[i]);
                    QCOMPARE(envelopeOf(traffic, token, spans)[i].units, units);
                    if (std::ranges::find(except, token) == except.end())
                        most = std::max(most, units);
                }
                QCOMPARE(highest[i].units, most);
                QCOMPARE(naiveLargest(traffic, highest[i].token, spans[i]), most);
            }
            std::vector<TokenId> everyone(traffic.tokens());
            std::iota(everyone.begin(), everyone.end(), 0U);
            QCOMPARE(highestEnvelope(traffic, spans, everyone)[0].token, TokenId(traffic.tokens()));
        }
    }
};

RATEWARDEN_SUITE(TestPeaks)
#include "tst_peaks.moc"
