// SPDX-License-Identifier: MIT
// "1/s + 20/min burst 5", as policies keep their rules; in one line or several.
#include "core/notations/shared.h"

namespace ratewarden {

Notation shortForm()
{
    return {.name = "short",
            .title = "Ratewarden's short form",
            .recognises = [](std::string_view) { return true; }, // and says what is wrong with it
            .read = notations_detail::readLines,
            .write = [](const Policy& policy) -> WrittenRules {
                return {notation(policy.rules), {}};
            }};
}

} // namespace ratewarden
