// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// In which line of a JSON text each key stands, which the reader of JSON does not tell. Private to
/// core/policies.
class KeyLines {
public:
    /// A key that stands in one object again.
    struct Twice {
        std::string path; ///< of the key
        std::string key;
        std::size_t line = 0;
        std::size_t first = 0; ///< the line of the first
    };

    /// The text must be JSON.
    explicit KeyLines(std::string_view text);

    /// The line, from 1, of the key or member of an array with that path: "/0/candidate/rules"; where there
    /// is none, of what it would be in.
    std::size_t lineOf(std::string_view path) const;
    const std::vector<Twice>& twice() const { return m_twice; }

private:
    std::map<std::string, std::size_t, std::less<>> m_lines; // by path
    std::vector<Twice> m_twice;
};

} // namespace ratewarden
