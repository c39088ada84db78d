// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/histories/usage_history.h"

#include <QByteArray>

namespace ratewarden::ui {

/// A line for each charge that was read of a log: when, in UTC and in microseconds since the epoch, and its
/// cost.
QByteArray requestsCsv(const TokenDetail& window);

/// A line for each sample: when, and how many units were used of the limit of each rule that was in force
/// then. `rules`, the present ones, stand first.
QByteArray usageCsv(std::vector<Rule> rules, const UsageHistory& history);

} // namespace ratewarden::ui
