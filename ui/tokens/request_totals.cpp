// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/request_totals.h"

#include "core/policies/published_policy.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

void addToNamed(std::vector<RequestTotals::Token>& most, const CountedToken& token, Units requests)
{
    if (most.size() == RequestTotals::named) {
        if (requests <= most.back().requests)
            return;
        most.pop_back();
    }
    const auto at =
        std::ranges::find_if(most, [&](const RequestTotals::Token& one) { return one.requests < requests; });
    most.insert(at, {token, requests});
}

} // namespace

void RequestTotals::Pass::add(const CountsReading& reading)
{
    first = first == Instant{} ? reading.at : std::min(first, reading.at);
    last = std::max(last, reading.at);
    for (const auto& [token, read] : reading.tokens) {
        Counts& counts = policies[token.policy];
        const bool candidate = isCandidate(token.policy);
        for (const RequestCount& count : read) {
            if (count.allowed == 0 && count.denied == 0)
                continue;
            RequestCount& total = counts[count.from];
            total.from = count.from;
            total.allowed += count.allowed;
            total.denied += count.denied;
            if (count.denied > 0 && !candidate)
                addToNamed(denied[count.from], token, count.denied);
            if (count.allowed > 0 && !candidate)
                addToNamed(allowed[count.from], token, count.allowed);
        }
        if (candidate)
            continue;
        ++tokens;
        const RequestRates its = ratesOf(read, reading.at);
        rates.allowed += its.allowed;
        rates.denied += its.denied;
    }
}

Instant RequestTotals::Pass::end() const
{
    const auto slotOf = [](Instant at) {
        return at.time_since_epoch() / countSpan;
    };
    return Instant((slotOf(first) + (first != Instant{} && slotOf(first) == slotOf(last) ? 1 : 0)) *
                   countSpan);
}

RequestCount RequestTotals::Pass::at(std::string_view policy, Instant from) const
{
    const auto counts = policies.find(policy);
    if (counts == policies.end())
        return {from, 0, 0};
    const auto count = counts->second.find(from);
    return count == counts->second.end() ? RequestCount{from, 0, 0} : count->second;
}

void RequestTotals::add(const CountsReading& reading)
{
    m_counting.add(reading);
}

void RequestTotals::beginRound(const Policies& policies)
{
    if (policies != m_roundOf)
        forgetRounds();
    m_roundOf = policies;
    m_reading = {};
    m_share = 0;
}

void RequestTotals::addToRound(const CountsReading& reading, double share)
{
    m_reading.add(reading);
    m_share = share;
}

void RequestTotals::endRound()
{
    m_round = std::exchange(m_reading, {});
    m_roundOfAll = m_roundOf.empty();
}

void RequestTotals::forgetRounds()
{
    m_round = {};
    m_reading = {};
    m_roundOfAll = false;
    m_share = 0;
}

bool RequestTotals::roundCovers(std::string_view policy) const
{
    return m_roundOf.empty() ? !isCandidate(policy) : std::ranges::find(m_roundOf, policy) != m_roundOf.end();
}

// Null: it tells nothing that the last pass does not. Of all that are active a part is no use.
const RequestTotals::Pass* RequestTotals::roundFor(std::string_view policy) const
{
    if (!roundCovers(policy))
        return nullptr;
    const Pass& round = m_round.first == Instant{} && !m_roundOf.empty() ? m_reading : m_round;
    return round.first > m_complete.first ? &round : nullptr;
}

Instant RequestTotals::knownUntil(std::string_view policy) const
{
    const Pass* const round = roundFor(policy);
    return round ? round->first : m_complete.first;
}

std::vector<std::string> RequestTotals::policies() const
{
    std::vector<std::string> names;
    const auto addThoseOf = [&names](const Pass& pass) {
        for (const auto& [name, counts] : pass.policies)
            if (!counts.empty() && std::ranges::find(names, name) == names.end())
                names.push_back(name);
    };
    addThoseOf(m_complete);
    addThoseOf(m_round);
    std::ranges::sort(names);
    return names;
}

std::vector<RequestCount> RequestTotals::of(std::string_view policy) const
{
    const Pass* const round = roundFor(policy);
    const Instant end = std::max(m_complete.end(), round ? round->end() : Instant{});
    std::vector<RequestCount> result;
    bool any = false;
    for (Instant from = end - countsReach; from < end; from += countSpan) {
        const bool isWhole = from + countSpan <= m_complete.first;
        result.push_back((round && !isWhole ? *round : m_complete).at(policy, from));
        any = any || result.back().allowed > 0 || result.back().denied > 0;
    }
    return any ? result : std::vector<RequestCount>();
}

std::vector<RequestTotals::Token> RequestTotals::mostIn(const TimeRange& stretch,
                                                        Units RequestCount::*requests) const
{
    std::vector<Token> all;
    const auto addThoseOf = [&](const Pass& pass, const TimeRange& range) {
        const auto& spans = requests == &RequestCount::denied ? pass.denied : pass.allowed;
        for (auto slot = spans.lower_bound(range.from); slot != spans.end() && slot->first < range.to; ++slot)
            for (const Token& one : slot->second) {
                const auto known = std::ranges::find(all, one.token, &Token::token);
                if (known == all.end())
                    all.push_back(one);
                else
                    known->requests += one.requests;
            }
    };
    const Instant whole(m_complete.first.time_since_epoch() / countSpan * countSpan);
    if (&lately() == &m_complete) {
        addThoseOf(m_complete, stretch);
    } else {
        addThoseOf(m_complete, {stretch.from, std::min(stretch.to, whole)});
        addThoseOf(m_round, {std::max(stretch.from, whole), stretch.to});
    }
    std::ranges::stable_sort(all, std::ranges::greater(), &Token::requests);
    return all;
}

RequestCount sumOf(const std::vector<RequestCount>& counts)
{
    RequestCount sum;
    for (const RequestCount& count : counts) {
        sum.allowed += count.allowed;
        sum.denied += count.denied;
    }
    return sum;
}

} // namespace ratewarden::ui
