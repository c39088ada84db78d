// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/request_strip.h"

#include "ui/text/area_text.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int requestTrackHeight = 34;
constexpr double handleRadius = 3.5;
constexpr double clickReach = 5; // how near a click must be, in pixels
constexpr Micros shortestFitted = 10s;
constexpr Micros stripReach = 24h * 3660; // before and after what is fitted

/// From fine to coarse; each is a whole number of the one before.
constexpr std::array<Micros, 13> stripSteps{
    Micros(10us), Micros(100us), Micros(1ms),  Micros(10ms),  Micros(100ms), Micros(500ms), Micros(1s),
    Micros(5s),   Micros(10s),   Micros(1min), Micros(10min), Micros(1h),    Micros(24h)};

TimeRange withMargins(TimeRange time)
{
    const Micros length = std::max<Micros>(time.length(), shortestFitted);
    return {time.from - length / 20, time.from + length + length / 20};
}

} // namespace

RequestStrip::RequestStrip(Moments* moments, QWidget* parent)
    : TimeChart(*new TimeLine([this] { return m_whole.to + stripReach; }, moments), parent)
{
    m_time.setParent(this);
    m_time.setReach(shortestFitted, 2 * stripReach);
    setAccessibleName(tr("Requests of the token"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    fit({Instant(), Instant(10min)});
}

ChartTable RequestStrip::asTable() const
{
    ChartTable table;
    const TimeRange shown = shownTime();
    table.about = tr("%1 to %2").arg(momentText(shown.from), momentText(shown.to));
    table.headings = {tr("Time")};
    std::vector<QStringList> rows;
    for (const Instant time : m_times)
        if (time >= shown.from && time <= shown.to)
            rows.push_back({exactMomentText(time)});
    table.setRows(std::move(rows));
    return table;
}

QSize RequestStrip::sizeHint() const
{
    return {420, requestTrackHeight + fontMetrics().height() + 10};
}

QSize RequestStrip::minimumSizeHint() const
{
    return {160, sizeHint().height()};
}

void RequestStrip::present(std::vector<Instant> times)
{
    if (times == m_times)
        return; // what is held stays so
    std::optional<Instant> chosen;
    if (m_chosen && *m_chosen < m_times.size())
        chosen = m_times[*m_chosen];
    m_times = std::move(times);
    m_held.reset(); // it may be another one now
    m_chosen.reset();
    if (chosen) {
        const auto found = std::ranges::lower_bound(m_times, *chosen);
        if (found != m_times.end() && *found == *chosen)
            m_chosen = std::size_t(found - m_times.begin());
    }
    if (!m_times.empty()) {
        m_whole = withMargins({m_times.front(), m_times.back()});
        m_time.setUsual(m_whole);
    }
    update();
}

void RequestStrip::fit(TimeRange time)
{
    m_whole = withMargins(time);
    m_time.setUsual(m_whole);
    m_time.showUsual();
}

void RequestStrip::choose(std::optional<std::size_t> request)
{
    m_chosen = request;
    if (m_chosen)
        m_time.setCursor(m_times.at(*m_chosen));
    update();
    pointAtChosen();
}

void RequestStrip::pointAtChosen()
{
    Q_EMIT pointed(m_chosen ? std::optional(m_times.at(*m_chosen)) : std::nullopt);
}

QString RequestStrip::areaSentence() const
{
    const std::optional<TimeRange>& area = m_time.area();
    if (!area)
        return {};
    std::vector<AreaRequests> requests;
    requests.reserve(m_times.size());
    for (const Instant time : m_times)
        requests.push_back({time, 1, 0, {}});
    AreaFacts facts;
    facts.areJudged = false;
    facts.window = 1s;
    return areaText(summaryOf(requests, *area, facts.window), facts);
}

QRectF RequestStrip::plot() const
{
    const double margin = handleRadius + 1;
    return {margin, 2, std::max(1.0, width() - 2 * margin), requestTrackHeight};
}

// What one looks for among requests that nobody has judged yet.
std::vector<Instant> RequestStrip::events() const
{
    return withMoments(std::vector<Instant>());
}

QString RequestStrip::valuesAt(Instant moment) const
{
    QStringList lines;
    if (const std::optional<std::size_t> near = requestNear(xOf(moment)))
        lines << exactMomentText(m_times[*near]);
    lines << flagsNear(moment, marksOfServer());
    return lines.join(QLatin1Char('\n'));
}

bool RequestStrip::isInArea(double x) const
{
    return m_time.area() && momentAt(x) && m_time.area()->contains(*momentAt(x));
}

Micros RequestStrip::step() const
{
    Micros best = stripSteps.front();
    for (const Micros step : stripSteps)
        if (step <= within(4)) // a mark is about so wide
            best = step;
    return best;
}

Instant RequestStrip::rounded(Instant moment) const
{
    const std::int64_t unit = step().count();
    const std::int64_t micros = std::max<std::int64_t>(0, moment.time_since_epoch().count());
    return Instant(Micros((micros + unit / 2) / unit * unit));
}

std::optional<std::size_t> RequestStrip::requestNear(double x) const
{
    auto found = std::ranges::lower_bound(m_times, m_time.end() - within(plot().right() - x));
    if (found == m_times.end() || (found != m_times.begin() && x - xOf(*(found - 1)) < xOf(*found) - x)) {
        if (found == m_times.begin())
            return std::nullopt;
        --found;
    }
    if (std::abs(xOf(*found) - x) > clickReach)
        return std::nullopt;
    return std::size_t(found - m_times.begin());
}

void RequestStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& c = colors();
    painter.setPen(Qt::NoPen);
    painter.setBrush(isEnabled() ? groundFor(c.used) : c.track);
    painter.drawRoundedRect(plot(), 4, 4);
    paintMarks(painter);
    paintTicks(painter, plot().bottom() + 4, 130);
    paintMoments(painter, plot());
    paintTime(painter, false);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(c.accent, 1.2));
        painter.drawRoundedRect(plot().adjusted(-1, -1, 1, 1), 4, 4);
    }
}

