// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"

#include <optional>
#include <string_view>

namespace ratewarden {

/// The time that a log's field says, from 1970 to 9999:
/// - of a common log: "10/Oct/2000:13:55:36 -0700", in brackets or not;
/// - ISO 8601 and what is close to it: "2026-11-22T18:49:15.123Z", "2026-11-22 18:49:15,123 +01:00",
///   "2026/11/22 18:49:15"; the offset counts, without one it is UTC;
/// - Unix time, "1795229576.25": in seconds, ms, µs or ns, by its size (below 10^11, 10^14, 10^17).
/// What is finer than a microsecond is cut off. A leap second is the first one of the next minute. Empty: the
/// text is nothing of that, or the date does not exist.
std::optional<Instant> parseLogTime(std::string_view text);

} // namespace ratewarden
