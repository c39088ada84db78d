// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"

/// What can be wrong with the documents of policies and other files of ours.
namespace ratewarden::Fault {

inline constexpr FaultCode PolicyUnreadable{FAULT_TEXT("the published policy “%1” cannot be read: %2")};
inline constexpr FaultCode FileUnreadable{FAULT_TEXT("the policy's file cannot be read: %1")};
inline constexpr FaultCode FilesPolicyUnreadable{FAULT_TEXT("policy %1 of the file cannot be read: %2")};
inline constexpr FaultCode Schema{FAULT_TEXT("it has schema %1, but this program supports schema %2")};
inline constexpr FaultCode UnknownKey{FAULT_TEXT("it has the key “%1”, which this program does not know")};
inline constexpr FaultCode DuplicateKey{FAULT_TEXT("it has the key “%1” twice")};
inline constexpr FaultCode ObjectExpected{FAULT_TEXT("an object, {…}, is expected")};
inline constexpr FaultCode KeyMissing{FAULT_TEXT("“%1” is missing")};
inline constexpr FaultCode MustBeBoolean{FAULT_TEXT("“%1” must be true or false")};
inline constexpr FaultCode MustBeWhole{FAULT_TEXT("“%1” must be a whole number")};
inline constexpr FaultCode MustBeNumber{FAULT_TEXT("“%1” must be a number")};
inline constexpr FaultCode MustBeText{FAULT_TEXT("“%1” must be a text")};
inline constexpr FaultCode MustBeTexts{FAULT_TEXT("“%1” must be a list of texts")};
inline constexpr FaultCode MustBeList{FAULT_TEXT("“%1” must be a list")};
inline constexpr FaultCode MustBeObject{FAULT_TEXT("“%1” must be an object")};
inline constexpr FaultCode BelowZero{FAULT_TEXT("“%1” must not be below 0")};
inline constexpr FaultCode TooLarge{FAULT_TEXT("“%1” is too large; the largest is %2")};
inline constexpr FaultCode UnknownChoice{FAULT_TEXT("“%1” is “%2”; use one of: %3")};
inline constexpr FaultCode TextTooLong{FAULT_TEXT("the text is too long; up to %1 bytes are read")};

} // namespace ratewarden::Fault
