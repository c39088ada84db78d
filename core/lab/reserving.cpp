// SPDX-License-Identifier: MIT
#include "core/lab/reserving.h"

#include "core/algorithms/algorithm.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <queue>

#include <algorithm>
#include <cmath>
#include <memory>
#include <utility>
#include <vector>

namespace ratewarden {
namespace {

/// What one token has really spent, each request at the time at which it came.
class Spending {
public:
    /// In the rule's window that ends now.
    Units usedIn(std::size_t rule, Micros window, Instant now)
    {
        m_starts.resize(std::max(m_starts.size(), rule + 1));
        std::size_t& start = m_starts[rule];
        while (start < m_times.size() && m_times[start] + window <= now)
            ++start;
        const Units before = start > 0 ? m_sums[start - 1] : 0;
        return m_sums.empty() ? 0 : m_sums.back() - before;
    }

    bool hasRoom(const std::vector<Rule>& rules, Instant now, Units units)
    {
        bool room = true;
        for (std::size_t i = 0; i < rules.size(); ++i)
            room = usedIn(i, rules[i].window, now) + units <= rules[i].limit && room;
        return room;
    }

    void add(Instant at, Units units)
    {
        m_times.push_back(at);
        m_sums.push_back((m_sums.empty() ? 0 : m_sums.back()) + units);
    }

private:
    std::vector<Instant> m_times;
    std::vector<Units> m_sums; // of all up to each
    std::vector<std::size_t> m_starts;
};

/// An allowed request that has not ended.
struct Unsettled {
    Instant ends;
    std::size_t request = 0;
    Settlement settlement;
};

struct EndsLater {
    bool operator()(const Unsettled& a, const Unsettled& b) const
    {
        return a.ends != b.ends ? a.ends > b.ends : a.request > b.request;
    }
};

class ReserveRun {
public:
    ReserveRun(const MeteredTraffic& traffic, const Policy& policy, const ReserveWay& way)
        : m_traffic(traffic)
        , m_algorithm(validatedAlgorithm(policy))
        , m_rules(policy.rules)
        , m_way(way)
        , m_estimator({.quantile = way.kind == ReserveWay::Kind::Learned ? way.quantile : 0.5})
        , m_states(traffic.names.size())
        , m_spent(traffic.names.size())
        , m_oracle(traffic.names.size())
    {
        if (m_algorithm.keeps != Keeps::Charges)
            throw InvalidArgument(
                fmt::format("{} allows more than its limit in some windows; --reserve tries "
                            "sliding logs",
                            m_algorithm.title));
    }

    ReserveTrial run(const Progress& progress)
    {
        for (std::size_t i = 0; i < m_traffic.requests.size(); ++i) {
            if (i % requestsPerReport == 0)
                progress.at(i, m_traffic.requests.size());
            settleUntil(m_traffic.requests[i].at);
            decide(i);
        }
        m_trial.way = m_way;
        m_trial.unused = std::max<Units>(0, m_possible - m_trial.spent);
        m_trial.learned = m_estimator.learned();
        return m_trial;
    }

private:
    Units unitsFor(const MeteredRequest& request)
    {
        switch (m_way.kind) {
        case ReserveWay::Kind::Afterwards:
            return 1;
        case ReserveWay::Kind::Max:
            return std::max<Units>(1, request.declared);
        case ReserveWay::Kind::Constant:
            return m_way.units;
        case ReserveWay::Kind::Learned:
            break;
        }
        return m_estimator.estimate(m_traffic.kinds[request.kind], request.declared);
    }

