// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/charts/usage_chart.h"

#include "ui/charts/time_axis.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"

#include <QBoxLayout>
#include <QCategoryAxis>
#include <QChart>
#include <QChartView>
#include <QGraphicsLayout>
#include <QLineSeries>
#include <QPainter>
#include <QValueAxis>

#include <cmath>

namespace ratewarden::ui {
namespace {

constexpr qreal topOfAxis = 106; // per cent; above the limit's own line

} // namespace

class UsageChart::Chart {
public:
    explicit Chart(QWidget* parent) : view(new QChartView(chart, parent))
    {
        chart->legend()->hide();
        chart->setBackgroundVisible(false);
        chart->setMargins({0, 4, 18, 0}); // at the right, half of the word "now"
        chart->layout()->setContentsMargins(0, 0, 0, 0);
        view->setRenderHint(QPainter::Antialiasing);
        view->setFrameShape(QFrame::NoFrame);
        view->setBackgroundBrush(Qt::NoBrush);
        view->viewport()->setAutoFillBackground(false);
        view->setFocusPolicy(Qt::NoFocus);

        time->setLabelsPosition(QCategoryAxis::AxisLabelsPositionOnValue);
        time->setGridLineVisible(false);
        time->setTruncateLabels(false);
        percent->setRange(0, topOfAxis);
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
    QLineSeries* limit = nullptr;
    QList<QLineSeries*> rules;
};

UsageChart::UsageChart(QWidget* parent) : QWidget(parent), m_chart(std::make_unique<Chart>(this))
{
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->addWidget(m_chart->view);
    connect(m_chart->chart, &QChart::plotAreaChanged, this,
            [this](const QRectF& area) { Q_EMIT plotMoved(qRound(area.left()), qRound(area.right())); });
    setAccessibleName(tr("Used of limit over time"));
    takeColors();
}

UsageChart::~UsageChart() = default;

QSize UsageChart::sizeHint() const
{
    return {420, 170};
}

int UsageChart::pointsAcross() const
{
    return qBound(60, int(m_chart->chart->plotArea().width()) / 2, 600);
}

void UsageChart::present(const std::vector<Rule>& rules, const std::vector<std::vector<UsagePoint>>& series,
                         Instant now, Micros span)
{
    const auto x = [&](Instant moment) {
        return -double((now - moment).count()) / 1e6;
    };
    const double seconds = double(span.count()) / 1e6;

    clearTimeLabels();
    m_chart->time->setRange(-seconds, 0);
    m_chart->time->setStartValue(-seconds);
    for (const TimeTick& tick : timeTicks(now, span, qMax(2, width() / 90)))
        m_chart->time->append(tick.text, x(tick.at));
    m_chart->time->append(tr("now"), 0);
    m_chart->limit->replace(QList<QPointF>{{-seconds, 100}, {0, 100}});

    const bool otherCount = m_chart->rules.size() != qsizetype(rules.size());
    while (m_chart->rules.size() > qsizetype(rules.size())) {
        QLineSeries* const last = m_chart->rules.takeLast();
        m_chart->chart->removeSeries(last); // gives it back
        delete last;
    }
    while (m_chart->rules.size() < qsizetype(rules.size()))
        m_chart->rules.append(m_chart->addSeries());
    if (otherCount)
        takeColors();
    for (std::size_t i = 0; i < rules.size(); ++i) {
        QList<QPointF> points;
        if (i < series.size())
            for (const UsagePoint& point : series[i])
                if (std::isfinite(point.share)) // replace() would take anything
                    points.append({x(point.at), qMin(point.share * 100, topOfAxis)});
        m_chart->rules[qsizetype(i)]->replace(points);
    }
}

void UsageChart::clear()
{
    present({}, {}, {}, std::chrono::minutes(1));
    clearTimeLabels(); // of nothing there is no time
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
    QFont small = font();
    small.setPixelSize(11);
    for (QAbstractAxis* axis :
         {static_cast<QAbstractAxis*>(m_chart->time), static_cast<QAbstractAxis*>(m_chart->percent)}) {
        axis->setLabelsColor(c.muted);
        axis->setLabelsFont(small);
        axis->setGridLineColor(c.line);
        axis->setLinePen(QPen(c.line));
    }
    QColor limit = isEnabled() ? c.limited : c.muted;
    limit.setAlphaF(0.7F);
    m_chart->limit->setPen(QPen(limit, 1));
    for (qsizetype i = 0; i < m_chart->rules.size(); ++i) {
        QPen pen = rulePen(int(i), int(m_chart->rules.size()));
        if (!isEnabled())
            pen.setColor(c.muted);
        m_chart->rules[i]->setPen(pen);
    }
}

void UsageChart::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    constexpr int low = 150; // below this height the labels of every quarter would touch
    m_chart->percent->setTickInterval(height() < low ? 50 : 25);
}

void UsageChart::changeEvent(QEvent* event)
{
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange || event->type() == QEvent::EnabledChange)
        takeColors();
}

RuleLegend::RuleLegend(QWidget* parent) : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
}

void RuleLegend::setRules(const std::vector<Rule>& rules)
{
    QStringList names;
    for (const Rule& rule : rules)
        names.append(ruleText(rule));
    if (names == m_names)
        return;
    m_names = names;
    updateGeometry();
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
    int x = width() - sizeHint().width() + 14;
    for (qsizetype i = 0; i < m_names.size(); ++i) {
        painter.setPen(rulePen(int(i), int(m_names.size())));
        painter.drawLine(QPointF(x, height() / 2.0), QPointF(x + 24, height() / 2.0));
        x += 30;
        painter.setPen(colors().muted);
        painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft, m_names[i]);
        x += fontMetrics().horizontalAdvance(m_names[i]) + 14;
    }
}

} // namespace ratewarden::ui
