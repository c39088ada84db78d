// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/server.h"

#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace ratewarden {

/// What is wrong with the server, for whoever keeps limits on it. The worst first.
enum class ServerWarningCode {
    HasEvicted,       ///< it has evicted keys since it was started, because memory ran out
    MemoryFull,       ///< it is at its memory limit and evicts nothing: it refuses decisions and blocks
    EvictsAnyKey,     ///< at its memory limit it throws away keys, whichever
    EvictsExpiring,   ///< at its memory limit it throws away keys that expire: all states, and blocks with an
                      ///< end
    MemoryNearlyFull, ///< the same as MemoryFull, soon: it uses memoryWarning of its limit
    CertificateEnds   ///< the certificate that its TLS shows ends within certificateWarning; the last one
};

/// A certificate that ends sooner than this is warned of.
inline constexpr auto certificateWarning = std::chrono::days(30);

/// Where nothing is evicted, more than this share of the memory limit is warned of.
inline constexpr double memoryWarning = 0.9;

/// For programs: "evicted-keys", "memory-full", "evicts-any-key", "evicts-expiring-keys",
/// "memory-nearly-full", "certificate-ends".
std::string_view nameOf(ServerWarningCode code);

struct ServerWarning {
    ServerWarningCode code = ServerWarningCode::HasEvicted;
    std::int64_t evicted = 0;         ///< keys; of HasEvicted
    std::string policy;               ///< "allkeys-lru"; raw bytes
    std::int64_t most = 0;            ///< bytes, the limit; 0: none
    std::optional<std::int64_t> used; ///< bytes of these
    std::chrono::sys_seconds ends{};  ///< of CertificateEnds: when

    friend bool operator==(const ServerWarning&, const ServerWarning&) = default;
};

/// What was looked at, and what it came to.
struct ServerCheck {
    std::vector<ServerWarning> warnings;
    bool knowsMemory = false; ///< false: this user may ask neither INFO nor CONFIG GET

    friend bool operator==(const ServerCheck&, const ServerCheck&) = default;
};

/// Sends one INFO, and CONFIG GET where that does not tell. Throws as Server::call does, but not for a right
/// that is missing.
ServerCheck checkServer(Server& server);

} // namespace ratewarden
