// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/guarded_dialogs.h"

#include "ui/text/change_text.h"
#include "ui/text/display_text.h"

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

} // namespace ratewarden::ui
