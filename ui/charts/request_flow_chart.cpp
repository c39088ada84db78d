// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/request_flow_chart.h"

#include "core/formats/request_counts.h"
#include "ui/charts/time_axis.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <array>
#include <cmath>

namespace ratewarden::ui {
namespace {

constexpr int leftRoom = 48;
constexpr int rightRoom = 10;
constexpr int topRoom = 18; // for the names of marks
constexpr int bottomRoom = 20;
constexpr int nearMark = 5;

QPainterPath pathOf(const QPolygonF& area)
{
    QPainterPath path;
    path.addPolygon(area);
    return path;
}

} // namespace

ChartTable RequestFlowData::asTable() const
{
    ChartTable table;
    table.headings = {step == countSpan ? RequestFlowChart::tr("Ten seconds from")
                                        : RequestFlowChart::tr("From"),
                      RequestFlowChart::tr("Allowed/s"), RequestFlowChart::tr("Denied/s")};
    for (const Series& one : series)
        table.headings << one.name;
    table.rowCount = int(size());
    table.cell = [data = *this](int row, int column) {
        const std::size_t place = data.size() - 1 - std::size_t(row);
        if (column == 0)
            return momentText(data.at(place));
        if (!data.known[place])
            return noValue(); // not read yet
        if (column == 2)
            return rateText(data.denied[place]);
        if (column > 2)
            return rateText(data.series[std::size_t(column) - 3].allowed[place]);
        double allowed = 0;
        for (const Series& one : data.series)
            allowed += one.allowed[place];
        return rateText(allowed);
    };
    return table;
}

RequestFlowChart::RequestFlowChart(Moments* moments, QWidget* parent)
    : TimeChart(*new TimeLine([this] { return m_data.at(m_data.size()); }, moments), parent)
{
    m_time.setParent(this);
    setAccessibleName(tr("Requests per second"));
    setAccessibleDescription(RequestFlowChart::keyHelp());
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Expanding);
}

QString RequestFlowChart::keyHelp() const
{
    return tr(
        "Left and Right move by ten seconds, Return marks them, Shift extends the mark, Esc removes it. "
        "\"Show as table\" lists the same numbers.");
}

QColor RequestFlowChart::seriesColor(std::size_t number, bool rest)
{
    // Each stands out from light and from dark cards, and none is that of what was denied.
    constexpr std::array<QRgb, seriesColors> palette{0x3A8CC4, 0xC2790E, 0x0A8754, 0x9B5BD0, 0xCB5C9F,
                                                     0x178F96, 0x857B33, 0x8E5A7E, 0x5470D6, 0x5E8C2A};
    return rest ? QColor(0x9AA3B1) : QColor(palette.at(number % palette.size()));
}

QBrush RequestFlowChart::patternOver(std::size_t same)
{
    constexpr std::array patterns{Qt::NoBrush, Qt::BDiagPattern, Qt::FDiagPattern, Qt::DiagCrossPattern};
    return {colors().card, patterns.at(std::min(same, patterns.size() - 1))};
}

void RequestFlowChart::present(RequestFlowData data, std::vector<TimeMark> marks)
{
    m_data = std::move(data);
    m_marks = std::move(marks);
    const Micros whole = m_data.step * std::int64_t(m_data.size());
    m_time.setReach(whole, whole);
    update();
}

void RequestFlowChart::setFreshness(Freshness freshness)
{
    m_freshness = freshness;
    update();
}

RequestFlowChart::Scale RequestFlowChart::scale() const
{
    Scale scale;
    scale.plot = plot();
    double allowed = 0;
    double denied = 0;
    for (std::size_t i = 0; i < m_data.size(); ++i) {
        if (!isShown(i))
            continue;
        double sum = 0;
        for (const RequestFlowData::Series& one : m_data.series)
            sum += one.allowed[i];
        allowed = std::max(allowed, sum);
        denied = std::max(denied, m_data.denied[i]);
    }
    scale.step = niceStep(std::max(allowed, 0.4 * denied));
    scale.most = std::max(1.0, std::ceil(allowed / scale.step)) * scale.step;
    const double below = std::max(denied * 1.05, scale.most * 0.08);
    scale.axis = scale.plot.top() + scale.plot.height() * scale.most / (scale.most + below);
    return scale;
}

QRectF RequestFlowChart::plot() const
{
    return {leftRoom, topRoom, double(std::max(10, width() - leftRoom - rightRoom)),
            double(std::max(10, height() - topRoom - bottomRoom))};
}

