// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/request_strip.h"

#include "ui/charts/time_axis.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

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
constexpr Micros shortestStripTime = 10ms;
constexpr Micros shortestFitted = 10s;
constexpr Micros longestStripTime = 24h * 3660;

/// From fine to coarse; each is a whole number of the one before.
constexpr std::array<Micros, 13> stripSteps{
    Micros(10us), Micros(100us), Micros(1ms),  Micros(10ms),  Micros(100ms), Micros(500ms), Micros(1s),
    Micros(5s),   Micros(10s),   Micros(1min), Micros(10min), Micros(1h),    Micros(24h)};

} // namespace

RequestStrip::RequestStrip(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    setAccessibleName(tr("Requests of the token"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_time = {Instant(), Instant(10min)};
}

ChartTable RequestStrip::asTable() const
{
    ChartTable table;
    table.title = tr("Requests of the token");
    table.about = tr("%1 to %2").arg(momentText(m_time.from), momentText(m_time.to));
    table.headings = {tr("Time")};
    std::vector<QStringList> rows;
    for (const Instant time : m_times)
        if (time >= m_time.from && time <= m_time.to)
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
    m_press.reset(); // what was held may be another one now
    m_chosen.reset();
    if (chosen) {
        const auto found = std::ranges::lower_bound(m_times, *chosen);
        if (found != m_times.end() && *found == *chosen)
            m_chosen = std::size_t(found - m_times.begin());
    }
    update();
}

void RequestStrip::show(TimeRange time)
{
    const Micros length = std::clamp(time.length(), shortestStripTime, longestStripTime);
    m_time = {time.from, time.from + length};
    update();
}

void RequestStrip::fit(TimeRange time)
{
    const Micros length = std::max<Micros>(time.length(), shortestFitted);
    show({time.from - length / 20, time.from + length + length / 20});
}

void RequestStrip::choose(std::optional<std::size_t> request)
{
    m_chosen = request;
    update();
    Q_EMIT pointed(m_chosen ? std::optional(m_times.at(*m_chosen)) : std::nullopt);
}

QRectF RequestStrip::track() const
{
    const double margin = handleRadius + 1;
    return {margin, 2, std::max(1.0, width() - 2 * margin), requestTrackHeight};
}

double RequestStrip::xOf(Instant moment) const
{
    const QRectF area = track();
    return area.left() +
           area.width() * double((moment - m_time.from).count()) / double(m_time.length().count());
}

Instant RequestStrip::at(double x) const
{
    const QRectF area = track();
    const double share = (x - area.left()) / area.width();
    return m_time.from + Micros(std::llround(share * double(m_time.length().count())));
}

Micros RequestStrip::step() const
{
    const auto ofPixel = double(m_time.length().count()) / track().width();
    Micros best = stripSteps.front();
    for (const Micros step : stripSteps)
        if (double(step.count()) <= 4 * ofPixel) // a mark is about so wide
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
    auto found = std::ranges::lower_bound(m_times, at(x));
    if (found == m_times.end() || (found != m_times.begin() && x - xOf(*(found - 1)) < xOf(*found) - x)) {
        if (found == m_times.begin())
            return std::nullopt;
        --found;
    }
    if (std::abs(xOf(*found) - x) > clickReach)
        return std::nullopt;
    return std::size_t(found - m_times.begin());
}

void RequestStrip::zoom(double factor, Instant around)
{
    const double length = std::clamp(double(m_time.length().count()) * factor,
                                     double(shortestStripTime.count()), double(longestStripTime.count()));
    const double share = double((around - m_time.from).count()) / double(m_time.length().count());
    const Instant from = around - Micros(std::llround(length * share));
    show({from, from + Micros(std::llround(length))});
}

void RequestStrip::scroll(double share)
{
    const Micros by(std::llround(share * double(m_time.length().count())));
    show({m_time.from + by, m_time.to + by});
}

void RequestStrip::reveal(Instant moment)
{
    if (moment >= m_time.from && moment < m_time.to)
        return;
    const Micros length = m_time.length();
    show({moment - length / 2, moment + length / 2});
}

void RequestStrip::goTo(std::size_t request)
{
    reveal(m_times.at(request));
    choose(request);
}

void RequestStrip::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& c = colors();
    painter.setPen(Qt::NoPen);
    painter.setBrush(isEnabled() ? groundFor(c.used) : c.track);
    painter.drawRoundedRect(track(), 4, 4);
    paintMarks(painter);
    paintAxis(painter);
    if (hasFocus()) {
        painter.setBrush(Qt::NoBrush);
        painter.setPen(QPen(c.accent, 1.2));
        painter.drawRoundedRect(track().adjusted(-1, -1, 1, 1), 4, 4);
    }
}

void RequestStrip::paintMarks(QPainter& painter) const
{
    const Colors& c = colors();
    const QRectF area = track();
    const auto mark = [&](double x, const QColor& color, bool handle) {
        painter.fillRect(QRectF(x - 1, area.top() + 8, 2, area.height() - 8), color);
        if (!handle)
            return;
        painter.setPen(Qt::NoPen);
        painter.setBrush(color);
        painter.drawEllipse(QPointF(x, area.top() + 7), handleRadius, handleRadius);
    };
    const QColor ink = isEnabled() ? c.used : c.muted;
    const auto first = std::ranges::lower_bound(m_times, m_time.from);
    const auto last = std::ranges::upper_bound(m_times, m_time.to);
    const bool handles = double(last - first) * 3 * handleRadius < area.width();
    double drawn = -1; // many at one pixel are drawn once
    for (auto request = first; request != last; ++request) {
        const auto number = std::size_t(request - m_times.begin());
        const double x = xOf(*request);
        if ((m_press && m_press->to && m_press->request == number) || x - drawn < 0.5)
            continue;
        drawn = x;
        mark(x, ink, handles);
    }
    if (m_chosen && !(m_press && m_press->to)) {
        const double x = xOf(m_times[*m_chosen]);
        if (x >= area.left() && x <= area.right())
            mark(x, c.accent, true);
    }
    if (m_press && m_press->to)
        mark(xOf(*m_press->to), c.accent, true);
    else if (isEnabled() && m_hovered && !m_press && !requestNear(*m_hovered)) {
        painter.setPen(QPen(c.accent, 1.4, Qt::DotLine));
        const double x = xOf(rounded(at(*m_hovered)));
        painter.drawLine(QPointF(x, area.top() + 4), QPointF(x, area.bottom()));
    }
}

void RequestStrip::paintAxis(QPainter& painter) const
{
    painter.setPen(colors().muted);
    const double top = track().bottom() + 4;
    const int labelWidth = fontMetrics().horizontalAdvance(QStringLiteral("00:00:00")) + 8;
    const int most = std::max(1, width() / 130);
    for (const TimeTick& tick : timeTicks(m_time.to, m_time.length(), most)) {
        const double x =
            std::clamp(xOf(tick.at), labelWidth / 2.0, std::max(1.0, width() - labelWidth / 2.0));
        painter.drawText(QRectF(x - labelWidth / 2.0, top, labelWidth, fontMetrics().height()),
                         Qt::AlignCenter | Qt::TextDontClip, tick.text);
    }
}

void RequestStrip::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !track().contains(event->position()))
        return;
    const double x = event->position().x();
    m_press = Press{x, requestNear(x), {}};
    if (m_press->request)
        choose(m_press->request);
}

