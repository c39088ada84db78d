// SPDX-License-Identifier: MIT
#include "core/formats/intent.h"

#include <algorithm>
#include <utility>

namespace ratewarden {

std::array<Intent, intentTraits.size()> bareIntents()
{
    return []<std::size_t... places>(std::index_sequence<places...>)
    {
        return std::array{Intent(std::in_place_index<places>)...};
    }
    (std::make_index_sequence<intentTraits.size()>());
}

Units unitsIn(const Intent& intent)
{
    return std::visit(
        []([[maybe_unused]] const auto& one) {
            if constexpr (requires { one.units; })
                return one.units;
            else
                return Units(0);
        },
        intent);
}

IntentTraits traitsNamed(std::string_view act)
{
    const auto* const found = std::ranges::find(intentTraits, act, &IntentTraits::act);
    return found == intentTraits.end() ? IntentTraits() : *found;
}

} // namespace ratewarden
