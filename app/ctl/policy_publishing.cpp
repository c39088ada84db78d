// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl policy`: what publishes.
#include "app/ctl/policy_commands.h"
#include "app/ctl/policy_files.h"
#include "app/ctl/sentences.h"
#include "app/ctl/tokens.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/policies/policy_store.h"

#include <fmt/format.h>

namespace ratewarden::ctl {
namespace {

void declare(CLI::App& command, Publisher& publisher)
{
    command.add_option("--reason", publisher.reason, "Why; kept with the version")->required();
    addAuthorOption(command, publisher.by);
}

struct PublishOptions {
    std::vector<std::string> files;
    Publisher publisher;
    bool force = false;
};

void declarePublish(CLI::App& command, PublishOptions& options)
{
    addPolicyFiles(command, options.files, "Files with policies: each says which version it is based on");
    declare(command, options.publisher);
    command.add_flag("--force", options.force, "Publish whichever version is there");
}

/// One that cannot be read counts as none where it is to be replaced whatever it is.
std::optional<PublishedPolicy> findCurrent(Server& server, const std::string& name, bool force)
{
    try {
        return findPublished(server, name);
    } catch (const BadPolicy&) {
        if (!force)
            throw;
        return std::nullopt;
    }
}

Publishing publishAs(Terminal& terminal, const PublishIntent& intent, const Publisher& publisher)
{
    return make(terminal, {intent, {}, {}, publisher.by, publisher.reason}).publishing.value();
}

Exit publishOne(Terminal& terminal, const PublishOptions& options, const std::string& file,
                PublishedPolicy policy, bool imports)
{
    Server& server = terminal.server();
    const std::string name = printable(policy.policy.name);
    const std::optional<PublishedPolicy> current = findCurrent(server, policy.policy.name, options.force);
    if (current && differences(*current, policy).empty()) {
        terminal.print({{"policy", name}, {"version", current->version}, {"published", false}},
                       fmt::format("{}: already as in version {}", name, current->version));
        return Done;
    }
    if (options.force || (imports && !current)) // into a server that knows none of its versions
        policy.version = current ? current->version : 0;
    Publishing publishing = publishAs(terminal, {policy, {}}, options.publisher);
    if (options.force && !publishing.published) { // it was removed, or somebody was faster
        policy.version = publishing.version;
        publishing = publishAs(terminal, {policy, {}}, options.publisher);
    }
    Json answer{{"policy", name}, {"version", publishing.version}, {"published", publishing.published}};
    if (publishing.published) {
        terminal.print(answer, fmt::format("{}: version {} is published", name, publishing.version));
        return Done;
    }
    const std::vector<std::string> lines =
        publishing.other ? differenceLines(*publishing.other, policy) : std::vector<std::string>();
    answer["differences"] = lines;
    std::string sentence =
        fmt::format("{}: not published: {} is based on version {}, but version {} is current", name,
                    printable(file), policy.version, publishing.version);
    for (const std::string& line : lines)
        sentence += "\n  " + line;
    terminal.print(answer, sentence);
    return Denied;
}

Exit publish(Terminal& terminal, const PublishOptions& options, bool imports)
{
    Exit exit = Done;
    for (auto& [file, policy] : readPolicyFiles(options.files))
        if (publishOne(terminal, options, file, std::move(policy), imports) == Denied)
            exit = Denied;
    return exit;
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
    const std::optional<PublishedPolicy> current = findPublished(server, options.name);
    earlier.version = current ? current->version : 0;
    const Publishing publishing = publishAs(terminal, {earlier, options.version}, options.publisher);
    const std::string name = printable(options.name);
    terminal.print({{"policy", name}, {"version", publishing.version}, {"published", publishing.published}},
                   publishing.published
                       ? fmt::format("{}: version {} is published, with the content of version {}", name,
                                     publishing.version, options.version)
                       : fmt::format("{}: not published: version {} was published in between", name,
                                     publishing.version));
    return publishing.published ? Done : Denied;
}

} // namespace

void addPublishingCommands(CLI::App& policy, Terminal& terminal)
{
    for (const bool imports : {false, true})
        addCommand<PublishOptions>(policy, terminal, imports ? "import" : "publish",
                                   imports
                                       ? "Publish policies of another server, without their versions there"
                                       : "Publish the policies in files where they differ from what is "
                                         "published",
                                   declarePublish, [imports](Terminal& where, const PublishOptions& options) {
                                       return publish(where, options, imports);
                                   });
    addCommand<RollbackOptions>(
        policy, terminal, "rollback", "Publish an earlier version of a policy again",
        [](CLI::App& command, RollbackOptions& options) {
            addPolicyName(command, options.name);
            command.add_option("--to", options.version, "Which version")->required();
            declare(command, options.publisher);
        },
        rollBack);
}

} // namespace ratewarden::ctl
