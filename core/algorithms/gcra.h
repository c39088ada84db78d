// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"

namespace ratewarden {

/// The generic cell rate algorithm (ITU-T I.371, virtual scheduling), with the whole limit as its burst: a
/// unit costs window / limit of time, and a request passes while the theoretical arrival time (TAT) it leads
/// to lies at most one window ahead. The TAT is kept as whole microseconds and a numerator over the limit, so
/// that a limit such as 7 per second does not drift; it is exact up to limits of 94,906,265 (the square root
/// of 2^53) and within a microsecond above.
std::unique_ptr<Window> makeGcra();

} // namespace ratewarden
