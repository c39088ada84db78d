// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/stream.h"

#include <span>

namespace ratewarden {

/// A stream of a Dialler, and what is awaited of it: bytes to read, or that the peer has closed; with
/// `room` also that it takes bytes.
struct Awaited {
    const Stream* stream = nullptr;
    bool room = false;
};

/// Waits until one of them is ready, or the deadline has passed, precise to about 0.1 ms; perhaps less long.
/// A stream that is more than a socket may hold bytes that the system does not see: with one of these it
/// returns after 1 ms at most, and the caller tries.
void waitForAny(std::span<const Awaited> streams, Stream::Deadline deadline);

} // namespace ratewarden
