// SPDX-License-Identifier: MIT
#include "core/lab/lab_work.h"

#include "core/algorithms/admission.h"
#include "core/lab/comparison.h"
#include "core/lab/report.h"

#include <algorithm>
#include <cmath>

namespace ratewarden {
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

Trial tryOne(const LabTraffic& traffic, const Candidate& candidate, const TimeRange& within,
             const Progress& progress)
{
    if (!candidate.policy.rules.empty())
        return tryOn(traffic.grouped, candidate, TrialDetail::Bursts, Clients::AsRecorded, progress, within);
    Trial allowed;
    allowed.candidate = candidate;
    allowed.within = within;
    allowed.requests = requestsWithin(traffic.trace.times, within).size();
    allowed.deniedByToken.resize(traffic.grouped.tokens());
    return allowed;
}

/// Which of several rules denies takes many times as long as whether one does: of more requests it is not
/// known.
constexpr std::size_t mostRuled = 200'000;

/// The rules that deny the requests of a token.
class DenyingRules {
public:
    /// `together`: how many requests are looked at with these.
    DenyingRules(const GroupedTrace& traffic, TokenId token, const Candidate& candidate, std::size_t together)
        : m_rules(candidate.policy.rules.size())
    {
        if (m_rules > 1 && together <= mostRuled)
            m_steps = verdictsOf(traffic, token, candidate);
    }

    /// Of one that is denied; empty: it is not known.
    std::optional<std::uint8_t> of(std::size_t request) const
    {
        if (m_rules == 1)
            return std::uint8_t(0);
        return m_steps.empty() ? std::nullopt : m_steps[request].rule;
    }

private:
    std::size_t m_rules;
    std::vector<RequestStep> m_steps;
};

/// 1 for each request that the candidate allows, else 0.
std::vector<std::uint8_t> verdictsOn(const TimedRequests& requests, const Candidate& candidate)
{
    std::vector<std::uint8_t> allowed(requests.times.size(), 1);
    if (!candidate.policy.rules.empty())
        makeAdmission(candidate.policy)->admit(requests, Clients::AsRecorded, &allowed);
    return allowed;
}

} // namespace

LabTraffic::LabTraffic(ReadTraffic read, std::shared_ptr<const MeteredTraffic> its)
    : trace(std::move(read.trace)), grouped(trace), summary(std::move(read.summary)), metered(std::move(its))
{
}

TimeRange LabTraffic::time() const
{
    if (trace.empty())
        return {};
    return {trace.times.front(), trace.times.back() + std::max<Micros>(1ms, summary.resolution)};
}

const GroupedTrace* LabTraffic::spread() const
{
    std::call_once(m_spreadMade, [this] {
        const bool isWritten = summary.kind == TrafficKind::Log || summary.kind == TrafficKind::Trace;
        if (!isWritten || trace.empty() || !isInWholeSeconds(trace))
            return;
        m_spreadTrace = std::make_unique<const Trace>(spreadWithinSeconds(trace));
        m_spread = std::make_unique<const GroupedTrace>(*m_spreadTrace);
    });
    return m_spread.get();
}

SharedTraffic generatedTraffic(Trace trace)
{
    ReadTraffic made;
    made.trace = std::move(trace);
    made.summary.kind = TrafficKind::Generated;
    summarize(made.trace, made.summary);
    return std::make_shared<const LabTraffic>(std::move(made));
}

SharedTraffic generatedTraffic(MeteredTraffic traffic)
{
    ReadTraffic made = withActualCosts(traffic, {});
    made.summary.kind = TrafficKind::Generated;
    return std::make_shared<const LabTraffic>(std::move(made),
                                              std::make_shared<const MeteredTraffic>(std::move(traffic)));
}

