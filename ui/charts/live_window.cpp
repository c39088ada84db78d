// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/live_window.h"

#include "ui/charts/time_axis.h"
#include "ui/charts/time_line.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QToolTip>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto shortestFrame = 40ms;
constexpr auto longestFrame = 1000ms;
constexpr int axisHeight = 24;
constexpr int topMargin = 6; // room for the marks of denials
constexpr qreal markStep = 9;
constexpr double zoomStep = 1.2;
constexpr int denseLabels = 96;
constexpr double nearPointer = 3; // pixels

// Where the wheel is needed to move the page, it does that.
bool pageScrolls(const QWidget* widget)
{
    for (const QWidget* parent = widget->parentWidget(); parent != nullptr; parent = parent->parentWidget())
        if (const auto* const area = qobject_cast<const QScrollArea*>(parent))
            return area->verticalScrollBar()->maximum() > 0;
    return false;
}

} // namespace

LiveWindow::LiveWindow(TimeLine& time, QWidget* parent) : QWidget(parent), m_time(time)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Live window"));
    setFocusPolicy(Qt::StrongFocus);
    setMouseTracking(true);
    connect(&m_time, &TimeLine::changed, this, [this] {
        updateTimer();
        update();
    });
    connect(&m_time, &TimeLine::pointerMoved, this, qOverload<>(&QWidget::update));
}

void LiveWindow::present(std::shared_ptr<const TokenDetail> window,
                         std::shared_ptr<const UsageHistory> history)
{
    const auto rulesOf = [](const std::shared_ptr<const TokenDetail>& reading) {
        return reading && reading->reading.policy ? reading->reading.policy->rules : std::vector<Rule>();
    };
    const bool otherRules = rulesOf(window) != rulesOf(m_window);
    m_window = std::move(window);
    m_history = std::move(history);
    if (otherRules)
        updateGeometry();
    update();
}

void LiveWindow::setDense(bool dense)
{
    m_dense = dense;
    updateGeometry();
}

Micros LiveWindow::livelySpan(const std::vector<Rule>& rules)
{
    Micros span = std::ranges::min(rules, {}, &Rule::window).window;
    for (const Rule& rule : rules)
        if (rule.window <= 2min)
            span = std::max(span, rule.window);
    return span + span / 4;
}

Units LiveWindow::requestsShown() const
{
    Units requests = 0;
    if (m_window)
        for (const LogEntry& entry : m_window->log.entries)
            requests += entry.at > m_time.end() - m_time.span() && entry.at <= m_time.end() ? 1 : 0;
    return requests;
}

int LiveWindow::bandHeight() const
{
    return m_dense ? 18 : 28;
}

int LiveWindow::bandGap() const
{
    return m_dense ? 7 : 10; // room for the marks of denials
}

QSize LiveWindow::sizeHint() const
{
    const qsizetype rules =
        m_window && m_window->reading.policy ? qsizetype(m_window->reading.policy->rules.size()) : 3;
    return {420, int(topMargin + rules * (bandHeight() + bandGap()) - bandGap() + axisHeight)};
}

QSize LiveWindow::minimumSizeHint() const
{
    return {240, sizeHint().height()};
}

QRectF LiveWindow::axisArea() const
{
    int labels = 0;
    if (m_window && m_window->reading.policy)
        for (const Rule& rule : m_window->reading.policy->rules)
            labels = qMax(labels, fontMetrics().horizontalAdvance(ruleText(rule)));
    // Side by side, all begin at one place.
    labels = m_dense ? denseLabels : qMin(labels + 12, width() / 4);
    return {double(labels), topMargin, double(width() - labels - 1),
            double(sizeHint().height() - axisHeight - topMargin)};
}

qreal LiveWindow::position(Instant moment, Instant end, const QRectF& band) const
{
    return band.right() - band.width() * double((end - moment).count()) / double(m_time.span().count());
}

