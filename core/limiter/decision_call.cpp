// SPDX-License-Identifier: MIT
#include "core/limiter/decision_call.h"

#include "core/algorithms/algorithm.h"
#include "core/model/errors.h"
#include "core/redis/keyspace.h"

#include <fmt/format.h>

#include <array>

namespace ratewarden {
namespace {

constexpr std::size_t headerFields = 4;  // verdict, rule, retry-after, now
constexpr std::size_t fieldsPerRule = 2; // used, reset-after

[[noreturn]] void refuse(std::string_view what, std::int64_t value)
{
    throw BadReply(fmt::format("Redis answered a decision whose {} is {}", what, value));
}

} // namespace

Command decisionCommand(const Policy& policy, std::string_view token, Units cost, Mode mode,
                        std::optional<Instant> now)
{
    validateToken(token);
    if (cost < 0 || cost > maxUnits)
        throw BadPolicy(fmt::format("the cost {} is out of range; it goes from 0 to {}", cost, maxUnits));
    const Algorithm& algorithm = algorithmNamed(policy.algorithm);
    const std::array keys{stateKey(token, policy.name, algorithm), controlKey(token)};
    Command command(scriptNamed(algorithm.script), keys);
    if (now)
        command.add(now->time_since_epoch().count());
    else
        command.add("");
    command.add(cost).add(mode == Mode::Acquire ? "acquire" : "peek");
    for (const Rule& rule : policy.rules)
        command.add(rule.limit).add(rule.window.count());
    return command;
}

Decision readDecision(ReplyView reply, const Policy& policy)
{
    const std::size_t rules = policy.rules.size();
    const std::size_t expected = headerFields + fieldsPerRule * rules;
    if (reply.size() != expected)
        throw BadReply(fmt::format("Redis answered a decision of {} fields where {} were expected",
                                   reply.size(), expected));
    Decision decision;
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
    for (std::size_t i = 0; i < rules; ++i) {
        const std::int64_t used = reply[headerFields + fieldsPerRule * i].integer();
        const std::int64_t resetAfter = reply[headerFields + fieldsPerRule * i + 1].integer();
        if (used < 0)
            refuse("used count", used);
        decision.usage.push_back({policy.rules[i], used, Micros(resetAfter)});
    }
    return decision;
}

} // namespace ratewarden
