// SPDX-License-Identifier: MIT
#pragma once

#include "core/notations/notation.h"

#include <chrono>
#include <string>
#include <string_view>
#include <vector>

/// What the files of several notations need. Private to core/notations.
namespace ratewarden::notations_detail {

using Seconds = std::chrono::seconds;
using WarningKind = NotationWarning::Kind;

struct Unit {
    std::string_view name;
    Seconds length;
};

/// The longest excerpt of a library's error message, in bytes.
inline constexpr std::size_t longestReason = 300;

inline constexpr std::string_view blanksAndLineEnds = " \t\r\n";

/// Whatever the case of its letters; `start` is in lower case.
bool startsWith(std::string_view text, std::string_view start);
/// Whether the name stands in a JSON or YAML text as a key, quoted or not.
bool hasKey(std::string_view text, std::string_view name);

/// The lines of a text that are not blank, without the name of the header; at least one, which may be empty.
std::vector<std::string_view> ruleLines(std::string_view text);
/// Whether one of those lines is a RateLimit-Policy header.
bool isHeaderLine(std::string_view line);
/// The rules in all of those lines. Throws BadNotation.
ReadRules readLines(std::string_view text);

/// A name out of a text, cut when it is long.
std::string shortName(std::string_view name);
/// A warning about these names: the first ones of them, and the number of the others.
NotationWarning warningOf(NotationWarning::Kind kind, std::string_view program,
                          const std::vector<std::string>& names);
/// Warns of fields without a meaning here, each named once, if there are any.
void warnOfIgnored(std::string_view program, const std::vector<std::string>& names,
                   std::vector<NotationWarning>& warnings);

/// What a notation keeps of a policy that writes a rule as a number in a window of whole seconds: the rules
/// that it can say. Warns of the others, and of bursts, which it has not.
std::vector<Rule> rulesInSeconds(const Policy& policy, std::string_view program,
                                 std::vector<NotationWarning>& warnings);
/// Whether the rule is one of requests at once, and left out with a warning.
bool isAtOnce(const Rule& rule, std::string_view program, std::vector<NotationWarning>& warnings);
void warnOfBurst(const Rule& rule, std::string_view program, std::vector<NotationWarning>& warnings);

} // namespace ratewarden::notations_detail
