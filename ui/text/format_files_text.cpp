// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/format_files_text.h"

#include "ui/text/display_text.h"
#include "ui/text/problem_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

/// Carries the translations' context.
class FormatFilesText {
    Q_DECLARE_TR_FUNCTIONS(FormatFilesText)

public:
    static QString loaded(const LoadedFormats& formats)
    {
        return tr("Format files loaded: %1").arg(numberText(Units(formats.formats.size())));
    }

    static QString refused(const RefusedFormat& one)
    {
        const QString where = shown(one.where());
        QString text = one.field.empty()
                           ? tr("%1: %2").arg(where, problemText(one.reason))
                           : tr("%1, %2: %3").arg(where, shown(one.field), problemText(one.reason));
        if (one.earlierInUse)
            text += ' ' + tr("(what it said before stays in use)");
        return text;
    }

    static QString refused(const LoadedFormats& formats)
    {
        constexpr std::size_t most = 3;
        const std::size_t count = formats.refused.size();
        if (count == 0)
            return {};
        QString text = tr("%1. Refused: %2.").arg(loaded(formats), numberText(Units(count)));
        for (std::size_t i = 0; i < std::min(most, count); ++i)
            text += '\n' + refused(formats.refused[i]);
        if (count > most)
            text += '\n' + tr("and %1 more").arg(numberText(Units(count - most)));
        return text;
    }
};

} // namespace

QString formatFilesText(const LoadedFormats& loaded)
{
    return FormatFilesText::loaded(loaded);
}

QString refusedFormatsText(const LoadedFormats& loaded)
{
    return FormatFilesText::refused(loaded);
}

} // namespace ratewarden::ui
