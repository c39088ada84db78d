// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/decision_text.h"

#include "core/admin/blocks.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <array>

namespace ratewarden::ctl {
namespace {

std::string allowedText(const Decision& decision, PolicyMode mode)
{
    if (decision.shadowed)
        return "allowed, as the policy is in shadow mode; enforced, it would deny this";
    if (mode == PolicyMode::Off)
        return "allowed, as the policy is off; nothing is charged";
    return "allowed";
}

// Under a lease life others decide.
std::string ruleName(const Decision& decision, const Policy& policy, std::size_t rule)
{
    const bool isOfPolicy = !decision.overridden && policy.rules.size() == decision.usage.size();
    return notation(isOfPolicy ? policy.rules[rule] : decision.usage[rule].rule);
}

} // namespace

std::string leftUnderEachRule(const Decision& decision, const Policy& policy)
{
    std::string text;
    for (std::size_t i = 0; i < decision.usage.size(); ++i)
        text +=
            fmt::format("{}{} of {} left under {}", text.empty() ? "" : ", ", decision.usage[i].remaining(),
                        decision.usage[i].rule.capacity(), ruleName(decision, policy, i));
    return decision.overridden ? text + ", by an override" : text;
}

std::string sentence(const Decision& decision, const PublishedPolicy& policy,
                     const std::optional<Block>& block, Units cost)
{
    switch (decision.verdict) {
    case Verdict::Allowed:
        return fmt::format("{}: {}", allowedText(decision, policy.mode),
                           leftUnderEachRule(decision, policy.policy));
    case Verdict::DeniedByRule:
        return fmt::format("denied by {}, retry in {}: {}", ruleName(decision, policy.policy, *decision.rule),
                           durationText(*decision.retryAfter), leftUnderEachRule(decision, policy.policy));
    case Verdict::NeverFits:
        return fmt::format("denied for good: a cost of {} can never pass {}", cost,
                           ruleName(decision, policy.policy, *decision.rule));
    case Verdict::RedisUnreachable:
        return "denied: Redis is unreachable";
    case Verdict::Undecided:
        return fmt::format("not decided: {} is damaged", printable(decision.damagedKey));
    case Verdict::Blocked:
        return fmt::format("blocked{}{}{}", block ? " by " + printable(block->by) : "",
                           decision.retryAfter ? fmt::format(", {} left", durationText(*decision.retryAfter))
                                               : std::string(" for good"),
                           block ? ": " + printable(block->reason) : "");
    }
    return {};
}

Json rulesJson(const Decision& decision)
{
    Json rules = Json::array();
    for (const RuleUsage& usage : decision.usage) {
        rules.push_back({{"rule", notation(usage.rule)},
                         {"limit", usage.rule.limit},
                         {"window_us", usage.rule.window.count()},
                         {"burst", usage.rule.capacity()},
                         {"used", usage.used},
                         {"remaining", usage.remaining()},
                         {"reset_after_us", usage.resetAfter.count()}});
        if (usage.rule.atOnce)
            rules.back()["at_once"] = true;
    }
    return rules;
}

Json json(const Decision& decision, RedisToken token, const PublishedPolicy& policy,
          const std::optional<Block>& block)
{
    constexpr std::array verdicts{"allowed", "denied", "blocked", "never_fits", "redis_away", "undecided"};
    Json why = nullptr;
    if (block)
        why = {{"since_us", block->since.time_since_epoch().count()},
               {"until_us", orNull(block->until)},
               {"by", printable(block->by)},
               {"reason", printable(block->reason)}};
    return {{"token", printable(token.text())},
            {"policy", printable(policy.policy.name)},
            {"algorithm", policy.policy.algorithm},
            {"mode", nameOf(policy.mode)},
            {"allowed", decision.allowed()},
            {"shadowed", decision.shadowed},
            {"verdict", verdicts.at(std::size_t(decision.verdict))},
            {"rule", decision.rule ? Json(notation(decision.usage[*decision.rule].rule)) : Json(nullptr)},
            {"retry_after_us", decision.retryAfter ? Json(decision.retryAfter->count()) : Json(nullptr)},
            {"now_us", decision.now.time_since_epoch().count()},
            {"overridden", decision.overridden},
            {"block", why},
            {"rules", rulesJson(decision)}};
}

std::optional<Block> blockBehind(Terminal& terminal, const Decision& decision, RedisToken token)
{
    if (decision.verdict != Verdict::Blocked)
        return std::nullopt;
    try {
        return findBlock(terminal.server(), token.text());
    } catch (const Error& error) {
        Terminal::note(fmt::format("the reason cannot be read: {}", error.what()));
        return std::nullopt;
    }
}

Exit tell(Terminal& terminal, const Decision& decision, RedisToken token, const PublishedPolicy& policy,
          Units cost)
{
    const std::optional<Block> block = blockBehind(terminal, decision, token);
    terminal.print(json(decision, token, policy, block), sentence(decision, policy, block, cost));
    return decision.allowed() ? Done : Denied;
}

} // namespace ratewarden::ctl