std::optional<Instant> LiveWindow::momentAt(qreal x) const
{
    const QRectF axis = axisArea();
    if (x < axis.left() || x > axis.right())
        return std::nullopt;
    return m_time.end() -
           Micros(std::int64_t((axis.right() - x) / axis.width() * double(m_time.span().count())));
}

void LiveWindow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors& c = colors();
    if (!m_window || !m_window->reading.policy) {
        painter.setPen(c.muted);
        painter.drawText(rect(), Qt::AlignCenter, tr("Without announced rules there is no window to show"));
        return;
    }
    const Instant moment = m_time.end();
    const std::vector<Rule>& rules = m_window->reading.policy->rules;
    const QRectF axis = axisArea();
    const int labelWidth = int(axis.left());

    // The longest window on top, as its band reaches the furthest back.
    std::vector<std::size_t> order(rules.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) { return rules[i].window; });

    qreal y = topMargin;
    for (const std::size_t rule : order) {
        const QRectF band(axis.left(), y, axis.width(), bandHeight());
        painter.setPen(isEnabled() ? c.text : c.muted);
        painter.drawText(QRectF(0, y, labelWidth - 8, bandHeight()), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(ruleText(rules[rule]), Qt::ElideRight, labelWidth - 8));
        paintBand(painter, band, rule, moment);
        y += bandHeight() + bandGap();
    }

    painter.setPen(QPen(isEnabled() ? c.text : c.muted, 1.5));
    painter.drawLine(QPointF(axis.right(), axis.top() - 4), QPointF(axis.right(), axis.bottom() + 4));
    const QRectF labels(0, axis.bottom() + 4, width(), axisHeight - 4);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    const QString end = m_time.moving() ? tr("now") : momentText(moment);
    const int endWidth = QFontMetrics(bold).horizontalAdvance(end) + 12;
    painter.setPen(c.muted);
    for (const TimeTick& tick : timeTicks(moment, m_time.span(), qMax(2, int(axis.width()) / 110))) {
        const qreal x = position(tick.at, moment, axis);
        painter.drawLine(QPointF(x, axis.bottom() + 1), QPointF(x, axis.bottom() + 4));
        const int half = fontMetrics().horizontalAdvance(tick.text) / 2 + 1;
        if (x - half >= labelWidth - 8 && x + half < width() - endWidth)
            painter.drawText(QRectF(x - half, labels.top(), 2 * half, labels.height()), Qt::AlignCenter,
                             tick.text);
    }
    if (const auto pointer = m_time.pointer()) {
        const qreal x = position(*pointer, moment, axis);
        painter.setPen(QPen(c.text, 1, Qt::DashLine));
        if (x >= axis.left() && x <= axis.right())
            painter.drawLine(QPointF(x, axis.top() - 4), QPointF(x, axis.bottom() + 4));
    }
    if (hasFocus()) {
        painter.setPen(c.accent);
        painter.drawRect(axis.adjusted(-1, -3, 0, 2));
    }
    painter.setFont(bold);
    painter.setPen(isEnabled() ? c.text : c.muted);
    painter.drawText(labels, Qt::AlignRight | Qt::AlignVCenter, end);
}

void LiveWindow::paintBand(QPainter& painter, const QRectF& band, std::size_t rule, Instant now) const
{
    const Colors& c = colors();
    const Micros window = m_window->reading.policy->rules[rule].window;
    painter.save();
    painter.setClipRect(band.adjusted(0, -topMargin, 0, 0));
    painter.fillRect(band, isEnabled() ? c.track : c.page);
    const qreal from = qMax(band.left(), position(now - window, now, band));
    if (isEnabled())
        painter.fillRect(QRectF(from, band.top(), band.right() - from, band.height()), c.selection);
    if (m_window->hasLog)
        paintEntries(painter, band, window, now);
    else
        paintLevels(painter, band, rule, now);
    paintDenials(painter, band, rule, now);
    if (from > band.left()) {
        painter.setPen(QPen(c.accent, 1, Qt::DotLine));
        painter.drawLine(QPointF(from, band.top()), QPointF(from, band.bottom()));
    }
    painter.restore();
}

