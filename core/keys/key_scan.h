// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/foreign/prefixes.h"
#include "core/keys/key_store.h"
#include "core/model/problem.h"
#include "core/redis/server.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ratewarden {

/// One step of a scan.
struct KeyPage {
    std::vector<FoundKeyFacts> keys; ///< those that are complete by now; may repeat some of earlier pages
};

/// What the user of the connection may not ask, each with the error of the server; none: nothing was
/// refused.
struct ScanProblems {
    Problem type;   ///< TYPE: types are unknown, formats are known by names alone
    Problem expiry; ///< PTTL
    Problem memory; ///< MEMORY USAGE
    Problem value;  ///< what tells formats with similar names apart
};

/// Goes through every key of a server, in steps of one round trip each: SCAN, and in the same pipeline TYPE
/// and PTTL of the keys that the step before named, and a little more of some of those before it. Never KEYS,
/// runs no script, changes nothing; each step answers with little. To pause is not to call step(); what has
/// thrown Unavailable can be called again, and goes on where it stood.
///
/// Formats are recognised by samples. Keys that begin alike, have one type, hold the same literals of formats
/// and end alike (digits, a digest, another text) are expected to be the same: of the first 16 of them a
/// little of the value is read, then of every 64th, and as soon as these are of different formats of every
/// one. The others are taken for what most of those were. Keys of one beginning that no format recognises are
/// all "unknown" or all "not a limiter", as most of those that were read.
///
/// Memory is an estimate: MEMORY USAGE with few samples is asked of each collection, and of strings for the
/// first of a beginning and then for samples; the others count with the mean of those. What MEMORY USAGE
/// leaves out, as the server's own tables, is left out here, too.
///
/// Used by one thread at a time.
class KeyScan {
public:
    /// `count`: how many keys Redis looks at in one step, so how long it is held up: 200 is kind to
    /// neighbours, 1000 is fast.
    /// `prefixes`: what is known of the server's; null: nothing is yet.
    explicit KeyScan(std::int64_t count = 500, std::shared_ptr<ServerPrefixes> prefixes = nullptr);
    /// Looks at these keys alone, in one or two steps; those that are not there do not come back.
    explicit KeyScan(std::vector<std::string> names, std::shared_ptr<ServerPrefixes> prefixes = nullptr);
    ~KeyScan();
    KeyScan(KeyScan&&) noexcept;
    KeyScan& operator=(KeyScan&&) noexcept;

    /// One round trip. Throws Unavailable, and Refused for a user who may not SCAN; what else is refused
    /// becomes a problem. Does nothing when the scan is complete.
    KeyPage step(Server& server);

    bool complete() const;
    /// Keys that the server said to have (DBSIZE) when the scan began; empty: it did not say, or no step was
    /// made.
    std::optional<std::int64_t> total() const;
    /// Keys that were named by SCAN so far, those twice that it named twice.
    std::size_t named() const;
    const ScanProblems& problems() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace ratewarden
