// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <unordered_map>

namespace ratewarden {

/// Puts keys of which much the same is to be expected into groups: those whose names begin alike, up to one
/// of the characters that people put between parts. A part that is another one for each key, such as a user,
/// makes no group. At most maxGroups, whatever the names are.
class Beginnings {
public:
    using Group = std::uint32_t;
    static constexpr std::size_t maxGroups = 4096;

    /// Which group the key belongs to; that may change with the first keys of a group.
    Group of(std::string_view name);

private:
    struct Hash {
        using is_transparent = void;
        std::size_t operator()(std::string_view text) const { return std::hash<std::string_view>()(text); }
    };
    struct One {
        Group group = 0;
        std::size_t parts = 0; ///< different ones that go on from it
    };
    std::unordered_map<std::string, One, Hash, std::equal_to<>> m_groups;
    One m_all; // of names without parts
};

} // namespace ratewarden
