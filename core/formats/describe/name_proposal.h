// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/record.h"

#include <cstddef>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace ratewarden {

/// What separates the parts of keys.
inline constexpr std::string_view keyDelimiters = ":/|.-_";

/// The part of a key that is looked for in others: up to its first delimiter, or, without one, to the first
/// digit. Empty: it is too short to say anything.
std::string_view siblingPrefix(std::string_view key);

/// Literal text as a pattern has it.
std::string patternText(std::string_view literal);

/// What the name of a key and those of its siblings suggest as the pattern of all of them.
struct ProposedName {
    std::string pattern;
    std::string token;        ///< of the key
    bool tokenVaries = false; ///< the siblings differ in it; otherwise it is a guess by its looks
    std::size_t siblings = 0; ///< that the pattern matches
    /// Of a key with the number, or the start, of a window of the clock.
    enum class Number { None, Bucket, Start } number = Number::None;
    std::optional<Nanos> window; ///< that the number, or a word in the name, tells
    std::int64_t bucket = 0;     ///< of a numbered one: which of those windows it is
};

/// `now`: when the key existed, by the server's clock. Empty for keys of Ratewarden itself. A key of which
/// nothing tells the token from the rest is matched alone: never does a pattern match any key whatever.
std::optional<ProposedName> proposeName(std::string_view key, std::span<const std::string> siblings,
                                        Nanos now);

} // namespace ratewarden
