// SPDX-License-Identifier: MIT
#include "core/formats/describe/format_mutations.h"

#include "core/formats/describe/sample_check.h"
#include "core/formats/files/located_json.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <functional>
#include <optional>
#include <utility>

namespace ratewarden {
namespace {

using Type = LocatedJson::Type;

// What no reading shows. `samples` and `not` are what notices.
constexpr std::array<std::string_view, 11> leftOut{"$schema",  "recorded", "format", "title",
                                                   "versions", "source",   "tier",   "clock",
                                                   "cached",   "samples",  "not"};

// Words that mean something else and are allowed in the same place.
using Words = std::vector<std::string_view>;
const Words& othersOf(std::string_view field)
{
    static const std::vector<std::pair<std::string_view, Words>> lists{
        {"shape",
         {"counter", "pair", "tat", "bucket", "log",
          "none"}}, // slots read as a log; slices need their length
        {"refill", {"steps", "continuous"}},
        {"rounds", {"down", "up"}},
        {"untrimmed", {"ignored", "counted", "told"}},
        {"denied", {"nothing", "counts", "refreshes", "rewrites"}},
        {"from", {"first", "newest", "end", "tat", "none"}}, // "other" claims nothing
        {"type", {"string", "hash", "list", "set", "zset", "stream"}}};
    static const Words none;
    const auto found = std::ranges::find(lists, field, &std::pair<std::string_view, Words>::first);
    return found == lists.end() ? none : found->second;
}

// Parts of a pattern that can be taken for another.
constexpr std::array<std::pair<std::string_view, std::string_view>, 12> exchanges{
    {{":s}", ":ms}"},
     {":s0}", ":ms}"},
     {":s4}", ":ms}"},
     {":ms}", ":s}"},
     {":us}", ":ms}"},
     {":ns}", ":us}"},
     {":period}", ":period360}"},
     {":u32be}", ":u32le}"},
     {":u32le}", ":u32be}"},
     {"{count:", "{left:"},
     {"{left:", "{count:"},
     {"{start:", "{end:"}}};

/// One change at a time of a value in a document, and what it is called.
class FieldMutations {
public:
    /// Called with the document changed; it is as it was afterwards.
    using Try = std::function<void(const std::string& field, const std::string& change)>;

    FieldMutations(LocatedJson& root, Try attempt) : m_root(root), m_try(std::move(attempt)) {}

    void run() { members(m_root, "", true); }

private:
    void members(LocatedJson& object, const std::string& path, bool top)
    {
        for (std::size_t i = 0; i < object.names.size(); ++i) {
            const std::string name = object.names[i];
            if (top && std::ranges::find(leftOut, name) != leftOut.end())
                continue;
            const std::string inner = path.empty() ? name : fmt::format("{}.{}", path, name);
            without(object, i, inner);
            value(object.items[i], name, inner);
        }
    }

    void without(LocatedJson& parent, std::size_t i, const std::string& path)
    {
        const LocatedJson before = parent;
        parent.items.erase(parent.items.begin() + std::ptrdiff_t(i));
        if (parent.type == Type::Object)
            parent.names.erase(parent.names.begin() + std::ptrdiff_t(i));
        m_try(path, "removed");
        parent = before;
    }

    void value(LocatedJson& json, std::string_view name, const std::string& path)
    {
        switch (json.type) {
        case Type::Object:
            return members(json, path, false);
        case Type::List:
            for (std::size_t i = 0; i < json.items.size(); ++i) {
                const std::string inner = fmt::format("{}[{}]", path, i);
                if (json.items.size() > 1)
                    without(json, i, inner);
                value(json.items[i], name, inner);
            }
            break;
        case Type::Bool:
            json.truth = !json.truth;
            m_try(path, json.truth ? "true" : "false");
            json.truth = !json.truth;
            break;
        case Type::Number:
            return replace(json, twice(json, path), path);
        case Type::String: {
            const Words& words = othersOf(name);
            if (words.empty())
                return pattern(json, path);
            for (const std::string_view word : words)
                replace(json, std::string(word), path);
            break;
        }
        case Type::Null:
            break;
        }
    }

    static std::string twice(const LocatedJson& json, const std::string& path)
    {
        const double number = JsonField("", json, path).number();
        return fmt::format("{}", number == 0 ? 1 : 2 * number);
    }

    void replace(LocatedJson& json, std::string text, const std::string& path)
    {
        if (text == json.text)
            return;
        std::swap(json.text, text);
        m_try(path, fmt::format("{} -> {}", text, json.text));
        std::swap(json.text, text);
    }

