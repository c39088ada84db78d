// SPDX-License-Identifier: MIT
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// A Lua script as Redis gets it. See resources/docs/scripts.md for what each takes and answers.
struct Script {
    std::string name; ///< its file in lua/, without folder and ending
    std::string sha;  ///< SHA-1 of the text, in hexadecimal: what EVALSHA wants
    std::string text;
    int contract; ///< the version of resources/docs/scripts.md that it keeps to
};

/// Every script of lua/, joined with what it shares.
const std::vector<Script>& embeddedScripts();

/// Throws std::out_of_range for a name that lua/ does not have: a mistake in this library, not in its use.
const Script& scriptNamed(std::string_view name);

} // namespace ratewarden
