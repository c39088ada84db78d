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

/// Throws BadPolicy, with the names there are, for an unknown one.
const ForeignNotation& foreignNotationNamed(std::string_view name);

} // namespace ratewarden
