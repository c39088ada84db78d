// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/rule.h"
#include "core/model/time.h"

#include <optional>
#include <string>
#include <vector>

namespace ratewarden {

/// Other rules for one token under one policy.
struct Override {
    std::string token;
    std::string policy;
    std::vector<Rule> rules;
    std::string reason;
    std::string by; ///< who made it
    Instant since{};
    std::optional<Instant> until; ///< empty: for good

    friend bool operator==(const Override&, const Override&) = default;
};

} // namespace ratewarden
