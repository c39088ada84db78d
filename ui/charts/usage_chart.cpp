// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/usage_chart.h"

#include "ui/charts/time_axis.h"
#include "ui/charts/time_flags.h"
#include "ui/histories/token_area.h"
#include "ui/histories/window_events.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/paint_bars.h"

#include <QBoxLayout>
#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QPainter>
#include <QScopedValueRollback>
#include <QValueAxis>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace ratewarden::ui {
namespace {

constexpr qreal aboveLimit = 3; // pixels over the limit's own line
constexpr double shortestPiece = 1.5;
constexpr double shortestNote = 40; // pixels: no word has less room

} // namespace

class UsageChart::Picture {
public:
    explicit Picture(QWidget* parent) : view(new QChartView(chart, parent))
    {
        chart->legend()->hide();
        chart->setBackgroundVisible(false);
        chart->setMargins({0, 4, 6, 0});
        chart->layout()->setContentsMargins(0, 0, 0, 0);
        view->setRenderHint(QPainter::Antialiasing);
        view->setFrameShape(QFrame::NoFrame);
        view->setBackgroundBrush(Qt::NoBrush);
        view->viewport()->setAutoFillBackground(false);
        view->setFocusPolicy(Qt::NoFocus);
        view->setAttribute(Qt::WA_TransparentForMouseEvents);

        time->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        time->setGridLineVisible(false);
        time->setTruncateLabels(false);
        percent->setRange(0, 106);
        percent->setTickType(QValueAxis::TicksDynamic);
        percent->setTickInterval(25);
        percent->setTruncateLabels(false);
        percent->setLabelFormat("%d %%");
        percent->setLineVisible(false);
        chart->addAxis(time, Qt::AlignBottom);
        chart->addAxis(percent, Qt::AlignLeft);
        limit = addSeries();
    }

    QLineSeries* addSeries()
    {
        auto* const series = new QLineSeries;
        chart->addSeries(series); // the chart owns it from here on
        series->attachAxis(time);
        series->attachAxis(percent);
        return series;
    }

    // Qt Charts shows labels as HTML; ours hold digits and colons only.
    QChart* chart = new QChart;
    QChartView* view;
    QCategoryAxis* time = new QCategoryAxis;
    QValueAxis* percent = new QValueAxis;
    // So many series as there are pieces: one drawn series has no gaps.
    void setPieces(qsizetype count)
    {
        while (pieces.size() > count) {
            QLineSeries* const last = pieces.takeLast();
            chart->removeSeries(last); // gives it back
            delete last;
        }
        while (pieces.size() < count)
            pieces.append(addSeries());
    }

    QLineSeries* limit = nullptr;
    QList<QLineSeries*> pieces;
    QList<int> ruleOf; // of each piece
};

/// Flags, the end of the time axis, and why there is nothing where there is nothing, over the chart.
class UsageChart::Overlay final : public QWidget {
public:
    explicit Overlay(UsageChart& chart) : QWidget(&chart), m_chart(chart)
    {
        setAttribute(Qt::WA_TransparentForMouseEvents);
    }

protected:
    void paintEvent(QPaintEvent*) override
    {
        QPainter painter(this);
        const Colors& c = colors();
        if (!m_chart.emptyText().isEmpty())
            return m_chart.paintEmptyText(painter);
        if (m_chart.m_now == Instant{})
            return;
        const QRectF plot = m_chart.plot();
        paintFlags(painter,
                   placeFlags(
                       m_chart.withMoments(m_chart.m_marks),
                       [this](Instant moment) { return m_chart.xOf(moment); }, plot,
                       QFontMetrics(smallFont(font()))),
                   plot, m_chart.m_freshness);
        m_chart.paintTime(painter);
        if (m_chart.hasFocus()) {
            painter.setPen(c.accent);
            painter.drawRect(plot.adjusted(-1, 0, 0, 0));
        }
        painter.setFont(smallFont(font()));
        painter.setPen(c.muted);
        painter.drawText(QRectF(0, plot.bottom(), width() - 2, height() - plot.bottom()),
                         Qt::AlignRight | Qt::AlignVCenter, m_chart.endText());
        const QString note = m_chart.beginNote();
        const double begin = note.isEmpty() ? 0 : m_chart.xOf(*m_chart.m_begin) - plot.left() - 12;
        if (begin < shortestNote)
            return;
        const QRectF before(plot.left() + 6, plot.top(), begin, plot.height());
        constexpr int alignment = Qt::AlignCenter | Qt::TextWordWrap;
        painter.fillRect(painter.boundingRect(before, alignment, note).adjusted(-4, 0, 4, 0), c.card);
        painter.drawText(before, alignment, note);
    }

private:
    UsageChart& m_chart;
};

