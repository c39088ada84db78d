// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/histories/moments.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {

void Moments::name(Instant at, const QString& name)
{
    const QString text = name.simplified();
    std::erase_if(m_all, [&](const TimeMark& mark) { return mark.at == at; });
    if (!text.isEmpty())
        m_all.insert(std::ranges::upper_bound(m_all, at, {}, &TimeMark::at),
                     {at, TimeMark::Kind::Named, text, std::nullopt});
    Q_EMIT changed();
}

void Moments::setKnown(std::vector<TimeMark> marks)
{
    if (marks == m_known)
        return;
    m_known = std::move(marks);
    Q_EMIT changed();
}

void Moments::setShown(const QObject* chart, bool shown)
{
    const bool wereShown = !m_charts.empty();
    if (shown)
        m_charts.insert(chart);
    else
        m_charts.erase(chart);
    if (wereShown == m_charts.empty())
        Q_EMIT shownChanged(!wereShown);
}

const TimeMark* Moments::nearest(Instant at, Micros within) const
{
    const auto distance = [at](const TimeMark& mark) {
        return std::chrono::abs(mark.at - at);
    };
    const auto found = std::ranges::min_element(m_all, {}, distance);
    return found != m_all.end() && distance(*found) <= within ? &*found : nullptr;
}

} // namespace ratewarden::ui
