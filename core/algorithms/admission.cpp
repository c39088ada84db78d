// SPDX-License-Identifier: MIT
#include "core/algorithms/admission.h"

#include "core/algorithms/admission_kernels.h"
#include "core/model/errors.h"
#include "core/model/rule_faults.h"

#include <algorithm>

namespace ratewarden {
namespace {

/// What requests got, as it is collected: the sums, and what else is asked for.
class Collector {
public:
    Collector(const TimedRequests& requests, std::vector<std::uint8_t>* allowed, std::vector<Charge>* charges,
              const TimeRange& counted)
        : m_from(kernels::micros(counted.from))
        , m_to(kernels::micros(counted.to))
        , m_range(requestsWithin(requests.times, counted))
        , m_allowed(allowed)
        , m_charges(charges)
    {
        if (allowed != nullptr)
            allowed->assign(requests.times.size(), 1);
        if (charges != nullptr)
            charges->clear();
    }

    void isAllowed(std::int64_t now, std::uint32_t cost)
    {
        if (m_charges != nullptr && cost > 0)
            m_charges->push_back({Instant(Micros(now)), cost});
    }
    void isDenied(std::size_t request, std::int64_t now, std::int64_t wait)
    {
        const bool isCounted = markDenied(request, now);
        if (isCounted)
            m_longest = std::max(m_longest, wait);
        if (now >= m_retryAt)
            m_retryAt = now + wait;
        else if (isCounted)
            ++m_sums.repeats;
    }
    void neverFits(std::size_t request, std::int64_t now)
    {
        m_sums.neverFits += markDenied(request, now) ? 1 : 0;
    }
    bool counts(std::int64_t now) const { return now >= m_from && now < m_to; }
    /// Those of the recorded requests that are counted.
    const RequestRange& range() const { return m_range; }
    bool isOver(std::int64_t now) const { return now >= m_to; }
    Admitted sums(std::size_t requests)
    {
        m_sums.requests = requests;
        m_sums.longestWait = Micros(m_longest);
        return m_sums;
    }

private:
    bool markDenied(std::size_t request, std::int64_t now)
    {
        if (m_allowed != nullptr)
            (*m_allowed)[request] = 0;
        const bool isCounted = counts(now);
        m_sums.denied += isCounted ? 1 : 0;
        return isCounted;
    }

    Admitted m_sums;
    std::int64_t m_from;
    std::int64_t m_to;
    RequestRange m_range;
    std::int64_t m_longest = 0;
    std::int64_t m_retryAt = kernels::longAgo;
    std::vector<std::uint8_t>* m_allowed;
    std::vector<Charge>* m_charges;
};

/// The largest cost that no rule denies for good.
std::uint64_t largestCost(const std::vector<Rule>& rules)
{
    return std::uint64_t(std::ranges::min(rules, {}, &Rule::capacity).capacity());
}

/// Charges one request, or adds to the collector why not. The wait; 0 when there is none to wait for.
template <class State>
std::int64_t admitOne(State& state, std::uint64_t largest, std::size_t request, std::int64_t now,
                      std::uint32_t cost, Collector& collector)
{
    if (cost > largest) {
        collector.neverFits(request, now);
        return 0;
    }
    const std::int64_t wait = cost > 0 ? state.admit(now, cost) : 0;
    if (wait == 0)
        collector.isAllowed(now, cost);
    else
        collector.isDenied(request, now, wait);
    return wait;
}

template <class State>
Admitted admitAll(State& state, std::uint64_t largest, const TimedRequests& requests, Collector& collector)
{
    const std::size_t end = collector.range().last;
    if (requests.costs.empty() && largest >= 1)
        for (std::size_t i = 0; i < end; ++i) {
            const std::int64_t now = kernels::micros(requests.times[i]);
            if (const std::int64_t wait = state.admit(now, 1))
                collector.isDenied(i, now, wait);
            else
                collector.isAllowed(now, 1);
        }
    else
        for (std::size_t i = 0; i < end; ++i)
            admitOne(state, largest, i, kernels::micros(requests.times[i]), requests.cost(i), collector);
    return collector.sums(collector.range().size());
}

template <class State>
Admitted admitBackingOff(State& state, std::uint64_t largest, const TimedRequests& requests,
                         Collector& collector)
{
    std::size_t sent = 0;
    std::int64_t retryAt = kernels::longAgo; // a retry is due
    std::uint32_t retried = 0;
    const auto send = [&](std::int64_t now, std::uint32_t cost) {
        sent += collector.counts(now) ? 1 : 0;
        const std::int64_t wait = admitOne(state, largest, 0, now, cost, collector);
        retryAt = wait > 0 ? now + wait : kernels::longAgo;
        retried = cost;
    };
    for (std::size_t i = 0; i < collector.range().last; ++i) {
        const std::int64_t now = kernels::micros(requests.times[i]);
        while (retryAt != kernels::longAgo && retryAt <= now)
            send(retryAt, retried);
        if (retryAt == kernels::longAgo)
            send(now, requests.cost(i));
    }
    while (retryAt != kernels::longAgo && !collector.isOver(retryAt))
        send(retryAt, retried);
    return collector.sums(sent);
}

template <class State>
Admitted admitAs(Clients clients, State& state, std::uint64_t largest, const TimedRequests& requests,
                 Collector& collector)
{
    return clients == Clients::BackOff ? admitBackingOff(state, largest, requests, collector)
                                       : admitAll(state, largest, requests, collector);
}

template <class OneRule, std::size_t fixedCount>
class RecordAdmission final : public Admission {
public:
    explicit RecordAdmission(const std::vector<Rule>& rules) : m_largestCost(largestCost(rules)), m_one(rules)
    {
    }

