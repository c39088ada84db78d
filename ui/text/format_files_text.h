// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/describe/user_formats.h"

#include <QString>

namespace ratewarden::ui {

/// "Format files loaded: 3"
QString formatFilesText(const LoadedFormats& loaded);

/// "my.json:12, keys.main.value: reason"
QString refusedText(const RefusedFormat& one);

/// What is wrong with the user's format files, for a banner: how many are loaded, and of the first that are
/// refused file, line, field and reason. Empty: nothing is.
QString refusedFormatsText(const LoadedFormats& loaded);

} // namespace ratewarden::ui
