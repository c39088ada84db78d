// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/rights_text.h"

#include "ui/text/display_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {

QString missingSentence(const Rights& rights, std::string_view script)
{
    const std::string_view right = rights.missingFor(script);
    if (right.empty())
        return {};
    return QCoreApplication::translate("ratewarden::ui::Rights", "This user may not: it needs %1")
        .arg(shown(right));
}

} // namespace ratewarden::ui
