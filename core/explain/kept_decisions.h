// SPDX-License-Identifier: MIT
#pragma once

#include "core/explain/decision_log.h"
#include "core/formats/remembered_denials.h"
#include "core/formats/request_counts.h"
#include "core/policies/policy_store.h"

#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <vector>

/// The requests of the last ten minutes and what became of them, as far as a server's policies have it
/// counted and remembered: no log is needed.
namespace ratewarden {

/// What is kept of one token under one policy.
struct KeptRequests {
    CountedToken of;
    std::vector<RequestCount> counts;
    std::vector<RememberedDenial> denials; ///< the newest first; none where the policy has none remembered
};

/// Reads it of all of them, page by page. Those under policies that do not count are left out.
/// `goesOn`: false ends it early, with what was read. Throws as Server::pipeline does.
std::vector<KeptRequests> readKept(Server& server, const PolicyBook& policies,
                                   std::span<const CountedToken> tokens,
                                   const std::function<bool()>& goesOn = {});

/// By policy, each as policyHistory() gives it.
using PolicyVersions = std::map<std::string, std::vector<PolicyVersion>, std::less<>>;
/// Of the policies whose requests were kept, back to the one that was in force at `since`.
PolicyVersions versionsOf(Server& server, std::span<const KeptRequests> kept, Instant since);

struct KeptDecisions {
    DecisionLog log;
    /// Denials under these do not tell by which rule and at which cost.
    std::set<std::string> unremembered;
};

/// As a log, by rule, policy and version, format, and cost. Counts are of ten seconds each: their requests
/// are spread over them. Of denials that are counted, the remembered ones tell the rules and costs of those
/// around them, which makes these estimates.
KeptDecisions decisionsOf(std::span<const KeptRequests> kept, const PolicyVersions& versions);

} // namespace ratewarden
