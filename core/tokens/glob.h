// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace ratewarden {

// Patterns for names as the shell has them: *, ? and […], a backslash in front of what means itself.

/// Whether each [ has its ], and no backslash stands at the end; else the pattern would match nothing, or
/// what nobody meant.
bool isWholeGlob(std::string_view pattern);

/// Of the whole text, whose bytes may be any.
bool matchesGlob(const std::string& pattern, const std::string& text);

} // namespace ratewarden
