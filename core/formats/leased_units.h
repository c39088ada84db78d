// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/reading.h"

#include <optional>

namespace ratewarden {

/// How many of the units that are used may be unspent yet, in leases that services hold: at most those that
/// were charged less than the policy's lease life ago. All others are spent, or will not be. Empty: nothing
/// tells, as the policy has no lease life, the token is overridden, or its state does not keep each charge.
/// What was reserved and is not settled cannot be told from what is spent, beyond that.
std::optional<Units> unitsInLeases(const TokenDetail& detail);
/// Of Reading::leased what one rule of the reading counts: no more than is used. 0 of one for requests at
/// once.
std::optional<Units> unitsInLeases(const Reading& reading, const RuleUsage& usage);
/// Of the rule that has most of them: what a token counts for in a sum.
std::optional<Units> mostInLeases(const Reading& reading);

} // namespace ratewarden
