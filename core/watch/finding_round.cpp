// SPDX-License-Identifier: MIT
#include "core/watch/finding_round.h"

#include "core/model/errors.h"
#include "core/policies/published_policy.h"

#include <optional>
#include <utility>

namespace ratewarden {
namespace {

// What policies have had for long enough since they were published; of the others, as of one that a program
// announced, nobody knows.
void addLasting(Server& server, std::vector<Finding> ofPolicies, const PolicyBook& book, Instant now,
                std::vector<Finding>& found)
{
    for (Finding& one : ofPolicies)
        try {
            const std::optional<PolicyVersion> newest = newestVersion(server, one.group);
            const Policy* const policy = book.find(one.group);
            if (!newest || newest->at <= Instant() || !policy ||
                now - newest->at < patienceOf(one.kind, *policy))
                continue;
            one.firstSeen = newest->at;
            found.push_back(std::move(one));
        } catch (const Refused&) { // this user may not read the history
            return;
        }
}

} // namespace

void FindingRound::take(const Reading& reading, WarningSet sureWarnings, double growth)
{
    if (!isCandidate(reading.subject.policy))
        m_patterns.take(reading, growth);
    for (int code = 0; code < warningCodeCount; ++code)
        if (sureWarnings.has(WarningCode(code)))
            add(reading.subject, WarningCode(code), reading.at);
}

void FindingRound::add(const Subject& subject, WarningCode code, Instant at)
{
    m_tally.add(subject.format, subject.policy, subject.token, code, at);
}

std::vector<Finding> FindingRound::finish(Server& server, const ServerCheck& check, const PolicyBook& book,
                                          bool sawAll, Instant now, FollowedPolicies* followed) const
{
    std::vector<Finding> found = m_patterns.ofTokens(now);
    for (const ServerWarning& warning : check.warnings)
        found.push_back(findingOf(warning, now));
    for (WarningGroup& group : m_tally.groups()) {
        group.since = now; // by one look nobody knows
        found.push_back(findingOf(group, now));
    }
    std::vector<Finding> ofPolicies = m_patterns.ofPolicies(book, sawAll, now);
    if (followed && sawAll)
        followed->leaveOutResting(ofPolicies, book, now);
    addLasting(server, std::move(ofPolicies), book, now, found);
    return found;
}

} // namespace ratewarden