    void decide(std::size_t number)
    {
        const MeteredRequest& request = m_traffic.requests[number];
        ++m_trial.requests;
        Spending& oracle = m_oracle[request.token];
        if (oracle.hasRoom(m_rules, request.at, request.actual)) {
            oracle.add(request.at, request.actual);
            m_possible += request.actual;
        }
        std::unique_ptr<TokenStateOf>& state = m_states[request.token];
        if (!state)
            state = std::make_unique<TokenStateOf>(m_algorithm);
        const Units units = unitsFor(request);
        const Decision decision = (*state)->decide(m_rules, request.at, units, Mode::Acquire);
        Spending& spent = m_spent[request.token];
        if (!decision.allowed()) {
            ++m_trial.denied;
            m_trial.falselyDenied += spent.hasRoom(m_rules, request.at, request.actual) ? 1 : 0;
            return;
        }
        m_unsettled.push(
            {request.at + request.took, number, {m_algorithm.chargedAt(decision), units, request.actual}});
        spent.add(request.at, request.actual);
        m_trial.spent += request.actual;
        for (std::size_t i = 0; i < m_rules.size(); ++i)
            m_trial.overshoot = std::max(m_trial.overshoot,
                                         spent.usedIn(i, m_rules[i].window, request.at) - m_rules[i].limit);
    }

    void settleUntil(Instant now)
    {
        for (; !m_unsettled.empty() && m_unsettled.top().ends <= now; m_unsettled.pop()) {
            const Unsettled& one = m_unsettled.top();
            const MeteredRequest& request = m_traffic.requests[one.request];
            (*m_states[request.token])->settle(m_rules, one.ends, one.settlement);
            if (m_way.kind == ReserveWay::Kind::Learned)
                m_estimator.learn(m_traffic.kinds[request.kind], request.declared, request.actual);
        }
    }

    const MeteredTraffic& m_traffic;
    const Algorithm& m_algorithm;
    const std::vector<Rule>& m_rules;
    const ReserveWay m_way;
    Estimator m_estimator;
    std::vector<std::unique_ptr<TokenStateOf>> m_states;
    std::vector<Spending> m_spent;
    std::vector<Spending> m_oracle; // who knows every cost before
    std::priority_queue<Unsettled, std::vector<Unsettled>, EndsLater> m_unsettled;
    Units m_possible = 0;
    ReserveTrial m_trial;
};

} // namespace

ReserveWay parseReserveWay(std::string_view text)
{
    const auto [kind, value] = [&] {
        const std::size_t colon = text.find(':');
        return std::pair(text.substr(0, colon),
                         colon == std::string_view::npos ? std::string_view() : text.substr(colon + 1));
    }();
    const bool isAlone = kind.size() == text.size();
    ReserveWay way;
    if (text == "afterwards") {
        way.kind = ReserveWay::Kind::Afterwards;
        return way;
    }
    if (text == "max")
        return way;
    if (kind == "constant")
        if (const auto units = parsedNumber<Units>(value); units && *units >= 1 && *units <= maxUnits) {
            way.kind = ReserveWay::Kind::Constant;
            way.units = *units;
            return way;
        }
    if (kind == "learned") {
        way.kind = ReserveWay::Kind::Learned;
        const auto quantile = isAlone ? std::optional(way.quantile) : parsedNumber<double>(value);
        if (quantile && *quantile > 0 && *quantile < 1) {
            way.quantile = *quantile;
            return way;
        }
    }
    throw InvalidArgument(
        fmt::format("\"{}\" is no way to reserve: there are afterwards, max, constant:UNITS, "
                    "learned and learned:QUANTILE, as in learned:0.95",
                    printable(text)));
}

std::string notation(const ReserveWay& way)
{
    switch (way.kind) {
    case ReserveWay::Kind::Afterwards:
        return "afterwards";
    case ReserveWay::Kind::Max:
        return "max";
    case ReserveWay::Kind::Constant:
        return fmt::format("constant:{}", way.units);
    case ReserveWay::Kind::Learned:
        break;
    }
    return fmt::format("learned:{}", way.quantile);
}

std::vector<ReserveWay> usualWays(const MeteredTraffic& traffic)
{
    double sum = 0;
    for (const MeteredRequest& request : traffic.requests)
        sum += request.actual;
    const double mean = sum / double(std::max<std::size_t>(1, traffic.requests.size()));
    using Kind = ReserveWay::Kind;
    return {{Kind::Afterwards},
            {Kind::Max},
            {Kind::Constant, std::max<Units>(1, std::llround(mean))},
            {Kind::Learned}};
}

ReserveTrial tryReserving(const MeteredTraffic& traffic, const Policy& policy, const ReserveWay& way,
                          const Progress& progress)
{
    return ReserveRun(traffic, policy, way).run(progress);
}

} // namespace ratewarden
