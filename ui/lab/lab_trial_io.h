// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/lab/lab_work.h"
#include "core/lab/trial_file.h"

#include <QString>

#include <optional>
#include <string>

/// Trials as files. All of it may be called in any thread.
namespace ratewarden::ui {

/// The group of a trial file that has the marked tokens.
inline constexpr auto marksGroup = "abuser";

/// Empty: the file is no trial, or cannot be opened. Throws InvalidArgument for a trial that cannot be read.
std::optional<TrialFile> readTrialFile(const std::string& path);

/// The file with the trial's traffic, seen from the trial's own folder; empty when Redis has it. Throws
/// InvalidArgument for standard input.
std::string trafficFileOf(const TrialFile& trial, const std::string& trialPath);
/// The policy or format whose logs in Redis are the trial's traffic; empty: it is a file.
std::string redisTrafficOf(const TrialFile& trial);

/// How a trial in `trialPath` names a file: from there on when that is in its folder or below.
std::string trafficNamed(const QString& file, const QString& trialPath);

/// Writes the trial, whole or not at all; with `traffic`, this as a trace file beside it, which the trial
/// names then. A trace file that belongs to something else is not overwritten. Says the trace file's name;
/// empty: there is none. Throws InvalidArgument.
QString writeTrialFile(TrialFile trial, const SharedTraffic& traffic, const QString& trialPath);

} // namespace ratewarden::ui
