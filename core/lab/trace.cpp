// SPDX-License-Identifier: MIT
#include "core/lab/trace.h"

#include "core/model/errors.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <limits>
#include <numeric>
#include <random>
#include <type_traits>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t fewestSlots = 64;

constexpr std::size_t hashBatch = 64;

std::uint64_t eightBytes(const char* from, std::size_t count = 8)
{
    std::uint64_t bytes = 0;
    std::memcpy(&bytes, from, count);
    return bytes;
}

std::uint64_t mixed(std::uint64_t a, std::uint64_t b)
{
    const unsigned __int128 product = static_cast<unsigned __int128>(a) * b;
    return std::uint64_t(product) ^ std::uint64_t(product >> 64U);
}

// Differs from run to run, as tokens may come from somebody who would like them all in one place.
std::uint64_t seed()
{
    static const std::uint64_t chosen = [] {
        std::random_device device;
        return std::uint64_t(device()) << 32U | device();
    }();
    return chosen;
}

std::uint32_t nameHash(std::string_view text)
{
    constexpr std::uint64_t odd = 0x9E3779B97F4A7C15; // 2^64 / the golden ratio
    std::uint64_t hash = seed() ^ text.size() * odd;
    for (; text.size() > 8; text.remove_prefix(8))
        hash = mixed(hash ^ eightBytes(text.data()), odd);
    hash = mixed(hash ^ eightBytes(text.data(), text.size()), odd);
    return std::uint32_t(mixed(hash, odd));
}

void checkToken(std::string_view token)
{
    if (token.empty())
        throw InvalidArgument("a request needs a token");
}

template <class T>
std::size_t reservedBytes(const std::vector<T>& values)
{
    return values.capacity() * sizeof(T);
}

} // namespace

TokenId TokenNames::add(std::string_view token)
{
    makeRoom(size() + 1);
    return add(token, nameHash(token));
}

void TokenNames::add(std::span<const std::string_view> tokens, std::span<TokenId> ids)
{
    // Each step waits for memory that the step before has asked for, for a whole batch at once.
    std::array<std::uint32_t, hashBatch> hashes{};
    while (!tokens.empty()) {
        const std::size_t count = std::min(hashBatch, tokens.size());
        makeRoom(size() + count);
        for (std::size_t i = 0; i < count; ++i) {
            hashes[i] = nameHash(tokens[i]);
            m_table.prefetch(hashes[i]);
        }
        for (std::size_t i = 0; i < count; ++i)
            if (const TokenId token = m_table.guess(hashes[i]); token != IndexTable::none)
                __builtin_prefetch(&m_ends[token]);
        for (std::size_t i = 0; i < count; ++i)
            if (const TokenId token = m_table.guess(hashes[i]); token != IndexTable::none)
                __builtin_prefetch((*this)[token].data());
        for (std::size_t i = 0; i < count; ++i)
            ids[i] = add(tokens[i], hashes[i]);
        tokens = tokens.subspan(count);
        ids = ids.subspan(count);
    }
}

TokenNames TokenNames::of(std::string text, std::vector<std::size_t> ends)
{
    TokenNames names;
    names.m_text = std::move(text);
    names.m_ends = std::move(ends);
    return names;
}

// There is room for it.
TokenId TokenNames::add(std::string_view token, std::uint32_t hash)
{
    return m_table.findOrAdd(
        hash, [&](TokenId at) { return (*this)[at] == token; },
        [&] {
            if (size() >= std::numeric_limits<TokenId>::max() - 1)
                throw InvalidArgument("a trace holds at most 4,294,967,294 tokens");
            m_text += token;
            m_ends.push_back(m_text.size());
            return TokenId(size() - 1);
        });
}

TokenId TokenNames::find(std::string_view token) const
{
    if (m_table.slotCount() == 0) {
        TokenId at = 0;
        while (at < size() && (*this)[at] != token)
            ++at;
        return at;
    }
    const TokenId found = m_table.find(nameHash(token), [&](TokenId at) { return (*this)[at] == token; });
    return found != IndexTable::none ? found : TokenId(size());
}

// So that half of the slots stay free.
void TokenNames::makeRoom(std::size_t tokens)
{
    if (m_table.slotCount() >= 2 * tokens)
        return;
    if (m_table.slotCount() == 0 && size() > 0)
        return index();
    m_table.resize(std::max(fewestSlots, std::bit_ceil(2 * tokens)));
}

void TokenNames::index()
{
    m_table.resize(std::bit_ceil(2 * (size() + hashBatch)));
    for (TokenId token = 0; token < size(); ++token)
        m_table.add(nameHash((*this)[token]), token);
}

std::size_t TokenNames::memory() const
{
    return m_text.capacity() + reservedBytes(m_ends) + m_table.memory();
}

std::size_t Trace::memory() const
{
    return reservedBytes(times) + reservedBytes(tokens) + reservedBytes(costs) + names.memory();
}

void TraceBuilder::add(Instant time, std::string_view token, TraceCost cost)
{
    checkToken(token);
    append(time, m_trace.names.add(token), cost);
}

void TraceBuilder::add(std::span<const TraceRequest> requests)
{
    std::array<std::string_view, hashBatch> tokens;
    std::array<TokenId, hashBatch> ids{};
    while (!requests.empty()) {
        const auto some = requests.first(std::min(hashBatch, requests.size()));
        for (std::size_t i = 0; i < some.size(); ++i) {
            checkToken(some[i].token);
            tokens[i] = some[i].token;
        }
        m_trace.names.add(std::span(tokens).first(some.size()), ids);
        for (std::size_t i = 0; i < some.size(); ++i)
            append(some[i].time, ids[i], some[i].cost);
        requests = requests.subspan(some.size());
    }
}

void TraceBuilder::append(Instant time, TokenId token, TraceCost cost)
{
    if (m_trace.size() >= std::numeric_limits<std::uint32_t>::max())
        throw InvalidArgument("a trace holds at most 4,294,967,295 requests");
    if (cost != 1 && m_trace.costs.empty())
        m_trace.costs.assign(m_trace.size(), 1);
    m_ordered = m_ordered && (m_trace.empty() || m_trace.times.back() <= time);
    m_trace.tokens.push_back(token);
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
    if (!m_ordered)
        sort();
    m_ordered = true;
    return std::exchange(m_trace, {});
}

void TraceBuilder::sort()
{
    struct Place {
        Instant time;
        std::uint32_t request;
    };
    std::vector<Place> places;
    places.reserve(m_trace.size());
    for (std::size_t i = 0; i < m_trace.size(); ++i)
        places.push_back({m_trace.times[i], std::uint32_t(i)});
    // The number makes the order of equal times that in which they came.
    std::ranges::sort(places, {}, [](const Place& place) { return std::pair(place.time, place.request); });
    std::ranges::transform(places, m_trace.times.begin(), &Place::time);
    const auto inOrder = [&places](auto& values) {
        std::remove_reference_t<decltype(values)> ordered;
        ordered.reserve(values.size());
        for (const Place& place : places)
            ordered.push_back(values[place.request]);
        values = std::move(ordered);
    };
    inOrder(m_trace.tokens);
    if (!m_trace.costs.empty())
        inOrder(m_trace.costs);
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
