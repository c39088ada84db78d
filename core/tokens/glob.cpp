// SPDX-License-Identifier: MIT
#include "core/tokens/glob.h"

#include <fnmatch.h>

namespace ratewarden {

bool isWholeGlob(std::string_view pattern)
{
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] == '\\' && ++i == pattern.size())
            return false;
        if (pattern[i] != '[' || (i > 0 && pattern[i - 1] == '\\'))
            continue;
        std::size_t first = i + 1; // a ] that is the first one means itself
        if (first < pattern.size() && (pattern[first] == '!' || pattern[first] == '^'))
            ++first;
        i = pattern.find(']', first + 1);
        if (i == std::string_view::npos)
            return false;
    }
    return true;
}

bool matchesGlob(const std::string& pattern, const std::string& text)
{
    return fnmatch(pattern.c_str(), text.c_str(), 0) == 0;
}

} // namespace ratewarden
