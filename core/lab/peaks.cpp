// SPDX-License-Identifier: MIT
#include "core/lab/peaks.h"

#include "core/algorithms/peak.h"
#include "core/model/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numeric>

namespace ratewarden {
namespace {

TimedRequests requestsDuring(const GroupedTrace& traffic, TokenId token, const TimeRange& within)
{
    const TimedRequests all{traffic.times(token), traffic.costs(token)};
    const RequestRange range = requestsWithin(all.times, within);
    return {all.times.subspan(range.first, range.size()),
            all.costs.empty() ? all.costs : all.costs.subspan(range.first, range.size())};
}

std::vector<TokenId> everyToken(std::size_t count)
{
    std::vector<TokenId> tokens(count);
    std::iota(tokens.begin(), tokens.end(), 0U);
    return tokens;
}

std::vector<TokenId> highestFirstOf(const std::vector<Units>& peaks)
{
    std::vector<TokenId> order = everyToken(peaks.size());
    std::ranges::sort(order, [&](TokenId one, TokenId other) {
        return peaks[one] != peaks[other] ? peaks[one] > peaks[other] : one < other;
    });
    return order;
}

} // namespace

Peaks::Peaks(const GroupedTrace& traffic, std::vector<Micros> windows, Keeps keeps, const Progress& progress,
             const TimeRange& within)
    : m_tokens(traffic.tokens()), m_windows(std::move(windows)), m_keeps(keeps), m_within(within)
{
    if (m_windows.empty())
        throw InvalidArgument("peaks need at least one window");
    for (const Micros window : m_windows)
        if (window < minWindow || window > maxWindow)
            throw InvalidArgument(fmt::format("a window of peaks must be from {} to {}, not {}",
                                              durationNotation(minWindow), durationNotation(maxWindow),
                                              durationNotation(window)));
    m_peaks.assign(m_windows.size(), std::vector<Units>(m_tokens));
    std::size_t reported = 0;
    for (TokenId token = 0; token < m_tokens; ++token) {
        progress.passed(reported, traffic.start(token), traffic.size());
        const TimedRequests requests = requestsDuring(traffic, token, within);
        for (std::size_t window = 0; window < m_windows.size(); ++window)
            m_peaks[window][token] = peakOf(requests, m_windows[window], keeps);
    }
    for (const std::vector<Units>& peaks : m_peaks)
        m_order.push_back(highestFirstOf(peaks));
    progress.at(1, 1);
}

std::span<const TokenId> Peaks::deniedUnder(std::size_t window, Units limit) const
{
    const std::vector<TokenId>& order = m_order[window];
    const auto end =
        std::ranges::partition_point(order, [&](TokenId token) { return m_peaks[window][token] > limit; });
    return std::span(order).first(std::size_t(end - order.begin()));
}

bool Peaks::answers(std::span<const Rule> rules) const
{
    return std::ranges::all_of(rules, [this](const Rule& rule) {
        return rule.capacity() == rule.limit && std::ranges::find(m_windows, rule.window) != m_windows.end();
    });
}

std::size_t Peaks::windowOf(const Rule& rule) const
{
    const std::size_t window = std::size_t(std::ranges::find(m_windows, rule.window) - m_windows.begin());
    if (window == m_windows.size() || rule.capacity() != rule.limit)
        throw InvalidArgument(fmt::format("the peaks do not answer for {}", notation(rule)));
    return window;
}

std::vector<TokenId> Peaks::deniedUnder(std::span<const Rule> rules) const
{
    std::vector<TokenId> denied;
    for (const Rule& rule : rules) {
        const std::span<const TokenId> one = deniedUnder(windowOf(rule), rule.limit);
        denied.insert(denied.end(), one.begin(), one.end());
    }
    std::ranges::sort(denied);
    denied.erase(std::unique(denied.begin(), denied.end()), denied.end());
    return denied;
}

std::vector<Micros> spansBetween(Micros shortest, Micros longest, std::size_t count)
{
    if (shortest < Micros(1) || longest < shortest || count == 0)
        throw InvalidArgument("spans are at least a microsecond long, and the longest comes last");
    std::vector<Micros> spans{shortest};
    const double factor = double(longest.count()) / double(shortest.count());
    for (std::size_t i = 1; i + 1 < count; ++i) {
        const Micros span(std::int64_t(
            std::round(double(shortest.count()) * std::pow(factor, double(i) / double(count - 1)))));
        if (span > spans.back() && span < longest)
            spans.push_back(span);
    }
    if (longest > spans.back())
        spans.push_back(longest);
    return spans;
}

std::vector<EnvelopePoint> envelopeOf(const GroupedTrace& traffic, TokenId token,
                                      std::span<const Micros> spans, const TimeRange& within)
{
    std::vector<EnvelopePoint> points;
    points.reserve(spans.size());
    for (const Micros span : spans)
        points.push_back({span, largestIn(requestsDuring(traffic, token, within), span), token});
    return points;
}

std::vector<EnvelopePoint> highestEnvelope(const GroupedTrace& traffic, std::span<const Micros> spans,
                                           std::span<const TokenId> except, const Progress& progress,
                                           const TimeRange& within)
{
    std::vector<Units> sums(traffic.tokens());
    for (TokenId token = 0; token < traffic.tokens(); ++token) {
        const TimedRequests requests = requestsDuring(traffic, token, within);
        sums[token] = requests.costs.empty()
                          ? Units(requests.times.size())
                          : std::accumulate(requests.costs.begin(), requests.costs.end(), Units(0));
    }
    for (const TokenId token : except)
        sums.at(token) = 0;
    std::vector<EnvelopePoint> points;
    for (const Micros span : spans)
        points.push_back({span, 0, TokenId(traffic.tokens())});
    // The busiest first: most of the others have fewer requests in all than that, and need no look.
    std::size_t done = 0;
    for (const TokenId token : highestFirstOf(sums)) {
        progress.at(++done, sums.size());
        if (std::ranges::none_of(points,
                                 [&](const EnvelopePoint& point) { return point.units < sums[token]; }))
            break;
        for (EnvelopePoint& point : points)
            if (point.units < sums[token])
                if (const Units most = largestIn(requestsDuring(traffic, token, within), point.span);
                    most > point.units)
                    point = {point.span, most, token};
    }
    return points;
}

} // namespace ratewarden
