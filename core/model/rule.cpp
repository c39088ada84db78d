// SPDX-License-Identifier: MIT
#include "core/model/rule.h"

#include "core/model/document_faults.h"
#include "core/model/errors.h"
#include "core/model/notation_reader.h"
#include "core/model/rule_faults.h"

#include <fmt/format.h>

#include <algorithm>
#include <optional>
#include <variant>

namespace ratewarden {

std::string notation(const Rule& rule)
{
    if (rule.atOnce)
        return fmt::format("{} at once{}", rule.limit,
                           rule.window == usualSlotLife ? "" : " for " + spanNotation(rule.window));
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

// What may follow how many slots there are.
Rule readSlots(NotationReader& reader, Units limit)
{
    const Micros life = reader.acceptWord("for") ? reader.readWindow() : usualSlotLife;
    return {limit, life, 0, true};
}

Rule readShortRule(NotationReader& reader)
{
    if (reader.acceptWord("concurrent"))
        return readSlots(reader, reader.readCount(Fault::LimitMissing));
    Rule rule;
    rule.limit = reader.readCount(Fault::LimitMissing);
    if (reader.acceptWord("concurrent"))
        return readSlots(reader, rule.limit);
    if (reader.acceptWord("at")) {
        if (!reader.acceptWord("once"))
            reader.fail(reader.position(), Fault::OnceMissing);
        return readSlots(reader, rule.limit);
    }
    if (!reader.acceptCharacter('/') && !reader.acceptWord("per"))
        reader.fail(reader.position(), Fault::SlashMissing);
    rule.window = reader.readWindow();
    if (reader.acceptWord("burst")) {
        const std::size_t position = reader.position();
        rule.burst = reader.readCount(Fault::BurstMissing);
        if (rule.burst == 0)
            reader.fail(position, Fault::BurstOfZero);
    }
    return rule;
}

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
        rules.push_back(readShortRule(reader));
    } while (acceptSeparator());
    if (!reader.atEnd())
        reader.fail(reader.position(), Fault::RulesNotJoined);
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
                reader.fail(position, {Fault::MustBeWhole, key});
            (key == "q" ? quota : seconds) = *number;
        }
        if (key == "qu" && (number != nullptr || std::get<std::string>(value) != "requests"))
            reader.fail(position, Fault::OnlyRequests);
    }
    reader.acceptCharacter(' ');
    if (!quota)
        reader.fail(start, Fault::QuotaMissing);
    if (!seconds)
        reader.fail(start, Fault::WindowMissing);
    if (*seconds > maxWindow / std::chrono::seconds(1))
        reader.fail(start, Fault::WindowTooLong);
    return {*quota, std::chrono::seconds(*seconds)};
}

std::vector<Rule> readPolicyField(NotationReader& reader)
{
    std::vector<Rule> rules;
    do {
        rules.push_back(readPolicyItem(reader));
    } while (reader.acceptCharacter(','));
    if (!reader.atEnd())
        reader.fail(reader.position(), Fault::SeparatorMissing);
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

Micros longestWindow(const std::vector<Rule>& rules)
{
    Micros longest{};
    for (const Rule& rule : rules)
        if (!rule.atOnce)
            longest = std::max(longest, rule.window);
    return longest;
}

void validateRules(const std::vector<Rule>& rules)
{
    if (rules.empty())
        throw BadPolicy(Problem(Fault::NoRules));
    if (rules.size() > maxRules)
        throw BadPolicy(Problem(Fault::TooManyRules, rules.size(), maxRules));
    const Rule* atOnce = nullptr;
    for (const Rule& rule : rules) {
        if (rule.atOnce && atOnce != nullptr)
            throw BadPolicy(Problem(Fault::TwiceAtOnce, notation(*atOnce), notation(rule)));
        atOnce = rule.atOnce ? &rule : atOnce;
        if (rule.limit < 0 || rule.limit > maxUnits)
            throw BadPolicy(Problem(Fault::LimitRange, rule.limit, maxUnits));
        if (rule.burst < 0 || rule.burst > maxUnits)
            throw BadPolicy(Problem(Fault::BurstRange, rule.burst, maxUnits));
        if (rule.window < minWindow || rule.window > maxWindow)
            throw BadPolicy(Problem(Fault::WindowRange, notation(rule)));
        if (rule.limit > 0 && double(rule.burst) * double(rule.window.count()) >
                                  double(longestBurst.count()) * double(rule.limit))
            throw BadPolicy(Problem(Fault::BurstTooLong, notation(rule)));
    }
}

} // namespace ratewarden
