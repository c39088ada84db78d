// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/overview/overview_flow_card.h"

#include "ui/models/cell_model.h"
#include "ui/models/ink_delegate.h"
#include "ui/text/display_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/link_button.h"
#include "ui/widgets/painted_button.h"
#include "ui/widgets/row_table.h"

#include <QBoxLayout>
#include <QComboBox>
#include <QPainter>
#include <QPushButton>
#include <QShortcut>
#include <QStackedWidget>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr int fixedInLegend = 1; // at its end

QString seriesName(const RequestFlow::Series& series)
{
    return series.policy.empty() ? OverviewFlowCard::tr("other") : shown(series.policy);
}

/// A series by name and colour; a click opens its tokens.
class LegendItem final : public PaintedButton {
public:
    explicit LegendItem(const QString& name) : m_name(name)
    {
        setAccessibleName(OverviewFlowCard::tr("Tokens of %1").arg(name));
        setToolTip(plainToolTip(OverviewFlowCard::tr("%1\nSee its tokens").arg(name)));
        setCursor(Qt::PointingHandCursor);
        setFocusPolicy(Qt::StrongFocus);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    }

    void setColor(const QColor& color, std::size_t same)
    {
        m_color = color;
        m_same = same;
        update();
    }
    QSize sizeHint() const override
    {
        return {std::min(fontMetrics().horizontalAdvance(m_name), 150) + swatch + 20,
                fontMetrics().height() + 8};
    }
    QSize minimumSizeHint() const override { return {50, sizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* /*event*/) override
    {
        QPainter painter(this);
        painter.setRenderHint(QPainter::Antialiasing);
        if (hasFocus() || underMouse()) {
            painter.setPen(QPen(hasFocus() ? colors().accent : colors().line, 1));
            painter.drawRoundedRect(QRectF(rect()).adjusted(0.5, 0.5, -0.5, -0.5), 5, 5);
        }
        painter.setPen(Qt::NoPen);
        painter.setBrush(m_color);
        const QRectF square(6, (height() - swatch) / 2.0, swatch, swatch);
        painter.drawRoundedRect(square, 2, 2);
        painter.fillRect(square, RequestFlowChart::patternOver(m_same));
        painter.setPen(colors().text);
        const QRect text = rect().adjusted(swatch + 13, 0, -4, 0);
        painter.drawText(text, Qt::AlignVCenter | Qt::AlignLeft | Qt::TextSingleLine,
                         fontMetrics().elidedText(m_name, Qt::ElideMiddle, text.width()));
    }

private:
    static constexpr int swatch = 10;
    QString m_name;
    QColor m_color;
    std::size_t m_same = 0;
};

} // namespace

/// The chart's numbers, the newest on top.
class FlowTableModel final : public CellModel {
public:
    using CellModel::CellModel;

    /// `table` has a row for each step. True when there are other columns than before.
    bool put(RequestFlow flow, ChartTable table)
    {
        bool same = flow.series.size() == m_flow.series.size() && flow.size() == m_flow.size() &&
                    flow.step == m_flow.step;
        for (std::size_t i = 0; same && i < flow.series.size(); ++i)
            same = flow.series[i].policy == m_flow.series[i].policy;
        const auto passed = (flow.from - m_flow.from) / flow.step;
        if (!same || passed < 0 || passed >= std::int64_t(m_flow.size())) {
            beginResetModel();
            take(std::move(flow), std::move(table));
            endResetModel();
            return !same;
        }
        if (passed > 0) { // the other rows move down, with what is selected
            beginRemoveRows({}, rowCount() - int(passed), rowCount() - 1);
            m_flow.forget(std::size_t(passed));
            endRemoveRows();
            beginInsertRows({}, 0, int(passed) - 1);
            take(std::move(flow), std::move(table));
            endInsertRows();
        } else {
            take(std::move(flow), std::move(table));
        }
        if (m_flow.size() > 0)
            Q_EMIT dataChanged(index(0, 0), index(rowCount() - 1, columnCount() - 1));
        return false;
    }
    /// -1: none.
    int rowOf(Instant at) const
    {
        const auto place = (at - m_flow.from) / m_flow.step;
        return place < 0 || place >= std::int64_t(m_flow.size()) ? -1 : rowCount() - 1 - int(place);
    }
    std::size_t placeOf(int row) const { return m_flow.size() - 1 - std::size_t(row); }
    const RequestFlow& flow() const { return m_flow; }

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_flow.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_table.headings.size());
    }

