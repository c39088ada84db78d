// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace ratewarden {

/// How a connection is encrypted. The server's name is always verified. Files are PEM.
struct TlsSettings {
    std::string caFile;     ///< the certificate authorities to trust; empty: the system's
    std::string certFile;   ///< the client's certificate, with its chain; empty: none
    std::string keyFile;    ///< its private key; empty: it is in certFile
    std::string serverName; ///< that the certificate must have, and that is asked for; empty: the host

    friend bool operator==(const TlsSettings&, const TlsSettings&) = default;
};

/// Where a Redis server is and as whom to talk to it.
struct Endpoint {
    std::string host; ///< empty when socketPath is set
    std::uint16_t port = 6379;
    std::string socketPath; ///< of a Unix socket
    std::string user;       ///< empty: the default user
    std::string password;   ///< empty: none; never printed
    int database = 0;
    std::optional<TlsSettings> tls; ///< nothing: not encrypted; not for a Unix socket
    /// Where `ssh` connects to first, as ssh takes it: "user@bastion", or a Host of its configuration; host
    /// and port are as seen from there. Empty: no ssh. Not for a Unix socket.
    std::string ssh;

    /// For people and logs: "rediss://host:6379/2?ssh=bastion" or "unix:///run/redis.sock"; never the
    /// password, and no files.
    std::string text() const;

    /// The same as a URL that parseEndpoint reads: without the password, but otherwise exactly.
    std::string url() const;

    friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

/// Reads `redis://[user[:password]@]host[:port][/database][?ssh=destination]`, the same with `rediss:` for
/// TLS, which also takes `cacert=`, `cert=`, `key=` (files) and `sni=` (a name), separated by `&`; and
/// `unix:///path[?db=n]`. A part may be percent-encoded. Throws InvalidArgument; the message does not repeat
/// the URL, as it may hold a password.
Endpoint parseEndpoint(std::string_view url);

/// The endpoint with the password from the environment variable RATEWARDEN_REDIS_PASSWORD when the URL had
/// none.
Endpoint withPasswordFromEnvironment(Endpoint endpoint);

} // namespace ratewarden
