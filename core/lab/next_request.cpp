// SPDX-License-Identifier: MIT
#include "core/lab/next_request.h"

#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/redis_token.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/policies/policy_store.h"
#include "core/tokens/reader.h"

#include <algorithm>

namespace ratewarden {

std::vector<StepExplanation> answersTo(const LabTraffic& traffic, const LabRequest& request,
                                       const std::vector<Candidate>& candidates)
{
    const TokenId known = traffic.trace.names.find(request.token);
    const bool isThere = known < traffic.trace.names.size();
    Trace none; // one token without requests
    none.names.add(request.token);
    const GroupedTrace nothing(none);
    std::vector<StepExplanation> answers;
    for (const Candidate& candidate : candidates) {
        if (candidate.policy.rules.empty()) {
            StepExplanation& free = answers.emplace_back();
            free.step.time = request.at;
            free.step.cost = request.cost;
        } else {
            answers.push_back(ask(isThere ? traffic.grouped : nothing, isThere ? known : 0, candidate,
                                  request.at, request.cost));
        }
    }
    return answers;
}

LabControl controlInRedis(Server& server, const std::string& policy, const std::string& token)
{
    const std::optional<PublishedPolicy> published = findPublished(server, policy);
    if (!published)
        throw InvalidArgument("the policy " + printable(policy) + " is not published any more");
    const bool hashes = published->policy.hashTokens && !isHashedToken(token);
    const Subject subject = controlSubject(hashes ? hashedToken(token) : token);
    const Reading reading =
        readSubjects(server, {&subject, 1}, [](const Subject&) { return nullptr; }).front();
    if (reading.problem)
        throw BadState(reading.problem);
    LabControl control{published->mode, reading.block, {}};
    const auto found = std::ranges::find(reading.overrides, policy, &Override::policy);
    if (found != reading.overrides.end()) {
        control.override = *found;
        for (Rule& rule : control.override->rules)
            rule = algorithmNamed(published->policy.algorithm).ruleAsWritten(rule);
    }
    return control;
}

} // namespace ratewarden
