// SPDX-License-Identifier: MIT
#include "core/watch/token_patterns.h"

#include "core/formats/own/ratewarden_format.h"
#include "core/tokens/token_status.h"

#include <algorithm>
#include <iterator>
#include <span>

namespace ratewarden {
namespace {

Finding patternIn(PatternCode code, const Format* format, const std::string& group, Instant now)
{
    Finding finding;
    finding.kind = code;
    finding.format = format;
    finding.group = group;
    finding.firstSeen = finding.lastSeen = now;
    return finding;
}

bool isOwnState(const Format* format)
{
    const std::span<const Format* const> own = ratewardenFormats();
    return format != &controlFormat() && std::ranges::find(own, format) != own.end();
}

} // namespace

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
        if (traffic > group.publicTraffic) {
            group.publicTop = subject.token;
            group.publicTraffic = traffic;
        }
    } else if (kind == AddressKind::Private && traffic > group.topTraffic) {
        group.top = subject.token;
        group.topTraffic = traffic;
        group.topIsLimited = isLimited;
    }
}

double TokenPatterns::rateBy(const Format& format, double growth)
{
    return !format.isOurs() && format.countsDenied() ? growth : 0;
}

void TokenPatterns::take(const Reading& reading, double growth)
{
    double traffic = double(reading.used.value_or(0));
    if (!reading.counts.empty()) {
        traffic = 0;
        for (const RequestCount& count : reading.counts)
            traffic += double(count.allowed + count.denied);
    } else if (reading.decision) {
        traffic = double(reading.decision->usage[reading.decision->tightestRule()].used);
    }
    const std::optional<RequestRates> rates = requestRatesOf(reading);
    take(reading.subject, traffic, statusOf(reading) == TokenStatus::Limited,
         rates ? rates->allowed + rates->denied : rateBy(*reading.subject.format, growth));
}

std::vector<Finding> TokenPatterns::sharedAddresses(Instant now) const
{
    std::vector<Finding> found;
    for (const auto& [place, group] : m_groups) {
        if (!group.hasPublic || group.traffic < leastTraffic ||
            group.topTraffic < mostTraffic * group.traffic)
            continue;
        Finding& finding =
            found.emplace_back(patternIn(PatternCode::SharedAddress, place.first, place.second, now));
        finding.tokens = 1;
        finding.share = group.topTraffic / group.traffic;
        finding.samples = {group.top};
    }
    return found;
}

std::vector<Finding> TokenPatterns::busyAddresses(Instant now) const
{
    std::vector<Finding> found;
    for (const auto& [place, group] : m_groups) {
        const bool isPublic = group.tokens > 1 && group.traffic >= busyTraffic &&
                              group.publicTraffic >= busyShare * group.traffic;
        const bool isAlone = group.tokens == 1 && group.topIsLimited && group.traffic >= leastTraffic;
        if (!isPublic && !isAlone)
            continue;
        Finding& finding =
            found.emplace_back(patternIn(PatternCode::BusyAddress, place.first, place.second, now));
        finding.tokens = 1;
        finding.share = isPublic ? group.publicTraffic / group.traffic : 1;
        finding.samples = {isPublic ? group.publicTop : group.top};
    }
    return found;
}

std::vector<Finding> TokenPatterns::hotKeys(Instant now) const
{
    std::vector<Finding> found;
    for (const auto& [place, group] : m_groups) {
        if (group.hot == 0)
            continue;
        Finding finding = patternIn(PatternCode::HotKey, place.first, place.second, now);
        finding.tokens = group.hot;
        finding.rate = group.hottestRate;
        finding.samples = {group.hottest};
        found.push_back(std::move(finding));
    }
    return found;
}

std::vector<Finding> TokenPatterns::unusedPolicies(const PolicyBook& book, Instant now) const
{
    std::vector<Finding> unused;
    for (const auto& [name, published] : book.published) {
        const auto isFollowed = [&policy = name](const auto& group) {
            return isPolicyFor(policy, group.first.second);
        };
        if (published.mode != PolicyMode::Off && std::ranges::none_of(m_groups, isFollowed))
            unused.push_back(patternIn(PatternCode::UnusedPolicy, nullptr, name, now));
    }
    return unused;
}

