// SPDX-License-Identifier: MIT
#include "core/model/guard_level.h"

#include <algorithm>

namespace ratewarden {

std::string_view nameOf(GuardLevel level)
{
    constexpr std::array<std::string_view, guardLevels.size()> names{"free", "review", "type-name",
                                                                     "read-only"};
    return names.at(std::size_t(level));
}

std::optional<GuardLevel> guardLevelNamed(std::string_view name)
{
    const auto found = std::ranges::find(guardLevels, name, [](GuardLevel level) { return nameOf(level); });
    return found == guardLevels.end() ? std::nullopt : std::optional(*found);
}

} // namespace ratewarden
