// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"

namespace ratewarden {

/// The generic cell rate algorithm (ITU-T I.371, virtual scheduling): a unit costs window / limit of time,
/// and a request is allowed while the theoretical arrival time (TAT) it leads to lies at most `burst` units
/// ahead; the whole limit unless the rule says otherwise. The token bucket, which fills, and the leaky bucket
/// as a meter, which drains, are the same with the bucket's contents for the TAT. The TAT is kept as whole
/// microseconds and a numerator over the limit, so that a limit such as 7 per second does not drift; it is
/// exact up to limits of 94,906,265 (the square root of 2^53) and within a microsecond above.
TokenState* makeGcra(TokenStatePlace& place);

/// The usage by the records that its script keeps: RecordState::report.
void reportGcra(std::string_view records, Instant now, std::span<RuleUsage> usage);

} // namespace ratewarden
