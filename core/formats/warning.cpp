// SPDX-License-Identifier: MIT
#include "core/formats/warning.h"

#include "core/formats/client_address.h"

#include <algorithm>
#include <array>
#include <span>

namespace ratewarden {
namespace {

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

constexpr double spanSeconds = std::chrono::duration<double>(countSpan).count();

// The newest so many that are over, which are all but the last as a rule; empty: there are fewer.
std::span<const RequestCount> spansOver(const std::vector<RequestCount>& counts, std::size_t most,
                                        Instant now)
{
    const auto isOver = [now](const RequestCount& count) {
        return count.from + countSpan <= now;
    };
    const auto over = std::size_t(std::ranges::count_if(counts, isOver));
    return over < most ? std::span<const RequestCount>() : std::span(counts).subspan(over - most, most);
}

} // namespace

// Side by side: 30 is milliseconds for seconds.
Warning wrongUnit(MistakenUnit units)
{
    return {WarningCode::WrongUnit, double(10 * units.written + units.read)};
}

std::optional<MistakenUnit> mistakenUnit(const Warning& warning)
{
    constexpr std::array units{0, 3, 6, 9};
    for (const int written : units)
        for (const int read : units)
            if (written != read && warning.number == 10 * written + read)
                return MistakenUnit{written, read};
    return std::nullopt;
}

std::optional<Warning> retryStorm(const std::vector<RequestCount>& counts, Instant now)
{
    const std::span<const RequestCount> minute = spansOver(counts, 6, now);
    if (minute.empty())
        return std::nullopt;
    double allowed = 0;
    double denied = 0;
    for (const RequestCount& count : minute) {
        if (double(count.denied) < stormRate * spanSeconds)
            return std::nullopt;
        allowed += double(count.allowed);
        denied += double(count.denied);
    }
    if (denied < stormDenied || denied <= allowed)
        return std::nullopt;
    return Warning{WarningCode::RetryStorm, denied / (spanSeconds * double(minute.size()))};
}

std::optional<Warning> earlyRetries(const std::vector<RequestCount>& counts, Instant now)
{
    constexpr Units several = 2;
    const std::span<const RequestCount> halfMinute = spansOver(counts, 3, now);
    if (halfMinute.empty())
        return std::nullopt;
    double denied = 0;
    for (const RequestCount& count : halfMinute) {
        if (count.allowed > 0 || count.denied < several)
            return std::nullopt;
        denied += double(count.denied);
    }
    return Warning{WarningCode::EarlyRetries, denied / (spanSeconds * double(halfMinute.size()))};
}

std::optional<Warning> tooLarge(const std::vector<RememberedDenial>& denials, Instant now)
{
    if (denials.empty() || denials.front().verdict != Verdict::NeverFits ||
        now - denials.front().at > tooLargePatience)
        return std::nullopt;
    return Warning{WarningCode::TooLarge, double(denials.front().cost)};
}

std::optional<Warning> nameWarning(std::string_view token)
{
    if (!isAddressList(token))
        return std::nullopt;
    return Warning{WarningCode::AddressList};
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
