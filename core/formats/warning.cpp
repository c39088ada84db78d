// SPDX-License-Identifier: MIT
#include "core/formats/warning.h"

#include <algorithm>
#include <array>

namespace ratewarden {
namespace {

constexpr auto warningNames =
    std::to_array<std::string_view>({"stale-lock", "stale-slots", "clock-ahead", "retry-storm", "negative",
                                     "no-ttl", "untrimmed", "long-ttl"});
static_assert(warningNames.size() == warningCodeCount);

constexpr std::int64_t neverExpires = -1; // as PTTL answers
constexpr Micros clockTolerance = std::chrono::seconds(1);
constexpr double absurdly = 100; // times what is expected
// An override or a version of the policy with longer windows may have written it.
constexpr Micros formerRules = std::chrono::hours(24);

// As the scripts set it, but for some grace: until the longest window is over, or the largest burst refilled.
double expectedLife(const Policy& policy)
{
    double longest = 0;
    for (const Rule& rule : policy.rules) {
        const double bursts = rule.limit > 0 ? double(rule.capacity()) / double(rule.limit) : 1;
        longest = std::max(longest, double(rule.window.count()) * std::max(bursts, 1.0));
    }
    return longest;
}

} // namespace

std::string_view nameOf(WarningCode code)
{
    return warningNames.at(std::size_t(code));
}

std::vector<WarningCode> warningsNamed(std::string_view prefix)
{
    std::vector<WarningCode> codes;
    for (int code = 0; code < warningCodeCount; ++code)
        if (warningNames.at(std::size_t(code)).starts_with(prefix))
            codes.push_back(WarningCode(code));
    return codes;
}

std::optional<Warning> retryStorm(const std::vector<RequestCount>& counts, Instant now)
{
    constexpr std::size_t spans = 6; // a minute
    constexpr double seconds = std::chrono::duration<double>(countSpan).count();
    const auto isOver = [now](const RequestCount& count) {
        return count.from + countSpan <= now;
    };
    const auto over = std::size_t(std::ranges::count_if(counts, isOver)); // all but the last, as a rule
    if (over < spans)
        return std::nullopt;
    double allowed = 0;
    double denied = 0;
    for (std::size_t i = over - spans; i < over; ++i) {
        if (double(counts[i].denied) < stormRate * seconds)
            return std::nullopt;
        allowed += double(counts[i].allowed);
        denied += double(counts[i].denied);
    }
    if (denied < stormDenied || denied <= allowed)
        return std::nullopt;
    return Warning{WarningCode::RetryStorm, denied / (seconds * spans)};
}

std::vector<Warning> stateWarnings(std::int64_t pttl, const Policy* policy, const LogContents& log,
                                   Instant now)
{
    std::vector<Warning> warnings;
    if (pttl < neverExpires)
        return warnings;
    if (!log.entries.empty() && log.entries.back().at > now + clockTolerance)
        warnings.push_back(
            {WarningCode::Ahead, std::chrono::duration<double>(log.entries.back().at - now).count()});
    if (pttl == neverExpires) {
        warnings.push_back({WarningCode::NoExpiry});
    } else if (policy && !policy->rules.empty()) {
        const auto life = double(pttl) * 1000;
        const double expected = expectedLife(*policy);
        if (life > absurdly * expected && life > expected + double(formerRules.count()))
            warnings.push_back({WarningCode::AbsurdExpiry, life / 1e6});
    }
    return warnings;
}

} // namespace ratewarden
