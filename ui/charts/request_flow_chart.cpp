// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/request_flow_chart.h"

#include "ui/charts/time_axis.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>
#include <QToolTip>

#include <algorithm>
#include <array>
#include <cmath>

namespace ratewarden::ui {
namespace {

constexpr int leftRoom = 48;
constexpr int rightRoom = 10;
constexpr int topRoom = 18; // for the names of marks
constexpr int bottomRoom = 20;
constexpr int nearMark = 5;
constexpr int dragged = 6; // pixels that make a stretch of a click

// 1, 2 or 5 times a power of ten, so that there are three to five of them.
double niceStep(double most)
{
    const double rough = std::max(most, 0.01) / 4;
    const double power = std::pow(10, std::floor(std::log10(rough)));
    for (const double times : {1.0, 2.0, 5.0})
        if (times * power >= rough)
            return times * power;
    return 10 * power;
}

QPainterPath pathOf(const QPolygonF& area)
{
    QPainterPath path;
    path.addPolygon(area);
    return path;
}

QColor markTint()
{
    QColor tint = colors().accent;
    tint.setAlphaF(0.18F);
    return tint;
}

} // namespace

RequestFlowChart::RequestFlowChart(QWidget* parent) : QWidget(parent)
{
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Requests per second of the last ten minutes"));
    setAccessibleDescription(tr("Left and Right move by ten seconds, Return marks them, Shift extends the "
                                "mark, Esc removes it. \"Show as table\" lists the same numbers."));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QColor RequestFlowChart::seriesColor(std::size_t number, bool rest)
{
    // Each stands out from light and from dark cards, and none is that of what was denied.
    constexpr std::array<QRgb, seriesColors> palette{0x3A8CC4, 0xC2790E, 0x0A8754, 0x9B5BD0, 0xCB5C9F,
                                                     0x178F96, 0x857B33, 0x8E5A7E, 0x5470D6, 0x5E8C2A};
    return rest ? QColor(0x9AA3B1) : QColor(palette.at(number % palette.size()));
}

QBrush RequestFlowChart::patternOver(std::size_t same)
{
    constexpr std::array patterns{Qt::NoBrush, Qt::BDiagPattern, Qt::FDiagPattern, Qt::DiagCrossPattern};
    return {colors().card, patterns.at(std::min(same, patterns.size() - 1))};
}

void RequestFlowChart::present(RequestFlowData data, std::vector<TimeMark> marks)
{
    m_data = std::move(data);
    m_marks = std::move(marks);
    if (!cursorPlace())
        m_cursor.reset();
    update();
}

void RequestFlowChart::mark(const std::optional<TimeRange>& stretch)
{
    m_marked = stretch;
    update();
}

void RequestFlowChart::setFreshness(Freshness freshness)
{
    m_freshness = freshness;
    update();
}

void RequestFlowChart::setEmptyText(const QString& text)
{
    if (text == m_emptyText)
        return;
    m_emptyText = text;
    update();
}

RequestFlowChart::Scale RequestFlowChart::scale() const
{
    Scale scale;
    scale.plot = QRectF(leftRoom, topRoom, std::max(10, width() - leftRoom - rightRoom),
                        std::max(10, height() - topRoom - bottomRoom));
    double allowed = 0;
    double denied = 0;
    for (std::size_t i = 0; i < m_data.size(); ++i) {
        double sum = 0;
        for (const RequestFlowData::Series& one : m_data.series)
            sum += one.allowed[i];
        allowed = std::max(allowed, sum);
        denied = std::max(denied, m_data.denied[i]);
    }
    scale.step = niceStep(std::max(allowed, 0.4 * denied));
    scale.most = std::max(1.0, std::ceil(allowed / scale.step)) * scale.step;
    const double below = std::max(denied * 1.05, scale.most * 0.08);
    scale.axis = scale.plot.top() + scale.plot.height() * scale.most / (scale.most + below);
    return scale;
}

double RequestFlowChart::xOf(const Scale& scale, Instant at) const
{
    const double whole = double((m_data.step * std::int64_t(m_data.size())).count());
    return scale.plot.left() + double((at - m_data.from).count()) / whole * scale.plot.width();
}

std::optional<std::size_t> RequestFlowChart::placeAt(double x) const
{
    const QRectF plot = scale().plot;
    if (m_data.size() == 0 || x < plot.left() || x > plot.right())
        return std::nullopt;
    return std::min(m_data.size() - 1, std::size_t((x - plot.left()) / plot.width() * double(m_data.size())));
}

void RequestFlowChart::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    const Colors& c = colors();
    if (hasFocus()) {
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(QPen(c.accent, 1));
        painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 6, 6);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    if (!m_emptyText.isEmpty() || m_data.size() == 0) {
        painter.setPen(c.muted);
        painter.drawText(rect().adjusted(24, 8, -24, -8), Qt::AlignCenter | Qt::TextWordWrap, m_emptyText);
        return;
    }
    QFont small = font();
    small.setPixelSize(11);
    painter.setFont(small);
    const Scale its = scale();
    paintGrid(painter, its);
    paintSeries(painter, its);
    paintDenied(painter, its);
    paintMarks(painter, its);
    paintMarked(painter, its);
    paintCursor(painter, its);
}

void RequestFlowChart::paintGrid(QPainter& painter, const Scale& scale) const
{
    const Colors& c = colors();
    for (double value = 0; value <= scale.most * 1.001; value += scale.step) {
        const double y = std::floor(scale.y(value)) + 0.5;
        painter.setPen(value == 0 ? c.muted : c.line);
        painter.drawLine(QPointF(scale.plot.left(), y), QPointF(scale.plot.right(), y));
        painter.setPen(c.muted);
        painter.drawText(QRectF(0, y - 8, leftRoom - 8, 16), Qt::AlignRight | Qt::AlignVCenter,
                         scale.step >= 1 ? numberText(Units(std::llround(value))) : rateText(value));
    }
    if (scale.plot.bottom() - scale.axis > 14) {
        painter.setPen(agedColor(c.limited, m_freshness));
        painter.drawText(
            QRectF(0, std::max(scale.axis + 6, (scale.axis + scale.plot.bottom()) / 2 - 8), leftRoom - 8, 16),
            Qt::AlignRight | Qt::AlignVCenter, tr("denied"));
    }
    const Instant end = m_data.at(m_data.size());
    const QString endText = momentText(end);
    const int endRoom = painter.fontMetrics().horizontalAdvance(endText) + 28; // and half of a tick's text
    painter.setPen(c.muted);
    for (const TimeTick& tick :
         timeTicks(end, end - m_data.from, std::max(2, int(scale.plot.width()) / 110))) {
        const double x = xOf(scale, tick.at);
        if (x > scale.plot.left() + 12 && x < scale.plot.right() - endRoom)
            painter.drawText(QRectF(x - 40, scale.plot.bottom() + 4, 80, 16), Qt::AlignCenter, tick.text);
    }
    painter.drawText(QRectF(scale.plot.right() - 120, scale.plot.bottom() + 4, 120, 16),
                     Qt::AlignRight | Qt::AlignVCenter, endText);
}

// One stretch between two gaps after the other.
void RequestFlowChart::paintSeries(QPainter& painter, const Scale& scale) const
{
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    const double wide = scale.plot.width() / double(m_data.size());
    std::vector<double> below(m_data.size(), 0.0);
    for (std::size_t n = 0; n < m_data.series.size(); ++n) {
        const std::vector<double>& allowed = m_data.series[n].allowed;
        const bool rest = m_data.lastIsRest && n + 1 == m_data.series.size();
        painter.setBrush(agedColor(seriesColor(m_data.series[n].color, rest), m_freshness));
        painter.setPen(QPen(colors().card, 1));
        for (std::size_t begin = 0; begin < m_data.size();) {
            if (!m_data.known[begin]) {
                ++begin;
                continue;
            }
            std::size_t end = begin;
            while (end < m_data.size() && m_data.known[end])
                ++end;
            // Each value is of its ten seconds: its point stands in their middle, the outer ones reach out.
            QPolygonF area;
            const auto x = [&](std::size_t i) {
                return scale.plot.left() + (double(i) + 0.5) * wide;
            };
            area << QPointF(x(begin) - wide / 2, scale.y(below[begin] + allowed[begin]));
            for (std::size_t i = begin; i < end; ++i)
                area << QPointF(x(i), scale.y(below[i] + allowed[i]));
            area << QPointF(x(end - 1) + wide / 2, scale.y(below[end - 1] + allowed[end - 1]));
            area << QPointF(x(end - 1) + wide / 2, scale.y(below[end - 1]));
            for (std::size_t i = end; i-- > begin;)
                area << QPointF(x(i), scale.y(below[i]));
            area << QPointF(x(begin) - wide / 2, scale.y(below[begin]));
            painter.drawPolygon(area);
            painter.fillPath(pathOf(area), patternOver(m_data.series[n].same));
            begin = end;
        }
        for (std::size_t i = 0; i < m_data.size(); ++i)
            below[i] += allowed[i];
    }
    painter.restore();
}

void RequestFlowChart::paintDenied(QPainter& painter, const Scale& scale) const
{
    const double wide = scale.plot.width() / double(m_data.size());
    for (std::size_t i = 0; i < m_data.size(); ++i)
        if (m_data.known[i] && m_data.denied[i] > 0)
            painter.fillRect(QRectF(scale.plot.left() + double(i) * wide + 0.5, scale.axis + 1,
                                    std::max(1.0, wide - 1),
                                    std::max(1.5, scale.y(-m_data.denied[i]) - scale.axis)),
                             agedColor(colors().limited, m_freshness));
}

// Foreign names are shown as they are known; each has room up to the one before.
void RequestFlowChart::paintMarks(QPainter& painter, const Scale& scale) const
{
    painter.save();
    double free = scale.plot.left();
    for (const TimeMark& mark : m_marks) {
        const double x = std::floor(xOf(scale, mark.at)) + 0.5;
        if (x < scale.plot.left() || x > scale.plot.right())
            continue;
        QPen pen(colors().text, 1);
        pen.setDashPattern({3, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(x, 4), QPointF(x, scale.plot.bottom()));
        painter.setPen(colors().muted);
        const QString name = painter.fontMetrics().elidedText(mark.text.section(QLatin1Char('\n'), 0, 0),
                                                              Qt::ElideMiddle, int(x - free) - 8);
        if (name.size() > 4)
            painter.drawText(QRectF(free, 0, x - free - 4, topRoom - 2), Qt::AlignRight | Qt::AlignVCenter,
                             name);
        free = x + 4;
    }
    painter.restore();
}

void RequestFlowChart::paintCursor(QPainter& painter, const Scale& scale) const
{
    if (m_dragged) {
        painter.fillRect(QRectF(QPointF(std::min(m_dragged->first, m_dragged->second), scale.plot.top()),
                                QPointF(std::max(m_dragged->first, m_dragged->second), scale.plot.bottom())),
                         markTint());
    }
    const auto place = cursorPlace();
    if (!place)
        return;
    const double x = scale.plot.left() + (double(*place) + 0.5) / double(m_data.size()) * scale.plot.width();
    painter.setPen(QPen(colors().accent, 1));
    painter.drawLine(QPointF(x, scale.plot.top()), QPointF(x, scale.plot.bottom()));
}

void RequestFlowChart::paintMarked(QPainter& painter, const Scale& scale) const
{
    if (!m_marked)
        return;
    const double left = std::max(scale.plot.left(), xOf(scale, m_marked->from));
    const double right = std::min(scale.plot.right(), xOf(scale, m_marked->to));
    if (right <= left)
        return;
    const QRectF area(QPointF(left, scale.plot.top()), QPointF(right, scale.plot.bottom()));
    painter.fillRect(area, markTint());
    painter.setPen(QPen(colors().accent, 1));
    painter.drawLine(area.topLeft(), area.bottomLeft());
    painter.drawLine(area.topRight(), area.bottomRight());
}

QString RequestFlowChart::textAt(std::size_t place) const
{
    const QString when = tr("%1, ten seconds").arg(momentText(m_data.at(place)));
    if (!m_data.known[place])
        return when + QStringLiteral("\n") + tr("not read yet");
    QStringList lines{when};
    for (std::size_t n = m_data.series.size(); n-- > 0;)
        lines << QStringLiteral("%1: %2/s")
                     .arg(m_data.series[n].name, rateText(m_data.series[n].allowed[place]));
    lines << tr("denied: %1/s").arg(rateText(m_data.denied[place]));
    for (const TimeMark& mark : m_marks)
        if (mark.at >= m_data.at(place) && mark.at < m_data.at(place + 1))
            lines << mark.text;
    return lines.join(QLatin1Char('\n'));
}

std::optional<std::size_t> RequestFlowChart::cursorPlace() const
{
    if (!m_cursor || *m_cursor < m_data.from || *m_cursor >= m_data.at(m_data.size()))
        return std::nullopt;
    return std::size_t((*m_cursor - m_data.from) / m_data.step);
}

void RequestFlowChart::setCursorPlace(std::optional<std::size_t> place)
{
    if (place == cursorPlace())
        return;
    m_cursor = place ? std::optional(m_data.at(*place)) : std::nullopt;
    update();
}

void RequestFlowChart::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && placeAt(event->position().x()))
        m_pressed = event->position().x();
}

