// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"
#include "core/model/units.h"

#include <QString>

#include <optional>

namespace ratewarden::ui {

/// How far what is shown is from now: live data moves with the clock; all other stands still, and what is
/// paused or stale is greyed. Stale data is not read any more although it should be. Recorded data is all
/// that a file has.
enum class Freshness { Live, Paused, Stale, Recorded };

constexpr bool isGreyed(Freshness freshness)
{
    return freshness == Freshness::Paused || freshness == Freshness::Stale;
}

/// How old what is shown is, for the end of a time axis and the head of a card, read at `at`: "now", "paused
/// at 14:02:11", "as of 14:02:11", "recorded at 14:02:11".
QString ageText(Freshness freshness, Instant at);

/// "paused 00:12 · 341 newer": for how long what is shown stands still, and how many requests have come
/// since; "paused 00:12" where nobody knows.
QString pausedText(Micros since, std::optional<Units> newer);

} // namespace ratewarden::ui
