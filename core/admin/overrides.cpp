// SPDX-License-Identifier: MIT
#include "core/admin/overrides.h"

#include "core/admin/control_fields.h"
#include "core/limiter/keyspace.h"
#include "core/model/errors.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <iterator>
#include <map>

namespace ratewarden {
namespace {

constexpr std::string_view untilField = "override_until:";

// Limit, window and burst of each rule, with a space between.
std::optional<std::vector<Rule>> readRules(std::string_view text)
{
    std::vector<std::int64_t> numbers;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (at != end) {
        std::int64_t number = 0;
        const auto read = std::from_chars(at, end, number);
        if (read.ec != std::errc())
            return std::nullopt;
        numbers.push_back(number);
        at = read.ptr;
        if (at != end && *at++ != ' ')
            return std::nullopt;
    }
    std::vector<Rule> rules;
    if (numbers.size() % 3 != 0)
        return std::nullopt;
    for (std::size_t i = 0; i < numbers.size(); i += 3)
        rules.push_back({numbers[i], Micros(numbers[i + 1]), numbers[i + 2]});
    try {
        validateRules(rules);
    } catch (const BadPolicy&) {
        return std::nullopt;
    }
    return rules;
}

struct FoundOverride {
    Override override;
    bool isReadable; // else its rules are empty
};

/// Those that have not ended, of a whole control key. A policy's name that nobody could have written is
/// passed over: no decision looks for it.
std::vector<FoundOverride> overridesIn(ReplyView reply, std::string_view token, Instant now)
{
    std::map<std::string, std::string, std::less<>> fields;
    for (std::size_t i = 0; i + 1 < reply.size(); i += 2)
        fields.emplace(reply[i].string(), reply[i + 1].string());

    std::vector<FoundOverride> overrides;
    for (const auto& [name, until] : fields) {
        if (!name.starts_with(untilField))
            continue;
        const std::string policy = name.substr(untilField.size());
        const auto field = [&](std::string_view which) {
            const auto found = fields.find(fmt::format("override_{}:{}", which, policy));
            return found == fields.end() ? std::string() : found->second;
        };
        const std::optional<Instant> end = endOf(momentIn(until));
        const auto policyName = policyFromKeys(policy);
        if (!policyName || (end && *end <= now))
            continue;
        const std::optional<std::vector<Rule>> rules = readRules(field("rules"));
        overrides.push_back({{std::string(token), *policyName, rules.value_or(std::vector<Rule>()),
                              field("reason"), field("by"), momentIn(field("since")), end},
                             rules.has_value()});
    }
    return overrides;
}

} // namespace

Command overrideCommand(const OverrideRequest& request)
{
    validateToken(request.token);
    validatePolicy({request.policy, {}, request.rules});
    validateControl("an override", request.duration, request.reason, request.by);
    Command command(scriptNamed("override"), 1);
    addControlKey(command, request.token);
    command.add(policyInKeys(request.policy)).add(request.duration.value_or(Micros::zero()).count());
    command.add(request.reason).add(request.by);
    for (const Rule& rule : request.rules)
        command.add(rule.limit).add(rule.window.count()).add(rule.burst);
    return command;
}

Command liftOverrideCommand(std::string_view token, std::string_view policy)
{
    validateToken(token);
    Command command(scriptNamed("lift_override"), 1);
    addControlKey(command, token);
    return command.add(policyInKeys(policy));
}

Override overrideToken(Server& server, const OverrideRequest& request)
{
    const Reply reply = server.call(overrideCommand(request));
    return {request.token,
            request.policy,
            request.rules,
            request.reason,
            request.by,
            Instant(Micros(reply.view()[0].integer())),
            endOf(Instant(Micros(reply.view()[1].integer())))};
}

bool liftOverride(Server& server, std::string_view token, std::string_view policy)
{
    return server.call(liftOverrideCommand(token, policy)).view().integer() > 0;
}

std::vector<Override> findOverrides(Server& server, std::string_view token)
{
    const std::vector<Reply> replies = server.pipeline({Command{"TIME"}, findOverridesCommand(token)});
    for (const Reply& reply : replies)
        throwIfError(reply.view(), "reading the overrides", server.where());
    return readOverrides(replies[1].view(), token, readTime(replies[0].view()));
}

OverridePage scanOverrides(Server& server, const std::string& cursor, std::int64_t count)
{
    ControlScan scan = scanControlKeys(server, cursor, count, findOverridesCommand);
    OverridePage page{std::move(scan.cursor), {}, {}, std::move(scan.unread)};
    for (std::size_t i = 0; i < scan.tokens.size(); ++i) {
        const ReplyView reply = scan.replies[i].view();
        std::ranges::move(readOverrides(reply, scan.tokens[i], scan.now), std::back_inserter(page.overrides));
        for (std::string& policy : unreadableOverrides(reply, scan.now))
            page.unreadable.push_back({scan.tokens[i], std::move(policy)});
    }
    return page;
}

Command findOverridesCommand(std::string_view token)
{
    validateToken(token);
    return {"HGETALL", controlKey(token)};
}

std::vector<Override> readOverrides(ReplyView reply, std::string_view token, Instant now)
{
    std::vector<Override> overrides;
    for (FoundOverride& found : overridesIn(reply, token, now))
        if (found.isReadable)
            overrides.push_back(std::move(found.override));
    return overrides;
}

std::vector<std::string> unreadableOverrides(ReplyView reply, Instant now)
{
    std::vector<std::string> policies;
    for (FoundOverride& found : overridesIn(reply, {}, now))
        if (!found.isReadable)
            policies.push_back(std::move(found.override.policy));
    return policies;
}

} // namespace ratewarden