void RequestStrip::mouseMoveEvent(QMouseEvent* event)
{
    const double x = event->position().x();
    m_hovered = x;
    setCursor(requestNear(x) ? Qt::SizeHorCursor : Qt::CrossCursor);
    if (m_press && m_press->request && (m_press->to || std::abs(x - m_press->x) >= 3)) {
        const QRectF area = track();
        m_press->to = rounded(at(std::clamp(x, area.left(), area.right())));
        Q_EMIT pointed(m_press->to);
    } else if (!m_press) {
        const std::optional<std::size_t> near = requestNear(x);
        Q_EMIT pointed(near ? m_times[*near] : rounded(at(x)));
    }
    update();
}

void RequestStrip::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_press)
        return;
    const Press press = *std::exchange(m_press, std::nullopt);
    if (press.request && press.to)
        Q_EMIT moveWanted(*press.request, *press.to);
    else if (!press.request && std::abs(event->position().x() - press.x) < 3)
        Q_EMIT addWanted(rounded(at(press.x)));
    update();
}

void RequestStrip::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_hovered.reset();
    Q_EMIT pointed(m_chosen ? std::optional(m_times[*m_chosen]) : std::nullopt);
    update();
}

void RequestStrip::wheelEvent(QWheelEvent* event)
{
    const QPoint turned = event->angleDelta();
    if (event->modifiers() & Qt::ControlModifier && turned.y() != 0)
        zoom(turned.y() > 0 ? 0.8 : 1.25, at(event->position().x()));
    else if (turned.x() != 0 || (event->modifiers() & Qt::ShiftModifier && turned.y() != 0))
        scroll(turned.x() + turned.y() > 0 ? -0.1 : 0.1);
    else
        return QWidget::wheelEvent(event); // the page scrolls
    event->accept();
}

