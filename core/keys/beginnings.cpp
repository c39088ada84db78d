// SPDX-License-Identifier: MIT
#include "core/keys/beginnings.h"

namespace ratewarden {
namespace {

constexpr std::string_view separators = ":/.|_-{";
constexpr std::size_t levels = 3;
constexpr std::size_t mostParts = 128; // of one group that are groups themselves

} // namespace

Beginnings::Group Beginnings::of(std::string_view name)
{
    One* one = &m_all;
    std::size_t at = 0;
    for (std::size_t level = 0; level < levels && one->parts <= mostParts; ++level) {
        at = name.find_first_of(separators, at);
        if (at == std::string_view::npos)
            break;
        const std::string_view beginning = name.substr(0, ++at);
        auto found = m_groups.find(beginning);
        if (found == m_groups.end()) {
            if (++one->parts > mostParts || m_groups.size() + 1 >= maxGroups)
                break;
            found = m_groups.emplace(beginning, One{Group(m_groups.size() + 1), 0}).first;
        }
        one = &found->second;
    }
    return one->group;
}

} // namespace ratewarden
