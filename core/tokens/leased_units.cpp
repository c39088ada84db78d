// SPDX-License-Identifier: MIT
#include "core/tokens/leased_units.h"

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

} // namespace ratewarden
