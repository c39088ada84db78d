// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/endpoint.h"

/// Writes keys as they stand on servers beside those of limiters: sessions, a queue, a ranking, a stream with
/// a group of consumers; and counters of a limiter that nobody has described, which never expire. Throws what
/// core throws.
void writeOtherKeys(const ratewarden::Endpoint& endpoint);
