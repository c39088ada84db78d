// SPDX-License-Identifier: MIT
#include "core/lab/traffic_plan.h"

#include "core/model/errors.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <numbers>
#include <numeric>
#include <vector>

namespace ratewarden {
namespace {

using namespace std::chrono;

constexpr double perMicro = 1e-6;
constexpr double microsPerDay = 86'400e6;
constexpr double busiestHour = 14.0 / 24;
constexpr double dailySwing = 19.0 / 21; // the least is a twentieth of the most
constexpr int mostTries = 20;
constexpr double longestAbsence = 60e6;

/// The same numbers on every machine and with every library.
class Random {
public:
    Random(std::uint64_t seed, std::uint64_t stream) : m_state(seed * 0x9E3779B97F4A7C15 ^ stream) { next(); }

    /// From 0 to below 1.
    double uniform() { return double(next() >> 11U) * 0x1p-53; }
    double between(double low, double high) { return low + (high - low) * uniform(); }
    double exponential(double mean) { return -mean * std::log1p(-uniform()); }

private:
    std::uint64_t next()
    {
        m_state += 0x9E3779B97F4A7C15;
        std::uint64_t mixed = m_state;
        mixed = (mixed ^ mixed >> 30U) * 0xBF58476D1CE4E5B9;
        mixed = (mixed ^ mixed >> 27U) * 0x94D049BB133111EB;
        return mixed ^ mixed >> 31U;
    }

    std::uint64_t m_state;
};

/// The requests of one token. Times are microseconds from the start.
class Client {
public:
    Client(const TrafficPlan& plan, std::size_t number, double perMicrosecond,
           std::vector<TraceRequest>& requests)
        : m_plan(plan)
        , m_length(double(plan.duration.count()))
        , m_mean(1 / perMicrosecond)
        , m_random(plan.seed, number)
        , m_requests(requests)
    {
    }

    void run()
    {
        switch (m_plan.shape) {
        case PlanShape::Steady:
            forEachArrival(
                m_random.between(0, m_mean), [this] { return m_mean * m_random.between(0.9, 1.1); },
                [this](double at) { send(at); });
            break;
        case PlanShape::Poisson:
            atRandom([this](double at) { send(at); }, m_mean);
            break;
        case PlanShape::Bursts:
            bursts();
            break;
        case PlanShape::Daily:
            daily();
            break;
        case PlanShape::RetryStorm:
            atRandom([this](double at) { sendUntilAnswered(at); }, m_mean);
            break;
        }
    }

private:
    // The first at a moment, each other one a gap after the one before it.
    template <class Gap, class Action>
    void forEachArrival(double first, Gap gap, Action action)
    {
        double at = first;
        while (at < m_length) {
            action(at);
            at += gap();
        }
    }

    template <class Action>
    void atRandom(Action action, double mean)
    {
        const auto gap = [this, mean] {
            return m_random.exponential(mean);
        };
        forEachArrival(gap(), gap, action);
    }

    void bursts()
    {
        const double pause = m_mean * m_plan.burst;
        const double within = std::min(1e6, pause / 2) / m_plan.burst;
        forEachArrival(
            m_random.between(0, pause), [&] { return pause * m_random.between(0.7, 1.3); },
            [&](double next) {
                for (int i = 0; i < m_plan.burst; ++i) {
                    send(next);
                    next += within * m_random.between(0.2, 1.8);
                }
            });
    }

    // As many as at the busiest hour, of which the others are left out.
    void daily()
    {
        const double most = 1 + dailySwing;
        const auto begin = double(m_plan.start.time_since_epoch().count() % std::int64_t(microsPerDay));
        atRandom(
            [&](double at) {
                const double angle = 2 * std::numbers::pi * ((begin + at) / microsPerDay - busiestHour);
                if (m_random.uniform() * most < 1 + dailySwing * std::cos(angle))
                    send(at);
            },
            m_mean / most);
    }

