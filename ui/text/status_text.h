// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/tokens/token_status.h"

#include <QString>

namespace ratewarden::ui {

/// Whose verdicts: a candidate's deny nobody, and are shown hollow.
enum class Verdicts { Enforced, Candidate };

QString statusName(TokenStatus status, Verdicts verdicts = Verdicts::Enforced); ///< "near", "would deny"
/// A mark that tells it without colour.
QString statusMark(TokenStatus status, Verdicts verdicts = Verdicts::Enforced);

} // namespace ratewarden::ui
