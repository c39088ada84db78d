// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/limit_slider.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr double sliderRadius = 8; // of the handle
constexpr double nearTick = 3;     // pixels from the pointer
constexpr double sliderTrackHeight = 5;
constexpr double tickHeight = 6;
constexpr double noLimitRoom = 26; // right of the scale, where there is no limit
constexpr double snaps = 4;        // pixels to an end of the band

} // namespace

LimitSlider::LimitSlider(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::PointingHandCursor);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize LimitSlider::sizeHint() const
{
    const QFont small = smallFont(font());
    return {240, int(2 * sliderRadius) + 4 + QFontMetrics(small).height()};
}

void LimitSlider::setLargest(Units largest)
{
    m_largest = std::max<Units>(10, largest);
    update();
}

void LimitSlider::setTicks(std::vector<Tick> ticks)
{
    m_ticks = std::move(ticks);
    update();
}

void LimitSlider::setBand(std::optional<LimitBand> band)
{
    m_band = band;
    update();
}

void LimitSlider::setLimit(std::optional<Units> limit)
{
    m_limit = limit ? std::optional(std::max<Units>(1, *limit)) : std::nullopt;
    setAccessibleDescription(m_limit ? numberText(*m_limit) : tr("no limit"));
    update();
}

void LimitSlider::chooseAndTell(std::optional<Units> limit)
{
    const std::optional<Units> before = m_limit;
    setLimit(limit);
    if (m_limit != before)
        Q_EMIT limitChosen();
}

double LimitSlider::left() const
{
    return sliderRadius + 1;
}

double LimitSlider::right() const
{
    return std::max(left() + 1, width() - sliderRadius - 1 - noLimitRoom);
}

double LimitSlider::line() const
{
    return sliderRadius + 2;
}

LogScale LimitSlider::scale() const
{
    return {1, double(m_largest), left(), right()};
}

double LimitSlider::xOf(Units limit) const
{
    return std::min(scale().place(double(std::max<Units>(1, limit))), right());
}

std::optional<Units> LimitSlider::limitAt(double x) const
{
    if (x > right() + noLimitRoom / 2)
        return std::nullopt;
    if (m_band)
        for (const Units end : {m_band->least, m_band->most})
            if (std::abs(x - xOf(end)) <= snaps)
                return end;
    return Units(std::llround(scale().value(std::clamp(x, left(), right()))));
}

QPointF LimitSlider::handle() const
{
    return {m_limit ? xOf(*m_limit) : right() + noLimitRoom, line()};
}

void LimitSlider::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& c = colors();
    painter.setPen(Qt::NoPen);
    painter.setBrush(c.track);
    painter.drawRoundedRect(
        QRectF(left() - 2, line() - sliderTrackHeight / 2, right() - left() + 4, sliderTrackHeight), 2, 2);
    paintTicks(painter);
    paintBand(painter);
    if (!m_limit) {
        painter.setPen(QPen(c.line, 1.5));
        painter.drawLine(QPointF(right() + 4, line()), QPointF(right() + noLimitRoom - sliderRadius, line()));
    }
    painter.setPen(QPen(m_limit ? c.accent : c.muted, hasFocus() ? 2.6 : 1.6));
    painter.setBrush(c.card);
    painter.drawEllipse(handle(), sliderRadius - 1, sliderRadius - 1);
    if (hasFocus()) {
        painter.setPen(QPen(c.accent, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawEllipse(handle(), sliderRadius + 1, sliderRadius + 1);
    }
}

void LimitSlider::paintTicks(QPainter& painter) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    const Colors& c = colors();
    for (const bool marked : {false, true}) // what is to be stopped stays on top
        for (const Tick& tick : m_ticks)
            if (tick.marked == marked)
                painter.fillRect(QRectF(std::round(xOf(tick.peak)),
                                        line() - sliderTrackHeight / 2 - tickHeight - 1, marked ? 2 : 1,
                                        tickHeight),
                                 marked ? c.limited : c.muted);
    painter.restore();
}

QString LimitSlider::tickText(const Tick& tick) const
{
    return tick.name.isEmpty() ? tr("%1: the most that a token sent").arg(numberText(tick.peak))
                               : tr("%1: the most that %2 sent").arg(numberText(tick.peak), tick.name);
}

bool LimitSlider::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_ticks.empty())
        return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const auto distance = [&](const Tick& tick) {
        // One that is marked is drawn over the others.
        return std::pair(std::abs(xOf(tick.peak) - help->x()) > nearTick, !tick.marked);
    };
    const auto nearest = std::ranges::min_element(m_ticks, {}, distance);
    QToolTip::showText(help->globalPos(),
                       distance(*nearest).first ? QString() : plainToolTip(tickText(*nearest)), this);
    return true;
}

void LimitSlider::paintBand(QPainter& painter) const
{
    if (!m_band)
        return;
    const Colors& c = colors();
    const double from = xOf(m_band->least);
    const double to = std::max(from + 3, xOf(m_band->most));
    painter.setPen(Qt::NoPen);
    painter.setBrush(c.good);
    painter.drawRoundedRect(
        QRectF(from, line() - sliderTrackHeight / 2 - 1, to - from, sliderTrackHeight + 2), 2, 2);
    const QFont small = smallFont(font());
    painter.setFont(small);
    painter.setPen(c.good);
    const QFontMetrics metrics(small);
    const double top = line() + sliderRadius + 1;
    const auto label = [&](Units limit, double x) {
        const QString text = numberText(limit);
        const double width = metrics.horizontalAdvance(text);
        const double at = std::clamp(x - width / 2, 0.0, double(this->width()) - width);
        painter.drawText(QPointF(at, top + metrics.ascent()), text);
        return at + width;
    };
    const double end = label(m_band->least, from);
    const double width = metrics.horizontalAdvance(numberText(m_band->most));
    if (m_band->most != m_band->least)
        label(m_band->most, std::max(to, end + 10 + width / 2));
}

void LimitSlider::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton)
        return;
    m_dragged = true;
    chooseAndTell(limitAt(event->position().x()));
}

void LimitSlider::mouseMoveEvent(QMouseEvent* event)
{
    if (m_dragged)
        chooseAndTell(limitAt(event->position().x()));
}

void LimitSlider::mouseReleaseEvent(QMouseEvent*)
{
    m_dragged = false;
}

void LimitSlider::keyPressEvent(QKeyEvent* event)
{
    const Units now = m_limit.value_or(m_largest);
    const auto step = [&](Units part) {
        return std::max<Units>(1, now / part);
    };
    switch (event->key()) {
    case Qt::Key_Left:
    case Qt::Key_Down:
        return chooseAndTell(m_limit ? std::max<Units>(1, now - step(100)) : m_largest);
    case Qt::Key_Right:
    case Qt::Key_Up:
        if (m_limit)
            chooseAndTell(now >= m_largest ? std::nullopt : std::optional(now + step(100)));
        return;
    case Qt::Key_PageDown:
        return chooseAndTell(m_limit ? std::max<Units>(1, now - step(4)) : m_largest);
    case Qt::Key_PageUp:
        if (m_limit)
            chooseAndTell(now >= m_largest ? std::nullopt : std::optional(now + step(4)));
        return;
    case Qt::Key_Home:
        return chooseAndTell(m_band ? m_band->least : 1);
    case Qt::Key_End:
        return chooseAndTell(m_band ? m_band->most : m_largest);
    case Qt::Key_Delete:
    case Qt::Key_Backspace:
        return chooseAndTell(std::nullopt);
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace ratewarden::ui
