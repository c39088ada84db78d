// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/index_table.h"
#include "core/model/time.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// A token of a trace: its number, in the order of first appearance.
using TokenId = std::uint32_t;

/// What one recorded request costs, in units. Smaller than Units, as a trace holds many millions.
using TraceCost = std::uint32_t;

/// The distinct tokens of a trace, each with a number. Not thread-safe while tokens are added.
class TokenNames {
public:
    /// The token's number; it gets the next one when it is new. Throws InvalidArgument for more than 2^32
    /// - 2.
    TokenId add(std::string_view token);
    /// The same for many, which is several times faster where there are millions: their places in memory are
    /// fetched side by side. `ids` has as much room as there are tokens.
    void add(std::span<const std::string_view> tokens, std::span<TokenId> ids);
    /// Takes them over as they are: all texts, one behind the other, and where each ends. None may be empty,
    /// or there twice. No time goes into an index until something is added; find() takes longer until then.
    static TokenNames of(std::string text, std::vector<std::size_t> ends);
    /// The token's number, or size() when the trace does not have it.
    TokenId find(std::string_view token) const;
    std::string_view operator[](TokenId token) const
    {
        const std::size_t start = token == 0 ? 0 : m_ends[token - 1];
        return std::string_view(m_text).substr(start, m_ends[token] - start);
    }
    std::size_t size() const { return m_ends.size(); }
    /// Bytes of memory.
    std::size_t memory() const;

private:
    TokenId add(std::string_view token, std::uint32_t hash);
    void makeRoom(std::size_t tokens);
    void index();

    std::string m_text; // all tokens, one behind the other
    std::vector<std::size_t> m_ends;
    IndexTable m_table; // half of its slots are free at least; none: there is no index yet
};

/// Requests in order of time: who sent them, when, and at what cost. The one form in which the lab takes
/// traffic, whatever it was read from.
struct Trace {
    std::vector<Instant> times; ///< never decreasing
    std::vector<TokenId> tokens;
    std::vector<TraceCost> costs; ///< empty: every request costs 1
    TokenNames names;

    std::size_t size() const { return times.size(); }
    bool empty() const { return times.empty(); }
    TraceCost cost(std::size_t request) const { return costs.empty() ? 1 : costs[request]; }
    /// Bytes of memory.
    std::size_t memory() const;
};

/// One request, on its way into a trace.
struct TraceRequest {
    Instant time{};
    std::string_view token;
    TraceCost cost = 1;
};

/// Collects requests in any order of time.
class TraceBuilder {
public:
    /// Throws InvalidArgument for an empty token.
    void add(Instant time, std::string_view token, TraceCost cost = 1);
    /// The same for many, which is faster.
    void add(std::span<const TraceRequest> requests);
    void reserve(std::size_t requests);
    std::size_t size() const { return m_trace.size(); }
    const TokenNames& names() const { return m_trace.names; }
    /// The requests in order of time; those of one time stay in the order in which they were added. The
    /// builder is empty afterwards.
    Trace take();

private:
    void append(Instant time, TokenId token, TraceCost cost);
    void sort();

    Trace m_trace;
    bool m_ordered = true;
};

/// The requests of a trace, grouped by token: tokens do not touch each other, so that the state of one fits
/// the processor's nearest cache, and threads need no locks.
class GroupedTrace {
public:
    /// A counting sort. The trace must outlive this.
    explicit GroupedTrace(const Trace& trace);

    const Trace& trace() const { return *m_trace; }
    std::size_t tokens() const { return m_starts.size() - 1; }
    std::size_t size() const { return m_times.size(); }
    /// The token's requests in order of time.
    std::span<const Instant> times(TokenId token) const { return part(m_times, token); }
    /// Empty: every request costs 1.
    std::span<const TraceCost> costs(TokenId token) const
    {
        return m_costs.empty() ? std::span<const TraceCost>() : part(m_costs, token);
    }
    /// How many requests of other tokens stand before the token's first.
    std::size_t start(TokenId token) const { return m_starts[token]; }

private:
    template <class T>
    std::span<const T> part(const std::vector<T>& of, TokenId token) const
    {
        return std::span(of).subspan(m_starts[token], m_starts[token + 1] - m_starts[token]);
    }

    const Trace* m_trace;
    std::vector<std::size_t> m_starts; // one more than there are tokens
    std::vector<Instant> m_times;
    std::vector<TraceCost> m_costs;
};

} // namespace ratewarden
