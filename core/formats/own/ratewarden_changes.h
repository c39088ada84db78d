// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/formats/format.h"

namespace ratewarden {

// How a state of Ratewarden's own is reset and charged, and how that is undone. Private to core/formats.

/// Whether it is of the token's control key, and of no state.
bool isOfControlKey(const Intent& intent);
/// Of such an intent. Throws InvalidArgument for what is out of range, or what the policy cannot obey.
Command controlCommandOf(const Intent& intent, const Subject& subject, const Policy* policy);

/// Of any intent of a state's subject, those of its control key included; none: it is of something else.
/// Throws InvalidArgument as that does, and where units are charged without a policy.
std::vector<Command> commandsOnState(const Intent& intent, const Subject& subject, const Algorithm& algorithm,
                                     const Policy* policy);

Effect stateEffect(const Intent& intent, const Policy* policy, const Answers& answers);

/// The command that undoes any intent of a state's subject, those of its control key included.
Command revertCommand(const Intent& intent, const Subject& subject, const Algorithm& algorithm,
                      const Policy* policy, const BeforeImage& before, bool replace);
Reversal readReversal(const Intent& intent, const Policy* policy, const Answers& answers);

/// What the scripts that restore something answer.
Reversal readRestored(ReplyView reply);

} // namespace ratewarden
