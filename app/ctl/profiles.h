// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/endpoint.h"

#include <filesystem>
#include <string>
#include <vector>

/// The servers that the console keeps as profiles. The console writes their file; here it is only read.
namespace ratewarden::ctl {

struct Profile {
    std::string name; ///< as the console shows it: its name, or else its address
    Endpoint endpoint;
    bool startsReadOnly = false; ///< a production server, or one that the user has marked so
    bool hasPassword = false;    ///< it has a user, or the console keeps a password for it
};

/// In the user's configuration; it may not exist.
std::filesystem::path profilesPath();

/// Those that can be read, by name. Throws InvalidArgument for a file that cannot be.
std::vector<Profile> readProfiles(const std::filesystem::path& path);

/// Throws InvalidArgument, with the names that there are, unless exactly one has that name.
Profile profileNamed(const std::string& name);

/// Asks on the terminal, without showing what is typed; empty when there is no terminal.
std::string askForPassword(const Endpoint& endpoint);

} // namespace ratewarden::ctl
