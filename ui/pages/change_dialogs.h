// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/dialogs/act_dialog.h"
#include "ui/state/session.h"

#include <QPointer>
#include <QTimer>

#include <functional>

namespace ratewarden::ui {

/// Shows a change in a dialog, makes what is confirmed there in the link's act lane, and tells what came of
/// it; how much has to be confirmed the session's level says. One at a time in each window's page: what is
/// asked for while another is read, or its dialog is open, is ignored, as a key that was pressed twice.
class ChangeDialogs : public QObject {
    Q_OBJECT

public:
    /// Dialogs open over `window`.
    ChangeDialogs(Session& session, QWidget* window, QObject* parent);

    struct Plan {
        ActDialog::Form form{};
        Change first{};   ///< what the change is planned on is read for it
        QString unread{}; ///< what could not be read, as a sentence: "The key could not be read"
        /// Completes the form by what was read; a sentence: why there is nothing to be done. May be empty.
        std::function<QString(const Change& prepared, ActDialog::Form& form)> complete{};
        /// What is entered, in any thread; may throw InvalidArgument.
        std::function<Change(const Change& prepared, const ActDialog::Entered& entered)> change{};
        /// What was done.
        std::function<QString(const Made& made, const ActDialog::Entered& entered)> sentence{};
        /// What is used now and after it, where that is known without the server. May be empty.
        std::function<std::optional<UsedChange>(const ActDialog::Entered& entered)> used{};
        bool reviewed = false; ///< it is shown first, at any level
    };
    void show(Plan plan);

    /// The dialog that is open; null when none is.
    ActDialog* dialog() const { return m_dialog; }
    /// What the open one shows of the change is not what it was.
    void updatePreview()
    {
        if (m_dialog)
            m_dialog->updatePreview();
    }

Q_SIGNALS:
    /// It takes long to read what the change is planned on; a sentence.
    void reading(const QString& sentence);
    void opened();
    /// A change failed, or only some of it was made, or nobody knows, and no dialog shows it; a sentence.
    void failed(const QString& sentence);
    /// A change has been made; a sentence.
    void done(const QString& sentence);
    void made(const ratewarden::ui::Made& made);

protected:
    Session& session() const { return m_session; }

private:
    bool isBusy() const;
    /// What was read for the change, and where its keys may be other formats' as well, for that change too,
    /// in the order of the dialog's choice.
    using Meanings = std::vector<Change>;
    void endPreparing(const Plan& plan, const QString& why);
    void readOthers(const std::shared_ptr<Plan>& plan, Change prepared);
    void open(const std::shared_ptr<Plan>& plan, Meanings meanings);
    bool goesAtOnce(const Plan& plan, const Meanings& meanings) const;
    void tell(const QPointer<ActDialog>& dialog, const QString& title, const Made& made,
              const QString& sentence);
    void tellFailure(ActDialog* dialog, const QString& title, const QString& problem);

    Session& m_session;
    QWidget* m_window;
    QPointer<ActDialog> m_dialog;
    bool m_preparing = false;
    bool m_making = false; // one that no dialog shows
    QTimer m_slow;         // until it is said what is waited for
    QString m_title;
};

} // namespace ratewarden::ui
