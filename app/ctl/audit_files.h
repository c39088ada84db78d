// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/audit.h"

#include <cstddef>
#include <string>
#include <vector>

/// Where entries of the audit trail are handed to, each as a line of JSON, the oldest first.
namespace ratewarden::ctl {

/// Writes a file that must not exist yet, and is its owner's alone; how many changes. Throws InvalidArgument:
/// then there is no such file.
std::size_t writeNewFile(const std::string& path, const std::vector<AuditEntry>& newestFirst);

struct Handed {
    std::size_t changes = 0;
    std::size_t cut = 0; ///< of these: too long to be handed on whole
};
/// Throws InvalidArgument where nobody listens.
Handed handToSyslog(const std::vector<AuditEntry>& newestFirst);

} // namespace ratewarden::ctl
