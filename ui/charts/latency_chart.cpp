// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/latency_chart.h"

#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QLocale>
#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int latencyAxisRoom = 56;
constexpr int legendRoom = 20;
constexpr int troubleHeight = 4;

struct LatencySeries {
    const char* name;
    Micros LiveInterval::*latency;
};
constexpr std::array latencySeries{
    LatencySeries{QT_TRANSLATE_NOOP("ratewarden::ui::LatencyChart", "longest"), &LiveInterval::max},
    LatencySeries{QT_TRANSLATE_NOOP("ratewarden::ui::LatencyChart", "99 %"), &LiveInterval::p99},
    LatencySeries{QT_TRANSLATE_NOOP("ratewarden::ui::LatencyChart", "median"), &LiveInterval::median}};

// Told apart by width and dash, too.
auto pens()
{
    const Colors& c = colors();
    return std::array{QPen(c.muted, 1.2, Qt::DotLine), QPen(c.text, 1.4), QPen(c.used, 2.2)};
}

bool hasDropped(const LiveInterval& interval)
{
    return interval.counts.dropped > 0;
}

// A single one is nothing to look at.
bool isLate(const LiveInterval& interval)
{
    constexpr std::uint64_t oneIn = 100;
    return !hasDropped(interval) && interval.counts.late * oneIn > interval.counts.sent;
}

} // namespace

