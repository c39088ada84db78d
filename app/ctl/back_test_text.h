// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"
#include "core/watch/alert_file.h"

#include <optional>

namespace ratewarden::ctl {

/// Prints what the alerts of a file would have done, as its history tells. `since`: for how long back; empty:
/// all of it. Throws as HistoryReader does, and InvalidArgument for a file that keeps none.
Exit printBackTest(const Terminal& terminal, const AlertFile& file, const std::optional<Micros>& since);

} // namespace ratewarden::ctl
