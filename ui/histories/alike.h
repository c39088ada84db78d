// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/histories/usage_history.h"

#include <optional>
#include <vector>

namespace ratewarden::ui {

/// How much a token did in each ten seconds of the ten minutes up to a moment, the oldest first: its requests
/// where they are counted, else by how much its usage rose. Empty: neither is known. Either may be null.
std::vector<double> activityOf(const Reading* reading, const UsageHistory* history, Instant now);

/// From which likeness() on two tokens are proposed as one client's.
inline constexpr double alikeFrom = 0.9;
/// In so many tens of seconds at least one of the two has to do something.
inline constexpr int leastActive = 12;

/// How much two tokens rise and fall together: Pearson's correlation of their activity, -1 to 1. Empty: too
/// little was done, or one of them always did the same.
std::optional<double> likeness(const std::vector<double>& one, const std::vector<double>& other);

} // namespace ratewarden::ui
