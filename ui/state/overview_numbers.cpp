// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/overview_numbers.h"

#include "core/policies/published_policy.h"

#include <algorithm>
#include <cstdint>
#include <functional>
#include <numeric>
#include <unordered_map>

namespace ratewarden::ui {
namespace {

/// The places of the few rows with the largest rates, without sorting them all.
class Largest {
public:
    void add(float rate, std::size_t place)
    {
        if (rate <= 0 || (m_all.size() == OverviewNumbers::most && rate <= m_all.back().first))
            return;
        if (m_all.size() == OverviewNumbers::most)
            m_all.pop_back();
        const auto at = std::ranges::find_if(m_all, [&](const auto& one) { return one.first < rate; });
        m_all.insert(at, {rate, place});
    }
    std::vector<OverviewNumbers::Token> tokens(const RowNames& names) const
    {
        std::vector<OverviewNumbers::Token> all;
        for (const auto& [rate, place] : m_all)
            all.push_back({names[place].key(), double(rate)});
        return all;
    }

private:
    std::vector<std::pair<float, std::size_t>> m_all;
};

class Summary {
public:
    Summary(const TokenSnapshot& tokens, const std::set<std::string, std::less<>>& counting, Instant now)
        : m_names(tokens.names), m_rows(tokens.rows), m_counting(counting), m_now(now)
    {
    }

    void add(std::size_t place)
    {
        const TokenRow& row = m_rows[place];
        const TokenName name = m_names[place];
        if (row.dropped)
            return;
        if (!name.format->hasState()) {
            if (row.state == TokenStatus::Blocked)
                addBlock(place);
            return;
        }
        const Policy& policy = policyOf(name);
        if (policy.candidate)
            return;
        ++numbers.tokens;
        m_formats.insert(name.format->isOurs() ? nullptr : name.format);
        numbers.active += row.active() ? 1 : 0;
        numbers.near += row.state == TokenStatus::Near ? 1 : 0;
        numbers.above += row.share() > 1 ? 1 : 0;
        numbers.inFlight += row.inFlight;
        numbers.reserved += row.reserved;
        numbers.leased += row.leased;
        if (row.state == TokenStatus::Limited)
            addLimited(row);
        if (!name.format->isOurs()) {
            ++numbers.foreign;
            if (row.state == TokenStatus::Blocked)
                addBlock(place);
        } else if (policy.counting) {
            ++numbers.counting;
        } else {
            numbers.uncounted.emplace(name.policy);
        }
        if (row.allowed >= 0)
            addRates(place);
    }

    void finish()
    {
        numbers.formats = m_formats.size();
        numbers.topDenied = m_denied.tokens(m_names);
        numbers.topAllowed = m_allowed.tokens(m_names);
        std::ranges::sort(m_causes, std::ranges::greater(), &OverviewNumbers::RuleShare::share);
        if (m_causes.size() > OverviewNumbers::most)
            m_causes.resize(OverviewNumbers::most);
        for (OverviewNumbers::RuleShare& cause : m_causes)
            cause.share /= numbers.denied;
        numbers.denyingRules = std::move(m_causes);
        std::ranges::sort(m_ends);
        if (m_ends.size() > OverviewNumbers::most)
            m_ends.resize(OverviewNumbers::most);
        addDeniedOfBlocked();
    }

    OverviewNumbers numbers;

private:
    struct Policy {
        bool candidate = false;
        bool counting = false;
    };

    // The names of policies are kept once each, so that their address tells them apart.
    const Policy& policyOf(const TokenName& name)
    {
        if (name.policy.data() == m_lastName && m_lastPolicy)
            return *m_lastPolicy;
        const auto [known, isNew] = m_policies.try_emplace(name.policy.data());
        if (isNew)
            known->second = {isCandidate(name.policy), m_counting.contains(name.policy)};
        m_lastName = name.policy.data();
        m_lastPolicy = &known->second;
        return known->second;
    }

    void addLimited(const TokenRow& row)
    {
        ++numbers.limited;
        if (row.wait == TokenRow::never || row.wait == TokenRow::notKnown)
            return;
        const Micros left = row.at + row.wait - m_now;
        if (left > Micros::zero())
            numbers.longestWait = std::max(numbers.longestWait.value_or(Micros::zero()), left);
    }

