// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/stream.h"

#include <span>

namespace ratewarden {

/// A stream of a Dialler, and what is awaited of it: bytes to read, or that the peer has closed; with
/// `room` also that it takes bytes. `more`: there may be bytes to read already.
struct Awaited {
    const Stream* stream = nullptr;
    bool room = false;
    bool more = false;
};

/// Waits until one of them is ready, or the deadline has passed, precise to about 0.1 ms; perhaps less long.
/// Returns at once if one of them may have `more`: TLS may hold bytes that the system does not see, so that
/// only a read that has found nothing says that there are none.
void waitForAny(std::span<const Awaited> streams, Stream::Deadline deadline);

} // namespace ratewarden
