// SPDX-License-Identifier: MIT
#include "core/keys/beginnings.h"

#include <array>

namespace ratewarden {
namespace {

constexpr std::string_view beginningEnds = ":/.|_-{";
// How many parts that go on from one group may be groups themselves, by its level.
constexpr std::array<std::size_t, 3> mostParts{1000, 100, 100};

} // namespace

Beginnings::Group Beginnings::of(std::string_view name)
{
    One* one = &m_all;
    std::size_t at = 0;
    for (const std::size_t most : mostParts) {
        if (one->parts > most)
            break;
        at = name.find_first_of(beginningEnds, at);
        if (at == std::string_view::npos)
            break;
        const std::string_view beginning = name.substr(0, ++at);
        auto found = m_groups.find(beginning);
        if (found == m_groups.end()) {
            if (++one->parts > most || m_groups.size() + 1 >= maxGroups)
                break;
            found = m_groups.emplace(beginning, One{Group(m_groups.size() + 1), 0}).first;
        }
        one = &found->second;
    }
    return one->group;
}

} // namespace ratewarden