private:
    void take(RequestFlow&& flow, ChartTable&& table)
    {
        m_flow = std::move(flow);
        m_table = std::move(table);
    }
    QString title(int column) const override { return m_table.headings.value(column); }
    QString titleTip(int column) const override { return title(column); }
    bool isNumber(int column) const override { return column > 0; }
    QString cellText(int row, int column) const override { return m_table.cell(row, column); }

    RequestFlow m_flow;
    ChartTable m_table;
};

OverviewFlowCard::OverviewFlowCard(Moments* moments, QWidget* parent)
    : Card(tr("Requests per second"), parent)
    , m_chart(named("requestFlow", new RequestFlowChart(moments)))
    , m_rows(new FlowTableModel(this))
    , m_table(named("flowTable", new RowTable(10, tr("Requests per second"), m_rows)))
    , m_views(new QStackedWidget)
    , m_legend(new QHBoxLayout)
    , m_reach(named("flowReach", new QComboBox))
    , m_about(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_aboutStretch(new PlainLabel({}, PlainLabel::Tone::Muted))
    , m_stretch(named("flowStretch", new QPushButton))
    , m_tokensOfStretch(named("tokensOfStretch", new LinkButton(tr("Tokens →"))))
    , m_changesOfStretch(named("changesOfStretch", new LinkButton(tr("Audit →"))))
    , m_differenceOfStretch(named("differenceOfStretch", new LinkButton(tr("What is different?"))))
    , m_asTable(named("flowAsTable", new LinkButton(tr("Show as table"))))
    , m_step(named("flowStep", new QPushButton(tr("Show all tokens"))))
{
    m_reach->setAccessibleName(tr("How far back"));
    m_reach->setToolTip(tr("Beyond ten minutes as the history of the open alerts has it"));
    using namespace std::chrono_literals;
    for (const auto& [name, reach] :
         {std::pair(tr("last 10 minutes"), Micros(10min)), std::pair(tr("last hour"), Micros(1h)),
          std::pair(tr("last 6 hours"), Micros(6h)), std::pair(tr("last day"), Micros(24h)),
          std::pair(tr("last 7 days"), Micros(7 * 24h))})
        m_reach->addItem(name, qint64(reach.count()));
    m_reach->hide();
    connect(m_reach, &QComboBox::activated, this,
            [this] { Q_EMIT reachChosen(Micros(m_reach->currentData().toLongLong())); });
    addToHeader(m_about);
    addToHeader(m_reach);
    m_stretch->setToolTip(tr("Unmark this time (Esc)"));
    m_stretch->setAccessibleName(tr("Unmark this time"));
    m_stretch->setFixedHeight(m_stretch->fontMetrics().height() + 8);
    m_tokensOfStretch->setToolTip(tr("The tokens in the marked time"));
    m_tokensOfStretch->setAccessibleName(tr("Tokens in the marked time"));
    m_changesOfStretch->setToolTip(tr("What was changed in the marked time"));
    m_changesOfStretch->setAccessibleName(tr("Changes in the marked time"));
    m_differenceOfStretch->setToolTip(tr("How its denials differ from those before"));
    for (QWidget* const one : {static_cast<QWidget*>(m_stretch), static_cast<QWidget*>(m_tokensOfStretch),
                               static_cast<QWidget*>(m_changesOfStretch)})
        addToHeader(one);
    for (QWidget* const one : ofStretch())
        one->hide();
    m_asTable->setCheckable(true);
    m_asTable->setToolTip(tr("The same numbers as a table, one row per ten seconds (T in the chart)"));
    addToHeader(m_asTable);
    m_table->setKeepsColumns(false); // policies
    m_table->setItemDelegate(new InkDelegate({}, {}, m_table));
    m_views->addWidget(m_chart);
    m_views->addWidget(m_table);
    body()->addWidget(m_views, 1);
    m_legend->setSpacing(8);
    m_legend->addStretch(1);
    body()->addLayout(m_legend);
    auto* const ofMarked = rowLayout(8); // below: beside the legend both would be cut
    m_aboutStretch->hide();
    ofMarked->addWidget(m_aboutStretch, 1);
    ofMarked->addWidget(m_differenceOfStretch);
    body()->addLayout(ofMarked);
    m_step->hide();
    auto* const middle = new QHBoxLayout;
    middle->addStretch(1);
    middle->addWidget(m_step);
    middle->addStretch(1);
    body()->addLayout(middle);

    connect(m_asTable, &QAbstractButton::toggled, this, [this](bool table) {
        m_views->setCurrentWidget(table ? static_cast<QWidget*>(m_table) : m_chart);
        m_asTable->setText(table ? tr("Show as chart") : tr("Show as table"));
        m_asTable->updateGeometry();
    });
    for (QWidget* const view : {static_cast<QWidget*>(m_chart), static_cast<QWidget*>(m_table)}) {
        auto* const turn = new QShortcut(QKeySequence(Qt::Key_T), view);
        turn->setContext(Qt::WidgetShortcut);
        connect(turn, &QShortcut::activated, this, [this] {
            if (!m_asTable->isVisible())
                return; // there are no numbers
            m_asTable->toggle();
            m_views->currentWidget()->setFocus();
        });
    }
    connect(m_chart, &RequestFlowChart::seriesChosen, this, &OverviewFlowCard::chooseSeries);
    connect(m_chart, &RequestFlowChart::deniedChosen, this, &OverviewFlowCard::deniedWanted);
    connect(m_chart, &TimeChart::areaChosen, this, [this] { Q_EMIT stretchChosen(m_chart->time().area()); });
    connect(m_stretch, &QPushButton::clicked, this, [this] { Q_EMIT stretchChosen(std::nullopt); });
    connect(m_tokensOfStretch, &QAbstractButton::clicked, this, &OverviewFlowCard::deniedWanted);
    connect(m_differenceOfStretch, &QAbstractButton::clicked, this, &OverviewFlowCard::differenceWanted);
    connect(m_changesOfStretch, &QAbstractButton::clicked, this, &OverviewFlowCard::changesWanted);
    connect(m_chart, &RequestFlowChart::markChosen, this, &OverviewFlowCard::markWanted);
    connect(m_table, &QTableView::activated, this, [this](const QModelIndex& index) {
        const Instant from = m_rows->flow().at(m_rows->placeOf(index.row()));
        Q_EMIT stretchChosen(TimeRange{from, from + m_rows->flow().step});
    });
}

std::array<QWidget*, 4> OverviewFlowCard::ofStretch() const
{
    return {m_stretch, m_tokensOfStretch, m_changesOfStretch, m_differenceOfStretch};
}

void OverviewFlowCard::chooseSeries(int number)
{
    if (std::size_t(number) < m_flow.series.size())
        Q_EMIT tokensWanted(m_flow.series[std::size_t(number)].policy);
}

RequestFlowData OverviewFlowCard::drawn(const RequestFlow& flow)
{
    RequestFlowData drawn{flow.from,   flow.step,  {},
                          flow.denied, flow.known, !flow.series.empty() && flow.series.back().policy.empty()};
    for (const RequestFlow::Series& series : flow.series) {
        const std::size_t color = colorNumberOf(series.policy) % RequestFlowChart::seriesColors;
        const auto same = std::ranges::count(drawn.series, color, &RequestFlowData::Series::color);
        drawn.series.push_back({seriesName(series), color, std::size_t(same), series.allowed});
    }
    if (drawn.lastIsRest)
        drawn.series.back().same = 0; // it is grey
    return drawn;
}

void OverviewFlowCard::present(const RequestFlow& flow, std::vector<TimeMark> marks, Freshness freshness)
{
    m_flow = flow;
    std::vector<std::string> names;
    for (const RequestFlow::Series& series : flow.series)
        names.push_back(series.policy);
    m_chart->present(drawn(flow), std::move(marks));
    m_chart->setFreshness(freshness);
    if (const std::optional<TimeRange> wanted = std::exchange(m_wanted, std::nullopt))
        showTime(*wanted);
    const int current = m_table->currentIndex().row();
    const Instant chosen = current < 0 ? Instant{} : m_rows->flow().at(m_rows->placeOf(current));
    if (m_rows->put(flow, m_chart->asTable())) {
        std::vector<RowTable::ColumnLayout> layout{{0}, {80}, {80}};
        for (std::size_t i = 0; i < flow.series.size(); ++i)
            layout.push_back({90, 380 + 90 * int(i)});
        m_table->setColumns(std::move(layout));
        if (const int row = current < 0 ? -1 : m_rows->rowOf(chosen); row >= 0)
            m_table->selectRow(row);
    }
    if (names != m_inLegend) {
        m_inLegend = std::move(names);
        updateLegend();
    }
}

void OverviewFlowCard::showTime(const TimeRange& time)
{
    if (m_flow.empty() || m_flow.at(m_flow.size()) <= time.from)
        m_wanted = time;
    else
        m_chart->time().show(time.from, time.to);
}

// A policy that stays keeps its button, with the focus.
void OverviewFlowCard::updateLegend()
{
    auto before = std::exchange(m_legendItems, {});
    while (m_legend->count() > fixedInLegend)
        delete m_legend->takeAt(0); // not the button
    for (std::size_t i = 0; i < m_flow.series.size(); ++i) {
        const RequestFlow::Series& series = m_flow.series[i];
        auto& item = m_legendItems[series.policy];
        if (const auto known = before.find(series.policy); known != before.end()) {
            item = known->second;
            before.erase(known);
        } else {
            item = new LegendItem(seriesName(series));
            connect(item, &QAbstractButton::clicked, this,
                    [this, policy = series.policy] { Q_EMIT tokensWanted(policy); });
        }
        item->setObjectName("flowLegend" + QString::number(i));
        const RequestFlowData::Series& drawn = m_chart->data().series[i];
        static_cast<LegendItem*>(item)->setColor(
            RequestFlowChart::seriesColor(drawn.color, series.policy.empty()), drawn.same);
        m_legend->insertWidget(int(i), item);
    }
    for (const auto& [policy, item] : before) {
        item->hide();
        item->deleteLater();
    }
}

void OverviewFlowCard::setEmpty(const QString& text, QAction* step)
{
    m_chart->setEmptyText(text);
    m_table->setEmptyText(text);
    m_asTable->setVisible(text.isEmpty());
    if (!text.isEmpty())
        m_asTable->setChecked(false);
    if (std::exchange(m_stepAction, step) != step)
        setActionOf(m_step, step);
}

void OverviewFlowCard::mark(const std::optional<TimeRange>& stretch, const QString& about)
{
    if (!m_chart->isMarking())
        m_chart->time().setArea(stretch);
    m_about->setVisible(!stretch); // its room is taken
    m_reach->setVisible(m_hasPast && !stretch);
    m_aboutStretch->setVisible(stretch.has_value());
    m_aboutStretch->setText(about);
    for (QWidget* const one : ofStretch())
        one->setVisible(stretch.has_value());
    if (!stretch)
        return;
    const QString text = stretchText(*stretch);
    m_stretch->setText(QStringLiteral("%1 ✕").arg(text));
    m_stretch->setAccessibleName(tr("%1 is marked: unmark it").arg(text));
}

void OverviewFlowCard::offerAlone(Micros reach)
{
    for (int i = m_reach->count(); --i > 0;)
        if (m_reach->itemData(i).toLongLong() != reach.count())
            m_reach->removeItem(i);
    if (m_reach->count() == 1)
        m_reach->addItem(spanText(reach), qint64(reach.count()));
    m_reach->setCurrentIndex(1);
}

void OverviewFlowCard::setHasPast(bool has)
{
    m_hasPast = has;
    m_reach->setVisible(has && !m_stretch->isVisibleTo(this));
    if (has || m_reach->currentIndex() == 0)
        return;
    m_reach->setCurrentIndex(0);
    Q_EMIT reachChosen(countsReach);
}

} // namespace ratewarden::ui
