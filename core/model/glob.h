// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>

namespace ratewarden {

// Patterns as SCAN MATCH and ACLs have them: *, ?, [a-z], [^a-z], and \ before what stands for itself.

/// Whether the pattern matches all of the text. The work is bounded by the product of their lengths.
bool matchesGlob(std::string_view glob, std::string_view text);

/// Whether each [ has its ], and no backslash stands at the end: else it does not match what was meant.
bool isWholeGlob(std::string_view glob);

/// Whether there is a character in it that does not stand for itself; backslashes do not count.
bool hasWildcard(std::string_view glob);

/// The text as a pattern that matches it alone.
std::string escapedForGlob(std::string_view text);

} // namespace ratewarden
