// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/token_status.h"

#include <QString>

namespace ratewarden::ui {

QString statusName(TokenStatus status); ///< "near"
QString statusMark(TokenStatus status); ///< a mark that tells it without colour

} // namespace ratewarden::ui
