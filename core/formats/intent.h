// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/rule.h"
#include "core/model/time.h"
#include "core/redis/command.h"

#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ratewarden {

/// Refuse every request of the token.
struct BlockIntent {
    std::optional<Micros> duration; ///< empty: for good
    std::string reason;             ///< 1 to 1000 bytes
    std::string by;                 ///< who does it, 1 to 200 bytes
};
struct UnblockIntent {};
/// Forget what the token has used.
struct ResetIntent {};
/// Charge as a request of this cost would, if all rules have room.
struct ChargeIntent {
    Units units = 1;
};
/// Take out what was charged last, up to what was charged.
struct GiveBackIntent {
    Units units = 1;
};
/// Other rules for the token under its policy.
struct OverrideIntent {
    std::vector<Rule> rules;
    std::optional<Micros> duration; ///< empty: for good
    std::string reason;             ///< 1 to 1000 bytes
    std::string by;                 ///< 1 to 200 bytes
};
struct LiftOverrideIntent {};

/// What an operator wants to happen to a subject.
using Intent = std::variant<BlockIntent, UnblockIntent, ResetIntent, ChargeIntent, GiveBackIntent,
                            OverrideIntent, LiftOverrideIntent>;

/// How a format makes an intent come true.
struct Plan {
    std::vector<Command> commands; ///< to be sent in this order
};

} // namespace ratewarden
