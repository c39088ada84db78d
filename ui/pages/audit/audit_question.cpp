// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/audit/audit_question.h"

#include "ui/pages/guarded_dialogs.h"

#include <QApplication>

#include <utility>

namespace ratewarden::ui {

void askInWindow(Session& session, QWidget* window)
{
    session.changes().setAsk([&session, window](const Unrecorded& change,
                                                const std::function<void(bool)>& answer) {
        ActDialog::Form form;
        form.title = QCoreApplication::translate("AuditQuestion", "This change would not be recorded");
        form.token = change.name;
        form.explanation =
            QCoreApplication::translate("AuditQuestion",
                                        "Nothing has been changed yet: its entry in the audit trail could "
                                        "not be written, so nobody would see who changed this and why. %1")
                .arg(change.why);
        if (!change.right.isEmpty())
            form.leftOut =
                QCoreApplication::translate("AuditQuestion", "To record changes this user needs the right %1")
                    .arg(change.right);
        form.verb = QCoreApplication::translate("AuditQuestion", "Change without a record");
        form.dangerous = true;
        QWidget* const modal = QApplication::activeModalWidget();
        auto* const dialog = makeActDialog(
            session, std::move(form),
            [preview = change.preview](const ActDialog::Entered&, std::size_t most) { return preview(most); },
            modal ? modal : window);
        dialog->setObjectName("auditQuestion");
        QObject::connect(dialog, &ActDialog::confirmed, dialog, [dialog] { dialog->succeed(); });
        QObject::connect(dialog, &QDialog::finished, window,
                         [answer](int result) { answer(result == QDialog::Accepted); });
        dialog->open();
    });
}

} // namespace ratewarden::ui
