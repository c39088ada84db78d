// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/peak_chart.h"

#include "ui/charts/time_axis.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <map>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int peakAxisRoom = 48;

QPen penOf(PeakChart::Line::Kind kind)
{
    const Colors& c = colors();
    switch (kind) {
    case PeakChart::Line::Kind::Chosen:
        return {c.limited, 1.8};
    case PeakChart::Line::Kind::Allowed:
        return {c.text, 2.2};
    case PeakChart::Line::Kind::Others:
        break;
    }
    return {c.muted, 1.4, Qt::DashLine};
}

} // namespace

PeakChart::PeakChart(QWidget* parent) : Chart(parent)
{
    setInUnits(false);
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void PeakChart::setInUnits(bool inUnits)
{
    m_inUnits = inUnits;
    setAccessibleName(inUnits ? tr("Largest number of units in any span")
                              : tr("Largest number of requests in any span"));
}

void PeakChart::setEmptyText(const QString& text)
{
    Chart::setEmptyText(text);
    if (m_lines.empty())
        setAccessibleDescription(text);
}

void PeakChart::present(std::vector<Line> lines)
{
    m_lines = std::move(lines);
    m_shortest = Micros::max();
    m_longest = Micros::zero();
    m_largest = 10;
    QStringList texts;
    for (const Line& line : m_lines) {
        for (const Point& point : line.points) {
            m_shortest = std::min(m_shortest, point.span);
            m_longest = std::max(m_longest, point.span);
            m_largest = std::max(m_largest, point.count);
        }
        if (!line.points.empty())
            texts << tr("%1: %2 in %3")
                         .arg(line.name, numberText(line.points.back().count),
                              waitText(line.points.back().span));
    }
    if (m_longest <= m_shortest) {
        m_shortest = 1s;
        m_longest = 1h;
    }
    setAccessibleDescription(m_lines.empty() ? emptyText() : texts.join(QStringLiteral("; ")));
    update();
}

ChartTable PeakChart::asTable() const
{
    ChartTable table;
    if (m_lines.empty())
        table.about = emptyText();
    table.headings << tr("Span");
    std::map<Micros, QStringList> rows;
    for (const Line& line : m_lines)
        table.headings << (m_inUnits ? tr("%1 (units)") : tr("%1 (requests)")).arg(line.name);
    for (std::size_t i = 0; i < m_lines.size(); ++i)
        for (const Point& point : m_lines[i].points) {
            if (point.count == 0)
                continue;
            QStringList& row = rows[point.span];
            if (row.isEmpty()) {
                row = QStringList(table.headings.size(), noValue());
                row.front() = waitText(point.span);
            }
            row[qsizetype(i) + 1] = numberText(point.count);
        }
    table.setRowsOf(rows);
    return table;
}

QRectF PeakChart::plot() const
{
    const int labels = fontMetrics().height();
    return {peakAxisRoom, 6, std::max(1.0, width() - peakAxisRoom - 10.0),
            std::max(1.0, height() - labels - 12.0)};
}

LogScale PeakChart::spans() const
{
    return {double(m_shortest.count()), double(m_longest.count()), plot().left(), plot().right()};
}

QPointF PeakChart::placeOf(const Point& point) const
{
    const LogScale counts{1, double(m_largest) * 1.15, plot().bottom(), plot().top()};
    return {spans().place(double(point.span.count())), counts.place(double(std::max<Units>(1, point.count)))};
}

void PeakChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_lines.empty())
        return paintEmptyText(painter);
    paintAxes(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    for (const Line& line : m_lines)
        paintLine(painter, line);
    std::vector<QRectF> taken;
    for (const Line& line : m_lines) // on top of all: no line strikes a name out
        paintName(painter, line, taken);
}

void PeakChart::paintAxes(QPainter& painter) const
{
    for (Units count = 1; count <= m_largest; count *= 10)
        paintGridLine(painter, plot(), placeOf({m_shortest, count}).y(),
                      count < 100'000 ? numberText(count) : briefNumberText(count), colors().line);
    paintSpans(painter, plot(), spans());
}

void PeakChart::paintLine(QPainter& painter, const Line& line) const
{
    QPainterPath path;
    for (const Point& point : line.points) {
        if (point.count == 0)
            continue;
        if (path.elementCount() == 0)
            path.moveTo(placeOf(point));
        else
            path.lineTo(placeOf(point));
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(penOf(line.kind));
    painter.drawPath(path);
}

// Over the line's end, or as near to it as there is room.
void PeakChart::paintName(QPainter& painter, const Line& line, std::vector<QRectF>& taken) const
{
    const auto end = std::find_if(line.points.rbegin(), line.points.rend(),
                                  [](const Point& point) { return point.count != 0; });
    if (end == line.points.rend())
        return;
    const QPointF last = placeOf(*end);
    QFont font = line.kind == Line::Kind::Chosen ? monospaceFont() : this->font();
    font.setPixelSize(12);
    painter.setFont(font);
    painter.setPen(penOf(line.kind).color());
    const QFontMetrics metrics(font);
    const QRectF area = plot();
    const QString name = metrics.elidedText(line.name, Qt::ElideMiddle, int(area.width() / 2));
    QRectF room(area.right() - metrics.horizontalAdvance(name) - 4, last.y() - metrics.height() - 3,
                metrics.horizontalAdvance(name), metrics.height());
    if (room.top() < area.top() || line.kind == Line::Kind::Allowed)
        room.moveTop(last.y() + 5);
    const auto collides = [&] {
        return std::ranges::any_of(taken, [&](const QRectF& other) { return other.intersects(room); });
    };
    for (int tries = 0; tries < 6 && collides(); ++tries)
        room.moveTop(room.top() + metrics.height() + 1);
    taken.push_back(room);
    painter.fillRect(room.adjusted(-2, 0, 2, 0), colors().card);
    painter.drawText(room, Qt::AlignCenter | Qt::TextDontClip, name);
}

QString PeakChart::tipAt(const QPointF& place) const
{
    QStringList texts;
    for (const Line& line : m_lines) {
        const auto nearest = std::ranges::min_element(
            line.points, {}, [&](const Point& point) { return std::abs(placeOf(point).x() - place.x()); });
        if (nearest != line.points.end())
            texts << tr("%1: at most %2 in any %3")
                         .arg(line.name, numberText(nearest->count), briefWindowText(nearest->span));
    }
    return texts.join(QLatin1Char('\n'));
}

} // namespace ratewarden::ui
