// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/decision_text.h"
#include "app/ctl/escapes.h"
#include "app/ctl/key_commands.h"
#include "app/ctl/tokens.h"
#include "core/algorithms/algorithm.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/limiter/decision_call.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/policies/published_rate_limiter.h"

#include <fmt/format.h>

#include <algorithm>
#include <variant>

namespace ratewarden::ctl {
namespace {

struct DecisionOptions {
    std::string token;
    std::string policy = "default";
    std::string algorithm;
    std::string rules;
    bool counters = false;
    bool publish = false; // of check alone
    std::string note;     // likewise
    bool reserve = false; // likewise
    std::string holder;   // likewise
    KeyOptions key;       // of charge and give-back; its rules are the ones above
    Units cost = 1;
    std::string reservation; // of settle alone
};

void declareDecision(CLI::App& command, DecisionOptions& options)
{
    addTokenOption(command, options.token);
    addPolicyOption(command, options.policy);
    addAlgorithmOption(command, options.algorithm, "the published policy's, else the first of these");
    auto* const rules = command.add_option("--rules", options.rules,
                                           "\"1/s + 20/min + 200/h\"; else those of the published policy");
    refuseEmpty(*rules);
    command
        .add_flag("--count", options.counters,
                  "With --rules: keep counts of allowed and denied requests in Redis")
        ->needs(rules);
    command.add_option("--cost", options.cost, "Units that the request takes")
        ->check(CLI::Range(Units(0), maxUnits))
        ->capture_default_str();
}

/// What the command line means: the published policy, as a limiter that follows it would use it, or with
/// --rules the same with these rules.
struct Meant {
    PublishedPolicy policy;
    std::optional<PublishedPolicy> published; ///< of that name
};

Meant resolve(Terminal& terminal, const DecisionOptions& options)
{
    Server& server = terminal.server();
    if (!options.rules.empty()) {
        Meant meant{{}, publishedIfReadable(server, options.policy)};
        // With other rules it is still the same policy, in its mode: what it keeps from Redis stays away from
        // there.
        if (meant.published)
            meant.policy = *meant.published;
        Policy& policy = meant.policy.policy;
        requireOwn(policy);
        meant.policy.ruleNames.clear();
        policy.name = options.policy;
        policy.rules = parseRules(options.rules);
        if (!options.algorithm.empty())
            policy.algorithm = options.algorithm;
        else if (!meant.published)
            policy.algorithm = algorithms().front().name;
        policy.hashTokens = policy.hashTokens || terminal.hashesTokens();
        policy.counters = policy.counters || options.counters;
        return meant;
    }
    std::optional<PublishedPolicy> published = findPublished(server, options.policy);
    if (!published)
        throw InvalidArgument(
            noSuchPolicy(server, options.policy, "give its rules, as in --rules \"1/s + 20/min\""));
    requireOwn(published->policy);
    if (!options.algorithm.empty() && options.algorithm != published->policy.algorithm)
        throw InvalidArgument(fmt::format(
            "the policy \"{}\" is published with the algorithm {}; to use {}, give --rules too",
            printable(options.policy), published->policy.algorithm, printable(options.algorithm)));
    return {*published, published};
}

/// The same, with what is settled by.
Exit tellReserved(Terminal& terminal, const Decision& decision, RedisToken token,
                  const PublishedPolicy& policy, Units cost)
{
    if (!decision.chargedAt) {
        if (decision.allowed())
            Terminal::note("nothing was charged, so there is nothing to settle");
        return tell(terminal, decision, token, policy, cost);
    }
    const std::string reservation = reservationText(*decision.chargedAt, cost);
    Json object = json(decision, token, policy, std::nullopt);
    object["reservation"] = reservation;
    terminal.print(object, fmt::format("{}\nreservation: {}", sentence(decision, policy, std::nullopt, cost),
                                       reservation));
    return Done;
}

Exit peek(Terminal& terminal, const DecisionOptions& options)
{
    const PublishedPolicy policy = resolve(terminal, options).policy;
    const NameInRedis token = nameInRedis(options.token, policy.policy.hashTokens);
    decisionCommand(policy.policy, token, options.cost, Mode::Peek); // refuses bad arguments
    const Decision decision =
        inMode(lookAt(terminal, token, policy.policy, costInMode(options.cost, policy.mode)), policy.mode);
    return tell(terminal, decision, token, policy, options.cost);
}

/// Whether a name that is not published is nearly one that is. Of short names, most are.
bool looksMistyped(Server& server, const std::string& policy)
{
    constexpr std::size_t longEnough = 4;
    return policy.size() >= longEnough && !nearPolicies(server, policy).empty();
}

/// Charges units, or gives them back, under the key of another limiter, which has no policy of ours.
Exit changeOther(Terminal& terminal, const DecisionOptions& options, const Intent& intent, const char* done)
{
    if (options.policy != DecisionOptions().policy || !options.algorithm.empty() || options.counters)
        throw InvalidArgument("leave out --policy, --algorithm and --count: --key says which state it is");
    KeyOptions key = options.key;
    key.rules = options.rules;
    return changeKey(terminal, key, options.token, intent, {}, {},
                     fmt::format("has {} {}", options.cost, done));
}

/// Charges units, or gives them back, as no request: nothing is counted.
Exit change(Terminal& terminal, const DecisionOptions& options, const Intent& intent, const char* done)
{
    KeyOptions key = options.key;
    key.dryRun = false; // which goes with a token as well
    if (isOfKey(options.token, key))
        return changeOther(terminal, options, intent, done);
    const Meant meant = resolve(terminal, options);
    const Policy& policy = meant.policy.policy;
    const NameInRedis token = nameInRedis(options.token, policy.hashTokens);
    decisionCommand(policy, token, options.cost, Mode::Peek); // refuses bad arguments
    const Subject subject = stateSubject(token.text(), policy);
    Server& server = terminal.server();
    if (!meant.published && looksMistyped(server, policy.name) && !haveKeys(server, {&subject, 1}))
        throw InvalidArgument(
            noSuchPolicy(server, policy.name,
                         fmt::format("and {} has no state under that name", printable(token.text()))));
    const Change wanted{intent, {subject}, {{policy.name, policy}}, {}, {}};
    const bool charges = std::holds_alternative<ChargeIntent>(intent);
    std::optional<UsedChange> used = usedIfReadable(terminal, token, policy);
    if (used)
        used->after = charges ? used->before + double(options.cost)
                              : std::max(0.0, used->before - double(options.cost));
    if (options.key.dryRun && charges)
        if (const Decision decision = lookAt(terminal, token, policy, options.cost); !decision.allowed())
            return tell(terminal, decision, token, meant.policy, options.cost);
    if (used && (!charges || used->after <= double(*used->limit)))
        Terminal::note(usedChangeText(*used));
    if (options.key.dryRun) {
        printCommands(terminal, preview(wanted), usedChangeJson(used));
        return Done;
    }
    const ChangeOutcome made = make(terminal, wanted);
    if (made.denied)
        return tell(terminal, *made.denied, token, meant.policy, options.cost);
    const Decision decision = lookAt(terminal, token, policy, 0);
    const bool isNothing = made.changed == 0 && options.cost > 0; // was charged that could be given back
    terminal.print(
        json(decision, token, meant.policy, std::nullopt),
        fmt::format("{}: {}", isNothing ? "nothing was charged" : done, leftUnderEachRule(decision, policy)));
    return Done;
}

/// The first version of a policy, with the rules that are given; unless they are published already.
void publishRules(Terminal& terminal, const Meant& meant)
{
    const std::string name = printable(meant.policy.policy.name);
    if (meant.published && meant.published->policy == meant.policy.policy)
        return;
    if (meant.published)
        throw InvalidArgument(
            fmt::format("the policy \"{}\" is published already, as version {}: --publish is for a new one, "
                        "and \"ratewarden-ctl policy publish\" changes one",
                        name, meant.published->version));
    const Publishing made =
        make(terminal, {PublishIntent{meant.policy, {}}, {}, {}, {}, "published by check --publish"})
            .publishing.value();
    if (!made.published && made.occupied && !made.other)
        throw InvalidArgument(
            fmt::format("the policy \"{}\" is not published: what is there under that name cannot be read, "
                        "and \"ratewarden-ctl policy publish --force\" replaces it",
                        name));
    if (!made.published)
        throw InvalidArgument(fmt::format(
            "the policy \"{}\" is not published: version {} was published in between", name, made.version));
    Terminal::note(fmt::format("the policy \"{}\" is published, as version {}", name, made.version));
}

Exit checkToken(Terminal& terminal, const DecisionOptions& options)
{
    if (options.reserve && options.cost == 0)
        throw InvalidArgument("--reserve takes at least one unit: of none there is nothing to settle");
    if (options.publish && options.rules.empty())
        throw InvalidArgument("--publish goes with --rules: it publishes them under the policy's name");
    const Meant meant = resolve(terminal, options);
    const PublishedPolicy& policy = meant.policy;
    const NameInRedis token = nameInRedis(options.token, policy.policy.hashTokens);
    // Bad arguments are to be refused before anything is published.
    if (!options.holder.empty() && std::ranges::none_of(policy.policy.rules, &Rule::atOnce))
        throw InvalidArgument(fmt::format("--holder is for a slot, and {} counts no requests at once",
                                          notation(policy.policy.rules)));
    decisionCommand(policy.policy, token, options.cost, Mode::Acquire, {.holder = options.holder});
    PublishedRateLimiter limiter(terminal.server(), policy);
    if (options.publish)
        publishRules(terminal, meant);
    else if (meant.published && meant.published->policy != policy.policy)
        Terminal::note(
            fmt::format("\"{}\" is published as {} with {}; your rules are used for this request only",
                        printable(options.policy), meant.published->policy.algorithm,
                        notation(meant.published->policy.rules)));
    const RedisRequest request{token, options.cost, options.note, options.holder};
    if (options.reserve)
        return tellReserved(terminal, limiter.decide(request, Mode::Reserve), token, policy, options.cost);
    return tell(terminal, limiter.decide(request, Mode::Acquire), token, policy, options.cost);
}

Exit settle(Terminal& terminal, const DecisionOptions& options)
{
    Settlement settlement = parseReservation(options.reservation);
    settlement.actual = options.cost;
    const PublishedPolicy policy = resolve(terminal, options).policy;
    const NameInRedis token = nameInRedis(options.token, policy.policy.hashTokens);
    Server& server = terminal.server();
    const Reply reply = server.call(settleCommand(policy.policy, token, settlement));
    const Decision decision = readSettled(reply.view(), policy.policy, token, server.where());
    Json object = json(decision, token, policy, blockBehind(terminal, decision, token));
    object["settled_rules"] = decision.settledRules;
    const std::string rules =
        decision.settledRules == int(decision.usage.size())
            ? ""
            : fmt::format(" under {} of {} rules", decision.settledRules, decision.usage.size());
    terminal.print(object, fmt::format("{}: {}",
                                       decision.settledRules > 0
                                           ? "settled" + rules
                                           : "nothing to settle: it no longer counts, or was settled before",
                                       leftUnderEachRule(decision, policy.policy)));
    return decision.settledRules > 0 ? Done : Denied;
}

} // namespace

void addDecisionCommands(CLI::App& app, Terminal& terminal)
{
    addCommand<DecisionOptions>(
        app, terminal, "check",
        "Allow a request if every rule has room, and charge it; as a limiter that follows the policy does",
        [](CLI::App& command, DecisionOptions& options) {
            declareDecision(command, options);
            command.add_flag("--publish", options.publish,
                             "With --rules: publish them as the first version of the policy");
            CLI::Option& note = *command.add_option(
                "--note", options.note,
                "What to find the denial by, where the policy has denials remembered: a request's id");
            takeEscapes(command, note);
            command.add_flag("--reserve", options.reserve,
                             "Print what to settle it by, once its true cost is known: see settle");
            CLI::Option& holder = *command.add_option(
                "--holder", options.holder,
                "Whose request it is, to be listed with the slot that it takes: a job's id; see slots");
            takeEscapes(command, holder);
        },
        checkToken);
    addCommand<DecisionOptions>(
        app, terminal, "settle",
        "Give what was reserved by check --reserve its true cost: --cost, above the limit if need be",
        [](CLI::App& command, DecisionOptions& options) {
            declareDecision(command, options);
            command.get_option("--cost")->required();
            command.add_option("reservation", options.reservation, "As check --reserve has printed it")
                ->required();
        },
        settle);
    addCommand<DecisionOptions>(app, terminal, "peek", "Show what check would answer, and change nothing",
                                declareDecision, peek);
    const auto addChange = [&](const char* name, const char* help, auto run) {
        addCommand<DecisionOptions>(
            app, terminal, name, help,
            [](CLI::App& command, DecisionOptions& options) {
                declareDecision(command, options);
                command.get_option("token")->required(false);
                declareOtherKey(command, options.key);
                command.add_flag("--dry-run", options.key.dryRun, "Print the commands and change nothing");
            },
            run);
    };
    addChange(
        "charge",
        "Charge units if every rule has room, but count no request; to another limiter's --key above its "
        "limit, too",
        [](Terminal& where, const DecisionOptions& options) {
            return change(where, options, ChargeIntent{options.cost}, "charged");
        });
    addChange("give-back", "Refund units, up to what was charged",
              [](Terminal& where, const DecisionOptions& options) {
                  return change(where, options, GiveBackIntent{options.cost}, "given back");
              });
}

} // namespace ratewarden::ctl
