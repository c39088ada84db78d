// SPDX-License-Identifier: MIT
#include "core/limiter/decision_call.h"

#include "core/algorithms/algorithm.h"
#include "core/model/errors.h"
#include "core/redis/keyspace.h"

#include <fmt/format.h>

#include <array>

namespace ratewarden {
namespace {

constexpr std::size_t headerFields = 5;            // verdict, rule, retry-after, now, overridden
constexpr std::size_t fieldsPerRule = 2;           // used, reset-after
constexpr std::size_t fieldsPerOverriddenRule = 5; // and limit, window, burst

[[noreturn]] void refuse(std::string_view what, std::int64_t value)
{
    throw BadReply(fmt::format("Redis answered a decision whose {} is {}", what, value));
}

} // namespace

Command decisionCommand(const Policy& policy, std::string_view token, Units cost, Mode mode,
                        std::optional<Instant> now)
{
    validateToken(token);
    validateCost(cost);
    const Algorithm& algorithm = algorithmNamed(policy.algorithm);
    const std::array keys{stateKey(token, policy.name, algorithm), controlKey(token)};
    Command command(scriptNamed(algorithm.script), keys);
    if (now)
        command.add(now->time_since_epoch().count());
    else
        command.add("");
    command.add(cost).add(mode == Mode::Acquire ? "acquire" : "peek");
    for (const Rule& rule : policy.rules)
        command.add(rule.limit).add(rule.window.count()).add(rule.burst);
    return command;
}

Decision readDecision(ReplyView reply, const Policy& policy)
{
    Decision decision;
    const std::int64_t overridden = reply[4].integer();
    if (overridden != 0 && overridden != 1)
        refuse("override mark", overridden);
    decision.overridden = overridden == 1;
    const std::size_t perRule = decision.overridden ? fieldsPerOverriddenRule : fieldsPerRule;
    const std::size_t rules =
        decision.overridden ? (reply.size() - headerFields) / perRule : policy.rules.size();
    if (rules == 0 || reply.size() != headerFields + perRule * rules)
        throw BadReply(fmt::format("Redis answered a decision of {} fields, which fit no {} rules",
                                   reply.size(), policy.rules.size()));

    const std::int64_t verdict = reply[0].integer();
    if (verdict < int(Verdict::Allowed) || verdict > int(Verdict::NeverFits))
        refuse("verdict", verdict);
    decision.verdict = Verdict(verdict);

    const std::int64_t rule = reply[1].integer();
    const bool namesRule =
        decision.verdict == Verdict::DeniedByRule || decision.verdict == Verdict::NeverFits;
    if (rule < 0 || std::size_t(rule) > rules || (rule > 0) != namesRule)
        refuse("denying rule", rule);
    if (rule > 0)
        decision.rule = std::size_t(rule - 1);

    const std::int64_t retryAfter = reply[2].integer();
    const bool waitHelps = retryAfter != -1;
    if (retryAfter < -1 || (decision.allowed() && retryAfter != 0) ||
        (decision.verdict == Verdict::DeniedByRule && !waitHelps))
        refuse("retry-after", retryAfter);
    decision.retryAfter = waitHelps ? std::optional(Micros(retryAfter)) : std::nullopt;

    decision.now = Instant(Micros(reply[3].integer()));
    decision.usage.reserve(rules);
    for (std::size_t i = 0; i < rules; ++i) {
        const auto field = [&](std::size_t k) {
            return reply[headerFields + perRule * i + k].integer();
        };
        RuleUsage usage;
        usage.rule = decision.overridden ? Rule{field(2), Micros(field(3)), field(4)} : policy.rules[i];
        if (decision.overridden && usage.rule.burst == usage.rule.limit)
            usage.rule.burst = 0; // told as it is kept, where the limit stands for none
        usage.used = field(0);
        usage.resetAfter = Micros(field(1));
        if (usage.used < 0)
            refuse("used count", usage.used);
        decision.usage.push_back(usage);
    }
    return decision;
}

} // namespace ratewarden
