// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"

/// What can be wrong with a filter.
namespace ratewarden::Fault {

inline constexpr FaultCode FilterWord{
    FAULT_TEXT("a filter has no word “%1”; use one of: %2; or put a part of a name in double quotes")};
inline constexpr FaultCode FilterNear{FAULT_TEXT("a filter has no word “%1”; did you mean “%2”? A part of a "
                                                 "name that looks like it stands in double quotes")};
inline constexpr FaultCode FilterForeign{FAULT_TEXT(
    "“%1:” is a word of other lists: here “%2” is looked for in names. Double quotes say that it is meant")};
inline constexpr FaultCode FilterValueMissing{FAULT_TEXT("“%1” needs a value, as in %2")};
inline constexpr FaultCode FilterComparison{FAULT_TEXT("“%1” is compared with > or <, as in %2")};
inline constexpr FaultCode FilterAfterQuote{FAULT_TEXT("a space must follow the closing double quote")};
inline constexpr FaultCode FilterPattern{
    FAULT_TEXT("the pattern “%1” is not whole: a [ needs its ], and a \\ the character behind it")};
inline constexpr FaultCode FilterFormat{
    FAULT_TEXT("no format is called “%1”; `ratewarden-ctl format list` names them")};
inline constexpr FaultCode FilterRule{
    FAULT_TEXT("“%1” is several rules; a filter compares one, as in rule:20/min or rule:*/day")};
inline constexpr FaultCode FilterAddress{
    FAULT_TEXT("“%1” is no address or network, such as 203.0.113.0/24 or 2001:db8::/32")};
inline constexpr FaultCode FilterMoment{FAULT_TEXT(
    "“%1” is no time; write it as in 14:00, 2026-11-25, 2026-11-25T14:00 or 2h, which is two hours ago")};
inline constexpr FaultCode FilterNamed{FAULT_TEXT("“filter:%1” stands for a filter that has a name; only the "
                                                  "console and ratewarden-ctl know those of their user")};
inline constexpr FaultCode FilterName{
    FAULT_TEXT("a filter cannot be called “%1”: a name has no spaces, quotes, brackets or =")};
inline constexpr FaultCode FilterOr{
    FAULT_TEXT("“%1” needs a word on both sides, and brackets a word between them")};
inline constexpr FaultCode FilterBracket{FAULT_TEXT("this bracket is not closed")};
inline constexpr FaultCode FilterNoBracket{
    FAULT_TEXT("this bracket was not opened; if it is part of a name, that stands in double quotes")};
inline constexpr FaultCode FilterAfterBracket{FAULT_TEXT("a space must follow the closing bracket")};
inline constexpr FaultCode FilterDepth{FAULT_TEXT("brackets are nested at most %1 deep")};

} // namespace ratewarden::Fault
