// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl policy`: what publishes and removes.
#include "app/ctl/policy_commands.h"
#include "app/ctl/sentences.h"
#include "app/ctl/tokens.h"
#include "core/formats/foreign/prefixes.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/policies/policy_store.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include <algorithm>

namespace ratewarden::ctl {
namespace {

void declarePublisher(CLI::App& command, Publisher& publisher)
{
    command.add_option("--reason", publisher.reason, "Why; kept with the version")->required();
    addAuthorOption(command, publisher.by);
    command
        .add_option("--history", publisher.mostVersions,
                    "How many versions of all policies the server keeps from now on, about, the newest; "
                    "otherwise as many as RATEWARDEN_POLICY_HISTORY says, or all")
        ->check(CLI::Range(std::int64_t(1), std::int64_t(1) << 40));
}

struct PublishOptions {
    std::vector<std::string> files;
    Publisher publisher;
    std::optional<std::int64_t> expect;
    bool force = false;
};

void declarePublish(CLI::App& command, PublishOptions& options)
{
    addPolicyFiles(command, options.files, "Files with policies; - for standard input");
    declarePublisher(command, options.publisher);
    addExpectOption(command, options.expect);
    command.add_flag("--force", options.force, "Publish whatever is there");
}

PublishIntent intentOf(PublishedPolicy policy, const Publisher& publisher)
{
    PublishIntent intent;
    intent.policy = std::move(policy);
    intent.mostVersions = publisher.mostVersions;
    return intent;
}

Publishing publishAs(Terminal& terminal, PublishIntent intent, const Publisher& publisher)
{
    return make(terminal, {std::move(intent), {}, {}, publisher.by, publisher.reason}).publishing.value();
}

void printRefusal(const Terminal& terminal, const PlannedPolicy& one, const std::string& refusal,
                  const std::vector<std::string>& differences, std::int64_t current)
{
    const std::string name = printable(one.in.policy.policy.name);
    std::string sentence = fmt::format("{}: not published: {}", name, refusal);
    for (const std::string& line : differences)
        sentence += "\n  " + line;
    terminal.print({{"policy", name},
                    {"version", current},
                    {"published", false},
                    {"text", refusal},
                    {"differences", differences}},
                   sentence);
}

// All of them are looked at before any is published.
bool refusesAny(const Terminal& terminal, const std::vector<PlannedPolicy>& planned)
{
    bool refused = false;
    for (const PlannedPolicy& one : planned)
        if (!one.refusal.empty()) {
            printRefusal(terminal, one, one.refusal, differenceTexts(one), one.standing.newest);
            refused = true;
        }
    if (refused && planned.size() > 1)
        Terminal::note("nothing is published: either all of the files are, or none");
    return refused;
}

// A policy for other limiters' keys by which none of them can be found. What a pattern of several stars
// reaches, only the server tells.
void warnOfFormat(const Policy& policy)
{
    if (const std::string text = unknownFormatText(policy); !text.empty())
        Terminal::note(text);
    const auto catalogue = currentCatalogue();
    if (std::ranges::count(policy.name, '*') < 2 && catalogue->find(policy.format) &&
        !formatOfGroup(*catalogue, policy.format, policy.name))
        Terminal::note(
            fmt::format("no key of {} can be one of {}: the policy reaches no token. Its name is to "
                        "be the group of the keys, as `ratewarden-ctl tokens` lists it",
                        printable(policy.format), printable(policy.name)));
}

/// False: somebody else published in between.
bool publishOne(Terminal& terminal, const PublishOptions& options, const PlannedPolicy& one)
{
    const std::string name = printable(one.in.policy.policy.name);
    const FileStanding& standing = one.standing;
    if (standing.kind == FileStanding::Kind::Same) {
        const std::int64_t version = standing.current->version;
        terminal.print({{"policy", name}, {"version", version}, {"published", false}},
                       fmt::format("{}: already as in version {}", name, version));
        return true;
    }
    PublishedPolicy policy = one.in.policy;
    policy.version = standing.newest;
    Publishing publishing = publishAs(terminal, intentOf(policy, options.publisher), options.publisher);
    if (options.force && !publishing.published) { // it was removed, cannot be read, or somebody was faster
        policy.version = publishing.version;
        publishing = publishAs(terminal, intentOf(policy, options.publisher), options.publisher);
    }
    if (!publishing.published) {
        printRefusal(terminal, one, fmt::format("version {} was published in between", publishing.version),
                     publishing.other ? differenceLines(*publishing.other, policy)
                                      : std::vector<std::string>(),
                     publishing.version);
        return false;
    }
    terminal.print({{"policy", name}, {"version", publishing.version}, {"published", true}},
                   fmt::format("{}: version {} is published{}{}", name, publishing.version,
                               one.remark.empty() ? "" : ": ", one.remark));
    warnOfFormat(policy.policy);
    return true;
}

Exit publish(Terminal& terminal, const PublishOptions& options, bool imports)
{
    if (options.force && options.expect)
        throw InvalidArgument("give either --expect or --force");
    Terminal::formats();
    const std::vector<PlannedPolicy> planned =
        plan(terminal.server(), options.files, {options.expect, options.force, imports});
    if (refusesAny(terminal, planned))
        return Denied;
    std::vector<std::string> names;
    for (const PlannedPolicy& one : planned) {
        if (!publishOne(terminal, options, one)) {
            if (planned.size() > 1)
                Terminal::note(
                    fmt::format("published before that: {}; not published: the others",
                                names.empty() ? "none" : fmt::format("{}", fmt::join(names, ", "))));
            return Denied;
        }
        names.push_back(printable(one.in.policy.policy.name));
    }
    return Done;
}

struct RollbackOptions {
    std::string name;
    std::int64_t version = 0;
    Publisher publisher;
};

Exit rollBack(Terminal& terminal, const RollbackOptions& options)
{
    Server& server = terminal.server();
    PublishedPolicy earlier = versionOf(server, options.name, options.version);
    const std::optional<PublishedPolicy> current = publishedIfReadable(server, options.name);
    const std::string name = printable(options.name);
    if (current && differences(*current, earlier).empty()) {
        terminal.print(
            {{"policy", name}, {"version", current->version}, {"published", false}},
            current->version == options.version
                ? fmt::format("{}: version {} is current; nothing was published", name, current->version)
                : fmt::format("{}: version {}, which is current, has the content of version {}; "
                              "nothing was published",
                              name, current->version, options.version));
        return Done;
    }
    earlier.version = current ? current->version : 0;
    PublishIntent intent = intentOf(std::move(earlier), options.publisher);
    intent.rollsBackTo = options.version;
    Publishing publishing = publishAs(terminal, intent, options.publisher);
    if (!current && publishing.occupied && !publishing.other) { // it replaces what cannot be read
        intent.policy.version = publishing.version;
        publishing = publishAs(terminal, std::move(intent), options.publisher);
    }
    terminal.print({{"policy", name}, {"version", publishing.version}, {"published", publishing.published}},
                   publishing.published
                       ? fmt::format("{}: version {} is published, with the content of version {}", name,
                                     publishing.version, options.version)
                       : fmt::format("{}: not published: version {} was published in between", name,
                                     publishing.version));
    return publishing.published ? Done : Denied;
}

struct RemoveOptions {
    std::string name;
    Publisher publisher;
    std::optional<std::int64_t> expect;
};

// What is published, also of a policy that cannot be read: that one has no version.
PublishedPolicy whatIsRemoved(Server& server, const std::string& name)
{
    if (std::optional<PublishedPolicy> current = publishedIfReadable(server, name))
        return std::move(*current);
    PublishedPolicy unknown;
    unknown.policy.name = name;
    return unknown;
}

Exit remove(Terminal& terminal, const RemoveOptions& options)
{
    Server& server = terminal.server();
    const std::string name = printable(options.name);
    PublishIntent intent = intentOf({}, options.publisher);
    intent.removes = findDocument(server, options.name);
    if (!intent.removes)
        throw InvalidArgument(noSuchPolicy(server, options.name, listHint));
    intent.policy = whatIsRemoved(server, options.name);
    const std::int64_t version = intent.policy.version;
    if (options.expect && *options.expect != version) {
        terminal.print({{"policy", name}, {"version", version}, {"removed", false}},
                       fmt::format("{}: not removed: version {} is current, but --expect says {}", name,
                                   version, *options.expect));
        return Denied;
    }
    const Publishing publishing = publishAs(terminal, std::move(intent), options.publisher);
    if (!publishing.published) {
        terminal.print(
            {{"policy", name}, {"version", publishing.version}, {"removed", false}},
            fmt::format("{}: not removed: version {} was published in between", name, publishing.version));
        return Denied;
    }
    std::string sentence =
        fmt::format("{}: removed, as version {} of its history\n  Programs that follow it keep "
                    "the last version until they are restarted; blocks and overrides stay.",
                    name, publishing.version);
    if (version > 0)
        sentence +=
            fmt::format("\n  To publish it again: ratewarden-ctl policy rollback {} --to {} --reason \"…\"",
                        shellWord(name), version);
    terminal.print({{"policy", name}, {"version", publishing.version}, {"removed", true}}, sentence);
    return Done;
}

} // namespace

void addExpectOption(CLI::App& command, std::optional<std::int64_t>& expect)
{
    command.add_option(
        "--expect", expect,
        "Only if this version is current; 0: only if nothing is published. The version in the file "
        "does not matter then");
}

void addPublishingCommands(CLI::App& policy, Terminal& terminal)
{
    for (const bool imports : {false, true})
        addCommand<PublishOptions>(
            policy, terminal, imports ? "import" : "publish",
            imports ? "Publish policies of another server, whatever versions they have there"
                    : "Publish the policies in files where they differ from what is "
                      "published: all of them, or none",
            declarePublish, [imports](Terminal& where, const PublishOptions& options) {
                return publish(where, options, imports);
            });
    addCommand<RollbackOptions>(
        policy, terminal, "rollback", "Publish an earlier version of a policy again",
        [](CLI::App& command, RollbackOptions& options) {
            addPolicyName(command, options.name);
            command.add_option("--to", options.version, "Which version")->required();
            declarePublisher(command, options.publisher);
        },
        rollBack);
    addCommand<RemoveOptions>(
        policy, terminal, "remove",
        "Remove a policy: nobody finds it from then on. Programs that follow it keep the last version; its "
        "history "
        "stays, and rollback publishes it again",
        [](CLI::App& command, RemoveOptions& options) {
            addPolicyName(command, options.name);
            declarePublisher(command, options.publisher);
            command.add_option("--expect", options.expect, "Only if this version is current");
        },
        remove);
}

} // namespace ratewarden::ctl
