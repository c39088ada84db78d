// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStringList>

namespace ratewarden::ui {

/// Why a field of the row must not stand where it does in a plugin's command: a shell, or another
/// interpreter, would run it as source. Empty: it does not. Programs that are run by others, as by `env`,
/// count, too; what else a program does with its arguments is not known here.
QString sourceProblem(const QStringList& command);

} // namespace ratewarden::ui
