// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"

namespace ratewarden {

/// The fixed window: what was charged since the last multiple of the window on the clock (Unix epoch, UTC).
/// Cheap, and lets up to twice the limit pass across the seam of two windows.
TokenState* makeFixedWindow(TokenStatePlace& place);

/// How a token stands by the records of its script: RecordState::report.
void reportFixedWindow(std::string_view records, Instant now, std::span<RuleUsage> usage);

} // namespace ratewarden
