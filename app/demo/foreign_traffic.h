// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/endpoint.h"

#include <memory>
#include <thread>

/// Clients of limiters that others wrote, re-created after what those send to Redis: a counter
/// (rate-limit-redis), a counter whose key holds its rule (python limits), a list of moments with three rules
/// (DomainTools' article), a theoretical arrival time (Ramp's article), one of whose locks is stale, and a
/// counter of points (rate-limiter-flexible). The console sees their keys beside those of Ratewarden's own
/// limiters, and they obey what it writes.
class ForeignTraffic {
public:
    explicit ForeignTraffic(ratewarden::Endpoint endpoint);
    ~ForeignTraffic();
    ForeignTraffic(const ForeignTraffic&) = delete;
    ForeignTraffic& operator=(const ForeignTraffic&) = delete;

    /// Announces the rules that their layouts do not store. Throws what core throws.
    void prepare();
    /// Sends requests in real time, on a thread of its own, until destruction.
    void start();

private:
    class Clients;
    std::unique_ptr<Clients> m_clients;
    std::jthread m_thread; // last, so that it is joined before what it uses is gone
};