void RequestStrip::paintMarks(QPainter& painter) const
{
    const Colors& c = colors();
    const QRectF area = plot();
    const auto mark = [&](double x, const QColor& color, bool handle) {
        painter.fillRect(QRectF(x - 1, area.top() + 8, 2, area.height() - 8), color);
        if (!handle)
            return;
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(QPointF(x, area.top() + 7), handleRadius, handleRadius);
    };
    const QColor ink = isEnabled() ? c.used : c.muted;
    const auto first = std::ranges::lower_bound(m_times, m_time.begin());
    const auto last = std::ranges::upper_bound(m_times, m_time.end());
    const bool handles = double(last - first) * 3 * handleRadius < area.width();
    double drawn = -1; // many at one pixel are drawn once
    for (auto request = first; request != last; ++request) {
        const auto number = std::size_t(request - m_times.begin());
        const double x = xOf(*request);
        if ((m_held && m_held->to && m_held->request == number) || x - drawn < 0.5)
            continue;
        drawn = x;
        mark(x, ink, handles);
    }
    if (m_chosen && !(m_held && m_held->to)) {
        const double x = xOf(m_times[*m_chosen]);
        if (x >= area.left() && x <= area.right())
            mark(x, c.accent, true);
    }
    if (m_held && m_held->to)
        mark(xOf(*m_held->to), c.accent, true);
}

void RequestStrip::mousePressEvent(QMouseEvent* event)
{
    const QPointF at = event->position();
    const auto request = plot().contains(at) ? requestNear(at.x()) : std::nullopt;
    if (event->button() != Qt::LeftButton || !request)
        return TimeChart::mousePressEvent(event);
    m_held = Held{at.x(), *request, {}};
    choose(request);
}

void RequestStrip::mouseMoveEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    const std::optional<std::size_t> near = requestNear(x);
    setCursor(m_held || near ? Qt::SizeHorCursor : Qt::CrossCursor);
    if (!m_held) {
        TimeChart::mouseMoveEvent(event);
        if (const std::optional<Instant> moment = momentAt(x))
            Q_EMIT pointed(near ? m_times[*near] : rounded(*moment));
    } else if (m_held->to || std::abs(x - m_held->x) >= 3) {
        m_held->to = rounded(*momentAt(std::clamp(x, plot().left(), plot().right())));
        Q_EMIT pointed(m_held->to);
    }
    update();
}

void RequestStrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (!m_held || event->button() != Qt::LeftButton)
        return TimeChart::mouseReleaseEvent(event);
    const Held held = *std::exchange(m_held, std::nullopt);
    if (held.to)
        Q_EMIT moveWanted(held.request, *held.to);
    update();
}

// Two quick clicks add two requests; in the area they show it closer.
void RequestStrip::mouseDoubleClickEvent(QMouseEvent* event)
{
    if (isInArea(event->position().x()))
        TimeChart::mouseDoubleClickEvent(event);
    else
        mousePressEvent(event);
}

// A click outside the area only unmarks it.
bool RequestStrip::chooseAt(const QPointF& place)
{
    if (!plot().contains(place) || (m_time.area() && !isInArea(place.x())))
        return false;
    Q_EMIT addWanted(rounded(*momentAt(place.x())));
    return true;
}

void RequestStrip::cursorSet()
{
    const auto found = std::ranges::lower_bound(m_times, *m_time.cursor());
    m_chosen = found != m_times.end() && *found == *m_time.cursor()
                   ? std::optional(std::size_t(found - m_times.begin()))
                   : std::nullopt;
    pointAtChosen();
}

void RequestStrip::leaveEvent(QEvent* event)
{
    TimeChart::leaveEvent(event);
    pointAtChosen();
}

void RequestStrip::keyPressEvent(QKeyEvent* event)
{
    if (event->modifiers() & (Qt::ControlModifier | Qt::MetaModifier))
        return QWidget::keyPressEvent(event);
    const int key = event->key();
    if (m_chosen && (event->modifiers() & Qt::AltModifier) && (key == Qt::Key_Left || key == Qt::Key_Right)) {
        const Micros by = key == Qt::Key_Right ? step() : -step();
        Q_EMIT moveWanted(*m_chosen, rounded(m_times[*m_chosen] + by));
    } else if (key == Qt::Key_Insert) {
        Q_EMIT addWanted(rounded(m_chosen ? m_times[*m_chosen] + step() : m_time.end() - m_time.span() / 2));
    } else if (key == Qt::Key_Delete || key == Qt::Key_Backspace) {
        if (m_chosen)
            Q_EMIT removeWanted(*m_chosen);
    } else {
        if (m_chosen && !m_time.cursor()) // it is where one goes on from
            m_time.setCursor(m_times[*m_chosen]);
        TimeChart::keyPressEvent(event);
    }
}

} // namespace ratewarden::ui
