// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/audit.h"

#include <QString>

namespace ratewarden::ui {

/// "Block", "Publish", "Undo of a block"; what this version does not know is shown as it is recorded.
QString actText(const AuditEntry& entry);
/// Whose: the token, "3 tokens", the keys or the policy.
QString whoseText(const AuditEntry& entry);
/// "alice@desk-1"
QString authorText(const AuditEntry& entry);
/// In a word or two: "done", "2 of 3", "not known".
QString resultText(const AuditEntry& entry);
/// The same as a sentence, with the reason and what has become of it since.
QString resultSentence(const AuditEntry& entry);

} // namespace ratewarden::ui