UsageChart::UsageChart(Moments* moments, QWidget* parent)
    : TimeChart(*new TimeLine([this] { return m_now; }, moments), parent)
    , m_chart(std::make_unique<Picture>(this))
    , m_overlay(new Overlay(*this))
{
    m_time.setParent(this);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_chart->view);
    connect(m_chart->chart, &QChart::plotAreaChanged, this, [this](const QRectF& area) {
        fitTop();
        if (m_now != Instant{})
            showTimes(); // the last one leaves room for the end's
        if (m_begin && pointsAcross() > m_pointsGiven)
            m_grown.start();
        m_overlay->update();
        Q_EMIT plotMoved(qRound(area.left()), qRound(area.right()));
    });
    m_grown.setSingleShot(true);
    connect(&m_grown, &QTimer::timeout, this, &UsageChart::roomGrew);
    connect(&m_time, &TimeLine::changed, this, [this] {
        if (m_now != Instant{})
            showTimes();
        m_overlay->update();
    });
    connect(&m_time, &TimeLine::marked, this, [this] {
        fitTop(); // a moment may be the first flag
        m_overlay->update();
    });
    setAccessibleName(tr("Used of limit over time"));
    takeColors();
}

UsageChart::~UsageChart() = default;

QSize UsageChart::sizeHint() const
{
    return {420, 94};
}

int UsageChart::pointsAcross() const
{
    return qBound(60, int(m_chart->chart->plotArea().width()) / 2, 600);
}

double UsageChart::secondsToEnd(Instant moment) const
{
    return -double((m_now - moment).count()) / 1e6;
}

void UsageChart::present(const std::vector<Rule>& rules, const std::vector<UsageLine>& lines, Instant now,
                         Micros span, std::vector<TimeMark> marks, TokenTimes times)
{
    m_grown.stop();
    m_pointsGiven = pointsAcross();
    m_now = now;
    m_span = span;
    m_times = std::move(times);
    m_time.setReach(span, span);
    m_marks = std::move(marks);
    std::erase_if(m_marks, [&](const TimeMark& mark) { return mark.at <= now - span || mark.at > now; });
    m_begin = beginOf(lines);
    setEmptyText(m_begin ? QString() : tr("Nothing sampled yet"));
    const bool otherRules = rules != m_rules;
    m_rules = rules;
    m_lines = lines;

    QList<int> ruleOf;
    QList<QList<QPointF>> pieces;
    const double pixel = double(span.count()) / 1e6 / qMax(1.0, m_chart->chart->plotArea().width());
    for (std::size_t i = 0; i < rules.size() && i < lines.size(); ++i)
        for (const std::vector<UsagePoint>& piece : lines[i]) {
            QList<QPointF> points;
            for (const UsagePoint& point : piece)
                if (std::isfinite(point.share)) // replace() would take anything
                    points.append({secondsToEnd(point.at), 100 * qMin(point.share, furthestShare)});
            if (points.isEmpty())
                continue;
            if (points.size() == 1) // one sample alone is to be seen, too
                points.prepend(points.first() - QPointF(shortestPiece * pixel, 0));
            pieces.append(points);
            ruleOf.append(int(i));
        }
    m_highest = 100;
    for (const QList<QPointF>& points : pieces)
        for (const QPointF& point : points)
            m_highest = qMax(m_highest, point.y());
    fitTop();
    m_chart->setPieces(pieces.size());
    for (qsizetype i = 0; i < pieces.size(); ++i)
        m_chart->pieces[i]->replace(pieces[i]);
    if (otherRules || ruleOf != m_chart->ruleOf) {
        m_chart->ruleOf = ruleOf;
        takeColors();
    }
    const double seconds = double(span.count()) / 1e6;
    m_chart->limit->replace(m_begin ? QList<QPointF>{{-seconds, 100}, {0, 100}} : QList<QPointF>{});
    m_chart->view->setVisible(m_begin.has_value());
    showTimes();
    m_overlay->update();
}

