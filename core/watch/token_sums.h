// SPDX-License-Identifier: MIT
#pragma once

#include "core/tokens/token_filter.h"

#include <cstdint>

namespace ratewarden {

/// What tokens come to that are measured together. The order in which they are added makes no difference.
struct TokenSums {
    std::uint64_t tokens = 0;
    std::uint64_t maybe = 0;  ///< not read, and whether they are meant is not known
    std::uint64_t unread = 0; ///< these, and those that are meant by their names
    std::uint64_t counted = 0;
    // Whole millionths of requests a second, of those that are counted: their sums are exact.
    double allowed = 0;
    double denied = 0;
    std::uint64_t ruled = 0;
    double mostUsed = 0; ///< of 1, of those whose rules are known

    /// Adds a token that is meant.
    void add(const TokenFacts& facts);
    /// Adds tokens of which it is not known, as they could not be read, whether they are meant.
    void addMaybe(std::uint64_t number);
    TokenSums& operator+=(const TokenSums& other);

    double allowedRate() const; ///< requests a second
    double deniedRate() const;

    friend bool operator==(const TokenSums&, const TokenSums&) = default;
};

} // namespace ratewarden
