// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"
#include "core/watch/finding.h"

namespace ratewarden::ctl {

/// For programs. When it was first seen is known of policies alone, which say when they were published.
Json findingJson(const Finding& finding);

} // namespace ratewarden::ctl
