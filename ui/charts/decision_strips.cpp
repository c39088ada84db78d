// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/decision_strips.h"

#include "ui/histories/moments.h"
#include "ui/text/area_text.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int namesWidth = 84;
constexpr int stripHeight = 20;
constexpr int stripGap = 10;
constexpr Micros shortestDecisionTime = 1ms;
constexpr double nearRequest = 6;   // pixels
constexpr double deniedPart = 0.55; // of a strip's height

} // namespace

DecisionStrips::DecisionStrips(Moments* moments, QWidget* parent)
    : TimeChart(*new TimeLine([this] { return m_until; }, moments), parent)
{
    m_time.setParent(this);
    connect(&m_time, &TimeLine::changed, this, &DecisionStrips::timeMoved);
    setAccessibleName(tr("Time line of the token"));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

QSize DecisionStrips::sizeHint() const
{
    const int strips = m_data ? int(m_data->strips.size()) : 4;
    return {420, strips * (stripHeight + stripGap) + fontMetrics().height() + 6};
}

QSize DecisionStrips::minimumSizeHint() const
{
    return {200, sizeHint().height()};
}

void DecisionStrips::present(std::shared_ptr<const StripData> data, const QStringList& names)
{
    m_names = names;
    const bool sameTimes = m_data && data && m_data->times == data->times;
    const std::size_t stripsBefore = m_data ? m_data->strips.size() : 0;
    m_data = std::move(data);
    if (m_data && m_data->strips.size() != stripsBefore)
        updateGeometry();
    if (!sameTimes) {
        m_cursor.reset();
        m_time.setCursor(std::nullopt);
    }
    update();
    Q_EMIT cursorMoved();
}

void DecisionStrips::setWhole(const TimeRange& time)
{
    m_until = time.to;
    m_time.setReach(time.length(), time.length());
    m_time.setArea(std::nullopt);
    m_cursor.reset();
    m_time.setCursor(std::nullopt);
    m_time.showUsual();
}

ChartTable DecisionStrips::asTable() const
{
    ChartTable table;
    table.headings << tr("Time");
    if (!m_data)
        return table;
    table.headings << m_names;
    const std::vector<Instant>& times = m_data->times;
    const std::size_t first = firstFrom(m_time.begin());
    const auto last = std::size_t(std::ranges::upper_bound(times, m_time.end()) - times.begin());
    table.about = tr("%1 to %2").arg(momentText(m_time.begin()), momentText(m_time.end()));
    table.rowCount = int(last - first);
    table.cell = [data = m_data, first, until = m_decidedUntil](int row, int column) {
        const std::size_t request = first + std::size_t(row);
        if (column == 0)
            return exactMomentText(data->times[request]);
        const auto number = std::size_t(column) - 1;
        const StripData::Strip& strip = data->strips[number];
        const bool differs = number == data->differences;
        if (until && data->times[request] > *until)
            return tr("not decided yet");
        return strip.denied(request, request + 1) > 0    ? (differs ? tr("now denied") : tr("denied"))
               : strip.allowed(request, request + 1) > 0 ? (differs ? tr("now allowed") : tr("allowed"))
                                                         : noValue();
    };
    return table;
}

double DecisionStrips::left() const
{
    return namesWidth;
}

QRectF DecisionStrips::strip(std::size_t number) const
{
    return {left(), double(number) * (stripHeight + stripGap), std::max(1.0, width() - left()), stripHeight};
}

QRectF DecisionStrips::plot() const
{
    const double strips = m_data ? strip(m_data->strips.size()).top() - stripGap : 0;
    return {left(), 0, std::max(1.0, width() - left()), strips};
}

void DecisionStrips::setCursorAt(std::optional<std::size_t> request)
{
    m_cursor = request;
    const bool isKnown = m_cursor && m_data;
    m_time.setCursor(isKnown ? std::optional(m_data->times.at(*m_cursor)) : std::nullopt);
    if (isKnown)
        setAccessibleDescription(momentText(m_data->times.at(*m_cursor)));
    update();
    Q_EMIT cursorMoved();
}

std::size_t DecisionStrips::nearest(Instant moment) const
{
    const std::vector<Instant>& times = m_data->times;
    auto found = std::ranges::lower_bound(times, moment);
    if (found == times.end() || (found != times.begin() && moment - *(found - 1) < *found - moment))
        --found;
    return std::size_t(found - times.begin());
}

void DecisionStrips::putCursorNear(Instant moment)
{
    if (hasTime())
        setCursorAt(nearest(moment));
}

void DecisionStrips::cursorSet()
{
    const Instant moment = *m_time.cursor();
    putCursorNear(moment);
    if (std::ranges::count(withMoments(std::vector<TimeMark>()), moment, &TimeMark::at) > 0)
        m_time.setCursor(moment); // from a request beside it the next step would lead back to it
}

std::vector<Instant> DecisionStrips::events() const
{
    std::vector<Instant> all;
    for (std::size_t request = 0; request < m_data->times.size(); ++request)
        for (std::size_t i = 1; i < m_data->strips.size(); ++i) { // 0: the requests
            const StripData::Strip& strip = m_data->strips[i];
            const bool isDifference = i == m_data->differences && strip.allowed(request, request + 1) > 0;
            if (strip.denied(request, request + 1) > 0 || isDifference) {
                all.push_back(m_data->times[request]);
                break;
            }
        }
    return withMoments(std::move(all));
}

QString DecisionStrips::valuesAt(Instant moment) const
{
    const std::size_t request = nearest(moment);
    const Instant at = m_data->times[request];
    if (std::chrono::abs(at - moment) > within(nearRequest))
        return (QStringList(momentText(moment)) << flagsNear(moment, marksOfServer()))
            .join(QLatin1Char('\n'));
    QStringList lines{exactMomentText(at)};
    lines << flagsNear(moment, marksOfServer());
    for (std::size_t i = 0; i < m_data->strips.size() && i < m_data->differences; ++i)
        lines << QStringLiteral("%1: %2").arg(
            m_names.value(qsizetype(i)),
            m_data->strips[i].denied(request, request + 1) > 0 ? tr("denied") : tr("allowed"));
    return lines.join(QLatin1Char('\n'));
}

QString DecisionStrips::areaSentences() const
{
    QStringList lines;
    const auto& area = m_time.area();
    if (!area || !hasTime())
        return {};
    AreaFacts facts;
    facts.window = 1s;
    std::vector<AreaRequests> requests(m_data->times.size());
    for (std::size_t i = 1; i < m_data->strips.size() && i < m_data->differences; ++i) { // 0: the requests
        const StripData::Strip& strip = m_data->strips[i];
        for (std::size_t request = 0; request < requests.size(); ++request)
            requests[request] = {m_data->times[request], Units(strip.allowed(request, request + 1)),
                                 Units(strip.denied(request, request + 1)), strip.rule(request)};
        lines << QStringLiteral("%1: %2").arg(m_names.value(qsizetype(i)),
                                              areaText(requests, *area, strip.rules, facts));
    }
    return lines.join(QLatin1Char('\n'));
}

void DecisionStrips::goTo(std::size_t request)
{
    if (!m_data || request >= m_data->times.size())
        return;
    reveal(m_data->times[request]);
    setCursorAt(request);
}

std::size_t DecisionStrips::differencesLeft() const
{
    if (!m_data || m_data->differences >= m_data->strips.size())
        return 0;
    const StripData::Strip& marks = m_data->strips[m_data->differences];
    const std::size_t from = m_cursor ? *m_cursor + 1 : firstFrom(m_time.begin());
    const std::size_t to = m_data->times.size();
    return std::size_t(marks.allowed(from, to)) + marks.denied(from, to);
}

void DecisionStrips::setDecidedUntil(std::optional<Instant> moment)
{
    if (std::exchange(m_decidedUntil, moment) != moment)
        update();
}

bool DecisionStrips::goToDifference(bool forward)
{
    if (!m_data || m_data->differences >= m_data->strips.size())
        return false;
    const StripData::Strip& marks = m_data->strips[m_data->differences];
    const std::size_t requests = m_data->times.size();
    const std::size_t found = forward ? marks.nextMark(m_cursor ? *m_cursor + 1 : firstFrom(m_time.begin()))
                                      : marks.markBefore(m_cursor ? *m_cursor : firstFrom(m_time.end()));
    if (found >= requests)
        return false;
    reveal(m_data->times[found]);
    showSome(found);
    setCursorAt(found);
    return true;
}

std::size_t DecisionStrips::firstFrom(Instant moment) const
{
    return std::size_t(std::ranges::lower_bound(m_data->times, moment) - m_data->times.begin());
}

void DecisionStrips::reveal(Instant moment)
{
    if (moment >= m_time.begin() && moment < m_time.end())
        return;
    const Micros length = m_time.span();
    show({moment - length / 3, moment - length / 3 + length});
}

// Where more requests are shown than there are pixels, only as many as can be told apart.
void DecisionStrips::showSome(std::size_t around)
{
    constexpr std::size_t some = 160;
    const std::vector<Instant>& times = m_data->times;
    const auto from = std::ranges::lower_bound(times, m_time.begin());
    const auto to = std::ranges::lower_bound(times, m_time.end());
    if (double(to - from) <= width() - left())
        return;
    const std::size_t first = around > some / 2 ? around - some / 2 : 0;
    const std::size_t last = std::min(times.size() - 1, first + some);
    if (times[last] - times[first] < shortestDecisionTime)
        return;
    show({times[first], times[last]});
}

void DecisionStrips::paintEvent(QPaintEvent*)
{
    if (!m_data)
        return;
    QPainter painter(this);
    const Colors& c = colors();
    for (std::size_t i = 0; i < m_data->strips.size(); ++i)
        paintStrip(painter, i);
    paintTicks(painter, strip(m_data->strips.size()).top() - stripGap + 9, 110, left());
    if (m_decidedUntil)
        paintUndecided(painter);
    paintMoments(painter, plot());
    paintTime(painter, false);
    if (m_cursor)
        paintCursor(painter);
    if (hasFocus()) {
        painter.setPen(QPen(c.accent, 1, Qt::DotLine));
        painter.drawRect(
            QRectF(left() - 1, 0, width() - left(), strip(m_data->strips.size()).top() - stripGap));
    }
}

void DecisionStrips::paintUndecided(QPainter& painter) const
{
    const double x = std::clamp(xOf(*m_decidedUntil) + 2, left(), double(width()));
    QColor veil = colors().card;
    veil.setAlphaF(0.78F);
    for (std::size_t i = 0; i < m_data->strips.size(); ++i) {
        const QRectF area = strip(i);
        painter.fillRect(QRectF(x, area.top(), area.right() - x, area.height()), veil);
    }
    if (x <= left() || x >= width())
        return;
    const double bottom = strip(m_data->strips.size() - 1).bottom();
    painter.setPen(QPen(colors().muted, 1, Qt::DashLine));
    painter.drawLine(QPointF(std::floor(x) + 0.5, 0), QPointF(std::floor(x) + 0.5, bottom));
}

// Between the strips, so that it does not hide what it is on.
void DecisionStrips::paintCursor(QPainter& painter) const
{
    const double x = std::floor(xOf(m_data->times.at(*m_cursor))) + 1;
    if (x < left() || x > width())
        return;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(QPen(colors().text, 1.4));
    painter.setBrush(colors().text);
    for (std::size_t i = 0; i < m_data->strips.size(); ++i) {
        const double bottom = strip(i).bottom();
        painter.drawLine(QPointF(x, bottom + 2), QPointF(x, bottom + stripGap - 1));
    }
    const double bottom = strip(m_data->strips.size() - 1).bottom();
    painter.drawPolygon(
        QPolygonF{QPointF(x, bottom + 1), QPointF(x - 4, bottom + 7), QPointF(x + 4, bottom + 7)});
    painter.restore();
}

void DecisionStrips::paintStrip(QPainter& painter, std::size_t number) const
{
    const StripData::Strip& data = m_data->strips[number];
    const QRectF area = strip(number);
    const Colors& c = colors();
    painter.setPen(c.muted);
    painter.drawText(
        QRectF(0, area.top(), left() - 8, area.height()), Qt::AlignVCenter | Qt::AlignLeft,
        fontMetrics().elidedText(m_names.value(qsizetype(number)), Qt::ElideMiddle, int(left()) - 8));
    painter.fillRect(area, number == m_data->differences ? c.track : groundFor(c.used));

    const std::vector<Instant>& times = m_data->times;
    const double split = area.height() * (1 - deniedPart);
    const double perPixel = double(m_time.span().count()) / area.width();
    const auto at = [&](double x) {
        return m_time.begin() + Micros(std::llround((x - area.left()) * perPixel));
    };
    const auto indexAt = [&](double x) {
        return std::size_t(std::ranges::lower_bound(times, at(x)) - times.begin());
    };
    std::size_t first = indexAt(area.left());
    for (double x = area.left(); x < area.right() && first < times.size(); ++x) {
        const std::size_t last = indexAt(x + 1);
        const bool allowed = data.allowed(first, last) > 0;
        const bool denied = data.denied(first, last) > 0;
        const bool alone = last == times.size() || times[last] >= at(x + 2);
        const double thick = alone ? 2 : 1; // a single one is to be seen
        if (allowed)
            painter.fillRect(QRectF(x, area.top(), thick, denied ? split : area.height()), c.used);
        if (denied)
            painter.fillRect(QRectF(x, area.top() + split, thick, area.height() - split), c.limited);
        first = last;
    }
}

// Its cursor is there all the time, that of the line with the focus alone.
void DecisionStrips::focusInEvent(QFocusEvent* event)
{
    TimeChart::focusInEvent(event);
    if (m_cursor && m_data)
        m_time.setCursor(m_data->times.at(*m_cursor));
}

// By its number: several may be at one moment.
void DecisionStrips::keyPressEvent(QKeyEvent* event)
{
    if (!hasTime() || event->modifiers() & ~Qt::KeyboardModifiers(Qt::KeypadModifier))
        return TimeChart::keyPressEvent(event);
    const std::size_t last = m_data->times.size() - 1;
    const Instant middle = m_time.begin() + m_time.span() / 2;
    switch (event->key()) {
    case Qt::Key_Left:
        return m_cursor ? goTo(*m_cursor > 0 ? *m_cursor - 1 : 0) : putCursorNear(middle);
    case Qt::Key_Right:
        return m_cursor ? goTo(std::min(last, *m_cursor + 1)) : putCursorNear(middle);
    case Qt::Key_Home:
        return goTo(0);
    case Qt::Key_End:
        return goTo(last);
    default:
        TimeChart::keyPressEvent(event);
    }
}

} // namespace ratewarden::ui
