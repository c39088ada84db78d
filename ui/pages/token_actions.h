// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/resets.h"
#include "core/formats/reading.h"
#include "ui/dialogs/act_dialog.h"
#include "ui/link/session.h"
#include "ui/models/control_table_model.h"

#include <QPointer>
#include <QWidget>

#include <functional>
#include <limits>
#include <memory>
#include <optional>

namespace ratewarden::ui {

/// What an operator can do to tokens, one or many in one step: each shown first in a dialog, then done in the
/// link's act lane. Of none nothing is asked.
class TokenActions final : public QObject {
    Q_OBJECT

public:
    /// Dialogs open over `window`.
    TokenActions(Session& session, QWidget* window);
    /// Tells how many tokens are listed where these are chosen: a change of many of them has to be confirmed
    /// by their number.
    void setListed(std::function<Units()> listed) { m_listed = std::move(listed); }

    void block(std::vector<std::string> tokens);
    /// Asks which token, too.
    void blockTyped();
    void unblock(std::vector<std::string> tokens);
    void reset(std::vector<Subject> keys);

    /// A token under a policy whose rules are known.
    struct Charged {
        Subject key;
        Policy policy;
    };
    /// Charges units as if a request had come that costs so many.
    void charge(std::vector<Charged> tokens);
    /// Takes back what was charged last.
    void giveBack(std::vector<Charged> tokens);

    /// Gives them rules of their own under their policies, for a time; `rules` stand there at first.
    void giveRules(std::vector<Charged> tokens, const QString& rules);
    /// Gives it others than the ones that it has; what they are stands there at first.
    void changeRules(const Charged& token, const ControlEntry& present);
    /// Lets them obey their policies' rules again.
    void liftRules(std::vector<Subject> keys);

    /// Takes the last reset back at once; asks first where a token has been charged since.
    void undo();
    bool canUndo() const { return m_removed && !m_restoring; }

    /// The dialog that is open; null when none is.
    ActDialog* dialog() const { return m_dialog; }

Q_SIGNALS:
    void opened();
    void canUndoChanged();
    /// A change failed, or only some of it was made, or nobody knows, and no dialog shows it; a sentence for
    /// the operator.
    void failed(const QString& sentence);
    /// A change has been made; what is shown should be read anew.
    void done(const QString& sentence);

private:
    /// What became of changes that were sent together.
    struct Changes {
        Units made = 0;
        std::optional<Decision> denied; ///< the answer to the first that was refused by rules or a block
        QString problem;                ///< why the first failed of those that did; empty: none
    };
    /// A command for each of several tokens, made from what is entered; in any thread.
    struct Commands {
        std::size_t count = 0;
        std::function<Command(const ActDialog::Entered&, std::size_t)> make;
        std::vector<std::string> tokens; ///< which they are about; none: the one that is entered
    };
    using Read = std::function<std::optional<Decision>(std::size_t, ReplyView)>;
    using Removed = std::shared_ptr<const std::vector<RemovedState>>;

    template <class T>
    std::optional<Breakdown> massOf(const std::vector<T>& tokens) const;
    static Changes send(Server& server, const Commands& commands, const ActDialog::Entered& entered,
                        const Read& read);
    ActDialog* openDialog(const ActDialog::Form& form, const Commands& commands);
    template <class Change, class Then>
    void run(const QPointer<ActDialog>& asking, const QString& title, Change change, Then then);
    void runAll(const ActDialog::Form& form, const Commands& commands, const QString& sentence,
                Read read = {});
    void tell(const QPointer<ActDialog>& dialog, const QString& title, const Changes& changes, Units asked,
              const QString& sentence);
    void tellFailure(ActDialog* dialog, const QString& title, const QString& problem);
    void openRules(std::vector<Charged> tokens, ActDialog::Form form);
    void openBlock(std::vector<std::string> tokens);
    void openCharge(std::vector<Charged> tokens, Mode mode);
    void restore(const QPointer<ActDialog>& dialog, const Removed& removed, bool replace);
    void tellRestored(const std::vector<RemovedState>& removed, Units asTheyWere, Units merged,
                      Units expired);
    void confirmReplacing(const Removed& removed);
    void setUndo(Removed removed, bool restoring);

    Session& m_session;
    QWidget* m_window;
    std::function<Units()> m_listed = [] {
        return std::numeric_limits<Units>::max();
    };
    QPointer<ActDialog> m_dialog;
    Removed m_removed; // by the last reset
    bool m_restoring = false;
};

} // namespace ratewarden::ui
