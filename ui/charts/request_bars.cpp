// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/request_bars.h"

#include "ui/charts/time_line.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/paint_bars.h"

#include <QPainter>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr int barsHeight = 34;

} // namespace

RequestBars::RequestBars(QWidget* parent) : Chart(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Requests of the last ten minutes"));
}

void RequestBars::present(std::vector<RequestCount> counts, Instant now, Verdicts verdicts)
{
    m_verdicts = verdicts;
    m_counts = std::move(counts);
    m_now = now;
    update();
}

void RequestBars::follow(const TimeLine& time)
{
    m_time = &time;
    connect(m_time, &TimeLine::changed, this, qOverload<>(&QWidget::update));
}

void RequestBars::setSpan(int left, int right)
{
    m_left = left;
    m_right = right;
    update();
}

ChartTable RequestBars::asTable() const
{
    ChartTable table;
    if (m_now != Instant{})
        table.about = tr("up to %1").arg(momentText(knownUntil()));
    table.headings = {tr("Ten seconds from"), tr("Allowed (requests)"), tr("Denied (requests)")};
    std::vector<QStringList> rows;
    rows.reserve(m_counts.size());
    for (auto count = m_counts.rbegin(); count != m_counts.rend(); ++count)
        rows.push_back({momentText(count->from), numberText(count->allowed), numberText(count->denied)});
    table.setRows(std::move(rows));
    return table;
}

QSize RequestBars::sizeHint() const
{
    return {200, barsHeight};
}

void RequestBars::paintEvent(QPaintEvent*)
{
    if (m_counts.empty())
        return;
    QPainter painter(this);
    painter.setFont(smallFont(font()));
    painter.setPen(colors().muted);
    if (m_left > 0)
        painter.drawText(QRect(0, 0, m_left - 6, height()), Qt::AlignRight | Qt::AlignVCenter, tr("req."));
    painter.setClipRect(m_left, 0, right() - m_left, height());
    paintRequestCounts(&painter, bars(), m_counts, m_freshness, m_verdicts);
    QColor dots = colors().muted;
    dots.setAlphaF(0.45F);
    painter.fillRect(unread(), QBrush(dots, Qt::Dense7Pattern));
}

Instant RequestBars::knownUntil() const
{
    return m_counts.empty() ? m_now : std::min(m_now, m_counts.back().from + countSpan);
}

QRectF RequestBars::unread() const
{
    const double end = bars().right();
    return {end, 0, std::max(0.0, double(right()) - end), double(barsHeight)};
}

int RequestBars::right() const
{
    return m_right > 0 ? m_right : width();
}

// The ten seconds that are under way reach beyond now, and those of ten minutes ago to before the chart.
QRectF RequestBars::bars() const
{
    const Micros span = m_time ? m_time->span() : Micros(countsReach);
    const Instant begin = (m_time ? m_time->end() : m_now) - span;
    const double perMicro = double(right() - m_left) / double(span.count());
    const Instant first = m_counts.back().from + countSpan - countsReach;
    return {m_left + double((first - begin).count()) * perMicro, 0, double(countsReach.count()) * perMicro,
            double(barsHeight)};
}

QString RequestBars::tipAt(const QPointF& place) const
{
    if (m_counts.empty())
        return {};
    if (unread().contains(place))
        return tr("not read yet");
    const double share = (place.x() - bars().left()) / std::max(1.0, bars().width());
    const auto i = std::size_t(std::clamp(share, 0.0, 0.999) * double(m_counts.size()));
    const RequestCount& count = m_counts[i];
    return (m_verdicts == Verdicts::Enforced ? tr("%1, ten seconds: %2 allowed, %3 denied")
                                             : tr("%1, ten seconds: %2 would be allowed, %3 would be denied"))
        .arg(momentText(count.from), numberText(count.allowed), numberText(count.denied));
}

} // namespace ratewarden::ui
