// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/rights.h"
#include "core/model/guard_level.h"

#include <QKeySequence>
#include <QString>

#include <chrono>
#include <optional>

namespace ratewarden::ui {

/// Opens the choice of levels, everywhere in the window.
QKeySequence guardKeys();

/// "Read-only".
QString levelText(GuardLevel level);
/// What stands between the operator and a change at that level; a sentence without its full stop.
QString levelInBrief(GuardLevel level); ///< "every change is shown before it is made"
QString levelMeaning(GuardLevel level);
/// "14:59", "1:02:03".
QString clockText(std::chrono::seconds left);

/// Why nothing can be changed on a read-only connection, and what to do, as a sentence.
QString readOnlySentence();

/// Why this user may not run the script, or do what else the rights are of, as a sentence for tooltips;
/// empty: it may, as far as is known.
QString missingSentence(const Rights& rights, std::string_view script);

} // namespace ratewarden::ui
