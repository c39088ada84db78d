// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/endpoint.h"
#include "core/redis/stream.h"

#include <chrono>
#include <thread>

/// Of the connections that fill the demo's server: nobody waits for them, and a machine that builds something
/// else meanwhile lets that server wait for seconds.
inline constexpr ratewarden::Timeouts demoPatience{std::chrono::seconds(30), std::chrono::seconds(30)};

// What fills the demo's server. Each throws what core throws; requests come in real time, on the thread that
// is returned, until that is destroyed.

/// Clients of some sixty tokens, steady, bursty, near their limits and abusive, who ask for decisions through
/// the core library as any service would, and obey whatever policies are published. Keeps on when the server
/// goes away and comes back. Announces the policies and replays the last minutes first, so that the windows
/// have a past at once, which takes a moment.
std::jthread startDemoTraffic(const ratewarden::Endpoint& endpoint);

/// Clients of limiters that others wrote, re-created after what those send to Redis: a counter
/// (rate-limit-redis), a counter whose key holds its rule (python limits), a list of moments with three rules
/// (DomainTools' article), a theoretical arrival time (Ramp's article), one of whose locks is stale, and a
/// counter of points (rate-limiter-flexible). The console sees their keys beside those of Ratewarden's own
/// limiters, and they obey what it writes. Announces the rules that their layouts do not store first.
std::jthread startForeignTraffic(const ratewarden::Endpoint& endpoint);

/// Writes keys as they stand on servers beside those of limiters: sessions, a queue, a ranking, a stream with
/// a group of consumers; and counters of a limiter that nobody has described, which never expire.
void writeOtherKeys(const ratewarden::Endpoint& endpoint);
