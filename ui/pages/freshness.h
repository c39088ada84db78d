// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

namespace ratewarden::ui {

/// How far what is shown is from now: live data moves with the clock, paused stands still, stale is greyed
/// too.
enum class Freshness { Live, Paused, Stale };

} // namespace ratewarden::ui
