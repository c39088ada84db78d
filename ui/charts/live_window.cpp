// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/live_window.h"

#include "ui/charts/time_axis.h"
#include "ui/theme/theme.h"
#include "ui/widgets/display_text.h"

#include <QKeyEvent>
#include <QPainter>
#include <QScrollArea>
#include <QScrollBar>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto shortestFrame = 40ms;
constexpr auto longestFrame = 1000ms;
constexpr int bandHeight = 28;
constexpr int bandGap = 10;
constexpr int axisHeight = 24;
constexpr int topMargin = 6; // room for the marks of denials
constexpr qreal markStep = 9;
constexpr Micros shortestSpan = 1s;
constexpr double zoomStep = 1.2;

// Where the wheel is needed to move the page, it does that.
bool pageScrolls(const QWidget* widget)
{
    for (const QWidget* parent = widget->parentWidget(); parent != nullptr; parent = parent->parentWidget())
        if (const auto* const area = qobject_cast<const QScrollArea*>(parent))
            return area->verticalScrollBar()->maximum() > 0;
    return false;
}

} // namespace

LiveWindow::LiveWindow(std::function<Instant()> clock, QWidget* parent)
    : QWidget(parent), m_clock(std::move(clock))
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Live window"));
    setFocusPolicy(Qt::StrongFocus);
}

void LiveWindow::present(std::shared_ptr<const WindowReading> window,
                         std::shared_ptr<const UsageHistory> history)
{
    const auto rulesOf = [](const std::shared_ptr<const WindowReading>& reading) {
        return reading && reading->token.policy ? reading->token.policy->rules : std::vector<Rule>();
    };
    const bool otherToken = !window || !m_window || window->token.key != m_window->token.key;
    const bool otherRules = rulesOf(window) != rulesOf(m_window);
    m_window = std::move(window);
    m_history = std::move(history);
    if (otherToken)
        m_chosenSpan.reset();
    if (otherRules)
        updateGeometry();
    if (otherToken || otherRules) {
        updateTimer();
        Q_EMIT spanChanged();
    }
    update();
}

void LiveWindow::setFrozen(bool frozen)
{
    if (frozen == m_frozen)
        return;
    m_frozen = frozen;
    updateTimer();
    update();
}

Instant LiveWindow::now() const
{
    return m_frozen && m_window ? m_window->token.at : m_clock();
}

// The longest window that is still lively: one in which the eye sees the ticks move.
Micros LiveWindow::automaticSpan() const
{
    Micros span = 1min;
    if (m_window && m_window->token.policy) {
        const std::vector<Rule>& rules = m_window->token.policy->rules;
        span = std::ranges::min(rules, {}, &Rule::window).window;
        for (const Rule& rule : rules)
            if (rule.window <= 2min)
                span = std::max(span, rule.window);
    }
    return std::max(Micros(span + span / 4), shortestSpan);
}

Micros LiveWindow::span() const
{
    return m_chosenSpan.value_or(automaticSpan());
}

Units LiveWindow::requestsShown() const
{
    Units requests = 0;
    if (m_window)
        for (const LogEntry& entry : m_window->log.entries)
            requests += entry.at > now() - span() ? 1 : 0;
    return requests;
}

QSize LiveWindow::sizeHint() const
{
    const qsizetype rules =
        m_window && m_window->token.policy ? qsizetype(m_window->token.policy->rules.size()) : 3;
    return {420, int(topMargin + rules * (bandHeight + bandGap) - bandGap + axisHeight)};
}

QSize LiveWindow::minimumSizeHint() const
{
    return {240, sizeHint().height()};
}

qreal LiveWindow::position(Instant moment, Instant now, const QRectF& band) const
{
    return band.right() - band.width() * double((now - moment).count()) / double(span().count());
}

