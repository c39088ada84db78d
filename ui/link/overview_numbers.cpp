// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/overview_numbers.h"

#include "core/policies/published_policy.h"

#include <algorithm>
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
    std::vector<OverviewNumbers::Token> tokens(const TokenNames& names) const
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
        m_formats.insert(name.format->plansOnState() ? name.format : nullptr);
        numbers.active += row.active() ? 1 : 0;
        numbers.near += row.state == TokenStatus::Near ? 1 : 0;
        if (row.state == TokenStatus::Limited)
            addLimited(row);
        if (name.format->plansOnState()) {
            ++numbers.foreign;
            if (row.state == TokenStatus::Blocked)
                addBlock(place);
        } else if (!policy.counting) {
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
                if (found != denied.end() && !name.format->plansOnState() && !policyOf(name).candidate)
                    found->second = std::max(found->second, 0.0) + double(row.denied);
            }
        for (const auto& [ends, place] : m_ends) {
            const auto found = denied.find(m_names[place].token);
            const bool own = !m_names[place].format->hasState();
            numbers.endingBlocks.push_back(
                {m_names[place].key(), ends, own && found != denied.end() ? found->second : -1});
        }
    }

    const TokenNames& m_names;
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
                           Instant now, const std::atomic<bool>& cancelled)
{
    Summary summary(tokens, counting, now);
    for (std::size_t place = 0; place < tokens.rows.size() && !cancelled; ++place)
        summary.add(place);
    summary.finish();
    return std::move(summary.numbers);
}

double RequestFlow::allowedAt(std::size_t i) const
{
    double sum = 0;
    for (const Series& one : series)
        sum += one.allowed[i];
    return sum;
}

RequestFlow flowOf(const RequestTotals& totals, Instant now)
{
    constexpr std::size_t spans = countsReach / countSpan - 1; // without those that are under way
    const std::int64_t current = now.time_since_epoch() / countSpan;
    RequestFlow flow;
    flow.from = Instant((current - std::int64_t(spans)) * countSpan); // the last one is over
    flow.denied.resize(spans);
    for (std::size_t i = 0; i < spans; ++i)
        flow.known.push_back(flow.at(i) + countSpan <= totals.wholeUntil());
    struct Sum {
        RequestFlow::Series series;
        double requests = 0;
    };
    std::vector<Sum> sums;
    for (const std::string& policy : totals.policies()) {
        if (isCandidate(policy))
            continue;
        Sum sum{{policy, std::vector<double>(spans)}};
        for (const RequestCount& count : totals.of(policy)) {
            const auto i = (count.from - flow.from) / countSpan;
            if (i < 0 || i >= std::int64_t(spans) || !flow.known[std::size_t(i)])
                continue;
            sum.series.allowed[std::size_t(i)] = perSecond(count.allowed);
            flow.denied[std::size_t(i)] += perSecond(count.denied);
            sum.requests += double(count.allowed) + double(count.denied);
        }
        sums.push_back(std::move(sum));
    }
    std::ranges::stable_sort(sums, std::ranges::greater(), &Sum::requests);
    for (std::size_t i = 0; i < sums.size(); ++i) {
        if (i < RequestFlow::most || (i == RequestFlow::most && sums.size() == i + 1)) {
            flow.series.push_back(std::move(sums[i].series));
            continue;
        }
        if (i == RequestFlow::most)
            flow.series.push_back({{}, std::vector<double>(spans)});
        for (std::size_t slot = 0; slot < spans; ++slot)
            flow.series.back().allowed[slot] += sums[i].series.allowed[slot];
    }
    return flow;
}

} // namespace ratewarden::ui
