// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/token_table_model.h"
#include "ui/pages/tokens/token_actions.h"
#include "ui/pages/tokens/token_details.h"
#include "ui/state/session.h"

#include <QObject>

class QAction;

namespace ratewarden::ui {

class TokenSelection;

/// The actions on the tokens that are marked or, while none is, on those whose rows are selected, for
/// buttons, menus and keys: each says how many it is about, is greyed while it is about none or a right is
/// missing, says why, and opens its dialog.
class SelectionActions final : public QObject {
    Q_OBJECT

public:
    /// The actions belong to `page`. `shown` tells the details that are shown; null: none are.
    SelectionActions(Session& session, const TokenTableModel& model, const TokenSelection& selection,
                     std::function<SharedDetail()> shown, QWidget* page);

    /// Opens the dialogs, and says what came of them.
    TokenActions& dialogs() { return *m_dialogs; }
    const TokenActions& dialogs() const { return *m_dialogs; }
    TokenDetails::Actions forDetails() const;
    QList<QAction*> all() const;
    /// Those that several tokens are marked for.
    QList<QAction*> forMarks() const { return {m_compare, m_lab, m_block}; }

    /// To be called when the marks, the selection, what is shown of it, or the link has changed.
    void update();

Q_SIGNALS:
    /// The rules that a token is limited by are to be published.
    void rulesWanted(const ratewarden::Subject& subject);
    /// What was changed of this token, and by whom?
    void auditWanted(const std::string& token);
    /// Why was a request of it denied?
    void explanationWanted(const ratewarden::Subject& subject);
    void compareWanted(const std::vector<ratewarden::Subject>& subjects);
    /// All tokens of its client are to be seen.
    void followWanted(const std::string& token);
    /// Rules are to be tried on the requests in the logs of these.
    void labWanted(const std::vector<ratewarden::Subject>& subjects);

private:
    struct Meant {
        Subject subject;
        bool blocked;
        bool knowsRules;
        bool locked; ///< by a lock that is known to be stale
    };
    enum class Blocked { No, Yes };
    const FollowedTokens& marks() const { return m_session.book().marks(); }
    std::vector<int> placesMeant() const;
    Units countMeant() const;
    std::vector<Meant> meant() const;
    /// What a block is written to: the token under every policy, or as another limiter keeps it.
    std::vector<Subject> blockable(Blocked blocked) const;
    /// Those that have a state, of formats of which that is so.
    std::vector<Subject> statesMeant(bool (Format::*is)() const = &Format::hasState) const;
    std::vector<Subject> locksMeant() const;
    std::vector<TokenActions::Charged> chargeable() const;
    void onTrigger(QAction* action, std::function<void()> act);
    void actLater();
    QString missingToCharge(const std::vector<Meant>& tokens) const;
    QString whyNobody() const;
    void overrideRules();
    void copyTokens();

    Session& m_session;
    const TokenTableModel& m_model;
    const TokenSelection& m_selection;
    std::function<SharedDetail()> m_shown;
    bool m_isActing = false;
    std::function<void()> m_later; // once the rows are those that are asked for
    TokenActions* m_dialogs;
    QAction* m_block;
    QAction* m_unblock;
    QAction* m_reset;
    QAction* m_removeLock;
    QAction* m_freeSlots;
    QAction* m_charge;
    QAction* m_giveBack;
    QAction* m_override;
    QAction* m_liftOverride;
    QAction* m_rules;
    QAction* m_compare;
    QAction* m_follow;
    QAction* m_lab;
    QAction* m_explain;
    QAction* m_audit;
    QAction* m_copy;
};

} // namespace ratewarden::ui
