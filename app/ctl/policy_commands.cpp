// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl policy`: what changes nothing on the server.
#include "app/ctl/policy_commands.h"

#include "app/ctl/commands.h"
#include "app/ctl/policy_files.h"
#include "app/ctl/sentences.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/notations/notation.h"
#include "core/policies/policy_store.h"
#include "core/policies/rule_check.h"

#include <fmt/format.h>

#include <iostream>
#include <iterator>

namespace ratewarden::ctl {
namespace {

struct ListOptions {};

Exit list(Terminal& terminal, const ListOptions&)
{
    const PolicyBook book = readPolicies(terminal.server());
    Json all = Json::array();
    for (const auto& [name, policy] : book.published) {
        if (terminal.isJson())
            all.push_back(policyJson(policy));
        else
            fmt::print("{}  version {}, {}, {}: {}\n", printable(name), policy.version, nameOf(policy.mode),
                       policy.policy.algorithm, notation(policy.policy.rules));
    }
    if (terminal.isJson())
        fmt::print("{}\n", all.dump());
    else if (book.published.empty() && book.broken.empty())
        fmt::print("no policy is published\n");
    for (const auto& [name, reason] : book.broken)
        Terminal::note(englishText(reason));
    return Done;
}

struct ShowOptions {
    std::string name;
    std::int64_t version = 0; // 0: the newest
    std::string notation;     // empty: our own
};

PublishedPolicy published(Server& server, const std::string& name)
{
    std::optional<PublishedPolicy> policy = findPublished(server, name);
    if (!policy)
        throw InvalidArgument(
            fmt::format("no policy \"{}\" is published on {}", printable(name), server.where()));
    return std::move(*policy);
}

Exit show(Terminal& terminal, const ShowOptions& options)
{
    const PublishedPolicy policy = options.version == 0
                                       ? published(terminal.server(), options.name)
                                       : versionOf(terminal.server(), options.name, options.version);
    if (options.notation.empty()) {
        fmt::print("{}", policyFile(policy));
        return Done;
    }
    const WrittenRules written = notationNamed(options.notation).write(policy.policy);
    fmt::print("{}{}", written.text, written.text.ends_with('\n') ? "" : "\n");
    for (const NotationWarning& warning : written.warnings)
        Terminal::note(sentence(warning));
    return Done;
}

struct CheckOptions {
    std::vector<std::string> files;
    Units cost = 1;
};

Exit check(Terminal& terminal, const CheckOptions& options)
{
    Json all = Json::array();
    bool isFine = true;
    for (const auto& [file, policy] : readPolicyFiles(options.files)) {
        for (const RuleFinding& finding : checkRules(policy.policy, options.cost)) {
            // To allow twice the limit is what the algorithm does, and no fault of the rules.
            const bool isNote = finding.kind == RuleFinding::Kind::DoubleBurst;
            isFine = isFine && isNote;
            const std::string text = sentence(finding, policy.policy.rules);
            all.push_back({{"file", printable(file)},
                           {"policy", printable(policy.policy.name)},
                           {"problem", !isNote},
                           {"text", text}});
            if (!terminal.isJson())
                fmt::print("{}: {}{}\n", printable(file), isNote ? "note: " : "", text);
        }
    }
    if (terminal.isJson())
        fmt::print("{}\n", all.dump());
    else if (isFine)
        fmt::print("no problems found\n");
    return isFine ? Done : Denied;
}

struct RulesOptions {
    std::string file; // "-": standard input
};

Exit rules(Terminal& terminal, const RulesOptions& options)
{
    const bool isInput = options.file == "-";
    const std::string text =
        isInput ? std::string(std::istreambuf_iterator<char>(std::cin), {}) : readText(options.file);
    try {
        const ReadRules read = readRulesInAnyNotation(text);
        std::vector<std::string> warnings;
        for (const NotationWarning& warning : read.warnings)
            warnings.push_back(sentence(warning));
        terminal.print({{"rules", notation(read.rules)}, {"notation", read.notation}, {"warnings", warnings}},
                       notation(read.rules));
        for (const std::string& warning : warnings)
            Terminal::note(warning);
    } catch (const InvalidArgument& error) {
        throw InvalidArgument(
            fmt::format("{}: {}", isInput ? "standard input" : printable(options.file), error.what()));
    }
    return Done;
}

struct DiffOptions {
    std::vector<std::string> files;
};

Exit diff(Terminal& terminal, const DiffOptions& options)
{
    Json all = Json::object();
    for (const auto& [file, policy] : readPolicyFiles(options.files)) {
        const std::string& name = policy.policy.name;
        const std::optional<PublishedPolicy> current = findPublished(terminal.server(), name);
        const std::vector<std::string> lines =
            current ? differenceLines(*current, policy) : std::vector<std::string>{"not published yet"};
        if (lines.empty())
            continue;
        all[printable(name)] = lines;
        for (const std::string& line : lines)
            if (!terminal.isJson())
                fmt::print("{}: {}\n", printable(name), line);
    }
    if (terminal.isJson())
        fmt::print("{}\n", all.dump());
    return all.empty() ? Done : Denied;
}

struct HistoryOptions {
    std::string name;
};

Exit history(Terminal& terminal, const HistoryOptions& options)
{
    const std::vector<PolicyVersion> versions = policyHistory(terminal.server(), options.name);
    if (versions.empty())
        throw InvalidArgument(fmt::format("no policy \"{}\" was ever published on {}",
                                          printable(options.name), terminal.server().where()));
    Json all = Json::array();
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const PolicyVersion& version = versions[i];
        Json lines = Json::array();
        if (i + 1 < versions.size() && version.policy && versions[i + 1].policy)
            lines = differenceLines(*versions[i + 1].policy, *version.policy);
        all.push_back({{"version", version.version},
                       {"at_us", version.at.time_since_epoch().count()},
                       {"by", printable(version.by)},
                       {"reason", printable(version.reason)},
                       {"differences", lines}});
        if (terminal.isJson())
            continue;
        if (version.by.empty())
            fmt::print("{}  not published: announced by a program, or written by hand\n", version.version);
        else
            fmt::print("{}  {}, by {}: {}\n", version.version, localTime(version.at), printable(version.by),
                       printable(version.reason));
        for (const Json& line : lines)
            fmt::print("     {}\n", line.get<std::string>());
    }
    if (terminal.isJson())
        fmt::print("{}\n", all.dump());
    return Done;
}

struct ExportOptions {
    std::string directory;
};

/// A policy that cannot be written does not keep back the others.
class Export {
public:
    template <class Write>
    void write(const std::string& name, Write write)
    {
        try {
            write();
            m_written.push_back(printable(name));
        } catch (const InvalidArgument& error) {
            Terminal::note(fmt::format("{} is not exported: {}", printable(name), error.what()));
            m_failed.push_back(printable(name));
        }
    }

