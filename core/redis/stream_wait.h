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
/// Only for streams whose last read has found nothing: TLS may hold bytes that the system does not see.
void waitForAny(std::span<const Awaited> streams, Stream::Deadline deadline);

} // namespace ratewarden
