// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "core/watch/alert.h"
#include "core/watch/alert_state.h"
#include "core/watch/history.h"

#include <string>
#include <string_view>

/// Alerts as sentences and as JSON.
namespace ratewarden::ctl {

/// "17.3", "94", "3 or more", "3 to 5", "not known"; with the unit of those that are a share.
std::string figureText(AlertMeasure measure, const AlertFigure& figure);
/// "above 5 for 1min"
std::string boundText(const Alert& alert);
/// "below 3"; empty where it follows from the bound.
std::string backText(const Alert& alert);
/// Why the figure is not known completely, and what can be done; empty if it is.
std::string doubtText(FigureDoubt doubt);
/// "user:7 (api, limited), user:8 (api, near)"; empty: there is none.
std::string samplesText(const AlertFigure& figure);

/// "14 days, at most 512 MB"
std::string limitsText(const HistoryLimits& limits);

/// What happened to an alert.
struct AlertEvent {
    std::string_view name; ///< "fires", "recovered", …
    const Alert& alert;
    const AlertState& state;
    const AlertFigure& figure;
    Instant at{};
    std::string server; ///< printable
};
/// What a teller gets, and a line of --json. A contract: resources/docs/watch.md.
Json eventJson(const AlertEvent& event);
/// The part of it that says how an alert stands.
Json alertJson(const Alert& alert, const AlertState& state, const AlertFigure& figure, Instant at);

} // namespace ratewarden::ctl