    void sendUntilAnswered(double at)
    {
        double longest = 1e6;
        for (int tries = 0; tries < mostTries && at < m_length; ++tries) {
            send(at);
            if (at < 0.4 * m_length || at >= 0.6 * m_length)
                return;
            at += m_plan.backsOff ? m_random.uniform() * longest : m_random.between(0.5e6, 1e6);
            longest = std::min(2 * longest, longestAbsence);
        }
    }

    void send(double at)
    {
        if (at < m_length)
            m_requests.push_back({m_plan.start + Micros(std::int64_t(at)), {}, cost()});
    }

    // A Pareto distribution between two bounds, of the exponent 1: as likely between 10 and 20 as above 20.
    TraceCost cost()
    {
        if (m_plan.lowestCost == m_plan.highestCost)
            return m_plan.lowestCost;
        const double low = m_plan.lowestCost;
        const double high = m_plan.highestCost;
        const double value = 1 / (1 / low - m_random.uniform() * (1 / low - 1 / high));
        return TraceCost(std::clamp(std::round(value), low, high));
    }

    const TrafficPlan& m_plan;
    double m_length;
    double m_mean; // between two requests
    Random m_random;
    std::vector<TraceRequest>& m_requests;
};

} // namespace

std::vector<PlanFault> faultsOf(const TrafficPlan& plan)
{
    std::vector<PlanFault> faults;
    const auto refuse = [&faults](bool wrong, PlanFault fault) {
        if (wrong)
            faults.push_back(fault);
    };
    refuse(plan.tokens == 0, PlanFault::NoTokens);
    refuse(!(plan.perSecond > 0), PlanFault::BadRate);
    refuse(plan.duration <= Micros::zero(), PlanFault::NoLength);
    refuse(plan.duration > days(36'600), PlanFault::TooLong);
    refuse(!(plan.zipf >= 0) || plan.zipf > 10, PlanFault::BadZipf);
    refuse(plan.burst < 1, PlanFault::BadBurst);
    refuse(plan.lowestCost == 0 || plan.highestCost < plan.lowestCost, PlanFault::BadCosts);
    refuse(plan.start < Instant() || plan.start.time_since_epoch() > days(365 * 5000), PlanFault::BadStart);
    const double requests = plan.perSecond * double(plan.duration.count()) * perMicro;
    refuse(!(requests <= maxPlannedRequests) || double(plan.tokens) > maxPlannedRequests, PlanFault::TooMany);
    return faults;
}

std::string_view textOf(PlanFault fault)
{
    constexpr std::array<std::string_view, std::size_t(PlanFault::TooMany) + 1> texts{
        "traffic needs 1 token or more",
        "the rate must be above 0",
        "the duration must be above 0",
        "traffic lasts 100 years at most",
        "the exponent of the tokens' shares must be from 0 to 10",
        "a burst has 1 request or more",
        "the lowest cost must be 1 or more, and no higher than the highest",
        "traffic begins between 1970 and 6969",
        "that is more than 200,000,000 requests or tokens; take a lower rate or a shorter time"};
    return texts.at(std::size_t(fault));
}

Trace makeTraffic(const TrafficPlan& plan, const Progress& progress)
{
    if (const std::vector<PlanFault> faults = faultsOf(plan); !faults.empty())
        throw InvalidArgument(std::string(textOf(faults.front())));
    std::vector<double> shares(plan.tokens);
    for (std::size_t i = 0; i < shares.size(); ++i)
        shares[i] = std::pow(double(i + 1), -plan.zipf);
    const double all = std::accumulate(shares.begin(), shares.end(), 0.0);
    TraceBuilder builder;
    std::vector<TraceRequest> requests;
    double made = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        progress.at(std::size_t(1e6 * made / all), 1'000'000);
        requests.clear();
        Client(plan, i, plan.perSecond * perMicro * shares[i] / all, requests).run();
        const std::string name = plan.prefix + std::to_string(i + 1);
        for (TraceRequest& request : requests)
            request.token = name;
        builder.add(requests);
        made += shares[i];
    }
    return builder.take();
}

} // namespace ratewarden
