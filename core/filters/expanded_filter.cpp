// SPDX-License-Identifier: MIT
#include "core/filters/expanded_filter.h"

#include <algorithm>

namespace ratewarden {

ExpandedFilter::ExpandedFilter(std::string_view given, const FilterNames& names)
{
    bool isQuoted = false;
    bool isWordBegin = true;
    for (std::size_t at = 0; at < given.size();) {
        if (!isQuoted && isWordBegin && given.substr(at).starts_with(word)) {
            const std::size_t begin = at + word.size();
            const std::size_t end = std::min(given.find_first_of(" \t)", begin), given.size());
            const std::string name(given.substr(begin, end - begin));
            if (const auto found = names.find(name); found != names.end()) {
                const std::size_t sign = m_text.ends_with('-') ? 1 : 0;
                const std::size_t front = m_text.size() - sign;
                m_text += '(' + found->second + ')';
                m_places.push_back({front, m_text.size(), at - sign, end});
                at = end;
                continue;
            }
            if (!m_unknown)
                m_unknown = name;
        }
        const char c = given[at++];
        isQuoted = isQuoted != (c == '"');
        isWordBegin = c == ' ' || c == '\t' || c == '(' || (isWordBegin && c == '-');
        m_text += c;
    }
}

std::size_t ExpandedFilter::givenBegin(std::size_t begin) const
{
    std::size_t given = begin;
    for (const Place& place : m_places) {
        if (begin < place.begin)
            break;
        if (begin < place.end)
            return place.givenBegin;
        given = place.givenEnd + (begin - place.end);
    }
    return given;
}

std::size_t ExpandedFilter::givenEnd(std::size_t end) const
{
    std::size_t given = end;
    for (const Place& place : m_places) {
        if (end <= place.begin)
            break;
        if (end <= place.end)
            return place.givenEnd;
        given = place.givenEnd + (end - place.end);
    }
    return given;
}

} // namespace ratewarden
