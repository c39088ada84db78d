// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/policy_files.h"

#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <cerrno>
#include <fstream>
#include <iostream>
#include <iterator>
#include <system_error>

namespace ratewarden::ctl {
namespace {

std::string lastProblem()
{
    return std::generic_category().message(errno);
}

} // namespace

std::string readText(const std::string& path)
{
    if (path == "-")
        return {std::istreambuf_iterator<char>(std::cin), {}};
    errno = 0;
    std::ifstream file(path, std::ios::binary);
    if (file && std::filesystem::is_directory(path))
        throw InvalidArgument(fmt::format("{} cannot be read: it is a folder", printable(path)));
    std::string text{std::istreambuf_iterator<char>(file), {}};
    if (!file)
        throw InvalidArgument(fmt::format("{} cannot be read: {}", printable(path), lastProblem()));
    return text;
}

std::vector<PolicyInFile> readPolicyFiles(const std::vector<std::string>& paths)
{
    std::vector<PolicyInFile> policies;
    for (const std::string& path : paths) {
        const std::string text = readText(path);
        try {
            for (PublishedPolicy& policy : parsePolicyFile(text))
                policies.push_back({path, std::move(policy)});
        } catch (const BadPolicy& error) {
            throw BadPolicy(fmt::format("{}: {}", printable(path), error.what()));
        }
    }
    return policies;
}

std::filesystem::path writePolicyFile(const std::filesystem::path& directory, const PublishedPolicy& policy)
{
    const std::string text = policyFile(policy);
    // A slash in a name must not lead anywhere.
    std::string name = policyInKeys(policy.policy.name);
    for (std::size_t at = 0; (at = name.find('/', at)) != std::string::npos;)
        name.replace(at, 1, "%2F");
    std::filesystem::path path = directory / (name + ".json");
    errno = 0;
    std::ofstream file(path, std::ios::binary);
    file << text;
    file.close();
    if (!file)
        throw InvalidArgument(
            fmt::format("{} cannot be written: {}", printable(path.string()), lastProblem()));
    return path;
}

Json policyJson(const PublishedPolicy& policy)
{
    return Json::parse(policyFile(policy));
}

} // namespace ratewarden::ctl
