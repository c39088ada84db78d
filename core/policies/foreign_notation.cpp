// SPDX-License-Identifier: MIT
#include "core/policies/foreign_notation.h"

#include "core/algorithms/algorithm.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <limits>
#include <optional>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;
using Seconds = std::chrono::seconds;

struct Unit {
    Seconds length;
    std::string_view name;
};
constexpr std::array units{Unit{24h, "day"}, Unit{1h, "hour"}, Unit{1min, "minute"}, Unit{1s, "second"}};

bool isWholeSeconds(const Rule& rule)
{
    return rule.window % 1s == Micros::zero();
}

std::string notWhole(const Rule& rule, std::string_view who)
{
    return fmt::format("{} is left out: {} knows whole seconds only", notation(rule), who);
}

/// What every notation loses of a rule that is written as a number in a window.
void warnOfBurst(const Rule& rule, std::vector<std::string>& warnings)
{
    if (rule.burst > 0)
        warnings.push_back(fmt::format("the burst of {} cannot be said", notation(rule)));
}

/// The largest unit of which the window is a multiple.
const Unit& unitOf(const Rule& rule)
{
    return *std::ranges::find_if(
        units, [&](const Unit& unit) { return rule.window % unit.length == Micros::zero(); });
}

ForeignText pythonLimits(const Policy& policy)
{
    ForeignText result;
    for (const Rule& rule : policy.rules) {
        if (!isWholeSeconds(rule)) {
            result.warnings.push_back(notWhole(rule, "python-limits"));
            continue;
        }
        warnOfBurst(rule, result.warnings);
        const Unit& unit = unitOf(rule);
        const std::int64_t multiples = rule.window / unit.length;
        result.text += fmt::format("{}{} per {}{}", result.text.empty() ? "" : "; ", rule.limit,
                                   multiples == 1 ? "" : fmt::format("{} ", multiples), unit.name);
    }
    return result;
}

// draft-ietf-httpapi-ratelimit-headers-10: a list of names with q, and w in seconds.
ForeignText ietfHeader(const Policy& policy)
{
    ForeignText result;
    for (const Rule& rule : policy.rules) {
        if (!isWholeSeconds(rule)) {
            result.warnings.push_back(notWhole(rule, "the header"));
            continue;
        }
        warnOfBurst(rule, result.warnings);
        result.text += fmt::format("{}\"{}\";q={};w={}", result.text.empty() ? "RateLimit-Policy: " : ",",
                                   durationNotation(rule.window), rule.limit, rule.window / 1s);
    }
    return result;
}

// One limit for each descriptor, so each rule is one of its own.
ForeignText envoy(const Policy& policy)
{
    ForeignText result;
    std::string descriptors;
    for (const Rule& rule : policy.rules) {
        const auto* const unit = std::ranges::find(units, rule.window, &Unit::length);
        if (unit == units.end()) {
            result.warnings.push_back(fmt::format(
                "{} is left out: Envoy knows a second, a minute, an hour and a day only", notation(rule)));
            continue;
        }
        if (rule.limit > std::numeric_limits<std::uint32_t>::max()) {
            result.warnings.push_back(
                fmt::format("{} is left out: Envoy's limits have 32 bits", notation(rule)));
            continue;
        }
        warnOfBurst(rule, result.warnings);
        descriptors += fmt::format("  - key: per_{0}\n    rate_limit:\n      unit: {0}\n      "
                                   "requests_per_unit: {1}\n",
                                   unit->name, rule.limit);
    }
    if (!descriptors.empty())
        result.text = fmt::format("domain: {}\ndescriptors:\n{}",
                                  nlohmann::json(printable(policy.name)).dump(), descriptors);
    if (policy.rules.size() > 1)
        result.warnings.emplace_back(
            "Envoy has one limit for each descriptor: every request must be sent with "
            "all of these keys, and is charged under each that has room");
    if (algorithmNamed(policy.algorithm).keeps != Keeps::Counts)
        result.warnings.push_back(
            fmt::format("Envoy counts in fixed windows, and not as {} does", policy.algorithm));
    return result;
}

ForeignText kong(const Policy& policy)
{
    ForeignText result;
    nlohmann::ordered_json limits = nlohmann::ordered_json::array();
    nlohmann::ordered_json windows = nlohmann::ordered_json::array();
    for (const Rule& rule : policy.rules) {
        if (!isWholeSeconds(rule)) {
            result.warnings.push_back(notWhole(rule, "Kong"));
            continue;
        }
        warnOfBurst(rule, result.warnings);
        limits.push_back(rule.limit);
        windows.push_back(rule.window / 1s);
    }
    if (limits.empty())
        return result;
    const Keeps keeps = algorithmNamed(policy.algorithm).keeps;
    const bool fixed = keeps == Keeps::Counts;
    const nlohmann::ordered_json plugin{
        {"name", "rate-limiting-advanced"},
        {"config",
         {{"limit", limits}, {"window_size", windows}, {"window_type", fixed ? "fixed" : "sliding"}}}};
    result.text = plugin.dump(2) + "\n";
    if (!fixed && keeps != Keeps::SlidingCounts)
        result.warnings.push_back(fmt::format(
            "Kong's sliding windows are an estimate from two counters, and not {}", policy.algorithm));
    return result;
}

constexpr std::array notations{
    ForeignNotation{"python-limits", "python-limits, flask-limiter, slowapi", pythonLimits},
    ForeignNotation{"ietf", "RateLimit-Policy header", ietfHeader},
    ForeignNotation{"envoy", "Envoy rate limit service (YAML)", envoy},
    ForeignNotation{"kong", "Kong rate-limiting-advanced (JSON)", kong},
};

} // namespace

std::span<const ForeignNotation> foreignNotations()
{
    return notations;
}

const ForeignNotation& foreignNotationNamed(std::string_view name)
{
    const auto* const found = std::ranges::find(notations, name, &ForeignNotation::name);
    if (found != notations.end())
        return *found;
    std::string names;
    for (const ForeignNotation& notation : notations)
        names += fmt::format("{}{}", names.empty() ? "" : ", ", notation.name);
    throw InvalidArgument(fmt::format("there is no notation \"{}\"; there are: {}", printable(name), names));
}

} // namespace ratewarden
