// SPDX-License-Identifier: MIT
#include "core/admin/login_name.h"

#include "core/model/text.h"

#include <fmt/format.h>
#include <pwd.h>
#include <unistd.h>

#include <array>
#include <string_view>

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
    for (const char* const name : {"RATEWARDEN_USER", "USER"})
        if (const std::string_view user = environment(name); !user.empty())
            return std::string(user.substr(0, longestLoginName));
    const std::string known = fromPasswordFile(&passwd::pw_name);
    return known.empty() ? fmt::format("uid {}", getuid()) : known;
}

std::filesystem::path homeFolder()
{
    std::filesystem::path folder(environment("HOME"));
    if (!folder.is_absolute())
        folder = fromPasswordFile(&passwd::pw_dir);
    return folder.is_absolute() ? folder : std::filesystem::path();
}

std::filesystem::path configFolder()
{
    const std::filesystem::path configured(environment("XDG_CONFIG_HOME"));
    return (configured.is_absolute() ? configured : "/" / homeFolder() / ".config") / "ratewarden";
}

} // namespace ratewarden
