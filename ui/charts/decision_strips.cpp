// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/decision_strips.h"

#include "ui/charts/time_axis.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int namesWidth = 84;
constexpr int stripHeight = 20;
constexpr int stripGap = 10;
constexpr Micros shortestDecisionTime = 1ms;
constexpr double deniedPart = 0.55; // of a strip's height

} // namespace

DecisionStrips::DecisionStrips(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setAccessibleName(tr("Time line of the token"));
    setToolTip(tr("Drag the cursor over the strips, the time on the axis below; Ctrl and the wheel zoom"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize DecisionStrips::sizeHint() const
{
    const int strips = m_data ? int(m_data->strips.size()) : 4;
    return {420, strips * (stripHeight + stripGap) + fontMetrics().height() + 6};
}

QSize DecisionStrips::minimumSizeHint() const
{
    return {200, sizeHint().height()};
}

void DecisionStrips::present(std::shared_ptr<const StripData> data, const QStringList& names)
{
    m_names = names;
    const bool sameTimes = m_data && data && m_data->times == data->times;
    const std::size_t stripsBefore = m_data ? m_data->strips.size() : 0;
    m_data = std::move(data);
    if (m_data && m_data->strips.size() != stripsBefore)
        updateGeometry();
    if (!sameTimes)
        m_cursor.reset();
    update();
    Q_EMIT cursorMoved();
}

void DecisionStrips::show(TimeRange time)
{
    if (time.length() < shortestDecisionTime)
        time.to = time.from + shortestDecisionTime;
    m_time = time;
    update();
}

ChartTable DecisionStrips::asTable() const
{
    ChartTable table;
    table.title = tr("Time line of the token");
    table.headings << tr("Time");
    if (!m_data)
        return table;
    table.headings << m_names;
    const std::vector<Instant>& times = m_data->times;
    const std::size_t first = firstFrom(m_time.from);
    const auto last = std::size_t(std::ranges::upper_bound(times, m_time.to) - times.begin());
    table.about = tr("%1 to %2").arg(momentText(m_time.from), momentText(m_time.to));
    table.rowCount = int(last - first);
    table.cell = [data = m_data, first, until = m_decidedUntil](int row, int column) {
        const std::size_t request = first + std::size_t(row);
        if (column == 0)
            return exactMomentText(data->times[request]);
        const auto number = std::size_t(column) - 1;
        const StripData::Strip& strip = data->strips[number];
        const bool differs = number == data->differences;
        if (until && data->times[request] > *until)
            return tr("not decided yet");
        return strip.denied(request, request + 1) > 0    ? (differs ? tr("now denied") : tr("denied"))
               : strip.allowed(request, request + 1) > 0 ? (differs ? tr("now allowed") : tr("allowed"))
                                                         : noValue();
    };
    return table;
}

double DecisionStrips::left() const
{
    return namesWidth;
}

QRectF DecisionStrips::strip(std::size_t number) const
{
    return {left(), double(number) * (stripHeight + stripGap), std::max(1.0, width() - left()), stripHeight};
}

double DecisionStrips::xOf(Instant moment) const
{
    const double length = std::max(1.0, double(m_time.length().count()));
    return left() + (width() - left()) * double((moment - m_time.from).count()) / length;
}

Instant DecisionStrips::at(double x) const
{
    const double share = (x - left()) / std::max(1.0, width() - left());
    return m_time.from + Micros(std::llround(share * double(m_time.length().count())));
}

void DecisionStrips::setCursorAt(std::optional<std::size_t> request)
{
    m_cursor = request;
    if (m_cursor && m_data)
        setAccessibleDescription(momentText(m_data->times.at(*m_cursor)));
    update();
    Q_EMIT cursorMoved();
}

void DecisionStrips::putCursorNear(Instant moment)
{
    if (!m_data || m_data->times.empty())
        return;
    const std::vector<Instant>& times = m_data->times;
    auto found = std::ranges::lower_bound(times, moment);
    if (found == times.end() || (found != times.begin() && moment - *(found - 1) < *found - moment))
        --found;
    setCursorAt(std::size_t(found - times.begin()));
}

void DecisionStrips::goTo(std::size_t request)
{
    if (!m_data || request >= m_data->times.size())
        return;
    reveal(m_data->times[request]);
    setCursorAt(request);
}

std::size_t DecisionStrips::differencesLeft() const
{
    if (!m_data || m_data->differences >= m_data->strips.size())
        return 0;
    const StripData::Strip& marks = m_data->strips[m_data->differences];
    const std::size_t from = m_cursor ? *m_cursor + 1 : firstFrom(m_time.from);
    const std::size_t to = m_data->times.size();
    return std::size_t(marks.allowed(from, to)) + marks.denied(from, to);
}

void DecisionStrips::setDecidedUntil(std::optional<Instant> moment)
{
    if (std::exchange(m_decidedUntil, moment) != moment)
        update();
}

bool DecisionStrips::goToDifference(bool forward)
{
    if (!m_data || m_data->differences >= m_data->strips.size())
        return false;
    const StripData::Strip& marks = m_data->strips[m_data->differences];
    const std::size_t requests = m_data->times.size();
    const std::size_t found = forward ? marks.nextMark(m_cursor ? *m_cursor + 1 : firstFrom(m_time.from))
                                      : marks.markBefore(m_cursor ? *m_cursor : firstFrom(m_time.to));
    if (found >= requests)
        return false;
    reveal(m_data->times[found]);
    showSome(found);
    setCursorAt(found);
    return true;
}

std::size_t DecisionStrips::firstFrom(Instant moment) const
{
    return std::size_t(std::ranges::lower_bound(m_data->times, moment) - m_data->times.begin());
}

void DecisionStrips::reveal(Instant moment)
{
    if (moment >= m_time.from && moment < m_time.to)
        return;
    const Micros length = m_time.length();
    show({moment - length / 3, moment - length / 3 + length});
    Q_EMIT timeMoved();
}

// Where more requests are shown than there are pixels, only as many as can be told apart.
void DecisionStrips::showSome(std::size_t around)
{
    constexpr std::size_t some = 160;
    const std::vector<Instant>& times = m_data->times;
    const auto from = std::ranges::lower_bound(times, m_time.from);
    const auto to = std::ranges::lower_bound(times, m_time.to);
    if (double(to - from) <= width() - left())
        return;
    const std::size_t first = around > some / 2 ? around - some / 2 : 0;
    const std::size_t last = std::min(times.size() - 1, first + some);
    if (times[last] - times[first] < shortestDecisionTime)
        return;
    show({times[first], times[last]});
    Q_EMIT timeMoved();
}

void DecisionStrips::zoom(double factor, Instant around)
{
    const double length =
        std::max(double(shortestDecisionTime.count()), double(m_time.length().count()) * factor);
    const double share = double((around - m_time.from).count()) / double(m_time.length().count());
    const Instant from = around - Micros(std::llround(length * share));
    show({from, from + Micros(std::llround(length))});
    Q_EMIT timeMoved();
}

void DecisionStrips::paintEvent(QPaintEvent*)
{
    if (!m_data)
        return;
    QPainter painter(this);
    const Colors& c = colors();
    for (std::size_t i = 0; i < m_data->strips.size(); ++i)
        paintStrip(painter, i);
    paintAxis(painter);
    if (m_decidedUntil)
        paintUndecided(painter);
    if (m_cursor)
        paintCursor(painter);
    if (hasFocus()) {
        painter.setPen(QPen(c.accent, 1, Qt::DotLine));
        painter.drawRect(
            QRectF(left() - 1, 0, width() - left(), strip(m_data->strips.size()).top() - stripGap));
    }
}

void DecisionStrips::paintUndecided(QPainter& painter) const
{
    const double x = std::clamp(xOf(*m_decidedUntil) + 2, left(), double(width()));
    QColor veil = colors().card;
    veil.setAlphaF(0.78F);
    for (std::size_t i = 0; i < m_data->strips.size(); ++i) {
        const QRectF area = strip(i);
        painter.fillRect(QRectF(x, area.top(), area.right() - x, area.height()), veil);
    }
    if (x <= left() || x >= width())
        return;
    const double bottom = strip(m_data->strips.size() - 1).bottom();
    painter.setPen(QPen(colors().muted, 1, Qt::DashLine));
    painter.drawLine(QPointF(std::floor(x) + 0.5, 0), QPointF(std::floor(x) + 0.5, bottom));
}

// Between the strips, so that it does not hide what it is on.
void DecisionStrips::paintCursor(QPainter& painter) const
{
    const double x = std::floor(xOf(m_data->times.at(*m_cursor))) + 1;
    if (x < left() || x > width())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors().text, 1.4));
    painter.setBrush(colors().text);
    for (std::size_t i = 0; i < m_data->strips.size(); ++i) {
        const double bottom = strip(i).bottom();
        painter.drawLine(QPointF(x, bottom + 2), QPointF(x, bottom + stripGap - 1));
    }
    const double bottom = strip(m_data->strips.size() - 1).bottom();
    painter.drawPolygon(
        QPolygonF{QPointF(x, bottom + 1), QPointF(x - 4, bottom + 7), QPointF(x + 4, bottom + 7)});
    painter.restore();
}

void DecisionStrips::paintStrip(QPainter& painter, std::size_t number) const
{
    const StripData::Strip& data = m_data->strips[number];
    const QRectF area = strip(number);
    const Colors& c = colors();
    painter.setPen(c.muted);
    painter.drawText(
        QRectF(0, area.top(), left() - 8, area.height()), Qt::AlignVCenter | Qt::AlignLeft,
        fontMetrics().elidedText(m_names.value(qsizetype(number)), Qt::ElideMiddle, int(left()) - 8));
    painter.fillRect(area, number == m_data->differences ? c.track : groundFor(c.used));

    const std::vector<Instant>& times = m_data->times;
    const double split = area.height() * (1 - deniedPart);
    const auto indexAt = [&](double x) {
        return std::size_t(std::ranges::lower_bound(times, at(x)) - times.begin());
    };
    std::size_t first = indexAt(area.left());
    for (double x = area.left(); x < area.right() && first < times.size(); ++x) {
        const std::size_t last = indexAt(x + 1);
        const bool allowed = data.allowed(first, last) > 0;
        const bool denied = data.denied(first, last) > 0;
        const bool alone = last == times.size() || times[last] >= at(x + 2);
        const double thick = alone ? 2 : 1; // a single one is to be seen
        if (allowed)
            painter.fillRect(QRectF(x, area.top(), thick, denied ? split : area.height()), c.used);
        if (denied)
            painter.fillRect(QRectF(x, area.top() + split, thick, area.height() - split), c.limited);
        first = last;
    }
}

void DecisionStrips::paintAxis(QPainter& painter) const
{
    painter.setPen(colors().muted);
    const double top = strip(m_data->strips.size()).top() - stripGap + 9;
    const int labelWidth = fontMetrics().horizontalAdvance(QStringLiteral("00:00:00")) + 8;
    const int most = std::max(1, int((width() - left()) / 110));
    for (const TimeTick& tick : timeTicks(m_time.to, m_time.length(), most)) {
        const double x = std::clamp(xOf(tick.at), left() + labelWidth / 2.0, width() - labelWidth / 2.0);
        painter.drawText(QRectF(x - labelWidth / 2.0, top, labelWidth, fontMetrics().height()),
                         Qt::AlignCenter | Qt::TextDontClip, tick.text);
    }
}

void DecisionStrips::mousePressEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_data || event->position().x() < left())
        return;
    const bool onAxis = event->position().y() > strip(m_data->strips.size()).top() - stripGap;
    m_press = Press{event->position().x(), m_time, onAxis};
    if (!onAxis)
        putCursorNear(at(event->position().x()));
}

