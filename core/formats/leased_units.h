// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/reading.h"

#include <cstddef>
#include <optional>
#include <vector>

namespace ratewarden {

/// How many of the units that are used may be unspent yet, in leases that services hold: at most those that
/// were charged less than the policy's lease life ago. All others are spent, or will not be. Empty: nothing
/// tells, as the policy has no lease life, the token is overridden, or its state does not keep each charge.
/// Reservations that are not settled are not among them: openUnits() tells those.
std::optional<Units> unitsInLeases(const TokenDetail& detail);
/// Of Reading::leased what one rule of the reading counts: no more than is used and not reserved. 0 of one
/// for requests at once.
std::optional<Units> unitsInLeases(const Reading& reading, std::size_t rule);
/// What was reserved and is not settled, of each rule of the reading's decision: at least so much, where the
/// log was not read whole. Empty: it is not known, as the state does not keep each charge.
/// A lease is no reservation there: what it takes is charged without a mark.
std::vector<Units> openUnits(const TokenDetail& detail);
/// Of Reading::reserved; empty where that is.
std::optional<Units> openUnits(const Reading& reading, std::size_t rule);
/// Of what the rule counts, all that is not known to be spent: it is reserved, or leases may hold it.
Units unspentUnits(const Reading& reading, std::size_t rule);
/// Of the rule that has most of them: what a token counts for in a sum.
std::optional<Units> mostOpenUnits(const Reading& reading);
std::optional<Units> mostInLeases(const Reading& reading);

} // namespace ratewarden
