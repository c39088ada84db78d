// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/overview_tile.h"

#include "ui/charts/sparkline.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr int tileMargin = 14;
constexpr int numberGap = 12; // the number and the line
constexpr int longestLine = 84;
constexpr int shortestLine = 28;
constexpr std::ptrdiff_t shortPast = 6; // values, which is a minute: no line yet

std::ptrdiff_t knownOf(const std::vector<std::optional<double>>& values)
{
    return std::ranges::count_if(values, [](const auto& one) { return one.has_value(); });
}

} // namespace

OverviewTile::OverviewTile(const QString& label, Ink ink, const QString& toolTip, QWidget* parent)
    : PaintedButton(parent), m_label(label), m_toolTip(toolTip), m_ink(ink)
{
    setCursor(Qt::PointingHandCursor);
    setFocusPolicy(Qt::StrongFocus);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setAccessibleName(label);
    setAccessibleDescription(toolTip);
}

void OverviewTile::present(Content content)
{
    m_content = std::move(content);
    QString name = QStringLiteral("%1: %2").arg(m_label, m_content.number);
    if (!m_content.about.isEmpty())
        name += QStringLiteral(", ") + m_content.about;
    setAccessibleName(name);
    const QString past = m_content.pastFrom.isEmpty()
                             ? QString()
                             : tr("Known since %1, when this window began to look.").arg(m_content.pastFrom);
    setAccessibleDescription(past.isEmpty() ? m_toolTip : m_toolTip + QLatin1Char(' ') + past);
    QStringList lines{name, m_toolTip};
    if (!past.isEmpty())
        lines << past;
    setToolTip(plainToolTip(lines.join(QLatin1Char('\n'))));
    update();
}

QFont OverviewTile::numberFont() const
{
    QFont large = font();
    large.setPixelSize(24);
    large.setWeight(QFont::DemiBold);
    return large;
}

QSize OverviewTile::sizeHint() const
{
    return {170, QFontMetrics(numberFont()).height() + 2 * fontMetrics().height() + 26};
}

void OverviewTile::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const Colors& c = colors();
    painter.setPen(QPen(hasFocus() || isDown() ? c.accent
                        : underMouse()         ? c.muted
                                               : c.line,
                        hasFocus() ? 2 : 1));
    painter.setBrush(isDown() ? c.selection : c.card);
    painter.drawRoundedRect(QRectF(rect()).adjusted(1, 1, -1, -1), 8, 8);

    const bool known = m_content.number != noValue();
    const bool none = m_content.number == QStringLiteral("0"); // which is no trouble
    const QColor ink = !m_content.current || !known ? c.muted
                       : m_ink == Ink::Used         ? c.used
                       : m_ink == Ink::Near         ? c.nearLimit
                       : m_ink == Ink::Limited      ? c.limited
                       : m_ink == Ink::Blocked      ? c.blocked
                                                    : c.text;
    const QRect inside = rect().adjusted(tileMargin, 10, -tileMargin, -10);
    painter.setPen(c.muted);
    painter.drawText(inside, Qt::AlignTop | Qt::AlignLeft | Qt::TextSingleLine,
                     fontMetrics().elidedText(m_label, Qt::ElideRight, inside.width()));
    painter.drawText(inside, Qt::AlignBottom | Qt::AlignLeft | Qt::TextSingleLine,
                     fontMetrics().elidedText(m_content.about, Qt::ElideRight, inside.width()));
    painter.setFont(numberFont());
    painter.setPen(none && m_content.current ? c.text : ink);
    const QFontMetrics number(numberFont());
    painter.drawText(inside.adjusted(0, fontMetrics().height(), 0, -fontMetrics().height()),
                     Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine, m_content.number);
    const int room = inside.width() - number.horizontalAdvance(m_content.number) - numberGap;
    if (room < shortestLine)
        return;
    const int width = std::min(room, longestLine);
    const QRectF line(inside.right() - width + 0.5, inside.top() + fontMetrics().height() + 5.0, width,
                      inside.height() - 2.0 * fontMetrics().height() - 8.0);
    if (!m_content.pastFrom.isEmpty() && knownOf(m_content.past) < shortPast) {
        QFont small = font();
        small.setPixelSize(11);
        painter.setFont(small);
        painter.setPen(c.muted);
        const QString text = tr("no history yet");
        if (painter.fontMetrics().horizontalAdvance(text) <= room)
            painter.drawText(QRectF(inside.right() - room, line.top(), room, line.height()),
                             Qt::AlignVCenter | Qt::AlignRight | Qt::TextSingleLine, text);
        return;
    }
    paintUnknownPast(painter, line);
    paintSparkline(painter, line, m_content.past, ink);
}

// Dots where nobody looked yet, at no height that a value could have.
void OverviewTile::paintUnknownPast(QPainter& painter, const QRectF& line) const
{
    const auto first = std::ranges::find_if(m_content.past, [](const auto& one) { return one.has_value(); });
    if (first == m_content.past.begin() || first == m_content.past.end())
        return;
    const double share = double(first - m_content.past.begin() - 1) / double(m_content.past.size() - 1);
    painter.setPen(QPen(colors().muted, 1, Qt::DotLine));
    painter.drawLine(QPointF(line.left(), line.center().y()),
                     QPointF(line.left() + share * line.width(), line.center().y()));
}

} // namespace ratewarden::ui
