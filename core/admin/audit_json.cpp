// SPDX-License-Identifier: MIT
#include "core/admin/audit_json.h"

#include "core/formats/foreign/prefixes.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <limits>
#include <set>
#include <utility>

namespace ratewarden {
namespace {

using Json = nlohmann::ordered_json;

constexpr int schema = 1;
constexpr std::size_t longestCommand = 300; // bytes
constexpr std::string_view publishes = "publish";
constexpr std::string_view removesPolicy = "remove-policy";
constexpr std::string_view expiresKeys = "expire-keys";
constexpr std::string_view renames = "rename-key";
constexpr std::string_view deletes = "delete-keys";
constexpr std::string_view undoes = "undo";

Json inJson(Units units)
{
    return units;
}
Json inJson(const std::optional<Micros>& span)
{
    return span ? Json(span->count()) : Json(nullptr);
}
Json inJson(const std::vector<Rule>& rules)
{
    return notation(rules);
}

std::int64_t microsOf(Instant moment)
{
    return moment.time_since_epoch().count();
}

Instant momentFrom(const Json& micros)
{
    return Instant(Micros(micros.get<std::int64_t>()));
}

std::optional<Micros> spanOf(const Json& micros)
{
    return micros.is_null() ? std::nullopt : std::optional(Micros(micros.get<std::int64_t>()));
}

// What the values of an intent are called in its document.
template <class One, class Each>
void eachValue([[maybe_unused]] One& intent, [[maybe_unused]] const Each& each)
{
    if constexpr (requires { intent.units; })
        each("units", intent.units);
    if constexpr (requires { intent.rules; })
        each("rules", intent.rules);
    if constexpr (requires { intent.duration; })
        each("for_us", intent.duration);
    if constexpr (requires { intent.olderThan; })
        each("older_us", intent.olderThan);
}

void readFrom(const Json& json, Units& units)
{
    json.get_to(units);
}
void readFrom(const Json& json, Micros& span)
{
    span = Micros(json.get<std::int64_t>());
}
void readFrom(const Json& json, std::optional<Micros>& span)
{
    span = spanOf(json);
}
void readFrom(const Json& json, std::vector<Rule>& rules)
{
    rules = parseRules(json.get<std::string>());
}

struct IntentWriter {
    Json& document;

