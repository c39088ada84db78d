// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/stream.h"

#include <memory>

namespace ratewarden {

/// Starts `ssh -W host:port destination`, with the user's own configuration, keys and agent; it never asks
/// for anything. The program ends with the stream. Throws Unavailable, with Effect::None, where it cannot be
/// started.
std::unique_ptr<Stream> dialThroughSsh(const Endpoint& endpoint, const Timeouts& timeouts);

} // namespace ratewarden
