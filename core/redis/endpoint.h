// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace ratewarden {

/// Where a Redis server is and as whom to talk to it.
struct Endpoint {
    std::string host; ///< empty when socketPath is set
    std::uint16_t port = 6379;
    std::string socketPath; ///< of a Unix socket
    std::string user;       ///< empty: the default user
    std::string password;   ///< empty: none; never printed
    int database = 0;

    /// For people and logs: "redis://host:6379/2" or "unix:///run/redis.sock"; never the password.
    std::string text() const;

    /// The same as a URL that parseEndpoint reads: without the password, but otherwise exactly.
    std::string url() const;

    friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

/// Reads `redis://[user[:password]@]host[:port][/database]` and `unix:///path[?db=n]`. A part may be
/// percent-encoded. Throws InvalidArgument; the message does not repeat the URL, as it may hold a password.
Endpoint parseEndpoint(std::string_view url);

/// The endpoint with the password from the environment variable RATEWARDEN_REDIS_PASSWORD when the URL had
/// none.
Endpoint withPasswordFromEnvironment(Endpoint endpoint);

} // namespace ratewarden
