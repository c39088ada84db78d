// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"

/// What can be wrong with the rules of other programs.
namespace ratewarden::Fault {

inline constexpr FaultCode KongUnreadable{FAULT_TEXT("cannot read Kong's JSON: %1")};
inline constexpr FaultCode EnvoyUnreadable{FAULT_TEXT("cannot read Envoy's YAML: %1")};
inline constexpr FaultCode Line{FAULT_TEXT("line %1: %2")};
inline constexpr FaultCode MapExpected{FAULT_TEXT("a map is expected here")};
inline constexpr FaultCode UnequalLists{
    FAULT_TEXT("there are %1 in “limit” and %2 in “window_size”; each limit needs its window")};
inline constexpr FaultCode UnknownPlugin{
    FAULT_TEXT("the plugin “%1” is not supported; rate-limiting and rate-limiting-advanced are")};
inline constexpr FaultCode TwoPlugins{FAULT_TEXT(
    "it has fields of both rate-limiting and rate-limiting-advanced; remove those of one of them")};
inline constexpr FaultCode NoKongLimit{FAULT_TEXT(
    "there is no limit in it: neither second, minute, hour, day, month or year, nor limit with window_size")};
inline constexpr FaultCode NoEnvoyLimit{FAULT_TEXT("there is no rate_limit in it")};
inline constexpr FaultCode AllUnlimited{FAULT_TEXT("it has no limit: everything is unlimited")};
inline constexpr FaultCode Aliases{FAULT_TEXT("aliases (*name) are not read; write what they stand for")};
inline constexpr FaultCode SeveralDocuments{FAULT_TEXT("it holds several documents; give one of them")};
inline constexpr FaultCode FieldName{FAULT_TEXT("the name of a field must be a word")};
inline constexpr FaultCode TooDeep{
    FAULT_TEXT("the descriptors are nested too deeply; at most %1 levels are read")};
inline constexpr FaultCode TooManyLimits{FAULT_TEXT("the limits are too many; a policy takes up to %1")};
inline constexpr FaultCode UnknownNotation{FAULT_TEXT("unknown notation “%1”; use one of: %2")};

} // namespace ratewarden::Fault