SharedTraffic trafficOfFile(const std::string& path, const ReadOptions& options)
{
    if (!hasTwoCosts(path, options))
        return std::make_shared<const LabTraffic>(readTrafficFile(path, options));
    auto metered = std::make_shared<const MeteredTraffic>(readMeteredTraffic(path));
    ReadTraffic read = withActualCosts(*metered, path);
    return std::make_shared<const LabTraffic>(std::move(read), std::move(metered));
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

const BurstProposal* LabBursts::of(const Rule& rule) const
{
    const auto found = std::ranges::find_if(proposals, [&](const BurstProposal& one) {
        return one.rule.limit == rule.limit && one.rule.window == rule.window;
    });
    return found == proposals.end() ? nullptr : &*found;
}

LabBursts burstsOf(const SharedTraffic& traffic, const std::vector<Rule>& rules,
                   const std::vector<TokenId>& marked, const std::shared_ptr<const LabBursts>& known,
                   const Progress& progress)
{
    LabBursts bursts{traffic, marked, {}};
    const bool fits = known && known->traffic == traffic && known->marked == marked;
    for (const Rule& rule : rules) {
        if (rule.limit < 1)
            continue;
        if (const BurstProposal* const before = fits ? known->of(rule) : nullptr)
            bursts.proposals.push_back(*before);
        else
            bursts.proposals.push_back(proposeBurst(traffic->grouped, rule, marked, 1, progress));
    }
    return bursts;
}

std::vector<Units> samplePeaks(const Peaks& peaks, std::size_t window)
{
    const std::span<const TokenId> order = peaks.highestFirst(window);
    if (order.empty())
        return {};
    const double step =
        std::log(double(std::max<Units>(2, peaks.of(order.front(), window)))) / double(mostTicks);
    std::vector<Units> ticks;
    for (std::size_t i = 0; i < order.size();) {
        const Units peak = peaks.of(order[i], window);
        ticks.push_back(peak);
        if (peak <= 1)
            break; // all that follow have the same, or none
        const auto next =
            std::min(peak - 1, Units(std::exp(std::log(double(std::max<Units>(1, peak))) - step)));
        i = std::max(i + 1, peaks.deniedUnder(window, next).size());
    }
    return ticks;
}

LabTrials tryAll(const SharedTraffic& traffic, const std::vector<Candidate>& candidates,
                 const std::vector<TokenId>& marked, const TimeRange& within,
                 const std::shared_ptr<const LabTrials>& known, const Progress& progress)
{
    LabTrials result{traffic, within, {}, {}, {}};
    const std::vector<TokenId> others = othersThan(traffic->grouped.tokens(), marked);
    for (const Candidate& candidate : candidates) {
        std::shared_ptr<const Trial> trial;
        if (known && known->traffic == traffic && known->within == within)
            for (const std::shared_ptr<const Trial>& one : known->trials)
                if (one->candidate.policy == candidate.policy)
                    trial = one;
        if (!trial)
            trial = std::make_shared<const Trial>(tryOne(*traffic, candidate, within, progress));
        result.worst.push_back(worstTokens(*trial, mostWorst));
        result.innocent.push_back(deniedAmong(*trial, others));
        result.trials.push_back(std::move(trial));
    }
    return result;
}

LabReserving reservingOf(const SharedTraffic& traffic, const Policy& policy, const Progress& progress)
{
    LabReserving reserving{traffic, policy, {}};
    for (const ReserveWay& way : usualWays(*traffic->metered))
        reserving.trials.push_back(tryReserving(*traffic->metered, policy, way, progress));
    return reserving;
}

std::vector<RequestBar> barsOf(const LabTraffic& traffic, const Trial* trial, std::size_t count,
                               const Progress& progress)
{
    std::vector<RequestBar> bars(count);
    if (traffic.trace.empty())
        return bars;
    const TimeRange time = traffic.time();
    const double perMicro = double(count) / double(time.length().count());
    const auto barAt = [&](Instant moment) -> RequestBar& {
        return bars[std::min(count - 1, std::size_t(double((moment - time.from).count()) * perMicro))];
    };
    for (const Instant moment : traffic.trace.times)
        ++barAt(moment).allowed;
    if (trial == nullptr || trial->candidate.policy.rules.empty())
        return bars;
    const bool isWhole = trial->within == allTime; // else tokens may be denied outside that time alone
    const std::unique_ptr<Admission> admission = makeAdmission(trial->candidate.policy);
    std::vector<std::uint8_t> allowed;
    for (TokenId token = 0; token < trial->deniedByToken.size(); ++token) {
        if (isWhole && trial->deniedByToken[token] == 0)
            continue;
        progress.at(token, trial->deniedByToken.size());
        const std::span<const Instant> times = traffic.grouped.times(token);
        admission->admit({times, traffic.grouped.costs(token)}, Clients::AsRecorded, &allowed);
        const DenyingRules rules(traffic.grouped, token, trial->candidate, traffic.trace.size());
        for (std::size_t i = 0; i < times.size(); ++i)
            if (allowed[i] == 0) {
                RequestBar& bar = barAt(times[i]);
                const std::optional<std::uint8_t> by = rules.of(i);
                const std::optional<Rule> rule =
                    by ? std::optional(trial->candidate.policy.rules[*by]) : std::nullopt;
                if (bar.denied == 0 || bar.rule != rule)
                    bar.rule = bar.denied == 0 ? rule : std::nullopt;
                --bar.allowed;
                ++bar.denied;
            }
    }
    return bars;
}

LabTimeLine timeLineOf(const LabTraffic& traffic, TokenId token, const std::vector<Candidate>& candidates,
                       LabSides sides)
{
    const TimedRequests requests{traffic.grouped.times(token), traffic.grouped.costs(token)};
    auto data = std::make_shared<StripData>();
    data->times.assign(requests.times.begin(), requests.times.end());
    const std::size_t count = data->times.size();
    StripData::Strip all(count);
    for (std::size_t i = 0; i < count; ++i)
        all.add(true, false);
    data->strips.push_back(std::move(all));
    std::vector<std::vector<std::uint8_t>> verdicts;
    for (const Candidate& candidate : candidates) {
        verdicts.push_back(verdictsOn(requests, candidate));
        const DenyingRules rules(traffic.grouped, token, candidate, count);
        StripData::Strip strip(count);
        strip.rules = candidate.policy.rules;
        for (std::size_t i = 0; i < count; ++i) {
            const bool allowed = verdicts.back()[i] != 0;
            strip.add(allowed, !allowed, allowed ? std::nullopt : rules.of(i));
        }
        data->strips.push_back(std::move(strip));
    }
    StripData::Strip differs(count);
    for (std::size_t i = 0; i < count; ++i) {
        const bool before = !sides.reference || verdicts[*sides.reference][i] != 0;
        const bool now = verdicts[sides.chosen][i] != 0;
        differs.add(now && !before, before && !now);
    }
    data->differences = data->strips.size();
    data->strips.push_back(std::move(differs));
    return {token, std::move(data)};
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
                         const std::vector<TokenId>& marked, const TimeRange& within,
                         const Progress& progress)
{
    const Micros length =
        std::clamp<Micros>((within == allTime ? traffic.time() : within).length(), 10s, 24h);
    const std::vector<Micros> spans = spansBetween(length > 10min ? 1s : 100ms, length, envelopeSpans);
    LabEnvelopes result;
    result.token = token;
    result.offered = envelopeOf(traffic.grouped, token, spans, within);
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
            result.allowed = envelopeOf(grouped, 0, spans, within);
        }
    }
    std::vector<TokenId> except = marked;
    if (std::ranges::find(except, token) == except.end())
        except.push_back(token);
    if (except.size() < traffic.grouped.tokens())
        result.others = highestEnvelope(traffic.grouped, spans, except, progress, within);
    return result;
}

Candidate noLimit()
{
    return {"no limit", {"lab", "fixed-window", {{maxUnits, 24h}}}};
}

std::string reportOf(const LabTraffic& traffic, const std::optional<Candidate>& enforced,
                     const Candidate& candidate, LabReportKind kind, const Progress& progress,
                     const WatchedThen* watched)
{
    const Candidate now = enforced.value_or(noLimit());
    if (kind == LabReportKind::Csv)
        return csvReport(compare(traffic.grouped, now, candidate, progress), traffic.trace.names);
    return htmlReport(whatIf(traffic.grouped, now, candidate, progress), traffic.grouped, traffic.summary,
                      watched);
}

} // namespace ratewarden
