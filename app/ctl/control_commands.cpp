// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/key_commands.h"
#include "app/ctl/tokens.h"
#include "core/admin/blocks.h"
#include "core/admin/policy_of.h"
#include "core/formats/own/ratewarden_control.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

namespace ratewarden::ctl {
namespace {

/// When what the change has made ends; empty: never.
std::optional<Instant> endOfMade(const ChangeOutcome& made)
{
    return endOf(made.undoable.at(0).before.until);
}

/// How long, why, and by whom.
struct ControlOptions {
    std::string duration;
    std::string reason;
    std::string by;

    /// Empty: for good.
    std::optional<Micros> lasts() const
    {
        return duration == "forever" || duration == "ever" ? std::nullopt
                                                           : std::optional(parseDuration(duration));
    }
};

void declareControl(CLI::App& command, ControlOptions& options, bool required)
{
    command.add_option("--for", options.duration, "How long: 15m, 24h, 7d; \"forever\": until it is lifted")
        ->required(required);
    command.add_option("--reason", options.reason, "Why; shown wherever the token is shown")
        ->required(required);
    addAuthorOption(command, options.by);
}

struct BlockOptions {
    std::string token;
    KeyOptions key;
    ControlOptions control;
};

/// A user who may not read it blocks all the same.
std::optional<Block> blockIfReadable(Server& server, RedisToken token)
{
    try {
        return findBlock(server, token.text());
    } catch (const Unavailable&) {
        throw;
    } catch (const Error&) {
        return std::nullopt;
    }
}

/// The block is made all the same: the token's first request may be to come.
void noteWhoIgnoresTheBlock(Server& server, RedisToken token)
{
    const PolicyBook book = policiesIfAllowed(server);
    Command states{"EXISTS"};
    bool hasOwn = false;
    for (const auto& [name, policy] : book.policies) {
        if (!policy.format.empty())
            continue;
        if (policy.hashTokens && !isHashedToken(token.text()) && !isCandidate(name))
            Terminal::note(
                fmt::format("limiters under the policy \"{}\" know tokens by their hashes, and do not "
                            "see this block; --hash-tokens blocks the hash",
                            printable(name)));
        hasOwn = true;
        states.add(stateKey(token, name, algorithmNamed(policy.algorithm)));
    }
    if (hasOwn && server.call(states).view().integer() == 0)
        Terminal::note("this token has no state under a published policy. Only Ratewarden's limiters obey "
                       "this block; for a key of another limiter use --key");
}

Exit block(Terminal& terminal, const BlockOptions& options)
{
    if (isOfKey(options.token, options.key))
        return changeKey(terminal, options.key, options.token, BlockIntent{options.control.lasts(), {}, {}},
                         options.control.by, options.control.reason, "is blocked");
    const NameInRedis token = nameInRedis(options.token, terminal.hashesTokens());
    const std::optional<Block> former = blockIfReadable(terminal.server(), token);
    const ChangeOutcome made = make(terminal, {BlockIntent{options.control.lasts(), {}, {}},
                                               {controlSubject(token.text())},
                                               {},
                                               options.control.by,
                                               options.control.reason});
    if (former)
        Terminal::note(fmt::format("this replaces the block {} by {}: {}", untilText(former->until),
                                   printable(former->by), printable(former->reason)));
    terminal.print(
        {{"token", printable(token.text())}, {"blocked", true}, {"until_us", orNull(endOfMade(made))}},
        fmt::format("blocked {} {}", printable(token.text()), untilText(endOfMade(made))));
    try {
        noteWhoIgnoresTheBlock(terminal.server(), token);
    } catch (const Error&) { // who may not look, or finds rubbish there, has blocked the token all the same
    }
    return Done;
}

struct UnblockOptions {
    std::string token;
    KeyOptions key;
    std::string reason;
};

Exit unblock(Terminal& terminal, const UnblockOptions& options)
{
    if (isOfKey(options.token, options.key))
        return changeKey(terminal, options.key, options.token, UnblockIntent{}, {}, options.reason,
                         "is unblocked; what it had used is forgotten");
    const NameInRedis token = nameInRedis(options.token, terminal.hashesTokens());
    const bool was =
        make(terminal, {UnblockIntent{}, {controlSubject(token.text())}, {}, {}, options.reason}).changed > 0;
    terminal.print(
        {{"token", printable(token.text())}, {"was_blocked", was}},
        fmt::format("{} {}", printable(token.text()), was ? "is no longer blocked" : "was not blocked"));
    return Done;
}

struct OverrideOptions {
    std::string token;
    std::string policy = "default";
    std::string rules;
    bool lift = false;
    bool force = false;
    ControlOptions control;
};

Exit override(Terminal& terminal, const OverrideOptions& options)
{
    if (!options.lift &&
        (options.rules.empty() || options.control.duration.empty() || options.control.reason.empty()))
        throw InvalidArgument("an override needs --rules, --for and --reason; to lift one: --lift");
    if (options.lift && (!options.rules.empty() || !options.control.duration.empty() || options.force))
        throw InvalidArgument("--lift removes the override: leave out --rules, --for and --force, or --lift");
    Server& server = terminal.server();
    const std::optional<PublishedPolicy> published = publishedIfReadable(server, options.policy);
    if (published && !options.lift) // one that was made by mistake can be lifted
        requireOwn(published->policy);
    const NameInRedis token = nameInRedis(terminal, options.token, published);
    const std::string whom = fmt::format("{} under {}", printable(token.text()), printable(options.policy));
    Json json{{"token", printable(token.text())}, {"policy", printable(options.policy)}};
    if (options.lift) {
        const bool was = make(terminal, {LiftOverrideIntent{},
                                         {controlSubject(token.text(), options.policy)},
                                         {},
                                         options.control.by,
                                         options.control.reason})
                             .changed > 0;
        json["was_overridden"] = was;
        terminal.print(json, fmt::format("{}{}", whom, was ? ": override removed" : " had no override"));
        return Done;
    }
    const std::vector<Rule> rules = parseRules(options.rules);
    Change change{OverrideIntent{rules, options.control.lasts(), {}, {}},
                  {controlSubject(token.text(), options.policy)},
                  {},
                  options.control.by,
                  options.control.reason};
    if (published && !options.force) // whose algorithm has to take the rules
        change.policies.emplace(options.policy, published->policy);
    preview(change);                  // refuses what is invalid before anything is changed
    if (!published && !options.force) // else no limiter might ever look for the override
        requirePublished(server, options.policy, "if a limiter uses that name anyway, give --force");
    const ChangeOutcome made = make(terminal, change);
    json["rules"] = notation(rules);
    json["until_us"] = orNull(endOfMade(made));
    terminal.print(json, fmt::format("{} obeys {} {}", whom, notation(rules), untilText(endOfMade(made))));
    return Done;
}

} // namespace

void addControlCommands(CLI::App& app, Terminal& terminal)
{
    addCommand<BlockOptions>(
        app, terminal, "block", "Deny a token under every policy, or the key of another limiter",
        [](CLI::App& command, BlockOptions& options) {
            requireOneToken(command, declareKey(command, options.token, options.key));
            declareControl(command, options.control, true);
        },
        block);
    addCommand<UnblockOptions>(
        app, terminal, "unblock", "Lift a token's block",
        [](CLI::App& command, UnblockOptions& options) {
            declareKey(command, options.token, options.key);
            command.add_option("--reason", options.reason, "Why; for the audit trail");
        },
        unblock);
    addCommand<OverrideOptions>(
        app, terminal, "override", "Give a token other rules than its policy's",
        [](CLI::App& command, OverrideOptions& options) {
            addTokenOption(command, options.token);
            addPolicyOption(command, options.policy);
            command.add_option("--rules", options.rules, "The rules of the override: \"100/min\"");
            declareControl(command, options.control, false);
            command.add_flag("--lift", options.lift, "Remove the override");
            command.add_flag("--force", options.force, "Also override under a policy that is not published");
        },
        override);
}

} // namespace ratewarden::ctl
