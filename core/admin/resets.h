// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/connection.h"
#include "core/redis/keyspace.h"

#include <optional>
#include <string>

namespace ratewarden {

/// What a reset has removed: enough to take it back, to the byte and to the millisecond of its expiry.
struct RemovedState {
    TokenKey key;
    std::string dump;                  ///< as DUMP gives it
    std::int64_t expiresAtMillis = -1; ///< since the epoch, by the server's clock; -1: never
};

/// Forgets the token's window state, in one step with reading it. `key` is of a window state. Empty when
/// there was none.
std::optional<RemovedState> resetToken(Connection& connection, const TokenKey& key);

enum class Restored {
    AsItWas,
    CameSince, ///< the token has been charged again; nothing was done
    Expired    ///< by now it would be gone anyway; nothing was done
};

/// Takes a reset back. With `replace` what was charged since is lost; without it, nothing is done if there is
/// anything.
Restored restoreToken(Connection& connection, const RemovedState& state, bool replace);

/// The commands behind these.
Command resetTokenCommand(const TokenKey& key);
Command restoreTokenCommand(const RemovedState& state, bool replace);

} // namespace ratewarden
