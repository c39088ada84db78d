// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/lab_work.h"

#include "core/algorithms/admission.h"
#include "ui/link/lab_runner.h"

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t mostTicks = 400;
constexpr std::size_t envelopeSpans = 22;
constexpr std::size_t mostWorst = 200;

std::vector<TokenId> othersThan(std::size_t tokens, const std::vector<TokenId>& marked)
{
    std::vector<bool> isMarked(tokens);
    for (const TokenId token : marked)
        isMarked[token] = true;
    std::vector<TokenId> others;
    others.reserve(tokens);
    for (TokenId token = 0; token < tokens; ++token)
        if (!isMarked[token])
            others.push_back(token);
    return others;
}

Trial tryOne(const LabTraffic& traffic, const Candidate& candidate, LabJob& job)
{
    if (!candidate.policy.rules.empty())
        return tryOn(traffic.grouped, candidate, TrialDetail::Bursts, Clients::AsRecorded, job.progress());
    Trial allowed;
    allowed.candidate = candidate;
    allowed.requests = traffic.trace.size();
    allowed.deniedByToken.resize(traffic.grouped.tokens());
    return allowed;
}

std::vector<RequestStep> stepsOf(const LabTraffic& traffic, TokenId token, const Candidate& candidate)
{
    if (!candidate.policy.rules.empty())
        return verdictsOf(traffic.grouped, token, candidate);
    const std::span<const Instant> times = traffic.grouped.times(token);
    std::vector<RequestStep> steps(times.size());
    for (std::size_t i = 0; i < times.size(); ++i)
        steps[i].time = times[i];
    return steps;
}

} // namespace

LabTraffic::LabTraffic(ReadTraffic read)
    : trace(std::move(read.trace)), grouped(trace), summary(std::move(read.summary))
{
}

TimeRange LabTraffic::time() const
{
    if (trace.empty())
        return {};
    return {trace.times.front(), trace.times.back() + std::max<Micros>(1ms, summary.resolution)};
}

LabEffect effectOn(const Peaks& peaks, const std::vector<Rule>& rules, const std::vector<TokenId>& marked)
{
    LabEffect effect;
    effect.known = peaks.answers(rules);
    if (!effect.known)
        return effect;
    if (!marked.empty())
        effect.proposals = propose(peaks, marked);
    for (const Rule& rule : rules)
        effect.rules.push_back(effectOf(peaks, std::span(&rule, 1), marked));
    if (!rules.empty()) {
        effect.all = effectOf(peaks, rules, marked);
        const std::vector<TokenId> denied = peaks.deniedUnder(rules);
        for (const TokenId token : marked)
            if (std::ranges::binary_search(denied, token))
                effect.stoppedTokens.push_back(token);
    }
    return effect;
}

std::vector<Units> samplePeaks(const Peaks& peaks, std::size_t window)
{
    const std::span<const TokenId> order = peaks.highestFirst(window);
    if (order.empty())
        return {};
    const double largest = std::log(double(std::max<Units>(2, peaks.of(order.front(), window))));
    std::vector<Units> ticks;
    std::size_t last = mostTicks + 1;
    for (const TokenId token : order) {
        const Units peak = peaks.of(token, window);
        const auto place =
            std::size_t(std::log(double(std::max<Units>(1, peak))) / largest * double(mostTicks));
        if (place != last)
            ticks.push_back(peak);
        last = place;
    }
    return ticks;
}

LabTrials tryAll(const SharedTraffic& traffic, const std::vector<Candidate>& candidates,
                 const std::vector<TokenId>& marked, const std::shared_ptr<const LabTrials>& known,
                 LabJob& job)
{
    LabTrials result{traffic, {}, {}, {}};
    const std::vector<TokenId> others = othersThan(traffic->grouped.tokens(), marked);
    for (const Candidate& candidate : candidates) {
        std::shared_ptr<const Trial> trial;
        if (known && known->traffic == traffic)
            for (const std::shared_ptr<const Trial>& one : known->trials)
                if (one->candidate.policy == candidate.policy)
                    trial = one;
        if (!trial)
            trial = std::make_shared<const Trial>(tryOne(*traffic, candidate, job));
        result.worst.push_back(worstTokens(*trial, mostWorst));
        result.innocent.push_back(deniedAmong(*trial, others));
        result.trials.push_back(std::move(trial));
    }
    return result;
}

