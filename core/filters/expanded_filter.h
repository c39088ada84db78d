// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// Filters by their names.
using FilterNames = std::map<std::string, std::string>;

/// A filter in which what each word `filter:NAME` stands for is in its place, in brackets. A word with a name
/// that is not known stays as it is.
class ExpandedFilter {
public:
    static constexpr std::string_view word = "filter:";

    ExpandedFilter(std::string_view given, const FilterNames& names);

    const std::string& text() const { return m_text; }
    /// The first name that is not known; empty: all are.
    const std::optional<std::string>& unknown() const { return m_unknown; }

    /// What stands in text() from there on, or up to there, in the filter as it was given. All that stands
    /// for a word `filter:NAME` is that word, with its minus sign.
    std::size_t givenBegin(std::size_t begin) const;
    std::size_t givenEnd(std::size_t end) const;

private:
    struct Place {
        std::size_t begin = 0; // in m_text, as is the end
        std::size_t end = 0;
        std::size_t givenBegin = 0;
        std::size_t givenEnd = 0;
    };

    std::string m_text;
    std::vector<Place> m_places;
    std::optional<std::string> m_unknown;
};

} // namespace ratewarden
