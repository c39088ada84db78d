// SPDX-License-Identifier: MIT
#pragma once

#include "core/limiter/on_failure.h"
#include "core/model/policy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

enum class PolicyMode {
    Enforced, ///< what it denies is denied
    Shadow,   ///< decided and charged, but nothing is denied: to see what it would do
    Off       ///< every request is allowed, and nothing is charged
};

/// Other rules, or another algorithm, that are evaluated and counted on the same requests as a policy, but
/// deny nothing.
struct CandidateRules {
    std::string algorithm;
    std::vector<Rule> rules;

    friend bool operator==(const CandidateRules&, const CandidateRules&) = default;
};

/// A policy as operators publish it and limiters follow it.
struct PublishedPolicy {
    Policy policy;
    std::int64_t version = 0; ///< counted from 1; 0: not published
    std::string description;
    std::vector<std::string> ruleNames; ///< one for each rule, or empty
    PolicyMode mode = PolicyMode::Enforced;
    std::optional<OnFailure> onFailure; ///< empty: limiters throw Unavailable
    double share = 1.0;                 ///< of each limit, for OnFailure::Local
    std::optional<CandidateRules> candidate;

    friend bool operator==(const PublishedPolicy&, const PublishedPolicy&) = default;
};

/// The policy under which the candidate, which must exist, is charged and counted: "<name>~next".
Policy candidatePolicy(const PublishedPolicy& published);
/// Whether a policy's name is that of a candidate.
bool isCandidate(std::string_view policy);
/// The name of the policy whose candidate that is.
std::string_view candidateOf(std::string_view candidate);

/// Throws BadPolicy, with the reason, unless everything is in range and consistent.
void validatePublished(const PublishedPolicy& published);

/// The policy's document: JSON that a person can read, and keep in version control. resources/docs/scripts.md
/// tells what it holds. Throws BadPolicy for texts that are not UTF-8.
std::string policyDocument(const PublishedPolicy& published);

/// Reads a document; without a version it is version 1. Throws BadPolicy, with the reason, also for a later
/// schema, duplicate keys and unknown keys, as these may change the meaning.
PublishedPolicy parsePolicyDocument(std::string_view name, std::string_view document);

/// The same with the name in the document, for files.
std::string policyFile(const PublishedPolicy& published);
/// Reads such a file, which core/policies/policy_file.h does, too, with all that is wrong in it. Throws
/// BadPolicy as parsePolicyDocument() does.
std::vector<PublishedPolicy> parsePolicyFile(std::string_view text);

/// The fields of a document, without name and version.
enum class PolicyField {
    Description,
    Algorithm,
    Format,
    Rules,
    RuleNames,
    HashTokens,
    Counters,
    Denials,
    Lease,
    Mode,
    OnFailure,
    Share,
    Candidate
};

/// The fields that differ, in the order of a document.
std::vector<PolicyField> differences(const PublishedPolicy& from, const PublishedPolicy& to);

/// Its key in documents: "hashTokens"
std::string_view nameOf(PolicyField field);
/// "enforced", "shadow", "off"
std::string_view nameOf(PolicyMode mode);
/// "allow", "deny", "local"
std::string_view nameOf(OnFailure onFailure);

} // namespace ratewarden
