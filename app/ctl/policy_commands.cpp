// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl policy`: what changes nothing on the server.
#include "app/ctl/policy_commands.h"

#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/policy_files.h"
#include "app/ctl/sentences.h"
#include "app/ctl/suggestion.h"
#include "app/ctl/table.h"
#include "app/ctl/token_list.h"
#include "app/ctl/tokens.h"
#include "core/formats/foreign/catalogue.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/notations/notation.h"
#include "core/policies/policy_store.h"
#include "core/policies/rule_check.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden::ctl {
namespace {

/// Reports the policies that cannot be read; RedisFailed if there are any, else Done.
Exit reportBroken(const Terminal& terminal, const PolicyBook& book)
{
    Exit exit = Done;
    for (const auto& [name, reason] : book.broken)
        exit = terminal.complain("unread", englishText(reason), RedisFailed);
    return exit;
}

Exit listPolicies(Terminal& terminal)
{
    const PolicyBook book = readPolicies(terminal.server());
    Json all = Json::array();
    Table table({{"POLICY"}, {"VERSION", Table::Number}, {"MODE"}, {"ALGORITHM"}, {"RULES", Table::Long}});
    for (const auto& [name, policy] : book.published) {
        if (terminal.isJson()) {
            PublishedPolicy shown = policy;
            shown.policy.name = printable(name); // which may have bytes that no JSON can say
            all.push_back(policyJson(shown));
        }
        table.add(
            {printable(name), std::to_string(policy.version),
             Cell(nameOf(policy.mode), policy.mode == PolicyMode::Enforced ? Tone::Plain : Tone::Warning),
             policy.policy.algorithm, notation(policy.policy.rules)});
    }
    if (terminal.isJson() || !table.isEmpty() || book.broken.empty())
        terminal.print(all, table, "no policy is published");
    return reportBroken(terminal, book);
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
        throw InvalidArgument(noSuchPolicy(server, name, listHint));
    return std::move(*policy);
}

std::vector<std::string> sentences(const std::vector<NotationWarning>& warnings)
{
    std::vector<std::string> texts;
    texts.reserve(warnings.size());
    for (const NotationWarning& warning : warnings)
        texts.push_back(sentence(warning));
    return texts;
}

Exit show(Terminal& terminal, const ShowOptions& options)
{
    const PublishedPolicy policy = options.version == 0
                                       ? published(terminal.server(), options.name)
                                       : versionOf(terminal.server(), options.name, options.version);
    if (options.notation.empty()) {
        if (terminal.isJson())
            fmt::print("{}\n", policyJson(policy).dump());
        else
            fmt::print("{}", policyFile(policy));
        return Done;
    }
    const WrittenRules written = notationNamed(options.notation).write(policy.policy);
    const std::vector<std::string> warnings = sentences(written.warnings);
    terminal.print({{"notation", options.notation}, {"text", written.text}, {"warnings", warnings}},
                   written.text.substr(0, written.text.size() - (written.text.ends_with('\n') ? 1 : 0)));
    for (const std::string& warning : warnings)
        Terminal::note(warning);
    return Done;
}

struct CheckOptions {
    std::vector<std::string> files;
    Units cost = 1;
    bool strict = false;
};

/// How much a finding matters: rules that deny what they should not are wrong, redundant ones only
/// superfluous, and to allow twice the limit is what the algorithm does.
enum class Level { Note, Warning, Error };

Level levelOf(RuleFinding::Kind kind)
{
    using Kind = RuleFinding::Kind;
    switch (kind) {
    case Kind::DoubleBurst:
    case Kind::LeaseTakesRate:
    case Kind::LeaseTakesBurst:
        return Level::Note;
    case Kind::Duplicate:
    case Kind::Unreachable:
    case Kind::Redundant:
        return Level::Warning;
    case Kind::DeniesAll:
    case Kind::NeverFits:
    case Kind::Contradictory:
        break;
    }
    return Level::Error;
}

const char* nameOfLevel(Level level)
{
    return level == Level::Error ? "error" : level == Level::Warning ? "warning" : "note";
}

/// What is found of the rules of a policy, or of its candidate.
struct Found {
    const char* field; ///< of the document
    Level level;
    std::string text;
};

/// A candidate denies nobody: what would be wrong with rules that are enforced is a warning of its own.
std::vector<Found> findingsOf(const PublishedPolicy& policy, Units cost)
{
    std::vector<Found> found;
    // Another machine may have a format file that this one has not.
    if (std::string text = unknownFormatText(policy.policy); !text.empty())
        found.push_back({"format", Level::Warning, std::move(text)});
    for (const RuleFinding& finding : checkRules(policy.policy, cost, !ruleNamesOf(policy.policy).empty()))
        found.push_back({"rules", levelOf(finding.kind),
                         fmt::format("{}; {}", sentence(finding, policy.policy.rules), advice(finding))});
    if (policy.candidate)
        for (const RuleFinding& finding : checkRules(candidatePolicy(policy), cost))
            found.push_back({"candidate.rules", std::min(levelOf(finding.kind), Level::Warning),
                             fmt::format("candidate: {}; {}", sentence(finding, policy.candidate->rules),
                                         advice(finding))});
    return found;
}

Exit checkPolicies(Terminal& terminal, const CheckOptions& options)
{
    Terminal::formats(); // the user's, too
    const PolicyFiles files = examinePolicyFiles(options.files);
    Json all = Json::array();
    std::size_t errors = files.problems.size();
    std::size_t warnings = 0;
    for (const auto& [file, what, text] : files.problems) {
        all.push_back({{"file", file},
                       {"line", what.line},
                       {"policy", printable(what.policy)},
                       {"field", printable(what.field)},
                       {"level", nameOfLevel(Level::Error)},
                       {"problem", true},
                       {"text", text}});
        if (!terminal.isJson())
            fmt::print(stderr, "{}\n", text);
    }
    for (const auto& [file, policy, line] : files.policies) {
        for (const auto& [field, level, text] : findingsOf(policy, options.cost)) {
            errors += level == Level::Error ? 1 : 0;
            warnings += level == Level::Warning ? 1 : 0;
            all.push_back({{"file", titleOf(file)},
                           {"line", line},
                           {"policy", printable(policy.policy.name)},
                           {"field", field},
                           {"level", nameOfLevel(level)},
                           {"problem", level == Level::Error},
                           {"text", text}});
            if (!terminal.isJson())
                fmt::print("{}:{}: policy \"{}\": {}: {}\n", titleOf(file), line,
                           printable(policy.policy.name), nameOfLevel(level), text);
        }
    }
    terminal.print(all, errors + warnings > 0 ? fmt::format("{}, {}", counted(errors, "error", "errors"),
                                                            counted(warnings, "warning", "warnings"))
                                              : "no problems found");
    if (!files.problems.empty())
        return WrongUsage;
    return errors > 0 || (options.strict && warnings > 0) ? Denied : Done;
}

Exit rules(Terminal& terminal, const std::string& file)
{
    const std::string text = readText(file);
    try {
        const ReadRules read = readRulesInAnyNotation(text);
        const std::vector<std::string> warnings = sentences(read.warnings);
        terminal.print({{"rules", notation(read.rules)}, {"notation", read.notation}, {"warnings", warnings}},
                       notation(read.rules));
        for (const std::string& warning : warnings)
            Terminal::note(warning);
    } catch (const InvalidArgument& error) {
        throw InvalidArgument(fmt::format("{}: {}", titleOf(file), error.what()));
    }
    return Done;
}

struct DiffOptions {
    std::vector<std::string> files;
    std::optional<std::int64_t> expect;
    bool imports = false;
};

Exit diff(Terminal& terminal, const DiffOptions& options)
{
    Json all = Json::object();
    Exit exit = Done;
    for (const PlannedPolicy& one :
         plan(terminal.server(), options.files, {options.expect, false, options.imports})) {
        if (one.standing.kind == FileStanding::Kind::Same)
            continue;
        const std::string name = printable(one.in.policy.policy.name);
        const std::vector<std::string> lines = differenceTexts(one);
        all[name] = {{"differences", lines},
                     {"based_on", one.in.policy.version},
                     {"current", one.standing.current ? one.standing.current->version : 0},
                     {"stale", !one.refusal.empty()},
                     {"text", one.refusal.empty() ? one.remark : one.refusal}};
        exit = !one.refusal.empty() ? Stale : exit == Done ? Denied : exit;
        if (terminal.isJson())
            continue;
        for (const std::string& line : lines)
            fmt::print("{}: {}\n", name, line);
        if (!one.refusal.empty())
            fmt::print("{}: stale: {}\n", name, one.refusal);
        else if (!one.remark.empty())
            fmt::print("{}: {}\n", name, one.remark);
    }
    if (terminal.isJson())
        fmt::print("{}\n", all.dump());
    return exit;
}

Exit history(Terminal& terminal, const std::string& name)
{
    const std::vector<PolicyVersion> versions = policyHistory(terminal.server(), name);
    if (versions.empty())
        throw InvalidArgument(fmt::format("no policy \"{}\" was ever published on {}{}", printable(name),
                                          terminal.server().where(), nearPolicies(terminal.server(), name)));
    Json all = Json::array();
    Table table({{"VERSION", Table::Number}, {"TIME"}, {"BY", Table::Long}, {"CHANGE", Table::Long}});
    for (std::size_t i = 0; i < versions.size(); ++i) {
        const PolicyVersion& version = versions[i];
        Json lines = Json::array();
        if (i + 1 < versions.size() && version.policy && versions[i + 1].policy)
            lines = differenceLines(*versions[i + 1].policy, *version.policy);
        all.push_back({{"version", version.version},
                       {"at_us", version.at.time_since_epoch().count()},
                       {"by", printable(version.by)},
                       {"reason", printable(version.reason)},
                       {"removed", version.document.empty()},
                       {"differences", lines}});
        const std::string number = std::to_string(version.version);
        if (version.by.empty())
            table.add({number, "", "", "announced by a program, written by hand, or older than the history"});
        else
            table.add({number, localTime(version.at), printable(version.by),
                       version.document.empty() ? Cell("removed: " + printable(version.reason), Tone::Warning)
                                                : Cell("published: " + printable(version.reason))});
        for (const Json& line : lines)
            table.addDetail(line.get<std::string>());
    }
    terminal.print(all, table);
    return Done;
}

/// A policy that cannot be written does not keep back the others.
class Export {
public:
    Export(const Terminal& terminal, const PolicyBook& book) : m_exit(reportBroken(terminal, book))
    {
        for (const auto& [name, reason] : book.broken)
            m_failed.push_back(printable(name));
    }

