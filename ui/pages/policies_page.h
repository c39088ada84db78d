// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/policy_dialog.h"
#include "ui/link/changes.h"
#include "ui/link/token_feed.h"
#include "ui/models/policy_table_model.h"
#include "ui/models/request_totals.h"
#include "ui/models/token_ranking.h"

#include <QPointer>
#include <QWidget>

#include <functional>

class QAction;
class QBoxLayout;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace ratewarden::ui {

class CandidateCard;
class PageBanner;
class PlainLabel;
class PlainRowDelegate;
class RuleEnvelope;
class RowTable;
class RuleLegend;

/// The policies that are published: their rules and what these allow, every version with its reason; edited,
/// published and rolled back here.
class PoliciesPage final : public QWidget {
    Q_OBJECT

public:
    /// `tokens` tells which there are.
    PoliciesPage(Link& link, Changes& changes, TokenFeed& feed, std::function<TokenSnapshot()> tokens,
                 QWidget* parent = nullptr);

    const PolicyTableModel& model() const { return m_model; }
    /// The dialog that is open; null when none is.
    PolicyDialog* dialog() const { return m_dialog; }
    bool choose(const std::string& name);
    QString bannerText() const;
    /// What is told of the chosen one's versions, the newest first.
    QStringList history() const { return m_historyTexts; }
    /// What is told of the chosen one's requests, and of its candidate's.
    QStringList requests() const;
    /// What is shown is not current, and greyed.
    bool stale() const;

Q_SIGNALS:
    void countChanged(int count);
    /// The tokens under a policy are to be looked at.
    void tokensWanted(const std::string& policy);
    /// A change was made; for the status line.
    void done(const QString& sentence);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    using Versions = std::shared_ptr<const std::vector<PolicyVersion>>;

    QWidget* makeList();
    QWidget* makeDetails();
    std::optional<int> chosenRow() const;
    void take(const std::shared_ptr<const PolicyBook>& book);
    const PublishedPolicy* chosenPolicy() const;
    void showChosen();
    void showRequests();
    void readHistory();
    void showHistory(const Versions& versions);
    /// `rollsBackTo`: the version that `start` is.
    void edit(const std::optional<PublishedPolicy>& base, const std::optional<PublishedPolicy>& start,
              std::optional<std::int64_t> rollsBackTo = {});
    void publish(const PublishedPolicy& policy, const QString& reason);
    void promote();
    void findEffect();
    using Tokens = std::shared_ptr<const std::vector<std::string>>;
    void addToEffect(const PublishedPolicy& now, const Tokens& tokens, const PolicyEffect& effect);
    void failEffect(const Failure& failure);
    bool everScanned() const;
    void updateActions();

    Link& m_link;
    Changes& m_changes;
    TokenFeed& m_feed;
    std::function<TokenSnapshot()> m_tokens;
    RequestTotals m_totals;
    PolicyTableModel m_model;
    QAction* m_new;
    QAction* m_edit;
    QAction* m_promote;
    QPointer<PolicyDialog> m_dialog;
    std::optional<std::int64_t> m_rollsBackTo; // what the dialog rolls back to
    std::string m_chosen;
    QStringList m_historyTexts;
    quint64 m_effectNumber = 0;     // of the search for effects that is not out of date
    bool m_effectIsPartial = false; // not all tokens were found when it was begun

    PageBanner* m_banner;
    PlainLabel* m_counts;
    QPushButton* m_copy;
    QBoxLayout* m_columns = nullptr;
    RowTable* m_table = nullptr;
    PlainRowDelegate* m_rows = nullptr;
    QWidget* m_details = nullptr;
    PlainLabel* m_name = nullptr;
    PlainLabel* m_about = nullptr;
    PlainLabel* m_findings = nullptr;
    RuleEnvelope* m_envelope = nullptr;
    RuleLegend* m_legend = nullptr;
    CandidateCard* m_requests = nullptr;
    PlainLabel* m_historyProblem = nullptr;
    QScrollArea* m_scroll = nullptr;
    QVBoxLayout* m_history = nullptr;
};

} // namespace ratewarden::ui
