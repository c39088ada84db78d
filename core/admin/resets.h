// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/subject.h"
#include "core/redis/server.h"

#include <span>
#include <string>
#include <vector>

namespace ratewarden {

/// What a reset has removed: enough to take it back, to the byte and to the millisecond of its expiry.
struct RemovedState {
    Subject subject;
    std::string dump;                  ///< as DUMP gives it
    std::int64_t expiresAtMillis = -1; ///< since the epoch, by the server's clock; -1: never
};

struct Resets {
    std::vector<RemovedState> removed; ///< a token that had no state is not among them
    std::string problem;               ///< why the first could not be reset that could not; empty: all could
};

/// Forgets the tokens' window states, each in one step with reading it. The keys are of window states. What
/// cannot be reset keeps no other from it, so that whatever was removed can be taken back.
Resets resetTokens(Server& server, std::span<const Subject> subjects);

/// As the script answers.
enum class Restored {
    CameSince, ///< the token has been charged again, and its storage cannot merge that; nothing was done
    AsItWas,
    Expired, ///< by now it would be gone anyway; nothing was done
    Merged,  ///< what was charged since is in it, too
    Failed   ///< Redis refused; nothing was done
};

struct Restores {
    std::vector<Restored> results; ///< one for each
    std::string problem;           ///< why the first failed of those that did; empty: none
};

/// Takes resets back. What was charged since is merged where the storage tells when: in logs. Elsewhere
/// nothing is done, unless it is lost by `replace`. To ask again when an answer was lost does no harm.
Restores restoreTokens(Server& server, std::span<const RemovedState> states, bool replace);

/// The commands behind these.
Command resetTokenCommand(const Subject& subject);
Command restoreTokenCommand(const RemovedState& state, bool replace);

} // namespace ratewarden