void LiveWindow::paintEntries(QPainter& painter, const QRectF& band, Micros window, Instant now) const
{
    const Colors& c = colors();
    // One line a pixel column, however many requests fall into it: the busier, the taller.
    std::vector<Units> columns(std::size_t(std::ceil(band.width())) + 1);
    const std::vector<LogEntry>& entries = m_window->log.entries;
    const auto first = std::ranges::upper_bound(entries, now - m_time.span(), {}, &LogEntry::at);
    for (auto entry = first; entry != entries.end() && entry->at <= now; ++entry) {
        const qreal x = position(entry->at, now, band) - band.left();
        if (x >= 0 && x < qreal(columns.size()))
            columns[std::size_t(x)] += entry->cost;
    }
    const qreal edge = position(now - window, now, band) - band.left();
    QColor out = c.muted;
    out.setAlphaF(0.45F);
    for (std::size_t x = 0; x < columns.size(); ++x) {
        if (columns[x] == 0)
            continue;
        const bool counts = qreal(x) >= edge;
        const qreal inset = columns[x] == 1 ? 6 : columns[x] < 4 ? 4 : 2;
        painter.fillRect(QRectF(band.left() + qreal(x), band.top() + inset, 1.4, band.height() - 2 * inset),
                         !counts || !isEnabled() ? out : c.used);
    }
}

void LiveWindow::paintLevels(QPainter& painter, const QRectF& band, std::size_t rule, Instant now) const
{
    if (!m_history)
        return;
    const Colors& c = colors();
    QColor level = isEnabled() ? c.used : c.muted;
    level.setAlphaF(0.75F);
    const auto& samples = m_history->samples();
    for (std::size_t i = 0; i < samples.size(); ++i) {
        const Instant until = i + 1 < samples.size() ? samples[i + 1].at : m_time.now();
        if (until < now - m_time.span() || rule >= samples[i].shares.size())
            continue;
        const qreal left = qMax(band.left(), position(samples[i].at, now, band));
        const qreal right = qMin(band.right(), position(until, now, band));
        const qreal height = band.height() * qMin(samples[i].shares[rule], 1.0);
        painter.fillRect(QRectF(left, band.bottom() - height, right - left, height), level);
    }
}

// Marks in a row on the band's top, for as long as the rule would have denied.
void LiveWindow::paintDenials(QPainter& painter, const QRectF& band, std::size_t rule, Instant now) const
{
    if (!m_history)
        return;
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isEnabled() ? colors().limited : colors().muted);
    const auto& samples = m_history->samples();
    const auto denies = [&](const auto& sample) {
        return sample.deniedBy == rule;
    };
    for (auto begin = std::ranges::find_if(samples, denies); begin != samples.end();) {
        const auto end = std::find_if_not(begin, samples.end(), denies);
        const qreal from = position(begin->at, now, band);
        const qreal to = position(end == samples.end() ? m_time.now() : end->at, now, band);
        // Counted from the stretch's beginning also when that is out of sight, so that the marks move with
        // time.
        const int hidden = int(std::ceil(qMax(band.left() - from, 0.0) / markStep));
        for (int mark = hidden; from + mark * markStep < qMin(to, band.right() + 4); ++mark) {
            const QPointF tip(from + mark * markStep, band.top() + 1);
            painter.drawPolygon(QPolygonF({tip, tip + QPointF(-4, -6), tip + QPointF(4, -6)}));
        }
        begin = std::find_if(end, samples.end(), denies);
    }
    painter.setRenderHint(QPainter::Antialiasing, false);
}

void LiveWindow::timerEvent(QTimerEvent* event)
{
    if (event->timerId() == m_frames.timerId())
        update();
    else
        QWidget::timerEvent(event);
}

void LiveWindow::updateTimer()
{
    if (!isVisible() || !m_time.moving()) {
        m_frames.stop();
        return;
    }
    // As often as something moves by a pixel, and no oftener than the eye follows.
    const auto perPixel =
        std::chrono::duration_cast<std::chrono::milliseconds>(m_time.span()) / qMax(width(), 1);
    m_frames.start(int(std::clamp(perPixel, shortestFrame, longestFrame).count()), this);
}

