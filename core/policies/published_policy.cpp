// SPDX-License-Identifier: MIT
#include "core/policies/published_policy.h"

#include "core/algorithms/algorithm.h"
#include "core/model/errors.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <set>
#include <utility>

namespace ratewarden {
namespace {

using Json = nlohmann::ordered_json;

constexpr int schema = 1;
constexpr std::size_t longestText = 1000;
constexpr std::string_view candidateEnd = "~next";

template <class Enum>
using Names = std::array<std::pair<Enum, std::string_view>, 3>;

constexpr Names<PolicyMode> modes{
    {{PolicyMode::Enforced, "enforced"}, {PolicyMode::Shadow, "shadow"}, {PolicyMode::Off, "off"}}};
constexpr Names<OnFailure> onFailures{
    {{OnFailure::Allow, "allow"}, {OnFailure::Deny, "deny"}, {OnFailure::Local, "local"}}};

// In the order of PolicyField.
constexpr std::array<std::string_view, 11> keys{"description", "algorithm",  "format",   "rules",
                                                "ruleNames",   "hashTokens", "counters", "mode",
                                                "whenAway",    "share",      "candidate"};

template <class Enum>
std::string_view nameIn(const Names<Enum>& names, Enum value)
{
    return std::ranges::find(names, value, &std::pair<Enum, std::string_view>::first)->second;
}

template <class Enum>
Enum valueIn(const Names<Enum>& names, std::string_view what, const std::string& name)
{
    const auto found = std::ranges::find(names, name, &std::pair<Enum, std::string_view>::second);
    if (found != names.end())
        return found->first;
    throw BadPolicy(Problem(Fault::UnknownChoice, what, name,
                            fmt::format("{}, {}, {}", names[0].second, names[1].second, names[2].second)));
}

void writeBody(Json& document, const PublishedPolicy& published)
{
    if (!published.description.empty())
        document["description"] = published.description;
    document["algorithm"] = published.policy.algorithm;
    if (!published.policy.format.empty())
        document["format"] = published.policy.format;
    document["rules"] = notation(published.policy.rules);
    if (!published.ruleNames.empty())
        document["ruleNames"] = published.ruleNames;
    if (published.policy.hashTokens)
        document["hashTokens"] = true;
    if (published.policy.counters)
        document["counters"] = true;
    if (published.mode != PolicyMode::Enforced)
        document["mode"] = nameOf(published.mode);
    if (published.onFailure)
        document["whenAway"] = nameIn(onFailures, *published.onFailure);
    if (published.onFailure == OnFailure::Local)
        document["share"] = published.share;
    if (published.candidate)
        document["candidate"] = {{"algorithm", published.candidate->algorithm},
                                 {"rules", notation(published.candidate->rules)}};
}

std::string dumped(const Json& document, int indent)
{
    try {
        return document.dump(indent);
    } catch (const Json::exception&) {
        throw BadPolicy(Problem(Fault::NotUtf8));
    }
}

void refuseUnknown(const Json& object, std::initializer_list<std::string_view> known)
{
    for (const auto& [key, value] : object.items())
        if (std::ranges::find(known, key) == known.end())
            throw BadPolicy(Problem(Fault::UnknownKey, key));
}

/// Without the library's own error code in front.
std::string reasonOf(const Json::exception& error)
{
    const std::string_view text = error.what();
    const std::size_t code = text.find("] ");
    return std::string(text.starts_with('[') && code != std::string_view::npos ? text.substr(code + 2)
                                                                               : text);
}

/// Refuses a key that stands twice in one object: people read the first, programs take the last.
Json parsed(std::string_view text)
{
    std::vector<std::set<std::string>> seen; // of the objects that are open
    return Json::parse(text, [&seen](int, Json::parse_event_t event, const Json& value) {
        if (event == Json::parse_event_t::object_start)
            seen.emplace_back();
        else if (event == Json::parse_event_t::object_end)
            seen.pop_back();
        else if (event == Json::parse_event_t::key && !seen.back().insert(value.get<std::string>()).second)
            throw BadPolicy(Problem(Fault::DuplicateKey, value.get<std::string>()));
        return true;
    });
}

template <class T>
struct JsonType;
template <>
struct JsonType<bool> {
    static constexpr auto wrong = Fault::MustBeBoolean;
    static bool holds(const Json& value) { return value.is_boolean(); }
};
template <>
struct JsonType<std::int64_t> {
    static constexpr auto wrong = Fault::MustBeWhole;
    static bool holds(const Json& value) { return value.is_number_integer(); }
};
template <>
struct JsonType<double> {
    static constexpr auto wrong = Fault::MustBeNumber;
    static bool holds(const Json& value) { return value.is_number(); }
};
template <>
struct JsonType<std::string> {
    static constexpr auto wrong = Fault::MustBeText;
    static bool holds(const Json& value) { return value.is_string(); }
};
template <>
struct JsonType<std::vector<std::string>> {
    static constexpr auto wrong = Fault::MustBeTexts;
    static bool holds(const Json& value)
    {
        return value.is_array() && std::ranges::all_of(value, &JsonType<std::string>::holds);
    }
};

const Json& member(const Json& object, const char* key)
{
    if (!object.is_object())
        throw BadPolicy(Problem(Fault::ObjectExpected));
    if (!object.contains(key))
        throw BadPolicy(Problem(Fault::KeyMissing, key));
    return object.at(key);
}

template <class T>
T read(const Json& object, const char* key)
{
    const Json& value = member(object, key);
    if (!JsonType<T>::holds(value))
        throw BadPolicy(Problem(JsonType<T>::wrong, key));
    return value.get<T>();
}

template <class T>
T read(const Json& object, const char* key, T unsaid)
{
    return object.contains(key) ? read<T>(object, key) : std::move(unsaid);
}

PublishedPolicy readDocument(const Json& json, std::string name, std::int64_t unsaidVersion)
{
    if (const Json& found = member(json, "schema"); found != schema)
        throw BadPolicy(Problem(Fault::Schema, found.dump(), schema));
    refuseUnknown(json, {"schema", "name", "version", "description", "algorithm", "format", "rules",
                         "ruleNames", "hashTokens", "counters", "mode", "whenAway", "share", "candidate"});
    PublishedPolicy published;
    published.policy.name = std::move(name);
    published.version = read<std::int64_t>(json, "version", unsaidVersion);
    published.description = read<std::string>(json, "description", {});
    published.policy.algorithm = read<std::string>(json, "algorithm");
    published.policy.format = read<std::string>(json, "format", {});
    published.policy.rules = parseRules(read<std::string>(json, "rules"));
    published.ruleNames = read<std::vector<std::string>>(json, "ruleNames", {});
    published.policy.hashTokens = read<bool>(json, "hashTokens", false);
    published.policy.counters = read<bool>(json, "counters", false);
    published.mode = valueIn(modes, "mode", read<std::string>(json, "mode", "enforced"));
    if (json.contains("whenAway"))
        published.onFailure = valueIn(onFailures, "whenAway", read<std::string>(json, "whenAway"));
    published.share = read<double>(json, "share", 1.0);
    if (json.contains("candidate")) {
        const Json& candidate = json.at("candidate");
        published.candidate = CandidateRules{read<std::string>(candidate, "algorithm"),
                                             parseRules(read<std::string>(candidate, "rules"))};
        refuseUnknown(candidate, {"algorithm", "rules"});
    }
    validatePublished(published);
    return published;
}

/// Runs `read`, and makes `what` of whatever is wrong: a BadPolicy because of that.
template <class Read>
auto told(Problem what, Read read)
{
    try {
        return read();
    } catch (const nlohmann::json::exception& error) {
        what.because = {{Fault::Syntax, reasonOf(error)}};
    } catch (const InvalidArgument& error) {
        what.because = {error.problem()};
    }
    throw BadPolicy(std::move(what));
}

} // namespace

std::string_view nameOf(PolicyMode mode)
{
    return nameIn(modes, mode);
}

std::string_view nameOf(OnFailure onFailure)
{
    return nameIn(onFailures, onFailure);
}

std::string_view nameOf(PolicyField field)
{
    return keys.at(std::size_t(field));
}

Policy candidatePolicy(const PublishedPolicy& published)
{
    Policy policy = published.policy;
    policy.name += candidateEnd;
    policy.algorithm = published.candidate->algorithm;
    policy.rules = published.candidate->rules;
    policy.counters = true; // that is what it is for
    return policy;
}

bool isCandidate(std::string_view policy)
{
    return policy.ends_with(candidateEnd);
}

void validatePublished(const PublishedPolicy& published)
{
    validatedAlgorithm(published.policy);
    if (isCandidate(published.policy.name))
        throw BadPolicy(Problem(Fault::CandidateName, candidateEnd));
    if (published.version < 0 || published.version >= maxUnits) // beyond that Lua counts no more
        throw BadPolicy(Problem(Fault::VersionRange, published.version));
    if (published.description.size() > longestText)
        throw BadPolicy(Problem(Fault::DescriptionLength, published.description.size(), longestText));
    if (!published.ruleNames.empty() && published.ruleNames.size() != published.policy.rules.size())
        throw BadPolicy(Problem(Fault::RuleNames, published.ruleNames.size(), published.policy.rules.size()));
    if (!(published.share > 0) || published.share > 1)
        throw BadPolicy(Problem(Fault::ShareRange, fmt::format("{}", published.share)));
    if (published.candidate)
        validatedAlgorithm(candidatePolicy(published));
    // Another program decides by its own rules: nothing here reaches it.
    if (!published.policy.format.empty() &&
        (published.candidate || published.policy.hashTokens || published.policy.counters ||
         published.mode != PolicyMode::Enforced || published.onFailure))
        throw BadPolicy(Problem(Fault::OfOtherProgram, published.policy.format));
}

std::string policyDocument(const PublishedPolicy& published)
{
    Json document;
    document["schema"] = schema;
    document["version"] = published.version;
    writeBody(document, published);
    return dumped(document, -1);
}

PublishedPolicy parsePolicyDocument(std::string_view name, std::string_view document)
{
    return told({Fault::PolicyUnreadable, name},
                [&] { return readDocument(parsed(document), std::string(name), 1); });
}

std::string policyFile(const PublishedPolicy& published)
{
    Json document;
    document["schema"] = schema;
    document["name"] = published.policy.name;
    document["version"] = published.version;
    writeBody(document, published);
    return dumped(document, 2) + "\n";
}

std::vector<PublishedPolicy> parsePolicyFile(std::string_view text)
{
    const auto policyIn = [](const Json& json) {
        return readDocument(json, read<std::string>(json, "name"), 0);
    };
    const Json json = told(Fault::FileUnreadable, [&] { return parsed(text); });
    if (!json.is_array())
        return {told(Fault::FileUnreadable, [&] { return policyIn(json); })};
    std::vector<PublishedPolicy> policies;
    for (const Json& one : json)
        policies.push_back(
            told({Fault::FilesPolicyUnreadable, policies.size() + 1}, [&] { return policyIn(one); }));
    return policies;
}

std::vector<PolicyField> differences(const PublishedPolicy& from, const PublishedPolicy& to)
{
    const auto share = [](const PublishedPolicy& policy) { // which has a meaning only then
        return policy.onFailure == OnFailure::Local ? std::optional(policy.share) : std::nullopt;
    };
    std::vector<PolicyField> fields;
    const auto add = [&fields](PolicyField field, bool differs) {
        if (differs)
            fields.push_back(field);
    };
    add(PolicyField::Description, from.description != to.description);
    add(PolicyField::Algorithm, from.policy.algorithm != to.policy.algorithm);
    add(PolicyField::Format, from.policy.format != to.policy.format);
    add(PolicyField::Rules, from.policy.rules != to.policy.rules);
    add(PolicyField::RuleNames, from.ruleNames != to.ruleNames);
    add(PolicyField::HashTokens, from.policy.hashTokens != to.policy.hashTokens);
    add(PolicyField::Counters, from.policy.counters != to.policy.counters);
    add(PolicyField::Mode, from.mode != to.mode);
    add(PolicyField::OnFailure, from.onFailure != to.onFailure);
    add(PolicyField::Share, share(from) != share(to));
    add(PolicyField::Candidate, from.candidate != to.candidate);
    return fields;
}

} // namespace ratewarden
