// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/raw_key.h"
#include "core/redis/server.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace ratewarden {

// Looking at a key of which nothing is known. Nothing here runs a script, writes, or asks for more than a
// bounded part of a value. Each function throws Unavailable, and Refused where the user may not ask.

/// A key as it stood at one moment; "none" is the type of one that did not exist.
struct KeyLook {
    Nanos at{}; ///< by the server's clock, since the Unix epoch
    RawKey raw; ///< the newest entries of a collection; without a role
};

/// Two round trips.
KeyLook lookAtKey(Server& server, const std::string& key);

/// Another key, as far as a list of keys tells.
struct KeySibling {
    std::string key;
    std::string type;       ///< as TYPE names it
    std::int64_t pttl = -1; ///< milliseconds; -1: none
};

struct KeySiblings {
    std::vector<KeySibling> keys; ///< without the one that was asked about
    bool complete = false;        ///< all keys of the server were looked through
};

/// Keys whose names begin as this one's does, up to its first delimiter: at most 200, out of the first
/// 100,000 keys of the server.
KeySiblings findSiblings(Server& server, const std::string& key);

/// Keys that may belong to the same token: those that differ in nothing but their last part, and those that
/// have one part more or less. At most four.
std::vector<std::string> companionsOf(const std::string& key, const KeySiblings& siblings);

/// How many keys a format's main name matches, counted step by step.
struct MatchCount {
    std::string cursor = "0";
    std::int64_t matched = 0; ///< SCAN may repeat a key while the server's table grows or shrinks
    std::int64_t looked = 0;  ///< keys of the server, about
    bool complete = false;
};

/// One SCAN, of about 1000 keys.
void countMatches(Server& server, const FormatFile& file, MatchCount& count);

} // namespace ratewarden
