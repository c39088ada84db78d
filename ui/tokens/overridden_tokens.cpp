// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/tokens/overridden_tokens.h"

#include "core/formats/own/ratewarden_format.h"

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

std::vector<Override> OverriddenTokens::all() const
{
    std::vector<Override> overrides;
    for (const auto& [token, known] : m_known)
        overrides.insert(overrides.end(), known.overrides.begin(), known.overrides.end());
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
