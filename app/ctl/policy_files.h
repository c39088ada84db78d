// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/output.h"
#include "core/policies/published_policy.h"

#include <filesystem>
#include <string>
#include <vector>

/// Policies in files, as they live in version control.
namespace ratewarden::ctl {

/// The whole file, of "-" standard input; throws InvalidArgument, with the reason, for one that cannot be
/// read.
std::string readText(const std::string& path);

struct PolicyInFile {
    std::string file;
    PublishedPolicy policy;
};

/// A file holds one policy, or an array of them. Throws BadPolicy, which names the file.
std::vector<PolicyInFile> readPolicyFiles(const std::vector<std::string>& paths);

/// Writes the policy as a file named after it. Throws InvalidArgument, with the reason.
std::filesystem::path writePolicyFile(const std::filesystem::path& directory, const PublishedPolicy& policy);

/// The same as JSON.
Json policyJson(const PublishedPolicy& policy);

} // namespace ratewarden::ctl
