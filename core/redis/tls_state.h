// SPDX-License-Identifier: MIT
#pragma once

#include <chrono>
#include <string>

namespace ratewarden {

/// What TLS agreed on with a server.
struct TlsState {
    std::string version; ///< "TLSv1.3"
    std::string cipher;  ///< "TLS_AES_256_GCM_SHA384"
    std::string subject; ///< of the server's certificate: "CN = redis.example.com"; safe to print
    std::string issuer;  ///< who signed it; safe to print
    std::chrono::sys_seconds expires; ///< when it ends
    bool resumed = false;             ///< the handshake continued an earlier session, which is shorter

    friend bool operator==(const TlsState&, const TlsState&) = default;
};

} // namespace ratewarden
