// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"
#include "core/limiter/redis_token.h"
#include "core/model/block.h"
#include "core/model/decision.h"
#include "core/policies/published_policy.h"

#include <optional>
#include <string>

/// Decisions as the terminal prints them, for people and for programs.
namespace ratewarden::ctl {

/// "3 of 5 left under 5/min, 9 of 10 left under 10/h"; rules are called as the policy writes them.
std::string leftUnderEachRule(const Decision& decision, const Policy& policy);

/// `cost`: of the request. `block`: why the token is blocked, if it is and that is known.
std::string sentence(const Decision& decision, const PublishedPolicy& policy,
                     const std::optional<Block>& block, Units cost);

/// One object for each rule.
Json rulesJson(const Decision& decision);
Json json(const Decision& decision, RedisToken token, const PublishedPolicy& policy,
          const std::optional<Block>& block);

/// Why the token is blocked; the decision stands without it.
std::optional<Block> blockBehind(Terminal& terminal, const Decision& decision, RedisToken token);
/// Prints the decision, as object or sentence. `cost`: of the request.
Exit tell(Terminal& terminal, const Decision& decision, RedisToken token, const PublishedPolicy& policy,
          Units cost);

} // namespace ratewarden::ctl
