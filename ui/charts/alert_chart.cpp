// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/alert_chart.h"

#include "ui/charts/time_axis.h"
#include "ui/text/alert_text.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/plain_label.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr int alertLeft = 48;
constexpr int alertRight = 14; // for the handle
constexpr int alertTop = 8;
constexpr int alertBottom = 20;
constexpr double nearBound = 7;   // pixels from which it is dragged
constexpr double boundHandle = 6; // its radius
constexpr double stepsOfKey = 5;  // of a key, between two grid lines
constexpr double boundLabelHeight = 15;
constexpr double boundLabelGap = 2; // from its line

Instant clockOfRounds(const std::vector<MeasuredRound>& rounds)
{
    return rounds.empty() ? Instant() : rounds.back().at;
}

} // namespace

AlertChart::AlertChart(Moments* moments, QWidget* parent)
    : TimeChart(*new TimeLine([this] { return clockOfRounds(*m_rounds); }, moments), parent)
{
    m_time.setParent(this);
    setAccessibleName(tr("What the alert measured"));
    setAccessibleDescription(AlertChart::keyHelp());
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
    connect(&m_time, &TimeLine::areaMoved, this, &AlertChart::areaSaid);
}

QString AlertChart::areaSentence() const
{
    return hasTime() && m_time.area() ? alertAreaText(m_alert, *m_rounds, m_tested, *m_time.area())
                                      : QString();
}

QWidget* AlertChart::makeAreaLabel()
{
    auto* const label = new PlainLabel;
    label->setObjectName("alertArea");
    label->setWrapped(QSizePolicy::Ignored, QSizePolicy::Minimum);
    label->hide();
    connect(this, &AlertChart::areaSaid, label, [this, label] {
        const QString sentence = areaSentence();
        label->setText(sentence);
        label->setVisible(!sentence.isEmpty());
    });
    return label;
}

void AlertChart::setEmptyText(const QString& text)
{
    TimeChart::setEmptyText(text);
    Q_EMIT areaSaid();
}

ChartTable AlertChart::asTable() const
{
    ChartTable table;
    table.about = hasTime() ? boundText(m_alert) : emptyText();
    table.headings = {tr("Time"), measureName(m_alert.measure), tr("Fires"), tr("Not known because")};
    if (!hasTime())
        return table;
    const auto first = std::ranges::lower_bound(*m_rounds, m_time.begin(), {}, &MeasuredRound::at);
    const auto end = std::ranges::upper_bound(*m_rounds, m_time.end(), {}, &MeasuredRound::at);
    table.rowCount = int(end - first);
    table.cell = [rounds = m_rounds, last = end - m_rounds->begin() - 1, measure = m_alert.measure,
                  firings = m_tested.firings](int row, int column) {
        const MeasuredRound& round = (*rounds)[std::size_t(last - row)];
        const auto next = std::ranges::upper_bound(firings, round.at, {}, &BackTestFiring::from);
        const bool fires =
            next != firings.begin() && (!std::prev(next)->to || round.at < *std::prev(next)->to);
        return column == 0   ? exactMomentText(round.at)
               : column == 1 ? figureText(measure, round.figure)
               : column == 2 ? (fires ? tr("yes") : tr("no"))
                             : doubtText(round.figure.doubt);
    };
    return table;
}

QString AlertChart::keyHelp() const
{
    return tr("Up and Down move the bound; Left and Right go from round to round.");
}

void AlertChart::present(const Alert& alert, std::shared_ptr<const std::vector<MeasuredRound>> rounds,
                         const BackTestedAlert& tested)
{
    m_rounds = std::move(rounds);
    if (!m_rounds->empty()) {
        const Micros whole =
            std::max<Micros>(m_rounds->back().at - m_rounds->front().at, std::chrono::minutes(1));
        m_time.setReach(whole, whole);
    }
    double most = alert.bound.at;
    for (const MeasuredRound& round : *m_rounds)
        most = std::max(most, std::isfinite(round.figure.high) ? round.figure.high : round.figure.low);
    m_most = std::max(most * 1.15, 0.01);
    present(alert, tested);
}

void AlertChart::present(const Alert& alert, const BackTestedAlert& tested)
{
    m_alert = alert;
    m_tested = tested;
    update();
    Q_EMIT areaSaid();
}

QRectF AlertChart::plot() const
{
    return QRectF(rect()).adjusted(alertLeft, alertTop, -alertRight, -alertBottom);
}

double AlertChart::yOf(double value) const
{
    const QRectF area = plot();
    return area.bottom() - std::clamp(value / m_most, 0.0, 1.0) * area.height();
}

// So that it is as thick as it is drawn.
double AlertChart::lineY(double value) const
{
    return std::floor(yOf(value)) + 0.5;
}

