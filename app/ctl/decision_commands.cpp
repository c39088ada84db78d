// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/tokens.h"
#include "core/admin/blocks.h"
#include "core/algorithms/algorithm.h"
#include "core/formats/ratewarden_format.h"
#include "core/formats/reader.h"
#include "core/limiter/decision_call.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/policies/policy_store.h"

#include <fmt/format.h>

#include <array>

namespace ratewarden::ctl {
namespace {

struct DecisionOptions {
    std::string token;
    std::string policy = "default";
    std::string algorithm;
    std::string rules;
    bool counters = false;
    Units cost = 1;
};

void declare(CLI::App& command, DecisionOptions& options)
{
    addTokenOption(command, options.token);
    addPolicyOption(command, options.policy);
    addAlgorithmOption(command, options.algorithm, "the announced policy's, else the first of these");
    command.add_option("--rules", options.rules,
                       "\"1/s + 20/min + 200/h\"; else those of the announced policy");
    command.add_flag("--count", options.counters,
                     "With --rules: keep counts of allowed and denied requests in Redis");
    command.add_option("--cost", options.cost, "Units that the request takes")->capture_default_str();
}

/// The policy that the command line means: with --rules the one given there, else the one announced on the
/// server.
Policy resolvePolicy(Terminal& terminal, const DecisionOptions& options)
{
    Server& server = terminal.server();
    if (!options.rules.empty()) {
        Policy policy{options.policy, options.algorithm, parseRules(options.rules)};
        if (policy.algorithm.empty())
            policy.algorithm = algorithms().front().name;
        // With other rules it is still the same policy: what it keeps from Redis stays away from there.
        const std::optional<Policy> announced = announcedIfReadable(server, options.policy);
        policy.hashTokens = terminal.hashesTokens() || (announced && announced->hashTokens);
        policy.counters = options.counters || (announced && announced->counters);
        return policy;
    }
    const std::optional<Policy> announced = findPolicy(server, options.policy);
    if (!announced)
        throw InvalidArgument(
            fmt::format("no policy \"{}\" is announced on {}; give its rules, as in --rules \"1/s + 20/min\"",
                        printable(options.policy), server.where()));
    if (!options.algorithm.empty() && options.algorithm != announced->algorithm)
        throw InvalidArgument(
            fmt::format("the policy \"{}\" is announced with the algorithm {}; to use {}, give --rules too",
                        printable(options.policy), announced->algorithm, printable(options.algorithm)));
    return *announced;
}

std::string leftUnderEachRule(const Decision& decision)
{
    std::string text;
    for (const RuleUsage& usage : decision.usage)
        text += fmt::format("{}{} of {} left under {}", text.empty() ? "" : ", ", usage.remaining(),
                            usage.rule.capacity(), notation(usage.rule));
    return decision.overridden ? text + ", by an override" : text;
}

std::string sentence(const Decision& decision, const std::optional<Block>& block, Units cost)
{
    switch (decision.verdict) {
    case Verdict::Allowed:
        return fmt::format("allowed: {}", leftUnderEachRule(decision));
    case Verdict::DeniedByRule:
        return fmt::format("denied by {}, retry in {}: {}", notation(decision.usage[*decision.rule].rule),
                           durationText(*decision.retryAfter), leftUnderEachRule(decision));
    case Verdict::NeverFits:
        return fmt::format("denied for good: a cost of {} can never pass {}", cost,
                           notation(decision.usage[*decision.rule].rule));
    case Verdict::RedisUnreachable:
        return "denied: Redis is unreachable";
    case Verdict::Undecided:
        return fmt::format("not decided: {} is damaged", printable(decision.damagedKey));
    case Verdict::Blocked:
        return fmt::format(
            "blocked {}{}",
            decision.retryAfter ? fmt::format("for another {}", durationText(*decision.retryAfter))
                                : std::string("for good"),
            block ? fmt::format(" by {}: {}", printable(block->by), printable(block->reason)) : "");
    }
    return {};
}

Json json(const Decision& decision, RedisToken token, const Policy& policy)
{
    constexpr std::array verdicts{"allowed", "denied", "blocked", "never_fits", "redis_away"};
    Json rules = Json::array();
    for (const RuleUsage& usage : decision.usage)
        rules.push_back({{"rule", notation(usage.rule)},
                         {"limit", usage.rule.limit},
                         {"window_us", usage.rule.window.count()},
                         {"burst", usage.rule.capacity()},
                         {"used", usage.used},
                         {"remaining", usage.remaining()},
                         {"reset_after_us", usage.resetAfter.count()}});
    return {{"token", printable(token.text())},
            {"policy", printable(policy.name)},
            {"algorithm", policy.algorithm},
            {"allowed", decision.allowed()},
            {"verdict", verdicts.at(std::size_t(decision.verdict))},
            {"rule", decision.rule ? Json(notation(decision.usage[*decision.rule].rule)) : Json(nullptr)},
            {"retry_after_us", decision.retryAfter ? Json(decision.retryAfter->count()) : Json(nullptr)},
            {"now_us", decision.now.time_since_epoch().count()},
            {"overridden", decision.overridden},
            {"rules", rules}};
}

/// Why the token is blocked, for people; the decision stands without it.
std::optional<Block> blockBehind(Terminal& terminal, const Decision& decision, RedisToken token)
{
    if (decision.verdict != Verdict::Blocked || terminal.isJson())
        return std::nullopt;
    try {
        return findBlock(terminal.server(), token.text());
    } catch (const Error& error) {
        Terminal::note(fmt::format("the reason cannot be read: {}", error.what()));
        return std::nullopt;
    }
}

/// What a request of this cost would be answered, read without running a script: for users with the rights
/// to read alone, and on replicas.
Decision lookAt(Terminal& terminal, RedisToken token, const Policy& policy, Units cost)
{
    const Subject subject = stateSubject(token.text(), policy);
    const Reading reading =
        readSubjects(
            terminal.server(), {&subject, 1}, [&](const Subject&) { return &policy; }, cost)
            .front();
    if (!reading.decision)
        throw BadState(reading.problem);
    if (!reading.exact)
        Terminal::note("the log was not read completely; more may be used");
    return *reading.decision;
}

Exit peek(Terminal& terminal, const DecisionOptions& options)
{
    const Policy policy = resolvePolicy(terminal, options);
    const NameInRedis token = nameInRedis(options.token, policy.hashTokens);
    decisionCommand(policy, token, options.cost, Mode::Peek); // refuses bad arguments
    const Decision decision = lookAt(terminal, token, policy, options.cost);
    terminal.print(json(decision, token, policy),
                   sentence(decision, blockBehind(terminal, decision, token), options.cost));
    return decision.allowed() ? Done : Denied;
}

/// Charges units, or gives them back, as no request: nothing is counted.
Exit change(Terminal& terminal, const DecisionOptions& options, const Intent& intent, const char* done)
{
    const Policy policy = resolvePolicy(terminal, options);
    const NameInRedis token = nameInRedis(options.token, policy.hashTokens);
    decisionCommand(policy, token, options.cost, Mode::Peek); // refuses bad arguments
    const Outcome made =
        make(terminal, {intent, {stateSubject(token.text(), policy)}, {{policy.name, policy}}, {}, {}});
    if (made.denied) {
        terminal.print(json(*made.denied, token, policy),
                       sentence(*made.denied, blockBehind(terminal, *made.denied, token), options.cost));
        return Denied;
    }
    const Decision decision = lookAt(terminal, token, policy, 0);
    terminal.print(json(decision, token, policy), fmt::format("{}: {}", done, leftUnderEachRule(decision)));
    return Done;
}

Exit check(Terminal& terminal, const DecisionOptions& options)
{
    const Policy policy = resolvePolicy(terminal, options);
    const NameInRedis token = nameInRedis(options.token, policy.hashTokens);
    // Bad arguments are to be refused before anything is announced.
    decisionCommand(policy, token, options.cost, Mode::Acquire);
    RedisRateLimiter limiter(terminal.server(), policy);
    if (!options.rules.empty())
        if (const auto announced = announcePolicy(terminal.server(), policy))
            Terminal::note(
                fmt::format("\"{}\" is announced as {} with {}; your rules are used for this request only",
                            printable(policy.name), announced->algorithm, notation(announced->rules)));
    const Decision decision = limiter.decide(token, options.cost, Mode::Acquire);
    terminal.print(json(decision, token, policy),
                   sentence(decision, blockBehind(terminal, decision, token), options.cost));
    return decision.allowed() ? Done : Denied;
}

} // namespace

void addDecisionCommands(CLI::App& app, Terminal& terminal)
{
    const auto add = [&](const char* name, const char* help, auto run) {
        addCommand<DecisionOptions>(app, terminal, name, help, declare, run);
    };
    add("check", "Allow a request if every rule has room, and charge it", check);
    add("peek", "Show what check would answer, and change nothing", peek);
    add("charge", "Charge units if every rule has room, but count no request",
        [](Terminal& where, const DecisionOptions& options) {
            return change(where, options, ChargeIntent{options.cost}, "charged");
        });
    add("give-back", "Refund units, up to what was charged",
        [](Terminal& where, const DecisionOptions& options) {
            return change(where, options, GiveBackIntent{options.cost}, "given back");
        });
}

} // namespace ratewarden::ctl
