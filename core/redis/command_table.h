// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/command.h"

#include <span>
#include <string_view>

namespace ratewarden {

/// What plain commands do, and where their keys are, from one table; `arguments` begin with the name. A
/// command that it does not have writes, and its key is its first argument, as it is of nearly all.
Command::Access accessOf(std::span<const std::string_view> arguments);
std::string_view keyOf(std::span<const std::string_view> arguments);
/// Some rows of the table are of subcommands of it: CONFIG.
bool hasSubcommands(std::string_view name);
bool holdsSecret(std::span<const std::string_view> arguments);

} // namespace ratewarden
