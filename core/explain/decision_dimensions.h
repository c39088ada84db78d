// SPDX-License-Identifier: MIT
// What is compared: decisions with their sides, and the values that a dimension gives them. For
// difference.cpp.
#pragma once

#include "core/explain/difference.h"
#include "core/explain/proportion_test.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

enum DecisionSide : std::uint8_t { Before, Inside, Neither };

constexpr std::uint32_t noValue = std::numeric_limits<std::uint32_t>::max();
constexpr std::size_t slicesOfSide = 20;

/// The requests from the first of area or baseline to the last, each with its side and its slice of that.
class Decisions {
public:
    Decisions(const DecisionLog& log, const DifferenceQuestion& question)
        : m_log(log)
        , m_from(placeOf(std::min(question.area.from, question.baseline.from)))
        , m_size(placeOf(std::max(question.area.to, question.baseline.to)) - m_from)
        , m_side(m_size, Neither)
        , m_slice(m_size)
    {
        mark(question.baseline, Before);
        mark(question.area, Inside);
        for (std::size_t i = 0; i < m_size; ++i) {
            if (m_side[i] == Neither)
                continue;
            m_requests[m_side[i]][m_slice[i]] += weight(i);
            m_denials[m_side[i]][m_slice[i]] += isDenied(i) ? weight(i) : 0;
        }
    }

    const DecisionLog& log() const { return m_log; }
    std::size_t size() const { return m_size; }
    std::size_t place(std::size_t i) const { return m_from + i; } // in the trace
    Instant time(std::size_t i) const { return m_log.trace.times[m_from + i]; }
    bool isDenied(std::size_t i) const { return m_log.denied[m_from + i] != 0; }
    /// How many it stands for.
    std::uint64_t weight(std::size_t i) const { return m_log.weight(m_from + i); }
    DecisionSide side(std::size_t i) const { return m_side[i]; }
    std::size_t slice(std::size_t i) const { return m_slice[i]; }
    std::uint64_t denied(DecisionSide side) const { return sumOf(m_denials.at(side)); }
    std::uint64_t requests(DecisionSide side) const { return sumOf(m_requests.at(side)); }

    SlicedEstimate denialRate(DecisionSide side, Micros length) const
    {
        std::array<Slice, slicesOfSide> slices;
        for (std::size_t i = 0; i < slicesOfSide; ++i)
            slices.at(i) = {double(m_denials.at(side).at(i)), double(length.count()) / slicesOfSide};
        return rateOf(slices);
    }

private:
    using Sums = std::array<std::uint64_t, slicesOfSide>;

    static std::uint64_t sumOf(const Sums& sums)
    {
        std::uint64_t all = 0;
        for (const std::uint64_t one : sums)
            all += one;
        return all;
    }

    std::size_t placeOf(Instant moment) const
    {
        return std::size_t(std::ranges::lower_bound(m_log.trace.times, moment) - m_log.trace.times.begin());
    }

    void mark(const TimeRange& range, DecisionSide side)
    {
        const std::size_t to = placeOf(range.to) - m_from;
        for (std::size_t i = placeOf(range.from) - m_from; i < to; ++i) {
            m_side[i] = side;
            const double share = double((time(i) - range.from).count()) / double(range.length().count());
            m_slice[i] = std::uint8_t(std::min(std::size_t(share * slicesOfSide), slicesOfSide - 1));
        }
    }

    const DecisionLog& m_log;
    std::size_t m_from;
    std::size_t m_size;
    std::vector<DecisionSide> m_side;
    std::vector<std::uint8_t> m_slice;
    std::array<Sums, 2> m_requests{};
    std::array<Sums, 2> m_denials{};
};

/// A dimension's value of each of the decisions.
struct DimensionValues {
    DecisionDimension dimension;
    std::string column;
    std::vector<std::uint32_t> ids; ///< noValue: not known
    std::uint32_t count = 0;        ///< all ids are less
    std::function<std::string(std::uint32_t)> textOf;
    std::map<std::uint32_t, std::string> policies{}; ///< of some: see DecisionColumn
};

DimensionValues columnValues(const DecisionColumn& column, const Decisions& decisions);
DimensionValues tokensOf(const Decisions& decisions);
/// Of addresses their network, of other tokens what stands before the last separator.
DimensionValues networksOf(const Decisions& decisions);
/// As they are while there are few different ones; else by their number of digits, "10-99".
DimensionValues costsOf(const Decisions& decisions);
/// Not known of the log's beginning, where every token is new.
DimensionValues agesOf(const Decisions& decisions, Micros recent);
/// Of the window on the clock, in tenths: "10-20 %".
std::string phaseText(Instant at, Micros window);
DimensionValues phasesOf(const Decisions& decisions, Micros window);
DimensionValues sinceChanges(const Decisions& decisions, const std::vector<KnownChange>& changes);

} // namespace ratewarden
