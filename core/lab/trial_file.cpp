// SPDX-License-Identifier: MIT
#include "core/lab/trial_file.h"

#include "core/formats/files/located_json.h"
#include "core/lab/provider_profiles.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <map>
#include <optional>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t longestTrialText = 4000;
constexpr std::size_t longestToken = 1'000'000;
constexpr std::size_t mostCandidates = 100;
constexpr std::size_t mostStatuses = 500; // that there are
constexpr std::size_t mostTokenGroups = 100;
constexpr std::size_t mostGroupTokens = 100'000;
constexpr std::size_t mostExpectations = 1000;

constexpr std::array namedFigures{
    std::pair<std::string_view, Figure>{"requests", Figure::Requests},
    std::pair<std::string_view, Figure>{"allowed", Figure::Allowed},
    std::pair<std::string_view, Figure>{"denied", Figure::Denied},
    std::pair<std::string_view, Figure>{"tokens", Figure::Tokens},
    std::pair<std::string_view, Figure>{"tokens_denied", Figure::TokensDenied},
};

// Those of two characters first, as the others begin them.
constexpr std::array relations{
    std::pair<std::string_view, Relation>{">=", Relation::GreaterOrEqual},
    std::pair<std::string_view, Relation>{"<=", Relation::LessOrEqual},
    std::pair<std::string_view, Relation>{"!=", Relation::NotEqual},
    std::pair<std::string_view, Relation>{"==", Relation::Equal},
    std::pair<std::string_view, Relation>{">", Relation::Greater},
    std::pair<std::string_view, Relation>{"<", Relation::Less},
    std::pair<std::string_view, Relation>{"=", Relation::Equal},
};

bool isMet(std::uint64_t number, Relation relation, std::uint64_t expected)
{
    switch (relation) {
    case Relation::Equal:
        return number == expected;
    case Relation::NotEqual:
        return number != expected;
    case Relation::Less:
        return number < expected;
    case Relation::LessOrEqual:
        return number <= expected;
    case Relation::Greater:
        return number > expected;
    case Relation::GreaterOrEqual:
        return number >= expected;
    }
    return false;
}

/// Reads an expectation from its beginning to its end.
class ExpectationReader {
public:
    explicit ExpectationReader(std::string_view text) : m_text(text), m_left(text) {}

    Expectation read()
    {
        Expectation expectation;
        // A candidate's name may have parentheses.
        const std::size_t open = m_left.rfind('(');
        if (const std::size_t colon = m_left.substr(0, open).rfind(':'); colon != std::string_view::npos) {
            expectation.candidate = trimmed(m_left.substr(0, colon), " ");
            m_left.remove_prefix(colon + 1);
        }
        const std::string_view figure = upTo('(', "a count and its group, as in denied(abuser)");
        const auto* const found =
            std::ranges::find(namedFigures, figure, &std::pair<std::string_view, Figure>::first);
        if (found == namedFigures.end())
            fail(fmt::format("\"{}\" is none of requests, allowed, denied, tokens, tokens_denied",
                             printable(figure)));
        expectation.figure = found->second;
        expectation.group = upTo(')', "a closing parenthesis behind the group");
        if (expectation.group.empty())
            fail("a group is missing between the parentheses");
        expectation.relation = relation();
        expectation.number = number();
        return expectation;
    }

private:
    [[noreturn]] void fail(const std::string& reason) const
    {
        throw InvalidArgument(
            fmt::format(R"(cannot read the expectation "{}": {})", printable(m_text), reason));
    }

    std::string_view upTo(char end, const char* expected)
    {
        const std::size_t at = m_left.find(end);
        if (at == std::string_view::npos)
            fail(fmt::format("expected {}", expected));
        const std::string_view part = trimmed(m_left.substr(0, at), " ");
        m_left.remove_prefix(at + 1);
        return part;
    }

    Relation relation()
    {
        m_left = trimmed(m_left, " ");
        for (const auto& [sign, relation] : relations)
            if (m_left.starts_with(sign)) {
                m_left.remove_prefix(sign.size());
                return relation;
            }
        fail("expected one of >=, <=, =, !=, >, <");
    }

    std::uint64_t number()
    {
        m_left = trimmed(m_left, " ");
        const auto number = parsedNumber<std::uint64_t>(m_left);
        if (!number)
            fail("expected a whole number at the end");
        return *number;
    }

