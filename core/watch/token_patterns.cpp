// SPDX-License-Identifier: MIT
#include "core/watch/token_patterns.h"

#include "core/tokens/token_status.h"

#include <algorithm>

namespace ratewarden {

void TokenPatterns::take(const Subject& subject, double traffic, bool isLimited, double rate)
{
    Group& group = m_groups[{subject.format, subject.policy}];
    ++group.tokens;
    group.traffic += std::max(traffic, 0.0);
    if (rate >= hotRate) {
        ++group.hot;
        if (rate > group.hottestRate) {
            group.hottest = subject.token;
            group.hottestRate = rate;
        }
    }
    const AddressKind kind = addressIn(subject.token);
    if (kind == AddressKind::Public) {
        group.hasPublic = true;
    } else if (kind == AddressKind::Private && traffic > group.topTraffic) {
        group.top = subject.token;
        group.topTraffic = traffic;
        group.topIsLimited = isLimited;
    }
}

void TokenPatterns::take(const Reading& reading)
{
    double traffic = double(reading.used.value_or(0));
    if (!reading.counts.empty()) {
        traffic = 0;
        for (const RequestCount& count : reading.counts)
            traffic += double(count.allowed + count.denied);
    } else if (reading.decision) {
        traffic = double(reading.decision->usage[reading.decision->tightestRule()].used);
    }
    const RequestRates rates = requestRatesOf(reading).value_or(RequestRates());
    take(reading.subject, traffic, statusOf(reading) == TokenStatus::Limited, rates.allowed + rates.denied);
}

std::vector<Finding> TokenPatterns::sharedAddresses(Instant now) const
{
    std::vector<Finding> found;
    for (const auto& [place, group] : m_groups) {
        const bool standsOut = group.hasPublic || (group.tokens == 1 && group.topIsLimited);
        if (!standsOut || group.traffic < leastTraffic || group.topTraffic < mostTraffic * group.traffic)
            continue;
        Finding finding;
        finding.kind = PatternCode::SharedAddress;
        finding.format = place.first;
        finding.group = place.second;
        finding.tokens = 1;
        finding.share = group.topTraffic / group.traffic;
        finding.samples = {group.top};
        finding.firstSeen = finding.lastSeen = now;
        found.push_back(std::move(finding));
    }
    return found;
}

std::vector<Finding> TokenPatterns::hotKeys(Instant now) const
{
    std::vector<Finding> found;
    for (const auto& [place, group] : m_groups) {
        if (group.hot == 0)
            continue;
        Finding finding;
        finding.kind = PatternCode::HotKey;
        finding.format = place.first;
        finding.group = place.second;
        finding.tokens = group.hot;
        finding.rate = group.hottestRate;
        finding.samples = {group.hottest};
        finding.firstSeen = finding.lastSeen = now;
        found.push_back(std::move(finding));
    }
    return found;
}

std::vector<std::string> TokenPatterns::unusedPolicies(const PolicyBook& book) const
{
    std::vector<std::string> unused;
    for (const auto& [name, published] : book.published) {
        const auto isFollowed = [&policy = name](const auto& group) {
            return isPolicyFor(policy, group.first.second);
        };
        if (published.mode != PolicyMode::Off && std::ranges::none_of(m_groups, isFollowed))
            unused.push_back(name);
    }
    return unused;
}

Finding unusedPolicy(const std::string& policy, Instant since, Instant now)
{
    Finding finding;
    finding.kind = PatternCode::UnusedPolicy;
    finding.group = policy;
    finding.firstSeen = since;
    finding.lastSeen = now;
    return finding;
}

std::vector<Finding> UnusedPolicies::take(const std::vector<std::string>& unused, Instant now)
{
    std::map<std::string, Instant> since;
    std::vector<Finding> found;
    for (const std::string& policy : unused) {
        const auto before = m_since.find(policy);
        const Instant from = before == m_since.end() ? now : before->second;
        since.emplace(policy, from);
        if (now - from >= policyPatience)
            found.push_back(unusedPolicy(policy, from, now));
    }
    m_since = std::move(since);
    return found;
}

} // namespace ratewarden
