// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/raw_key.h"
#include "core/formats/shapes/shape.h"
#include "core/model/problem.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>

namespace ratewarden {

/// A raw key together with the number of its window, of a format that numbers its windows.
struct RawWindow {
    std::int64_t bucket = 0;
    RawKey raw;
};

/// What the patterns of a format read out of a subject's keys.
struct Decoded {
    FoundState state;
    double fields = 0; ///< hash fields that matched, and what tells as much, for the weight of a recognition
    Problem mismatch;  ///< why the values are not this format's
};

/// Runs the patterns over the keys. `names`: what the name of the key captured. `keys`: one for each role
/// that was read; of a numbered format the main key's windows are in `windows` instead. Pure.
Decoded decode(const FormatFile& file, const Record& names, std::span<const RawKey> keys,
               std::span<const RawWindow> windows, Nanos now);

/// The same of keys that decode() takes for another format's, since their moments are not of these years: if
/// they are in one of the other units, the newest of these within a day of now. Empty: they are not, or the
/// format's values have moments in several units, or none.
std::optional<Decoded> decodeWrongUnit(const FormatFile& file, const Record& names,
                                       std::span<const RawKey> keys, std::span<const RawWindow> windows,
                                       Nanos now);

/// Whether a moment lies within 370 days of now. This alone separates seconds, milliseconds, microseconds and
/// nanoseconds, and epochs.
bool isSaneMoment(Nanos moment, Nanos now);

} // namespace ratewarden
