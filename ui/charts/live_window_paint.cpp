// SPDX-License-Identifier: GPL-3.0-or-later
// What a live window looks like; what it does is in live_window.cpp.
#include "ui/charts/live_window.h"
#include "ui/charts/time_axis.h"
#include "ui/charts/time_flags.h"
#include "ui/charts/time_line.h"
#include "ui/histories/window_events.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/paint_bars.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ratewarden::ui {
namespace {

constexpr int axisHeight = 24;
constexpr int flagsMargin = flagRowHeight + 2;
constexpr int denseLabels = 96;
constexpr double leastDeniedBar = 2; // pixels: of a long time, too, ten seconds are to be seen

} // namespace

QString LiveWindow::deniedLabel() const
{
    return deniedKind() == WindowKind::WouldDeny ? tr("would deny") : tr("denied");
}

int LiveWindow::heightOf(const LimitHistory& band) const
{
    if (const auto rows = int(rowsOf(band)); rows > 0)
        return rows * (slotHeight() + slotGap) - slotGap;
    return m_dense ? 18 : 28;
}

int LiveWindow::bandGap() const
{
    return m_dense ? 4 : 6;
}

int LiveWindow::laneHeight() const
{
    if (!m_window || m_window->reading.counts.empty())
        return 0;
    return m_dense ? 14 : 20;
}

QSize LiveWindow::sizeHint() const
{
    static const std::vector<LimitHistory> unknown(3);
    int bands = -bandGap();
    for (const LimitHistory& band : knowsRules() ? m_bands : unknown)
        bands += heightOf(band) + bandGap();
    const int lane = laneHeight() > 0 ? bandGap() + laneHeight() : 0;
    return {420, flagsMargin + bands + lane + axisHeight};
}

QSize LiveWindow::minimumSizeHint() const
{
    return {240, sizeHint().height()};
}

// Not in plot(), which each request that is drawn asks for: there it was half of what the GUI thread had to
// do.
void LiveWindow::measureLabels()
{
    m_widestLabel = laneHeight() > 0 ? fontMetrics().horizontalAdvance(deniedLabel()) : 0;
    for (const LimitHistory& band : m_bands)
        m_widestLabel = qMax(m_widestLabel, fontMetrics().horizontalAdvance(ruleText(band.rule)));
}

QRectF LiveWindow::plot() const
{
    // Side by side, all begin at one place.
    const int labels = m_dense ? denseLabels : qMin(m_widestLabel + 12, width() / 4);
    return {double(labels), flagsMargin, double(width() - labels - 1 - aheadWidth()),
            double(sizeHint().height() - axisHeight - flagsMargin)};
}

QRectF LiveWindow::stretchIn(const QRectF& band, Instant from, Instant until) const
{
    const qreal left = qMax(band.left(), xOf(from));
    const qreal right = qMin(band.right(), xOf(until));
    return {left, band.top(), qMax(0.0, right - left), band.height()};
}

QColor LiveWindow::aged(const QColor& color) const
{
    return agedColor(color, m_freshness);
}

void LiveWindow::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const Colors& c = colors();
    if (!knowsRules()) {
        painter.setPen(c.muted);
        painter.drawText(rect(), Qt::AlignCenter, tr("Without published rules there is no window to show"));
        return;
    }
    const QRectF axis = plot();
    const int labelWidth = int(axis.left()) - 8;
    const auto label = [&](qreal y, int height, const QString& text, bool gone = false) {
        painter.setPen(aged(gone ? c.muted : c.text));
        painter.drawText(QRectF(0, y, labelWidth, height), Qt::AlignVCenter | Qt::AlignLeft,
                         fontMetrics().elidedText(text, Qt::ElideRight, labelWidth));
    };

    // The longest window on top, as its band reaches the furthest back.
    std::vector<const LimitHistory*> order;
    for (const LimitHistory& band : m_bands)
        order.push_back(&band);
    std::ranges::stable_sort(order, std::ranges::greater(),
                             [](const LimitHistory* band) { return band->rule.window; });
    std::vector<SlotLabel> slotLabels;
    qreal y = flagsMargin;
    for (const LimitHistory* const band : order) {
        const int height = heightOf(*band);
        const bool hasSlots = rowsOf(*band) > 0;
        label(y, hasSlots ? slotHeight() : height, ruleText(band->rule), band->gone);
        const QRectF rect(axis.left(), y, axis.width(), height);
        paintBand(painter, rect, *band);
        if (hasSlots)
            paintSlots(painter, rect, *band, slotLabels);
        y += height + bandGap();
    }
    if (laneHeight() > 0) {
        label(y, laneHeight(), deniedLabel());
        paintDenied(painter, QRectF(axis.left(), y, axis.width(), laneHeight()));
    }
    const QRectF flagArea = axis.adjusted(0, -flagsMargin, 0, 0);
    paintFlags(painter,
               placeFlags(
                   withMoments(m_marks), [&](Instant moment) { return xOf(moment); }, flagArea,
                   QFontMetrics(smallFont(font()))),
               flagArea, m_freshness);
    paintSlotLabels(painter, slotLabels);
    paintAxis(painter, axis);
}

