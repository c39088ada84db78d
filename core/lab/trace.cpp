// SPDX-License-Identifier: MIT
#include "core/lab/trace.h"

#include "core/model/errors.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <numeric>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t fewestSlots = 64;

template <class T>
std::vector<T> inOrder(const std::vector<T>& values, const std::vector<std::uint32_t>& order)
{
    std::vector<T> ordered;
    ordered.reserve(values.size());
    for (const std::uint32_t from : order)
        ordered.push_back(values[from]);
    return ordered;
}

template <class T>
std::size_t bytesOf(const std::vector<T>& values)
{
    return values.capacity() * sizeof(T);
}

} // namespace

TokenId TokenNames::add(std::string_view token)
{
    if (m_slots.size() < 2 * (size() + 1))
        grow();
    const std::uint64_t hash = std::hash<std::string_view>()(token);
    Slot& slot = m_slots[slotOf(token, hash)];
    if (slot.next != 0)
        return slot.next - 1;
    if (size() >= std::numeric_limits<TokenId>::max() - 1)
        throw InvalidArgument("a trace holds at most 4,294,967,294 tokens");
    m_text += token;
    m_ends.push_back(m_text.size());
    slot = {std::uint32_t(hash >> 32), std::uint32_t(size())};
    return TokenId(size() - 1);
}

TokenId TokenNames::find(std::string_view token) const
{
    if (m_slots.empty())
        return TokenId(size());
    const Slot& slot = m_slots[slotOf(token, std::hash<std::string_view>()(token))];
    return slot.next != 0 ? slot.next - 1 : TokenId(size());
}

// The slot that has the token, or else the free one where it belongs.
std::size_t TokenNames::slotOf(std::string_view token, std::uint64_t hash) const
{
    const std::size_t mask = m_slots.size() - 1;
    std::size_t at = hash & mask;
    while (m_slots[at].next != 0) {
        if (m_slots[at].hash == std::uint32_t(hash >> 32) && (*this)[m_slots[at].next - 1] == token)
            break;
        at = (at + 1) & mask;
    }
    return at;
}

void TokenNames::grow()
{
    m_slots.assign(std::max(fewestSlots, 2 * m_slots.size()), {});
    const std::size_t mask = m_slots.size() - 1;
    for (std::size_t token = 0; token < size(); ++token) {
        const std::uint64_t hash = std::hash<std::string_view>()((*this)[TokenId(token)]);
        std::size_t at = hash & mask;
        while (m_slots[at].next != 0)
            at = (at + 1) & mask;
        m_slots[at] = {std::uint32_t(hash >> 32), std::uint32_t(token + 1)};
    }
}

std::size_t TokenNames::memory() const
{
    return m_text.capacity() + bytesOf(m_ends) + bytesOf(m_slots);
}

std::size_t Trace::memory() const
{
    return bytesOf(times) + bytesOf(tokens) + bytesOf(costs) + names.memory();
}

void TraceBuilder::add(Instant time, std::string_view token, TraceCost cost)
{
    if (token.empty())
        throw InvalidArgument("a request needs a token");
    if (m_trace.size() >= std::numeric_limits<std::uint32_t>::max())
        throw InvalidArgument("a trace holds at most 4,294,967,295 requests");
    if (cost != 1 && m_trace.costs.empty())
        m_trace.costs.assign(m_trace.size(), 1);
    m_ordered = m_ordered && (m_trace.empty() || m_trace.times.back() <= time);
    m_trace.tokens.push_back(m_trace.names.add(token));
    m_trace.times.push_back(time);
    if (cost != 1 || !m_trace.costs.empty())
        m_trace.costs.push_back(cost);
}

void TraceBuilder::reserve(std::size_t requests)
{
    m_trace.times.reserve(requests);
    m_trace.tokens.reserve(requests);
}

Trace TraceBuilder::take()
{
    if (!m_ordered) {
        std::vector<std::uint32_t> order(m_trace.size());
        std::iota(order.begin(), order.end(), 0U);
        std::ranges::stable_sort(order, {}, [this](std::uint32_t request) { return m_trace.times[request]; });
        m_trace.times = inOrder(m_trace.times, order);
        m_trace.tokens = inOrder(m_trace.tokens, order);
        m_trace.costs = m_trace.costs.empty() ? std::vector<TraceCost>() : inOrder(m_trace.costs, order);
        m_ordered = true;
    }
    return std::exchange(m_trace, {});
}

GroupedTrace::GroupedTrace(const Trace& trace)
    : m_trace(&trace), m_starts(trace.names.size() + 1), m_times(trace.size()), m_costs(trace.costs.size())
{
    for (const TokenId token : trace.tokens)
        ++m_starts[token + 1];
    std::partial_sum(m_starts.begin(), m_starts.end(), m_starts.begin());
    std::vector<std::size_t> next = m_starts;
    for (std::size_t i = 0; i < trace.size(); ++i) {
        const std::size_t to = next[trace.tokens[i]]++;
        m_times[to] = trace.times[i];
        if (!m_costs.empty())
            m_costs[to] = trace.costs[i];
    }
}

} // namespace ratewarden
