// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/endpoint.h"
#include "core/redis/home_process.h"
#include "core/redis/node_state.h"
#include "core/redis/stream.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace ratewarden {

class Connection;

/// What Sentinels know of one primary.
struct SentinelAnswer {
    HostPort primary;
    std::vector<HostPort> replicas; ///< those that are up and follow it
    std::int64_t epoch = 0;         ///< of the configuration: each failover has a larger one
};

/// Asks all of the endpoint's Sentinels, and takes the answer of the largest epoch: one that is cut off from
/// the others does not know of the last failover. A Sentinel that wants a password is told the endpoint's.
/// Throws what the first one threw, if none answers, and InvalidArgument if none knows the name.
SentinelAnswer askSentinels(const Endpoint& endpoint, Timeouts timeouts);

/// Throws Unavailable if the server says that it is no primary: one that has just been demoted says so before
/// the Sentinels do. Of a server that does not answer this user, writing will tell.
void requirePrimary(Connection& connection);

/// The primary that the Sentinels of the endpoint name, and that says that it is one. Throws as
/// askSentinels(), requirePrimary() and connecting do.
Endpoint locatePrimary(const Endpoint& endpoint, Timeouts timeouts);

/// Listens to the Sentinels of an endpoint, in a thread of its own, for the announcement of another primary
/// (+switch-master). A Sentinel that is unreachable is tried again now and then.
class SentinelWatch {
public:
    /// `onSwitch` is called in the thread with the new primary's address, and with the present one whenever
    /// the thread begins to listen.
    SentinelWatch(const Endpoint& endpoint, Timeouts timeouts, std::function<void(const HostPort&)> onSwitch);
    /// Ends the thread; nothing is called afterwards. In a child, where there is no thread, does nothing.
    ~SentinelWatch();
    SentinelWatch(const SentinelWatch&) = delete;
    SentinelWatch& operator=(const SentinelWatch&) = delete;

private:
    class Impl;
    const HomeProcess m_home;
    std::unique_ptr<Impl> m_impl;
};

} // namespace ratewarden
