// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/alert_file.h"
#include "core/watch/back_test.h"

#include <QString>

namespace ratewarden::ui {

/// "denied/s": as files of alerts write it.
QString measureName(AlertMeasure measure);
/// "17.3", "94 %", "3 to 5", "not known".
QString figureText(AlertMeasure measure, const AlertFigure& figure);
/// "denied/s above 5 for 1 min"
QString boundText(const Alert& alert);
/// "back below 3"; empty where it follows from the bound.
QString backText(const Alert& alert);
/// "firing", …
QString phaseText(AlertPhase phase);
/// "Silenced until 18:00: migration"
QString silenceText(const AlertSilence& silence);
/// "Told: command /usr/local/bin/page, webhook https://example.com/alerts"
QString tellersText(const AlertFile& file);
/// Why a figure is not known completely; empty: it is.
QString doubtText(FigureDoubt doubt);
/// "Would have fired 3 times, longest 6 min 10 s; no data before 13:12." `first`: the first round.
QString backTestText(const BackTestedAlert& tested, Instant first, const std::optional<Instant>& last);

} // namespace ratewarden::ui
