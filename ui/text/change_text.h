// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/change.h"

#include <QString>

#include <span>
#include <string_view>

namespace ratewarden::ui {

/// The token, or "3 tokens".
QString whoseText(std::span<const Subject> subjects);

/// "Give back", to be translated as AuditText, of a change of tokens that the audit trail calls "give-back";
/// null: that is none.
const char* actName(std::string_view act);

/// "block of ip:203.0.113.77", "reset of 3 tokens", "version 4 of api"; for what follows "Undo: ".
QString changeName(const Change& change);

/// "Frees 3 of 5 slots, the oldest held for 12 min."
QString freedText(const FreedSlots& slots);
/// What a plan cannot promise.
QString cautionText(Caution caution);

/// Why units were not charged: "2 left under 5/min".
QString refusalText(const Decision& decision);

/// What an undo has done: "block of ip:203.0.113.77 is undone"; empty: nothing.
QString undoneText(const Change& change, const Undoing& undoing);
/// What it could not do, with the reason; empty: there is nothing such. What came since is not among it.
QString notUndoneText(const Change& change, const Undoing& undoing);
/// What stands in its way, for the question whether it is to be lost.
QString cameSinceText(const Change& change, std::size_t subjects);
/// Of plain keys: what it means to undo it where nothing says whether they were changed since.
QString notKnownSinceText(std::size_t keys);

} // namespace ratewarden::ui
