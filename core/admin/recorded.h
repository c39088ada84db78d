// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"

#include <cstddef>
#include <exception>
#include <string>

namespace ratewarden {

class AuditTrail;

/// How many commands an entry of the audit trail names.
inline constexpr std::size_t auditedCommands = 10;

/// How a change is recorded.
struct Auditing {
    const AuditTrail* trail = nullptr; ///< null: it is not, as on a private server
    /// False: the change is made even if the server does not take its entry; somebody has been asked.
    bool required = true;
};

/// What became of the record of a change.
struct Recorded {
    std::string id; ///< of its entry, see AuditEntry::id; empty: there is none
    /// The newest undo of it that has been taken into account: what is left to undo stands on it; empty:
    /// none.
    std::string undo;
    Problem refused;          ///< why the server did not take the entry; none: it did, or was not asked
    std::exception_ptr cause; ///< the same as it was thrown
    std::string right;        ///< that is missing for the entry, as ACL SETUSER takes it; empty: none is
    /// The change may be possible all the same: the server refused only the entry, as for a missing right.
    bool canGoOn = false;
    Problem incomplete; ///< why the result could not be recorded, though the change was
    std::string mirror; ///< why the file on this machine was not written, safe to print; empty: it was
};

} // namespace ratewarden