void RequestFlowChart::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_emptyText.isEmpty())
        return;
    const QRectF plot = scale().plot;
    const double x = std::clamp(event->position().x(), plot.left(), plot.right());
    if (m_pressed && std::abs(x - *m_pressed) >= dragged)
        m_dragged = std::pair(*m_pressed, x);
    const auto place = placeAt(event->position().x());
    setCursorPlace(place);
    if (place && !m_dragged)
        QToolTip::showText(event->globalPosition().toPoint(), plainToolTip(textAt(*place)), this);
    update();
}

void RequestFlowChart::mouseReleaseEvent(QMouseEvent* event)
{
    const auto pressed = std::exchange(m_pressed, std::nullopt);
    const auto stretch = std::exchange(m_dragged, std::nullopt);
    update();
    if (stretch) {
        const auto first = placeAt(std::min(stretch->first, stretch->second));
        const auto last = placeAt(std::max(stretch->first, stretch->second));
        if (first && last)
            chooseStretch(*first, *last);
    } else if (pressed && m_emptyText.isEmpty()) {
        choose(event->position());
    }
}

void RequestFlowChart::choose(const QPointF& point)
{
    const Scale its = scale();
    for (std::size_t i = 0; i < m_marks.size(); ++i)
        if (std::abs(xOf(its, m_marks[i].at) - point.x()) <= nearMark) {
            Q_EMIT markChosen(int(i));
            return;
        }
    const auto place = placeAt(point.x());
    if (!place)
        return;
    if (point.y() > its.axis) {
        Q_EMIT deniedChosen();
        return;
    }
    double sum = 0;
    for (std::size_t n = 0; n < m_data.series.size(); ++n) {
        sum += m_data.series[n].allowed[*place];
        if (point.y() >= its.y(sum)) {
            Q_EMIT seriesChosen(int(n));
            return;
        }
    }
}

