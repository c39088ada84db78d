// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"

#include <QString>

#include <optional>
#include <variant>

class QTimeZone;

namespace ratewarden::ui {

/// When something ends that is done for a time: a duration, counted from when it is done; a moment; or never.
struct ForGood {
    friend bool operator==(const ForGood&, const ForGood&) = default;
};
using EndTime = std::variant<ForGood, Micros, Instant>;

/// Why a text is no end time.
struct EndTimeProblem {
    qsizetype position = 0; ///< of the first character that is not understood
    QString reason;         ///< a phrase for people
};

/// Reads an end time as people write it, in English, upper or lower case:
///
/// - "2h", "30 min", "1 h 30 min", "for 2 days", "in 2h": a duration, as parseDuration() reads each part;
/// - "18:00", "until 18:00", "9 am", "noon", "midnight": the next time that it is so late;
/// - "tomorrow", "Friday", "2026-12-01": the moment at which that day begins; "today": at which it ends. A
///   weekday is the next one, never today;
/// - "tomorrow 9:00", "Fri at 6 pm", "2026-12-01 12:00", "2026-12-01T12:00Z": that time of that day;
/// - "for good", "forever", "never": no end.
///
/// Times of day are those of `zone` unless "UTC" or "Z" follows. A moment must lie after `now`.
std::variant<EndTime, EndTimeProblem> parseEndTime(const QString& text, Instant now, const QTimeZone& zone);

/// The moment at which it ends when it begins at `now`; empty: it does not.
std::optional<Instant> endAt(const EndTime& end, Instant now);

/// "until 14:58:11", "for good".
QString untilText(const std::optional<Instant>& until);

/// What was understood: "for good", "until 18:00, in 2 h 14 min", "until tomorrow, 2026-11-23 09:00, in 15
/// h", "until Friday, 2026-11-27 00:00, in 4 days 16 h".
QString endTimeText(const EndTime& end, Instant now, const QTimeZone& zone);

} // namespace ratewarden::ui