    // Each run of letters outside of captures, and each unit and name that can be taken for another.
    void pattern(LocatedJson& json, const std::string& path)
    {
        const std::string text = json.text;
        int depth = 0;
        for (std::size_t i = 0; i < text.size(); ++i) {
            if (text[i] == '{' || text[i] == '}') {
                if (text.substr(i + 1).starts_with(text[i]) && depth == 0)
                    ++i;
                else
                    depth += text[i] == '{' ? 1 : -1;
                continue;
            }
            if (depth > 0 || !isLetter(text[i]) || (i + 1 < text.size() && isLetter(text[i + 1])))
                continue;
            std::string other = text;
            other[i] = text[i] == 'q' ? 'z' : 'q';
            replace(json, other, path);
        }
        for (const auto& [part, instead] : exchanges)
            if (const std::size_t at = text.find(part); at != std::string::npos)
                replace(json, std::string(text).replace(at, part.size(), instead), path);
    }

    LocatedJson& m_root;
    Try m_try;
};

// Whatever its rule is called.
bool sameRole(const KeyRole& one, KeyRole other)
{
    if (!one.rule.empty() && !other.rule.empty())
        other.rule = one.rule;
    return one == other;
}

// Whether they mean the same, but for what is left out.
bool sameMeaning(const FormatFile& one, const FormatFile& other)
{
    return one.shape == other.shape && std::ranges::equal(one.keys, other.keys, sameRole) &&
           one.epoch == other.epoch && one.continuous == other.continuous && one.roundsUp == other.roundsUp &&
           one.slice == other.slice && one.shifted == other.shifted && one.untrimmed == other.untrimmed &&
           one.expiry == other.expiry && one.denied == other.denied;
}

bool recordsRefusals(const FormatFile& file)
{
    return std::ranges::any_of(file.samples, [](const FormatSample& sample) { return !sample.then.empty(); });
}

/// Whether other formats take the samples, and this one theirs, as before.
class Neighbours {
public:
    Neighbours(const CatalogueFormat& format, const Catalogue& beside)
    {
        for (const FormatSample& sample : format.file().samples) {
            const auto& [key, content] = sample.keys.front();
            std::optional<double> best;
            for (const auto& [other, match] : beside.candidates(key, content.type))
                if (other->name() != format.name())
                    best = std::max(best, weightOf(*other, sample));
            m_own.push_back({&sample, best, standing(weightOf(format, sample), best)});
        }
        for (const auto& other : beside.formats())
            if (other->name() != format.name())
                for (const FormatSample& sample : other->file().samples) {
                    const std::optional<double> own = weightOf(*other, sample);
                    m_others.push_back({&sample, own, standing(weightOf(format, sample), own)});
                }
    }

    bool isAsBefore(const CatalogueFormat& format) const
    {
        const auto asBefore = [&](const Neighbour& one) {
            return standing(weightOf(format, *one.sample), one.weight) == one.standing;
        };
        return std::ranges::all_of(m_own, asBefore) && std::ranges::all_of(m_others, asBefore);
    }

private:
    enum class Standing { None, Below, Tie, Above };
    struct Neighbour {
        const FormatSample* sample;
        std::optional<double> weight; ///< of the best other format
        Standing standing;            ///< of this format beside it
    };

    static Standing standing(std::optional<double> own, std::optional<double> other)
    {
        if (!own)
            return Standing::None;
        return !other || *own > *other ? Standing::Above : *own < *other ? Standing::Below : Standing::Tie;
    }

    std::vector<Neighbour> m_own;
    std::vector<Neighbour> m_others;
};

} // namespace

FieldCheck checkFields(std::string_view file, std::string_view json, const Catalogue& beside)
{
    LocatedJson document = parseLocatedJson(file, json);
    const CatalogueFormat format(parseFormatFile(file, json));
    const Neighbours neighbours(format, beside);
    FieldCheck check;
    const auto isNoticed = [&](const std::string& field) {
        try {
            const CatalogueFormat changed(parseFormatFile(file, textOf(document)));
            if (sameMeaning(changed.file(), format.file()))
                return true; // nothing was changed
            if (field == "denied" && !recordsRefusals(format.file()))
                return true;
            ++check.changes;
            return !checkSamples(changed).empty() || !neighbours.isAsBefore(changed);
        } catch (const InvalidArgument&) {
            ++check.changes;
            return true;
        }
    };
    FieldMutations(document, [&](const std::string& field, const std::string& change) {
        if (isNoticed(field))
            return;
        if (!check.unnoticed.empty() && check.unnoticed.back().field == field)
            check.unnoticed.back().changes += "; " + change;
        else
            check.unnoticed.push_back({field, change});
    }).run();
    return check;
}

} // namespace ratewarden
