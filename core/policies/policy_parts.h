// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"
#include "core/policies/published_policy.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>
#include <vector>

namespace ratewarden {

// What documents of policies say, for writing and reading them. Private to core/policies.

inline constexpr int policySchema = 1;

template <class Enum>
using Names = std::array<std::pair<Enum, std::string_view>, 3>;

inline constexpr Names<PolicyMode> policyModes{
    {{PolicyMode::Enforced, "enforced"}, {PolicyMode::Shadow, "shadow"}, {PolicyMode::Off, "off"}}};
inline constexpr Names<OnFailure> onFailures{
    {{OnFailure::Allow, "allow"}, {OnFailure::Deny, "deny"}, {OnFailure::Local, "local"}}};

template <class Enum>
std::string_view nameIn(const Names<Enum>& names, Enum value)
{
    return std::ranges::find(names, value, &std::pair<Enum, std::string_view>::first)->second;
}

/// What is wrong with a policy, each with the key of its document that it is about; empty: several.
std::vector<std::pair<std::string_view, Problem>> faultsOf(const PublishedPolicy& published);

} // namespace ratewarden