std::vector<Instant> RequestFlowChart::drawnAt() const
{
    std::vector<Instant> all;
    for (std::size_t i = 0; i < m_data.size(); ++i)
        all.push_back(m_data.at(i));
    return all;
}

// The ten seconds in which requests were denied, and those of marks.
std::vector<Instant> RequestFlowChart::events() const
{
    std::vector<Instant> all;
    const std::vector<TimeMark> marks = withMoments(m_marks);
    for (std::size_t i = 0; i < m_data.size(); ++i)
        if (m_data.denied[i] > 0 || std::ranges::any_of(marks, [&](const TimeMark& mark) {
                return mark.at >= m_data.at(i) && mark.at < m_data.at(i + 1);
            }))
            all.push_back(m_data.at(i));
    return all;
}

std::optional<std::size_t> RequestFlowChart::placeOf(Instant moment) const
{
    if (moment < m_data.from || moment > m_data.at(m_data.size()) || m_data.size() == 0)
        return std::nullopt;
    return std::min(m_data.size() - 1, std::size_t((moment - m_data.from) / m_data.step));
}

bool RequestFlowChart::isShown(std::size_t place) const
{
    return m_data.at(place + 1) > m_time.begin() && m_data.at(place) < m_time.end();
}

void RequestFlowChart::paintEvent(QPaintEvent* /*event*/)
{
    QPainter painter(this);
    paintFocus(painter);
    if (!hasTime())
        return paintEmptyText(painter);
    painter.setFont(smallFont(font()));
    const Scale its = scale();
    paintGrid(painter, its);
    paintSeries(painter, its);
    paintDenied(painter, its);
    paintMarks(painter, its);
    paintTime(painter);
}

void RequestFlowChart::paintGrid(QPainter& painter, const Scale& scale) const
{
    const Colors& c = colors();
    for (double value = 0; value <= scale.most * 1.001; value += scale.step) {
        paintGridLine(painter, scale.plot, scale.y(value),
                      scale.step >= 1 ? numberText(Units(std::llround(value))) : rateText(value),
                      value == 0 ? c.muted : c.line);
    }
    if (scale.plot.bottom() - scale.axis > 14) {
        painter.setPen(agedColor(c.limited, m_freshness));
        painter.drawText(
            QRectF(0, std::max(scale.axis + 6, (scale.axis + scale.plot.bottom()) / 2 - 8), leftRoom - 8, 16),
            Qt::AlignRight | Qt::AlignVCenter, tr("denied"));
    }
    const Instant end = m_time.end();
    const QString endText = momentText(end);
    const int endRoom = painter.fontMetrics().horizontalAdvance(endText) + 28; // and half of a tick's text
    painter.setPen(c.muted);
    for (const TimeTick& tick : timeTicks(end, m_time.span(), std::max(2, int(scale.plot.width()) / 110))) {
        const double x = xOf(tick.at);
        if (x > scale.plot.left() + 12 && x < scale.plot.right() - endRoom)
            painter.drawText(QRectF(x - 40, scale.plot.bottom() + 4, 80, 16), Qt::AlignCenter, tick.text);
    }
    painter.drawText(QRectF(scale.plot.right() - 120, scale.plot.bottom() + 4, 120, 16),
                     Qt::AlignRight | Qt::AlignVCenter, endText);
}

// One stretch between two gaps after the other.
void RequestFlowChart::paintSeries(QPainter& painter, const Scale& scale) const
{
    painter.save();
    painter.setClipRect(scale.plot);
    painter.setRenderHint(QPainter::Antialiasing);
    const double wide = xOf(m_data.at(1)) - xOf(m_data.at(0));
    const double left = xOf(m_data.from);
    std::vector<double> below(m_data.size(), 0.0);
    for (std::size_t n = 0; n < m_data.series.size(); ++n) {
        const std::vector<double>& allowed = m_data.series[n].allowed;
        const bool rest = m_data.lastIsRest && n + 1 == m_data.series.size();
        painter.setBrush(agedColor(seriesColor(m_data.series[n].color, rest), m_freshness));
        painter.setPen(QPen(colors().card, 1));
        for (std::size_t begin = 0; begin < m_data.size();) {
            if (!m_data.known[begin]) {
                ++begin;
                continue;
            }
            std::size_t end = begin;
            while (end < m_data.size() && m_data.known[end])
                ++end;
            // Each value is of its ten seconds: its point stands in their middle, the outer ones reach out.
            QPolygonF area;
            const auto x = [&](std::size_t i) {
                return left + (double(i) + 0.5) * wide;
            };
            area << QPointF(x(begin) - wide / 2, scale.y(below[begin] + allowed[begin]));
            for (std::size_t i = begin; i < end; ++i)
                area << QPointF(x(i), scale.y(below[i] + allowed[i]));
            area << QPointF(x(end - 1) + wide / 2, scale.y(below[end - 1] + allowed[end - 1]));
            area << QPointF(x(end - 1) + wide / 2, scale.y(below[end - 1]));
            for (std::size_t i = end; i-- > begin;)
                area << QPointF(x(i), scale.y(below[i]));
            area << QPointF(x(begin) - wide / 2, scale.y(below[begin]));
            painter.drawPolygon(area);
            painter.fillPath(pathOf(area), patternOver(m_data.series[n].same));
            begin = end;
        }
        for (std::size_t i = 0; i < m_data.size(); ++i)
            below[i] += allowed[i];
    }
    painter.restore();
}

