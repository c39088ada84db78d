// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/format_files_text.h"

#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

struct FormatFilesText {
    Q_DECLARE_TR_FUNCTIONS(FormatFilesText)
};

} // namespace

QString refusedText(const RefusedFormat& one)
{
    const QString where = shown(one.where());
    const QString reason = problemText(one.reason);
    QString text = one.field.empty() ? FormatFilesText::tr("%1: %2").arg(where, reason)
                                     : FormatFilesText::tr("%1, %2: %3").arg(where, shown(one.field), reason);
    if (one.earlierInUse)
        text += ' ' + FormatFilesText::tr("(what it said before stays in use)");
    return text;
}

QString formatFilesText(const LoadedFormats& loaded)
{
    return FormatFilesText::tr("Format files loaded: %1").arg(numberText(Units(loaded.formats.size())));
}

QString refusedFormatsText(const LoadedFormats& loaded)
{
    constexpr std::size_t most = 3;
    const std::size_t count = loaded.refused.size();
    if (count == 0)
        return {};
    QString text =
        FormatFilesText::tr("%1. Refused: %2.").arg(formatFilesText(loaded), numberText(Units(count)));
    for (std::size_t i = 0; i < std::min(most, count); ++i)
        text += '\n' + refusedText(loaded.refused[i]);
    if (count > most)
        text += '\n' + FormatFilesText::tr("and %1 more").arg(numberText(Units(count - most)));
    return text;
}

} // namespace ratewarden::ui