double AlertChart::valueAt(double y) const
{
    const QRectF area = plot();
    return std::clamp((area.bottom() - y) / std::max(1.0, area.height()), 0.0, 1.0) * m_most;
}

double AlertChart::boundY() const
{
    return yOf(m_alert.bound.at);
}

bool AlertChart::isNearBound(const QPointF& place) const
{
    return hasTime() && std::abs(place.y() - boundY()) <= nearBound && place.x() >= plot().left();
}

double AlertChart::unit() const
{
    return niceStep(m_most) / 20;
}

// A value that people write.
double AlertChart::rounded(double value) const
{
    return std::round(std::round(value / unit()) * unit() * 1e6) / 1e6;
}

// To one that can be beyond: an alert above nothing less than 0 never fires.
void AlertChart::moveBound(double to)
{
    const double least = m_alert.bound.isAbove ? 0 : unit();
    const double largest =
        std::min(m_most, largestOf(m_alert.measure) - (m_alert.bound.isAbove ? unit() : 0));
    const double at = rounded(std::clamp(to, least, largest));
    if (at != m_alert.bound.at)
        Q_EMIT boundMoved(at);
}

AlertBound AlertChart::moved(const AlertBound& from, double at) const
{
    AlertBound to{from.isAbove, at, {}};
    if (!from.back || from.at <= 0)
        return to;
    const double back = rounded(*from.back * at / from.at);
    const double largest = largestOf(m_alert.measure);
    if (to.isAbove && at > 0)
        to.back = std::min(at, std::max(back, rounded(unit())));
    else if (!to.isAbove && at < largest)
        to.back = std::max(at, std::min(back, largest - unit()));
    return to;
}

std::vector<Instant> AlertChart::drawnAt() const
{
    std::vector<Instant> all;
    for (const MeasuredRound& round : *m_rounds)
        all.push_back(round.at);
    return all;
}

std::vector<Instant> AlertChart::events() const
{
    std::vector<Instant> all;
    for (const BackTestFiring& firing : m_tested.firings) {
        all.push_back(firing.from);
        if (firing.to)
            all.push_back(*firing.to);
    }
    for (const TimeMark& mark : withMoments(marksOfServer()))
        all.push_back(mark.at);
    std::ranges::sort(all);
    return all;
}

QString AlertChart::valuesAt(Instant moment) const
{
    const auto next = std::ranges::upper_bound(*m_rounds, moment, {}, &MeasuredRound::at);
    if (next == m_rounds->begin())
        return {};
    const MeasuredRound& round = *std::prev(next);
    QStringList lines{momentText(round.at), figureText(m_alert.measure, round.figure)};
    if (const QString doubt = doubtText(round.figure.doubt); !doubt.isEmpty())
        lines << doubt;
    lines << flagsNear(moment, marksOfServer());
    return lines.join(QLatin1Char('\n'));
}

void AlertChart::mousePressEvent(QMouseEvent* event)
{
    m_isDragged = event->button() == Qt::LeftButton && isNearBound(event->position());
    if (!m_isDragged)
        TimeChart::mousePressEvent(event);
    else
        setFocus(Qt::MouseFocusReason);
}

void AlertChart::mouseMoveEvent(QMouseEvent* event)
{
    if (m_isDragged)
        return moveBound(valueAt(event->position().y()));
    setCursor(isNearBound(event->position()) ? Qt::SizeVerCursor : Qt::ArrowCursor);
    TimeChart::mouseMoveEvent(event);
}

void AlertChart::mouseReleaseEvent(QMouseEvent* event)
{
    if (!std::exchange(m_isDragged, false))
        TimeChart::mouseReleaseEvent(event);
}

void AlertChart::keyPressEvent(QKeyEvent* event)
{
    const bool isUp = event->key() == Qt::Key_Up;
    if (!hasTime() || (!isUp && event->key() != Qt::Key_Down))
        return TimeChart::keyPressEvent(event);
    const double step = niceStep(m_most) / stepsOfKey;
    moveBound(m_alert.bound.at + (isUp ? step : -step));
}

void AlertChart::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintFocus(painter);
    if (!hasTime())
        return paintEmptyText(painter);
    painter.setFont(smallFont(font()));
    paintGrid(painter);
    paintFirings(painter);
    paintFigures(painter);
    paintBound(painter);
    paintMoments(painter, plot());
    paintTime(painter);
}

