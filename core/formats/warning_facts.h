// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/warning.h"

#include <string_view>

namespace ratewarden {

enum class FindingSeverity {
    Critical, ///< requests are denied that should not be, or the limits do not hold
    Warning,  ///< it will come to that, or has for some
    Note      ///< worth a look
};

/// What an operator can do about it here, as a change of all tokens that have it, or of their policy; what
/// remains is for whoever owns the limiter.
enum class FindingRemedy {
    None,
    SetEnd,      ///< give the keys an end
    RemoveLocks, ///< RemoveLockIntent
    FreeSlots,   ///< FreeSlotsIntent
    Reset,       ///< ResetIntent
    Block,       ///< BlockIntent, for a time
    EditPolicy,  ///< PublishIntent, of another version
    RemovePolicy ///< PublishIntent that removes it
};
/// Whether it is the policy that is changed, not tokens.
constexpr bool isOfPolicy(FindingRemedy remedy)
{
    return remedy == FindingRemedy::EditPolicy || remedy == FindingRemedy::RemovePolicy;
}

/// What is said of a kind of finding, in English: see core/model/fault_text.h.
struct FindingTexts {
    const char* title;    ///< in a few words: "Stale lock"
    const char* sentence; ///< what it means, whatever its number
    const char* action;   ///< what to do about it, in a few words: "Remove the lock"
    const char* advice;   ///< the same in whole sentences
    /// The same for the terminal, where other commands do it than in the window; null: as `advice`.
    const char* terminalAdvice = nullptr;
};

/// What Warning::number is.
enum class WarningNumber {
    None,
    Whole,   ///< it is said without decimals
    Times,   ///< with one
    Rate,    ///< a second
    Span,    ///< seconds: see spanOf()
    TwoUnits ///< see mistakenUnit(); two values, or none
};

/// All that is known of a code.
struct WarningFacts {
    WarningCode code{};
    std::string_view name{};
    FindingSeverity severity{};
    FindingRemedy remedy = FindingRemedy::None;
    FindingTexts texts{};
    WarningNumber number = WarningNumber::None;
    const char* numbered = nullptr; ///< the sentence with this number; null: it has none
};
const WarningFacts& warningFacts(WarningCode code);

/// Of a number that is a Span, which may be any: at least a second, and at most what can be written.
Micros spanOf(const Warning& warning);

/// In English, of one of MistakenUnit: "milliseconds".
const char* unitPattern(int decimals);

} // namespace ratewarden
