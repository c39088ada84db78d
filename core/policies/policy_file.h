// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"
#include "core/policies/published_policy.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

/// One thing that is wrong in a file with policies.
struct PolicyFileProblem {
    std::size_t line = 1;   ///< where, from 1
    std::size_t column = 0; ///< from 1, where the file is no JSON; else 0
    std::size_t place = 0;  ///< of which policy, from 1; 0: of the file
    std::string policy;     ///< its name, as raw bytes; empty: not known
    std::string field;      ///< "rules", "candidate.rules"; empty: of none alone
    std::size_t before = 0; ///< of a key that stands twice: the line of the first; else 0
    Problem problem;
};

/// What a file with policies says.
struct PolicyFile {
    /// In their order, those with nothing wrong. Version 0: it says none.
    std::vector<PublishedPolicy> policies;
    std::vector<std::size_t> rulesLines;     ///< of each of these, the line of its "rules", from 1
    std::vector<PolicyFileProblem> problems; ///< all that can be told, by line
};

/// Reads one policy, or an array of them, as policyFile() writes them. A file that is no JSON has one
/// problem: what stands behind that is not known. Never throws on account of the text.
PolicyFile readPolicyFile(std::string_view text);

} // namespace ratewarden
