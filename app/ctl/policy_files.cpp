// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/policy_files.h"

#include "app/ctl/git_history.h"
#include "app/ctl/suggestion.h"
#include "core/algorithms/algorithm.h"
#include "core/limiter/keyspace.h"
#include "core/limiter/redis_token.h"
#include "core/model/document_faults.h"
#include "core/model/errors.h"
#include "core/model/rule_faults.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cerrno>
#include <fstream>
#include <iostream>
#include <iterator>
#include <map>
#include <system_error>

namespace ratewarden::ctl {
namespace {

constexpr std::string_view standardInput = "-";

std::string lastProblem()
{
    return std::generic_category().message(errno);
}

std::string cureOfUnknown(const std::string& key)
{
    static const std::vector<std::string> keys{"schema", "name",     "version",   "description", "algorithm",
                                               "format", "rules",    "ruleNames", "hashTokens",  "counters",
                                               "mode",   "whenAway", "share",     "candidate"};
    const std::string near = didYouMean(key, keys);
    return near.empty() ? "; remove it" : near;
}

// What can be done about it; empty where the problem itself says that.
std::string cureOf(const PolicyFileProblem& found)
{
    const auto* const fault = std::get_if<FaultCode>(&found.problem.code);
    if (fault == nullptr)
        return {};
    const std::string key = found.field.substr(found.field.rfind('.') + 1);
    if (*fault == Fault::Schema)
        return "write \"schema\": 1, if the rest is as this program knows it";
    if (*fault == Fault::KeyMissing)
        return key == "schema" ? "add \"schema\": 1"
               : key == "name" ? "add \"name\": \"…\", what limiters call the policy"
               : key == "algorithm"
                   ? fmt::format("add \"algorithm\": \"{}\", or another one", algorithms().front().name)
               : key == "rules" ? "add \"rules\": \"1/s + 20/min\""
                                : std::string();
    if (*fault == Fault::MustBeText)
        return key == "rules" ? "write \"rules\": \"1/s + 20/min\"" : std::string();
    if (*fault == Fault::MustBeWhole || *fault == Fault::VersionRange)
        return "write the version that the file is based on, or leave it out";
    if (*fault == Fault::UnknownKey)
        return cureOfUnknown(key).substr(2); // without its semicolon
    if (*fault == Fault::DuplicateKey)
        return fmt::format("the first is in line {}: remove one of them", found.before);
    return {};
}

ProblemInFile inFile(const std::string& path, PolicyFileProblem found)
{
    std::string text = fmt::format("{}:{}: ", titleOf(path), found.line);
    if (found.column > 0)
        text = fmt::format("{}:{}:{}: ", titleOf(path), found.line, found.column);
    if (!found.policy.empty())
        text += fmt::format("policy \"{}\": ", printable(found.policy));
    else if (found.place > 0)
        text += fmt::format("policy {} of the file: ", found.place);
    const std::string words = printable(englishText(found.problem));
    const std::string key = fmt::format("\"{}\"", printable(found.field.substr(found.field.rfind('.') + 1)));
    const bool isInCandidate = found.field.starts_with("candidate.");
    if (isInCandidate || (!found.field.empty() && words.find(key) == std::string::npos))
        text += fmt::format("\"{}\": ", printable(found.field));
    text += words;
    if (const std::string cure = cureOf(found); !cure.empty())
        text += "; " + cure;
    return {titleOf(path), std::move(found), std::move(text)};
}

PolicyFileProblem problemOf(const std::string& words)
{
    PolicyFileProblem found;
    found.line = 0;
    found.problem = Problem(Fault::Other, words);
    return found;
}

} // namespace

std::string titleOf(const std::string& path)
{
    return path == standardInput ? "standard input" : printable(path);
}

std::string readText(const std::string& path)
{
    if (path == standardInput)
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

PolicyFiles examinePolicyFiles(const std::vector<std::string>& paths)
{
    PolicyFiles files;
    std::map<std::string, std::string> seen; // in which file each policy is
    for (const std::string& path : paths) {
        const auto add = [&](const std::string& words) {
            files.problems.push_back({titleOf(path), problemOf(words), words});
        };
        try {
            PolicyFile file = readPolicyFile(readText(path));
            for (std::size_t i = 0; i < file.policies.size(); ++i) {
                PublishedPolicy& policy = file.policies[i];
                const std::string name = policy.policy.name;
                if (const auto [found, isNew] = seen.emplace(name, titleOf(path)); !isNew)
                    add(fmt::format("{}: policy \"{}\" is in {} already; remove one of them", titleOf(path),
                                    printable(name), found->second));
                files.policies.push_back({path, std::move(policy), file.rulesLines[i]});
            }
            for (PolicyFileProblem& problem : file.problems)
                files.problems.push_back(inFile(path, std::move(problem)));
        } catch (const InvalidArgument& error) {
            add(error.what());
        }
    }
    return files;
}

std::vector<PolicyInFile> readPolicyFiles(const std::vector<std::string>& paths)
{
    PolicyFiles files = examinePolicyFiles(paths);
    if (files.problems.empty())
        return std::move(files.policies);
    std::string all;
    for (const ProblemInFile& problem : files.problems)
        all += (all.empty() ? "" : "\n") + problem.text;
    throw BadPolicy(all);
}

FileStanding standingOf(Server& server, const PolicyInFile& one)
{
    return ratewarden::standingOf(
        server, one.policy, [&one](const std::function<bool(const PublishedPolicy&)>& visit) {
            if (one.file == standardInput)
                return;
            visitCommitted(one.file, [&](const std::string& content) {
                const PolicyFile earlier = readPolicyFile(content);
                return std::ranges::any_of(earlier.policies, [&](const PublishedPolicy& policy) {
                    return policy.policy.name == one.policy.policy.name && visit(policy);
                });
            });
        });
}

std::filesystem::path writePolicyFile(const std::filesystem::path& directory, const PublishedPolicy& policy)
{
    // A slash in a name must not lead anywhere.
    std::string name = policyInKeys(policy.policy.name);
    for (std::size_t at = 0; (at = name.find('/', at)) != std::string::npos;)
        name.replace(at, 1, "%2F");
    constexpr std::size_t longest = 240; // file systems take 255 bytes
    constexpr std::size_t kept = 200;
    if (name.size() > longest) {
        constexpr std::size_t digits = 16;
        const std::string hash = hashedToken(policy.policy.name);
        std::size_t end = kept;
        while (name[end - 1] == '%' || name[end - 2] == '%')
            --end; // a byte is written whole
        name = name.substr(0, end) + "~" + hash.substr(hash.find(':') + 1, digits);
    }
    std::filesystem::path path = directory / (name + ".json");
    replaceFile(path, policyFile(policy));
    return path;
}

Json policyJson(const PublishedPolicy& policy)
{
    return Json::parse(policyFile(policy));
}

} // namespace ratewarden::ctl
