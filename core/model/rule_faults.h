// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"

/// What can be wrong with rules and policies, and with what is asked of a limiter.
namespace ratewarden::Fault {

// Rules and durations, as they are written.
inline constexpr FaultCode Notation{FAULT_TEXT("cannot read “%1” at character %2: %3")};
inline constexpr FaultCode LimitMissing{FAULT_TEXT("a limit is missing; write it as in 20/min")};
inline constexpr FaultCode BurstMissing{FAULT_TEXT("a burst is missing; write it as in 20/min burst 5")};
inline constexpr FaultCode NumberMissing{FAULT_TEXT("a number is missing")};
inline constexpr FaultCode NumberNotWhole{FAULT_TEXT("it must be a whole number")};
inline constexpr FaultCode NumberTooLarge{FAULT_TEXT("it is too large; the largest is %1")};
inline constexpr FaultCode SlashMissing{
    FAULT_TEXT("a “/” must follow the limit, as in 20/min, or “at once”")};
inline constexpr FaultCode OnceMissing{FAULT_TEXT("“once” must follow, as in 5 at once")};
inline constexpr FaultCode BurstOfZero{
    FAULT_TEXT("a burst of 0 would deny everything; without a burst, the limit applies")};
inline constexpr FaultCode RulesNotJoined{FAULT_TEXT("rules are joined with “+”, as in 1/s + 20/min")};
inline constexpr FaultCode OnlyRequests{FAULT_TEXT("only requests can be limited, no other “qu”")};
inline constexpr FaultCode QuotaMissing{FAULT_TEXT("“q”, the quota, is missing")};
inline constexpr FaultCode WindowMissing{FAULT_TEXT("“w” is missing; without a window there is no rule")};
inline constexpr FaultCode WindowTooLong{FAULT_TEXT("the window is too long; the longest is 366 days")};
inline constexpr FaultCode SeparatorMissing{FAULT_TEXT("a “;” or a “,” is missing")};
inline constexpr FaultCode AfterDuration{FAULT_TEXT("nothing may follow the duration")};
inline constexpr FaultCode FractionDigits{FAULT_TEXT("one to six digits must follow the decimal point")};
inline constexpr FaultCode UnitMissing{FAULT_TEXT("a unit of time is missing; use ms, s, min, h or day")};
inline constexpr FaultCode UnknownUnit{FAULT_TEXT("unknown unit of time “%1”; use ms, s, min, h or day")};
inline constexpr FaultCode DurationTooLong{FAULT_TEXT("the duration is too long; the longest is 100 years")};
inline constexpr FaultCode DurationNotWhole{FAULT_TEXT("the duration is not a whole number of microseconds")};
inline constexpr FaultCode ParameterMissing{FAULT_TEXT("the name of a parameter is missing, such as q or w")};
inline constexpr FaultCode QuoteMissing{FAULT_TEXT("a text in double quotes is missing")};
inline constexpr FaultCode QuoteNotAscii{FAULT_TEXT("only printable ASCII may stand in double quotes")};
inline constexpr FaultCode QuoteOpen{FAULT_TEXT("the closing double quote is missing")};
inline constexpr FaultCode ValueMissing{FAULT_TEXT("a value is missing")};
inline constexpr FaultCode NumberBelowZero{FAULT_TEXT("a number below 0 means nothing here")};

// Policies and requests.
inline constexpr FaultCode DenialsRange{
    FAULT_TEXT("from 0 to %2 denials of a token can be remembered, not %1")};
inline constexpr FaultCode DenialsUncounted{
    FAULT_TEXT("denials are remembered only where requests are counted: switch \"counters\" on, too")};
inline constexpr FaultCode LeaseRange{FAULT_TEXT("the lease life %1 is out of range; it goes from %2 to %3")};
inline constexpr FaultCode LeaseTooLong{
    FAULT_TEXT("a lease life of %1 takes all of the burst of %2; shorten it, or raise the burst")};
inline constexpr FaultCode PolicyName{FAULT_TEXT("a policy's name must have 1 to %1 bytes; this one has %2")};
inline constexpr FaultCode EmptyToken{FAULT_TEXT("the token is empty; give the name of the client to limit")};
inline constexpr FaultCode CostRange{FAULT_TEXT("the cost %1 is out of range; it goes from 0 to %2")};
inline constexpr FaultCode NoRules{FAULT_TEXT("a policy needs at least one rule, such as 20/min")};
inline constexpr FaultCode TooManyRules{FAULT_TEXT("%1 rules are too many; a policy takes up to %2")};
inline constexpr FaultCode LimitRange{FAULT_TEXT("the limit %1 is out of range; it goes from 0 to %2")};
inline constexpr FaultCode BurstRange{FAULT_TEXT("the burst %1 is out of range; it goes from 1 to %2")};
inline constexpr FaultCode WindowRange{
    FAULT_TEXT("the window of %1 is out of range; it goes from 1 ms to 366 days")};
inline constexpr FaultCode BurstTooLong{
    FAULT_TEXT("a burst of %1 takes more than 142 years to become free again; lower it, or raise the limit")};
inline constexpr FaultCode UnknownAlgorithm{FAULT_TEXT("unknown algorithm “%1”; use one of: %2")};
inline constexpr FaultCode NoBurst{
    FAULT_TEXT("%1 does not support a burst; remove it from “%2”, or use gcra")};
inline constexpr FaultCode NoSlots{
    FAULT_TEXT("%1 does not count requests at once; remove “%2”, or use in-flight")};
inline constexpr FaultCode TwiceAtOnce{
    FAULT_TEXT("a policy takes one rule for requests at once, not both “%1” and “%2”")};
inline constexpr FaultCode NoLeaseOfSlots{
    FAULT_TEXT("a slot is of one request, so there is no lease of “%1”; remove the lease life, or the rule")};
inline constexpr FaultCode SlotsUntried{
    FAULT_TEXT("how long requests take is not recorded, so “%1” cannot be tried; remove it")};
inline constexpr FaultCode SameTag{
    FAULT_TEXT("the state cannot tell %1 from %2, as their windows are equal modulo 32749 microseconds; make "
               "one of them a millisecond longer")};
inline constexpr FaultCode CandidateName{FAULT_TEXT("its name ends with “%1”, which is for candidates")};
inline constexpr FaultCode VersionRange{FAULT_TEXT("its version is %1")};
inline constexpr FaultCode DescriptionLength{FAULT_TEXT("its description has %1 bytes; the maximum is %2")};
inline constexpr FaultCode RuleNames{FAULT_TEXT("it has %1 rule names for %2 rules")};
inline constexpr FaultCode ShareRange{FAULT_TEXT("its share is %1; it must be above 0 and at most 1")};
inline constexpr FaultCode OfOtherProgram{
    FAULT_TEXT("it is for keys of %1: it takes no candidate, hashed tokens, counters, mode or fallback, as "
               "another program decides")};
inline constexpr FaultCode NotUtf8{
    FAULT_TEXT("a policy's texts must be UTF-8, and so must its name to stand in a file")};
inline constexpr FaultCode Author{FAULT_TEXT("the author must have 1 to %1 bytes")};
inline constexpr FaultCode ReasonLength{FAULT_TEXT("a reason of 1 to %1 bytes is required; this one has %2")};
inline constexpr FaultCode EndRange{
    FAULT_TEXT("a block or an override must last 1 microsecond to 100 years, or for good")};

// What limiters have stored.
inline constexpr FaultCode NotOurState{
    FAULT_TEXT("this string is not a state of Ratewarden's; another program may use its key")};

} // namespace ratewarden::Fault
