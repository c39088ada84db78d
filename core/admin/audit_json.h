// SPDX-License-Identifier: MIT
#pragma once

#include "core/admin/change.h"

#include <nlohmann/json.hpp>

#include <cstddef>
#include <string>
#include <string_view>

namespace ratewarden {

// What the entries of the audit trail hold, as JSON. Private to core/admin.
//
// JSON has no bytes: "%", control characters and, in a text that is not UTF-8, every byte above 0x7E are
// written as %XX, as in keys; percentDecoded() reads them.

using AuditJson = nlohmann::ordered_json;

std::string textFromBytes(std::string_view bytes);

/// What is to be done. What would
/// make it larger than `largest` bytes is left out, and the document says so.
AuditJson begunDocument(const Change& change, const Preview& preview, std::size_t largest);
inline constexpr std::string_view markAct = "mark";

/// Of what happened elsewhere.
AuditJson markDocument(const std::string& text);
AuditJson begunUndo(const ChangeOutcome& outcome, const Preview& preview, std::size_t largest);

/// What came of it, with the before-images.
AuditJson completedDocument(const ChangeOutcome& outcome, std::size_t largest);
/// `left`: what can still be undone.
AuditJson completedUndo(const Undoing& undoing, const ChangeOutcome& left);

/// A document of the trail, where others may write, too. Throws InvalidArgument for one that is damaged: also
/// for a number that is not whole, and for lists in lists without end, of which the trail has none.
AuditJson readDocument(std::string_view text);
/// Throws that.
[[noreturn]] void refuseDamaged();
/// Whether what was there before is written as completedDocument() does it, and of subjects that the first
/// document names.
bool canReadBefore(const AuditJson& begun, const AuditJson& completed);

/// The change, and what is needed to undo it, from both documents. Throws InvalidArgument, with a sentence,
/// where that is not possible.
ChangeOutcome outcomeFrom(const AuditJson& begun, const AuditJson& completed);
/// The change alone, for its name; subjects whose format is not known here are left out.
Change changeFrom(const AuditJson& begun);
/// The subjects of that change.
std::vector<Subject> subjectsFrom(const AuditJson& begun);

} // namespace ratewarden
