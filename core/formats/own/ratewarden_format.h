// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/formats/format.h"

#include <string_view>

namespace ratewarden {

// Ratewarden's own layouts: one format for each algorithm's states, and one for control keys.

/// The format of an algorithm's states: "ratewarden/gcra".
const Format& stateFormat(const Algorithm& algorithm);
/// The format of control keys, which hold what is true of a token under every policy: "ratewarden/control".
const Format& controlFormat();
std::span<const Format* const> ratewardenFormats();

/// The token's state under a policy.
Subject stateSubject(std::string_view token, std::string_view policy, const Algorithm& algorithm);
Subject stateSubject(std::string_view token, const Policy& policy);
/// The token under every policy; with a policy, its override under that, whichever algorithm the policy has.
Subject controlSubject(std::string_view token, std::string_view policy = {});

} // namespace ratewarden
