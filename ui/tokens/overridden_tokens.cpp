// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/overridden_tokens.h"

#include "core/formats/own/ratewarden_format.h"

#include <algorithm>
#include <iterator>

namespace ratewarden::ui {

void OverriddenTokens::note(const Readings& readings)
{
    for (const Reading& reading : *readings) {
        if (reading.problem || reading.subject.format->hasState())
            continue;
        if (reading.overrides.empty())
            m_known.erase(reading.subject.token);
        else
            m_known.insert_or_assign(reading.subject.token, Known{reading.overrides, m_scan});
    }
}

void OverriddenTokens::endScan()
{
    std::erase_if(m_known, [this](const auto& known) { return known.second.scan != m_scan; });
    ++m_scan;
}

std::vector<Override> OverriddenTokens::all(Instant at) const
{
    std::vector<Override> overrides;
    for (const auto& [token, known] : m_known)
        std::ranges::copy_if(known.overrides, std::back_inserter(overrides),
                             [at](const Override& one) { return !one.until || *one.until > at; });
    return overrides;
}

std::vector<Reading> readingsOf(const std::vector<Override>& overrides, Instant at)
{
    std::vector<Reading> readings;
    for (const Override& one : overrides) {
        if (readings.empty() || readings.back().subject.token != one.token) {
            Reading& reading = readings.emplace_back();
            reading.subject = controlSubject(one.token);
            reading.at = at;
        }
        readings.back().overrides.push_back(one);
    }
    return readings;
}

} // namespace ratewarden::ui
