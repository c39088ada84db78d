// SPDX-License-Identifier: MIT
#pragma once

#include "core/explain/rule_then.h"
#include "core/lab/log_lines.h"

#include <string>
#include <string_view>

namespace ratewarden {

/// The moment that a text names, with what it leaves open: "14:57" is that whole minute, "14:57:40.2" a tenth
/// of a second. A time of day is the newest one that has begun by `now`. Reads
///
/// - "14:57", "14:57:40", "14:57:40.218", with a date in front ("2026-11-26 14:57") or not, in the time zone
/// of
///   this machine;
/// - what parseLogTime() reads, with an offset or in UTC: "2026-11-26T14:57:40.218Z", "1795685843.195782",
/// and
///   whole Unix microseconds, as decisions tell their moment.
///
/// Throws InvalidArgument for anything else.
Denial denialAt(std::string_view time, Instant now);

/// Whose denial is asked about.
struct DenialQuestion {
    std::string token; ///< as it stands there: not hashed
    Denial denial;
};

/// A line's time is that of the answer's end or of the request's begin, a little after or before the
/// decision, by another clock; or the second of it.
inline constexpr Micros logSlack = std::chrono::seconds(1);

/// Reads "user:4711 14:57", or a line of a log that the lab reads: then the request was denied if its status
/// says so, between logSlack before the line's time and logSlack after; what the line calls it by is its
/// note. Throws InvalidArgument for anything else, and for a line whose status says that the
/// request was not denied.
DenialQuestion denialQuestion(std::string_view text, Instant now);

/// The same of a request of a log that was denied; `note`: what its line calls it by.
DenialQuestion questionOf(const LogRequest& request, std::string note);

} // namespace ratewarden
