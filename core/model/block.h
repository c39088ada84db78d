// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"

#include <optional>
#include <string>

namespace ratewarden {

/// A ban on a token, under every policy.
struct Block {
    std::string token;
    std::string reason;
    std::string by; ///< who made it
    Instant since{};
    std::optional<Instant> until; ///< empty: for good

    friend bool operator==(const Block&, const Block&) = default;
};

} // namespace ratewarden
