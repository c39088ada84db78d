// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/key_commands.h"
#include "app/ctl/tokens.h"
#include "core/algorithms/algorithm.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

namespace ratewarden::ctl {
namespace {

struct ResetOptions {
    std::string token;
    KeyOptions key;
    std::string policy = "default";
    std::string algorithm;
    std::string reason;
};

void declareReset(CLI::App& command, ResetOptions& options)
{
    requireOneToken(command, declareKey(command, options.token, options.key));
    addPolicyOption(command, options.policy);
    addAlgorithmOption(command, options.algorithm, "whichever it has");
    command.add_option("--reason", options.reason, "Why; for the audit trail");
    command.get_option("--dry-run")->description("Print the commands and change nothing");
}

/// Only the keys' names are needed, so that a policy that is not published, but used, can be reset.
Exit reset(Terminal& terminal, const ResetOptions& options)
{
    KeyOptions key = options.key;
    key.dryRun = false; // which goes with a token as well
    const bool isOfLimiter = isOfKey(options.token, key);
    if (isOfLimiter && (options.policy != ResetOptions().policy || !options.algorithm.empty()))
        throw InvalidArgument("leave out --policy and --algorithm: --key says which state is reset");
    if (isOfLimiter)
        return changeKey(terminal, options.key, options.token, ResetIntent{}, {}, options.reason, "is reset");
    if (!options.algorithm.empty())
        algorithmNamed(options.algorithm); // refuses one that there is not
    const std::optional<PublishedPolicy> published = publishedIfReadable(terminal.server(), options.policy);
    if (published)
        requireOwn(published->policy);
    const NameInRedis token = nameInRedis(terminal, options.token, published);
    Change change{ResetIntent{}, {}, {}, {}, options.reason};
    for (const Algorithm& algorithm : algorithms())
        if (options.algorithm.empty() || options.algorithm == algorithm.name)
            change.subjects.push_back(stateSubject(token.text(), options.policy, algorithm));
    if (!published && !haveKeys(terminal.server(), change.subjects))
        requirePublished(terminal.server(), options.policy,
                         fmt::format("and {} has no state under that name", printable(token.text())));
    std::optional<UsedChange> used;
    if (published && (options.algorithm.empty() || options.algorithm == published->policy.algorithm))
        used = usedIfReadable(terminal, token, published->policy);
    if (used && used->before > 0)
        Terminal::note(usedChangeText(*used));
    if (options.key.dryRun) {
        std::erase_if(change.subjects, [&](const Subject& subject) {
            return !haveKeys(terminal.server(), {&subject, 1});
        });
        if (change.subjects.empty())
            Terminal::note("there is nothing to change");
        printCommands(terminal, preview(change), usedChangeJson(used));
        return Done;
    }
    const bool was = make(terminal, change).changed > 0;
    terminal.print(
        {{"token", printable(token.text())}, {"policy", printable(options.policy)}, {"had_state", was}},
        fmt::format("{} under {} {}", printable(token.text()), printable(options.policy),
                    was ? "is reset" : "had nothing to reset"));
    return Done;
}

} // namespace

void addResetCommand(CLI::App& app, Terminal& terminal)
{
    addCommand<ResetOptions>(app, terminal, "reset", "Forget a token's state under a policy", declareReset,
                             reset);
}

} // namespace ratewarden::ctl
