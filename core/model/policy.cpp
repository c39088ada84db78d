// SPDX-License-Identifier: MIT
#include "core/model/policy.h"

#include "core/model/errors.h"

#include <fmt/format.h>

namespace ratewarden {

void validatePolicy(const Policy& policy)
{
    constexpr std::size_t longestName = 200;
    if (policy.name.empty() || policy.name.size() > longestName)
        throw BadPolicy(fmt::format("a policy's name must have 1 to {} bytes; this one has {}", longestName,
                                    policy.name.size()));
    validateRules(policy.rules);
}

void validateToken(std::string_view token)
{
    if (token.empty())
        throw InvalidArgument("the token is empty; give the name of the client to limit");
}

void validateCost(Units cost)
{
    if (cost < 0 || cost > maxUnits)
        throw InvalidArgument(
            fmt::format("the cost {} is out of range; it goes from 0 to {}", cost, maxUnits));
}

} // namespace ratewarden
