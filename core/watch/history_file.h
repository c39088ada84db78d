// SPDX-License-Identifier: MIT
#pragma once

#include "core/watch/history.h"
#include "core/watch/sqlite_file.h"

#include <cstdint>
#include <string>

namespace ratewarden {

// What writers and readers of a history share.

/// Throws InvalidArgument for a file that is none, or of a newer version, and leaves it as it is. False:
/// there is no such file, or it is empty.
bool isHistory(const std::string& path);

/// What the file and SQLite's log beside it take on the disk.
std::int64_t historyBytes(const std::string& path);
std::int64_t historyLogBytes(const std::string& path);

/// Makes the tables, all or none.
void createHistory(SqliteFile& file);

HistoryLimits readHistoryLimits(SqliteFile& file);

/// "limited", …, or "unread".
std::string_view cohortState(const Cohort& cohort);
/// "no-ttl,negative"; empty: none.
std::string warningNames(WarningSet warnings);

inline Instant historyInstant(std::int64_t micros)
{
    return Instant(Micros(micros));
}
inline std::int64_t historyMicros(Instant moment)
{
    return moment.time_since_epoch().count();
}

} // namespace ratewarden