void AlertChart::paintGrid(QPainter& painter) const
{
    const Colors& c = colors();
    const QRectF area = plot();
    const double step = niceStep(m_most);
    for (double value = 0; value <= m_most * 1.001; value += step) {
        paintGridLine(painter, area, yOf(value),
                      figureText(m_alert.measure, {value, value, FigureDoubt::None, {}}),
                      value == 0 ? c.muted : c.line);
    }
    painter.setPen(c.muted);
    for (const TimeTick& tick :
         timeTicks(m_time.end(), m_time.span(), std::max(2, int(area.width()) / 110))) {
        const double x = xOf(tick.at);
        if (x > area.left() + 12 && x < area.right() - 12)
            painter.drawText(QRectF(x - 40, area.bottom() + 4, 80, 16), Qt::AlignCenter, tick.text);
    }
}

void AlertChart::paintFirings(QPainter& painter) const
{
    const QRectF area = plot();
    const QColor ink = colors().limited;
    QColor ground = ink;
    ground.setAlphaF(0.10F);
    for (const BackTestFiring& firing : m_tested.firings) {
        const double left = std::max(area.left(), xOf(firing.from));
        const double right = std::min(area.right(), xOf(firing.to.value_or(m_rounds->back().at)));
        if (right < left)
            continue;
        const double wide = std::max(2.0, right - left);
        painter.fillRect(QRectF(left, area.top(), wide, area.height()), ground);
        painter.fillRect(QRectF(left, area.bottom() - 3, wide, 3), ink); // not by its colour alone
    }
}

// Of the rounds that share a pixel the lowest and the highest; a gap where nothing is known.
void AlertChart::paintFigures(QPainter& painter) const
{
    painter.save();
    painter.setClipRect(plot().adjusted(-1, -1, 1, 1));
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors().used, 1.5));
    QPainterPath path;
    bool isOpen = false;
    for (std::size_t i = 0; i < m_rounds->size();) {
        const double x = std::floor(xOf((*m_rounds)[i].at));
        double low = std::numeric_limits<double>::infinity();
        double high = -low;
        bool isKnown = false;
        std::size_t next = i;
        for (; next < m_rounds->size() && std::floor(xOf((*m_rounds)[next].at)) == x; ++next) {
            const AlertFigure& figure = (*m_rounds)[next].figure;
            if (!std::isfinite(figure.high))
                continue;
            isKnown = true;
            low = std::min(low, figure.low);
            high = std::max(high, figure.high);
        }
        i = next;
        if (isKnown && isOpen)
            path.lineTo(x, yOf(high));
        else if (isKnown)
            path.moveTo(x, yOf(high));
        if (isKnown)
            path.lineTo(x + 0.01, yOf(low));
        isOpen = isKnown;
    }
    painter.drawPath(path);
    painter.restore();
}

// Above the upper line and below the lower one, unless the axis is there.
AlertChart::BoundLabels AlertChart::boundLabels() const
{
    const QRectF area = plot();
    const auto label = [&](double value, bool isAbove) {
        return QRectF(area.left() + 6,
                      lineY(value) + (isAbove ? -boundLabelHeight - boundLabelGap : boundLabelGap),
                      area.width() - 12, boundLabelHeight);
    };
    const AlertBound& bound = m_alert.bound;
    BoundLabels labels{label(bound.at, bound.isAbove),
                       bound.back ? label(*bound.back, !bound.isAbove) : QRectF()};
    QRectF& lower = bound.isAbove ? labels.back : labels.bound;
    const QRectF& upper = bound.isAbove ? labels.bound : labels.back;
    if (lower.isEmpty() || lower.bottom() <= area.bottom())
        return labels;
    lower.translate(0, -boundLabelHeight - 2 * boundLabelGap);
    if (!upper.isEmpty() && lower.top() < upper.bottom() + boundLabelGap) { // there is the upper line
        const QString said = bound.isAbove ? boundText(m_alert) : backText(m_alert);
        lower.moveTop(upper.top());
        lower.setLeft(upper.left() + QFontMetricsF(smallFont(font())).horizontalAdvance(said) + 14);
    }
    return labels;
}

void AlertChart::paintBound(QPainter& painter) const
{
    const Colors& c = colors();
    const QRectF area = plot();
    const BoundLabels labels = boundLabels();
    const auto line = [&](double value, const QPen& pen, const QString& text, const QRectF& label) {
        const double y = lineY(value);
        painter.setPen(pen);
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right(), y));
        painter.drawText(label, Qt::AlignLeft | Qt::AlignVCenter, text);
    };
    if (m_alert.bound.back)
        line(*m_alert.bound.back, QPen(c.good, 1, Qt::DashLine), backText(m_alert), labels.back);
    line(m_alert.bound.at, QPen(c.limited, 2), boundText(m_alert), labels.bound);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(c.limited, 2));
    painter.setBrush(c.card);
    painter.drawEllipse(QPointF(area.right() + 1, boundY()), boundHandle, boundHandle);
    painter.setBrush(Qt::NoBrush);
    painter.setRenderHint(QPainter::Antialiasing, false);
}

} // namespace ratewarden::ui
