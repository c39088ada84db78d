// SPDX-License-Identifier: GPL-3.0-or-later
// ratewarden-ctl: decisions, blocks, resets and policies from the terminal.
#include "app/ctl/cluster_note.h"
#include "app/ctl/output.h"
#include "app/ctl/policy_commands.h"
#include "core/admin/blocks.h"
#include "core/admin/overrides.h"
#include "core/algorithms/algorithm.h"
#include "core/limiter/decision_call.h"
#include "core/limiter/redis_rate_limiter.h"
#include "core/limiter/token_hash.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/policies/policy_store.h"
#include "core/redis/connection.h"
#include "core/redis/script.h"

#include <CLI/CLI.hpp>
#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <set>

using namespace ratewarden;
using namespace ratewarden::ctl;

namespace {

/// The announced policy where it only adds to the command line; one that cannot be read is passed over with a
/// note.
std::optional<Policy> announcedIfReadable(Server& server, const std::string& name)
{
    try {
        return findPolicy(server, name);
    } catch (const BadPolicy& error) {
        fmt::print(stderr, "note: {}\n", error.what());
        return std::nullopt;
    }
}

/// The policy that the command line means: with --rules the one given there, else the one announced on the
/// server.
Policy resolvePolicy(Server& server, const Options& options)
{
    if (!options.rules.empty()) {
        Policy policy{options.policy, options.algorithm, parseRules(options.rules)};
        if (policy.algorithm.empty())
            policy.algorithm = algorithms().front().name;
        // With other rules it is still the same policy: what it keeps from Redis stays away from there.
        const std::optional<Policy> announced = announcedIfReadable(server, options.policy);
        policy.hashTokens = options.hashTokens || (announced && announced->hashTokens);
        policy.counters = options.counters || (announced && announced->counters);
        return policy;
    }
    const std::optional<Policy> announced = findPolicy(server, options.policy);
    if (!announced)
        throw BadPolicy(
            fmt::format("no policy \"{}\" is announced on {}; give its rules, as in --rules \"1/s + 20/min\"",
                        printable(options.policy), server.where()));
    if (!options.algorithm.empty() && options.algorithm != announced->algorithm)
        throw BadPolicy(
            fmt::format("the policy \"{}\" is announced with the algorithm {}; to use {}, give --rules too",
                        printable(options.policy), announced->algorithm, printable(options.algorithm)));
    return *announced;
}

/// The token as Redis knows it. A hash as the console shows it is taken as it is.
std::string nameInRedis(const std::string& token, bool hashed)
{
    return hashed && !isHashedToken(token) ? hashedToken(token) : token;
}

/// The same where only the policy's name is known: as the announced one has it.
std::string nameInRedis(Server& server, const Options& options)
{
    const std::optional<Policy> announced = announcedIfReadable(server, options.policy);
    return nameInRedis(options.token, options.hashTokens || (announced && announced->hashTokens));
}

std::string leftUnderEachRule(const Decision& decision)
{
    std::string text;
    for (const RuleUsage& usage : decision.usage)
        text += fmt::format("{}{} of {} left under {}", text.empty() ? "" : ", ", usage.remaining(),
                            usage.rule.capacity(), notation(usage.rule));
    return decision.overridden ? text + ", by rules of its own" : text;
}

std::string sentence(const Decision& decision, const std::optional<Block>& block, const Options& options)
{
    switch (decision.verdict) {
    case Verdict::Allowed:
        return fmt::format("allowed: {}", leftUnderEachRule(decision));
    case Verdict::DeniedByRule:
        return fmt::format("denied by {}, retry in {}: {}", notation(decision.usage[*decision.rule].rule),
                           durationText(*decision.retryAfter), leftUnderEachRule(decision));
    case Verdict::NeverFits:
        return fmt::format("denied for good: a cost of {} can never pass {}", options.cost,
                           notation(decision.usage[*decision.rule].rule));
    case Verdict::RedisAway:
        return "denied, as Redis is away";
    case Verdict::Blocked:
        return fmt::format(
            "blocked {}{}",
            decision.retryAfter ? fmt::format("for another {}", durationText(*decision.retryAfter))
                                : std::string("for good"),
            block ? fmt::format(" by {}: {}", printable(block->by), printable(block->reason)) : "");
    }
    return {};
}

Json json(const Decision& decision, const std::string& token, const Policy& policy)
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
    return {{"token", printable(token)},
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

int decide(Server& server, const Options& options, Mode mode)
{
    const Policy policy = resolvePolicy(server, options);
    // Bad arguments are to be refused before anything is announced.
    decisionCommand(policy, options.token, options.cost, mode);
    const std::string token = nameInRedis(options.token, policy.hashTokens);
    Policy ofNames = policy;
    ofNames.hashTokens = false;
    RedisRateLimiter limiter(server, ofNames);
    if (mode == Mode::Acquire && !options.rules.empty())
        if (const auto announced = announcePolicy(server, policy))
            fmt::print(stderr,
                       "note: \"{}\" is announced as {} with {}; your rules are used for this request only\n",
                       printable(policy.name), announced->algorithm, notation(announced->rules));
    const Decision decision = limiter.decide(token, options.cost, mode);
    if (mode == Mode::GiveBack) {
        print(options, json(decision, token, policy),
              fmt::format("given back: {}", leftUnderEachRule(decision)));
        return Done;
    }
    std::optional<Block> block;
    if (decision.verdict == Verdict::Blocked && !options.json) {
        try {
            block = findBlock(server, token);
        } catch (const Error& error) { // the decision stands without its reason
            fmt::print(stderr, "note: why cannot be read: {}\n", error.what());
        }
    }
    print(options, json(decision, token, policy), sentence(decision, block, options));
    return decision.allowed() ? Done : Denied;
}

int block(Server& server, const Options& options)
{
    BlockRequest request{nameInRedis(options.token, options.hashTokens), std::nullopt, options.reason,
                         options.by};
    if (options.duration != "ever")
        request.duration = parseDuration(options.duration);
    const Block made = blockToken(server, request);
    const Json until = orNull(made.until);
    print(options, {{"token", printable(made.token)}, {"blocked", true}, {"until_us", until}},
          fmt::format("blocked {} {}", printable(made.token), untilText(made.until)));
    return Done;
}

int unblock(Server& server, const Options& options)
{
    const std::string token = nameInRedis(options.token, options.hashTokens);
    const bool was = unblockToken(server, token);
    print(options, {{"token", printable(token)}, {"was_blocked", was}},
          fmt::format("{} {}", printable(token), was ? "is no longer blocked" : "was not blocked"));
    return Done;
}

int reset(Server& server, const Options& options)
{
    // Only the keys' names are needed, so that a policy can be reset without its rules; whichever algorithm
    // it has.
    if (!options.algorithm.empty())
        algorithmNamed(options.algorithm); // refuses one that there is not
    const std::string token = nameInRedis(server, options);
    bool was = false;
    for (const Algorithm& algorithm : algorithms())
        if (options.algorithm.empty() || options.algorithm == algorithm.name) {
            const Policy policy{options.policy, std::string(algorithm.name), {}};
            was |= server.call(resetCommand(policy, token)).view().integer() > 0;
        }
    print(options, {{"token", printable(token)}, {"policy", printable(options.policy)}, {"had_state", was}},
          fmt::format("{} under {} {}", printable(token), printable(options.policy),
                      was ? "is reset" : "had nothing to reset"));
    return Done;
}

/// Prints what a scan for blocks, or overrides, comes by. `json` and `sentence` tell of one.
template <class Page, class Entry>
int list(Server& server, const Options& options, Page (*scan)(Server&, const std::string&, std::int64_t),
         std::vector<Entry> Page::*entries, Json (*json)(const Entry&), std::string (*sentence)(const Entry&),
         const char* none)
{
    constexpr std::int64_t keysAtOnce = 500;
    Json all = Json::array();
    std::set<std::string> seen; // a scan may come by a key twice
    std::string cursor = "0";
    do {
        const Page page = scan(server, cursor, keysAtOnce);
        for (const Entry& entry : page.*entries) {
            const Json told = json(entry);
            if (!seen.insert(told.dump()).second)
                continue;
            if (!options.json)
                fmt::print("{}\n", sentence(entry));
            all.push_back(told);
        }
        cursor = page.cursor;
    } while (cursor != "0");
    if (options.json)
        fmt::print("{}\n", all.dump());
    else if (all.empty())
        fmt::print("{}\n", none);
    return Done;
}

int blocks(Server& server, const Options& options)
{
    return list<BlockPage, Block>(
        server, options, scanBlocks, &BlockPage::blocks,
        [](const Block& block) -> Json {
            return {{"token", printable(block.token)},
                    {"since_us", block.since.time_since_epoch().count()},
                    {"until_us", orNull(block.until)},
                    {"by", printable(block.by)},
                    {"reason", printable(block.reason)}};
        },
        [](const Block& block) {
            return fmt::format("{}  {}, by {}: {}", printable(block.token), untilText(block.until),
                               printable(block.by), printable(block.reason));
        },
        "no token is blocked");
}

int overrides(Server& server, const Options& options)
{
    return list<OverridePage, Override>(
        server, options, scanOverrides, &OverridePage::overrides,
        [](const Override& found) -> Json {
            return {{"token", printable(found.token)},  {"policy", printable(found.policy)},
                    {"rules", notation(found.rules)},   {"since_us", found.since.time_since_epoch().count()},
                    {"until_us", orNull(found.until)},  {"by", printable(found.by)},
                    {"reason", printable(found.reason)}};
        },
        [](const Override& found) {
            return fmt::format("{}  {} under {}, {}, by {}: {}", printable(found.token),
                               notation(found.rules), printable(found.policy), untilText(found.until),
                               printable(found.by), printable(found.reason));
        },
        "no token has rules of its own");
}

int override(Server& server, const Options& options)
{
    const std::string token = nameInRedis(server, options);
    const std::string whom = fmt::format("{} under {}", printable(token), printable(options.policy));
    Json json{{"token", printable(token)}, {"policy", printable(options.policy)}};
    if (options.lift) {
        const bool was = liftOverride(server, token, options.policy);
        json["was_overridden"] = was;
        print(options, json,
              fmt::format("{} {}", whom, was ? "obeys the policy's rules again" : "had no rules of its own"));
        return Done;
    }
    if (options.rules.empty() || options.duration.empty() || options.reason.empty())
        throw BadPolicy("an override needs --rules, --for and --reason; to take one away: --lift");
    OverrideRequest request{token,        options.policy, parseRules(options.rules),
                            std::nullopt, options.reason, options.by};
    if (options.duration != "ever")
        request.duration = parseDuration(options.duration);
    const Override made = overrideToken(server, request);
    json["rules"] = notation(made.rules);
    json["until_us"] = orNull(made.until);
    print(options, json, fmt::format("{} obeys {} {}", whom, notation(made.rules), untilText(made.until)));
    return Done;
}

int script(const Options& options)
{
    if (options.script.empty()) {
        for (const Script& known : embeddedScripts())
            fmt::print("{}  {}\n", known.sha, known.name);
        return Done;
    }
    const auto found = std::ranges::find(embeddedScripts(), options.script, &Script::name);
    if (found == embeddedScripts().end())
        throw BadPolicy(fmt::format("there is no script \"{}\"; ratewarden-ctl script lists them",
                                    printable(options.script)));
    fmt::print("{}", options.sha ? found->sha + "\n" : found->text);
    return Done;
}

CLI::App* addCommand(CLI::App& app, const char* name, const char* help, Options& options)
{
    CLI::App* const command = app.add_subcommand(name, help);
    command->add_option("token", options.token, "Whose quota is meant: a user, an IP, an access token")
        ->required();
    return command;
}

void addPolicyOptions(CLI::App* command, Options& options, bool decides)
{
    const std::string help =
        decides ? "; else the announced policy's, else the first of these" : "; else whichever it has";
    command->add_option("--policy", options.policy, "The policy's name")->capture_default_str();
    std::string names;
    for (const Algorithm& algorithm : algorithms())
        names += (names.empty() ? "" : ", ") + std::string(algorithm.name);
    command->add_option("--algorithm", options.algorithm, "One of " + names + help);
    if (!decides)
        return;
    command->add_option("--rules", options.rules,
                        "\"1/s + 20/min + 200/h\"; else those of the announced policy");
    command->add_flag("--count", options.counters,
                      "With --rules: keep counts of allowed and denied requests in Redis");
    command->add_option("--cost", options.cost, "Units that the request takes")->capture_default_str();
}

void addControlOptions(CLI::App* command, Options& options, bool required)
{
    command->add_option("--for", options.duration, "How long: 15m, 24h, 7d, or ever")->required(required);
    command->add_option("--reason", options.reason, "Why; shown wherever the token is shown")
        ->required(required);
    command->add_option("--by", options.by, "Who does it")->capture_default_str();
}

int run(int argc, char** argv)
{
    Options options;
    options.by = loginName();
    CLI::App app(
        "Ask rate limiters in Redis for decisions; block, reset and override tokens; publish policies.\n",
        "ratewarden-ctl");
    app.set_version_flag("--version", RATEWARDEN_VERSION);
    app.require_subcommand(1);
    app.fallthrough(); // the options of all commands may stand behind a command, too
    app.add_option("--redis", options.redis,
                   "redis://[user[:password]@]host[:port][/db] or unix:///path[?db=n]")
        ->envname("RATEWARDEN_REDIS")
        ->capture_default_str();
    app.add_flag("--hash-tokens", options.hashTokens,
                 "Redis knows only the SHA-256 of tokens; an announced policy says so itself");
    app.add_flag("--json", options.json, "Print one line of JSON");
    app.footer(
        "Exit codes: 0 allowed or done, 1 denied, 2 wrong usage, 3 Redis unavailable or refusing.\n"
        "A password that is not in the URL is taken from RATEWARDEN_REDIS_PASSWORD.\n\n"
        "Examples:\n"
        "  ratewarden-ctl check user:42 --policy api --rules \"1/s + 20/min\"\n"
        "  ratewarden-ctl peek user:42 --policy api\n"
        "  ratewarden-ctl block ip:203.0.113.7 --for 24h --reason \"scraping\"\n"
        "  ratewarden-ctl override user:42 --policy api --rules \"100/min\" --for 7d --reason \"migration\"\n"
        "  ratewarden-ctl policy publish api.json --reason \"twice as many for partners\"");

    CLI::App* const check =
        addCommand(app, "check", "Let a request pass if every rule has room, and charge it", options);
    addPolicyOptions(check, options, true);
    CLI::App* const peek = addCommand(app, "peek", "Say what check would, and change nothing", options);
    addPolicyOptions(peek, options, true);
    CLI::App* const givesBack =
        addCommand(app, "give-back", "Take back what was charged last, as far as there is so much", options);
    addPolicyOptions(givesBack, options, true);
    CLI::App* const resets =
        addCommand(app, "reset", "Forget a token's window state under a policy", options);
    addPolicyOptions(resets, options, false);
    CLI::App* const blocksOne = addCommand(app, "block", "Refuse a token under every policy", options);
    addControlOptions(blocksOne, options, true);
    CLI::App* const unblocks = addCommand(app, "unblock", "Lift a token's block", options);
    CLI::App* const listsBlocks = app.add_subcommand("blocks", "List the tokens that are blocked");
    CLI::App* const listsOverrides =
        app.add_subcommand("overrides", "List the tokens that have rules of their own");
    CLI::App* const overridesOne =
        addCommand(app, "override", "Give a token rules of its own under a policy", options);
    overridesOne->add_option("--policy", options.policy, "The policy's name")->capture_default_str();
    overridesOne->add_option("--rules", options.rules, "The token's own rules: \"100/min\"");
    overridesOne->add_flag("--lift", options.lift, "Take the token's own rules away");
    addControlOptions(overridesOne, options, false);
    CLI::App* const scripts =
        app.add_subcommand("script", "Print a Lua script as Redis gets it, for clients in other languages");
    scripts->add_option("name", options.script, "Which; without it the scripts are listed with their SHA-1");
    scripts->add_flag("--sha", options.sha, "Print its SHA-1 instead");
    PolicyCommands policies(app, options);

    try {
        app.parse(argc, argv);
    } catch (const CLI::ParseError& error) {
        return app.exit(error) == 0 ? Done : WrongUsage;
    }
    try {
        if (*scripts)
            return script(options);
        std::optional<Connection> opened;
        const auto connect = [&]() -> Server& {
            Server& server = opened.emplace(withPasswordFromEnvironment(parseEndpoint(options.redis)),
                                            Timeouts(), "ratewarden-ctl");
            noteIfClusterNode(server);
            return server;
        };
        if (policies.asked())
            return policies.run(connect);
        Server& server = connect();
        if (*check)
            return decide(server, options, Mode::Acquire);
        if (*peek)
            return decide(server, options, Mode::Peek);
        if (*givesBack)
            return decide(server, options, Mode::GiveBack);
        if (*blocksOne)
            return block(server, options);
        if (*listsBlocks)
            return blocks(server, options);
        if (*listsOverrides)
            return overrides(server, options);
        if (*overridesOne)
            return override(server, options);
        if (*unblocks)
            return unblock(server, options);
        if (*resets)
            return reset(server, options);
        return WrongUsage;
    } catch (const BadPolicy& error) {
        fmt::print(stderr, "ratewarden-ctl: {}\n", error.what());
        return WrongUsage;
    } catch (const Error& error) {
        fmt::print(stderr, "ratewarden-ctl: {}\n", error.what());
        return RedisFailed;
    }
}

} // namespace

int main(int argc, char** argv)
{
    try {
        return run(argc, argv);
    } catch (const std::exception& error) { // out of memory, or standard output is gone
        std::fprintf(stderr, "ratewarden-ctl: %s\n", error.what());
        return RedisFailed;
    }
}