    void addBlock(std::size_t place)
    {
        const TokenRow& row = m_rows[place];
        const bool isEnding = row.wait != TokenRow::never && row.wait != TokenRow::notKnown;
        const Instant ends = isEnding ? row.at + row.wait : Instant::max();
        if (ends <= m_now)
            return; // only the next pass drops the row
        ++numbers.blocked;
        if (ends > m_now + endsSoon)
            return;
        ++numbers.ending;
        m_ends.emplace_back(ends, place);
    }

    void addRates(std::size_t place)
    {
        const TokenRow& row = m_rows[place];
        ++numbers.counted;
        numbers.allowed += double(row.allowed);
        numbers.denied += double(std::max(row.denied, 0.0F));
        m_allowed.add(row.allowed, place);
        m_denied.add(row.denied, place);
        if (row.denied <= 0)
            return;
        const std::optional<Rule> rule =
            row.state != TokenStatus::Blocked && row.knowsRules ? std::optional(row.tightest) : std::nullopt;
        if (!rule && row.state != TokenStatus::Blocked)
            return; // which one is not known
        const std::string_view policy = rule ? m_names[place].policy : std::string_view();
        const auto cause = std::ranges::find_if(m_causes, [&](const OverviewNumbers::RuleShare& one) {
            return one.rule == rule && one.policy == policy;
        });
        if (cause == m_causes.end())
            m_causes.push_back({std::string(policy), rule, double(row.denied)});
        else
            cause->share += double(row.denied);
    }

    // Under all policies that count requests.
    void addDeniedOfBlocked()
    {
        std::unordered_map<std::string_view, double> denied;
        for (const auto& [ends, place] : m_ends)
            if (!m_names[place].format->hasState())
                denied.emplace(m_names[place].token, -1);
        if (!denied.empty())
            for (std::size_t i = 0; i < m_rows.size(); ++i) {
                const TokenRow& row = m_rows[i];
                if (row.dropped || row.denied < 0 || row.state != TokenStatus::Blocked)
                    continue;
                const TokenName name = m_names[i];
                const auto found = denied.find(name.token);
                if (found != denied.end() && name.format->isOurs() && !policyOf(name).candidate)
                    found->second = std::max(found->second, 0.0) + double(row.denied);
            }
        for (const auto& [ends, place] : m_ends) {
            const auto found = denied.find(m_names[place].token);
            const bool own = !m_names[place].format->hasState();
            numbers.endingBlocks.push_back(
                {m_names[place].key(), ends, own && found != denied.end() ? found->second : -1});
        }
    }

