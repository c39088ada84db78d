// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/command_preview.h"

#include "ui/text/change_text.h"
#include "ui/text/display_text.h"

#include <QCoreApplication>

#include <limits>

namespace ratewarden::ui {

ActDialog::Preview
commandPreview(const std::function<Preview(const ActDialog::Entered& entered, std::size_t most)>& preview)
{
    constexpr std::size_t mostShown = 50;
    return {[preview](const ActDialog::Entered& entered) {
                const Preview commands = preview(entered, mostShown);
                QStringList lines;
                for (const Caution caution : commands.cautions)
                    lines << QStringLiteral("# ") + cautionText(caution);
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

} // namespace ratewarden::ui
