// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/policy_dialog.h"
#include "ui/dialogs/roll_back_dialog.h"
#include "ui/models/ink_delegate.h"
#include "ui/models/policy_table_model.h"
#include "ui/pages/change_dialogs.h"
#include "ui/pages/page_banner.h"
#include "ui/pages/page_widget.h"
#include "ui/pages/policies/candidate_card.h"
#include "ui/state/session.h"

#include <QPointer>

class QAction;
class QBoxLayout;
class QPushButton;
class QScrollArea;
class QVBoxLayout;

namespace ratewarden::ui {

class LinkButton;
class PlainLabel;
class RuleEnvelope;
class RowTable;
class RuleLegend;

/// The policies that are published: their rules and what these allow, every version with its reason; edited,
/// published, rolled back and removed here.
class PoliciesPage final : public PageWidget {
    Q_OBJECT

public:
    explicit PoliciesPage(Session& session, QWidget* parent = nullptr);

    const PolicyTableModel& model() const { return m_model; }
    /// The editor that is open; null when none is.
    PolicyDialog* dialog() const { return m_dialog; }
    RollBackDialog* rollBackDialog() const { return m_rollBack; }
    /// The question whether a policy is to be removed; null when it is not asked.
    ActDialog* removalDialog() const { return m_removals.dialog(); }
    bool choose(const std::string& name);
    /// Opens its editor, or asks whether it is to be removed, where this user may.
    void change(const std::string& name, bool removes);
    /// Opens the editor for a policy that is not published yet.
    void writeRules(const Policy& policy);
    /// Opens the editor for nothing but the candidate of a published policy, with that in it; false when
    /// there is no policy of that name.
    bool proposeCandidate(const std::string& published, const CandidateRules& candidate);
    /// The same with these as the rules that are enforced.
    bool proposeRules(const std::string& published, const CandidateRules& rules);
    /// What is told of the chosen one's versions, the newest first.
    QStringList history() const { return m_historyTexts; }
    /// What is told of the chosen one's requests, and of its candidate's.
    QStringList requests() const { return m_requests->texts(); }

Q_SIGNALS:
    /// The tokens under a policy are to be looked at.
    void tokensWanted(const std::string& policy);
    /// One of them is.
    void tokenWanted(const std::string& token, const std::string& policy);
    /// The chosen policy is to be tried in the lab.
    void labWanted(const ratewarden::PublishedPolicy& policy);

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    QWidget* makeList();
    QWidget* makeDetails();
    std::optional<int> chosenRow() const;
    void take(const std::shared_ptr<const PolicyBook>& book);
    /// Null when there is none, or it cannot be read.
    const PublishedPolicy* chosenPolicy() const { return m_desk->published(m_chosen); }
    void showChosen();
    void updateEmpty();
    void showRequests();
    void showVersions();
    void showEffect();
    void edit(PolicyDialog::Form form, const std::optional<PublishedPolicy>& base,
              const std::optional<PublishedPolicy>& start);
    void rollBack(const PolicyVersion& version);
    void publishFrom(PublishingDialog* dialog);
    void publish(const QPointer<PublishingDialog>& dialog, const PublishedPolicy& policy,
                 const QString& reason);
    bool showOpenDialog();
    void promote();
    void remove();
    void askToRemove(const std::string& name, const std::string& document);
    void updateActions();

    Session& m_session;
    Link& m_link;
    QPointer<PolicyDesk> m_desk; // of the session, which may be gone first
    ChangeDialogs m_removals;
    PolicyTableModel m_model;
    QAction* m_new;
    QAction* m_edit;
    QAction* m_promote;
    QAction* m_remove;
    QPointer<PolicyDialog> m_dialog; // this or the next one
    QPointer<RollBackDialog> m_rollBack;
    std::string m_chosen;
    std::string m_promoted; // whose candidate the editor is open for
    std::string m_awaited;  // was published, and is chosen once it is read
    QStringList m_historyTexts;

    PageBanner* m_banner;
    PlainLabel* m_counts;
    QPushButton* m_copy;
    QPushButton* m_lab;
    QBoxLayout* m_columns = nullptr;
    RowTable* m_table = nullptr;
    InkDelegate* m_rows = nullptr;
    QWidget* m_details = nullptr;
    PlainLabel* m_name = nullptr;
    PlainLabel* m_about = nullptr;
    PlainLabel* m_findings = nullptr;
    RuleEnvelope* m_envelope = nullptr;
    RuleLegend* m_legend = nullptr;
    CandidateCard* m_requests = nullptr;
    LinkButton* m_tokensOfChosen = nullptr;
    PlainLabel* m_historyProblem = nullptr;
    QScrollArea* m_scroll = nullptr;
    QVBoxLayout* m_history = nullptr;
};

} // namespace ratewarden::ui
