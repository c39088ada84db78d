// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/format_file.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

// Private to the proposals: the numbers in a value, and which of them are moments.
namespace ratewarden {

/// A number as a moment.
struct FoundMoment {
    std::string unit; ///< as a capture's type is written: "s0", "ms"
    Nanos at{};       ///< since the Unix epoch
    Nanos epoch{};    ///< of a layout that counts from another zero
};

/// Reads a number as seconds, milliseconds, microseconds or nanoseconds since the Unix epoch, if it then lies
/// within 370 days of `now`; or since the first of a January, if it then lies at `expires` or shortly before
/// `now`.
std::optional<FoundMoment> momentIn(std::string_view number, Nanos now, std::optional<Nanos> expires);

/// The unit in which all of them can be written: decimals of one take decimals of all.
std::string commonUnit(const std::vector<std::string_view>& numbers, const std::string& unit);

/// What a field's name says that its number means.
enum class NumberHint { None, Limit, Window, Previous, Left, Count, Level, Stamp, Start, End, Tat, Until };
NumberHint hintIn(std::string_view name, bool isMoment);

/// A number in the value of a key.
struct ValueNumber {
    std::string name; ///< of its field; may be empty
    std::string text;
    std::optional<FoundMoment> moment;
    NumberHint hint = NumberHint::None;
    std::size_t at = 0; ///< in a string, its place; of a hash, the index of its field

    double value() const; ///< 0 beyond the range of numbers
    bool isWhole() const { return text.find_first_of(".e") == std::string::npos; }
};

/// The numbers of a string: of a number, of numbers with delimiters between them, of JSON. Empty: it is none
/// of these.
std::vector<ValueNumber> numbersInText(std::string_view text, Nanos now, std::optional<Nanos> expires);
/// Those of a hash.
std::vector<ValueNumber> numbersInHash(const SampleKey& hash, Nanos now, std::optional<Nanos> expires);

/// A name that a capture without a meaning can have.
std::string freeName(std::string_view name, std::size_t index);

/// The pattern of a string: captures[i] stands for numbers[i], where it is not empty; other numbers and texts
/// of JSON become captures without a meaning. `token`: the same as in the key's name.
std::string textPattern(std::string_view text, const std::vector<ValueNumber>& numbers,
                        const std::vector<std::string>& captures, std::string_view token);

} // namespace ratewarden
