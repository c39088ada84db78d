// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_line.h"

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr Micros shortestSpan = std::chrono::seconds(1);

} // namespace

TimeLine::TimeLine(std::function<Instant()> clock, QObject* parent)
    : QObject(parent), m_clock(std::move(clock))
{
}

void TimeLine::setReach(Micros usualSpan, Micros longest)
{
    usualSpan = std::max(usualSpan, shortestSpan);
    longest = std::max(longest, usualSpan);
    if (usualSpan == m_usualSpan && longest == m_longest)
        return;
    m_usualSpan = usualSpan;
    m_longest = longest;
    Q_EMIT changed();
}

void TimeLine::zoom(double factor)
{
    const Micros wanted(std::int64_t(double(span().count()) * factor));
    m_chosenSpan = std::clamp(wanted, shortestSpan, m_longest);
    Q_EMIT changed();
}

void TimeLine::moveBack(Micros by)
{
    const Instant wanted = std::max(end() - by, now() - m_longest);
    m_end = wanted < now() ? std::optional(wanted) : std::nullopt;
    Q_EMIT changed();
}

void TimeLine::show(Instant from, Instant to)
{
    m_chosenSpan = std::max(to - from, shortestSpan);
    m_end = to < now() ? std::optional(to) : std::nullopt;
    Q_EMIT changed();
}

void TimeLine::showUsual()
{
    m_chosenSpan.reset();
    m_end.reset();
    Q_EMIT changed();
}

void TimeLine::stopAt(std::optional<Instant> moment)
{
    if (moment == m_stoppedAt)
        return;
    m_stoppedAt = moment;
    Q_EMIT changed();
}

void TimeLine::setPointer(std::optional<Instant> moment)
{
    if (moment == m_pointer)
        return;
    m_pointer = moment;
    Q_EMIT pointerMoved();
}

} // namespace ratewarden::ui
