// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/request_totals.h"

#include "core/policies/published_policy.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

void addTo(std::vector<RequestTotals::Token>& most, const CountedToken& token, Units requests)
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

void RequestTotals::beginScan()
{
    m_counting = {};
}

void RequestTotals::add(const CountsReading& reading)
{
    Instant& first = m_counting.first;
    first = first == Instant{} ? reading.at : std::min(first, reading.at);
    for (const auto& [token, read] : reading.tokens) {
        Counts& counts = m_counting.policies[token.policy];
        const bool candidate = isCandidate(token.policy);
        if (!read.empty())
            m_counting.newest = std::max(m_counting.newest, read.back().from);
        for (const RequestCount& count : read) {
            if (count.allowed == 0 && count.denied == 0)
                continue;
            RequestCount& total = counts[count.from];
            total.from = count.from;
            total.allowed += count.allowed;
            total.denied += count.denied;
            if (count.denied > 0 && !candidate)
                addTo(m_counting.denied[count.from], token, count.denied);
            if (count.allowed > 0 && !candidate)
                addTo(m_counting.allowed[count.from], token, count.allowed);
        }
        if (candidate)
            continue;
        ++m_counting.tokens;
        const RequestRates rates = ratesOf(read, reading.at);
        m_counting.rates.allowed += rates.allowed;
        m_counting.rates.denied += rates.denied;
    }
}

void RequestTotals::endScan()
{
    m_complete = std::exchange(m_counting, {});
}

std::vector<std::string> RequestTotals::policies() const
{
    std::vector<std::string> names;
    names.reserve(m_complete.policies.size());
    for (const auto& [name, counts] : m_complete.policies)
        if (!counts.empty())
            names.push_back(name);
    return names;
}

std::vector<RequestCount> RequestTotals::of(std::string_view policy) const
{
    const auto found = m_complete.policies.find(policy);
    if (found == m_complete.policies.end() || found->second.empty())
        return {};
    const Counts& counts = found->second;
    // A pass that takes long sees later times at its end than at its beginning.
    const Instant newest = m_complete.newest;
    std::vector<RequestCount> result;
    for (Instant from = newest - countsReach + countSpan; from <= newest; from += countSpan) {
        const auto count = counts.find(from);
        result.push_back(count == counts.end() ? RequestCount{from, 0, 0} : count->second);
    }
    return result;
}

std::vector<RequestTotals::Token> RequestTotals::mostIn(const TimeRange& stretch,
                                                        Units RequestCount::*requests) const
{
    std::vector<Token> all;
    const auto& spans = requests == &RequestCount::denied ? m_complete.denied : m_complete.allowed;
    for (auto slot = spans.lower_bound(stretch.from); slot != spans.end() && slot->first < stretch.to; ++slot)
        for (const Token& one : slot->second) {
            const auto known = std::ranges::find(all, one.token, &Token::token);
            if (known == all.end())
                all.push_back(one);
            else
                known->requests += one.requests;
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
