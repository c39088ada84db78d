// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/key_commands.h"
#include "app/ctl/tokens.h"
#include "core/algorithms/algorithm.h"
#include "core/formats/ratewarden_format.h"
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

void declare(CLI::App& command, ResetOptions& options)
{
    declareKey(command, options.token, options.key);
    addPolicyOption(command, options.policy);
    addAlgorithmOption(command, options.algorithm, "whichever it has");
    command.add_option("--reason", options.reason, "Why; for the audit trail");
}

/// Only the keys' names are needed, so that a policy can be reset without its rules.
Exit reset(Terminal& terminal, const ResetOptions& options)
{
    const bool isOfLimiter = isOfKey(options.token, options.key);
    if (isOfLimiter && (options.policy != ResetOptions().policy || !options.algorithm.empty()))
        throw InvalidArgument("leave out --policy and --algorithm: --key says which state is reset");
    if (isOfLimiter)
        return changeKey(terminal, options.key, ResetIntent{}, {}, options.reason, "is reset");
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
    addCommand<ResetOptions>(app, terminal, "reset", "Forget a token's state under a policy", declare, reset);
}

} // namespace ratewarden::ctl