    const std::vector<std::string>& written() const { return m_written; }
    const std::vector<std::string>& failed() const { return m_failed; }
    Exit exit() const { return m_failed.empty() ? Done : Failed; }

private:
    std::vector<std::string> m_written;
    std::vector<std::string> m_failed;
};

Exit exportAll(Terminal& terminal, const ExportOptions& options)
{
    const PolicyBook book = readPolicies(terminal.server());
    for (const auto& [name, reason] : book.broken)
        Terminal::note(englishText(reason));
    Export exported;
    if (options.directory.empty()) {
        Json all = Json::array();
        for (const auto& entry : book.published) // clang 14 captures no structured bindings
            exported.write(entry.first, [&] { all.push_back(policyJson(entry.second)); });
        fmt::print("{}\n", all.dump(2));
        return exported.exit();
    }
    std::error_code error;
    std::filesystem::create_directories(options.directory, error);
    if (error)
        throw InvalidArgument(
            fmt::format("{} cannot be made: {}", printable(options.directory), error.message()));
    for (const auto& entry : book.published)
        exported.write(entry.first, [&] {
            const std::filesystem::path path = writePolicyFile(options.directory, entry.second);
            if (!terminal.isJson())
                fmt::print("{}  {}\n", printable(entry.first), printable(path.string()));
        });
    terminal.print({{"written", exported.written()}, {"failed", exported.failed()}},
                   fmt::format("{} of {} policies are in {}", exported.written().size(),
                               book.published.size(), printable(options.directory)));
    return exported.exit();
}

} // namespace