void RequestFlowChart::paintDenied(QPainter& painter, const Scale& scale) const
{
    const double wide = xOf(m_data.at(1)) - xOf(m_data.at(0));
    const double left = xOf(m_data.from);
    for (std::size_t i = 0; i < m_data.size(); ++i)
        if (m_data.known[i] && m_data.denied[i] > 0)
            painter.fillRect(QRectF(left + double(i) * wide + 0.5, scale.axis + 1, std::max(1.0, wide - 1),
                                    std::max(1.5, scale.y(-m_data.denied[i]) - scale.axis)) &
                                 scale.plot,
                             agedColor(colors().limited, m_freshness));
}

// Foreign names are shown as they are known; each has room up to the one before.
void RequestFlowChart::paintMarks(QPainter& painter, const Scale& scale) const
{
    painter.save();
    double free = scale.plot.left();
    for (const TimeMark& mark : withMoments(m_marks)) {
        const double x = std::floor(xOf(mark.at)) + 0.5;
        if (x < scale.plot.left() || x > scale.plot.right())
            continue;
        QPen pen(mark.kind == TimeMark::Kind::Named ? colors().accent : colors().text, 1);
        pen.setDashPattern({3, 3});
        painter.setPen(pen);
        painter.drawLine(QPointF(x, 4), QPointF(x, scale.plot.bottom()));
        painter.setPen(colors().muted);
        const QString name = painter.fontMetrics().elidedText(mark.text.section(QLatin1Char('\n'), 0, 0),
                                                              Qt::ElideMiddle, int(x - free) - 8);
        if (name.size() > 4)
            painter.drawText(QRectF(free, 0, x - free - 4, topRoom - 2), Qt::AlignRight | Qt::AlignVCenter,
                             name);
        free = x + 4;
    }
    painter.restore();
}

QString RequestFlowChart::valuesAt(Instant moment) const
{
    const std::optional<std::size_t> its = placeOf(moment);
    if (!its)
        return {};
    const std::size_t place = *its;
    const bool isCounted = m_data.step == countSpan;
    const QString when = isCounted ? tr("%1, ten seconds").arg(momentText(m_data.at(place)))
                                   : stretchText({m_data.at(place), m_data.at(place + 1)});
    if (!m_data.known[place])
        return when + QStringLiteral("\n") + (isCounted ? tr("not read yet") : tr("not known"));
    QStringList lines{when};
    for (std::size_t n = m_data.series.size(); n-- > 0;)
        lines << QStringLiteral("%1: %2/s")
                     .arg(m_data.series[n].name, rateText(m_data.series[n].allowed[place]));
    lines << tr("denied: %1/s").arg(rateText(m_data.denied[place]));
    for (const TimeMark& mark : withMoments(m_marks))
        if (mark.at >= m_data.at(place) && mark.at < m_data.at(place + 1))
            lines << mark.text;
    return lines.join(QLatin1Char('\n'));
}

bool RequestFlowChart::chooseAt(const QPointF& point)
{
    for (std::size_t i = 0; i < m_marks.size(); ++i)
        if (std::abs(xOf(m_marks[i].at) - point.x()) <= nearMark) {
            Q_EMIT markChosen(int(i));
            return true;
        }
    const Scale its = scale();
    const std::optional<Instant> moment = momentAt(point.x());
    const std::optional<std::size_t> place = moment ? placeOf(*moment) : std::nullopt;
    if (!place)
        return false;
    if (point.y() > its.axis) {
        Q_EMIT deniedChosen();
        return true;
    }
    double sum = 0;
    for (std::size_t n = 0; n < m_data.series.size(); ++n) {
        sum += m_data.series[n].allowed[*place];
        if (point.y() >= its.y(sum)) {
            Q_EMIT seriesChosen(int(n));
            return true;
        }
    }
    return false;
}

} // namespace ratewarden::ui