    void act(std::string_view name) { document["act"] = name; }
    void operator()(const Intent& intent)
    {
        act(traitsOf(intent).act);
        const auto write = [this](const char* name, const auto& value) {
            document["intent"][name] = inJson(value);
        };
        std::visit([&write](const auto& one) { eachValue(one, write); }, intent);
    }
    void operator()(const PublishIntent& intent)
    {
        act(intent.removes ? removesPolicy : publishes);
        Json one{{"policy", textFromBytes(intent.policy.policy.name)}, {"version", intent.policy.version}};
        if (intent.rollsBackTo)
            one["rollsBackTo"] = *intent.rollsBackTo;
        document["intent"] = std::move(one);
    }
    void operator()(const KeyIntent& intent)
    {
        Json names = Json::array();
        for (const std::string& key : intent.keys)
            names.push_back(textFromBytes(key));
        Json one{{"keys", std::move(names)}};
        if (const auto* const expire = intent.wants<ExpireKeys>()) {
            act(expiresKeys);
            one["at_ms"] = expire->at ? Json(*expire->at) : Json(nullptr);
        } else if (const auto* const rename = intent.wants<RenameKey>()) {
            act(renames);
            one["to"] = textFromBytes(rename->to);
        } else {
            act(deletes);
        }
        document["intent"] = std::move(one);
    }
};

std::vector<std::string> keysOfIntent(const Json& intent)
{
    std::vector<std::string> keys;
    for (const Json& key : intent.at("keys"))
        keys.push_back(percentDecoded(key.get<std::string>()));
    return keys;
}

std::variant<Intent, PublishIntent, KeyIntent> readIntent(const Json& document)
{
    const auto act = document.at("act").get<std::string>();
    const Json intent = document.value("intent", Json::object());
    const auto read = [&intent](const char* name, auto& value) {
        readFrom(intent.at(name), value);
    };
    for (Intent& one : bareIntents())
        if (act == traitsOf(one).act) {
            std::visit([&read](auto& its) { eachValue(its, read); }, one);
            return one;
        }
    if (act == publishes || act == removesPolicy) {
        PublishIntent publishing;
        publishing.policy.policy.name = percentDecoded(intent.at("policy").get<std::string>());
        publishing.policy.version = intent.at("version").get<std::int64_t>();
        if (intent.contains("rollsBackTo"))
            publishing.rollsBackTo = intent.at("rollsBackTo").get<std::int64_t>();
        if (act == removesPolicy)
            publishing.removes.emplace(); // which one, its result says
        return publishing;
    }
    if (act == expiresKeys)
        return KeyIntent{keysOfIntent(intent),
                         ExpireKeys{intent.at("at_ms").is_null()
                                        ? std::nullopt
                                        : std::optional(intent.at("at_ms").get<std::int64_t>())}};
    if (act == renames)
        return KeyIntent{keysOfIntent(intent), RenameKey{percentDecoded(intent.at("to").get<std::string>())}};
    if (act == deletes)
        return KeyIntent{keysOfIntent(intent), DeleteKeys{}};
    throw InvalidArgument(fmt::format("what was done (\"{}\") is not known to this version", printable(act)));
}

// Only those that the subjects need.
Json policiesOf(const Change& change)
{
    std::set<std::string_view> wanted;
    for (const Subject& subject : change.subjects)
        wanted.insert(subject.policy);
    Json all = Json::object();
    for (const auto& [name, policy] : change.policies)
        if (wanted.contains(name))
            all[textFromBytes(name)] = {
                {"name", textFromBytes(policy.name)}, {"algorithm", policy.algorithm},
                {"rules", notation(policy.rules)},    {"format", textFromBytes(policy.format)},
                {"hashTokens", policy.hashTokens},    {"counters", policy.counters},
                {"denials", policy.denials},          {"lease", policy.lease.count()}};
    return all;
}

Policy policyFrom(const Json& json)
{
    return {percentDecoded(json.at("name").get<std::string>()),
            json.at("algorithm").get<std::string>(),
            parseRules(json.at("rules").get<std::string>()),
            json.at("hashTokens").get<bool>(),
            json.at("counters").get<bool>(),
            percentDecoded(json.at("format").get<std::string>()),
            json.value("denials", std::int64_t(0)), // entries of former versions have neither
            Micros(json.value("lease", std::int64_t(0)))};
}

// With a script's name in place of its SHA-1.
std::string readableCommand(const Command& command)
{
    std::string text = command.text(longestCommand);
    if (const Script* const script = command.script())
        if (const std::size_t at = text.find(script->sha); at != std::string::npos)
            text.replace(at, script->sha.size(), fmt::format("{}.lua", script->name));
    return text;
}

void addCommands(Json& document, const Preview& preview)
{
    Json keys = Json::array();
    Json commands = Json::array();
    for (const Command& command : preview.first) {
        if (std::string key = textFromBytes(command.key());
            !key.empty() && std::ranges::find(keys, Json(key)) == keys.end())
            keys.push_back(std::move(key));
        commands.push_back(command.isSecret() ? std::string(command.title()) : readableCommand(command));
    }
    document["keys"] = std::move(keys);
    document["keyCount"] = preview.keys;
    document["commands"] = std::move(commands);
    document["commandCount"] = preview.commands;
}

// As many as fit.
template <class Subjects>
void addSubjects(Json& document, const Subjects& subjects, std::size_t largest)
{
    Json all = Json::array();
    std::size_t size = 0;
    for (const Subject& subject : subjects) {
        Json one = Json::array({textFromBytes(subject.token), textFromBytes(subject.policy),
                                textFromBytes(subject.format->name())});
        size += one.dump().size() + 1;
        if (size > largest) {
            document["cut"] = true;
            break;
        }
        all.push_back(std::move(one));
    }
    document["subjects"] = std::move(all);
}

Json common(const Change& change, const Preview& preview)
{
    Json document{{"schema", schema}};
    IntentWriter writer{document};
    std::visit(writer, change.intent);
    document["reason"] = textFromBytes(change.reason);
    document["tokens"] = preview.tokens;
    addCommands(document, preview);
    return document;
}

void cutKeys(Json& document, std::size_t largest)
{
    if (!document.contains("intent") || !document["intent"].contains("keys") ||
        document["intent"].dump().size() <= largest)
        return;
    Json& keys = document["intent"]["keys"];
    std::size_t size = 0;
    std::size_t kept = 0;
    while (kept < keys.size() && (size += keys[kept].dump().size() + 1) <= largest)
        ++kept;
    keys.erase(keys.begin() + std::ptrdiff_t(kept), keys.end());
    document["cut"] = true;
}

Json trouble(const Trouble& trouble)
{
    return trouble ? Json(textFromBytes(englishText(trouble.first))) : Json(nullptr);
}

[[noreturn]] void refuseUndo(const char* why)
{
    throw InvalidArgument(std::string(why));
}

// Only an undo names another act than its own, and no before-image is of one.
bool namesOtherAct(const Json& begun)
{
    return begun.contains("of") && !begun.contains("undoes");
}

// How many there are that a before-image may be of; of a document that was cut not all are named.
std::size_t placesOf(const Json& begun)
{
    if (begun.value("cut", false))
        return std::numeric_limits<std::size_t>::max();
    const auto act = begun.at("act").get<std::string>();
    if (act == publishes || act == removesPolicy)
        return 1;
    if (act == expiresKeys || act == renames || act == deletes)
        return begun.at("intent").at("keys").size();
    return begun.contains("subjects") ? begun.at("subjects").size() : 0;
}

// The same, of the change itself.
std::size_t placesOf(const Change& change)
{
    if (change.publishing())
        return 1;
    const KeyIntent* const keys = change.ofKeys();
    return keys ? keys->keys.size() : change.subjects.size();
}

bool isImage(const Json& one, std::size_t places)
{
    constexpr std::size_t numbersFrom = 2; // behind the place and the bytes
    return one.is_array() && one.size() == 6 && one[0].is_number_unsigned() &&
           one[0].get<std::uint64_t>() < places && one[1].is_string() && one[2].is_number_unsigned() &&
           std::all_of(one.begin() + numbersFrom, one.end(),
                       [](const Json& number) { return number.is_number_integer(); });
}

} // namespace

void refuseDamaged()
{
    refuseUndo("its entry in the audit trail is damaged");
}

Json readDocument(std::string_view text)
{
    constexpr int deepest = 8; // reading and writing go as deep as a document does
    const auto check = [](int depth, Json::parse_event_t event, const Json& read) {
        if (depth > deepest || (event == Json::parse_event_t::value && read.is_number_float()))
            refuseDamaged();
        return true;
    };
    try {
        return Json::parse(text, check);
    } catch (const nlohmann::json::exception&) {
        refuseDamaged();
    }
}

bool canReadBefore(const Json& begun, const Json& completed)
{
    const auto isTextOrNull = [&completed](const char* name) {
        return !completed.contains(name) || completed.at(name).is_string() || completed.at(name).is_null();
    };
    const std::size_t places = placesOf(begun);
    const auto before = completed.find("before");
    return !namesOtherAct(begun) && isTextOrNull("former") && isTextOrNull("document") &&
           (before == completed.end() ||
            (before->is_array() &&
             std::ranges::all_of(*before, [places](const Json& one) { return isImage(one, places); })));
}

std::string textFromBytes(std::string_view bytes)
{
    constexpr auto isKeptInAscii = [](char c) {
        return c >= 0x20 && c < 0x7F && c != '%';
    };
    constexpr auto isKeptInUtf8 = [](char c) {
        return std::uint8_t(c) >= 0x20 && c != 0x7F && c != '%';
    };
    return isUtf8(bytes) ? percentEncoded(bytes, isKeptInUtf8) : percentEncoded(bytes, isKeptInAscii);
}

Json begunDocument(const Change& change, const Preview& preview, std::size_t largest)
{
    Json document = common(change, preview);
    cutKeys(document, largest);
    if (!change.subjects.empty()) {
        addSubjects(document, change.subjects, largest);
        document["policies"] = policiesOf(change);
    }
    return document;
}

Json markDocument(const std::string& text)
{
    return {{"act", markAct}, {"reason", textFromBytes(text)}};
}

Json begunUndo(const ChangeOutcome& outcome, const Preview& preview, std::size_t largest)
{
    Json document = common(outcome.change, preview);
    cutKeys(document, largest);
    document["of"] = document["act"];
    document["act"] = undoes;
    document["reason"] = "";
    document["undoes"] = outcome.audit.id;
    std::vector<Subject> subjects;
    if (!outcome.change.subjects.empty())
        for (const ChangeOutcome::Made& made : outcome.undoable)
            subjects.push_back(outcome.change.subjects[made.subject]);
    addSubjects(document, subjects, largest);
    return document;
}

Json completedDocument(const ChangeOutcome& outcome, std::size_t largest)
{
    Json document{{"asked", outcome.asked},
                  {"made", outcome.made},
                  {"changed", outcome.changed},
                  {"uncertain", outcome.trouble.uncertain},
                  {"trouble", trouble(outcome.trouble)}};
    if (outcome.denied)
        document["denied"] = true;
    std::size_t size = 0;
    if (outcome.publishing) {
        const Publishing& one = *outcome.publishing;
        document["published"] = one.published;
        document["version"] = one.version;
        size = one.document.size() + (one.former ? one.former->size() : 0);
        if (size <= largest) {
            document["document"] = textFromBytes(one.document);
            document["former"] = one.former ? Json(textFromBytes(*one.former)) : Json(nullptr);
        }
    }
    Json before = Json::array();
    for (const ChangeOutcome::Made& made : outcome.undoable) {
        if (size > largest)
            break;
        const BeforeImage& image = made.before;
        before.push_back(
            Json::array({made.subject, textFromBytes(image.former), image.units, microsOf(image.since),
                         microsOf(image.until), microsOf(image.usedUntil)}));
        size += before.back().dump().size() + 1;
    }
    if (size > largest)
        document["cut"] = true;
    else
        document["before"] = std::move(before);
    return document;
}

Json completedUndo(const Undoing& undoing, const ChangeOutcome& left)
{
    constexpr std::size_t mostLeft = 2000; // of more it counts as undone
    const std::size_t back = undoing.count(Undone::AsItWas) + undoing.count(Undone::Merged);
    Json document{{"asked", undoing.results.size()},
                  {"made", back + undoing.count(Undone::Expired)},
                  {"changed", back},
                  {"uncertain", undoing.trouble.uncertain},
                  {"trouble", trouble(undoing.trouble)}};
    if (undoing.denied)
        document["denied"] = true;
    if (const std::size_t since = undoing.count(Undone::CameSince); since > 0)
        document["cameSince"] = since;
    if (const std::size_t unknown = undoing.count(Undone::NotKnown); unknown > 0)
        document["notKnown"] = unknown;
    if (left.undoable.size() <= mostLeft)
        for (const ChangeOutcome::Made& made : left.undoable)
            document["left"].push_back(made.subject);
    return document;
}

std::vector<Subject> subjectsFrom(const Json& begun)
{
    std::vector<Subject> subjects;
    for (const Json& one : begun.value("subjects", Json::array())) {
        Subject subject{percentDecoded(one.at(0).get<std::string>()),
                        percentDecoded(one.at(1).get<std::string>())};
        subject.format = formatNamed(percentDecoded(one.at(2).get<std::string>()), subject.policy);
        if (subject.format)
            subjects.push_back(std::move(subject));
    }
    return subjects;
}

Change changeFrom(const Json& begun)
{
    Change change;
    Json original = begun;
    if (begun.contains("of"))
        original["act"] = begun["of"];
    change.intent = readIntent(original);
    change.reason = percentDecoded(begun.value("reason", std::string()));
    change.subjects = subjectsFrom(begun);
    const Json policies = begun.value("policies", Json::object());
    for (const auto& [name, policy] : policies.items())
        change.policies.emplace(percentDecoded(name), policyFrom(policy));
    return change;
}

ChangeOutcome outcomeFrom(const Json& begun, const Json& completed)
{
    if (begun.contains("undoes"))
        refuseUndo("it undid another change: make that change again instead");
    if (begun.value("cut", false) || completed.value("cut", false))
        refuseUndo("what was there before was too large to be kept in the audit trail");
    ChangeOutcome outcome;
    outcome.change = changeFrom(begun);
    if (outcome.change.subjects.size() != begun.value("subjects", Json::array()).size())
        refuseUndo("the format of its keys is not known here; open it where the format file is");
    outcome.asked = completed.at("asked").get<std::size_t>();
    outcome.made = completed.at("made").get<std::size_t>();
    outcome.changed = completed.at("changed").get<std::size_t>();
    if (outcome.change.publishing() && completed.contains("document")) {
        Publishing publishing;
        publishing.published = completed.at("published").get<bool>();
        publishing.version = completed.at("version").get<std::int64_t>();
        publishing.document = percentDecoded(completed.at("document").get<std::string>());
        if (!completed.at("former").is_null())
            publishing.former = percentDecoded(completed.at("former").get<std::string>());
        outcome.publishing = std::move(publishing);
    }
    if (!canReadBefore(begun, completed))
        refuseDamaged();
    for (const Json& one : completed.at("before")) {
        ChangeOutcome::Made made;
        made.subject = one.at(0).get<std::uint32_t>();
        made.before = {percentDecoded(one.at(1).get<std::string>()), one.at(2).get<Units>(),
                       momentFrom(one.at(3)), momentFrom(one.at(4)), momentFrom(one.at(5))};
        if (made.subject >= placesOf(outcome.change) ||
            (outcome.change.publishing() && !outcome.publishing) ||
            (outcome.change.ofKeys() && made.before.former.find(':') == std::string::npos))
            refuseDamaged();
        outcome.undoable.push_back(std::move(made));
    }
    if (!outcome.canUndo())
        refuseUndo("it changed nothing that could be undone");
    return outcome;
}

} // namespace ratewarden
