// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/limiter/redis_token.h"
#include "core/redis/command.h"

#include <string>
#include <string_view>

namespace ratewarden {

/// How Ratewarden names the keys that it writes; core/formats/own/ratewarden_keys.h reads them. Every key of
/// one token carries the token as its hash tag, so that all of them lie in one slot of a Redis Cluster:
///
///     rw:{token}:policy:suffix    state; the suffix tells the algorithm
///     rw:{token}:policy:counts    how many requests were allowed and denied lately
///     rw:{token}:policy:denials   the requests that were denied last
///     rw:{token}:control          block and overrides of the token
///     rw:policies                 hash of the published policies, by name
///     {rw:policies}:history       stream of every version of every policy, in the slot of the former
///     {rw:policies}:newest        hash of the newest version of every policy in that stream, by name
///     rw:denials:policy           of the requests denied under the policy one each second, by each limiter
///     rw:audit                    stream of what operators have changed: core/admin/audit.h
///     rw:watch:name               which of the watchers tells that share this name: core/watch/watch_lease.h
///     {rw:watch:name}:told        which alerts are told as firing, in the slot of the former
///
/// In tokens and names every byte that is not a printable ASCII character, and "%", "{", "}" and ":"
/// in names, "%", "{" and "}" in tokens, is written as %XX.

// Before the token, and behind it or the policy.
inline constexpr std::string_view tokenKeyStart = "rw:{";
inline constexpr std::string_view controlEnd = "control";
inline constexpr std::string_view countsEnd = "counts";
inline constexpr std::string_view denialsEnd = "denials";

std::string stateKey(RedisToken token, std::string_view policy, const Algorithm& algorithm);
std::string controlKey(RedisToken token);

/// Adds such a key to a command, without a string in between.
void addStateKey(Command& command, RedisToken token, std::string_view policy, const Algorithm& algorithm);
void addControlKey(Command& command, RedisToken token);
void addCountsKey(Command& command, RedisToken token, std::string_view policy);
void addDenialsKey(Command& command, RedisToken token, std::string_view policy);

/// Where the token's requests are counted under the policy: "rw:{token}:policy:counts".
std::string countsKey(RedisToken token, std::string_view policy);
/// Where its denials are remembered: "rw:{token}:policy:denials".
std::string denialsKey(RedisToken token, std::string_view policy);
/// A policy's name as it stands in keys.
std::string policyInKeys(std::string_view policy);

inline constexpr std::string_view policiesKey = "rw:policies";
inline constexpr std::string_view policyHistoryKey = "{rw:policies}:history";
inline constexpr std::string_view policyNewestKey = "{rw:policies}:newest";
inline constexpr std::string_view auditKey = "rw:audit";

inline constexpr std::string_view policySampleKeyStart = "rw:denials:";
/// Where a sample of what is denied under the policy is kept: "rw:denials:policy". See DenialSample.
std::string policySampleKey(std::string_view policy);

inline constexpr std::string_view watchKeyStart = "rw:watch:";
inline constexpr std::string_view watchToldEnd = ":told";
std::string watchKey(std::string_view name);
std::string watchToldKey(std::string_view name);

} // namespace ratewarden