    std::string_view m_text;
    std::string_view m_left;
};

std::vector<Candidate> readCandidates(const JsonField& field)
{
    std::vector<Candidate> candidates;
    for (const JsonField& item : field.items(mostCandidates)) {
        candidates.push_back(item.textAs(longestTrialText, namedCandidate));
        const std::string& name = candidates.back().name;
        if (std::ranges::count(candidates, name, &Candidate::name) > 1)
            item.fail(Problem(Fault::Other, fmt::format("there are two candidates \"{}\"", printable(name))));
    }
    if (candidates.empty())
        field.fail(Problem(Fault::Other, "there must be at least one candidate"));
    return candidates;
}

std::uint16_t readStatus(const JsonField& field)
{
    const std::int64_t status = field.whole();
    if (status < 100 || status > 599)
        field.fail(Problem(Fault::Other, "a status is a number from 100 to 599"));
    return std::uint16_t(status);
}

std::vector<TokenGroup> readGroups(const JsonField& field)
{
    std::vector<TokenGroup> groups;
    for (const auto& [name, value] : field.members(mostTokenGroups)) {
        if (name.empty() || name == allTokens || name == otherTokens ||
            name.find_first_of("():") != std::string::npos)
            value.fail(Problem(
                Fault::Other,
                "a group's name is not empty, not \"all\" or \"others\", and has no colon or parenthesis"));
        TokenGroup& group = groups.emplace_back();
        group.name = name;
        for (const JsonField& token : value.itemOrItems(mostGroupTokens))
            group.tokens.push_back(token.text(longestToken));
    }
    return groups;
}

std::vector<Expectation> readExpectations(const JsonField& field, const TrialFile& trial)
{
    std::vector<Expectation> expectations;
    for (const JsonField& item : field.items(mostExpectations)) {
        const Expectation& one = expectations.emplace_back(item.textAs(longestTrialText, parseExpectation));
        if (!one.candidate.empty() &&
            std::ranges::find(trial.candidates, one.candidate, &Candidate::name) == trial.candidates.end())
            item.fail(
                Problem(Fault::Other, fmt::format("there is no candidate \"{}\"", printable(one.candidate))));
        if (one.group != allTokens && one.group != otherTokens &&
            std::ranges::find(trial.groups, one.group, &TokenGroup::name) == trial.groups.end())
            item.fail(Problem(Fault::Other,
                              fmt::format("there is no group \"{}\" in tokens", printable(one.group))));
    }
    return expectations;
}

/// The tokens of each group by number, with the two that are always there.
class Groups {
public:
    Groups(const TrialFile& file, const GroupedTrace& traffic)
    {
        const TokenNames& names = traffic.trace().names;
        std::vector<bool> isNamed(names.size());
        for (const TokenGroup& group : file.groups)
            for (const std::string& name : group.tokens) {
                const TokenId token = names.find(name);
                if (token == names.size())
                    throw InvalidArgument(fmt::format("the traffic has no token \"{}\" of the group \"{}\"",
                                                      printable(name), printable(group.name)));
                m_tokens[group.name].push_back(token);
                isNamed[token] = true;
            }
        std::vector<TokenId>& all = m_tokens[std::string(allTokens)];
        std::vector<TokenId>& others = m_tokens[std::string(otherTokens)];
        for (TokenId token = 0; token < names.size(); ++token) {
            all.push_back(token);
            if (!isNamed[token])
                others.push_back(token);
        }
    }

    const std::vector<TokenId>& operator[](const std::string& name) const { return m_tokens.at(name); }

private:
    std::map<std::string, std::vector<TokenId>> m_tokens;
};

std::uint64_t figureOf(Figure figure, const std::vector<TokenId>& tokens, const GroupedTrace& traffic,
                       const Trial& trial)
{
    std::uint64_t requests = 0;
    for (const TokenId token : tokens)
        requests += traffic.times(token).size();
    const DeniedAmong denied = deniedAmong(trial, tokens);
    switch (figure) {
    case Figure::Requests:
        return requests;
    case Figure::Allowed:
        return requests - denied.requests;
    case Figure::Denied:
        return denied.requests;
    case Figure::Tokens:
        return tokens.size();
    case Figure::TokensDenied:
        return denied.tokens;
    }
    return 0;
}

} // namespace

