// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/guarded_dialogs.h"

#include "ui/text/change_text.h"
#include "ui/text/display_text.h"

#include <QApplication>
#include <QCoreApplication>

#include <limits>
#include <utility>

namespace ratewarden::ui {
namespace {

ActDialog::Preview shownAndCopied(const CommandPreview& preview)
{
    constexpr std::size_t mostShown = 50;
    return {[preview](const ActDialog::Entered& entered) {
                const Preview commands = preview(entered, mostShown);
                QStringList lines;
                for (const Caution caution : commands.cautions)
                    lines << QStringLiteral("# ") + cautionText(caution);
                if (const auto& used = commands.used)
                    lines << QCoreApplication::translate("CommandPreview", "# Used now: %1, after this: %2.")
                                 .arg(numberText(Units(used->before)), numberText(Units(used->after)));
                if (commands.freed)
                    lines << QStringLiteral("# ") + freedText(*commands.freed);
                for (const Command& command : commands.first)
                    lines << shownCommand(command);
                if (const std::size_t more = commands.commands - commands.first.size(); more > 0)
                    lines << QCoreApplication::translate("CommandPreview", "… and %1 more")
                                 .arg(numberText(Units(more)));
                return lines.join(QLatin1Char('\n'));
            },
            [preview](const ActDialog::Entered& entered) {
                const Preview commands = preview(entered, std::numeric_limits<std::size_t>::max());
                std::string lines;
                for (const Command& command : commands.first)
                    lines += command.text() + '\n';
                return QString::fromStdString(lines);
            }};
}

} // namespace

void followLevel(GuardedDialog* dialog, Session& session)
{
    const auto follow = [dialog, &session] {
        dialog->setTypedName(session.guard().level() == GuardLevel::TypeName ? session.name() : QString());
    };
    QObject::connect(&session.guard(), &GuardSwitch::changed, dialog, follow);
    follow();
}

ActDialog* makeActDialog(Session& session, ActDialog::Form form, const CommandPreview& preview,
                         QWidget* parent)
{
    auto* const dialog = new ActDialog(
        std::move(form), shownAndCopied(preview), [&session] { return session.link().serverNow(); }, parent);
    followLevel(dialog, session);
    return dialog;
}

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
