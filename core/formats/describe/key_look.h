// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/raw_key.h"
#include "core/redis/scan_cursor.h"
#include "core/redis/server.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
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

/// Another key, with only what SCAN reports of it.
struct KeySibling {
    std::string key;
    std::string type;       ///< as TYPE names it
    std::int64_t pttl = -1; ///< milliseconds; -1: none
};

/// Other keys whose names begin as this one's does, up to its first delimiter: at most 200, out of the first
/// 100,000 keys of the server.
std::vector<KeySibling> findSiblings(Server& server, const std::string& key);

/// Keys that may belong to the same token: strings that differ in nothing but their last part or have one
/// part more or less, and keys of the same type with a number that is one less: of the window before. At most
/// four.
std::vector<std::string> companionsOf(const KeyLook& look, std::span<const KeySibling> siblings);

/// All that was seen of a key.
struct KeyLooks {
    KeyLook first;
    std::optional<KeyLook> second; ///< a moment later
    std::vector<KeySibling> siblings;
    std::vector<KeyLook> companions; ///< other keys that may be of the same token

    const KeyLook& latest() const { return second && second->raw.exists() ? *second : first; }
};

/// The first look, at the key, at its siblings and companions. Of a key that does not exist nothing else.
KeyLooks lookAround(Server& server, const std::string& key);
/// The second look, at the key and its companions; to be called a moment later, any number of times. Of a
/// key that is gone by then the first one stays the latest().
void lookAgain(Server& server, KeyLooks& looks);

/// How many keys a format's main name matches, counted step by step.
struct MatchCount {
    ScanCursor cursor;
    std::int64_t matched = 0; ///< SCAN may repeat a key while the server's table grows or shrinks
    std::int64_t looked = 0;  ///< keys of the server, about
    bool complete = false;
};

/// One SCAN, of about 1000 keys.
void countMatches(Server& server, const FormatFile& file, MatchCount& count);

} // namespace ratewarden
