// SPDX-License-Identifier: MIT
#include "core/formats/leased_units.h"

#include <algorithm>

namespace ratewarden {

std::optional<Units> unitsInLeases(const TokenDetail& detail)
{
    const Reading& reading = detail.reading;
    if (!detail.hasLog || !reading.policy || reading.policy->lease == Micros::zero())
        return std::nullopt;
    const Instant since = reading.at - reading.policy->lease;
    Units units = 0;
    for (const LogEntry& entry : detail.log.entries)
        units += entry.at > since ? entry.cost : 0;
    const bool hasMore =
        detail.log.unread > 0 && !detail.log.entries.empty() && detail.log.entries.front().at > since;
    return hasMore ? units + detail.log.unread : units;
}

std::optional<Units> unitsInLeases(const Reading& reading, const RuleUsage& usage)
{
    if (!reading.leased)
        return std::nullopt;
    return usage.rule.atOnce ? 0 : std::min(*reading.leased, usage.used);
}

std::vector<Units> openUnits(const TokenDetail& detail)
{
    const Reading& reading = detail.reading;
    if (detail.log.open.empty() || !reading.decision || !reading.policy ||
        reading.policy->lease != Micros::zero())
        return {};
    const Instant clock = std::max(reading.at, detail.log.entries.back().at);
    std::vector<Units> units;
    units.reserve(reading.decision->usage.size());
    for (const RuleUsage& usage : reading.decision->usage) {
        units.push_back(0);
        for (const LogEntry& entry : detail.log.open)
            if (!usage.rule.atOnce && entry.at > clock - usage.rule.window)
                units.back() += entry.cost;
    }
    return units;
}

std::optional<Units> openUnits(const Reading& reading, std::size_t rule)
{
    return rule < reading.reserved.size() ? std::optional(reading.reserved[rule]) : std::nullopt;
}

Units unspentUnits(const Reading& reading, std::size_t rule)
{
    return openUnits(reading, rule).value_or(0) +
           unitsInLeases(reading, reading.decision->usage[rule]).value_or(0);
}

std::optional<Units> mostInLeases(const Reading& reading)
{
    std::optional<Units> most;
    if (reading.decision)
        for (const RuleUsage& usage : reading.decision->usage)
            most = std::max(most, unitsInLeases(reading, usage));
    return most;
}

} // namespace ratewarden
