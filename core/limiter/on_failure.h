// SPDX-License-Identifier: MIT
#pragma once

namespace ratewarden {

/// What to do with requests while Redis is unreachable.
enum class OnFailure {
    Allow, ///< fail open: allow every request
    Deny,  ///< fail closed: deny every request
    Local  ///< local fallback: decide in this process, at a share of each limit
};

} // namespace ratewarden
