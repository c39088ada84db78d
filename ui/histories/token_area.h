// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/reading.h"
#include "core/model/time_range.h"
#include "ui/histories/usage_history.h"

#include <QString>

namespace ratewarden::ui {

/// What is in an area of a token's time line, as far as its log, its counts and the denials that Redis
/// remembers tell.
QString tokenAreaText(const TokenDetail& window, const UsageHistory* history, const TimeRange& area);

/// How many requests the later reading has that the earlier one has not: of counted ones all, else those that
/// its log has; empty: requests are neither counted nor logged.
std::optional<Units> requestsSince(const TokenDetail& before, const TokenDetail& after);

/// When its requests were, in order of time; counted ones each at the beginning of their ten seconds.
std::vector<Instant> requestTimes(const TokenDetail& window);
/// How long each of these lasts.
Micros requestLength(const TokenDetail& window);
/// When it was denied, and when what changes its limits was: `marks`.
std::vector<Instant> eventTimes(const TokenDetail& window, const std::vector<TimeMark>& marks);

} // namespace ratewarden::ui
