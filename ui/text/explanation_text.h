// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/explain/explanation_text.h"

#include <QString>

namespace ratewarden::ui {

/// A sentence of an explanation, for people.
QString explanationText(const ExplainedLine& line);

/// "14:57:40.218", or "14:57:00.000 to 14:57:59.999" where it is not known better.
QString denialText(const Denial& denial);

} // namespace ratewarden::ui
