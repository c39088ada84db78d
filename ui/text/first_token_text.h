// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ratewarden::ui {

/// How the first token comes to that server, as Link::where() names it: a command that makes one.
QString firstTokenText(const QString& where);

} // namespace ratewarden::ui
