// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

namespace ratewarden::ui {

/// How a token stands, in one word. In the order of urgency.
enum class TokenStatus { Limited, Blocked, Near, Ok, Idle, Unknown };

inline constexpr int tokenStatusCount = 6;

/// A share of a limit from which on a token counts as near it.
inline constexpr double nearShare = 0.8;

QString statusName(TokenStatus status); ///< "near"
QString statusMark(TokenStatus status); ///< a mark that tells it without colour

} // namespace ratewarden::ui
