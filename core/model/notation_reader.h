// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"
#include "core/model/time.h"
#include "core/model/units.h"

#include <span>
#include <string>
#include <string_view>
#include <variant>

namespace ratewarden {

struct DurationUnit {
    std::string_view name;
    Micros length;
};

/// Reads the small words that rules and durations are made of, remembering where it stands so that a
/// complaint can point at the character. Private to core/model.
class NotationReader {
public:
    explicit NotationReader(std::string_view text) : m_text(text) { skipSpaces(); }

    bool atEnd() const { return m_position == m_text.size(); }
    char peek() const { return atEnd() ? '\0' : m_text[m_position]; }
    bool acceptCharacter(char c);
    bool acceptWord(std::string_view word);
    /// `missing`: what is wrong where there is no number.
    Units readCount(FaultCode missing);
    Micros readDuration(); ///< "15min", "1.5 s", "day"
    Micros readWindow(); ///< a duration, or months of 30 days and years of 360, as python-limits counts them
    /// The key of a parameter of a structured field (RFC 9651).
    std::string_view readKey();
    /// Its value: an integer, or the bytes of a string; other types are passed over and read as an empty
    /// string.
    std::variant<Units, std::string> readValue();
    std::string readString(); ///< in double quotes, with \" and \\ in it
    [[noreturn]] void fail(std::size_t position, const Problem& reason) const;
    std::size_t position() const { return m_position; }

private:
    void skipSpaces()
    {
        readAll([](char c) { return c == ' ' || c == '\t'; });
    }
    Micros readDuration(std::span<const DurationUnit> known);
    std::string_view readAll(bool (*belongs)(char));
    bool isBelowZero() const { return peek() == '-'; }

    std::string_view m_text;
    std::size_t m_position = 0;
};

} // namespace ratewarden