void LiveWindow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors& c = colors();
    if (!m_window || !m_window->token.policy) {
        painter.setPen(c.muted);
        painter.drawText(rect(), Qt::AlignCenter, tr("Without announced rules there is no window to show"));
        return;
    }
    const Instant moment = now();
    const std::vector<Rule>& rules = m_window->token.policy->rules;
    int labelWidth = 0;
    for (const Rule& rule : rules)
        labelWidth = qMax(labelWidth, fontMetrics().horizontalAdvance(ruleText(rule)));
    labelWidth = qMin(labelWidth + 12, width() / 4);

    // The longest window on top, as its band reaches the furthest back.
    std::vector<std::size_t> order(rules.size());
    for (std::size_t i = 0; i < order.size(); ++i)
        order[i] = i;
    std::ranges::stable_sort(order, std::ranges::greater(), [&](std::size_t i) { return rules[i].window; });

    qreal y = topMargin;
    for (const std::size_t rule : order) {
        const QRectF band(labelWidth, y, width() - labelWidth - 1, bandHeight);
        painter.setPen(isEnabled() ? c.text : c.muted);
        painter.drawText(QRectF(0, y, labelWidth - 8, bandHeight), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(ruleText(rules[rule]), Qt::ElideRight, labelWidth - 8));
        paintBand(painter, band, rule, moment);
        y += bandHeight + bandGap;
    }

    const QRectF axis(labelWidth, topMargin, width() - labelWidth - 1, y - bandGap - topMargin);
    painter.setPen(QPen(isEnabled() ? c.text : c.muted, 1.5));
    painter.drawLine(QPointF(axis.right(), axis.top() - 4), QPointF(axis.right(), axis.bottom() + 4));
    const QRectF labels(0, axis.bottom() + 4, width(), axisHeight - 4);
    QFont bold = font();
    bold.setWeight(QFont::DemiBold);
    const QString end = m_frozen ? momentText(moment) : tr("now");
    const int endWidth = QFontMetrics(bold).horizontalAdvance(end) + 12;
    painter.setPen(c.muted);
    for (const TimeTick& tick : timeTicks(moment, span(), qMax(2, int(axis.width()) / 110))) {
        const qreal x = position(tick.at, moment, axis);
        painter.drawLine(QPointF(x, axis.bottom() + 1), QPointF(x, axis.bottom() + 4));
        const int half = fontMetrics().horizontalAdvance(tick.text) / 2 + 1;
        if (x - half >= labelWidth - 8 && x + half < width() - endWidth)
            painter.drawText(QRectF(x - half, labels.top(), 2 * half, labels.height()), Qt::AlignCenter,
                             tick.text);
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
    const Micros window = m_window->token.policy->rules[rule].window;
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
    const auto first = std::ranges::upper_bound(entries, now - span(), {}, &LogEntry::at);
    for (auto entry = first; entry != entries.end(); ++entry) {
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
        const Instant until = i + 1 < samples.size() ? samples[i + 1].at : now;
        if (until < now - span() || rule >= samples[i].shares.size())
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
        const qreal to = position(end == samples.end() ? now : end->at, now, band);
        // Counted from the stretch's beginning also when that is out of sight, so that the marks move with
        // time.
        const int hidden = int(std::ceil(qMax(band.left() - from, 0.0) / markStep));
        for (int mark = hidden; from + mark * markStep < to; ++mark) {
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
    if (!isVisible() || m_frozen) {
        m_frames.stop();
        return;
    }
    // As often as something moves by a pixel, and no oftener than the eye follows.
    const auto perPixel = std::chrono::duration_cast<std::chrono::milliseconds>(span()) / qMax(width(), 1);
    m_frames.start(int(std::clamp(perPixel, shortestFrame, longestFrame).count()), this);
}

void LiveWindow::zoom(double factor)
{
    if (!m_window || !m_window->token.policy)
        return;
    const Micros longest = std::ranges::max(m_window->token.policy->rules, {}, &Rule::window).window;
    const Micros wanted(std::int64_t(double(span().count()) * factor));
    m_chosenSpan = std::clamp(wanted, shortestSpan, std::max(Micros(longest + longest / 4), shortestSpan));
    updateTimer();
    Q_EMIT spanChanged();
    update();
}

void LiveWindow::unzoom()
{
    m_chosenSpan.reset();
    updateTimer();
    Q_EMIT spanChanged();
    update();
}

void LiveWindow::wheelEvent(QWheelEvent* event)
{
    const int turned = event->angleDelta().y();
    if (turned == 0 || (pageScrolls(this) && !(event->modifiers() & Qt::ControlModifier))) {
        event->ignore();
        return;
    }
    zoom(std::pow(zoomStep, -turned / 120.0));
    event->accept();
}

void LiveWindow::keyPressEvent(QKeyEvent* event)
{
    if (event->key() == Qt::Key_Plus || event->key() == Qt::Key_Equal)
        zoom(1 / zoomStep);
    else if (event->key() == Qt::Key_Minus)
        zoom(zoomStep);
    else if (event->key() == Qt::Key_0)
        unzoom();
    else
        QWidget::keyPressEvent(event);
}

void LiveWindow::mouseDoubleClickEvent(QMouseEvent*)
{
    unzoom();
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
