// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"
#include "core/model/units.h"

#include <optional>
#include <string>
#include <string_view>

namespace ratewarden {

struct Decision;

/// What units that were reserved have turned out to be.
struct Settlement {
    Instant at{};       ///< when they were charged, after 1970: Decision::chargedAt
    Units reserved = 1; ///< from 1 to maxUnits
    Units actual = 0;   ///< from 0 to maxUnits
    /// A fallback charged them in this process, while Redis was unreachable: `at` is
    /// Decision::chargedLocally. Only settle(), settleMany() and renew() of the limiter that has charged them
    /// take it.
    bool locally = false;

    friend bool operator==(const Settlement&, const Settlement&) = default;
};

/// Of what was reserved by the decision, in Redis or in this process; empty: it charged nothing, or nothing
/// that can be settled.
std::optional<Settlement> settlementOf(const Decision& decision, Units reserved, Units actual);

/// Throws InvalidArgument for numbers out of these ranges, and for `locally`.
void validateSettlement(const Settlement& settlement);

/// A reservation in one word, for command lines and logs: its units, and when they were charged in
/// microseconds since the epoch: "500@1795046400000000".
std::string reservationText(Instant at, Units reserved);
/// Reads it; `actual` is 0. Throws InvalidArgument for anything else.
Settlement parseReservation(std::string_view text);

} // namespace ratewarden
