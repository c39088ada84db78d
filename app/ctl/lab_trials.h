// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "app/ctl/progress_line.h"
#include "core/lab/log_reader.h"
#include "core/lab/trial.h"

#include <cstdint>
#include <string>

/// What the commands of `ratewarden-ctl lab` say of trials.
namespace ratewarden::ctl {

inline constexpr std::size_t tokensListed = 10; ///< of a list of them

/// What every answer begins with: the bounds of what it rests on.
Json bounds(const TrafficSummary& summary);

/// How far a computation is, on standard error where that is a terminal: "trial of strict: 37 %".
Progress progressOf(ProgressLine& line, const std::string& what);

/// A token, printable.
std::string nameOf(const Trace& trace, TokenId token);

/// A trial that shows its progress.
Trial triedOn(const GroupedTrace& traffic, const Candidate& candidate, TrialDetail detail);

/// {name, allowed, denied, tokens_denied, worst: [{token, denied}]}
Json trialJson(const Trial& trial, const Trace& trace);
/// The same for people, in several lines, without a line end.
std::string trialText(const Trial& trial, const Trace& trace);

} // namespace ratewarden::ctl