void LiveWindow::wheelEvent(QWheelEvent* event)
{
    const int turned = event->angleDelta().y();
    if (turned == 0 || (pageScrolls(this) && !(event->modifiers() & Qt::ControlModifier))) {
        event->ignore();
        return;
    }
    m_time.zoom(std::pow(zoomStep, -turned / 120.0));
    event->accept();
}

void LiveWindow::keyPressEvent(QKeyEvent* event)
{
    switch (event->key()) {
    case Qt::Key_Plus:
    case Qt::Key_Equal:
        m_time.zoom(1 / zoomStep);
        break;
    case Qt::Key_Minus:
        m_time.zoom(zoomStep);
        break;
    case Qt::Key_Left:
        m_time.moveBack(m_time.span() / 10);
        break;
    case Qt::Key_Right:
        m_time.moveBack(-m_time.span() / 10);
        break;
    case Qt::Key_0:
        m_time.showUsual();
        break;
    default:
        QWidget::keyPressEvent(event);
    }
}

void LiveWindow::mousePressEvent(QMouseEvent* event)
{
    QWidget::mousePressEvent(event);
    if (event->button() == Qt::LeftButton)
        m_dragged = event->position().x();
}

void LiveWindow::mouseReleaseEvent(QMouseEvent* event)
{
    QWidget::mouseReleaseEvent(event);
    m_dragged.reset();
    unsetCursor();
}

void LiveWindow::mouseMoveEvent(QMouseEvent* event)
{
    const qreal x = event->position().x();
    if (m_dragged) {
        setCursor(Qt::ClosedHandCursor);
        const double perPixel = double(m_time.span().count()) / axisArea().width();
        m_time.moveBack(Micros(std::int64_t((x - *m_dragged) * perPixel)));
        m_dragged = x;
        return;
    }
    const std::optional<Instant> moment = momentAt(x);
    m_time.setPointer(moment);
    if (moment && m_window && m_window->reading.policy)
        QToolTip::showText(event->globalPosition().toPoint(), plainToolTip(valuesAt(*moment)), this);
    else
        QToolTip::hideText();
}

// What stood at the moment: how many requests came then, and how much of each rule was used.
QString LiveWindow::valuesAt(Instant moment) const
{
    QStringList lines{momentText(moment)};
    const std::vector<Rule>& rules = m_window->reading.policy->rules;
    if (m_window->hasLog) {
        const Micros nearby(std::int64_t(double(m_time.span().count()) * nearPointer / axisArea().width()));
        Units requests = 0;
        for (const LogEntry& entry : m_window->log.entries)
            requests += entry.at > moment - nearby && entry.at <= moment + nearby ? 1 : 0;
        lines << tr("%Ln request(s) here", nullptr, pluralNumber(requests));
    }
    for (std::size_t i = 0; i < rules.size(); ++i) {
        const std::optional<Units> used = usedAt(*m_window, m_history.get(), i, moment);
        lines << (used ? tr("%1: %2 used").arg(ruleText(rules[i]), numberText(*used))
                       : tr("%1: not known").arg(ruleText(rules[i])));
    }
    lines << QString()
          << (m_time.movedBack() ? tr("Double click for now") : tr("Wheel to zoom, drag to go back in time"));
    return lines.join(QLatin1Char('\n'));
}

void LiveWindow::leaveEvent(QEvent* event)
{
    QWidget::leaveEvent(event);
    m_time.setPointer(std::nullopt);
}

void LiveWindow::mouseDoubleClickEvent(QMouseEvent*)
{
    m_time.showUsual();
}

void LiveWindow::showEvent(QShowEvent* event)
{
    QWidget::showEvent(event);
    updateTimer();
}

void LiveWindow::hideEvent(QHideEvent* event)
{
    QWidget::hideEvent(event);
    updateTimer();
}

void LiveWindow::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::EnabledChange)
        update();
}

} // namespace ratewarden::ui
