// SPDX-License-Identifier: MIT
#include "core/model/guard_level.h"

namespace ratewarden {

std::string_view nameOf(GuardLevel level)
{
    constexpr std::array<std::string_view, guardLevels.size()> names{"free", "review", "type-name",
                                                                     "read-only"};
    return names.at(std::size_t(level));
}

} // namespace ratewarden
