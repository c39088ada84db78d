// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/record.h"

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// How a capture's text is read and written. (a closed list; the vocabulary, section 2)
struct CaptureType {
    enum class Kind { Text, Rest, Int, Uint, Num, Seconds, Millis, Micros, Nanos, Period, Period360, Hex, Alnum, Uuid, Bytes, OneOf, Constant, U32be, U32le, PhpInterval };
    Kind kind = Kind::Text;
    int width = -1;                    ///< decimals of Seconds..Nanos (-1: not said); length of Hex, Alnum, Bytes
    std::vector<std::string> choices;  ///< of OneOf; Constant: the one text
};

/// A text with named captures that both reads and writes: "rl:{token}", "{count:int}".
class Pattern {
public:
    Pattern() = default;
    /// Throws BadNotation with the position of the fault.
    explicit Pattern(std::string_view text);

    /// Matches the whole text; appends what the captures read to `record` and returns true; else leaves it as it was. `epoch` is added to moments. A
    /// capture whose name is in the record already must read the same text (siblings share the token). With allowOuter, a framework's prefix that ends in
    /// one of : / . _ - | may precede a pattern that begins with >= 3 literal characters (or an optional part and six literals in all); it is captured as "outer".
    bool match(std::string_view text, Record& record, Nanos epoch = {}, bool allowOuter = false) const;
    /// Writes the text; empty when a capture is not in the record (free hexN, alnumN, bytesN, uuid are drawn at random). "outer" is written in front if the record has it and withOuter.
    std::optional<std::string> print(const Record& record, Nanos epoch = {}, bool withOuter = false) const;

    std::size_t literals() const;         ///< literal characters
    bool captures(std::string_view name) const;
    const std::string& text() const;      ///< as it was written
    /// How a capture is written; null: there is none of that name.
    const CaptureType* type(std::string_view name) const;
    /// The longest literal run, for the automaton that finds candidates.
    std::string_view anchor() const;
    /// A glob for SCAN MATCH / siblings: captures in the record are written, others become '*' (special characters escaped).
    std::string glob(const Record& record, Nanos epoch = {}) const;
};

} // namespace ratewarden