    const RowNames& m_names;
    const SharedRows<TokenRow>& m_rows;
    const std::set<std::string, std::less<>>& m_counting;
    Instant m_now;
    std::unordered_map<const char*, Policy> m_policies;
    const char* m_lastName = nullptr; // of neighbours it is often the same
    const Policy* m_lastPolicy = nullptr;
    std::set<const Format*> m_formats;
    Largest m_allowed;
    Largest m_denied;
    std::vector<OverviewNumbers::RuleShare> m_causes;
    std::vector<std::pair<Instant, std::size_t>> m_ends;
};

double perSecond(Units count)
{
    return double(count) / std::chrono::duration<double>(countSpan).count();
}

} // namespace

OverviewNumbers overviewOf(const TokenSnapshot& tokens, const std::set<std::string, std::less<>>& counting,
                           Instant now, const std::stop_token& stop)
{
    Summary summary(tokens, counting, now);
    for (std::size_t place = 0; place < tokens.rows.size() && !stop.stop_requested(); ++place)
        summary.add(place);
    summary.finish();
    summary.numbers.known = summary.numbers.tokens + tokensWithoutState(tokens).size();
    return std::move(summary.numbers);
}

double RequestFlow::allowedAt(std::size_t i) const
{
    double sum = 0;
    for (const Series& one : series)
        sum += one.allowed[i];
    return sum;
}

std::vector<std::size_t> RequestFlow::knownSteps(const TimeRange& stretch) const
{
    std::vector<std::size_t> steps;
    for (std::size_t i = 0; i < size(); ++i)
        if (known[i] && stretch.contains(at(i)))
            steps.push_back(i);
    return steps;
}

TimeRange RequestFlow::knownIn(const TimeRange& stretch) const
{
    const std::vector<std::size_t> steps = knownSteps(stretch);
    return steps.empty() ? TimeRange{stretch.from, stretch.from}
                         : TimeRange{at(steps.front()), at(steps.back() + 1)};
}

void RequestFlow::forget(std::size_t count)
{
    from = at(count);
    const auto drop = [count](auto& values) {
        values.erase(values.begin(), values.begin() + std::ptrdiff_t(count));
    };
    for (Series& one : series)
        drop(one.allowed);
    drop(denied);
    drop(known);
}

// FNV-1a: the same on every machine.
std::size_t colorNumberOf(std::string_view policy)
{
    std::uint32_t hash = 2166136261U;
    for (const char byte : policy)
        hash = (hash ^ std::uint8_t(byte)) * 16777619U;
    return hash;
}

// Who is among the largest already has to be clearly outdone.
void PolicyRanks::update(const RequestTotals& totals)
{
    constexpr double ahead = 1.25;
    const auto isLargest = [this](const std::string& policy) {
        return std::ranges::find(m_largest, policy) != m_largest.end();
    };
    std::vector<std::pair<double, std::string>> sums;
    for (std::string& policy : totals.policies()) {
        if (isCandidate(policy))
            continue;
        const RequestCount sum = sumOf(totals.of(policy));
        const double requests = double(sum.allowed) + double(sum.denied);
        sums.emplace_back(isLargest(policy) ? ahead * requests : requests, std::move(policy));
    }
    std::ranges::stable_sort(sums, std::ranges::greater(), [](const auto& one) { return one.first; });
    if (sums.size() > most + 1)
        sums.resize(most);
    std::erase_if(m_largest, [&](const std::string& policy) {
        return std::ranges::find(sums, policy, [](const auto& one) { return one.second; }) == sums.end();
    });
    for (auto& [requests, policy] : sums)
        if (!isLargest(policy))
            m_largest.push_back(std::move(policy));
}

RequestFlow flowOf(const RequestTotals& totals, Instant now, const PolicyRanks& ranks)
{
    constexpr std::size_t spans = countsReach / countSpan - 1; // without those that are under way
    const std::int64_t current = now.time_since_epoch() / countSpan;
    RequestFlow flow;
    flow.from = Instant((current - std::int64_t(spans)) * countSpan); // the last one is over
    flow.denied.resize(spans);
    for (std::size_t i = 0; i < spans; ++i)
        flow.known.push_back(flow.at(i) + countSpan <= totals.knownUntil());
    const auto add = [&](const std::string& policy, RequestFlow::Series& series) {
        for (const RequestCount& count : totals.of(policy)) {
            const auto i = (count.from - flow.from) / countSpan;
            if (i < 0 || i >= std::int64_t(spans) || !flow.known[std::size_t(i)])
                continue;
            series.allowed[std::size_t(i)] += perSecond(count.allowed);
            flow.denied[std::size_t(i)] += perSecond(count.denied);
        }
    };
    flow.series.reserve(ranks.largest().size() + 1);
    for (const std::string& policy : ranks.largest()) {
        flow.series.push_back({policy, std::vector<double>(spans)});
        add(policy, flow.series.back());
    }
    RequestFlow::Series others{{}, std::vector<double>(spans)};
    bool hasOthers = false;
    for (const std::string& policy : totals.policies()) {
        if (isCandidate(policy) || std::ranges::find(ranks.largest(), policy) != ranks.largest().end())
            continue;
        add(policy, others);
        hasOthers = true;
    }
    if (hasOthers)
        flow.series.push_back(std::move(others));
    return flow;
}

RequestFlow flowOf(const HistoryFlow& history)
{
    RequestFlow flow{history.from, history.step, {}, history.denied, history.known};
    std::vector<std::pair<double, std::string>> largest;
    for (const auto& [policy, allowed] : history.allowed)
        if (!policy.empty() && !isCandidate(policy))
            largest.emplace_back(std::accumulate(allowed.begin(), allowed.end(), 0.0), policy);
    std::ranges::stable_sort(largest, std::ranges::greater(), &std::pair<double, std::string>::first);
    if (largest.size() > PolicyRanks::most)
        largest.resize(PolicyRanks::most);
    for (const auto& [sum, policy] : largest)
        flow.series.push_back({policy, history.allowed.at(policy)});
    std::vector<double> others(flow.size());
    bool any = false;
    for (const auto& [policy, allowed] : history.allowed) {
        if (isCandidate(policy) ||
            std::ranges::find(flow.series, policy, &RequestFlow::Series::policy) != flow.series.end())
            continue;
        any = true;
        std::ranges::transform(others, allowed, others.begin(), std::plus());
    }
    if (any)
        flow.series.push_back({{}, std::move(others)});
    return flow;
}

} // namespace ratewarden::ui
