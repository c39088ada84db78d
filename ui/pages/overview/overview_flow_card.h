// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/charts/request_flow_chart.h"
#include "ui/state/overview_numbers.h"
#include "ui/widgets/card.h"
#include "ui/widgets/plain_label.h"

#include <array>

class QAbstractButton;
class QAction;
class QComboBox;
class QHBoxLayout;
class QPushButton;
class QStackedWidget;

namespace ratewarden::ui {

class FlowTableModel;
class LinkButton;
class RowTable;

/// Requests per second by policy, as a chart or as a table, with a legend that leads to the policies' tokens.
class OverviewFlowCard final : public Card {
    Q_OBJECT

public:
    explicit OverviewFlowCard(Moments* moments = nullptr, QWidget* parent = nullptr);

    /// As it is drawn, without marks.
    static RequestFlowData drawn(const RequestFlow& flow);
    void present(const RequestFlow& flow, std::vector<TimeMark> marks, Freshness freshness);
    std::optional<TimeRange> shownByHand() const
    {
        return m_wanted ? m_wanted : m_chart->time().shownByHand();
    }
    /// Shows that time once there are requests of it.
    void showTime(const TimeRange& time);
    /// Why there is nothing to draw; empty: there is. `step`: what leads on; null: nothing does.
    void setEmpty(const QString& text, QAction* step);
    /// Something about the whole, beside the title.
    void setAbout(const QString& text) { m_about->setText(text); }
    /// Whether there is a history, so that more than the last ten minutes can be shown.
    void setHasPast(bool has);
    /// Beside the last ten minutes only that is there, and it is shown.
    void offerAlone(Micros reach);
    /// The stretch that is marked, and something about it; empty: none is.
    void mark(const std::optional<TimeRange>& stretch, const QString& about);

Q_SIGNALS:
    /// An operator wants to see the tokens of this policy; empty: those of all.
    void tokensWanted(const std::string& policy);
    void deniedWanted();
    /// The operator marks that time; empty: none any more.
    void stretchChosen(const std::optional<ratewarden::TimeRange>& stretch);
    /// What was changed in the time that is marked.
    void changesWanted();
    /// What is different about the denials of that time.
    void differenceWanted();
    void markWanted(int number);
    /// The operator wants to see the requests of so long.
    void reachChosen(ratewarden::Micros reach);

private:
    /// What is shown while a time is marked.
    std::array<QWidget*, 4> ofStretch() const;
    void updateLegend();
    void chooseSeries(int number);

    RequestFlow m_flow;
    std::optional<TimeRange> m_wanted; // the time that is shown once there are requests of it
    RequestFlowChart* m_chart;
    FlowTableModel* m_rows;
    RowTable* m_table;
    QStackedWidget* m_views;
    QHBoxLayout* m_legend;
    std::vector<std::string> m_inLegend;
    std::map<std::string, QAbstractButton*> m_legendItems; // by policy
    QComboBox* m_reach;
    bool m_hasPast = false; // so that there is something to choose
    PlainLabel* m_about;
    PlainLabel* m_aboutStretch;
    QPushButton* m_stretch; // that is marked
    LinkButton* m_tokensOfStretch;
    LinkButton* m_changesOfStretch;
    LinkButton* m_differenceOfStretch;
    LinkButton* m_asTable;
    QPushButton* m_step;
    QAction* m_stepAction = nullptr;
};

} // namespace ratewarden::ui
