// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/request_counts.h"
#include "core/formats/subject.h"

#include <optional>
#include <string>
#include <string_view>

namespace ratewarden {

/// The subject that a key of Ratewarden's own belongs to: a state under one policy, or, of a control key, the
/// token under every policy. Empty when the key is neither, or not exactly as core/limiter/keyspace.h writes
/// it: a token must not appear under two spellings.
std::optional<Subject> parseRatewardenKey(std::string_view key);

/// Whose requests are counted in a key of Ratewarden's own; empty when it is no such key, as above. It
/// outlives the state by far: a token that was denied a minute ago may have nothing else any more.
std::optional<CountedToken> parseCountsKey(std::string_view key);

/// Whose denials are remembered in a key of Ratewarden's own, likewise.
std::optional<CountedToken> parseDenialsKey(std::string_view key);

/// A policy's name out of a key; empty for what no name is written as.
std::optional<std::string> policyFromKeys(std::string_view text);

/// Keys of Ratewarden's own that belong to no token.
enum class OwnKey { Policies, PolicyHistory, PolicySample, Audit, Watch };
std::optional<OwnKey> ownKey(std::string_view key);

inline constexpr std::string_view controlKeysPattern = "rw:{*}:control";
inline constexpr std::string_view denialKeysPattern = "rw:{*}:*:denials";

} // namespace ratewarden
