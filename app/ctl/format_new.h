// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"

namespace ratewarden::ctl {

/// `format new`: a format file for a key that no format recognises.
void addFormatNew(CLI::App& format, Terminal& terminal);

} // namespace ratewarden::ctl
