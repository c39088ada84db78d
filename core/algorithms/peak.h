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

/// The smallest burst with which GCRA or a bucket of this limit and window denies no request of one token; 0
/// when there is none that costs anything, maxUnits when no burst is enough. `rule`: of a limit of 1 or more;
/// its own burst does not matter. Found by trying bursts, as a larger one never denies more.
Units burstOf(const TimedRequests& requests, const Rule& rule);

/// Whether GCRA or a bucket under this rule denies any of one token's requests.
bool bucketDenies(const TimedRequests& requests, const Rule& rule);

} // namespace ratewarden
