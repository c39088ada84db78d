// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"

#include <string>
#include <string_view>

namespace ratewarden::ctl {

/// TRAFFIC that stands for the logs of every published policy.
inline constexpr std::string_view everyPolicy = "redis:*";

/// `lab try redis:*`: every token under the published rules of its own policy, and under the published
/// candidate where there is one. `report`: a file for what the candidates would change, or empty.
Exit tryPolicies(Terminal& terminal, const std::string& report);

} // namespace ratewarden::ctl