std::vector<RequestHistogram::Bar> barsOf(const LabTraffic& traffic, const Trial* trial, std::size_t count,
                                          LabJob& job)
{
    std::vector<RequestHistogram::Bar> bars(count);
    if (traffic.trace.empty())
        return bars;
    const TimeRange time = traffic.time();
    const double perMicro = double(count) / double(time.length().count());
    const auto barAt = [&](Instant moment) -> RequestHistogram::Bar& {
        return bars[std::min(count - 1, std::size_t(double((moment - time.from).count()) * perMicro))];
    };
    for (const Instant moment : traffic.trace.times)
        ++barAt(moment).allowed;
    if (trial == nullptr || trial->denied == 0)
        return bars;
    const Progress progress = job.progress();
    const std::unique_ptr<Admission> admission = makeAdmission(trial->candidate.policy);
    std::vector<std::uint8_t> allowed;
    for (TokenId token = 0; token < trial->deniedByToken.size(); ++token) {
        if (trial->deniedByToken[token] == 0)
            continue;
        progress.at(token, trial->deniedByToken.size());
        const std::span<const Instant> times = traffic.grouped.times(token);
        admission->admit({times, traffic.grouped.costs(token)}, Clients::AsRecorded, &allowed);
        for (std::size_t i = 0; i < times.size(); ++i)
            if (allowed[i] == 0) {
                RequestHistogram::Bar& bar = barAt(times[i]);
                --bar.allowed;
                ++bar.denied;
            }
    }
    return bars;
}

LabTokenLines linesOf(const LabTraffic& traffic, TokenId token, const std::vector<Candidate>& candidates)
{
    LabTokenLines lines{token, {}};
    for (const Candidate& candidate : candidates)
        lines.steps.push_back(stepsOf(traffic, token, candidate));
    return lines;
}

StepExplanation explanationOf(const LabTraffic& traffic, TokenId token, const Candidate& candidate,
                              std::size_t request)
{
    if (!candidate.policy.rules.empty())
        return explain(traffic.grouped, token, candidate, request);
    StepExplanation explanation;
    explanation.step.time = traffic.grouped.times(token)[request];
    return explanation;
}

LabEnvelopes envelopesOf(const LabTraffic& traffic, TokenId token, const Candidate& candidate,
                         const std::vector<TokenId>& marked, LabJob& job)
{
    const Micros length = std::clamp<Micros>(traffic.time().length(), 10s, 24h);
    const std::vector<Micros> spans = spansBetween(length > 10min ? 1s : 100ms, length, envelopeSpans);
    LabEnvelopes result;
    result.token = token;
    result.offered = envelopeOf(traffic.grouped, token, spans);
    if (!candidate.policy.rules.empty()) {
        TraceBuilder allowed;
        std::vector<Charge> charges;
        makeAdmission(candidate.policy)
            ->admit({traffic.grouped.times(token), traffic.grouped.costs(token)}, Clients::AsRecorded,
                    nullptr, &charges);
        for (const Charge& charge : charges)
            allowed.add(charge.at, "allowed", charge.cost);
        if (allowed.size() > 0) {
            const Trace trace = allowed.take();
            const GroupedTrace grouped(trace);
            result.allowed = envelopeOf(grouped, 0, spans);
        }
    }
    std::vector<TokenId> except = marked;
    if (std::ranges::find(except, token) == except.end())
        except.push_back(token);
    if (except.size() < traffic.grouped.tokens())
        result.others = highestEnvelope(traffic.grouped, spans, except, job.progress());
    return result;
}

} // namespace ratewarden::ui
