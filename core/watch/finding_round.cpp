// SPDX-License-Identifier: MIT
#include "core/watch/finding_round.h"

#include "core/model/errors.h"
#include "core/policies/published_policy.h"

#include <algorithm>
#include <iterator>

namespace ratewarden {
namespace {

// Of policies that no key follows those that were published long enough ago; of the others, as of one that a
// program announced, nobody knows.
void addUnused(Server& server, const std::vector<std::string>& unused, Instant now,
               std::vector<Finding>& found)
{
    for (const std::string& policy : unused)
        try {
            const std::optional<PolicyVersion> newest = newestVersion(server, policy);
            if (newest && newest->at > Instant() && now - newest->at >= policyPatience)
                found.push_back(unusedPolicy(policy, newest->at, now));
        } catch (const Refused&) { // this user may not read the history
            return;
        }
}

} // namespace

void FindingRound::take(const Reading& reading, WarningSet sureWarnings)
{
    if (!isCandidate(reading.subject.policy))
        m_patterns.take(reading);
    for (int code = 0; code < warningCodeCount; ++code)
        if (sureWarnings.has(WarningCode(code)))
            add(reading.subject, WarningCode(code), reading.at);
}

void FindingRound::add(const Subject& subject, WarningCode code, Instant at)
{
    m_tally.add(subject.format, subject.policy, subject.token, code, at);
}

std::vector<Finding> FindingRound::finish(Server& server, const ServerCheck& check, const PolicyBook& book,
                                          bool sawAll, Instant now) const
{
    std::vector<Finding> found = m_patterns.sharedAddresses(now);
    std::ranges::move(m_patterns.hotKeys(now), std::back_inserter(found));
    for (const ServerWarning& warning : check.warnings)
        found.push_back(findingOf(warning, now));
    for (WarningGroup& group : m_tally.groups()) {
        group.since = now; // by one look nobody knows
        found.push_back(findingOf(group, now));
    }
    if (sawAll)
        addUnused(server, m_patterns.unusedPolicies(book), now, found);
    return found;
}

} // namespace ratewarden