// So that the names of flags stand above the limit's line, and what exceeds it, at every height.
void UsageChart::fitTop()
{
    if (m_fitting) // another range may need wider numbers, and another height for the range again
        return;
    const QScopedValueRollback fitting(m_fitting, true);
    const qreal room = m_chart->chart->plotArea().height();
    const qreal above = aboveLimit + (withMoments(m_marks).empty() ? 0 : flagRowHeight);
    m_top = room > 0 ? m_highest * room / qMax(room - above, room / 2) : m_highest;
    m_chart->percent->setRange(0, m_top);
    constexpr int low = 150;     // below this height the labels of every quarter would touch,
    constexpr double many = 130; // and above this they are more
    m_chart->percent->setTickInterval((height() < low ? 50 : 25) * (m_highest > many ? 2 : 1));
}

void UsageChart::showTimes()
{
    clearTimeLabels();
    m_chart->time->setRange(secondsToEnd(m_time.begin()), secondsToEnd(m_time.end()));
    m_chart->time->setStartValue(secondsToEnd(m_time.begin()));
    // The end is written by the overlay, as it may be long.
    const QFontMetrics metrics(smallFont(font()));
    const double room = metrics.horizontalAdvance(endText()) + 8;
    for (const TimeTick& tick : timeTicks(m_time.end(), m_time.span(), qMax(2, width() / 90)))
        if (xOf(tick.at) + metrics.horizontalAdvance(tick.text) / 2.0 < width() - room)
            m_chart->time->append(tick.text, secondsToEnd(tick.at));
}

QString UsageChart::endText() const
{
    return m_time.movedBack() ? momentText(m_time.end()) : ageText(m_freshness, m_now);
}

// How much of each limit was used then, and what changed it.
QString UsageChart::valuesAt(Instant moment) const
{
    QStringList lines{momentText(moment)};
    lines << flagsNear(moment, m_marks);
    for (std::size_t i = 0; i < m_rules.size() && i < m_lines.size(); ++i)
        for (const std::vector<UsagePoint>& piece : m_lines[i]) {
            const auto after = std::ranges::upper_bound(piece, moment, {}, &UsagePoint::at);
            if (after != piece.begin() && (after != piece.end() || piece.back().at == moment))
                lines << QStringLiteral("%1: %2").arg(ruleText(m_rules[i]), percentText((after - 1)->share));
        }
    if (const QString note = beginNote(); !note.isEmpty() && moment < *m_begin)
        lines << note;
    return lines.join(QLatin1Char('\n'));
}

void UsageChart::clear(const QString& why)
{
    present({}, {}, {}, std::chrono::minutes(1));
    setEmptyText(why);
    m_overlay->update();
}

void UsageChart::setFreshness(Freshness freshness)
{
    Chart::setFreshness(freshness);
    takeColors();
    if (m_now != Instant{})
        showTimes();
    m_overlay->update();
}

ChartTable UsageChart::asTable() const
{
    ChartTable table;
    table.about =
        emptyText().isEmpty() ? tr("%1 up to %2").arg(waitText(m_span), momentText(m_now)) : emptyText();
    if (const QString note = beginNote(); !note.isEmpty())
        table.about += QStringLiteral(" · ") + note;
    table.headings << tr("Time");
    for (const Rule& rule : m_rules)
        table.headings << tr("%1 (% of limit)").arg(ruleText(rule));
    table.headings << tr("What changed");
    std::map<Instant, QStringList, std::greater<>> rows;
    const auto rowAt = [&](Instant at) -> QStringList& {
        QStringList& row = rows[at];
        if (row.isEmpty()) {
            row = QStringList(table.headings.size(), noValue());
            row.front() = exactMomentText(at);
            row.back().clear();
        }
        return row;
    };
    for (std::size_t i = 0; i < m_rules.size() && i < m_lines.size(); ++i)
        for (const std::vector<UsagePoint>& piece : m_lines[i])
            for (const UsagePoint& point : piece)
                if (std::isfinite(point.share))
                    rowAt(point.at)[qsizetype(i) + 1] = percentNumberText(point.share);
    for (const TimeMark& mark : withMoments(m_marks)) {
        if (mark.kind == TimeMark::Kind::Named && (mark.at < m_now - m_span || mark.at > m_now))
            continue;
        QString& changed = rowAt(mark.at).back();
        changed += (changed.isEmpty() ? QString() : QStringLiteral("; ")) + markText(mark);
    }
    table.setRowsOf(rows);
    return table;
}