void LiveWindow::paintAxis(QPainter& painter, const QRectF& axis) const
{
    const Colors& c = colors();
    painter.setPen(QPen(aged(c.text), 1.5));
    painter.drawLine(QPointF(axis.right(), axis.top() - 4), QPointF(axis.right(), axis.bottom() + 4));
    const QRectF labels(0, axis.bottom() + 4, axis.right() + 1, axisHeight - 4);
    const QFont bold = boldFont(font());
    const QString end = m_time.movedBack() ? momentText(m_time.end()) : ageText(m_freshness, m_time.end());
    const int endWidth = QFontMetrics(bold).horizontalAdvance(end) + 12;
    painter.setPen(c.muted);
    for (const TimeTick& tick : timeTicks(m_time.end(), m_time.span(), qMax(2, int(axis.width()) / 110))) {
        const qreal x = xOf(tick.at);
        painter.drawLine(QPointF(x, axis.bottom() + 1), QPointF(x, axis.bottom() + 4));
        const int half = fontMetrics().horizontalAdvance(tick.text) / 2 + 1;
        if (x - half >= axis.left() - 16 && x + half < labels.right() - endWidth)
            painter.drawText(QRectF(x - half, labels.top(), 2 * half, labels.height()), Qt::AlignCenter,
                             tick.text);
    }
    if (aheadWidth() > 0 && !m_time.movedBack())
        painter.drawText(QRectF(axis.right() + aheadGap, labels.top(), aheadWidth(), labels.height()),
                         Qt::AlignLeft | Qt::AlignVCenter, tr("ends in"));
    paintTime(painter);
    if (hasFocus()) {
        painter.setPen(c.accent);
        painter.drawRect(axis.adjusted(-1, -3, 0, 2));
    }
    painter.setFont(bold);
    painter.setPen(aged(c.text));
    painter.drawText(labels, Qt::AlignRight | Qt::AlignVCenter, end);
}

void LiveWindow::paintBand(QPainter& painter, const QRectF& band, const LimitHistory& limit) const
{
    const Colors& c = colors();
    const UsageHistory* const history = m_history.get();
    const Instant end = m_time.end();
    const Micros window = limit.rule.window;
    painter.save();
    painter.setClipRect(band);
    painter.fillRect(band, c.track);
    const QRectF counts = stretchIn(band, end - window, end);
    const bool isSpan = !limit.gone && !limit.rule.atOnce; // how long slots live is no window
    if (m_freshness == Freshness::Live && isSpan)
        painter.fillRect(counts, c.selection);
    const auto fill = [&](const std::vector<Stretch>& stretches, WindowKind kind) {
        for (const Stretch& stretch : stretches) {
            QRectF rect = stretchIn(band, stretch.from, stretch.until);
            if (stretch.from > end || stretch.until <= end - m_time.span())
                continue;
            rect.setWidth(qMax(rect.width(), 1.0)); // however short, it is to be seen
            paintKind(painter, rect, kind, m_freshness);
        }
    };
    const auto gaps = [&](const std::vector<Stretch>& stretches) {
        return gapsBetween(stretches, end - m_time.span(), end);
    };
    const std::vector<Stretch> unknown = gaps(limitsKnown(m_bands));
    fill(gaps(seenStretches(*m_window, history, m_time.now())), WindowKind::NotSeen);
    fill(unknown, WindowKind::LimitsUnknown);
    std::vector<Level> used;
    if (rowsOf(limit) == 0)
        for (const LimitStretch& stretch : limit.stretches)
            std::ranges::copy(levels(stretch), std::back_inserter(used));
    double top = 1;
    for (const Level& level : used)
        top = qMax(top, qMin(level.share, furthestShare));
    for (const Level& level : used) {
        QRectF rect = stretchIn(band, level.time.from, level.time.until);
        rect.setTop(band.bottom() - band.height() * qMin(level.share, top) / top);
        paintKind(painter, rect, WindowKind::Used, m_freshness);
    }
    fill(fullStretches(*m_window, history, limit, m_time.now()), fullKind());
    fill(blockedStretches(*m_window, history, m_time.now()), WindowKind::Blocked);
    if (top > 1) // where the limit is, of what exceeds it
        painter.fillRect(QRectF(band.left(), band.bottom() - band.height() / top, band.width(), 1),
                         aged(c.text));
    if (m_window->hasLog && !limit.rule.atOnce)
        paintEntries(painter, band, window);
    // Where other limits were in force, and none of this window, it is no band.
    std::vector<Stretch> inForce = unknown;
    for (const LimitStretch& stretch : limit.stretches)
        inForce.push_back(stretch.time);
    for (const Stretch& none : gaps(joined(std::move(inForce))))
        painter.fillRect(stretchIn(band, none.from, none.until), c.card);
    if (counts.left() > band.left() && isSpan) {
        painter.setPen(QPen(aged(c.accent), 1, Qt::DotLine));
        painter.drawLine(counts.topLeft(), counts.bottomLeft());
    }
    painter.restore();
}

