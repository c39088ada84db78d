// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/reading.h"
#include "core/formats/subject.h"
#include "core/formats/warning.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

namespace ratewarden {

/// The tokens of one policy, or one group of keys, that share a warning.
struct WarningGroup {
    WarningCode code = WarningCode::StaleLock;
    const Format* format = nullptr;
    std::string policy;  ///< or group; empty with `others`
    bool others = false; ///< of a format with very many groups: those that are not listed by themselves
    std::size_t tokens = 0;
    Instant since{};                  ///< when the first token of all was read with it
    std::vector<std::string> samples; ///< of the first tokens those that still have it; may be empty

    friend bool operator==(const WarningGroup&, const WarningGroup&) = default;
};

/// Counts tokens by warning, format and group, in bounded memory however many tokens and groups there are.
/// Not thread-safe.
class WarningTally {
public:
    static constexpr std::size_t mostGroups = 1000;
    static constexpr std::size_t mostSamples = 3;

    /// The token has it from now on; `at`: when it was read so.
    void add(const Format* format, std::string_view policy, std::string_view token, WarningCode code,
             Instant at);
    /// The token that was added has it no longer.
    void remove(const Format* format, std::string_view policy, std::string_view token, WarningCode code);

    /// The worst first, and of these the largest.
    std::vector<WarningGroup> groups() const;
    /// Changes with whatever groups() answers.
    std::uint64_t version() const { return m_version; }

private:
    using Key = std::tuple<WarningCode, const Format*, std::string>;

    std::map<Key, WarningGroup> m_groups;
    // By code and format: what found no room above. While there is any, no group makes room, so that
    // remove() finds where a token was counted.
    std::map<Key, WarningGroup> m_others;
    std::uint64_t m_version = 0;
};

/// Of locks that never expire: whether the one who holds it is the same as a while ago. One that is held for
/// the moment looks the same.
class LockWatch {
public:
    /// Takes a reading of the subject at that place, and tells whether its lock is known to be stale.
    bool isStale(int place, const Reading& reading);
    void forget(int place) { m_locks.erase(place); }
    /// Takes over what is known of `from` at another place.
    void take(LockWatch& from, int place, int newPlace);

private:
    struct Held {
        std::string owner;
        Instant since{};
    };
    std::map<int, Held> m_locks;
};

} // namespace ratewarden