Expectation parseExpectation(std::string_view text)
{
    return ExpectationReader(text).read();
}

std::string notation(const Expectation& expectation)
{
    return fmt::format("{}{}({}) {} {}", expectation.candidate.empty() ? "" : expectation.candidate + ": ",
                       nameAmong(namedFigures, expectation.figure), expectation.group,
                       expectation.relation == Relation::Equal ? "="
                                                               : nameAmong(relations, expectation.relation),
                       expectation.number);
}

TrialFile parseTrialFile(std::string_view file, std::string_view json)
{
    constexpr std::array<std::string_view, 9> known{"traffic",    "token",  "time",
                                                    "cost",       "status", "without_status",
                                                    "candidates", "tokens", "expectations"};
    const LocatedJson document = parseLocatedJson(file, json);
    const JsonField root(file, document, "");
    root.checkMembers(known);
    TrialFile trial;
    trial.traffic = root.at("traffic").text(longestTrialText);
    for (const auto& [name, value] :
         {std::pair("token", &LogFields::token), std::pair("time", &LogFields::time),
          std::pair("cost", &LogFields::cost), std::pair("status", &LogFields::status)})
        if (const std::optional<JsonField> field = root.find(name))
            trial.fields.*value = field->text(longestTrialText);
    if (const std::optional<JsonField> without = root.find("without_status"))
        for (const JsonField& item : without->items(mostStatuses))
            trial.withoutStatus.push_back(readStatus(item));
    trial.candidates = readCandidates(root.at("candidates"));
    if (const std::optional<JsonField> tokens = root.find("tokens"))
        trial.groups = readGroups(*tokens);
    if (const std::optional<JsonField> expectations = root.find("expectations"))
        trial.expectations = readExpectations(*expectations, trial);
    return trial;
}

std::string trialFileText(const TrialFile& trial)
{
    nlohmann::ordered_json json{{"traffic", trial.traffic}};
    for (const auto& [name, value] :
         {std::pair("token", &LogFields::token), std::pair("time", &LogFields::time),
          std::pair("cost", &LogFields::cost), std::pair("status", &LogFields::status)})
        if (!(trial.fields.*value).empty())
            json[name] = trial.fields.*value;
    if (!trial.withoutStatus.empty())
        json["without_status"] = trial.withoutStatus;
    for (const Candidate& candidate : trial.candidates)
        json["candidates"].push_back(notation(candidate));
    for (const TokenGroup& group : trial.groups)
        json["tokens"][group.name] = group.tokens;
    for (const Expectation& expectation : trial.expectations)
        json["expectations"].push_back(notation(expectation));
    return json.dump(2, ' ', false, nlohmann::ordered_json::error_handler_t::replace) + "\n";
}

bool isTrialFile(std::string_view beginning)
{
    if (beginning.starts_with("\xEF\xBB\xBF"))
        beginning.remove_prefix(3);
    const std::size_t first = beginning.find_first_not_of(" \t\r\n");
    return first != std::string_view::npos && beginning[first] == '{' &&
           beginning.find("\"traffic\"") != std::string_view::npos &&
           beginning.find("\"candidates\"") != std::string_view::npos;
}

std::vector<ExpectationResult> checkExpectations(const TrialFile& file, const GroupedTrace& traffic,
                                                 const std::vector<Trial>& trials)
{
    std::vector<const Trial*> each;
    each.reserve(trials.size());
    for (const Trial& trial : trials)
        each.push_back(&trial);
    return checkExpectations(file, traffic, each);
}

std::vector<ExpectationResult> checkExpectations(const TrialFile& file, const GroupedTrace& traffic,
                                                 std::span<const Trial* const> trials)
{
    const Groups groups(file, traffic);
    std::vector<ExpectationResult> results;
    for (const Expectation& expectation : file.expectations)
        for (const Trial* const trial : trials) {
            const std::string& name = trial->candidate.name;
            if (!expectation.candidate.empty() && expectation.candidate != name)
                continue;
            const std::uint64_t number =
                figureOf(expectation.figure, groups[expectation.group], traffic, *trial);
            results.push_back(
                {expectation, name, number, isMet(number, expectation.relation, expectation.number)});
        }
    return results;
}

} // namespace ratewarden
