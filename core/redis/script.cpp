// SPDX-License-Identifier: MIT
#include "core/redis/script.h"

#include <algorithm>
#include <stdexcept>

namespace ratewarden {

const Script& scriptNamed(std::string_view name)
{
    const auto& scripts = embeddedScripts();
    const auto found = std::ranges::find(scripts, name, &Script::name);
    if (found == scripts.end())
        throw std::out_of_range("no script " + std::string(name));
    return *found;
}

} // namespace ratewarden
