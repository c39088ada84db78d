// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/reply.h"

#include <optional>
#include <string>
#include <string_view>

namespace ratewarden {

// What blocks and overrides share: the fields of a token's control key and what they may hold. Private to
// core/admin.

/// Throws InvalidArgument unless both have a length in range and the duration, if there is one, is 1
/// microsecond to 100 years.
void validateControl(std::string_view what, const std::optional<Micros>& duration, std::string_view reason,
                     std::string_view by);

/// A moment as the scripts read it: what is not a whole number in range counts as 0, for good.
Instant momentIn(std::string_view text);

/// Empty for 0, which stands for good.
std::optional<Instant> endOf(Instant moment);

} // namespace ratewarden
