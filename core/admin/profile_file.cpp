// SPDX-License-Identifier: MIT
#include "core/admin/profile_file.h"

#include "core/admin/login_name.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <cstdint>
#include <fstream>
#include <system_error>
#include <utility>

namespace ratewarden {
namespace {

using ProfileJson = nlohmann::json;

std::string textMember(const ProfileJson& entry, const char* key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool isTrue(const ProfileJson& entry, const char* key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_boolean() && found->get<bool>();
}

StoredProfile profileOfEntry(const ProfileJson& entry)
{
    StoredProfile profile;
    profile.id = textMember(entry, "id");
    profile.name = textMember(entry, "name");
    profile.color = textMember(entry, "color");
    const auto* const environment = std::ranges::find(environmentKeys, textMember(entry, "environment"));
    const bool isKnown = environment != environmentKeys.end();
    if (isKnown)
        profile.environment = Environment(environment - environmentKeys.begin());
    profile.readOnly = isTrue(entry, "readOnly") || !isKnown;
    profile.remembersPassword = isTrue(entry, "remembersPassword");
    profile.endpoint = parseEndpoint(textMember(entry, "address"));
    profile.endpoint.password.clear(); // written there by hand
    if (std::string user = textMember(entry, "user"); !user.empty())
        profile.endpoint.user = std::move(user);
    return profile;
}

/// Why the profiles cannot be read, if `why` says it.
InvalidArgument unreadableProfiles(const std::filesystem::path& path, std::string_view why = {})
{
    return InvalidArgument(fmt::format("the profiles in {} cannot be read{}{}", printable(path.string()),
                                       why.empty() ? "" : ": ", why));
}

} // namespace

std::filesystem::path profilesPath()
{
    return configFolder() / "profiles.json";
}

StoredProfile storedProfile(std::string_view json)
{
    return profileOfEntry(ProfileJson::parse(json, nullptr, false));
}

std::vector<StoredProfile> readStoredProfiles(const std::filesystem::path& path)
{
    std::vector<StoredProfile> profiles;
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return profiles;
    if (!std::filesystem::is_regular_file(path, error)) // to open a pipe would wait for who writes to it
        throw unreadableProfiles(path, "it is no regular file");
    std::ifstream file(path, std::ios::binary);
    std::string text;
    if (file) {
        text.resize(std::min<std::uintmax_t>(std::filesystem::file_size(path, error), largestProfileFile) +
                    1);
        file.read(text.data(), std::streamsize(text.size()));
        text.resize(std::size_t(file.gcount()));
    }
    if (text.size() > largestProfileFile)
        throw unreadableProfiles(path, "it is too large");
    const ProfileJson root = ProfileJson::parse(text, nullptr, false);
    const auto entries = root.is_object() ? root.find("profiles") : root.end();
    if (entries == root.end() || !entries->is_array())
        throw unreadableProfiles(path);
    for (const ProfileJson& entry : *entries)
        try {
            if (entry.is_object())
                profiles.push_back(profileOfEntry(entry));
        } catch (const InvalidArgument&) { // of a newer version, perhaps: the window says what is wrong
        }
    std::ranges::sort(profiles, {}, &StoredProfile::title);
    return profiles;
}

} // namespace ratewarden
