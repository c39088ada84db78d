// SPDX-License-Identifier: MIT
#include "core/admin/login_name.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace ratewarden {
namespace {

constexpr std::size_t longestName = 200;

} // namespace

std::string loginName()
{
    for (const char* const name : {"RATEWARDEN_USER", "USER"}) {
        const char* const user =
            std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets the environment
        if (user != nullptr && *user != '\0')
            return std::string(user).substr(0, longestName);
    }
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 4096> buffer{};
    if (getpwuid_r(getuid(), &entry, buffer.data(), buffer.size(), &found) == 0 && found != nullptr)
        return found->pw_name;
    return fmt::format("uid {}", getuid());
}

} // namespace ratewarden