QString UsageChart::beginNote() const
{
    if (!m_begin || *m_begin - (m_now - m_span) < m_span / 20)
        return {};
    return tr("nothing known before %1").arg(momentText(*m_begin));
}

int UsageChart::piecesShown() const
{
    return int(m_chart->pieces.size());
}

QRectF UsageChart::plot() const
{
    return m_chart->chart->plotArea();
}

void UsageChart::clearTimeLabels()
{
    const QStringList labels = m_chart->time->categoriesLabels();
    for (const QString& label : labels)
        m_chart->time->remove(label);
}

void UsageChart::takeColors()
{
    const Colors& c = colors();
    const QFont small = smallFont(font());
    for (QAbstractAxis* axis :
         {static_cast<QAbstractAxis*>(m_chart->time), static_cast<QAbstractAxis*>(m_chart->percent)}) {
        axis->setLabelsColor(c.muted);
        axis->setLabelsFont(small);
        axis->setGridLineColor(c.line);
        axis->setLinePen(QPen(c.line));
    }
    QColor limit = agedColor(c.limited, m_freshness);
    limit.setAlphaF(0.7F);
    m_chart->limit->setPen(QPen(limit, 1));
    const std::vector<QPen> pens = rulePens(m_rules);
    for (qsizetype i = 0; i < m_chart->pieces.size(); ++i) {
        QPen pen = pens[std::size_t(m_chart->ruleOf[i])];
        pen.setColor(agedColor(pen.color(), m_freshness));
        m_chart->pieces[i]->setPen(pen);
    }
}

void UsageChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_overlay->setGeometry(rect());
    m_overlay->raise();
    fitTop();
}

void UsageChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::EnabledChange)
        takeColors();
}

void showUsageOf(const TokenDetail& token, const UsageHistory* history, UsageChart& chart, RuleLegend& legend)
{
    const Instant now = token.reading.at;
    const std::vector<LimitHistory> bands = limitHistories(token, history, now - usageSpan);
    const std::vector<Rule> rules = rulesOf(bands);
    const std::vector<TimeMark> marks = marksOf(token, history);
    legend.setRules(rules, std::size_t(std::ranges::count_if(bands, &LimitHistory::gone)));
    chart.present(rules, usageOverTime(token, history, bands, usageSpan, chart.pointsAcross()), now,
                  usageSpan, marks, {requestTimes(token), requestLength(token), eventTimes(token, marks)});
}

RuleLegend::RuleLegend(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void RuleLegend::setRules(const std::vector<Rule>& rules, std::size_t gone)
{
    QStringList names;
    for (std::size_t i = 0; i < rules.size(); ++i)
        names.append(i + gone < rules.size() ? ruleText(rules[i]) : tr("%1 earlier").arg(ruleText(rules[i])));
    if (names == m_names)
        return;
    m_names = names;
    m_rules = rules;
    updateGeometry();
    update();
}

void RuleLegend::setFreshness(Freshness freshness)
{
    m_freshness = freshness;
    update();
}

QSize RuleLegend::sizeHint() const
{
    int width = 0;
    for (const QString& name : m_names)
        width += 24 + 6 + fontMetrics().horizontalAdvance(name) + 14;
    return {width, fontMetrics().height()};
}

void RuleLegend::paintEvent(QPaintEvent*)
{
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const std::vector<QPen> pens = rulePens(m_rules);
    int x = width() - sizeHint().width() + 14;
    for (qsizetype i = 0; i < m_names.size(); ++i) {
        QPen pen = pens[std::size_t(i)];
        pen.setColor(agedColor(pen.color(), m_freshness));
        painter.setPen(pen);
        painter.drawLine(QPointF(x, height() / 2.0), QPointF(x + 24, height() / 2.0));
        x += 30;
        painter.setPen(colors().muted);
        painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft, m_names[i]);
        x += fontMetrics().horizontalAdvance(m_names[i]) + 14;
    }
}

} // namespace ratewarden::ui
