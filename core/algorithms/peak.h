// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/admission.h"

namespace ratewarden {

/// The most units in any half-open span of this length.
Units largestIn(const TimedRequests& requests, Micros span);

/// The smallest limit in this window under which no request of one token is denied, by an algorithm that
/// keeps this, without a burst other than the limit. Requests are in order of time.
///
/// Until the first denial all that was offered has been charged. So it is the largest use that a rule would
/// see of all requests, be they later denied or not: a limit below it denies, and one that is not below it
/// never does. Only of a bucket what is used depends on the limit itself; there limits are tried, which is
/// exact as long as GCRA's own arithmetic is.
Units peakOf(const TimedRequests& requests, Micros window, Keeps keeps);

} // namespace ratewarden
