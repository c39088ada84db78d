// SPDX-License-Identifier: MIT
#include "core/lab/comparison.h"

#include <algorithm>
#include <memory>
#include <numeric>

namespace ratewarden {
namespace {

/// One side: its verdicts on a token at a time, and its sums.
class Side {
public:
    Side(const Candidate& candidate, const TimeRange& within)
        : m_admission(makeAdmission(candidate.policy)), m_within(within)
    {
    }

    void decide(const TimedRequests& requests)
    {
        m_got = m_admission->admit(requests, Clients::AsRecorded, &m_allowed, nullptr, m_within);
        m_range.asRecorded.requests += m_got.requests;
        m_range.asRecorded.denied += m_got.denied;
        m_range.withoutRepeats.requests += m_got.requests - m_got.repeats;
        m_range.withoutRepeats.denied += m_got.denied - m_got.repeats;
        const bool never = m_got.denied == 0 && (m_within == allTime || !std::ranges::count(m_allowed, 0));
        if (never) { // nobody has to back off, nor had to before
            m_range.backingOff.requests += m_got.requests;
            return;
        }
        const Admitted other = m_admission->admit(requests, Clients::BackOff, nullptr, nullptr, m_within);
        m_range.backingOff.requests += other.requests;
        m_range.backingOff.denied += other.denied;
    }

    const std::vector<std::uint8_t>& allowed() const { return m_allowed; }
    std::uint32_t denied() const { return std::uint32_t(m_got.denied); }
    const RetryRange& range() const { return m_range; }

private:
    std::unique_ptr<Admission> m_admission;
    TimeRange m_within;
    std::vector<std::uint8_t> m_allowed; // of the token at hand
    Admitted m_got;
    RetryRange m_range;
};

/// Of the token's requests in that range.
TokenDifference differenceOf(TokenId token, const RequestRange& range, const Side& enforced,
                             const Side& candidate)
{
    TokenDifference difference{token, 0, 0, candidate.denied(), std::uint32_t(range.size())};
    if (enforced.denied() == 0 && candidate.denied() == 0)
        return difference;
    for (std::size_t i = range.first; i < range.last; ++i) {
        difference.newlyDenied += enforced.allowed()[i] > candidate.allowed()[i] ? 1 : 0;
        difference.freed += enforced.allowed()[i] < candidate.allowed()[i] ? 1 : 0;
    }
    return difference;
}

} // namespace

Comparison compare(const GroupedTrace& traffic, const Candidate& enforced, const Candidate& candidate,
                   const Progress& progress, const TimeRange& within)
{
    Comparison comparison;
    comparison.enforced = enforced;
    comparison.candidate = candidate;
    comparison.within = within;
    DifferenceSums& sums = comparison.sums;
    Side before(enforced, within);
    Side after(candidate, within);
    std::size_t reported = 0;
    for (TokenId token = 0; token < traffic.tokens(); ++token) {
        progress.passed(reported, traffic.start(token), traffic.size());
        const TimedRequests requests{traffic.times(token), traffic.costs(token)};
        before.decide(requests);
        after.decide(requests);
        const TokenDifference difference =
            differenceOf(token, requestsWithin(requests.times, within), before, after);
        sums.newlyDenied += difference.newlyDenied;
        sums.freed += difference.freed;
        sums.unchanged += difference.unchanged();
        sums.tokensNewlyDenied += difference.newlyDenied > 0 ? 1 : 0;
        sums.tokensFreed += difference.freed > 0 ? 1 : 0;
        sums.tokensNewlySuffering += before.denied() == 0 && after.denied() > 0 ? 1 : 0;
        if (difference.newlyDenied > 0 || difference.freed > 0)
            comparison.tokens.push_back(difference);
    }
    comparison.retriesEnforced = before.range();
    comparison.retriesCandidate = after.range();
    std::ranges::sort(comparison.tokens, [](const TokenDifference& one, const TokenDifference& other) {
        if (one.newlyDenied != other.newlyDenied)
            return one.newlyDenied > other.newlyDenied;
        return one.freed != other.freed ? one.freed > other.freed : one.token < other.token;
    });
    progress.at(1, 1);
    return comparison;
}

bool isInWholeSeconds(const Trace& trace)
{
    return std::ranges::all_of(trace.times, [](Instant time) {
        return time.time_since_epoch() % std::chrono::seconds(1) == Micros::zero();
    });
}

Trace spreadWithinSeconds(const Trace& trace)
{
    // How many requests each token sends in the second at hand, counted ahead.
    std::vector<std::uint32_t> inSecond(trace.names.size());
    std::vector<std::uint32_t> placed(trace.names.size());
    std::vector<std::uint32_t> order(trace.size());
    std::vector<Instant> times(trace.size());
    std::iota(order.begin(), order.end(), 0U);
    for (std::size_t from = 0; from < trace.size();) {
        const auto second = std::chrono::floor<std::chrono::seconds>(trace.times[from]);
        std::size_t to = from;
        for (; to < trace.size() && trace.times[to] < second + std::chrono::seconds(1); ++to)
            ++inSecond[trace.tokens[to]];
        for (std::size_t i = from; i < to; ++i) {
            const TokenId token = trace.tokens[i];
            times[i] = second + Micros(std::int64_t(1'000'000) * placed[token]++ / inSecond[token]);
        }
        for (std::size_t i = from; i < to; ++i)
            inSecond[trace.tokens[i]] = placed[trace.tokens[i]] = 0;
        std::stable_sort(order.begin() + std::ptrdiff_t(from), order.begin() + std::ptrdiff_t(to),
                         [&](std::uint32_t one, std::uint32_t other) { return times[one] < times[other]; });
        from = to;
    }
    Trace spread;
    spread.names = trace.names;
    spread.times.reserve(trace.size());
    spread.tokens.reserve(trace.size());
    spread.costs.reserve(trace.costs.size());
    for (const std::uint32_t request : order) {
        spread.times.push_back(times[request]);
        spread.tokens.push_back(trace.tokens[request]);
        if (!trace.costs.empty())
            spread.costs.push_back(trace.costs[request]);
    }
    return spread;
}

} // namespace ratewarden
