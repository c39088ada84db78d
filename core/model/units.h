// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>

namespace ratewarden {

/// Counts what is limited: requests, or whatever a request's cost is measured in.
using Units = std::int64_t;

/// The largest limit and cost, 2^53 - 1: the largest whole number that Redis' Lua keeps exact with all below
/// it.
inline constexpr Units maxUnits = (Units(1) << 53) - 1;

} // namespace ratewarden
