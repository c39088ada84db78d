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
/// What one of them answered last, and when: "webhook.example was told at 14:57:03: it answered 200".
QString answerText(const HistoryEvent& answer);
/// Why a figure is not known completely; empty: it is.
QString doubtText(FigureDoubt doubt);
/// "Would have fired 3 times, longest 6 min 10 s; no data before 13:12. Without hysteresis: 11 times. At 8:
/// 2 times." `first`: the first round.
QString backTestText(AlertMeasure measure, const BackTestedAlert& tested, Instant first,
                     const std::optional<Instant>& last);
/// "30 min · denied/s: least 0, most 8, mean 1.6 · above 3 for 3 min · would have fired 1 time", of rounds in
/// order of time.
QString alertAreaText(const Alert& alert, const std::vector<MeasuredRound>& rounds,
                      const BackTestedAlert& tested, const TimeRange& area);

} // namespace ratewarden::ui
