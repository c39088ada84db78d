// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/policy_commands.h"

#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/policies/foreign_notation.h"
#include "core/policies/policy_store.h"
#include "core/policies/rule_check.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iostream>
#include <iterator>

namespace ratewarden::ctl {
namespace {

struct PolicyInFile {
    std::string file;
    PublishedPolicy policy;
};

std::string readText(const std::string& path)
{
    std::ifstream file(path, std::ios::binary);
    if (!file || std::filesystem::is_directory(path))
        throw InvalidArgument(fmt::format("{} cannot be read", printable(path)));
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A file holds one policy, or an array of them.
std::vector<PolicyInFile> readFile(const std::string& path)
{
    const std::string text = readText(path);
    try {
        std::vector<PolicyInFile> policies;
        const Json json = Json::parse(text);
        if (!json.is_array())
            return {{path, parsePolicyFile(text)}};
        for (const Json& policy : json)
            policies.push_back({path, parsePolicyFile(policy.dump())});
        return policies;
    } catch (const Json::exception& error) {
        throw InvalidArgument(fmt::format("{}: {}", printable(path), printable(error.what())));
    } catch (const InvalidArgument& error) {
        throw InvalidArgument(fmt::format("{}: {}", printable(path), error.what()));
    }
}

std::vector<PolicyInFile> readFiles(const std::vector<std::string>& paths)
{
    std::vector<PolicyInFile> policies;
    for (const std::string& path : paths)
        std::ranges::move(readFile(path), std::back_inserter(policies));
    return policies;
}

PublishedPolicy published(Server& server, const std::string& name)
{
    std::optional<PublishedPolicy> policy = findPublished(server, name);
    if (!policy)
        throw InvalidArgument(
            fmt::format("no policy \"{}\" is published on {}", printable(name), server.where()));
    return std::move(*policy);
}

PublishedPolicy versionOf(Server& server, const std::string& name, std::int64_t version)
{
    std::vector<PolicyVersion> versions = policyHistory(server, name);
    std::erase_if(versions, [version](const PolicyVersion& kept) { return kept.version != version; });
    for (PolicyVersion& kept : versions) // of several that were numbered so, one that can be read
        if (kept.policy)
            return std::move(*kept.policy);
    if (!versions.empty())
        parsePolicyDocument(name, versions.front().document); // says why not
    throw InvalidArgument(
        fmt::format("of the policy \"{}\" there is no version {}", printable(name), version));
}

Json json(const PublishedPolicy& policy)
{
    return Json::parse(policyFile(policy));
}

} // namespace

PolicyCommands::PolicyCommands(CLI::App& app, Options& options)
    : m_options(options), m_policy(app.add_subcommand("policy", "See, check and publish policies"))
{
    m_policy->require_subcommand(1);
    m_policy->fallthrough();
    add("list", "List the policies that are published");
    CLI::App* const shows = add("show", "Print a policy as a file");
    addName(shows);
    shows->add_option("--at", m_version, "An earlier version");
    std::string names;
    for (const ForeignNotation& notation : foreignNotations())
        names += (names.empty() ? "" : ", ") + std::string(notation.name);
    shows->add_option("--as", m_notation, "Its rules as another program writes them: " + names);
    CLI::App* const checks =
        add("check", "Say what is wrong with policies in files, or what their rules do not need");
    addFiles(checks, "Files with policies");
    checks->add_option("--cost", m_options.cost, "Units that the dearest request takes")
        ->capture_default_str();
    add("rules",
        "Print rules that are written for python-limits, Envoy or Kong, or as a RateLimit-Policy header, "
        "as --rules takes them")
        ->add_option("file", m_rulesFile, "A file with rules; - for standard input")
        ->required();
    addFiles(add("diff", "Say what would change if files were published"), "Files with policies");
    for (const char* const name : {"publish", "import"}) {
        CLI::App* const command =
            add(name, "Publish the policies in files, as far as they differ from what is "
                      "published");
        addFiles(command, "Files with policies: each says which version it stands on");
        addPublisher(command);
        command->add_flag("--force", m_force, "Publish over whatever version there is");
    }
    addName(add("history", "List the versions of a policy"));
    CLI::App* const back = add("rollback", "Publish an earlier version of a policy anew");
    addName(back);
    back->add_option("--to", m_version, "Which version")->required();
    addPublisher(back);
    add("export", "Print all policies as one file, or write a file for each")
        ->add_option("--dir", m_directory, "Where to write them");
}

CLI::App* PolicyCommands::add(const char* name, const char* help)
{
    CLI::App* const command = m_policy->add_subcommand(name, help);
    command->fallthrough();
    return command;
}

void PolicyCommands::addFiles(CLI::App* command, const char* help)
{
    command->add_option("files", m_files, help)->required();
}

void PolicyCommands::addName(CLI::App* command)
{
    command->add_option("name", m_name, "The policy's name")->required();
}

void PolicyCommands::addPublisher(CLI::App* command)
{
    command->add_option("--reason", m_options.reason, "Why; kept with the version")->required();
    command->add_option("--by", m_options.by, "Who publishes")->capture_default_str();
}

int PolicyCommands::run(const std::function<Server&()>& connect)
{
    const std::string command = m_policy->get_subcommands().front()->get_name();
    if (command == "check")
        return check();
    if (command == "rules")
        return rules();
    Server& server = connect();
    if (command == "list")
        return list(server);
    if (command == "show")
        return show(server);
    if (command == "diff")
        return diff(server);
    if (command == "history")
        return history(server);
    if (command == "rollback")
        return rollBack(server);
    if (command == "export")
        return exportAll(server);
    return publish(server, command == "import");
}

int PolicyCommands::list(Server& server)
{
    const PolicyBook book = readPolicies(server);
    Json all = Json::array();
    for (const auto& [name, policy] : book.published) {
        if (m_options.json)
            all.push_back(json(policy));
        else
            fmt::print("{}  version {}, {}, {}: {}\n", printable(name), policy.version, nameOf(policy.mode),
                       policy.policy.algorithm, notation(policy.policy.rules));
    }
    if (m_options.json)
        fmt::print("{}\n", all.dump());
    else if (book.published.empty() && book.broken.empty())
        fmt::print("no policy is published\n");
    for (const auto& [name, reason] : book.broken)
        fmt::print(stderr, "note: {}\n", reason);
    return Done;
}

int PolicyCommands::show(Server& server)
{
    const PublishedPolicy policy =
        m_version == 0 ? published(server, m_name) : versionOf(server, m_name, m_version);
    if (m_notation.empty()) {
        fmt::print("{}", policyFile(policy));
        return Done;
    }
    const ForeignText foreign = foreignNotationNamed(m_notation).write(policy.policy);
    fmt::print("{}{}", foreign.text, foreign.text.ends_with('\n') ? "" : "\n");
    for (const std::string& warning : foreign.warnings)
        fmt::print(stderr, "note: {}\n", warning);
    return Done;
}

int PolicyCommands::check()
{
    Json all = Json::array();
    bool fine = true;
    for (const auto& [file, policy] : readFiles(m_files)) {
        for (const RuleFinding& finding : checkRules(policy.policy, m_options.cost)) {
            // To pass twice the limit is what the algorithm does, and no fault of the rules.
            const bool isNote = finding.kind == RuleFinding::Kind::DoubleBurst;
            fine = fine && isNote;
            all.push_back({{"file", printable(file)},
                           {"policy", printable(policy.policy.name)},
                           {"problem", !isNote},
                           {"text", finding.text}});
            if (!m_options.json)
                fmt::print("{}: {}{}\n", printable(file), isNote ? "note: " : "", finding.text);
        }
    }
    if (m_options.json)
        fmt::print("{}\n", all.dump());
    else if (fine)
        fmt::print("nothing is wrong\n");
    return fine ? Done : Denied;
}

int PolicyCommands::rules()
{
    const bool isInput = m_rulesFile == "-";
    const std::string text =
        isInput ? std::string(std::istreambuf_iterator<char>(std::cin), {}) : readText(m_rulesFile);
    const std::string where = isInput ? "standard input" : printable(m_rulesFile);
    try {
        const ReadRules read = readRulesInAnyNotation(text);
        print(m_options,
              {{"rules", notation(read.rules)}, {"notation", read.notation}, {"warnings", read.warnings}},
              notation(read.rules));
        for (const std::string& warning : read.warnings)
            fmt::print(stderr, "note: {}\n", warning);
    } catch (const InvalidArgument& error) {
        throw InvalidArgument(fmt::format("{}: {}", where, error.what()));
    }
    return Done;
}

int PolicyCommands::diff(Server& server)
{
    Json all = Json::object();
    for (const auto& [file, policy] : readFiles(m_files)) {
        const std::string& name = policy.policy.name;
        const std::optional<PublishedPolicy> current = findPublished(server, name);
        const std::vector<std::string> lines =
            current ? differences(*current, policy) : std::vector<std::string>{"it is not published yet"};
        if (lines.empty())
            continue;
        all[printable(name)] = lines;
        for (const std::string& line : lines)
            if (!m_options.json)
                fmt::print("{}: {}\n", printable(name), line);
    }
    if (m_options.json)
        fmt::print("{}\n", all.dump());
    return all.empty() ? Done : Denied;
}

/// One that cannot be read counts as none where it is to be replaced whatever it is.
std::optional<PublishedPolicy> PolicyCommands::findCurrent(Server& server, const std::string& name) const
{
    try {
        return findPublished(server, name);
    } catch (const BadPolicy&) {
        if (!m_force)
            throw;
        return std::nullopt;
    }
}

int PolicyCommands::publish(Server& server, bool imports)
{
    Exit exit = Done;
    for (auto& [file, policy] : readFiles(m_files)) {
        const std::string& name = policy.policy.name;
        const std::optional<PublishedPolicy> current = findCurrent(server, name);
        if (current && differences(*current, policy).empty()) {
            print(m_options,
                  {{"policy", printable(name)}, {"version", current->version}, {"published", false}},
                  fmt::format("{}: as in version {} already", printable(name), current->version));
            continue;
        }
        if (m_force || (imports && !current)) // into a server that knows none of its versions
            policy.version = current ? current->version : 0;
        Publishing publishing = publishPolicy(server, policy, {m_options.by, m_options.reason});
        if (m_force && !publishing.published) { // it was removed, or somebody was faster
            policy.version = publishing.version;
            publishing = publishPolicy(server, policy, {m_options.by, m_options.reason});
        }
        Json answer{{"policy", printable(name)},
                    {"version", publishing.version},
                    {"published", publishing.published}};
        if (publishing.published) {
            print(m_options, answer,
                  fmt::format("{}: version {} is published", printable(name), publishing.version));
            continue;
        }
        exit = Denied;
        const std::vector<std::string> lines =
            publishing.other ? differences(*publishing.other, policy) : std::vector<std::string>();
        answer["differences"] = lines;
        std::string sentence =
            fmt::format("{}: not published: {} stands on version {}, and there is version {}",
                        printable(name), printable(file), policy.version, publishing.version);
        for (const std::string& line : lines)
            sentence += "\n  " + line;
        print(m_options, answer, sentence);
    }
    return exit;
}

int PolicyCommands::history(Server& server)
{
    const std::vector<PolicyVersion> versions = policyHistory(server, m_name);
    if (versions.empty())
        throw InvalidArgument(
            fmt::format("no policy \"{}\" was ever published on {}", printable(m_name), server.where()));
    Json all = Json::array();
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const PolicyVersion& version = versions[i];
        Json lines = Json::array();
        if (i + 1 < versions.size() && version.policy && versions[i + 1].policy)
            lines = differences(*versions[i + 1].policy, *version.policy);
        all.push_back({{"version", version.version},
                       {"at_us", version.at.time_since_epoch().count()},
                       {"by", printable(version.by)},
                       {"reason", printable(version.reason)},
                       {"differences", lines}});
        if (m_options.json)
            continue;
        if (version.by.empty())
            fmt::print("{}  not published: announced by a program, or written by hand\n", version.version);
        else
            fmt::print("{}  {}, by {}: {}\n", version.version, localTime(version.at), printable(version.by),
                       printable(version.reason));
        for (const Json& line : lines)
            fmt::print("     {}\n", line.get<std::string>());
    }
    if (m_options.json)
        fmt::print("{}\n", all.dump());
    return Done;
}

int PolicyCommands::rollBack(Server& server)
{
    PublishedPolicy earlier = versionOf(server, m_name, m_version);
    const std::optional<PublishedPolicy> current = findPublished(server, m_name);
    earlier.version = current ? current->version : 0;
    const Publishing publishing = publishPolicy(server, earlier, {m_options.by, m_options.reason});
    print(
        m_options,
        {{"policy", printable(m_name)}, {"version", publishing.version}, {"published", publishing.published}},
        publishing.published ? fmt::format("{}: version {} is published, which says what version {} said",
                                           printable(m_name), publishing.version, m_version)
                             : fmt::format("{}: not published: version {} was published in between",
                                           printable(m_name), publishing.version));
    return publishing.published ? Done : Denied;
}

int PolicyCommands::exportAll(Server& server)
{
    const PolicyBook book = readPolicies(server);
    for (const auto& [name, reason] : book.broken)
        fmt::print(stderr, "note: {}\n", reason);
    if (m_directory.empty()) {
        Json all = Json::array();
        for (const auto& [name, policy] : book.published)
            all.push_back(json(policy));
        fmt::print("{}\n", all.dump(2));
        return Done;
    }
    std::error_code error;
    std::filesystem::create_directories(m_directory, error);
    if (error)
        throw InvalidArgument(fmt::format("{} cannot be made: {}", printable(m_directory), error.message()));
    for (const auto& [name, policy] : book.published) {
        // A slash in a name must not lead anywhere.
        std::string fileName = policyInKeys(name);
        for (std::size_t at = 0; (at = fileName.find('/', at)) != std::string::npos;)
            fileName.replace(at, 1, "%2F");
        const std::filesystem::path path = std::filesystem::path(m_directory) / (fileName + ".json");
        std::ofstream file(path, std::ios::binary);
        file << policyFile(policy);
        file.close();
        if (!file)
            throw InvalidArgument(fmt::format("{} cannot be written", printable(path.string())));
    }
    print(m_options, {{"written", book.published.size()}},
          fmt::format("{} policies are in {}", book.published.size(), printable(m_directory)));
    return Done;
}

} // namespace ratewarden::ctl