LatencyChart::LatencyChart(QWidget* parent) : Chart(parent)
{
    setAccessibleName(tr("Latency over time"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

void LatencyChart::present(std::vector<LiveInterval> intervals, Micros length)
{
    m_intervals = std::move(intervals);
    m_length = std::max<Micros>({1ms, length, m_intervals.empty() ? 0us : m_intervals.back().at});
    Micros shortest = 1ms;
    Micros longest = 1ms;
    for (const LiveInterval& interval : m_intervals) {
        if (interval.counts.answered == 0)
            continue;
        shortest = std::min(shortest, interval.median);
        longest = std::max(longest, interval.max);
    }
    // Whole decades, so that the scale rests while points come in.
    m_lowest = Micros(
        std::int64_t(std::pow(10, std::floor(std::log10(double(std::max<Micros>(10us, shortest).count()))))));
    m_highest = Micros(std::int64_t(std::pow(10, std::ceil(std::log10(double(longest.count()) + 1)))));
    if (!m_intervals.empty())
        setAccessibleDescription(
            tr("At the end the median is %1, 99 % are within %2")
                .arg(waitText(m_intervals.back().median), waitText(m_intervals.back().p99)));
    update();
}

ChartTable LatencyChart::asTable() const
{
    ChartTable table;
    table.about = m_intervals.empty() ? emptyText() : tr("of %1 that are planned").arg(waitText(m_length));
    table.headings = {tr("Up to (s)"),          tr("Median (ms)"),      tr("99 % (ms)"),
                      tr("Longest (ms)"),       tr("Sent (requests)"),  tr("Late (requests)"),
                      tr("Dropped (requests)"), tr("Denied (requests)")};
    const auto number = [](Micros time, double unit, int digits) {
        return QLocale().toString(double(time.count()) / unit, 'f', digits);
    };
    std::vector<QStringList> rows;
    rows.reserve(m_intervals.size());
    for (const LiveInterval& interval : m_intervals) {
        const LiveCounts& counts = interval.counts;
        const auto latency = [&](Micros time) {
            return counts.answered > 0 ? number(time, 1e3, 3) : noValue();
        };
        rows.push_back({number(interval.at, 1e6, 1), latency(interval.median), latency(interval.p99),
                        latency(interval.max), numberText(Units(counts.sent)), numberText(Units(counts.late)),
                        numberText(Units(counts.dropped)), numberText(Units(counts.denied))});
    }
    table.setRows(std::move(rows));
    return table;
}

QRectF LatencyChart::plot() const
{
    const int labels = fontMetrics().height();
    return {latencyAxisRoom, legendRoom, std::max(1.0, width() - latencyAxisRoom - 8.0),
            std::max(1.0, height() - legendRoom - labels - troubleHeight - 10.0)};
}

double LatencyChart::x(Micros at) const
{
    const QRectF area = plot();
    return area.left() + area.width() * double(at.count()) / double(std::max<Micros>(1us, m_length).count());
}

LogScale LatencyChart::scale() const
{
    return {double(m_lowest.count()), double(m_highest.count()), plot().bottom(), plot().top()};
}

double LatencyChart::y(Micros latency) const
{
    return scale().place(double(std::max(m_lowest, latency).count()));
}

void LatencyChart::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    if (m_intervals.empty())
        return paintEmptyText(painter);
    paintAxes(painter);
    paintTroubles(painter);
    painter.setRenderHint(QPainter::Antialiasing);
    const auto all = pens();
    for (std::size_t i = 0; i < latencySeries.size(); ++i)
        paintLine(painter, all.at(i), latencySeries.at(i).latency);
    paintLegend(painter);
}

void LatencyChart::paintAxes(QPainter& painter) const
{
    const Colors& c = colors();
    const QRectF area = plot();
    for (Micros tick = m_lowest; tick <= m_highest; tick *= 10)
        paintGridLine(painter, area, y(tick), waitText(tick), c.line);
    painter.setPen(c.muted);
    const QRectF below(area.left(), area.bottom() + troubleHeight + 6, area.width(), fontMetrics().height());
    painter.drawText(below, Qt::AlignLeft, tr("0 s"));
    painter.drawText(below, Qt::AlignRight, waitText(m_length));
}

// Where the trial could not keep its times.
void LatencyChart::paintTroubles(QPainter& painter) const
{
    const QRectF area = plot();
    Micros from{};
    for (const LiveInterval& interval : m_intervals) {
        if (hasDropped(interval) || isLate(interval)) {
            const double left = std::floor(x(from));
            painter.fillRect(QRectF(left, area.bottom() + 3, std::max(2.0, std::ceil(x(interval.at)) - left),
                                    troubleHeight),
                             hasDropped(interval) ? colors().limited : colors().nearLimit);
        }
        from = interval.at;
    }
}

void LatencyChart::paintLine(QPainter& painter, const QPen& pen, Micros LiveInterval::*latency) const
{
    QPainterPath path;
    bool isBroken = true; // nothing was answered there
    Micros from{};
    for (const LiveInterval& interval : m_intervals) {
        const QPointF point(x((from + interval.at) / 2), y(interval.*latency));
        from = interval.at;
        if (interval.counts.answered == 0) {
            isBroken = true;
            continue;
        }
        if (isBroken)
            path.moveTo(point - QPointF(0.5, 0)); // one point alone is to be seen, too
        path.lineTo(point);
        isBroken = false;
    }
    painter.setBrush(Qt::NoBrush);
    painter.setPen(pen);
    painter.drawPath(path);
}

void LatencyChart::paintLegend(QPainter& painter) const
{
    constexpr double sample = 18;
    const auto all = pens();
    double left = plot().left();
    const double middle = fontMetrics().height() / 2.0;
    const auto add = [&](const QString& text, const std::function<void(double)>& draw) {
        draw(left);
        painter.setPen(colors().text);
        painter.drawText(QPointF(left + sample + 6, middle + fontMetrics().ascent() / 2.0 - 1), text);
        left += sample + 6 + fontMetrics().horizontalAdvance(text) + 18;
    };
    for (std::size_t i = latencySeries.size(); i-- > 0;)
        add(tr(latencySeries.at(i).name), [&](double at) {
            painter.setPen(all.at(i));
            painter.drawLine(QPointF(at, middle), QPointF(at + sample, middle));
        });
    const auto mark = [&](bool (*is)(const LiveInterval&), const QString& text, const QColor& color) {
        if (std::ranges::any_of(m_intervals, is))
            add(text, [&](double at) {
                painter.fillRect(QRectF(at, middle - troubleHeight / 2.0, sample, troubleHeight), color);
            });
    };
    mark(hasDropped, tr("some dropped"), colors().limited);
    mark(isLate, tr("over 1 % sent late"), colors().nearLimit);
}

QString LatencyChart::tipAt(const QPointF& place) const
{
    const auto found = std::ranges::find_if(
        m_intervals, [&](const LiveInterval& interval) { return x(interval.at) >= place.x(); });
    if (found == m_intervals.end())
        return {};
    const LiveCounts& counts = found->counts;
    return tr("Up to %1: median %2, 99 % within %3, longest %4\n%5 sent, %6 late, %7 dropped, %8 denied")
        .arg(waitText(found->at), waitText(found->median), waitText(found->p99), waitText(found->max),
             numberText(Units(counts.sent)), numberText(Units(counts.late)),
             numberText(Units(counts.dropped)), numberText(Units(counts.denied)));
}

} // namespace ratewarden::ui
