// SPDX-License-Identifier: MIT
#pragma once

#include "core/admin/audit.h"
#include "core/explain/decision_log.h"
#include "core/formats/remembered_denials.h"
#include "core/formats/request_counts.h"
#include "core/policies/policy_store.h"

#include <functional>
#include <map>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <vector>

/// The requests of the last ten minutes and what became of them, as far as a server's policies have it
/// counted and remembered: no log is needed.
namespace ratewarden {

/// What is kept of one token under one policy.
struct KeptRequests {
    CountedToken of;
    std::vector<RequestCount> counts;
    std::vector<RememberedDenial> denials; ///< the newest first; none where the policy has none remembered
    /// It has an override, or that is not known: which rules its denials are numbered by is not known.
    bool hasOverride = false;
    /// Of a cluster, that has its keys now, whichever had them then; empty: there is one alone, or it is not
    /// known.
    std::string node{};
};

/// The name of the column of these, as of a log that has it.
inline constexpr std::string_view nodeColumn = "current node";

/// Reads it of all of them, page by page. Those under policies that do not count are left out.
/// `goesOn`: false ends it early, with what was read. Throws as Server::pipeline does.
std::vector<KeptRequests> readKept(Server& server, const PolicyBook& policies,
                                   std::span<const CountedToken> tokens,
                                   const std::function<bool()>& goesOn = {});

/// Of those whose overrides were set or lifted by these changes, or may have been, it is not known any more
/// which rules they had.
void noteOverrides(std::span<KeptRequests> kept, std::span<const AuditEntry> changes);

/// By policy, each as policyHistory() gives it.
using PolicyVersions = std::map<std::string, std::vector<PolicyVersion>, std::less<>>;
/// Of these policies, back to the one that was in force at `since`.
PolicyVersions versionsOf(Server& server, const std::set<std::string>& policies, Instant since);
std::set<std::string> policiesOf(std::span<const KeptRequests> kept);

struct KeptDecisions {
    DecisionLog log;
    /// Denials under these do not tell by which rule and at which cost.
    std::set<std::string> unremembered;
    /// Of earlier denials others have been forgotten, of some clients more than of others: their rules and
    /// costs are left out.
    Instant rulesFrom{};
    /// Not all of the policies counted before: that there are no requests then says nothing.
    Instant countedFrom{};
};

/// As a log, by rule, policy and version, format, cost and node. Counts are of ten seconds each: their
/// requests are spread over them. Of denials that are counted, the remembered ones tell the rules and costs
/// of those around them, which makes these estimates. `longestPhase`: by the phase of the window of the rule
/// that denied, too, if it is no longer: others are not compared, as a time of few windows has some phases
/// more often.
KeptDecisions decisionsOf(std::span<const KeptRequests> kept, const PolicyVersions& versions,
                          Micros longestPhase = {});

} // namespace ratewarden
