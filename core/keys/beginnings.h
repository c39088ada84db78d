// SPDX-License-Identifier: MIT
#pragma once

#include <array>
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
    Group of(std::string_view name)
    {
        One* one = &m_all;
        std::size_t at = 0;
        for (const std::size_t most : mostParts) {
            if (one->parts > most)
                break;
            at = name.find_first_of(":/.|_-{", at);
            if (at == std::string_view::npos)
                break;
            const std::string_view beginning = name.substr(0, ++at);
            auto found = m_groups.find(beginning);
            if (found == m_groups.end()) {
                if (++one->parts > most || m_groups.size() + 1 >= maxGroups)
                    break;
                found = m_groups.emplace(beginning, One{Group(m_groups.size() + 1), 0}).first;
            }
            one = &found->second;
        }
        return one->group;
    }

private:
    /// How many parts that go on from one group may be groups themselves, by its level.
    static constexpr std::array<std::size_t, 3> mostParts{1000, 100, 100};

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
