// SPDX-License-Identifier: MIT
#include "core/model/policy.h"

#include "core/model/errors.h"
#include "core/model/rule_faults.h"

namespace ratewarden {

void validatePolicy(const Policy& policy)
{
    constexpr std::size_t longestName = 200;
    if (policy.name.empty() || policy.name.size() > longestName)
        throw BadPolicy(Problem(Fault::PolicyName, longestName, policy.name.size()));
    validateRules(policy.rules);
    if (policy.denials < 0 || policy.denials > maxDenials)
        throw BadPolicy(Problem(Fault::DenialsRange, policy.denials, maxDenials));
    if (policy.denials > 0 && !policy.counters)
        throw BadPolicy(Problem(Fault::DenialsUncounted));
    if (policy.lease != Micros::zero() && (policy.lease < minLease || policy.lease > maxLease))
        throw BadPolicy(Problem(Fault::LeaseRange, spanNotation(policy.lease), spanNotation(minLease),
                                spanNotation(maxLease)));
}

void validateToken(std::string_view token)
{
    if (token.empty())
        throw InvalidArgument(Problem(Fault::EmptyToken));
}

void validateCost(Units cost)
{
    if (cost < 0 || cost > maxUnits)
        throw InvalidArgument(Problem(Fault::CostRange, cost, maxUnits));
}

} // namespace ratewarden
