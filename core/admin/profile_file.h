// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/endpoint.h"

#include <array>
#include <cstddef>
#include <filesystem>
#include <string>
#include <string_view>
#include <vector>

/// The file of connection profiles: the window writes it, and window and terminal read it.
namespace ratewarden {

/// What a server is for.
enum class Environment { None, Development, Staging, Production };

/// What the file calls them.
inline constexpr std::array<std::string_view, 4> environmentKeys{"", "development", "staging", "production"};

/// What is larger is no file of profiles.
inline constexpr std::size_t largestProfileFile = std::size_t(4) * 1024 * 1024;

struct StoredProfile {
    std::string id{}; ///< empty: it was written by hand
    std::string name{};
    std::string color{}; ///< as the window calls it
    Environment environment = Environment::None;
    /// As the file says, or as an environment that is not known here may be as delicate as production.
    bool readOnly = false;
    bool remembersPassword = false; ///< in the system's keychain
    Endpoint endpoint{};            ///< without a password

    /// What to call it: its name, or else its address.
    std::string title() const { return name.empty() ? endpoint.text() : name; }
    bool startsReadOnly() const { return readOnly || environment == Environment::Production; }
};

/// In the user's configuration; it may not exist.
std::filesystem::path profilesPath();

/// One entry of the file, a JSON object. Throws InvalidArgument for an address that cannot be read.
StoredProfile storedProfile(std::string_view json);

/// Those that can be read, by title; none without a file. Throws InvalidArgument for a file that cannot be
/// read.
std::vector<StoredProfile> readStoredProfiles(const std::filesystem::path& path);

} // namespace ratewarden