    template <class Write>
    void write(const std::string& name, Write write)
    {
        try {
            write();
            m_written.push_back(printable(name));
        } catch (const InvalidArgument& error) {
            Terminal::note(fmt::format("{} is not exported: {}", printable(name), error.what()));
            m_failed.push_back(printable(name));
            m_exit = m_exit == Done ? Failed : m_exit;
        }
    }

    const std::vector<std::string>& written() const { return m_written; }
    const std::vector<std::string>& failed() const { return m_failed; }
    Exit exit() const { return m_exit; }

private:
    std::vector<std::string> m_written;
    std::vector<std::string> m_failed;
    Exit m_exit;
};

Exit exportAll(Terminal& terminal, const std::string& directory)
{
    const PolicyBook book = readPolicies(terminal.server());
    Export exported(terminal, book);
    if (directory.empty()) {
        Json all = Json::array();
        for (const auto& entry : book.published) // clang 14 captures no structured bindings
            exported.write(entry.first, [&] { all.push_back(policyJson(entry.second)); });
        fmt::print("{}\n", all.dump(terminal.isJson() ? -1 : 2)); // for people indented
        return exported.exit();
    }
    std::error_code error;
    std::filesystem::create_directories(directory, error);
    if (error)
        throw InvalidArgument(fmt::format("{} cannot be made: {}", printable(directory), error.message()));
    for (const auto& entry : book.published)
        exported.write(entry.first, [&] {
            const std::filesystem::path path = writePolicyFile(directory, entry.second);
            if (!terminal.isJson())
                fmt::print("{}  {}\n", printable(entry.first), printable(path.string()));
        });
    terminal.print({{"written", exported.written()}, {"failed", exported.failed()}},
                   fmt::format("policies written to {2}: {0} of {1}", exported.written().size(),
                               book.published.size() + book.broken.size(), printable(directory)));
    return exported.exit();
}

} // namespace

