// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/request_bars.h"

#include "ui/theme/theme.h"
#include "ui/widgets/display_text.h"

#include <QHelpEvent>
#include <QPainter>
#include <QToolTip>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr qreal gap = 1;
constexpr int barsHeight = 34;

} // namespace

void paintRequestCounts(QPainter* painter, const QRectF& rect, const std::vector<RequestCount>& counts,
                        bool faded)
{
    if (counts.empty())
        return;
    Units mostAllowed = 0;
    Units mostDenied = 0;
    for (const RequestCount& count : counts) {
        mostAllowed = std::max(mostAllowed, count.allowed);
        mostDenied = std::max(mostDenied, count.denied);
    }
    const Colors& c = colors();
    const qreal perUnit = (rect.height() - 1) / double(std::max<Units>(1, mostAllowed + mostDenied));
    const qreal line = rect.top() + double(mostAllowed) * perUnit;
    const qreal step = rect.width() / qreal(counts.size());
    painter->save();
    painter->setPen(Qt::NoPen);
    const auto bar = [&](std::size_t i, qreal top, qreal height, const QColor& color) {
        if (height <= 0)
            return;
        const qreal left = rect.left() + step * qreal(i);
        painter->fillRect(QRectF(left, top, std::max(step - gap, 1.0), std::max(height, 1.0)), color);
    };
    for (std::size_t i = 0; i < counts.size(); ++i) {
        const qreal up = double(counts[i].allowed) * perUnit;
        bar(i, line - std::max(up, counts[i].allowed > 0 ? 1.0 : 0.0), up, faded ? c.muted : c.used);
        bar(i, line + 1, double(counts[i].denied) * perUnit, faded ? c.muted : c.limited);
    }
    painter->fillRect(QRectF(rect.left(), line, rect.width(), 1), c.line);
    painter->restore();
}

RequestBars::RequestBars(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(tr("Requests of the last ten minutes"));
}

void RequestBars::present(std::vector<RequestCount> counts, Instant now)
{
    m_counts = std::move(counts);
    m_now = now;
    update();
}

void RequestBars::setSpan(int left, int right)
{
    m_left = left;
    m_right = right;
    update();
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
    QFont small = font();
    small.setPixelSize(11);
    painter.setFont(small);
    painter.setPen(colors().muted);
    painter.drawText(QRect(0, 0, m_left - 6, height()), Qt::AlignRight | Qt::AlignVCenter, tr("req."));
    // The ten seconds that are under way reach beyond now, and those of ten minutes ago to before the chart.
    const double perMicro = double(m_right - m_left) / double(countsReach.count());
    const double ahead = double((m_counts.back().from + countSpan - m_now).count()) * perMicro;
    painter.setClipRect(m_left, 0, m_right - m_left, height());
    paintRequestCounts(&painter, QRectF(m_left + ahead, 0, m_right - m_left, barsHeight), m_counts,
                       !isEnabled());
}

bool RequestBars::event(QEvent* event)
{
    if (event->type() != QEvent::ToolTip || m_counts.empty())
        return QWidget::event(event);
    const auto* const help = static_cast<QHelpEvent*>(event);
    const double share = double(help->x() - m_left) / std::max(1, m_right - m_left);
    const auto i = std::size_t(std::clamp(share, 0.0, 0.999) * double(m_counts.size()));
    const RequestCount& count = m_counts[i];
    QToolTip::showText(
        help->globalPos(),
        plainToolTip(tr("%1, ten seconds: %2 allowed, %3 denied")
                         .arg(momentText(count.from), numberText(count.allowed), numberText(count.denied))),
        this);
    return true;
}

} // namespace ratewarden::ui
