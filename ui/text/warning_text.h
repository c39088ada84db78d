// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/finding.h"

#include <QString>

namespace ratewarden::ui {

/// What it means; a sentence, with its values.
QString warningSentence(const Warning& warning);
/// What to do about it, in whole sentences.
QString warningAdvice(WarningCode code, bool blocked = false);

/// In a few words: "Stale lock".
QString findingTitle(const FindingKind& kind);
/// What it means; a sentence, with its values.
QString findingSentence(const Finding& finding);
/// What to do about it, in a few words: "Remove the lock".
QString findingAction(const FindingKind& kind);
/// The same in whole sentences.
QString findingAdvice(const FindingKind& kind);
/// What takes the tokens that have it, as it is typed on the page Tokens; empty: none, or single ones.
QString findingFilter(const Finding& finding);

/// In a word, and the mark that stands before it: no colour alone tells it.
QString severityText(FindingSeverity severity);
QChar severityMark(FindingSeverity severity);

/// All that is looked for, as a text of some lines.
QString whatIsChecked();

} // namespace ratewarden::ui
