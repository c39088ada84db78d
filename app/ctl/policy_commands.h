// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/policy_files.h"
#include "app/ctl/terminal.h"
#include "core/policies/file_standing.h"
#include "core/policies/published_policy.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

/// What the commands of `ratewarden-ctl policy` share.
namespace ratewarden::ctl {

/// What to do about a name that is not published.
inline constexpr auto listHint = "`ratewarden-ctl policy list` lists those that are";

void addPolicyName(CLI::App& command, std::string& name);
void addPolicyFiles(CLI::App& command, std::vector<std::string>& files, const char* help);
void addExpectOption(CLI::App& command, std::optional<std::int64_t>& expect);

/// Says so where the policy is for a format that does not exist here; else empty. Knows the user's formats
/// after Terminal::formats().
std::string unknownFormatText(const Policy& policy);

/// Throws InvalidArgument unless there is that version and it can be read.
PublishedPolicy versionOf(Server& server, const std::string& name, std::int64_t version);

/// On what files are to be published.
struct PublishRules {
    std::optional<std::int64_t> expect; ///< only on that version; 0: only if nothing is published
    bool force = false;                 ///< on whatever is there
    bool imports = false;               ///< the files' versions are another server's
};

/// What publishing one policy would do.
struct PlannedPolicy {
    PolicyInFile in;
    FileStanding standing;
    std::string refusal; ///< why it must not be published, and what can be done; empty: it may, or is already
    std::string remark;  ///< what else there is to know about it
};

/// Reads the files, and how each policy stands to what is published. Throws InvalidArgument with all that is
/// wrong in the files.
std::vector<PlannedPolicy> plan(Server& server, const std::vector<std::string>& files,
                                const PublishRules& rules);
/// A line for each difference to what is published.
std::vector<std::string> differenceTexts(const PlannedPolicy& one);

/// publish, import, rollback, remove
void addPublishingCommands(CLI::App& policy, Terminal& terminal);

} // namespace ratewarden::ctl
