// SPDX-License-Identifier: MIT
#pragma once

#include <array>
#include <cstddef>
#include <string_view>

namespace ratewarden {

/// How much stands between an operator and a change, from the least to the most.
enum class GuardLevel {
    Free,     ///< a change of one token that can be undone is made at once; all others are shown first
    Review,   ///< every change is shown before it is made
    TypeName, ///< and the name of the server has to be typed
    ReadOnly  ///< no change is made: Guard refuses every command that may write
};

inline constexpr std::array guardLevels{GuardLevel::Free, GuardLevel::Review, GuardLevel::TypeName,
                                        GuardLevel::ReadOnly};

/// For programs and files: "free", "review", "type-name", "read-only".
constexpr std::string_view nameOf(GuardLevel level)
{
    constexpr std::array<std::string_view, guardLevels.size()> names{"free", "review", "type-name",
                                                                     "read-only"};
    return names.at(std::size_t(level));
}

} // namespace ratewarden
