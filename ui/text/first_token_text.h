// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ratewarden::ui {

/// Why there are no tokens on that server, as Link::where() names it, and a command that makes the first one.
QString noTokensText(const QString& where);

} // namespace ratewarden::ui
