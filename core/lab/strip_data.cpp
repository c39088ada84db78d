// SPDX-License-Identifier: MIT
#include "core/lab/strip_data.h"

namespace ratewarden {

StripData::Strip::Strip(std::size_t requests)
{
    m_allowed.reserve(requests + 1);
    m_denied.reserve(requests + 1);
}

void StripData::Strip::add(bool allowed, bool denied, std::optional<std::uint8_t> rule)
{
    m_allowed.push_back(m_allowed.back() + (allowed ? 1 : 0));
    m_denied.push_back(m_denied.back() + (denied ? 1 : 0));
    if (rule) {
        m_rules.resize(m_denied.size() - 2); // of the requests before
        m_rules.push_back(rule);
    }
}

std::size_t StripData::Strip::nextMark(std::size_t from) const
{
    // The first request after which there is one more mark than before `from`.
    std::size_t low = from;
    std::size_t high = requests();
    while (low < high) {
        const std::size_t middle = low + (high - low) / 2;
        if (marks(middle + 1) > marks(from))
            high = middle;
        else
            low = middle + 1;
    }
    return low;
}

std::size_t StripData::Strip::markBefore(std::size_t before) const
{
    if (marks(before) == 0)
        return requests();
    std::size_t low = 0;
    std::size_t high = before;
    while (low < high) { // the first place from which there are no more marks up to `before`
        const std::size_t middle = low + (high - low) / 2;
        if (marks(middle) == marks(before))
            high = middle;
        else
            low = middle + 1;
    }
    return low - 1;
}

} // namespace ratewarden
