// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/lab_work.h"
#include "core/model/block.h"
#include "core/model/override.h"
#include "core/policies/published_policy.h"
#include "core/redis/server.h"

#include <string>

/// What a token's next request would get, as values that never change once they are made.
namespace ratewarden {

/// A request that nobody sends.
struct LabRequest {
    std::string token; ///< the traffic may not have it: then it begins without a state
    Units cost = 1;
    Instant at{}; ///< after all requests up to then
};

/// What each candidate would answer, in their order; nothing is charged.
std::vector<StepExplanation> answersTo(const LabTraffic& traffic, const LabRequest& request,
                                       const std::vector<Candidate>& candidates);

/// What holds for a token under a published policy in Redis now, whatever its requests are.
struct LabControl {
    PolicyMode mode = PolicyMode::Enforced;
    std::optional<Block> block;
    std::optional<Override> override;
};
/// Reads only, and runs no script. Throws Unavailable, Refused, and BadState for what cannot be read;
/// InvalidArgument when no such policy is published.
LabControl controlInRedis(Server& server, const std::string& policy, const std::string& token);

} // namespace ratewarden
