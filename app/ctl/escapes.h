// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <CLI/CLI.hpp>

#include <string>

/// Tokens, keys and names of policies may be any bytes. They are printed as printable() writes them, with
/// escapes for what cannot be shown, and taken back in the same way.
namespace ratewarden::ctl {

/// The bytes that are printed so: "evil\x1b[31m" is "evil", the byte 1b, and "[31m". A text that is never
/// printed so, as it has no escapes or others, stands for itself: "corp\alice". "\*" is "*", in either.
std::string bytesOf(const std::string& printed);

/// What is given for the option is read so, unless --literal is given, too.
void takeEscapes(CLI::App& command, CLI::Option& option);

/// Refuses an empty token, and one with a bare *, which is meant as a pattern, unless --literal is given;
/// "\*" is no pattern.
void requireOneToken(CLI::App& command, CLI::Option& token);

} // namespace ratewarden::ctl