PublishedPolicy versionOf(Server& server, const std::string& name, std::int64_t version)
{
    std::vector<PolicyVersion> versions = policyHistory(server, name);
    std::erase_if(versions, [version](const PolicyVersion& kept) { return kept.version != version; });
    for (PolicyVersion& kept : versions) // of several that were numbered so, one that can be read
        if (kept.policy)
            return std::move(*kept.policy);
    if (!versions.empty())
        parsePolicyDocument(name, versions.front().document); // says why not
    throw InvalidArgument(fmt::format("the policy \"{}\" has no version {}", printable(name), version));
}

void addPolicyName(CLI::App& command, std::string& name)
{
    command.add_option("name", name, "The policy's name")->required();
}

void addPolicyFiles(CLI::App& command, std::vector<std::string>& files, const char* help)
{
    command.add_option("files", files, help)->required();
}

void addPolicyCommands(CLI::App& app, Terminal& terminal)
{
    CLI::App& policy = *app.add_subcommand("policy", "Show, check and publish policies");
    policy.require_subcommand(1);
    policy.fallthrough();
    addCommand<ListOptions>(
        policy, terminal, "list", "List the policies that are published", [](CLI::App&, ListOptions&) {},
        list);
    addCommand<ShowOptions>(
        policy, terminal, "show", "Print a policy as a file",
        [](CLI::App& command, ShowOptions& options) {
            addPolicyName(command, options.name);
            command.add_option("--at", options.version, "An earlier version");
            std::string names;
            for (const Notation& notation : notations())
                names += (names.empty() ? "" : ", ") + std::string(notation.name);
            command.add_option("--as", options.notation,
                               "Only its rules, in one of these notations: " + names);
        },
        show);
    addCommand<CheckOptions>(
        policy, terminal, "check", "Report errors and redundant rules of policies in files",
        [](CLI::App& command, CheckOptions& options) {
            addPolicyFiles(command, options.files, "Files with policies");
            command.add_option("--cost", options.cost, "Units that the most expensive request takes")
                ->capture_default_str();
        },
        check);
    addCommand<RulesOptions>(
        policy, terminal, "rules",
        "Print rules that are written for python-limits, Envoy or Kong, or as a RateLimit-Policy header, "
        "as --rules takes them",
        [](CLI::App& command, RulesOptions& options) {
            command.add_option("file", options.file, "A file with rules; - for standard input")->required();
        },
        rules);
    addCommand<DiffOptions>(
        policy, terminal, "diff", "Show what publishing files would change",
        [](CLI::App& command, DiffOptions& options) {
            addPolicyFiles(command, options.files, "Files with policies");
        },
        diff);
    addCommand<HistoryOptions>(
        policy, terminal, "history", "List the versions of a policy",
        [](CLI::App& command, HistoryOptions& options) { addPolicyName(command, options.name); }, history);
    addCommand<ExportOptions>(
        policy, terminal, "export", "Print all policies as one file, or write a file for each",
        [](CLI::App& command, ExportOptions& options) {
            command.add_option("--dir", options.directory, "Where to write them");
        },
        exportAll);
    addPublishingCommands(policy, terminal);
}

} // namespace ratewarden::ctl
