// SPDX-License-Identifier: MIT
#include "core/filters/filter.h"

#include "core/filters/filter_faults.h"
#include "core/formats/foreign/catalogue.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/model/glob.h"
#include "core/model/text.h"
#include "core/model/written_time.h"

#include <algorithm>

namespace ratewarden {
namespace {

bool isShownAsIs(std::string_view bytes)
{
    return std::ranges::all_of(bytes, [](char c) { return c >= ' ' && c <= '~' && c != '\\'; });
}

} // namespace

Instant FilterMoment::at(Instant now) const
{
    if (from == From::Epoch)
        return Instant(span);
    if (from == From::Now)
        return now - span;
    return lastTimeOfDay(span, now);
}

bool FilterTerm::matches(std::string_view value) const
{
    return matchesGlob(pattern, value);
}

bool FilterTerm::isIn(std::string_view whole) const
{
    if (isGlob)
        return matchesGlob(pattern, whole);
    if (!isShownAsIs(whole))
        return lowered(printable(whole)).find(pattern) != std::string::npos;
    return std::search(whole.begin(), whole.end(), pattern.begin(), pattern.end(),
                       [](char a, char b) { return lower(a) == b; }) != whole.end();
}

bool FilterTerm::isOf(const Rule& one) const
{
    if (!rule)
        return matchesGlob(pattern, notation(one));
    return one.limit == rule->limit && one.window == rule->window && one.atOnce == rule->atOnce &&
           (rule->burst == 0 || rule->burst == one.burst);
}

const FilterTerm* Filter::nameAlone() const
{
    return m_terms.size() == 1 && !m_terms.front().field && !m_terms.front().isNegated ? &m_terms.front()
                                                                                       : nullptr;
}

Problem unknownFormat(const std::string& pattern)
{
    const auto matches = [&pattern](const auto& format) {
        return matchesGlob(pattern, format->name());
    };
    const bool isKnown = std::ranges::any_of(ratewardenFormats(), matches) ||
                         std::ranges::any_of(currentCatalogue()->formats(), matches);
    return isKnown ? Problem() : Problem(Fault::FilterFormat, pattern);
}

} // namespace ratewarden
