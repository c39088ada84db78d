// SPDX-License-Identifier: MIT
#include "core/model/settlement.h"

#include "core/model/decision.h"
#include "core/model/errors.h"
#include "core/model/policy.h"
#include "core/model/text.h"

#include <fmt/format.h>

namespace ratewarden {

std::optional<Settlement> settlementOf(const Decision& decision, Units reserved, Units actual)
{
    if (decision.chargedAt)
        return Settlement{*decision.chargedAt, reserved, actual};
    if (decision.chargedLocally)
        return Settlement{*decision.chargedLocally, reserved, actual, true};
    return {};
}

void validateSettlement(const Settlement& settlement)
{
    if (settlement.locally)
        throw InvalidArgument(
            "what a fallback has charged in this process is settled by the limiter that did it");
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
        settlement.reserved = parsedNumber<Units>(text.substr(0, sign)).value_or(-1);
        settlement.at = Instant(Micros(parsedNumber<std::int64_t>(text.substr(sign + 1)).value_or(-1)));
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