void LiveWindow::paintEntries(QPainter& painter, const QRectF& band, Micros window) const
{
    const Colors& c = colors();
    const Instant end = m_time.end();
    // One line a pixel column, however many requests fall into it: the busier, the taller.
    std::vector<Units> columns(std::size_t(std::ceil(band.width())) + 1);
    const std::vector<LogEntry>& entries = m_window->log.entries;
    const double perMicro = band.width() / double(m_time.span().count());
    const auto first = std::ranges::upper_bound(entries, end - m_time.span(), {}, &LogEntry::at);
    for (auto entry = first; entry != entries.end() && entry->at <= end; ++entry) {
        const qreal x = band.width() - double((end - entry->at).count()) * perMicro;
        if (x >= 0 && x < qreal(columns.size()))
            columns[std::size_t(x)] += entry->cost;
    }
    const qreal edge = xOf(end - window) - band.left();
    QColor out = c.muted;
    out.setAlphaF(0.45F);
    for (std::size_t x = 0; x < columns.size(); ++x) {
        if (columns[x] == 0)
            continue;
        const bool counts = qreal(x) >= edge;
        const qreal inset = columns[x] == 1 ? 6 : columns[x] < 4 ? 4 : 2;
        painter.fillRect(QRectF(band.left() + qreal(x), band.top() + inset, 1.4, band.height() - 2 * inset),
                         counts ? aged(c.used) : out);
    }
}

// Only the number of ten seconds is known, not when in them: one bar over all of the ten seconds. The part in
// which the token was blocked has the block's colour, as the block denied all requests then.
void LiveWindow::paintDenied(QPainter& painter, const QRectF& lane) const
{
    const Colors& c = colors();
    painter.save();
    painter.setClipRect(lane);
    const std::vector<RequestCount>& counts = m_window->reading.counts;
    const Instant known = qMin(counts.back().from + countSpan, m_time.now());
    painter.fillRect(stretchIn(lane, counts.front().from, known), c.track);
    const Units most = std::ranges::max(counts, {}, &RequestCount::denied).denied;
    const std::vector<Stretch> blocked = blockedStretches(*m_window, m_history.get(), m_time.now());
    QFont small = font();
    small.setPixelSize(m_dense ? 10 : 11);
    painter.setFont(small);
    for (const RequestCount& count :
         deniedCounts(m_window->reading, m_time.end() - m_time.span(), m_time.end())) {
        const QRectF whole = stretchIn(lane, count.from, qMin(count.from + countSpan, m_time.now()));
        QRectF bar = whole.adjusted(whole.width() > 3 ? 0.5 : 0, 0, whole.width() > 3 ? -0.5 : 0, 0);
        if (bar.width() < leastDeniedBar) {
            bar.setLeft(std::min(bar.left(), lane.right() - leastDeniedBar));
            bar.setWidth(leastDeniedBar);
        }
        bar.setTop(lane.bottom() - qMax(3.0, lane.height() * double(count.denied) / double(most)));
        const auto fill = [&](const std::vector<Stretch>& stretches, WindowKind kind) {
            for (const Stretch& stretch : stretches)
                if (const QRectF part = bar & stretchIn(lane, stretch.from, stretch.until); !part.isEmpty())
                    paintKind(painter, part, kind, m_freshness);
        };
        const std::vector<Stretch> open = gapsBetween(blocked, count.from, count.from + countSpan);
        if (whole.width() < leastDeniedBar) { // no part of it could be seen
            paintKind(painter, bar, open.empty() ? WindowKind::Blocked : deniedKind(), m_freshness);
            continue;
        }
        fill(open, deniedKind());
        fill(blocked, WindowKind::Blocked);
        const QString number = numberText(count.denied);
        if (QFontMetrics(small).horizontalAdvance(number) + 2 > whole.width())
            continue; // the pointer tells it
        painter.setPen(aged(c.text));
        painter.drawText(whole, Qt::AlignCenter | Qt::TextSingleLine, number);
    }
    painter.restore();
}

} // namespace ratewarden::ui
