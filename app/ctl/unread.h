// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"

#include <cstddef>
#include <string>
#include <vector>

namespace ratewarden {
class TokenWalk;
}

/// What a command that went through all keys could not read. Each complains on standard error of what there
/// is, and returns RedisFailed; Done if all was read.
namespace ratewarden::ctl {

/// Nodes of a cluster that were left out.
Exit reportLostNodes(const Terminal& terminal, const std::vector<std::string>& nodes);

/// These, keys that may be other limiters', and `unread` of what was found: `what` is "token" or "key", and
/// `problem` why.
Exit reportUnread(const Terminal& terminal, const TokenWalk& walk, std::size_t unread,
                  const std::string& what, const std::string& problem);

} // namespace ratewarden::ctl
