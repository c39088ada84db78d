// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/investigation.h"

#include <string>

namespace ratewarden::ui {

class AlertDesk;

/// What is known of alerts, into an investigation: how each stands, the history on which they are tested, and
/// the rounds of the one that is chosen.
void recordAlerts(const AlertDesk& desk, Investigation& investigation);

/// The rounds of the others, up to the same moment, out of that history; empty: there is none. Where it
/// cannot be read they stay without. Takes up to seconds: for a thread.
void recordRounds(const std::string& history, Investigation& investigation);

/// What was recorded of them, in a window without a server.
void showAlerts(const Investigation& recorded, AlertDesk& desk);

} // namespace ratewarden::ui
