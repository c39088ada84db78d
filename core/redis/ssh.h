// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/stream.h"

#include <memory>
#include <string_view>

namespace ratewarden {

/// Starts `ssh -W host:port destination`, with the user's own configuration, keys and agent; it never asks
/// for anything. The program ends with the stream. Throws Unavailable, with Effect::None, where it cannot be
/// started.
std::unique_ptr<Stream> dialThroughSsh(const Endpoint& endpoint, const Timeouts& timeouts);

/// What a Stream::complaint() means: its lines as one text, without frames and control characters.
Problem sshProblem(std::string_view complaint, std::string_view what, std::string_view where);

} // namespace ratewarden
