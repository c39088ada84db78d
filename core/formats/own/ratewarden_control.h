// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/intent.h"
#include "core/model/block.h"
#include "core/model/override.h"
#include "core/redis/reply.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

// A token's control key: its block, and its overrides under any policy. resources/docs/scripts.md tells its
// fields.

/// What a control key holds that has not ended.
struct ControlState {
    std::string token;
    std::optional<Block> block;
    std::vector<Override> overrides;
    std::vector<std::string> unreadable; ///< policies under which an override cannot be read
};

/// Asks for all of it.
Command controlCommand(std::string_view token);

/// Reads the reply; `now` tells what has ended. As the scripts do, it takes an end that cannot be read for
/// one that never comes.
ControlState readControl(ReplyView reply, std::string_view token, Instant now);

/// The commands that change it. They throw InvalidArgument for what is out of range.
Command blockCommand(std::string_view token, const BlockIntent& intent);
Command unblockCommand(std::string_view token);
Command overrideCommand(std::string_view token, std::string_view policy, const OverrideIntent& intent);
Command liftOverrideCommand(std::string_view token, std::string_view policy);

/// What the reply to one of these says: whether there was anything to change, and how to undo it.
Effect readControlEffect(const Intent& intent, ReplyView reply);
/// The command that puts back what was there before. `intent` and `policy` are those of the change.
Command restoreControlCommand(std::string_view token, std::string_view policy, const Intent& intent,
                              const BeforeImage& before, bool replace);

/// Empty for the moment 0, which stands for good in what the scripts answer.
std::optional<Instant> endOf(Instant moment);

} // namespace ratewarden