    Admitted admit(const TimedRequests& requests, Clients clients, std::vector<std::uint8_t>* allowed,
                   std::vector<Charge>* charges, const TimeRange& counted) override
    {
        Collector collector(requests, allowed, charges, counted);
        m_one.begin();
        return admitAs(clients, m_one, m_largestCost, requests, collector);
    }

private:
    std::uint64_t m_largestCost;
    kernels::OneTokensRecords<OneRule, fixedCount> m_one;
};

class LogAdmission final : public Admission {
public:
    explicit LogAdmission(const std::vector<Rule>& rules)
        : m_largestCost(largestCost(rules)), m_unit(rules), m_weighted(rules)
    {
    }

    Admitted admit(const TimedRequests& requests, Clients clients, std::vector<std::uint8_t>* allowed,
                   std::vector<Charge>* charges, const TimeRange& counted) override
    {
        Collector collector(requests, allowed, charges, counted);
        if (!requests.costs.empty()) {
            m_weighted.begin();
            return admitAs(clients, m_weighted, m_largestCost, requests, collector);
        }
        m_unit.begin(requests.times.size());
        if (m_unit.limitsNothing() && charges == nullptr)
            return collector.sums(collector.range().size());
        return admitAs(clients, m_unit, m_largestCost, requests, collector);
    }

private:
    std::uint64_t m_largestCost;
    kernels::UnitLog m_unit;
    kernels::WeightedLog m_weighted;
};

template <class OneRule>
std::unique_ptr<Admission> ofRecords(const std::vector<Rule>& rules)
{
    switch (rules.size()) {
    case 1:
        return std::make_unique<RecordAdmission<OneRule, 1>>(rules);
    case 2:
        return std::make_unique<RecordAdmission<OneRule, 2>>(rules);
    case 3:
        return std::make_unique<RecordAdmission<OneRule, 3>>(rules);
    case 4:
        return std::make_unique<RecordAdmission<OneRule, 4>>(rules);
    default:
        return std::make_unique<RecordAdmission<OneRule, 0>>(rules);
    }
}

} // namespace

RequestRange requestsWithin(std::span<const Instant> times, const TimeRange& time)
{
    RequestRange range{0, times.size()};
    if (times.empty() || (times.front() >= time.from && times.back() < time.to))
        return range; // as most often
    range.first = std::size_t(std::ranges::lower_bound(times, time.from) - times.begin());
    range.last = std::size_t(std::ranges::lower_bound(times, std::max(time.from, time.to)) - times.begin());
    return range;
}

void refuseSlots(const Policy& policy)
{
    const auto found = std::ranges::find(policy.rules, true, &Rule::atOnce);
    if (found != policy.rules.end())
        throw BadPolicy(Problem(Fault::SlotsUntried, notation(*found)));
}

std::unique_ptr<Admission> makeAdmission(const Policy& policy)
{
    const Algorithm& algorithm = validatedAlgorithm(policy);
    refuseSlots(policy);
    switch (algorithm.keeps) {
    case Keeps::Bucket:
        return ofRecords<kernels::BucketRule>(policy.rules);
    case Keeps::Counts:
        return ofRecords<kernels::FixedWindowRule>(policy.rules);
    case Keeps::SlidingCounts:
        return ofRecords<kernels::SlidingCounterRule>(policy.rules);
    case Keeps::Charges:
        break;
    }
    return std::make_unique<LogAdmission>(policy.rules);
}

} // namespace ratewarden
