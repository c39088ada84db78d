// SPDX-License-Identifier: MIT
#pragma once

#include "core/admin/server_warnings.h"
#include "core/policies/policy_store.h"
#include "core/tokens/warning_tally.h"
#include "core/watch/finding.h"
#include "core/watch/token_patterns.h"

#include <vector>

namespace ratewarden {

/// What one walk over all tokens finds, with a look at the server.
class FindingRound {
public:
    /// To be called for each token once. `sureWarnings`, `growth`: as a LookMemory has them.
    void take(const Reading& reading, WarningSet sureWarnings, double growth = 0);
    /// A warning of a token that was taken without it.
    void add(const Subject& subject, WarningCode code, Instant at);

    /// All that is found `now`. `sawAll`: no token was missing, so that a policy that no key follows is
    /// known. `followed`: of who looks again and again, what was followed in rounds before. Throws as
    /// Server::call does, but not for a right that is missing.
    std::vector<Finding> finish(Server& server, const ServerCheck& check, const PolicyBook& book, bool sawAll,
                                Instant now, FollowedPolicies* followed = nullptr) const;

private:
    WarningTally m_tally;
    TokenPatterns m_patterns;
};

} // namespace ratewarden
