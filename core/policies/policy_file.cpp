// SPDX-License-Identifier: MIT
// How documents of policies, and files with them, are read.
#include "core/policies/policy_file.h"

#include "core/model/document_faults.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/policies/key_lines.h"
#include "core/policies/policy_parts.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <functional>
#include <initializer_list>
#include <optional>
#include <tuple>
#include <utility>

namespace ratewarden {
namespace {

using Json = nlohmann::ordered_json;

template <class Enum>
Enum valueIn(const Names<Enum>& names, std::string_view what, const std::string& name)
{
    const auto found = std::ranges::find(names, name, &std::pair<Enum, std::string_view>::second);
    if (found != names.end())
        return found->first;
    throw BadPolicy(Problem(Fault::UnknownChoice, what, name,
                            fmt::format("{}, {}, {}", names[0].second, names[1].second, names[2].second)));
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

/// Where what is wrong with a document goes: with the key that it is about, or "".
using Note = std::function<void(std::string_view, const Problem&)>;

/// Reads one document, and goes on behind what is wrong in it.
class DocumentReader {
public:
    DocumentReader(const Json& json, const Note& note) : m_json(json), m_note(note) {}

    /// Empty where anything is wrong. Without a name for it the document has one.
    std::optional<PublishedPolicy> read(std::optional<std::string> name, std::int64_t unsaidVersion)
    {
        PublishedPolicy published;
        if (!m_json.is_object()) {
            note("", Problem(Fault::ObjectExpected));
            return std::nullopt;
        }
        each("schema", [&] {
            if (const Json& found = member(m_json, "schema"); found != policySchema)
                throw BadPolicy(Problem(Fault::Schema, found.dump(), policySchema));
        });
        noteUnknown(m_json, "",
                    {"schema", "name", "version", "description", "algorithm", "format", "rules", "ruleNames",
                     "hashTokens", "counters", "denials", "lease", "mode", "whenAway", "share", "candidate"});
        if (name)
            published.policy.name = std::move(*name);
        else
            take("name", published.policy.name);
        take("version", published.version, unsaidVersion);
        take("description", published.description, std::string());
        take("algorithm", published.policy.algorithm);
        take("format", published.policy.format, std::string());
        each("rules", [&] { published.policy.rules = parseRules(of<std::string>(m_json, "rules")); });
        take("ruleNames", published.ruleNames, std::vector<std::string>());
        take("hashTokens", published.policy.hashTokens, false);
        take("counters", published.policy.counters, false);
        take("denials", published.policy.denials, std::int64_t(0));
        each("lease", [&] {
            if (m_json.contains("lease"))
                published.policy.lease = parseDuration(of<std::string>(m_json, "lease"));
        });
        each("mode", [&] {
            if (m_json.contains("mode"))
                published.mode = valueIn(policyModes, "mode", of<std::string>(m_json, "mode"));
        });
        each("whenAway", [&] {
            if (m_json.contains("whenAway"))
                published.onFailure = valueIn(onFailures, "whenAway", of<std::string>(m_json, "whenAway"));
        });
        take("share", published.share, 1.0);
        if (m_json.contains("candidate"))
            readCandidate(m_json.at("candidate"), published);
        for (const auto& [field, problem] : faultsOf(published))
            if (!isNoted(field))
                note(field, problem);
        return m_noted.empty() ? std::optional(std::move(published)) : std::nullopt;
    }

private:
    static const Json& member(const Json& object, const char* key)
    {
        if (!object.is_object())
            throw BadPolicy(Problem(Fault::ObjectExpected));
        if (!object.contains(key))
            throw BadPolicy(Problem(Fault::KeyMissing, key));
        return object.at(key);
    }

    template <class T>
    static T of(const Json& object, const char* key)
    {
        const Json& value = member(object, key);
        if (!JsonType<T>::holds(value))
            throw BadPolicy(Problem(JsonType<T>::wrong, key));
        return value.get<T>();
    }

    template <class T>
    void take(const char* key, T& value)
    {
        each(key, [&] { value = of<T>(m_json, key); });
    }
    template <class T>
    void take(const char* key, T& value, T unsaid)
    {
        if (m_json.contains(key))
            take(key, value);
        else
            value = std::move(unsaid);
    }

    void readCandidate(const Json& json, PublishedPolicy& published)
    {
        CandidateRules candidate;
        if (!json.is_object()) {
            note("candidate", Problem(Fault::ObjectExpected));
            return;
        }
        each("candidate.algorithm", [&] { candidate.algorithm = of<std::string>(json, "algorithm"); });
        each("candidate.rules", [&] { candidate.rules = parseRules(of<std::string>(json, "rules")); });
        noteUnknown(json, "candidate.", {"algorithm", "rules"});
        published.candidate = std::move(candidate);
    }

    void noteUnknown(const Json& object, std::string_view before,
                     std::initializer_list<std::string_view> known)
    {
        for (const auto& item : object.items())
            if (std::ranges::find(known, item.key()) == known.end())
                note(std::string(before) + item.key(), Problem(Fault::UnknownKey, item.key()));
    }

    template <class Read>
    void each(std::string_view field, Read read)
    {
        try {
            read();
        } catch (const InvalidArgument& error) {
            note(field, error.problem());
        }
    }

    void note(std::string_view field, const Problem& problem)
    {
        m_noted.emplace_back(field);
        m_note(field, problem);
    }

    // Or follows from one that is.
    bool isNoted(std::string_view field) const
    {
        const auto has = [this](std::string_view wanted) {
            return std::ranges::find(m_noted, wanted) != m_noted.end();
        };
        if (field == "ruleNames" || field == "rules" || field == "algorithm")
            return has("rules") || has("algorithm") || has("name") || has(field);
        if (field.starts_with("candidate"))
            return has("candidate.rules") || has("candidate.algorithm") || has("name");
        return has(field);
    }

    const Json& m_json;
    const Note& m_note;
    std::vector<std::string> m_noted;
};

/// The whole text as JSON; refuses a key that stands twice in one object.
Json parsed(std::string_view text)
{
    Json json = Json::parse(text);
    // People read the first, programs take the last.
    if (const KeyLines lines(text); !lines.twice().empty())
        throw BadPolicy(Problem(Fault::DuplicateKey, lines.twice().front().key));
    return json;
}

void readPolicy(const Json& json, const KeyLines& lines, std::size_t place, PolicyFile& file)
{
    const std::string path = place == 0 ? std::string() : "/" + std::to_string(place - 1);
    PolicyFileProblem found;
    found.place = place;
    if (json.is_object() && json.contains("name") && json.at("name").is_string())
        found.policy = json.at("name").get<std::string>();
    const Note note = [&](std::string_view field, const Problem& problem) {
        std::string at = path;
        if (!field.empty())
            at += "/" + std::string(field);
        std::ranges::replace(at, '.', '/');
        found.line = lines.lineOf(at);
        found.field = field;
        found.problem = problem;
        file.problems.push_back(found);
    };
    std::optional<PublishedPolicy> policy = DocumentReader(json, note).read(std::nullopt, 0);
    const std::size_t before = file.problems.size();
    for (const KeyLines::Twice& twice : lines.twice()) {
        if (place > 0 && !twice.path.starts_with(path + "/"))
            continue;
        found.line = twice.line;
        found.before = twice.first;
        found.field = twice.key;
        found.problem = Problem(Fault::DuplicateKey, twice.key);
        file.problems.push_back(found);
    }
    if (policy && file.problems.size() == before) {
        file.policies.push_back(std::move(*policy));
        file.rulesLines.push_back(lines.lineOf(path + "/rules"));
    }
}

} // namespace

PublishedPolicy parsePolicyDocument(std::string_view name, std::string_view document)
{
    Problem what(Fault::PolicyUnreadable, name);
    const Note note = [&what](std::string_view, const Problem& problem) {
        if (what.because.empty())
            what.because = {problem};
    };
    try {
        if (std::optional<PublishedPolicy> policy =
                DocumentReader(parsed(document), note).read(std::string(name), 1))
            return std::move(*policy);
    } catch (const nlohmann::json::exception& error) {
        what.because = {{Fault::Syntax, wordsOfJson(error.what(), true)}};
    } catch (const InvalidArgument& error) {
        what.because = {error.problem()};
    }
    throw BadPolicy(std::move(what));
}

PolicyFile readPolicyFile(std::string_view text)
{
    PolicyFile file;
    try {
        const Json json = Json::parse(text);
        const KeyLines lines(text);
        if (!json.is_array()) {
            readPolicy(json, lines, 0, file);
        } else {
            std::size_t place = 0;
            for (const Json& one : json)
                readPolicy(one, lines, ++place, file);
        }
    } catch (const Json::parse_error& error) {
        PolicyFileProblem found;
        const std::size_t at = error.byte > 0 ? error.byte - 1 : 0;
        found.line = lineAt(text, at);
        const std::size_t start = text.substr(0, at).rfind('\n');
        found.column = start == std::string_view::npos ? at + 1 : at - start;
        found.problem = Problem(Fault::Syntax, wordsOfJson(error.what(), false));
        file.problems.push_back(std::move(found));
    } catch (const Json::exception& error) { // a number that is none, as 1e999
        PolicyFileProblem found;
        found.problem = Problem(Fault::Syntax, wordsOfJson(error.what(), false));
        file.problems.push_back(std::move(found));
    }
    std::ranges::stable_sort(file.problems, {},
                             [](const PolicyFileProblem& one) { return std::tuple(one.line, one.place); });
    return file;
}

std::vector<PublishedPolicy> parsePolicyFile(std::string_view text)
{
    PolicyFile file = readPolicyFile(text);
    if (file.problems.empty())
        return std::move(file.policies);
    const PolicyFileProblem& first = file.problems.front();
    throw BadPolicy(first.place == 0 ? Problem(Fault::FileUnreadable, first.problem)
                                     : Problem(Fault::FilesPolicyUnreadable, first.place, first.problem));
}

} // namespace ratewarden
