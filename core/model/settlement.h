// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"
#include "core/model/units.h"

#include <string>
#include <string_view>

namespace ratewarden {

/// What units that were reserved have turned out to be.
struct Settlement {
    Instant at{};       ///< when they were charged, after 1970: Decision::chargedAt
    Units reserved = 1; ///< from 1 to maxUnits
    Units actual = 0;   ///< from 0 to maxUnits

    friend bool operator==(const Settlement&, const Settlement&) = default;
};

/// Throws InvalidArgument for numbers out of these ranges.
void validateSettlement(const Settlement& settlement);

/// A reservation in one word, for command lines and logs: its units, and when they were charged in
/// microseconds since the epoch: "500@1795046400000000".
std::string reservationText(Instant at, Units reserved);
/// Reads it; `actual` is 0. Throws InvalidArgument for anything else.
Settlement parseReservation(std::string_view text);

} // namespace ratewarden
