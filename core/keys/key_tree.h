// SPDX-License-Identifier: MIT
#pragma once

#include "core/keys/key_filter.h"
#include "core/keys/key_store.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// What the keys below a node come to; of a filtered tree, of those that match.
struct KeyTotals {
    std::size_t keys = 0;
    double memory = 0;             ///< bytes, estimated
    std::size_t withoutTtl = 0;    ///< that never expire
    std::size_t ttlUnknown = 0;    ///< that could not be asked
    std::size_t memoryUnknown = 0; ///< that do not count in `memory`

    struct Share {
        KeyKind kind = KeyKind::Unknown;
        const Format* format = nullptr; ///< of a limiter
        std::size_t keys = 0;
    };
    /// The most frequent first; together all keys.
    std::vector<Share> shares;
};

/// A row of the tree: a folder, or a key.
struct KeyNode {
    std::string path{};  ///< of a folder the beginning of all its keys' names; of a key its name. Bytes
    std::string label{}; ///< the part of the path that its parent does not have
    bool folder = false;
    bool holdsFolders = false; ///< whether there are folders in it
    KeyStore::Index key = 0;   ///< of a key: its place in the store
    KeyTotals totals{};
};

/// The keys of a store as a tree: a name is cut behind each delimiter. A folder with one folder in it and
/// nothing else is one row with it ("rack::attack:"), and a folder with a single key is that key. The keys of
/// the first level stand in no folder: they are one more, `withoutPrefix`.
///
/// Folders are worked out when they are asked for: a level with 1,000,000 keys is fine, and pages of it cost
/// little. Used by one thread at a time, which is also that of the store; the slow calls say so.
class KeyTree {
public:
    /// Of folders, which come first in each; keys are always sorted by name.
    enum class Order {
        Name,  ///< by bytes
        Keys,  ///< most first
        Memory ///< most first
    };

    /// Of people who name keys: ':' mostly; "/", ".", "|", "-" and "_" are used, and '{' begins a hash tag.
    static constexpr std::string_view usualDelimiter = ":";
    /// In place of delimiters: each name has one of its own, ":" if it holds one, else "/", else "|", else
    /// the first of ".", "-" and "_" in it, if a letter stands before that.
    static constexpr std::string_view delimiterOfEach = "auto";
    /// Of the folder that holds the keys of the first level. No key is called so.
    static constexpr std::string_view withoutPrefix{"\0without prefix", 15};

    /// The store must outlive it. `delimiters`: each byte of it is one; empty: no folders.
    explicit KeyTree(const KeyStore& store, std::string_view delimiters = usualDelimiter);

    /// Takes in what was added to the store since: slow, as long as sorting that and going once through all
    /// (1,000,000 keys: about a second at first). Until then the tree stays as it was.
    void update();
    /// Takes keys out that are no longer on the server, and puts those in again that are back: one pass over
    /// all keys. Others than those of the store are ignored.
    void remove(std::span<const std::string> names);
    void putBack(std::span<const std::string> names);
    /// None of these needs a new scan. A filter goes once through all keys. `now`: by the server's clock,
    /// from which times to live are counted.
    void setDelimiters(std::string_view delimiters);
    /// Whether it is set: stopped, this leaves the tree as it is.
    bool setFilter(KeyFilter filter, Instant now = {}, const std::stop_token& stop = {});
    void setOrder(Order order);

    /// The keys of the first level as a folder; empty: there are none, or no other folders.
    std::optional<KeyNode> looseKeys() const;
    /// Of all keys that match; "" is the root.
    KeyTotals totals(std::string_view folder = {}) const;
    /// The keys that match, by their place in the store.
    std::span<const KeyStore::Index> matching() const { return shown(); }
    /// Keys of the tree without the filter.
    std::size_t allKeys() const { return m_sorted.size(); }

    /// How many rows the folder has. The first time slow: goes through its keys.
    std::size_t childCount(std::string_view folder) const;
    /// How many of them are folders, which come first in every order.
    std::size_t folderCount(std::string_view folder) const;
    /// Of all keys below it, at any depth: cheap.
    std::size_t keyCount(std::string_view folder) const;
    /// The folder in which this one is a row, or would be: "" the root.
    std::string folderAbove(std::string_view folder) const;
    /// Up to `count` of them from the row `from` on.
    std::vector<KeyNode> children(std::string_view folder, std::size_t from, std::size_t count) const;
    /// The folders that have to be open to see the key, from the top; empty: it is on top, or not in the
    /// tree.
    std::vector<std::string> foldersOf(std::string_view key) const;
    /// The row of the folder in which the path (of a folder or a key) stands; npos: none.
    std::size_t rowOf(std::string_view folder, std::string_view path) const;
    static constexpr std::size_t npos = std::size_t(-1);

    /// The folders with the most keys that no format recognises, though their values could be a limiter's
    /// (KeyKind::Unknown); at least half of a folder's keys are, or it is three levels down.
    std::vector<KeyNode> unknownFolders(std::size_t most = 5) const;

private:
    struct Range {
        std::uint32_t begin = 0;
        std::uint32_t end = 0; // among the keys that are shown, which are sorted by part and name
        std::uint32_t size() const { return end - begin; }
    };
    struct Sum {
        KeyTotals totals;
        bool holdsFolders = false;
    };
    struct Level {
        std::size_t folders = 0;
        std::vector<Range> children;       // in the order; a folder has several keys
        std::map<std::uint32_t, Sum> sums; // of large children, by where they begin
        std::optional<KeyTotals> loose;    // of the keys of the first level
    };

    const std::vector<KeyStore::Index>& shown() const
    {
        return m_filter.empty() && !cutsEach() ? m_sorted : m_matching;
    }
    bool cutsEach() const { return m_delimiters == delimiterOfEach; }
    /// What a key is sorted by.
    auto byName() const
    {
        return [this](KeyStore::Index key) {
            return m_store.name(key);
        };
    }
    Range partOf(std::string_view path) const;
    void sortIntoParts();
    std::string_view nameAt(std::uint32_t place) const;
    std::uint32_t endOf(std::string_view prefix, Range within) const;
    Range rangeOf(std::string_view prefix) const;
    std::size_t cut(std::string_view name, std::size_t from) const;
    std::string_view pathOf(std::string_view folder, Range child) const;
    Level& level(std::string_view folder) const;
    Level makeLevel(std::string_view folder) const;
    void sortLevel(Level& level) const;
    KeyNode node(std::string_view folder, Level& level, Range child) const;
    KeyTotals totalsOf(std::span<const Range> ranges) const;
    KeyTotals totalsOf(Range range) const { return totalsOf({&range, 1}); }
    static std::span<const Range> looseOf(const Level& first);
    bool holdsFolders(std::string_view folder, Range range) const;
    double memoryOf(Range range) const;
    void showAgain();
    void show(std::vector<KeyStore::Index> matching);

    const KeyStore& m_store;
    std::string m_delimiters;
    KeyFilter m_filter;
    Instant m_now{}; // when it was set
    Order m_order = Order::Name;
    KeyStore::Index m_taken = 0;             // of the store's keys, the first so many
    std::vector<KeyStore::Index> m_gone;     // of those
    std::vector<KeyStore::Index> m_sorted;   // the others, by name
    std::vector<KeyStore::Index> m_matching; // of those, with a filter, or in parts
    static constexpr std::size_t parts = 5;
    std::array<std::uint32_t, parts + 1> m_parts{}; // where each begins; by the delimiters of their names
    mutable std::map<std::string, Level, std::less<>> m_levels; // those that were asked for
};

} // namespace ratewarden
