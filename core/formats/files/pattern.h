// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/files/capture_types.h"
#include "core/formats/record.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// A text that stands for a capture.
struct PatternMark {
    std::string_view capture;
    std::string_view text;
};

/// Where a capture stands in a text that was matched.
struct CaptureSpan {
    std::string_view capture; ///< its name; points into the pattern
    std::size_t begin = 0;    ///< bytes
    std::size_t length = 0;
    CapturedValue value;
};

/// A text with named captures that both reads and writes: "rl:{token}", "{count:int}".
///
/// - `{name}`, `{name:type}`, `{name=constant}`: a capture. Names are a-z, digits and _; the types are
/// CaptureType's.
/// - `[part]`: may be missing. Parts do not nest.
/// - `{{ }} [[ ]]`: these characters themselves. All else stands for itself.
///
/// A pattern matches the whole text, as bytes. A capture without a type takes as little as will do, all
/// others as much. A name that stands twice reads the same text twice. The work is linear in the text's
/// length: a search that takes more than 64 steps a byte is given up, which only patterns full of captures
/// side by side can bring about, and no pattern matches more than maxText bytes.
///
/// Immutable but for assignment, and used from any thread.
class Pattern {
public:
    static constexpr std::size_t maxPattern = 1000; ///< bytes
    static constexpr std::size_t maxCaptures = 32;
    static constexpr std::size_t maxOptionalParts = 16;
    static constexpr std::size_t maxText = 65536;
    static constexpr std::size_t maxOuter = 256; ///< of a framework's prefix

    /// Matches nothing but the empty text.
    Pattern() = default;
    /// Throws BadNotation with the position of the fault.
    explicit Pattern(std::string_view text);

    /// Matches the whole text; sets what the captures read in `record` and returns true; else leaves it as it
    /// was. A capture whose name is in the record already has to read the same (siblings share the token).
    ///
    /// An optional part that was there and captures nothing is noted in the record under its own text,
    /// "[LIMITS:]", so that siblings are printed with it.
    ///
    /// With allowOuter a framework's prefix that ends in one of : / . _ - | may precede a pattern that begins
    /// with three literal characters or more (constants count), or with fewer, or an optional part, and has
    /// six literal characters; the shortest that will do is captured as "outer". In front of ten characters
    /// or more, which no deployment chose, it may end in anything.
    bool match(std::string_view text, Record& record, MomentReading moments = {},
               bool allowOuter = false) const;

    /// Where each capture stands, in the order of the pattern; of one that stands twice the first place.
    /// Empty: it does not match.
    std::optional<std::vector<CaptureSpan>> spans(std::string_view text, Nanos epoch = {}) const;

    /// Writes the text; empty when a capture is not in the record or its type cannot write what is there. Of
    /// those that are not in the record hexN, alnumN, base64-N, bytesN and uuid are drawn at random, unless
    /// the name has a meaning. An optional part is written when all its captures are in the record, or, if it
    /// has none, when match() noted it. With withOuter "outer" is written in front if the record has it.
    /// Where a capture has a mark, that is written in its place, whatever its type.
    std::optional<std::string> print(const Record& record, Nanos epoch = {}, bool withOuter = false,
                                     std::span<const PatternMark> marks = {}) const;

    /// A glob for SCAN MATCH: what the record has is written, with special characters escaped; other captures
    /// become '*'. If the record has no token, so do optional parts that it does not have, and the place
    /// where a framework's prefix may stand.
    std::string glob(const Record& record, Nanos epoch = {}) const;

    /// The same pattern with another text for the constant `prefix`: what a deployment may have set. Throws
    /// BadNotation for an empty one.
    Pattern withPrefix(std::string_view prefix) const;

    /// Literal characters outside of optional parts; constants do not count, as they may be others.
    std::size_t literals() const { return m_literals; }
    bool captures(std::string_view name) const { return type(name) != nullptr; }
    /// The names of its captures, in their order, each once.
    std::vector<std::string_view> names() const;
    /// As it was written; of withPrefix() with the other constant.
    const std::string& text() const { return m_text; }
    /// How a capture is written; null: there is none of that name.
    const CaptureType* type(std::string_view name) const;
    /// The longest text that every match contains (literals and constants), for the automaton that finds
    /// candidates; may be empty.
    std::string_view anchor() const { return m_anchor; }
    /// What every text that it matches begins with, but for a framework's prefix; may be empty.
    std::string_view lead() const { return m_lead; }
    /// No text with fewer bytes matches.
    std::size_t leastLength() const { return m_leastLength; }
    /// Whether it is one capture of any text and nothing else: it matches all that has 1 to maxText bytes.
    bool takesAnything() const;

    friend bool operator==(const Pattern& one, const Pattern& other) { return one.m_text == other.m_text; }

private:
    friend class PatternCompiler;
    friend class PatternMatch;

    struct Part {
        enum class What : std::uint8_t { Literal, Capture, Optional, OptionalEnd } what = What::Literal;
        std::string text;     // of a literal; of an optional part as it was written
        std::size_t slot = 0; // of a capture; of an optional part: its number
        std::size_t next = 0; // of an optional part: behind its end
        bool first = true;    // of a capture: the name has not stood before
    };
    struct Slot {
        std::string name;
        CaptureType type;
    };

    void derive();
    bool hasCaptures(const Part& optional) const;
    bool isIn(const Record& record, const Part& optional) const;

    std::string m_text;
    std::vector<Part> m_parts;
    std::vector<Slot> m_slots;
    std::string m_anchor;
    std::string m_lead; // the literals and constants at its start, joined
    std::size_t m_literals = 0;
    std::size_t m_leastLength = 0;
    bool m_takesOuter = false;
    bool m_outerEndsAnywhere = false;
    bool m_repeats = false; // a name
};

} // namespace ratewarden
