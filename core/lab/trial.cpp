// SPDX-License-Identifier: MIT
#include "core/lab/trial.h"

#include "core/algorithms/peak.h"

#include <algorithm>
#include <memory>

namespace ratewarden {
namespace {

/// What the allowed requests of one token add to a trial.
class Bursts {
public:
    Bursts(const Algorithm& algorithm, const std::vector<Rule>& rules, const TimeRange& within)
        : m_algorithm(algorithm)
        , m_rules(rules)
        , m_within(within)
        , m_longest(std::ranges::max(rules, {}, &Rule::window).window)
        , m_largest(rules.size())
    {
    }

    void add(const std::vector<Charge>& charges)
    {
        m_times.clear();
        m_costs.clear();
        bool isOfCostOne = true;
        for (const Charge& charge : charges) {
            m_times.push_back(charge.at);
            m_costs.push_back(charge.cost);
            isOfCostOne = isOfCostOne && charge.cost == 1;
        }
        const TimedRequests counted{m_times, {}};
        const RequestRange range = requestsWithin(m_times, m_within);
        TimedRequests weighed{std::span<const Instant>(m_times).subspan(range.first, range.size()), {}};
        if (!isOfCostOne)
            weighed.costs = std::span<const std::uint32_t>(m_costs).subspan(range.first, range.size());
        for (std::size_t i = 0; i < m_rules.size(); ++i)
            m_largest[i] = std::max(m_largest[i], largestIn(weighed, m_rules[i].window));
        if (!charges.empty())
            m_bytes += m_algorithm.size.of(m_algorithm.keeps == Keeps::Charges
                                               ? std::size_t(largestIn(counted, m_longest))
                                               : m_rules.size());
    }

    const std::vector<Units>& largest() const { return m_largest; }
    double bytes() const { return m_bytes; }

private:
    const Algorithm& m_algorithm;
    const std::vector<Rule>& m_rules;
    const TimeRange m_within;
    Micros m_longest;
    std::vector<Units> m_largest;
    double m_bytes = 0;
    std::vector<Instant> m_times; // of one token
    std::vector<std::uint32_t> m_costs;
};

void countTokens(Trial& trial)
{
    trial.tokensDenied = std::size_t(
        std::ranges::count_if(trial.deniedByToken, [](std::uint32_t denied) { return denied > 0; }));
}

} // namespace

Trial tryOn(const GroupedTrace& traffic, const Candidate& candidate, TrialDetail detail, Clients clients,
            const Progress& progress, const TimeRange& within)
{
    const std::unique_ptr<Admission> admission = makeAdmission(candidate.policy);
    Trial trial;
    trial.candidate = candidate;
    trial.within = within;
    trial.deniedByToken.resize(traffic.tokens());
    Bursts bursts(validatedAlgorithm(candidate.policy), trial.candidate.policy.rules, within);
    std::vector<Charge> charges;
    std::size_t reported = 0;
    for (TokenId token = 0; token < traffic.tokens(); ++token) {
        progress.passed(reported, traffic.start(token), traffic.size());
        const Admitted got = admission->admit({traffic.times(token), traffic.costs(token)}, clients, nullptr,
                                              detail == TrialDetail::Bursts ? &charges : nullptr, within);
        trial.requests += got.requests;
        trial.denied += got.denied;
        trial.neverFits += got.neverFits;
        trial.repeats += got.repeats;
        trial.longestWait = std::max(trial.longestWait, got.longestWait);
        trial.deniedByToken[token] = std::uint32_t(got.denied);
        if (detail == TrialDetail::Bursts)
            bursts.add(charges);
    }
    countTokens(trial);
    if (detail == TrialDetail::Bursts) {
        trial.largestBurst = bursts.largest();
        trial.bytesPerToken = traffic.tokens() == 0 ? 0 : bursts.bytes() / double(traffic.tokens());
    }
    progress.at(1, 1);
    return trial;
}

std::vector<TokenCount> worstTokens(const Trial& trial, std::size_t most)
{
    std::vector<TokenCount> worst;
    worst.reserve(trial.tokensDenied);
    for (TokenId token = 0; token < trial.deniedByToken.size(); ++token)
        if (trial.deniedByToken[token] > 0)
            worst.push_back({token, trial.deniedByToken[token]});
    most = std::min(most, worst.size());
    std::ranges::partial_sort(
        worst, worst.begin() + std::ptrdiff_t(most), [](const TokenCount& one, const TokenCount& other) {
            return one.count != other.count ? one.count > other.count : one.token < other.token;
        });
    worst.resize(most);
    return worst;
}

DeniedAmong deniedAmong(const Trial& trial, std::span<const TokenId> tokens)
{
    DeniedAmong sum;
    for (const TokenId token : tokens) {
        const std::uint32_t denied = trial.deniedByToken.at(token);
        sum.requests += denied;
        sum.tokens += denied > 0 ? 1 : 0;
    }
    return sum;
}

} // namespace ratewarden
