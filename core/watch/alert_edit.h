// SPDX-License-Identifier: MIT
#pragma once

#include "core/watch/alert.h"

#include <optional>
#include <string>
#include <string_view>

namespace ratewarden {

/// The text of a file of alerts with one of them as `to` in place of `from`. What both say the same stays as
/// it is written, and so does everything else in the file. `from` null: `to` is added behind the others; `to`
/// null: `from` is removed. Empty: there is no such alert, or it says something else than `from` where it is
/// to be changed, because somebody has changed the file meanwhile. Throws as parseAlertFile() does, also for
/// what it would become.
std::optional<std::string> withAlert(std::string_view file, std::string_view json, const Alert* from,
                                     const Alert* to);

/// The text of a file that has this alert alone. Throws as parseAlertFile() does.
std::string newAlertFile(std::string_view file, const Alert& alert);

} // namespace ratewarden
