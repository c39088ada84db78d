// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/decision.h"

#include <QString>

namespace ratewarden::ui {

/// How a token stands, in one word. In the order of urgency.
enum class TokenStatus { Limited, Blocked, Near, Ok, Idle, Unknown };

inline constexpr int tokenStatusCount = 6;

/// A share of a limit from which on a token counts as near it.
inline constexpr double nearShare = 0.8;

/// A rule with a window no longer than this, such as 1/s, is full for a moment only: a wait shorter than this
/// limits nobody.
inline constexpr Micros momentary = std::chrono::seconds(2);

/// The largest share of a limit that is used, of the rules that are not full for a moment only.
double steadyShare(const Decision& decision);

QString statusName(TokenStatus status); ///< "near"
QString statusMark(TokenStatus status); ///< a mark that tells it without colour

} // namespace ratewarden::ui
