// SPDX-License-Identifier: MIT
#include "core/policies/published_policy.h"

#include "core/algorithms/admission.h"
#include "core/algorithms/algorithm.h"
#include "core/model/errors.h"
#include "core/model/rule_faults.h"
#include "core/policies/policy_parts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <array>
#include <utility>

namespace ratewarden {
namespace {

using Json = nlohmann::ordered_json;

constexpr std::size_t longestDescription = 1000;
constexpr std::string_view candidateEnd = "~next";

// In the order of PolicyField.
constexpr std::array<std::string_view, 13> documentKeys{
    "description", "algorithm", "format", "rules",    "ruleNames", "hashTokens", "counters",
    "denials",     "lease",     "mode",   "whenAway", "share",     "candidate"};

void writeBody(Json& document, const PublishedPolicy& published)
{
    if (!published.description.empty())
        document["description"] = published.description;
    document["algorithm"] = published.policy.algorithm;
    if (!published.policy.format.empty())
        document["format"] = published.policy.format;
    document["rules"] = notation(published.policy.rules);
    if (!published.ruleNames.empty())
        document["ruleNames"] = published.ruleNames;
    if (published.policy.hashTokens)
        document["hashTokens"] = true;
    if (published.policy.counters)
        document["counters"] = true;
    if (published.policy.denials > 0)
        document["denials"] = published.policy.denials;
    if (published.policy.lease != Micros::zero())
        document["lease"] = spanNotation(published.policy.lease);
    if (published.mode != PolicyMode::Enforced)
        document["mode"] = nameOf(published.mode);
    if (published.onFailure)
        document["whenAway"] = nameIn(onFailures, *published.onFailure);
    if (published.onFailure == OnFailure::Local)
        document["share"] = published.share;
    if (published.candidate)
        document["candidate"] = {{"algorithm", published.candidate->algorithm},
                                 {"rules", notation(published.candidate->rules)}};
}

std::string dumped(const Json& document, int indent)
{
    try {
        return document.dump(indent);
    } catch (const Json::exception&) {
        throw BadPolicy(Problem(Fault::NotUtf8));
    }
}

} // namespace

std::string_view nameOf(PolicyMode mode)
{
    return nameIn(policyModes, mode);
}

std::string_view nameOf(OnFailure onFailure)
{
    return nameIn(onFailures, onFailure);
}

std::string_view nameOf(PolicyField field)
{
    return documentKeys.at(std::size_t(field));
}

Policy candidatePolicy(const PublishedPolicy& published)
{
    Policy policy = published.policy;
    policy.name += candidateEnd;
    policy.algorithm = published.candidate->algorithm;
    policy.rules = published.candidate->rules;
    policy.counters = true; // that is what it is for
    policy.denials = 0;     // it denies nobody
    return policy;
}

bool isCandidate(std::string_view policy)
{
    return policy.ends_with(candidateEnd);
}

std::string_view candidateOf(std::string_view candidate)
{
    return isCandidate(candidate) ? candidate.substr(0, candidate.size() - candidateEnd.size()) : candidate;
}

std::vector<std::pair<std::string_view, Problem>> faultsOf(const PublishedPolicy& published)
{
    std::vector<std::pair<std::string_view, Problem>> faults;
    const auto ofPolicy = [&faults](const Policy& policy, bool isCandidate) {
        try {
            validatedAlgorithm(policy);
            if (isCandidate) // nobody releases or renews what it takes
                refuseSlots(policy);
        } catch (const InvalidArgument& error) {
            const Problem::Code code = error.problem().code;
            const bool isOfName = code == Problem::Code(Fault::PolicyName);
            const bool isOfAlgorithm = code == Problem::Code(Fault::UnknownAlgorithm);
            const bool isOfLease =
                code == Problem::Code(Fault::LeaseRange) || code == Problem::Code(Fault::LeaseTooLong);
            const bool isOfDenials =
                code == Problem::Code(Fault::DenialsRange) || code == Problem::Code(Fault::DenialsUncounted);
            faults.emplace_back(isCandidate     ? (isOfAlgorithm ? "candidate.algorithm" : "candidate.rules")
                                : isOfName      ? "name"
                                : isOfAlgorithm ? "algorithm"
                                : isOfDenials   ? "denials"
                                : isOfLease     ? "lease"
                                                : "rules",
                                error.problem());
        }
    };
    ofPolicy(published.policy, false);
    if (isCandidate(published.policy.name))
        faults.emplace_back("name", Problem(Fault::CandidateName, candidateEnd));
    if (published.version < 0 || published.version >= maxUnits) // beyond that Lua counts no more
        faults.emplace_back("version", Problem(Fault::VersionRange, published.version));
    if (published.description.size() > longestDescription)
        faults.emplace_back("description", Problem(Fault::DescriptionLength, published.description.size(),
                                                   longestDescription));
    if (!published.ruleNames.empty() && published.ruleNames.size() != published.policy.rules.size())
        faults.emplace_back("ruleNames", Problem(Fault::RuleNames, published.ruleNames.size(),
                                                 published.policy.rules.size()));
    if (!(published.share > 0) || published.share > 1)
        faults.emplace_back("share", Problem(Fault::ShareRange, fmt::format("{}", published.share)));
    if (published.candidate)
        ofPolicy(candidatePolicy(published), true);
    // Another program decides by its own rules: nothing here reaches it.
    if (!published.policy.format.empty() &&
        (published.candidate || published.policy.hashTokens || published.policy.counters ||
         published.policy.lease != Micros::zero() || published.mode != PolicyMode::Enforced ||
         published.onFailure))
        faults.emplace_back("", Problem(Fault::OfOtherProgram, published.policy.format));
    return faults;
}

void validatePublished(const PublishedPolicy& published)
{
    if (const auto faults = faultsOf(published); !faults.empty())
        throw BadPolicy(faults.front().second);
}

std::string policyDocument(const PublishedPolicy& published)
{
    Json document;
    document["schema"] = policySchema;
    document["version"] = published.version;
    writeBody(document, published);
    return dumped(document, -1);
}

std::string policyFile(const PublishedPolicy& published)
{
    Json document;
    document["schema"] = policySchema;
    document["name"] = published.policy.name;
    document["version"] = published.version;
    writeBody(document, published);
    return dumped(document, 2) + "\n";
}

std::vector<PolicyField> differences(const PublishedPolicy& from, const PublishedPolicy& to)
{
    const auto share = [](const PublishedPolicy& policy) { // which has a meaning only then
        return policy.onFailure == OnFailure::Local ? std::optional(policy.share) : std::nullopt;
    };
    std::vector<PolicyField> fields;
    const auto add = [&fields](PolicyField field, bool differs) {
        if (differs)
            fields.push_back(field);
    };
    add(PolicyField::Description, from.description != to.description);
    add(PolicyField::Algorithm, from.policy.algorithm != to.policy.algorithm);
    add(PolicyField::Format, from.policy.format != to.policy.format);
    add(PolicyField::Rules, from.policy.rules != to.policy.rules);
    add(PolicyField::RuleNames, from.ruleNames != to.ruleNames);
    add(PolicyField::HashTokens, from.policy.hashTokens != to.policy.hashTokens);
    add(PolicyField::Counters, from.policy.counters != to.policy.counters);
    add(PolicyField::Denials, from.policy.denials != to.policy.denials);
    add(PolicyField::Lease, from.policy.lease != to.policy.lease);
    add(PolicyField::Mode, from.mode != to.mode);
    add(PolicyField::OnFailure, from.onFailure != to.onFailure);
    add(PolicyField::Share, share(from) != share(to));
    add(PolicyField::Candidate, from.candidate != to.candidate);
    return fields;
}

} // namespace ratewarden
