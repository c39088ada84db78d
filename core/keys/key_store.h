// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/format.h"
#include "core/model/time.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// As TYPE names it. Module: a type of a module; Unknown: it could not be asked.
enum class KeyType : std::uint8_t { Unknown, String, List, Set, SortedSet, Hash, Stream, Module };
/// "string", "zset"; of Module "module", of Unknown "".
std::string_view nameOf(KeyType type);
/// What TYPE answered; Module for a name that is none of Redis' own.
KeyType keyTypeNamed(std::string_view name);

/// What a key of the server is.
enum class KeyKind : std::uint8_t {
    Limiter,    ///< a format recognises it
    Unknown,    ///< none does, but its value could be a limiter's: numbers, times
    NotLimiter, ///< none does, and its value is no limiter's
    Unread      ///< its name is no format's, and this user may not look at it
};

/// A key as a scan found it.
struct FoundKeyFacts {
    std::string name; ///< bytes
    KeyType type = KeyType::Unknown;
    KeyKind kind = KeyKind::Unknown;
    const Format* format = nullptr; ///< of a limiter; lives as long as the program
    double memory = 0;              ///< bytes, estimated: see KeyScan; 0: not known
    /// Milliseconds since the Unix epoch by the server's clock; `never`: no TTL; `unknown`: not known.
    std::int64_t expires = unknown;

    static constexpr std::int64_t never = -1;
    static constexpr std::int64_t unknown = -2;
};

/// All keys that a scan found: each once, in a few dozen bytes beside its name. Append-only. Used by one
/// thread at a time.
class KeyStore {
public:
    using Index = std::uint32_t;

    /// What is kept of a key. `name` points into the store.
    struct Key {
        std::string_view name;
        KeyType type = KeyType::Unknown;
        KeyKind kind = KeyKind::Unknown;
        const Format* format = nullptr;
        double memory = 0;
        std::int64_t expires = FoundKeyFacts::unknown;
    };

    /// Keeps no more keys than fit into about so many bytes.
    explicit KeyStore(std::size_t maxBytes = std::size_t(512) << 20);
    ~KeyStore();
    KeyStore(KeyStore&&) noexcept;
    KeyStore& operator=(KeyStore&&) noexcept;

    /// False: it is there already (SCAN may name a key twice), or the store is full.
    bool add(const FoundKeyFacts& key);
    Index size() const;
    Key operator[](Index key) const;
    std::string_view name(Index key) const;
    /// The kind and format alone, as a number below labels(): cheap to count.
    std::uint16_t label(Index key) const;
    std::size_t labels() const;
    KeyKind kindOf(std::uint16_t label) const;
    const Format* formatOf(std::uint16_t label) const; ///< null unless it is a limiter's

    /// Keys left out because the store is full; one that SCAN named twice may count twice.
    std::size_t leftOut() const;
    /// What it occupies.
    std::size_t bytes() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace ratewarden
