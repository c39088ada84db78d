// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/live_trial.h"

#include <QString>

/// What live trials are about to do and have found out, as sentences.
namespace ratewarden::ui {

QString concernText(LiveConcern concern);

/// "10,000 requests from 312 tokens, up to 1,043 in one second · scratch keys up to 84 KB · server uses 1.2
/// MB"
QString estimateText(const LiveTrialEstimate& estimate);

/// What came of it: "10,000 of 10,000 requests answered, 1,000 a second; 41 % denied, from 12 tokens. …"
QString resultText(const LiveTrial& trial);

/// What became of its keys: "All 312 scratch keys were removed."
QString removalText(const LiveTrial& trial);

} // namespace ratewarden::ui
