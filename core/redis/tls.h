// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/stream.h"

#include <memory>
#include <system_error>

namespace ratewarden {

/// What stays the same from one encrypted connection to an endpoint to the next: the certificates, and the
/// session that the server can continue. Used by one thread at a time.
class TlsClient;
/// Reads the endpoint's certificates. Throws InvalidArgument for a file that cannot be used.
std::shared_ptr<TlsClient> tlsClientOf(const Endpoint& endpoint);

/// The stream, encrypted, after the server has proved its name. TLS 1.2 or newer. Throws Unavailable, with
/// Effect::None.
std::unique_ptr<Stream> encrypt(std::unique_ptr<Stream> plain, std::shared_ptr<TlsClient> client,
                                Stream::Deadline deadline);

/// Of errors that TLS itself found, after the handshake: alerts of the server above all.
const std::error_category& tlsCategory();

} // namespace ratewarden
