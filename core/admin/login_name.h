// SPDX-License-Identifier: MIT
#pragma once

#include <string>

namespace ratewarden {

/// Who makes a change when a person at this machine does: $RATEWARDEN_USER, or the login name, from $USER or
/// the user database, else "uid N".
std::string loginName();

} // namespace ratewarden
