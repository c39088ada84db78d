// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/request_histogram.h"

#include "ui/charts/time_axis.h"
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

using namespace std::chrono_literals;

constexpr int plotHeight = 64;
constexpr double shortestDrag = 4; // pixels; a click chooses all
constexpr Micros shortestStretch = 1ms;

} // namespace

RequestHistogram::RequestHistogram(QWidget* parent) : QWidget(parent)
{
    setFocusPolicy(Qt::StrongFocus);
    setCursor(Qt::CrossCursor);
    setAccessibleName(tr("All requests over time"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize RequestHistogram::sizeHint() const
{
    return {400, plotHeight + 4 + fontMetrics().height()};
}

void RequestHistogram::present(std::vector<RequestBar> bars, TimeRange time)
{
    m_bars = std::move(bars);
    if (time != m_time)
        m_chosen.reset();
    m_time = time;
    update();
}

void RequestHistogram::choose(std::optional<TimeRange> stretch)
{
    if (stretch) {
        stretch->from = std::clamp(stretch->from, m_time.from, m_time.to);
        stretch->to = std::clamp(stretch->to, stretch->from, m_time.to);
        if (stretch->length() < shortestStretch)
            stretch.reset();
    }
    m_chosen = stretch;
    setAccessibleDescription(
        m_chosen ? tr("%1 to %2 is chosen").arg(momentText(m_chosen->from), momentText(m_chosen->to))
                 : tr("All of it is chosen"));
    update();
}

void RequestHistogram::markShown(TimeRange shown)
{
    if (std::exchange(m_shown, shown) != shown)
        update();
}

void RequestHistogram::chooseAndTell(std::optional<TimeRange> stretch)
{
    const std::optional<TimeRange> before = m_chosen;
    choose(stretch);
    if (m_chosen != before)
        Q_EMIT stretchChosen();
}

Micros RequestHistogram::barLength() const
{
    return m_time.length() / std::int64_t(std::max<std::size_t>(1, m_bars.size()));
}

ChartTable RequestHistogram::asTable() const
{
    ChartTable table;
    table.title = tr("All requests over time");
    table.headings = {tr("From"), tr("Allowed (requests)"), tr("Denied (requests)")};
    if (m_bars.empty())
        return table;
    const Micros each = barLength();
    table.about = tr("%1 each").arg(waitText(each));
    if (m_chosen)
        table.about += QStringLiteral(" · ") +
                       tr("%1 to %2 is chosen").arg(momentText(m_chosen->from), momentText(m_chosen->to));
    table.rowCount = int(m_bars.size());
    table.cell = [bars = m_bars, from = m_time.from, each](int row, int column) {
        const RequestBar& bar = bars[std::size_t(row)];
        return column == 0   ? exactMomentText(from + each * row)
               : column == 1 ? numberText(bar.allowed)
                             : numberText(bar.denied);
    };
    return table;
}

QRectF RequestHistogram::plot() const
{
    return {0, 0, double(width()), double(plotHeight)};
}

double RequestHistogram::xOf(Instant moment) const
{
    const QRectF area = plot();
    const double length = std::max(1.0, double(m_time.length().count()));
    return area.left() + area.width() * double((moment - m_time.from).count()) / length;
}

Instant RequestHistogram::at(double x) const
{
    const QRectF area = plot();
    const double share = std::clamp((x - area.left()) / std::max(1.0, area.width()), 0.0, 1.0);
    return m_time.from + Micros(std::llround(share * double(m_time.length().count())));
}

void RequestHistogram::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRectF area = plot();
    if (m_chosen) {
        const double left = xOf(m_chosen->from);
        painter.setRenderHint(QPainter::Antialiasing);
        painter.setPen(hasFocus() ? QPen(colors().accent) : QPen(Qt::NoPen));
        painter.setBrush(colors().selection);
        painter.drawRoundedRect(
            QRectF(left, area.top() + 0.5, std::max(2.0, xOf(m_chosen->to) - left), area.height() - 1), 3, 3);
        painter.setRenderHint(QPainter::Antialiasing, false);
    }
    paintBars(painter, area);
    paintAxis(painter, area);
    if (const double left = std::max(0.0, xOf(m_shown.from)), right = std::min(area.width(), xOf(m_shown.to));
        m_shown.to > m_shown.from && right - left < area.width() - 1 && right > left)
        painter.fillRect(QRectF(left, area.bottom() - 1, std::max(3.0, right - left), 2), colors().accent);
    if (hasFocus() && !m_chosen) {
        painter.setPen(QPen(colors().accent, 1, Qt::DotLine));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(area.adjusted(0, 0, -1, -1));
    }
}

void RequestHistogram::paintBars(QPainter& painter, const QRectF& area) const
{
    Units mostAllowed = 0;
    Units mostDenied = 0;
    for (const RequestBar& bar : m_bars) {
        mostAllowed = std::max(mostAllowed, bar.allowed);
        mostDenied = std::max(mostDenied, bar.denied);
    }
    const Colors& c = colors();
    const double perUnit = (area.height() - 3) / double(std::max<Units>(1, mostAllowed + mostDenied));
    const double line = area.top() + 1 + double(mostAllowed) * perUnit;
    const auto height = [&](Units units) { // however few, they are to be seen
        return units > 0 ? std::max(double(units) * perUnit, 1.0) : 0.0;
    };
    const double step = area.width() / double(std::max<std::size_t>(1, m_bars.size()));
    const double gap = step >= 4 ? 1 : 0;
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const double left = std::round(area.left() + step * double(i));
        const double right = std::round(area.left() + step * double(i + 1));
        const double width = std::max(1.0, right - left - gap);
        const double up = height(m_bars[i].allowed);
        painter.fillRect(QRectF(left, line - up, width, up), c.used);
        painter.fillRect(QRectF(left, line + 1, width, height(m_bars[i].denied)), c.limited);
    }
    painter.fillRect(QRectF(area.left(), line, area.width(), 1), c.line);
}

void RequestHistogram::paintAxis(QPainter& painter, const QRectF& area) const
{
    if (m_bars.empty())
        return;
    painter.setPen(colors().muted);
    const int labelWidth = fontMetrics().horizontalAdvance(QStringLiteral("00:00:00")) + 8;
    for (const TimeTick& tick : timeTicks(m_time.to, m_time.length(), std::max(1, width() / 130))) {
        const double x = std::clamp(xOf(tick.at), labelWidth / 2.0, width() - labelWidth / 2.0);
        painter.drawText(QRectF(x - labelWidth / 2.0, area.bottom() + 3, labelWidth, fontMetrics().height()),
                         Qt::AlignCenter | Qt::TextDontClip, tick.text);
    }
}

void RequestHistogram::mousePressEvent(QMouseEvent* event)
{
    if (event->button() == Qt::LeftButton && !m_bars.empty())
        m_pressedAt = event->position().x();
}

void RequestHistogram::mouseMoveEvent(QMouseEvent* event)
{
    if (!m_pressedAt)
        return;
    const double x = event->position().x();
    if (std::abs(x - *m_pressedAt) >= shortestDrag)
        choose(TimeRange{at(std::min(x, *m_pressedAt)), at(std::max(x, *m_pressedAt))});
}

void RequestHistogram::mouseReleaseEvent(QMouseEvent* event)
{
    if (event->button() != Qt::LeftButton || !m_pressedAt)
        return;
    if (std::abs(event->position().x() - *m_pressedAt) < shortestDrag)
        choose(std::nullopt);
    m_pressedAt.reset();
    Q_EMIT stretchChosen();
}

void RequestHistogram::keyPressEvent(QKeyEvent* event)
{
    const TimeRange now = m_chosen.value_or(m_time);
    const Micros length = now.length();
    const auto moved = [&](Micros by) {
        by = std::clamp(by, Micros(m_time.from - now.from), Micros(m_time.to - now.to));
        return TimeRange{now.from + by, now.to + by};
    };
    switch (event->key()) {
    case Qt::Key_W:
        return chooseAndTell(TimeRange{now.from + length / 4, now.to - length / 4});
    case Qt::Key_S:
        if (length * 2 >= m_time.length())
            return chooseAndTell(std::nullopt);
        return chooseAndTell(TimeRange{now.from - length / 2, now.to + length / 2});
    case Qt::Key_A:
        return chooseAndTell(moved(-length / 4));
    case Qt::Key_D:
        return chooseAndTell(moved(length / 4));
    case Qt::Key_Escape:
        if (m_chosen)
            return chooseAndTell(std::nullopt);
        [[fallthrough]];
    default:
        QWidget::keyPressEvent(event);
    }
}

bool RequestHistogram::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_bars.empty())
        return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const double share = std::clamp(double(help->x()) / std::max(1, width()), 0.0, 0.9999);
    const auto i = std::size_t(share * double(m_bars.size()));
    const Micros each = barLength();
    QToolTip::showText(help->globalPos(),
                       plainToolTip(tr("%1, %2: %3 allowed, %4 denied")
                                        .arg(momentText(m_time.from + each * std::int64_t(i)), waitText(each),
                                             numberText(m_bars[i].allowed), numberText(m_bars[i].denied))),
                       this);
    return true;
}

} // namespace ratewarden::ui
