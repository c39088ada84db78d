// SPDX-License-Identifier: MIT
#include "core/lab/lab_what_if.h"

#include "core/algorithms/admission.h"

#include <algorithm>
#include <tuple>

namespace ratewarden {
namespace {

Candidate orNoLimit(const Candidate& candidate)
{
    return candidate.policy.rules.empty() ? noLimit() : candidate;
}

template <class Before>
void keepFirst(std::vector<TokenDifference>& tokens, Before before)
{
    const std::size_t most = std::min(mostDiffering, tokens.size());
    std::ranges::partial_sort(tokens, tokens.begin() + std::ptrdiff_t(most), before);
    tokens.resize(most);
}

std::vector<TokenDifference> unchangedIn(const LabWhatIf& whatIf, const Trial& trial)
{
    std::vector<TokenDifference> tokens;
    auto differing = whatIf.byToken.begin();
    for (TokenId token = 0; token < trial.deniedByToken.size(); ++token) {
        if (differing != whatIf.byToken.end() && differing->token == token) {
            ++differing;
            continue;
        }
        const auto times = whatIf.traffic->grouped.times(token);
        if (const std::size_t requests = requestsWithin(times, trial.within).size(); requests > 0)
            tokens.push_back({token, 0, 0, trial.deniedByToken[token], std::uint32_t(requests)});
    }
    keepFirst(tokens, [](const TokenDifference& one, const TokenDifference& other) {
        return std::tuple(other.denied, other.requests, one.token) <
               std::tuple(one.denied, one.requests, other.token);
    });
    return tokens;
}

} // namespace

bool LabWhatIf::isOf(const SharedTraffic& asked, const std::optional<Candidate>& enforced,
                     const Candidate& candidate, const TimeRange& time) const
{
    return traffic == asked && within() == time && hasEnforced == enforced.has_value() &&
           (!enforced || result.comparison.enforced.policy == orNoLimit(*enforced).policy) &&
           result.comparison.candidate.policy == orNoLimit(candidate).policy;
}

bool LabWhatIf::isEmpty() const
{
    const DifferenceSums& sums = result.comparison.sums;
    return sums.newlyDenied + sums.freed + sums.unchanged == 0;
}

const TokenDifference* LabWhatIf::find(TokenId token) const
{
    const auto found = std::ranges::lower_bound(byToken, token, {}, &TokenDifference::token);
    return found != byToken.end() && found->token == token ? &*found : nullptr;
}

LabWhatIf whatIfOf(const SharedTraffic& traffic, const std::optional<Candidate>& enforced,
                   const Candidate& candidate, const Trial& trial, const Progress& progress)
{
    const Candidate now = enforced ? orNoLimit(*enforced) : noLimit();
    const Candidate then = orNoLimit(candidate);
    LabWhatIf whatIf;
    whatIf.traffic = traffic;
    whatIf.hasEnforced = enforced.has_value();
    whatIf.result.comparison = compare(traffic->grouped, now, then, progress, trial.within);
    if (const GroupedTrace* const spread = traffic->spread())
        whatIf.result.spread = compare(*spread, now, then, progress, trial.within);
    const std::vector<TokenDifference>& differing = whatIf.result.comparison.tokens;
    whatIf.byToken = differing;
    std::ranges::sort(whatIf.byToken, {}, &TokenDifference::token);
    for (const TokenDifference& one : differing)
        if (one.freed > 0)
            whatIf.freed.push_back(one);
    keepFirst(whatIf.freed, [](const TokenDifference& one, const TokenDifference& other) {
        return std::tuple(other.freed, one.token) < std::tuple(one.freed, other.token);
    });
    whatIf.unchanged = unchangedIn(whatIf, trial);
    return whatIf;
}

} // namespace ratewarden
