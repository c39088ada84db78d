// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/terminal.h"
#include "core/policies/published_policy.h"

#include <cstdint>
#include <string>
#include <vector>

/// What the commands of `ratewarden-ctl policy` share.
namespace ratewarden::ctl {

void addPolicyName(CLI::App& command, std::string& name);
void addPolicyFiles(CLI::App& command, std::vector<std::string>& files, const char* help);

/// Throws InvalidArgument unless there is that version and it can be read.
PublishedPolicy versionOf(Server& server, const std::string& name, std::int64_t version);

/// publish, import, rollback
void addPublishingCommands(CLI::App& policy, Terminal& terminal);

} // namespace ratewarden::ctl
