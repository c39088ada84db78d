// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/policy.h"

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// The rules of a policy as another program writes them.
struct ForeignText {
    std::string text;
    std::vector<std::string> warnings; ///< what it cannot say, or says otherwise, a sentence each
};

/// One row for each program's notation.
struct ForeignNotation {
    std::string_view name;  ///< on command lines: "python-limits"
    std::string_view title; ///< for people
    ForeignText (*write)(const Policy& policy);
};

/// python-limits, the RateLimit-Policy header of the IETF's draft, Envoy's rate limit service, and Kong's
/// rate-limiting-advanced.
std::span<const ForeignNotation> foreignNotations();

/// Throws InvalidArgument, with the names there are, for an unknown one.
const ForeignNotation& foreignNotationNamed(std::string_view name);

/// Rules as they were read out of a text, whatever its notation.
struct ReadRules {
    std::vector<Rule> rules;           ///< valid ones, in the order of the text
    std::string_view notation;         ///< which one it was, for people
    std::vector<std::string> warnings; ///< what it says otherwise than the rules do, a sentence each
};

/// Reads rules in any notation, and finds out which it is:
///
/// - all that parseRules() reads, also in several lines, and with "RateLimit-Policy:" in front;
/// - Envoy's YAML: a whole file, a list of descriptors, one descriptor, or one rate_limit;
/// - Kong's JSON: a plugin rate-limiting or rate-limiting-advanced, or its config alone.
///
/// The text may be up to 64 KiB of any bytes. Throws InvalidArgument, whose text is printable, for what
/// cannot be read, and of it BadNotation, whose position counts in the line that is wrong, for the first
/// kind.
ReadRules readRulesInAnyNotation(std::string_view text);

} // namespace ratewarden