std::string unknownFormatText(const Policy& policy)
{
    const std::vector<std::string> names = formatNames();
    if (policy.format.empty() || std::ranges::find(names, policy.format) != names.end())
        return {};
    return fmt::format("there is no format \"{}\", and so no token that this policy is for; "
                       "`ratewarden-ctl format list` names those that are here{}",
                       printable(policy.format), didYouMean(policy.format, names));
}

PublishedPolicy versionOf(Server& server, const std::string& name, std::int64_t version)
{
    std::optional<PolicyVersion> unreadable;
    PolicyHistoryWalk walk(server, name);
    while (!walk.isAtEnd())
        for (PolicyVersion& kept : walk.readPage()) {
            if (kept.version != version)
                continue;
            if (kept.policy) // of several that were numbered so, one that can be read
                return std::move(*kept.policy);
            if (!unreadable)
                unreadable = std::move(kept);
        }
    if (unreadable && unreadable->document.empty())
        throw InvalidArgument(
            fmt::format("version {} of the policy \"{}\" is its removal", version, printable(name)));
    if (unreadable)
        parsePolicyDocument(name, unreadable->document); // says why not
    throw InvalidArgument(fmt::format("the policy \"{}\" has no version {}{}", printable(name), version,
                                      nearPolicies(server, name)));
}

