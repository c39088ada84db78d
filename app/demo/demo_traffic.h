// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/endpoint.h"

#include <memory>
#include <thread>

/// Clients of some sixty tokens, steady, bursty, near their limits and abusive, who ask for decisions through
/// the core library as any service would, and obey whatever policies are published. Keeps on when the server
/// goes away and comes back.
class DemoTraffic {
public:
    explicit DemoTraffic(ratewarden::Endpoint endpoint);
    ~DemoTraffic();
    DemoTraffic(const DemoTraffic&) = delete;
    DemoTraffic& operator=(const DemoTraffic&) = delete;

    /// Announces the policies and replays the last minutes, so that the windows have a past at once. Takes a
    /// moment. Throws what core throws.
    void prepare();
    /// Lets the requests come in real time, on a thread of its own, until destruction.
    void start();

private:
    class Cast;
    std::unique_ptr<Cast> m_cast;
    std::jthread m_thread; // last, so that it is joined before what it uses is gone
};
