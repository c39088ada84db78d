// SPDX-License-Identifier: MIT
#include "core/admin/login_name.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <cstdlib>

namespace ratewarden {
namespace {

constexpr std::size_t longestLoginName = 200;

/// What the password file says of this user.
template <class Member>
std::string fromPasswordFile(Member member)
{
    passwd entry{};
    passwd* found = nullptr;
    std::array<char, 4096> buffer{};
    if (getpwuid_r(getuid(), &entry, buffer.data(), buffer.size(), &found) != 0 || found == nullptr)
        return {};
    const char* const text = found->*member;
    return text != nullptr ? text : "";
}

} // namespace

std::string loginName()
{
    for (const char* const name : {"RATEWARDEN_USER", "USER"}) {
        const char* const user =
            std::getenv(name); // NOLINT(concurrency-mt-unsafe): nobody sets the environment
        if (user != nullptr && *user != '\0')
            return std::string(user).substr(0, longestLoginName);
    }
    const std::string known = fromPasswordFile(&passwd::pw_name);
    return known.empty() ? fmt::format("uid {}", getuid()) : known;
}

std::filesystem::path homeFolder()
{
    const char* const home =
        std::getenv("HOME"); // NOLINT(concurrency-mt-unsafe): nobody sets the environment
    std::filesystem::path folder(home != nullptr ? home : "");
    if (!folder.is_absolute())
        folder = fromPasswordFile(&passwd::pw_dir);
    return folder.is_absolute() ? folder : std::filesystem::path();
}

std::filesystem::path configFolder()
{
    const char* const configured =
        std::getenv("XDG_CONFIG_HOME"); // NOLINT(concurrency-mt-unsafe): nobody sets the environment
    const std::filesystem::path folder = configured != nullptr && *configured == '/'
                                             ? std::filesystem::path(configured)
                                             : "/" / homeFolder() / ".config";
    return folder / "ratewarden";
}

} // namespace ratewarden
