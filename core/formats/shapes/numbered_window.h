// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/shapes/shape.h"

#include <cstdint>
#include <optional>
#include <span>

namespace ratewarden {

/// What people choose as a window, ascending: a second to 30 days.
std::span<const Nanos> usualWindows();

/// How long the windows are that a format numbers, from one number and the clock; zero: no usual length fits.
/// `names`: what the key's name captured. `expires`: when the key does, if it does.
Nanos numberedWindowLength(const FormatFile& file, const Record& names, std::optional<Nanos> expires,
                           Nanos now);

/// How much later than a multiple of its length a window of the names' token begins. Whoever counts with the
/// numbers of such windows takes it off the clock.
Nanos windowShift(const FormatFile& file, const Record& names, Nanos window);

/// How long what the format numbers is, where its window is that long: that, or a slice.
Nanos numberedLength(const FormatFile& file, Nanos window);

/// Seconds by which an expiry lies outside of what the format's rule allows a key with that number; 0: none.
double expiryMisfit(const FormatFile& file, std::int64_t number, Nanos window, Nanos expires);

} // namespace ratewarden
