// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/format.h"
#include "core/model/index_table.h"
#include "core/model/time.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <unordered_map>
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
    explicit KeyStore(std::size_t maxBytes = std::size_t(512) << 20) : m_maxBytes(maxBytes) {}
    KeyStore(const KeyStore&) = delete; // records point into the names
    KeyStore& operator=(const KeyStore&) = delete;
    KeyStore(KeyStore&&) = default;
    KeyStore& operator=(KeyStore&&) = default;
    ~KeyStore() = default;

    /// False: it is there already (SCAN may name a key twice), or the store is full.
    bool add(const FoundKeyFacts& key);
    Index size() const { return m_size; }
    Key operator[](Index key) const;
    std::string_view name(Index key) const { return {at(key).name, at(key).length}; }
    /// The kind and format alone, as a number below labels(): cheap to count.
    std::uint16_t label(Index key) const { return at(key).label; }
    std::size_t labels() const { return m_labels.size(); }
    KeyKind kindOf(std::uint16_t label) const { return m_labels[label].kind; }
    const Format* formatOf(std::uint16_t label) const
    {
        return m_labels[label].format;
    } ///< null: no limiter's

    /// Keys left out because the store is full; one that SCAN named twice may count twice.
    std::size_t leftOut() const { return m_leftOut; }
    /// What it occupies.
    std::size_t bytes() const;

private:
    struct Record {
        const char* name = nullptr;
        std::uint32_t length = 0;
        float memory = 0;
        std::int64_t expires = 0;
        std::uint16_t label = 0;
        KeyType type = KeyType::Unknown;
    };
    struct Label {
        KeyKind kind = KeyKind::Unknown;
        const Format* format = nullptr;
    };
    static constexpr std::size_t perBlock = 4096;
    using Block = std::array<Record, perBlock>;

    const Record& at(Index key) const { return (*m_records[key / perBlock])[key % perBlock]; }
    const char* keep(std::string_view name);
    std::uint16_t labelOf(const FoundKeyFacts& key);

    std::size_t m_maxBytes;
    Index m_size = 0;
    std::size_t m_leftOut = 0;
    std::vector<std::unique_ptr<Block>> m_records;
    std::vector<std::unique_ptr<char[]>> m_names; // one behind the other
    char* m_next = nullptr;                       // in the last of them
    std::size_t m_left = 0;                       // behind it
    std::size_t m_nameBytes = 0;
    IndexTable m_table; // finds a name
    std::vector<Label> m_labels{
        {KeyKind::Unknown, nullptr}, {KeyKind::NotLimiter, nullptr}, {KeyKind::Unread, nullptr}};
    std::unordered_map<const Format*, std::uint16_t> m_byFormat; // their labels
};

} // namespace ratewarden
