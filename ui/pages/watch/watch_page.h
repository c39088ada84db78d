// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/finding_table_model.h"
#include "ui/pages/page_widget.h"
#include "ui/state/session.h"

class QAction;
class QBoxLayout;

namespace ratewarden::ui {

class AlertsPanel;
class Card;
class FindingActions;
class LinkButton;
class PageBanner;
class PlainLabel;
class RowTable;
class TimeLine;

/// The alerts of a file, and what is wrong with limiters, their keys and the server: how bad, where, of how
/// many tokens, since when, and what to do. Each row leads to its tokens; what somebody has dismissed, and
/// what is gone, is folded.
class WatchPage final : public PageWidget {
    Q_OBJECT

public:
    explicit WatchPage(Session& session, QWidget* parent = nullptr);

    const FindingTableModel& model() const { return m_model; }
    /// Of what the chosen alert measured.
    TimeLine& alertTime();
    /// Selects that finding about the server, if there is one.
    void choose(ServerWarningCode code);

Q_SIGNALS:
    /// How many findings want somebody's eye, and how bad the worst of them is.
    void findingsCounted(int count, ratewarden::FindingSeverity worst);
    /// The operator wants to see the tokens that have it.
    void tokensWanted(const ratewarden::Finding& finding);
    /// The one token that it is about.
    void tokenWanted(const ratewarden::Subject& subject);
    /// What the server may evict.
    void blocksWanted();
    void policyWanted(const std::string& policy);
    /// One of those that change a policy.
    void policyRemedyWanted(const std::string& policy, ratewarden::FindingRemedy remedy);
    /// The tokens that this filter takes.
    void filterWanted(const QString& filter);
    /// What is different about the denials of that time.
    void differenceWanted(const ratewarden::TimeRange& area);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeTable();
    QWidget* makeExplanation();
    void connectActions();
    void refresh();
    const Finding* chosen() const;
    void open();
    /// The published one that its tokens follow; empty: none.
    std::string policyOf(const Finding& finding) const;
    /// Why its remedy cannot be taken; empty: it can.
    QString obstacleTo(const Finding& finding) const;
    void askToDismiss();
    void updateTexts();
    void updateChosen();
    void updateFold();
    void updateEmpty();

    Session& m_session;
    Link& m_link;
    FindingTableModel m_model;
    bool m_unfolded = false;
    QString m_problem; // of reading, as it was shown last
    PageBanner* m_banner;
    PlainLabel* m_counts;
    QAction* m_open;
    QAction* m_remedy;
    QAction* m_dismiss;
    QAction* m_restore;
    FindingActions* m_actions;
    AlertsPanel* m_alerts;
    QBoxLayout* m_findings = nullptr; // and what they mean, below or beside them
    Card* m_tableCard = nullptr;
    LinkButton* m_fold = nullptr;
    RowTable* m_table = nullptr;
    Card* m_explanation = nullptr;
    PlainLabel* m_meaning = nullptr;
    PlainLabel* m_advice = nullptr;
    PlainLabel* m_samples = nullptr;
};

} // namespace ratewarden::ui