// Where it has the focus, a shortcut of the page or of a plugin does not take its letters.
bool RequestStrip::event(QEvent* event)
{
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* const key = static_cast<QKeyEvent*>(event);
        constexpr std::array letters{Qt::Key_W, Qt::Key_A, Qt::Key_S, Qt::Key_D, Qt::Key_F};
        if (!(key->modifiers() & ~Qt::KeyboardModifiers(Qt::ShiftModifier)) &&
            std::ranges::find(letters, key->key()) != letters.end()) {
            event->accept();
            return true;
        }
    }
    return QWidget::event(event);
}

void RequestStrip::keyPressEvent(QKeyEvent* event)
{
    const Instant middle = m_chosen ? m_times[*m_chosen] : m_time.from + m_time.length() / 2;
    const bool moves = event->modifiers() & Qt::AltModifier;
    const std::size_t last = m_times.empty() ? 0 : m_times.size() - 1;
    const auto next = [&](bool forward) {
        if (m_times.empty())
            return;
        if (m_chosen && moves)
            Q_EMIT moveWanted(*m_chosen, rounded(m_times[*m_chosen] + (forward ? step() : -step())));
        else if (m_chosen)
            goTo(forward ? std::min(*m_chosen + 1, last) : *m_chosen - (*m_chosen > 0 ? 1 : 0));
        else
            goTo(std::min(std::size_t(std::ranges::lower_bound(m_times, m_time.from) - m_times.begin()),
                          last));
    };
    if (event->modifiers() & (Qt::ControlModifier | Qt::MetaModifier))
        return QWidget::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Left:
        return next(false);
    case Qt::Key_Right:
        return next(true);
    case Qt::Key_Home:
    case Qt::Key_End:
        if (!m_times.empty())
            goTo(event->key() == Qt::Key_Home ? 0 : last);
        return;
    case Qt::Key_F:
        if (!m_times.empty())
            fit({m_times.front(), m_times.back()});
        return;
    case Qt::Key_Insert:
        Q_EMIT addWanted(rounded(m_chosen ? middle + step() : middle));
        return;
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        if (m_chosen)
            Q_EMIT removeWanted(*m_chosen);
        return;
    case Qt::Key_W:
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        return zoom(0.5, middle);
    case Qt::Key_S:
    case Qt::Key_Minus:
        return zoom(2, middle);
    case Qt::Key_A:
        return scroll(-0.2);
    case Qt::Key_D:
        return scroll(0.2);
    case Qt::Key_PageUp:
        return scroll(-0.5);
    case Qt::Key_PageDown:
        return scroll(0.5);
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace ratewarden::ui