void RequestFlowChart::chooseStretch(std::size_t one, std::size_t other)
{
    Q_EMIT stretchChosen({m_data.at(std::min(one, other)), m_data.at(std::max(one, other) + 1)});
}

// The chart may have moved on since the keys began.
void RequestFlowChart::extend(std::size_t to)
{
    const auto from =
        std::clamp<std::int64_t>((*m_anchor - m_data.from) / m_data.step, 0, std::int64_t(m_data.size()) - 1);
    chooseStretch(std::size_t(from), to);
}

void RequestFlowChart::leaveEvent(QEvent* /*event*/)
{
    setCursorPlace(std::nullopt);
}

void RequestFlowChart::focusOutEvent(QFocusEvent* event)
{
    m_anchor.reset();
    setCursorPlace(std::nullopt);
    QWidget::focusOutEvent(event);
}

void RequestFlowChart::keyPressEvent(QKeyEvent* event)
{
    const std::size_t count = m_data.size();
    if (count == 0 || !m_emptyText.isEmpty()) {
        QWidget::keyPressEvent(event);
        return;
    }
    const std::size_t place = cursorPlace().value_or(count - 1);
    std::size_t to = place;
    switch (event->key()) {
    case Qt::Key_Left:
        to = m_cursor && place > 0 ? place - 1 : place;
        break;
    case Qt::Key_Right:
        to = std::min(place + 1, count - 1);
        break;
    case Qt::Key_Home:
        to = 0;
        break;
    case Qt::Key_End:
        to = count - 1;
        break;
    case Qt::Key_Return:
    case Qt::Key_Enter:
        m_anchor.reset();
        chooseStretch(place, place);
        return;
    default:
        QWidget::keyPressEvent(event);
        return;
    }
    if (event->modifiers() & Qt::ShiftModifier) {
        if (!m_anchor)
            m_anchor = m_data.at(place);
        extend(to);
    } else {
        m_anchor.reset();
    }
    setCursorPlace(to);
    const Scale its = scale();
    const double x = its.plot.left() + (double(to) + 0.5) / double(count) * its.plot.width();
    const QString text = textAt(to);
    setAccessibleDescription(text);
    QToolTip::showText(mapToGlobal(QPoint(int(x), int(its.plot.top()))), plainToolTip(text), this);
}

} // namespace ratewarden::ui
