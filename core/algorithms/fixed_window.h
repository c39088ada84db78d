// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"

namespace ratewarden {

/// The fixed window: counts what was charged since the last multiple of the window on the clock (Unix epoch,
/// UTC). Cheap; allows up to twice the limit across a window boundary.
TokenState* makeFixedWindow(TokenStatePlace& place);

/// The usage by the records that its script keeps: RecordState::report.
void reportFixedWindow(std::string_view records, Instant now, std::span<RuleUsage> usage);

} // namespace ratewarden
