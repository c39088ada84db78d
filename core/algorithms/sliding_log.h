// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"

namespace ratewarden {

/// The exact sliding log: every charge is kept for the longest window, and a rule counts the units charged in
/// the half-open span (now - window, now]: an entry exactly one window old no longer counts. Each entry
/// carries the running total, so that a count is the difference of two totals, found by binary search. Beside
/// the log stand the slots of requests in flight, of which there are none without a rule for them.
TokenState* makeSlidingLog(TokenStatePlace& place);

} // namespace ratewarden