std::vector<Finding> TokenPatterns::twoAlgorithms(const PolicyBook& book, Instant now) const
{
    std::vector<Finding> found;
    for (const auto& [name, published] : book.published) {
        if (!published.policy.format.empty())
            continue;
        const Format* const its = &stateFormat(algorithmNamed(published.policy.algorithm));
        for (const auto& [place, group] : m_groups) {
            if (place.second != name || place.first == its || !isOwnState(place.first))
                continue;
            Finding finding = patternIn(PatternCode::TwoAlgorithms, its, name, now);
            finding.tokens = group.tokens;
            finding.other = place.first->name();
            found.push_back(std::move(finding));
            break;
        }
    }
    return found;
}

std::vector<Finding> TokenPatterns::twoPolicies(const PolicyBook& book, Instant now) const
{
    std::vector<const Policy*> patterns;
    for (const auto& [name, published] : book.published)
        if (published.mode != PolicyMode::Off && !published.policy.format.empty())
            patterns.push_back(&published.policy);
    std::map<std::pair<std::string_view, std::string_view>, Finding> found; // by name: the same each time
    for (const auto& [place, group] : m_groups) {
        const Policy* const followed = book.find(place.second);
        if (!followed || followed->name == place.second)
            continue; // it is for this group alone
        for (const Policy* const other : patterns)
            if (other->name != followed->name && other->format == followed->format &&
                isPolicyFor(other->name, place.second) && !isPolicyFor(other->name, followed->name)) {
                Finding& finding =
                    found
                        .try_emplace({followed->name, other->name},
                                     patternIn(PatternCode::TwoPolicies, place.first, followed->name, now))
                        .first->second;
                finding.tokens += group.tokens;
                finding.other = other->name;
            }
    }
    std::vector<Finding> all;
    for (auto& [pair, finding] : found)
        if (all.empty() || all.back().group != finding.group)
            all.push_back(std::move(finding));
    return all;
}

std::vector<Finding> TokenPatterns::ofPolicies(const PolicyBook& book, bool sawAll, Instant now) const
{
    std::vector<Finding> found = twoAlgorithms(book, now);
    std::ranges::move(twoPolicies(book, now), std::back_inserter(found));
    if (sawAll)
        std::ranges::move(unusedPolicies(book, now), std::back_inserter(found));
    return found;
}

std::vector<Finding> TokenPatterns::ofTokens(Instant now) const
{
    std::vector<Finding> found = sharedAddresses(now);
    std::ranges::move(busyAddresses(now), std::back_inserter(found));
    std::ranges::move(hotKeys(now), std::back_inserter(found));
    return found;
}

Micros patienceOf(const FindingKind& kind, const Policy& policy)
{
    Micros longest{};
    if (kind == FindingKind(PatternCode::TwoAlgorithms))
        for (const Rule& rule : policy.rules)
            longest = std::max(longest, rule.window);
    return policyPatience + longest;
}

void FollowedPolicies::leaveOutResting(std::vector<Finding>& found, const PolicyBook& book, Instant now)
{
    const auto isUnused = [&found](std::string_view policy) {
        return std::ranges::any_of(found, [policy](const Finding& one) {
            return one.kind == FindingKind(PatternCode::UnusedPolicy) && one.group == policy;
        });
    };
    std::erase_if(m_last, [&](const auto& last) {
        return now - last.second >= rest || !book.published.contains(last.first);
    });
    for (const auto& [name, published] : book.published)
        if (published.mode != PolicyMode::Off && !isUnused(name))
            m_last[name] = now;
    std::erase_if(found, [this](const Finding& one) {
        return one.kind == FindingKind(PatternCode::UnusedPolicy) && m_last.contains(one.group);
    });
}

std::vector<Finding> LastingFindings::take(std::vector<Finding> found, const PolicyBook& book, Instant now)
{
    m_followed.leaveOutResting(found, book, now);
    std::map<FindingName, Instant> since;
    std::erase_if(found, [&](Finding& one) {
        const auto before = m_since.find(one.name());
        const Instant from = before == m_since.end() ? now : before->second;
        since.emplace(one.name(), from);
        one.firstSeen = from;
        const auto published = book.published.find(one.group);
        return published == book.published.end() ||
               now - from < patienceOf(one.kind, published->second.policy);
    });
    m_since = std::move(since);
    return found;
}

} // namespace ratewarden
