// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace ratewarden {

/// Let keys expire at that moment, or never.
struct ExpireKeys {
    std::optional<std::int64_t> at; ///< milliseconds since the Unix epoch; empty: never
};
/// Give one key another name, if no key has that.
struct RenameKey {
    std::string to; ///< bytes; not empty, and another one
};
struct DeleteKeys {
    /// Also those whose deletion cannot be undone: see KeyStanding::canBeKept().
    bool evenForGood = false;
};

/// Change keys as such, whatever they are: for keys that no format knows.
struct KeyIntent {
    std::vector<std::string> keys; ///< at least one, each once; of RenameKey exactly one
    std::variant<ExpireKeys, RenameKey, DeleteKeys> what;

    /// Null for another.
    template <class Wanted>
    const Wanted* wants() const
    {
        return std::get_if<Wanted>(&what);
    }
};

/// How a key stood when readStates() looked.
struct KeyStanding {
    bool exists = false;
    std::string type;                   ///< as TYPE answers; empty: this user may not ask
    std::optional<std::int64_t> memory; ///< bytes, as MEMORY USAGE estimates; empty: this user may not ask
    /// Milliseconds since the Unix epoch; empty: never, or it does not exist.
    std::optional<std::int64_t> expires;

    /// Whether its value is small enough to be kept for undo.
    bool canBeKept() const { return memory && *memory <= maxKept; }
    static constexpr std::int64_t maxKept = std::int64_t(8) << 20;       ///< bytes of one value
    static constexpr std::int64_t maxKeptInAll = std::int64_t(64) << 20; ///< of one change
};

} // namespace ratewarden
