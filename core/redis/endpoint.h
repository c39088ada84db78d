// SPDX-License-Identifier: MIT
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// How a connection is encrypted. The server's name is always verified. Files are PEM.
struct TlsSettings {
    std::string caFile;     ///< the certificate authorities to trust; empty: the system's
    std::string certFile;   ///< the client's certificate, with its chain; empty: none
    std::string keyFile;    ///< its private key; empty: it is in certFile
    std::string serverName; ///< that the certificate must have, and that is asked for; empty: the host

    friend bool operator==(const TlsSettings&, const TlsSettings&) = default;
};

/// Where a server listens.
struct HostPort {
    std::string host; ///< a name or an address; raw bytes, as they may come from a server
    std::uint16_t port = 0;

    /// "host:port", "[::1]:port"; safe to print.
    std::string text() const;

    friend bool operator==(const HostPort&, const HostPort&) = default;
};

/// What stands at an address.
enum class Deployment {
    Node,     ///< one server, or a cluster of which it is a node
    Sentinel, ///< the Sentinels that know which server is the primary
    Cluster   ///< nodes of a cluster
};

/// Where a Redis server is and as whom to talk to it.
struct Endpoint {
    Deployment deployment = Deployment::Node;
    std::string host; ///< empty when socketPath is set; of a Sentinel or a cluster, the first to be asked
    std::uint16_t port = 6379;
    std::vector<HostPort> others;  ///< more Sentinels, or nodes of the cluster, to be asked
    std::string primaryName;       ///< what the Sentinels call the primary; empty: it is no Sentinel
    bool readsFromReplica = false; ///< of a Sentinel: what only reads goes to a replica, where there is one
    std::string socketPath;        ///< of a Unix socket
    std::string user;              ///< empty: the default user
    std::string password;          ///< empty: none; never printed
    int database = 0;
    std::optional<TlsSettings> tls; ///< nothing: not encrypted; not for a Unix socket
    /// Where `ssh` connects to first, as ssh takes it: "user@bastion", or a Host of its configuration; host
    /// and port are as seen from there. Empty: no ssh. Not for a Unix socket.
    std::string ssh;

    /// The one server there, with the same user, TLS and ssh.
    Endpoint node(const HostPort& address) const;

    /// For people and logs: "rediss://host:6379/2?ssh=bastion" or "unix:///run/redis.sock"; never the
    /// password, and no files.
    std::string text() const;

    /// The same as a URL that parseEndpoint reads: without the password, but otherwise exactly.
    std::string url() const;

    friend bool operator==(const Endpoint&, const Endpoint&) = default;
};

/// Reads `redis://[user[:password]@]host[:port][/database][?ssh=destination]`, the same with `rediss:` for
/// TLS, which also takes `cacert=`, `cert=`, `key=` (files) and `sni=` (a name), separated by `&`; and
/// `unix:///path[?db=n]`. `redis+sentinel://host[:port][,host[:port]]…/name` takes `db=n` and `read=replica`
/// besides, its ports are 26379 unless said; `redis+cluster://host[:port][,host[:port]]…` has no database;
/// with `rediss+` both use TLS. A part may be percent-encoded. Throws InvalidArgument; the message does not
/// repeat the URL, as it may hold a password.
Endpoint parseEndpoint(std::string_view url);

/// The endpoint with the password from the environment variable RATEWARDEN_REDIS_PASSWORD when the URL had
/// none.
Endpoint withPasswordFromEnvironment(Endpoint endpoint);

} // namespace ratewarden
