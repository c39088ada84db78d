// SPDX-License-Identifier: MIT
#include "core/formats/foreign/script_forecast.h"

#include "core/formats/foreign/foreign_changes.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdlib>
#include <optional>
#include <string>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::array<std::string_view, 5> controlFields{"until", "since", "reason", "by", "rules"};

using Values = std::array<std::optional<std::string_view>, controlFields.size()>;

std::int64_t wholeOr(std::string_view text, std::int64_t otherwise)
{
    return parsedNumber<std::int64_t>(text).value_or(otherwise);
}

std::string digestOfReply(ReplyView dump)
{
    return dump.isNil() ? std::string(noKey) : digestOf(dump.string());
}

std::int64_t millisAt(Instant moment)
{
    return std::chrono::floor<std::chrono::milliseconds>(moment.time_since_epoch()).count();
}

// Both as lua/admin/restore_control.lua judges them.
bool isInForce(const Values& values, Instant now)
{
    if (!values[0])
        return false;
    const std::int64_t ends = wholeOr(*values[0], 0);
    return ends == 0 || Instant(Micros(ends)) > now;
}

bool areSame(const Values& a, const Values& b, Instant now)
{
    return isInForce(a, now) && isInForce(b, now) ? a == b : isInForce(a, now) == isInForce(b, now);
}

} // namespace

ScriptForecast::ScriptForecast(Command call) : m_call(std::move(call)) {}

bool ScriptForecast::is(std::string_view script) const
{
    return m_call.script() && m_call.script()->name == script;
}

std::vector<std::string_view> ScriptForecast::keys() const
{
    const std::vector<std::string_view> all = m_call.arguments(); // EVALSHA, SHA-1, count, keys, the rest
    constexpr std::size_t first = 3;
    const auto count = std::size_t(wholeOr(all.at(first - 1), 0));
    return {all.begin() + first, all.begin() + std::ptrdiff_t(std::min(first + count, all.size()))};
}

std::vector<std::string_view> ScriptForecast::rest() const
{
    const std::vector<std::string_view> all = m_call.arguments();
    return {all.begin() + std::ptrdiff_t(std::min(3 + keys().size(), all.size())), all.end()};
}

std::vector<Command> ScriptForecast::questions() const
{
    std::vector<Command> asked{{"TIME"}};
    if (is("change_keys")) {
        const std::vector<std::string_view> expected = rest();
        for (std::size_t i = 0; i < keys().size(); ++i)
            asked.push_back({expected.at(i) == noKey ? "EXISTS" : "DUMP", keys()[i]});
    } else if (is("change_fields")) {
        for (const std::string_view key : keys())
            asked.push_back({"HGET", key, rest().at(0)});
    } else if (is("expire_key")) {
        asked.push_back({"PTTL", keys().front()});
        if (!rest().at(2).empty())
            asked.push_back({"DUMP", keys().front()});
    } else if (is("restore_control")) {
        const std::string_view kind = rest().at(0);
        Command fields{"HMGET", keys().front()};
        for (const std::string_view name : controlFields)
            fields.add(kind == "override" ? fmt::format("override_{}:{}", name, rest().at(1))
                                          : fmt::format("block_{}", name));
        asked.push_back(std::move(fields));
    } else if (is("restore")) {
        asked.push_back({"TYPE", keys().front()});
    }
    return asked;
}

Undone ScriptForecast::read(const Answers& answers) const
{
    if (is("change_keys") || is("change_fields"))
        return ofKeys(answers);
    if (is("expire_key"))
        return ofExpiry(answers);
    if (is("restore_control"))
        return ofControl(answers);
    if (is("free_slots"))
        return hasPassed(1, answers) || hasPassed(2, answers) ? Undone::Expired : Undone::AsItWas;
    return is("restore") ? ofState(answers) : Undone::AsItWas;
}

Undone ScriptForecast::ofKeys(const Answers& answers) const
{
    const std::vector<std::string_view> expected = rest();
    const bool ofFields = is("change_fields");
    for (std::size_t i = 0; i < keys().size(); ++i) {
        const ReplyView answer = answers.checked(1 + i);
        const std::string_view wanted = expected.at(i + (ofFields ? 1 : 0));
        if (wanted == noKey && !ofFields) {
            if (answer.integer() != 0)
                return Undone::CameSince;
            continue;
        }
        const std::string held = digestOfReply(answer);
        const bool mayHaveEnded = wanted.ends_with('?');
        if (!wanted.empty() && held != wanted.substr(0, wanted.size() - (mayHaveEnded ? 1 : 0)) &&
            !(mayHaveEnded && held == noKey))
            return Undone::CameSince;
    }
    return Undone::AsItWas;
}

Undone ScriptForecast::ofExpiry(const Answers& answers) const
{
    constexpr std::int64_t clocks = 5; // as far apart they may be in lua/admin/expire_key.lua
    const std::vector<std::string_view> expected = rest();
    const std::int64_t pttl = answers.checked(1).integer();
    if (pttl == -2)
        return Undone::Expired;
    const std::int64_t expires = pttl < 0 ? 0 : millisAt(answers.clock(0)) + pttl;
    const bool isOther = !expected.at(1).empty() && std::abs(expires - wholeOr(expected[1], 0)) > clocks;
    if (isOther || (!expected.at(2).empty() && digestOfReply(answers.checked(2)) != expected[2]))
        return Undone::CameSince;
    return Undone::AsItWas;
}

Undone ScriptForecast::ofControl(const Answers& answers) const
{
    const std::vector<std::string_view> arguments =
        rest(); // kind, policy, mode, count, values, names and values
    constexpr std::size_t from = 4;
    const Instant now = answers.clock(0);
    const auto written = std::min(std::size_t(wholeOr(arguments.at(from - 1), 0)), controlFields.size());
    Values ours;
    for (std::size_t i = 0; i < written; ++i)
        ours[i] = arguments.at(from + i);
    Values former;
    for (std::size_t i = from + written; i + 1 < arguments.size(); i += 2)
        if (const auto field = std::ranges::find(controlFields, arguments[i]); field != controlFields.end())
            former[std::size_t(field - controlFields.begin())] = arguments[i + 1];
    const ReplyView reply = answers.checked(1);
    Values present;
    for (std::size_t i = 0; i < std::min(reply.size(), present.size()); ++i)
        if (!reply[i].isNil())
            present[i] = reply[i].string();
    if (arguments[0] == "block")
        present.back() = former.back() = ours.back() = std::nullopt; // it has no rules
    if (!isInForce(former, now) && !isInForce(ours, now))
        return Undone::Expired;
    return areSame(present, former, now) || areSame(present, ours, now) ? Undone::AsItWas : Undone::CameSince;
}

bool ScriptForecast::hasPassed(std::size_t argument, const Answers& answers) const
{
    const std::int64_t moment = wholeOr(rest().at(argument), -1);
    return moment >= 0 && moment <= millisAt(answers.clock(0));
}

Undone ScriptForecast::ofState(const Answers& answers) const
{
    if (hasPassed(1, answers))
        return Undone::Expired;
    const std::string_view type = answers.checked(1).string();
    if (type == noKey)
        return Undone::AsItWas;
    const bool isLog = type != "string" || keys().front().ends_with(":log");
    return isLog ? Undone::Merged : Undone::CameSince;
}

} // namespace ratewarden
