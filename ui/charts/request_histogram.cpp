// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/request_histogram.h"

#include "ui/text/area_text.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int plotHeight = 64;
constexpr Micros shortestStretch = 1ms;

} // namespace

RequestHistogram::RequestHistogram(Moments* moments, QWidget* parent)
    : TimeChart(*new TimeLine([this] { return m_whole.to; }, moments), parent)
{
    m_time.setParent(this);
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
    if (std::exchange(m_whole, time) != time) {
        m_time.setArea(std::nullopt);
        m_time.setCursor(std::nullopt);
        m_time.setReach(time.length(), time.length());
        m_time.showUsual();
    }
    update();
}

void RequestHistogram::choose(std::optional<TimeRange> stretch)
{
    if (stretch) {
        stretch->from = std::clamp(stretch->from, m_whole.from, m_whole.to);
        stretch->to = std::clamp(stretch->to, stretch->from, m_whole.to);
        if (stretch->length() < shortestStretch)
            stretch.reset();
    }
    m_time.setArea(stretch);
}

void RequestHistogram::markShown(TimeRange shown)
{
    if (std::exchange(m_shown, shown) != shown)
        update();
}

Micros RequestHistogram::barLength() const
{
    return m_whole.length() / std::int64_t(std::max<std::size_t>(1, m_bars.size()));
}

ChartTable RequestHistogram::asTable() const
{
    ChartTable table;
    table.headings = {tr("From"), tr("Allowed (requests)"), tr("Denied (requests)")};
    if (m_bars.empty())
        return table;
    const Micros each = barLength();
    table.about = tr("%1 each").arg(waitText(each));
    if (const auto& area = chosen())
        table.about += QStringLiteral(" · ") +
                       tr("%1 to %2 is chosen").arg(momentText(area->from), momentText(area->to));
    table.rowCount = int(m_bars.size());
    table.cell = [bars = m_bars, from = m_whole.from, each](int row, int column) {
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

std::vector<Instant> RequestHistogram::drawnAt() const
{
    std::vector<Instant> starts;
    for (std::size_t i = 0; i < m_bars.size(); ++i)
        if (m_bars[i].allowed + m_bars[i].denied > 0)
            starts.push_back(startOf(i));
    return starts;
}

std::vector<Instant> RequestHistogram::events() const
{
    std::vector<Instant> starts;
    for (std::size_t i = 0; i < m_bars.size(); ++i)
        if (m_bars[i].denied > 0)
            starts.push_back(startOf(i));
    return withMoments(std::move(starts));
}

QString RequestHistogram::valuesAt(Instant moment) const
{
    const Micros each = std::max(barLength(), Micros(1));
    const auto i = std::size_t(
        std::clamp<std::int64_t>((moment - m_whole.from) / each, 0, std::int64_t(m_bars.size()) - 1));
    QStringList lines{tr("%1, %2: %3 allowed, %4 denied")
                          .arg(momentText(startOf(i)), waitText(each), numberText(m_bars[i].allowed),
                               numberText(m_bars[i].denied))};
    lines << flagsNear(moment, marksOfServer());
    return lines.join(QLatin1Char('\n'));
}

QString RequestHistogram::areaSentence() const
{
    if (!chosen())
        return {};
    std::vector<AreaRequests> requests;
    std::vector<Rule> rules;
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        std::optional<std::size_t> rule;
        if (m_bars[i].rule) {
            const auto known = std::ranges::find(rules, *m_bars[i].rule);
            rule = std::size_t(known - rules.begin());
            if (known == rules.end())
                rules.push_back(*m_bars[i].rule);
        }
        requests.push_back({startOf(i), m_bars[i].allowed, m_bars[i].denied, rule});
    }
    AreaFacts facts;
    facts.each = facts.window = std::max(barLength(), Micros(1));
    return areaText(requests, *chosen(), rules, facts);
}

void RequestHistogram::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    const QRectF area = plot();
    paintBars(painter, area);
    if (!m_bars.empty())
        paintTicks(painter, area.bottom() + 3, 130);
    paintMoments(painter, area);
    paintTime(painter);
    if (const double left = std::max(0.0, xOf(m_shown.from)), right = std::min(area.width(), xOf(m_shown.to));
        m_shown.to > m_shown.from && right - left < area.width() - 1 && right > left)
        painter.fillRect(QRectF(left, area.bottom() - 1, std::max(3.0, right - left), 2), colors().accent);
    if (hasFocus()) {
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
    const double step = area.width() * double(barLength().count()) / double(m_time.span().count());
    const double first = xOf(m_whole.from);
    const double gap = step >= 4 ? 1 : 0;
    painter.save();
    painter.setClipRect(area);
    for (std::size_t i = 0; i < m_bars.size(); ++i) {
        const double left = std::round(first + step * double(i));
        const double right = std::round(first + step * double(i + 1));
        const double width = std::max(1.0, right - left - gap);
        const double up = height(m_bars[i].allowed);
        painter.fillRect(QRectF(left, line - up, width, up), c.used);
        painter.fillRect(QRectF(left, line + 1, width, height(m_bars[i].denied)), c.limited);
    }
    painter.restore();
    painter.fillRect(QRectF(area.left(), line, area.width(), 1), c.line);
}

} // namespace ratewarden::ui
