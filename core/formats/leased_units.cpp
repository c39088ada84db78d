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
    const auto younger = [since](const std::vector<LogEntry>& entries) {
        Units units = 0;
        for (const LogEntry& entry : entries)
            units += entry.at > since ? entry.cost : 0;
        return units;
    };
    const Units units = younger(detail.log.entries) - younger(detail.log.open);
    const bool hasMore =
        detail.log.unread > 0 && !detail.log.entries.empty() && detail.log.entries.front().at > since;
    return hasMore ? units + detail.log.unread : units;
}

std::optional<Units> unitsInLeases(const Reading& reading, std::size_t rule)
{
    if (!reading.leased || !reading.decision)
        return std::nullopt;
    const RuleUsage& usage = reading.decision->usage[rule];
    const Units charged = std::max<Units>(usage.used - openUnits(reading, rule).value_or(0), 0);
    return usage.rule.atOnce ? 0 : std::min(*reading.leased, charged);
}

std::vector<Units> openUnits(const TokenDetail& detail)
{
    const Reading& reading = detail.reading;
    if (!detail.hasLog || !reading.decision)
        return {};
    const Instant clock =
        detail.log.entries.empty() ? reading.at : std::max(reading.at, detail.log.entries.back().at);
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
    return openUnits(reading, rule).value_or(0) + unitsInLeases(reading, rule).value_or(0);
}

std::optional<Units> mostOpenUnits(const Reading& reading)
{
    return reading.reserved.empty() ? std::nullopt : std::optional(std::ranges::max(reading.reserved));
}

std::optional<Units> mostInLeases(const Reading& reading)
{
    std::optional<Units> most;
    if (reading.decision)
        for (std::size_t i = 0; i < reading.decision->usage.size(); ++i)
            most = std::max(most, unitsInLeases(reading, i));
    return most;
}

} // namespace ratewarden
