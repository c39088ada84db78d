// SPDX-License-Identifier: MIT
#include "core/model/rule.h"

#include "core/model/errors.h"
#include "core/model/notation_reader.h"

#include <fmt/format.h>

#include <optional>
#include <variant>

namespace ratewarden {

std::string notation(const Rule& rule)
{
    std::string text = fmt::format("{}/{}", rule.limit, durationNotation(rule.window));
    if (rule.burst > 0)
        text += fmt::format(" burst {}", rule.burst);
    return text;
}

std::string notation(const std::vector<Rule>& rules)
{
    std::string text;
    for (const Rule& rule : rules) {
        if (!text.empty())
            text += " + ";
        text += notation(rule);
    }
    return text;
}

namespace {

// A time so far ahead of now is still exact in the numbers of a script.
constexpr Micros longestBurst(std::int64_t(1) << 52);

std::vector<Rule> readShortForm(NotationReader& reader)
{
    std::vector<Rule> rules;
    const auto acceptSeparator = [&] {
        for (const char separator : {'+', ';', ',', '|'})
            if (reader.acceptCharacter(separator))
                return true;
        return false;
    };
    do {
        Rule rule;
        rule.limit = reader.readCount("a limit");
        if (!reader.acceptCharacter('/') && !reader.acceptWord("per"))
            reader.fail(reader.position(), "a \"/\" must follow the limit, as in 20/min");
        rule.window = reader.readWindow();
        if (reader.acceptWord("burst")) {
            const std::size_t position = reader.position();
            rule.burst = reader.readCount("a burst");
            if (rule.burst == 0)
                reader.fail(position,
                            "a burst of 0 would deny everything; without a burst, the limit applies");
        }
        rules.push_back(rule);
    } while (acceptSeparator());
    if (!reader.atEnd())
        reader.fail(reader.position(), "rules are joined with \"+\", as in 1/s + 20/min");
    return rules;
}

// One item of the list: a name, and its parameters.
Rule readPolicyItem(NotationReader& reader)
{
    const std::size_t start = reader.position();
    reader.readString();
    std::optional<Units> quota;
    std::optional<Units> seconds;
    while (reader.acceptCharacter(';')) {
        const std::size_t position = reader.position();
        const std::string_view key = reader.readKey();
        std::variant<Units, std::string> value;
        if (reader.acceptCharacter('='))
            value = reader.readValue();
        const Units* const number = std::get_if<Units>(&value);
        if (key == "q" || key == "w") {
            if (number == nullptr)
                reader.fail(position, fmt::format("\"{}\" must be a whole number", key));
            (key == "q" ? quota : seconds) = *number;
        }
        if (key == "qu" && (number != nullptr || std::get<std::string>(value) != "requests"))
            reader.fail(position, "only requests can be limited, no other \"qu\"");
    }
    reader.acceptCharacter(' ');
    if (!quota)
        reader.fail(start, "\"q\", the quota, is missing");
    if (!seconds)
        reader.fail(start, "\"w\" is missing; without a window there is no rule");
    if (*seconds > maxWindow / std::chrono::seconds(1))
        reader.fail(start, "the window is too long; the longest is 366 days");
    return {*quota, std::chrono::seconds(*seconds)};
}

std::vector<Rule> readPolicyField(NotationReader& reader)
{
    std::vector<Rule> rules;
    do {
        rules.push_back(readPolicyItem(reader));
    } while (reader.acceptCharacter(','));
    if (!reader.atEnd())
        reader.fail(reader.position(), "a \";\" or a \",\" is missing");
    return rules;
}

} // namespace

std::vector<Rule> parseRules(std::string_view text)
{
    NotationReader reader(text);
    std::vector<Rule> rules = reader.peek() == '"' ? readPolicyField(reader) : readShortForm(reader);
    validateRules(rules);
    return rules;
}

void validateRules(const std::vector<Rule>& rules)
{
    if (rules.empty())
        throw BadPolicy("a policy needs at least one rule, such as 20/min");
    if (rules.size() > maxRules)
        throw BadPolicy(
            fmt::format("{} rules are too many; a policy takes up to {}", rules.size(), maxRules));
    for (const Rule& rule : rules) {
        if (rule.limit < 0 || rule.limit > maxUnits)
            throw BadPolicy(
                fmt::format("the limit {} is out of range; it goes from 0 to {}", rule.limit, maxUnits));
        if (rule.burst < 0 || rule.burst > maxUnits)
            throw BadPolicy(
                fmt::format("the burst {} is out of range; it goes from 1 to {}", rule.burst, maxUnits));
        if (rule.window < minWindow || rule.window > maxWindow)
            throw BadPolicy(fmt::format("the window of {} is out of range; it goes from 1 ms to 366 days",
                                        notation(rule)));
        if (rule.limit > 0 && double(rule.burst) * double(rule.window.count()) >
                                  double(longestBurst.count()) * double(rule.limit))
            throw BadPolicy(
                fmt::format("a burst of {} takes more than 142 years to become free again; lower it, "
                            "or raise the limit",
                            notation(rule)));
    }
}

} // namespace ratewarden
