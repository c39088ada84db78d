// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/finding.h"

#include <QString>

namespace ratewarden::ui {

/// In a few words: "Lock without expiry".
QString warningName(WarningCode code);
QString warningName(ServerWarningCode code);

/// What it means; a sentence. Of one token with its values.
QString warningSentence(WarningCode code);
QString warningSentence(const Warning& warning);
QString warningSentence(const ServerWarning& warning);

/// What to do about it, in a few words: "Remove the lock".
QString warningAction(WarningCode code);
QString warningAction(ServerWarningCode code);
/// The same in whole sentences.
QString warningAdvice(WarningCode code, bool blocked = false);
QString warningAdvice(ServerWarningCode code);

/// The same of findings of any kind; of one with its values.
QString findingTitle(const FindingKind& kind);
QString findingSentence(const Finding& finding);
QString findingAction(const FindingKind& kind);
QString findingAdvice(const FindingKind& kind);

/// In a word, and the mark that stands before it: no colour alone tells it.
QString severityText(FindingSeverity severity);
QChar severityMark(FindingSeverity severity);

/// All that is looked for, as a text of some lines.
QString whatIsChecked();

} // namespace ratewarden::ui