void DecisionStrips::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_press)
        return;
    if (!m_press->onAxis) {
        const double x = std::clamp(event->position().x(), left(), double(width()));
        return putCursorNear(at(x));
    }
    const double by = event->position().x() - m_press->x;
    const double perPixel = double(m_press->time.length().count()) / std::max(1.0, width() - left());
    const Micros shift(std::llround(by * perPixel));
    show({m_press->time.from - shift, m_press->time.to - shift});
    Q_EMIT timeMoved();
}

void DecisionStrips::mouseReleaseEvent(QMouseEvent* /*event*/)
{
    m_press.reset();
}

void DecisionStrips::wheelEvent(QWheelEvent* event)
{
    if (!m_data || event->angleDelta().y() == 0 || !(event->modifiers() & Qt::ControlModifier))
        return QWidget::wheelEvent(event); // the page scrolls
    zoom(event->angleDelta().y() > 0 ? 0.8 : 1.25, at(event->position().x()));
    event->accept();
}

void DecisionStrips::keyPressEvent(QKeyEvent* event)
{
    if (!m_data || m_data->times.empty())
        return QWidget::keyPressEvent(event);
    const std::size_t last = m_data->times.size() - 1;
    const Instant middle = m_cursor ? m_data->times[*m_cursor] : m_time.from + m_time.length() / 2;
    switch (event->key()) {
    case Qt::Key_Left:
        return m_cursor ? goTo(*m_cursor > 0 ? *m_cursor - 1 : 0) : putCursorNear(middle);
    case Qt::Key_Right:
        return m_cursor ? goTo(std::min(last, *m_cursor + 1)) : putCursorNear(middle);
    case Qt::Key_Home:
        return goTo(0);
    case Qt::Key_End:
        return goTo(last);
    case Qt::Key_Plus:
        return zoom(0.5, middle);
    case Qt::Key_Minus:
        return zoom(2, middle);
    default:
        QWidget::keyPressEvent(event);
    }
}

} // namespace ratewarden::ui
