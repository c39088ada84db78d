// SPDX-License-Identifier: MIT
#include "core/formats/own/ratewarden_control.h"

#include "core/formats/own/ratewarden_keys.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"
#include "core/model/little_endian.h"
#include "core/model/policy.h"
#include "core/model/rule_faults.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace ratewarden {
namespace {

constexpr Micros longestTerm = std::chrono::days(36'600); // a century: longer is meant "for good"
constexpr std::size_t longestControlReason = 1000;
constexpr std::size_t longestAuthor = 200;
constexpr std::string_view overrideUntil = "override_until:";

using Fields = std::map<std::string_view, std::string_view>;

void validateControl(const std::optional<Micros>& duration, std::string_view reason, std::string_view by)
{
    if (reason.empty() || reason.size() > longestControlReason)
        throw InvalidArgument(Problem(Fault::ReasonLength, longestControlReason, reason.size()));
    if (by.empty() || by.size() > longestAuthor)
        throw InvalidArgument(Problem(Fault::Author, longestAuthor));
    if (duration && (*duration <= Micros::zero() || *duration > longestTerm))
        throw InvalidArgument(Problem(Fault::EndRange));
}

std::optional<std::int64_t> controlNumber(std::string_view text)
{
    const auto number = parsedNumber<std::int64_t>(text);
    return number && isDigit(text.front()) && *number <= maxUnits ? number : std::nullopt;
}

// What is not a whole number in range counts as 0, for good.
Instant controlMoment(std::string_view text)
{
    return Instant(Micros(controlNumber(text).value_or(0)));
}

// In the order in which the scripts answer them.
constexpr std::array<std::string_view, 5> fieldNames{"until", "since", "reason", "by", "rules"};

// Of each field that there is its place, the length of its value in four bytes, and the value.
std::string packFields(ReplyView values)
{
    std::string packed;
    for (std::size_t i = 0; i < std::min(values.size(), fieldNames.size()); ++i) {
        if (values[i].isNil())
            continue;
        const std::string_view value = values[i].string();
        packed += char('0' + i);
        appendLittleEndian(packed, std::int64_t(value.size()), 4);
        packed += value;
    }
    return packed;
}

std::string_view fieldText(const Fields& fields, const std::string& name)
{
    const auto found = fields.find(name);
    return found == fields.end() ? std::string_view() : found->second;
}

// Limit, window and burst of each rule, with spaces between, as lua/shared/token.lua reads them.
std::optional<std::vector<Rule>> rulesIn(std::string_view text)
{
    std::vector<std::int64_t> numbers;
    while (true) {
        text.remove_prefix(std::min(text.find_first_not_of(" \t\r\n\v\f"), text.size()));
        if (text.empty())
            break;
        const std::string_view word = text.substr(0, text.find_first_of(" \t\r\n\v\f"));
        const std::optional<std::int64_t> number = controlNumber(word);
        if (!number)
            return std::nullopt;
        numbers.push_back(*number);
        text.remove_prefix(word.size());
    }
    if (numbers.empty() || numbers.size() % 3 != 0 || numbers.size() / 3 > maxRules)
        return std::nullopt;
    std::vector<Rule> rules;
    for (std::size_t i = 0; i < numbers.size(); i += 3) {
        constexpr std::int64_t windowEnd = std::int64_t(1) << 47;
        if (numbers[i + 1] < 1 || numbers[i + 1] >= windowEnd)
            return std::nullopt;
        rules.push_back({numbers[i], Micros(numbers[i + 1]), numbers[i + 2]});
    }
    return rules;
}

Command controlCall(std::string_view script, std::string_view token)
{
    validateToken(token);
    Command command(scriptNamed(script), 1);
    addControlKey(command, RedisToken(token));
    return command;
}

} // namespace

std::optional<Instant> endOf(Instant moment)
{
    return moment == Instant{} ? std::nullopt : std::optional(moment);
}

Command controlCommand(std::string_view token)
{
    validateToken(token);
    return {"HGETALL", controlKey(RedisToken(token))};
}

ControlState readControl(ReplyView reply, std::string_view token, Instant now)
{
    ControlState state;
    state.token = token;
    if (reply.size() == 0)
        return state;
    Fields fields;
    for (std::size_t i = 0; i + 1 < reply.size(); i += 2)
        fields.emplace(reply[i].string(), reply[i + 1].string());
    const auto lasts = [now](const std::optional<Instant>& until) {
        return !until || *until > now;
    };
    if (const auto found = fields.find("block_until"); found != fields.end()) {
        Block block{std::string(token), std::string(fieldText(fields, "block_reason")),
                    std::string(fieldText(fields, "block_by")),
                    controlMoment(fieldText(fields, "block_since")), endOf(controlMoment(found->second))};
        if (lasts(block.until))
            state.block = std::move(block);
    }
    for (auto at = fields.lower_bound(overrideUntil);
         at != fields.end() && at->first.starts_with(overrideUntil); ++at) {
        const std::string inKeys(at->first.substr(overrideUntil.size()));
        const std::optional<Instant> until = endOf(controlMoment(at->second));
        if (!lasts(until))
            continue;
        const auto its = [&](std::string_view which) {
            return fieldText(fields, fmt::format("override_{}:{}", which, inKeys));
        };
        const std::optional<std::string> policy = policyFromKeys(inKeys);
        if (!policy)
            continue; // no decision looks for it
        std::optional<std::vector<Rule>> rules = rulesIn(its("rules"));
        if (!rules) {
            state.unreadable.push_back(*policy);
            continue;
        }
        state.overrides.push_back({std::string(token), *policy, std::move(*rules), std::string(its("reason")),
                                   std::string(its("by")), controlMoment(its("since")), until});
    }
    return state;
}

Command blockCommand(std::string_view token, const BlockIntent& intent)
{
    Command command = controlCall("block", token);
    validateControl(intent.duration, intent.reason, intent.by);
    return command.add(intent.duration.value_or(Micros::zero()).count()).add(intent.reason).add(intent.by);
}

Command unblockCommand(std::string_view token)
{
    return controlCall("unblock", token).add("former");
}

Command overrideCommand(std::string_view token, std::string_view policy, const OverrideIntent& intent)
{
    Command command = controlCall("override", token);
    validatePolicy({std::string(policy), {}, intent.rules});
    validateControl(intent.duration, intent.reason, intent.by);
    command.add(policyInKeys(policy)).add(intent.duration.value_or(Micros::zero()).count());
    command.add(intent.reason).add(intent.by);
    for (const Rule& rule : intent.rules)
        command.add(rule.limit).add(rule.window.count()).add(rule.writtenBurst());
    return command;
}

Command liftOverrideCommand(std::string_view token, std::string_view policy)
{
    return controlCall("lift_override", token).add(policyInKeys(policy)).add("former");
}

Effect readControlEffect(const Intent& intent, ReplyView reply)
{
    const bool writes =
        std::holds_alternative<BlockIntent>(intent) || std::holds_alternative<OverrideIntent>(intent);
    Effect effect;
    BeforeImage before;
    before.former = packFields(reply[writes ? 2 : 1]);
    if (writes) {
        before.since = Instant(Micros(reply[0].integer()));
        before.until = Instant(Micros(reply[1].integer()));
    }
    effect.changed = writes || reply[0].integer() > 0;
    if (effect.changed)
        effect.before = std::move(before);
    return effect;
}

Command restoreControlCommand(std::string_view token, std::string_view policy, const Intent& intent,
                              const BeforeImage& before, bool replace)
{
    const auto* const block = std::get_if<BlockIntent>(&intent);
    const auto* const override = std::get_if<OverrideIntent>(&intent);
    const bool ofBlock = block || std::holds_alternative<UnblockIntent>(intent);
    Command command(scriptNamed("restore_control"), 1);
    addControlKey(command, RedisToken(token));
    command.add(ofBlock ? "block" : "override").add(ofBlock ? std::string() : policyInKeys(policy));
    command.add(replace ? "replace" : "unchanged");
    command.add(std::int64_t(block ? 4 : override ? 5 : 0));
    const auto addMoment = [&command](Instant moment) {
        command.add(std::int64_t(moment.time_since_epoch().count()));
    };
    if (block || override) {
        addMoment(before.until);
        addMoment(before.since);
        command.add(block ? block->reason : override->reason).add(block ? block->by : override->by);
    }
    if (override) {
        std::string rules;
        for (const Rule& rule : override->rules)
            rules += fmt::format("{}{} {} {}", rules.empty() ? "" : " ", rule.limit, rule.window.count(),
                                 rule.writtenBurst());
        command.add(rules);
    }
    for (std::string_view packed = before.former; !packed.empty();) {
        // Before-images come out of the audit trail, too, where others may write.
        if (packed.size() < 5 || packed.front() < '0' || packed.front() >= char('0' + fieldNames.size()) ||
            std::size_t(littleEndian(packed.substr(1, 4))) > packed.size() - 5)
            throw InvalidArgument("what is to be put back is damaged");
        command.add(fieldNames[std::size_t(packed.front() - '0')]);
        const auto size = std::size_t(littleEndian(packed.substr(1, 4)));
        command.add(packed.substr(5, size));
        packed.remove_prefix(5 + size);
    }
    return command;
}

} // namespace ratewarden
