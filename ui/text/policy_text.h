// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/policy_effect.h"
#include "core/formats/format.h"
#include "core/notations/notation.h"
#include "core/policies/published_policy.h"
#include "core/policies/rule_check.h"
#include "ui/text/status_text.h"

#include <QString>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

/// What core says of policies in codes and values, as text for people.
namespace ratewarden::ui {

/// Whether it is the name of a candidate.
Verdicts verdictsOf(std::string_view policy);
/// Its name, or "candidate of api".
QString policyNameText(const std::string& policy);

/// "1/s + 2,000/h"
QString rulesText(const std::vector<Rule>& rules);

/// Of the rule at `index` of a token of that format: "10/min", or "requests 10/min" where each counts
/// something else.
QString ruleTextOf(const Format& format, std::size_t index, const Rule& rule);

QString algorithmText(std::string_view name); ///< "sliding log", or the name if there is none such
/// The algorithm of one of Ratewarden's own formats; of others the name of their program. Of one whose prefix
/// was guessed "looks like rate-limiter-flexible (60 %)".
QString formatText(const Format& format);
/// The same with the name that settings and programs know: "rate-limit-redis".
QString formatNameText(const Format& format);
QString modeText(PolicyMode mode); ///< "enforced"

/// "redundant, as 1/s never allows more", for where the rule stands beside it.
QString remarkText(const RuleFinding& finding, const std::vector<Rule>& rules);
/// "60/min: redundant, as 1/s never allows more"
QString findingText(const RuleFinding& finding, const std::vector<Rule>& rules);
/// What checkRules() finds of its candidate's rules, for requests of at most that cost: "Candidate 60/min:
/// redundant, as 1/s never allows more". None without a candidate.
QStringList candidateFindingTexts(const PublishedPolicy& published, Units cost);

/// "Mode: enforced → shadow"
QString differenceText(PolicyField field, const PublishedPolicy& from, const PublishedPolicy& to);
/// One for each difference.
QStringList differenceTexts(const PublishedPolicy& from, const PublishedPolicy& to);

/// Of what publishing `next` in place of `now` means; without how long.
QString noteText(const EffectNote& note, const Policy& now, const Policy& next);

QString warningText(const NotationWarning& warning);

} // namespace ratewarden::ui
