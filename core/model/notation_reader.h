// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/rule.h"
#include "core/model/time.h"

#include <string_view>

namespace ratewarden {

/// Reads the small words that rules and durations are made of, remembering where it stands so that a
/// complaint can point at the character. Private to core/model.
class NotationReader {
public:
    explicit NotationReader(std::string_view text) : m_text(text) { skipSpaces(); }

    bool atEnd() const { return m_position == m_text.size(); }
    bool acceptCharacter(char c);
    bool acceptWord(std::string_view word);
    Units readCount(std::string_view whatFor);
    Micros readDuration(); ///< "15min", "1.5 s", "day"
    [[noreturn]] void fail(std::size_t position, std::string_view reason) const;
    std::size_t position() const { return m_position; }

private:
    void skipSpaces();
    std::string_view readDigits();
    std::string_view readLetters();

    std::string_view m_text;
    std::size_t m_position = 0;
};

} // namespace ratewarden
