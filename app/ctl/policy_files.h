// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "core/policies/file_standing.h"
#include "core/policies/policy_file.h"

#include <filesystem>
#include <string>
#include <vector>

/// Policies in files, as they live in version control.
namespace ratewarden::ctl {

/// The whole file, of "-" standard input; throws InvalidArgument, with the reason, for one that cannot be
/// read.
std::string readText(const std::string& path);

/// Of "-" "standard input"; safe to print.
std::string titleOf(const std::string& path);

struct PolicyInFile {
    std::string file;
    PublishedPolicy policy;
    std::size_t rulesLine = 0; ///< where its "rules" are, from 1: `policy check` tells it
};

/// What is wrong in a file.
struct ProblemInFile {
    std::string file; ///< safe to print
    PolicyFileProblem what;
    std::string text; ///< with the line, the policy and what can be done; safe to print
};

struct PolicyFiles {
    std::vector<PolicyInFile> policies; ///< with nothing wrong
    std::vector<ProblemInFile> problems;
};

/// A file holds one policy, or an array of them. Also tells of a policy that is in the files twice.
PolicyFiles examinePolicyFiles(const std::vector<std::string>& paths);

/// The same; throws BadPolicy, with all that is wrong in all of them, a line each.
std::vector<PolicyInFile> readPolicyFiles(const std::vector<std::string>& paths);

/// How the policy stands to what is published; also looks at what its file said in earlier commits.
FileStanding standingOf(Server& server, const PolicyInFile& one);

/// Writes the policy as a file named after it: of a long name a part, and a hash of the whole. Throws
/// InvalidArgument, with the reason.
std::filesystem::path writePolicyFile(const std::filesystem::path& directory, const PublishedPolicy& policy);

/// The same as JSON.
Json policyJson(const PublishedPolicy& policy);

} // namespace ratewarden::ctl
