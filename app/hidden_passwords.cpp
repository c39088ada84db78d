// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/hidden_passwords.h"

#include <sys/resource.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif

#include <algorithm>
#include <cstddef>
#include <span>
#include <string_view>

namespace ratewarden {

void hidePasswords(int argc, char** argv)
{
    for (char* const argument : std::span(argv, std::size_t(argc))) {
        const std::string_view text = argument;
        const std::size_t authority = text.find("://");
        const std::size_t at = text.rfind('@');
        if (authority == std::string_view::npos || at == std::string_view::npos)
            continue;
        const std::size_t colon = text.find(':', authority + 3);
        if (colon >= at)
            continue;
        // Nor is its length told: what follows moves up, and the end becomes empty.
        char* const end = std::ranges::copy(text.substr(at), argument + colon + 1).out;
        std::fill(end, argument + text.size(), '\0');
    }
}

void keepOutOfCoreDumps()
{
#ifdef __linux__
    prctl(PR_SET_DUMPABLE, 0, 0, 0, 0);
#else
    const rlimit none{0, 0};
    setrlimit(RLIMIT_CORE, &none);
#endif
}

} // namespace ratewarden
