// SPDX-License-Identifier: MIT
#pragma once

#include <filesystem>
#include <string>

namespace ratewarden {

/// Who makes a change when a person at this machine does: $RATEWARDEN_USER, or the login name, from $USER or
/// the user database, else "uid N".
std::string loginName();

/// $HOME, or the user's folder by the password file where that is no absolute path; empty: there is none.
std::filesystem::path homeFolder();

/// Ratewarden's own in $XDG_CONFIG_HOME, or in .config in the user's folder.
std::filesystem::path configFolder();

} // namespace ratewarden
