// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/record.h"

#include <optional>
#include <string_view>

namespace ratewarden {

/// What a number would be as a moment.
struct LikelyMoment {
    Nanos moment{}; ///< since the Unix epoch
    Nanos unit{};   ///< of which it is the count: 1 s, 1 ms, 1 µs or 1 ns
};
/// A number, in decimal notation, that would be a moment within five years of `now`; empty: none.
std::optional<LikelyMoment> likelyMoment(std::string_view text, Nanos now);

} // namespace ratewarden
