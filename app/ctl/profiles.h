// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/admin/profile_file.h"

#include <string>

/// The servers that the console keeps as profiles. The console writes their file; here it is only read.
namespace ratewarden::ctl {

/// Throws InvalidArgument, with the names that there are, unless exactly one has that name.
StoredProfile profileNamed(const std::string& name);

/// Asks on the terminal, without showing what is typed; empty when there is no terminal.
std::string askForPassword(const Endpoint& endpoint);

} // namespace ratewarden::ctl
