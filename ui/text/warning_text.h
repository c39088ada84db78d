// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/server_warnings.h"
#include "core/formats/warning.h"

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

/// All that is looked for, as a text of some lines.
QString whatIsChecked();

} // namespace ratewarden::ui
