// SPDX-License-Identifier: MIT
#include "core/model/settlement.h"

#include "core/model/errors.h"
#include "core/model/policy.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <charconv>

namespace ratewarden {
namespace {

/// Below zero for what is no number.
std::int64_t numberInReservation(std::string_view text)
{
    std::int64_t number = -1;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? number : -1;
}

} // namespace

void validateSettlement(const Settlement& settlement)
{
    validateCost(settlement.reserved);
    validateCost(settlement.actual);
    if (settlement.reserved == 0)
        throw InvalidArgument("a reservation is of at least one unit: of none there is nothing to settle");
    if (settlement.at <= Instant() || settlement.at.time_since_epoch().count() > maxUnits)
        throw InvalidArgument("a reservation is of a time after 1970, in microseconds below 2^53");
}

std::string reservationText(Instant at, Units reserved)
{
    return fmt::format("{}@{}", reserved, at.time_since_epoch().count());
}

Settlement parseReservation(std::string_view text)
{
    const std::size_t sign = text.find('@');
    Settlement settlement;
    if (sign != std::string_view::npos) {
        settlement.reserved = numberInReservation(text.substr(0, sign));
        settlement.at = Instant(Micros(numberInReservation(text.substr(sign + 1))));
    }
    if (sign == std::string_view::npos || settlement.reserved < 0 || settlement.at < Instant())
        throw InvalidArgument(
            fmt::format("\"{}\" is no reservation: its units, \"@\" and its time are wanted, such as "
                        "500@1795046400000000",
                        printable(text)));
    validateSettlement(settlement);
    return settlement;
}

} // namespace ratewarden
