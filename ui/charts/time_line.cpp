// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/time_line.h"

#include "ui/histories/moments.h"

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr Micros shortestSpan = std::chrono::milliseconds(1);
constexpr Micros longestShown = std::chrono::days(45'000); // a file may say anything: its axis is drawn
constexpr int nearNow = 10;                                // a part of what is shown

} // namespace

TimeLine::TimeLine(std::function<Instant()> clock, Moments* moments, QObject* parent)
    : QObject(parent), m_clock(std::move(clock)), m_moments(moments)
{
    if (m_moments)
        connect(m_moments, &Moments::changed, this, &TimeLine::marked);
}

Moments* TimeLine::moments() const
{
    return m_moments;
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

void TimeLine::showUpTo(Instant end, Micros span)
{
    m_chosenSpan = std::clamp(span, shortestSpan, m_longest);
    m_end = end < now() ? std::optional(std::max(end, now() - m_longest)) : std::nullopt;
    Q_EMIT changed();
}

std::optional<TimeRange> TimeLine::shownByHand() const
{
    return m_chosenSpan || m_end ? std::optional(TimeRange{begin(), end()}) : std::nullopt;
}

void TimeLine::zoom(double factor, std::optional<Instant> around)
{
    const Micros before = span();
    const Micros after =
        std::clamp(Micros(std::int64_t(double(before.count()) * factor)), shortestSpan, m_longest);
    const Instant last = end();
    // What is out of sight is nothing to keep in its place.
    if (!around || *around < begin() || *around > last || (!m_end && last - *around < before / nearNow))
        around = last;
    const double share = double((last - *around).count()) / double(before.count());
    showUpTo(*around + Micros(std::int64_t(share * double(after.count()))), after);
}

void TimeLine::moveBack(Micros by)
{
    showUpTo(end() - by, span());
}

void TimeLine::show(Instant from, Instant to)
{
    m_chosenSpan = std::clamp<Micros>(to - from, shortestSpan, longestShown);
    m_end = to < now() ? std::optional(to) : std::nullopt;
    Q_EMIT changed();
}

void TimeLine::showUsual()
{
    if (m_usual)
        return show(m_usual->from, m_usual->to);
    m_chosenSpan.reset();
    m_end.reset();
    Q_EMIT changed();
}

void TimeLine::fit()
{
    if (!m_area)
        return showUsual();
    const Micros around = std::max<Micros>(m_area->length() / 20, shortestSpan);
    show(m_area->from - around, m_area->to + around);
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
    m_cursorIsNewer = !moment;
    Q_EMIT marked();
}

void TimeLine::setCursor(std::optional<Instant> moment)
{
    m_cursorIsNewer = moment.has_value();
    if (std::exchange(m_cursor, moment) == moment)
        return;
    m_anchor.reset();
    Q_EMIT marked();
}

std::optional<Instant> TimeLine::chosen() const
{
    return m_cursor && (m_cursorIsNewer || !m_pointer) ? m_cursor : m_pointer;
}

void TimeLine::setArea(const std::optional<TimeRange>& area)
{
    if (std::exchange(m_area, area) == area)
        return;
    Q_EMIT marked();
    Q_EMIT areaMoved();
}

bool TimeLine::step(const std::vector<Instant>& events, Step step, bool extends, Micros length)
{
    if (events.empty())
        return false;
    // Without a cursor in sight it enters from the side.
    const Instant from = chosen().value_or(Instant::min());
    const bool isInSight = begin() <= from && from <= end();
    auto found = events.begin();
    if (step == Step::Last)
        found = events.end() - 1;
    else if (step == Step::Later)
        found = std::ranges::upper_bound(events, isInSight ? from : begin());
    else if (step == Step::Earlier)
        found = std::ranges::lower_bound(events, isInSight ? from : end());
    if (found == (step == Step::Earlier ? events.begin() : events.end()))
        return false;
    if (step == Step::Earlier)
        --found;
    const std::optional<Instant> anchor = extends ? m_anchor ? m_anchor : m_cursor : std::nullopt;
    setCursor(*found);
    if (extends) {
        // Where a click was, the area begins with all of what is drawn there.
        const Instant began = anchor.value_or(*found);
        m_anchor = length > Micros(1) ? snapped({began, began}, events, {}, length).from : began;
        setArea(TimeRange{std::min(*m_anchor, *found), std::max(*m_anchor, *found) + length});
    }
    if (*found < begin() || *found > end())
        show(*found - span() / 3, *found - span() / 3 + span());
    return true;
}

TimeRange TimeLine::snapped(TimeRange stretch, const std::vector<Instant>& events, Micros near, Micros length)
{
    const auto around = [&](Instant moment) -> std::optional<Instant> {
        const auto after = std::ranges::lower_bound(events, moment);
        std::optional<Instant> nearest;
        if (after != events.end() && *after - moment <= near)
            nearest = *after;
        if (after != events.begin())
            if (const Instant before = *(after - 1);
                moment - before <= near && (!nearest || moment - before < *nearest - moment))
                nearest = before;
        return nearest;
    };
    if (length > Micros(1)) {
        const auto covering = [&](Instant moment) -> std::optional<Instant> {
            const auto after = std::ranges::upper_bound(events, moment);
            if (after == events.begin() || moment >= *(after - 1) + length)
                return std::nullopt;
            return *(after - 1);
        };
        const Instant to = stretch.to;
        if (const auto first = covering(stretch.from))
            stretch.from = *first;
        if (const auto last = covering(to))
            stretch.to = *last + length;
        return stretch;
    }
    const std::optional<Instant> first = around(stretch.from);
    const std::optional<Instant> last = around(stretch.to);
    if (first && last && *first > *last)
        return stretch;
    stretch.from = first.value_or(stretch.from);
    stretch.to = last ? *last + length : stretch.to;
    return stretch;
}

} // namespace ratewarden::ui
