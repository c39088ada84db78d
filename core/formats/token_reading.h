// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/log_storage.h"
#include "core/formats/request_counts.h"
#include "core/limiter/keyspace.h"
#include "core/model/block.h"
#include "core/model/decision.h"
#include "core/model/override.h"
#include "core/policies/policy_store.h"

#include <optional>
#include <string>
#include <vector>

namespace ratewarden {

/// How one token stands under one policy at one moment, read without changing anything.
struct TokenReading {
    TokenKey key;                 ///< a control key stands for a token that has no window state
    Instant at{};                 ///< by the server's clock
    std::optional<Policy> policy; ///< empty: not announced, so the rules are not known
    /// What a request of cost 1 would be answered; empty without a policy.
    std::optional<Decision> decision;
    std::optional<Block> block;
    std::vector<Override> overrides;  ///< of a control key: the token's rules of its own, under any policy
    std::vector<RequestCount> counts; ///< empty: the policy keeps none, or nothing was counted
    std::optional<Micros> expiresIn;  ///< of the window state; empty: it does not expire, or it is gone
    bool gone = false;                ///< neither window state nor block is there any more
    std::string problem;              ///< why the state could not be read; empty: it could
};

/// Reads all of them in one pipeline. What Redis refuses for one key is that reading's problem; Unavailable
/// is thrown.
std::vector<TokenReading> readTokens(Server& server, const std::vector<TokenKey>& keys,
                                     const PolicyBook& policies);

/// A token's reading with all that its window state can tell.
struct WindowReading {
    TokenReading token;
    std::string stateKey;
    std::optional<Override> override;  ///< why the token has rules of its own
    bool hasLog = false;               ///< the algorithm keeps every charge
    LogContents log;                   ///< the newest mostEntries of them
    std::string type;                  ///< as TYPE names it; empty when unknown
    std::string encoding;              ///< as OBJECT ENCODING names it; empty when unknown
    std::optional<std::int64_t> bytes; ///< as MEMORY USAGE estimates it
};

inline constexpr std::int64_t mostEntries = 2000;

/// Reads one token's window in one pipeline. What a user without the right may not ask stays empty.
WindowReading readWindow(Server& server, const TokenKey& key, const PolicyBook& policies);

/// One step of a progressive scan for tokens.
struct ScanPage {
    std::string cursor;         ///< where to go on; "0": the scan is complete
    std::vector<TokenKey> keys; ///< may repeat those of earlier pages, as SCAN does
    std::size_t looked = 0;     ///< keys of the server this page went through, about
};

/// Asks for the page at `cursor`; begin with "0". `count` is how many keys Redis looks at, so how long it is
/// held up.
ScanPage scanTokens(Server& server, const std::string& cursor, std::int64_t count = 500);

} // namespace ratewarden
