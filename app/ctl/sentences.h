// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/intent.h"
#include "core/formats/shapes/shape.h"
#include "core/notations/notation.h"
#include "core/policies/published_policy.h"
#include "core/policies/rule_check.h"
#include "core/watch/finding.h"

#include <string>
#include <vector>

/// What core gives as codes and values, as English sentences for the terminal. All are safe to print.
namespace ratewarden::ctl {

std::string sentence(const NotationWarning& warning);

/// Of one key. This and the next two are whole sentences, with their full stop.
std::string sentence(const Warning& warning);
std::string sentence(const Finding& finding);
/// What to do about it.
std::string advice(const Finding& finding);
std::string sentence(Caution caution);

/// Of a finding about one of these rules.
std::string sentence(const RuleFinding& finding, const std::vector<Rule>& rules);
/// What to do about it.
std::string advice(const RuleFinding& finding);

/// "rules: 1/s → 2/s", by the keys and values of a policy's file; "–" stands for none.
std::string sentence(PolicyField field, const PublishedPolicy& from, const PublishedPolicy& to);

/// One for each difference.
std::vector<std::string> differenceLines(const PublishedPolicy& from, const PublishedPolicy& to);

} // namespace ratewarden::ctl
