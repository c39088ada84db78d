// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/rights.h"

#include <QString>

namespace ratewarden::ui {

/// Why this user may not run the script, or do what else the rights are of, as a sentence for tooltips;
/// empty: it may, as far as is known.
QString missingSentence(const Rights& rights, std::string_view script);

} // namespace ratewarden::ui
