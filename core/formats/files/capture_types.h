// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/record.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// How a capture's text is read and written. The list is closed for format files; a new row of it is one
/// in the table of capture_types.cpp, with a function that reads and one that writes.
struct CaptureType {
    enum class Kind {
        Text,         ///< {name}: at least one byte, as few as will do
        Rest,         ///< all that remains, also nothing
        Int,          ///< a whole number to ±2^63, exact to ±2^53; any notation: "5", "1e+15"
        Uint,         ///< digits
        Num,          ///< a number with decimals
        Seconds,      ///< s, s0 ... s9: a time in decimal notation, as are the next three
        Milliseconds, ///< ms
        Microseconds, ///< us
        Nanoseconds,  ///< ns
        Period,       ///< "second" ... "year"; month 30 days, year 365
        Period360,    ///< the same, year 360 days
        Hex,          ///< hexN: N hexadecimal digits
        Alnum,        ///< alnumN: N of A-Z a-z 0-9
        Base64,       ///< base64-N: N of A-Z a-z 0-9 + /
        Uuid,         ///< 8-4-4-4-12 hexadecimal digits
        Bytes,        ///< bytesN: any N bytes
        OneOf,        ///< a|b|c
        Constant,     ///< {name=text}
        U32be,        ///< four bytes, highest first; of a name that means a time: seconds
        U32le,        ///< four bytes, lowest first; likewise
        PhpInterval,  ///< "P0Y0M0DT00H1M0S"; month 30 days, year 365
        F64be,       ///< eight bytes, an IEEE 754 double, highest first; of a name that means a time: seconds
        IgbinaryInt, ///< a whole number as PHP's igbinary writes it: a tag and 1, 2, 4 or 8 bytes
        MsgpackInt,  ///< a whole number as MessagePack has it, 1 to 9 bytes; of a name that means a time:
                     ///< seconds
    };
    Kind kind = Kind::Text;
    /// Most decimals written of Seconds to Nanoseconds (-1: not said: nine of Seconds, else none); length of
    /// Hex, Alnum, Base64 and Bytes.
    int width = -1;
    std::vector<std::string> choices{}; ///< of OneOf; of Constant the one text

    friend bool operator==(const CaptureType&, const CaptureType&) = default;
};

/// Names whose times are moments: their format's epoch is added. All other times are spans.
bool isMoment(std::string_view name);
/// Moments, and the spans that formulas know.
bool isTime(std::string_view name);
/// Whether a type of that kind can say a time, or a number; some say either, as the name means.
bool readsTime(CaptureType::Kind kind);
bool readsNumber(CaptureType::Kind kind);
/// In what unit a time is written, in decimals of a second: 0 of s, 3 of ms, 6 of us, 9 of ns; empty: not as
/// a decimal number.
std::optional<int> unitOfTime(const CaptureType& type);
/// Names that the formulas of the shapes know: a plan has to say what is written there.
bool hasMeaning(std::string_view name);

/// The type that a file calls so: "int", "s4", "hex32", "GET|POST"; "" is Text. Empty: there is none.
std::optional<CaptureType> captureTypeNamed(std::string_view name);

/// No text of the type has fewer bytes.
std::size_t leastLengthOf(const CaptureType& type);
/// How much of `text`, from its start, can be of the type at most; 0 when nothing can. Not of Text and Rest.
std::size_t captureLength(const CaptureType& type, std::string_view text);
/// Whether the kinds' texts can also end before captureLength().
bool hasShorterCaptures(CaptureType::Kind kind);

/// How moments are read.
struct MomentReading {
    MomentReading(Nanos zero = {}, std::optional<int> writtenIn = {}) : epoch(zero), unit(writtenIn) {}

    Nanos epoch;             ///< the zero of the format's, since the Unix epoch
    std::optional<int> unit; ///< where they are in another than their type's, as unitOfTime() tells it
};

/// What `text` says; empty when it is not of the type, or does not fit. Times are exact to nine decimals of a
/// second, and moments since the Unix epoch.
std::optional<CapturedValue> readCapture(const CaptureType& type, std::string_view name,
                                         std::string_view text, MomentReading moments);
/// The text for `value`; empty when the type cannot say it, or it is a value of another kind. What does not
/// fit the decimals or whole numbers that are written is rounded up, of `start` and `left` down: a start that
/// were rounded up would lie in the future, and nothing is to be granted by rounding.
std::optional<std::string> writeCapture(const CaptureType& type, std::string_view name,
                                        const CapturedValue& value, Nanos epoch);
/// A random text for Hex, Alnum, Base64, Bytes and Uuid; empty for the others.
std::optional<std::string> randomCapture(const CaptureType& type);

} // namespace ratewarden
