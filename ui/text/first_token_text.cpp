// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/text/first_token_text.h"

#include <QCoreApplication>

namespace ratewarden::ui {
namespace {

struct FirstTokenText {
    Q_DECLARE_TR_FUNCTIONS(FirstTokenText)
};

} // namespace

QString firstTokenText(const QString& where)
{
    return FirstTokenText::tr("They appear when a limiter decides for them, for example with\n"
                              "ratewarden-ctl --redis \"%1\" check user:42 --policy api \\\n"
                              "--rules \"1/s + 20/min\" --publish")
        .arg(where);
}

} // namespace ratewarden::ui
