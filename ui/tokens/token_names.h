// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/format.h"
#include "core/model/index_table.h"
#include "ui/tokens/shared_rows.h"

#include <array>
#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden::ui {

/// Whose row it is, as views into RowNames.
struct TokenName {
    std::string_view token;
    std::string_view policy;
    const Format* format = nullptr;

    Subject key() const { return {std::string(token), std::string(policy), format}; }
    friend bool operator==(const TokenName&, const TokenName&) = default;
};

/// The names of all rows by their place, and the places by name. A copy is cheap and may be read in another
/// thread while names are added to the original: those it knows are never touched again.
class RowNames {
public:
    std::size_t size() const { return m_size; }
    TokenName operator[](std::size_t place) const;
    void add(const TokenName& name);

private:
    static constexpr std::size_t chunkSize = 1024;

    struct Entry {
        const char* bytes = nullptr;
        std::uint32_t length = 0;
        std::uint32_t policy = 0; ///< of m_policies
        const Format* format = nullptr;
    };
    struct Chunk {
        std::array<Entry, chunkSize> entries;
        std::vector<std::unique_ptr<char[]>> blocks; ///< with the bytes of its tokens, which never move
        char* next = nullptr;                        ///< where the next one goes
        std::size_t left = 0;                        ///< bytes from there on
    };

    std::uint32_t policyNumber(std::string_view policy);

    std::vector<std::shared_ptr<Chunk>> m_chunks;
    SharedRows<std::shared_ptr<const std::string>> m_policies;
    /// Only add() looks at it, so copies may share it.
    std::shared_ptr<std::map<std::string, std::uint32_t, std::less<>>> m_policyNumbers =
        std::make_shared<std::map<std::string, std::uint32_t, std::less<>>>();
    std::size_t m_size = 0;
};

/// Finds places by name: a hash table of numbers, as the names themselves stand elsewhere.
class TokenIndex {
public:
    void reserve(std::size_t places);
    /// -1 when it is not there.
    int find(const RowNames& names, const TokenName& name) const;
    /// The name must not be there.
    void add(const TokenName& name, int place);
    /// The name must be there.
    void remove(const RowNames& names, const TokenName& name);
    std::size_t size() const { return m_size; }

private:
    static std::uint32_t hashOf(const TokenName& name);

    IndexTable m_table;
    std::size_t m_size = 0;
};

} // namespace ratewarden::ui
