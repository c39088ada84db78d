// SPDX-License-Identifier: MIT
#include "core/lab/proposal.h"

#include "core/algorithms/peak.h"
#include "core/model/errors.h"

#include <algorithm>
#include <functional>
#include <limits>

namespace ratewarden {
namespace {

std::vector<bool> asSet(std::span<const TokenId> tokens, std::size_t of)
{
    std::vector<bool> set(of);
    for (const TokenId token : tokens) {
        if (token >= of)
            throw InvalidArgument("a marked token is not in the traffic");
        set[token] = true;
    }
    return set;
}

WindowProposal proposeIn(const Peaks& peaks, std::size_t window, std::span<const TokenId> marked,
                         const std::vector<bool>& isMarked, std::size_t closest)
{
    WindowProposal proposal;
    proposal.window = peaks.windows()[window];
    const auto peak = [&](TokenId token) {
        return peaks.of(token, window);
    };
    proposal.lowestOfMarked = peak(std::ranges::min(marked, {}, peak));
    proposal.highestOfMarked = peak(std::ranges::max(marked, {}, peak));
    bool found = false;
    for (const TokenId token : peaks.highestFirst(window)) {
        if (found && proposal.closest.size() >= closest)
            break;
        if (isMarked[token])
            continue;
        if (!found)
            proposal.highestOfOthers = peak(token);
        found = true;
        if (proposal.closest.size() < closest)
            proposal.closest.push_back({token, peak(token)});
    }
    // A limit of 0 would stop everybody for good: that is a block, and no limit.
    const Band band{std::max<Units>(proposal.highestOfOthers, 1), proposal.lowestOfMarked - 1};
    if (band.lowest <= band.highest)
        proposal.band = band;
    return proposal;
}

} // namespace

std::vector<WindowProposal> propose(const Peaks& peaks, std::span<const TokenId> marked, std::size_t closest)
{
    if (marked.empty())
        throw InvalidArgument("mark the tokens that are to be stopped first");
    const std::vector<bool> isMarked = asSet(marked, peaks.tokens());
    std::vector<WindowProposal> proposals;
    for (std::size_t window = 0; window < peaks.windows().size(); ++window)
        proposals.push_back(proposeIn(peaks, window, marked, isMarked, closest));
    return proposals;
}

BurstProposal proposeBurst(const GroupedTrace& traffic, const Rule& rule, std::span<const TokenId> marked,
                           std::size_t closest, const Progress& progress)
{
    if (rule.limit < 1)
        throw InvalidArgument("a burst is proposed for a limit of 1 or more");
    if (marked.empty())
        throw InvalidArgument("mark the tokens that are to be stopped first");
    const std::vector<bool> isMarked = asSet(marked, traffic.tokens());
    BurstProposal proposal;
    proposal.rule = {rule.limit, rule.window, 0};
    proposal.lowestOfMarked = maxUnits;
    std::vector<TokenPeak>& others = proposal.closest;
    const std::size_t kept = std::max<std::size_t>(closest, 1);
    std::size_t reported = 0;
    for (TokenId token = 0; token < traffic.tokens(); ++token) {
        progress.passed(reported, traffic.start(token), traffic.size());
        const TimedRequests requests{traffic.times(token), traffic.costs(token)};
        if (isMarked[token]) {
            const Units burst = burstOf(requests, rule);
            proposal.lowestOfMarked = std::min(proposal.lowestOfMarked, burst);
            proposal.highestOfMarked = std::max(proposal.highestOfMarked, burst);
            continue;
        }
        // Most need less than those that are closest, which one look tells.
        if (others.size() == kept &&
            !bucketDenies(requests, {rule.limit, rule.window, std::max<Units>(1, others.back().peak)}))
            continue;
        const TokenPeak one{token, burstOf(requests, rule)};
        others.insert(std::ranges::upper_bound(others, one.peak, std::greater(), &TokenPeak::peak), one);
        if (others.size() > kept)
            others.pop_back();
    }
    proposal.highestOfOthers = others.empty() ? 0 : others.front().peak;
    others.resize(std::min(others.size(), closest));
    const Band band{std::max<Units>(proposal.highestOfOthers, 1), proposal.lowestOfMarked - 1};
    if (band.lowest <= band.highest)
        proposal.band = band;
    progress.at(1, 1);
    return proposal;
}

LimitEffect effectOf(const Peaks& peaks, std::span<const Rule> rules, std::span<const TokenId> marked)
{
    const std::vector<bool> isMarked = asSet(marked, peaks.tokens());
    LimitEffect effect;
    for (const TokenId token : peaks.deniedUnder(rules)) {
        if (isMarked[token])
            ++effect.stopped;
        else
            effect.hurtTokens.push_back(token);
    }
    effect.hurt = effect.hurtTokens.size();
    const auto excess = [&](TokenId token) {
        double most = 0;
        for (const Rule& rule : rules) {
            const auto window =
                std::size_t(std::ranges::find(peaks.windows(), rule.window) - peaks.windows().begin());
            const auto peak = double(peaks.of(token, window));
            most = std::max(most, rule.limit > 0 ? peak / double(rule.limit)
                                  : peak > 0     ? std::numeric_limits<double>::infinity()
                                                 : 0);
        }
        return most;
    };
    std::vector<std::pair<double, TokenId>> byExcess;
    byExcess.reserve(effect.hurt);
    for (const TokenId token : effect.hurtTokens)
        byExcess.emplace_back(-excess(token), token);
    std::ranges::sort(byExcess);
    std::ranges::transform(byExcess, effect.hurtTokens.begin(), &std::pair<double, TokenId>::second);
    return effect;
}

} // namespace ratewarden
