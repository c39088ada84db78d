// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/format_fault.h"

#include <QString>

namespace ratewarden::ui {

/// Its sentence for people, with %1 for the first value and so on; behind the last one, the reason.
QString faultPattern(FormatFault fault);

} // namespace ratewarden::ui