void addPolicyName(CLI::App& command, std::string& name)
{
    takeEscapes(command, *command.add_option("name", name, "The policy's name")->required());
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
    addCommand(policy, terminal, "list", "List the policies that are published", listPolicies);
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
        policy, terminal, "check",
        "Report errors, and redundant rules as warnings, of policies in files; exits with 1 for errors",
        [](CLI::App& command, CheckOptions& options) {
            addPolicyFiles(command, options.files, "Files with policies; - for standard input");
            command.add_option("--cost", options.cost, "Units that the most expensive request takes")
                ->capture_default_str();
            command.add_flag("--strict", options.strict, "Exit with 1 for redundant rules, too");
        },
        checkPolicies);
    addCommand<std::string>(
        policy, terminal, "rules",
        "Print rules that are written for python-limits, Envoy or Kong, or as a RateLimit-Policy header, "
        "as --rules takes them",
        [](CLI::App& command, std::string& file) {
            command.add_option("file", file, "A file with rules; - for standard input")->required();
        },
        rules);
    addCommand<DiffOptions>(
        policy, terminal, "diff",
        "Show what publishing files would change; exits with 0 if nothing, 1 if something, and 5 if a file "
        "is stale: "
        "publishing it would be refused",
        [](CLI::App& command, DiffOptions& options) {
            addPolicyFiles(command, options.files, "Files with policies; - for standard input");
            addExpectOption(command, options.expect);
            command.add_flag("--import", options.imports,
                             "The files are of another server: show what import would change");
        },
        diff);
    addCommand<std::string>(policy, terminal, "history", "List the versions of a policy", addPolicyName,
                            history);
    addCommand<std::string>(
        policy, terminal, "export", "Print all policies as one file, or write a file for each",
        [](CLI::App& command, std::string& directory) {
            command.add_option("--dir", directory, "Where to write them");
        },
        exportAll);
    addPublishingCommands(policy, terminal);
}

} // namespace ratewarden::ctl
