// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/profiles.h"

#include "app/ctl/hidden_input.h"
#include "app/ctl/output.h"
#include "app/ctl/suggestion.h"
#include "core/admin/login_name.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>
#include <cstdlib>
#include <fstream>

namespace ratewarden::ctl {
namespace {

std::string memberText(const Json& entry, const char* key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_string() ? found->get<std::string>() : std::string();
}

bool isTrue(const Json& entry, const char* key)
{
    const auto found = entry.find(key);
    return found != entry.end() && found->is_boolean() && found->get<bool>();
}

/// Throws InvalidArgument for an address that cannot be read.
Profile profileOf(const Json& entry)
{
    Profile profile;
    profile.endpoint = parseEndpoint(memberText(entry, "address"));
    profile.endpoint.password.clear(); // written there by hand
    if (const std::string user = memberText(entry, "user"); !user.empty())
        profile.endpoint.user = user;
    profile.name = memberText(entry, "name");
    if (profile.name.empty())
        profile.name = profile.endpoint.text();
    // A kind of environment that is not known here may be as delicate as production.
    const std::string environment = memberText(entry, "environment");
    const bool isHarmless = environment.empty() || environment == "development" || environment == "staging";
    profile.startsReadOnly = !isHarmless || isTrue(entry, "readOnly");
    profile.hasPassword = !profile.endpoint.user.empty() || isTrue(entry, "remembersPassword");
    return profile;
}

} // namespace

std::filesystem::path profilesPath()
{
    return configFolder() / "profiles.json";
}

std::vector<Profile> readProfiles(const std::filesystem::path& path)
{
    std::vector<Profile> profiles;
    std::error_code error;
    if (!std::filesystem::exists(path, error))
        return profiles;
    if (!std::filesystem::is_regular_file(path, error)) // to open a pipe would wait for who writes to it
        throw InvalidArgument(fmt::format("the profiles in {} cannot be read: it is no regular file",
                                          printable(path.string())));
    std::ifstream file(path, std::ios::binary);
    const Json root = Json::parse(file, nullptr, false);
    const auto entries = root.is_object() ? root.find("profiles") : root.end();
    if (!file || entries == root.end() || !entries->is_array())
        throw InvalidArgument(fmt::format("the profiles in {} cannot be read", printable(path.string())));
    for (const Json& entry : *entries)
        try {
            if (entry.is_object())
                profiles.push_back(profileOf(entry));
        } catch (const InvalidArgument&) { // of a newer version, perhaps: the console says what is wrong
        }
    std::ranges::sort(profiles, {}, &Profile::name);
    return profiles;
}

Profile profileNamed(const std::string& name)
{
    const std::filesystem::path path = profilesPath();
    std::vector<Profile> profiles = readProfiles(path);
    const auto count = std::ranges::count(profiles, name, &Profile::name);
    if (count == 1)
        return *std::ranges::find(profiles, name, &Profile::name);
    std::vector<std::string> names;
    names.reserve(profiles.size());
    for (const Profile& profile : profiles)
        names.push_back(profile.name);
    if (count > 1)
        throw InvalidArgument(fmt::format("{} profiles are named \"{}\" in {}; rename one in the console",
                                          count, printable(name), printable(path.string())));
    if (names.empty())
        throw InvalidArgument(fmt::format("no profile \"{}\": there are none in {}; the console makes them",
                                          printable(name), printable(path.string())));
    const std::string near = didYouMean(name, names);
    for (std::string& each : names)
        each = printable(each);
    throw InvalidArgument(
        fmt::format("no profile \"{}\"; there are: {}{}", printable(name), fmt::join(names, ", "), near));
}

std::string askForPassword(const Endpoint& endpoint)
{
    const HiddenInput terminal;
    if (!terminal.isThere())
        return {};
    return terminal.ask(
        fmt::format("Password for {} on {}: ", printable(endpoint.user), printable(endpoint.text())));
}

} // namespace ratewarden::ctl
