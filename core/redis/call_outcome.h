// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/reply.h"

#include <exception>
#include <functional>

namespace ratewarden {

/// What came of a command for whose reply no thread waits.
struct CallOutcome {
    Reply reply; ///< perhaps an error reply; without a view if there is a failure
    /// Why there is no reply: Unavailable, or the typed error of a server that refuses the user. An object of
    /// its own for each command, so that every thread may throw what it got.
    std::exception_ptr failure = {};
};

/// Is called exactly once. Must not throw.
using OnOutcome = std::function<void(CallOutcome outcome)>;

} // namespace ratewarden
