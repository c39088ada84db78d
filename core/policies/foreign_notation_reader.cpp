// SPDX-License-Identifier: MIT
// The half of foreign_notation.h that reads.
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/policies/foreign_notation.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <iterator>
#include <limits>
#include <map>
#include <set>
#include <sstream>
#include <utility>

namespace ratewarden {
namespace {

using namespace std::chrono_literals;
using Json = nlohmann::json;
using Seconds = std::chrono::seconds;

constexpr std::size_t longestText = 65'536;
constexpr int deepestDescriptors = 16;
constexpr std::size_t longestName = 60;
constexpr std::size_t mostNames = 16;
constexpr std::size_t longestReason = 300;

struct Unit {
    std::string_view name;
    Seconds length;
};

constexpr std::string_view fixedWindows =
    "counts in fixed windows on the clock, as the algorithm fixed-window does";

/// A name out of the text, to be shown: a long one is cut.
std::string shown(std::string_view name)
{
    return printable(name.substr(0, longestName)) + (name.size() > longestName ? "…" : "");
}

std::string listed(const std::vector<std::string>& names)
{
    std::string list;
    for (std::size_t i = 0; i < std::min(names.size(), mostNames); ++i)
        list += (i == 0 ? "" : ", ") + shown(names[i]);
    if (names.size() > mostNames)
        list += fmt::format(" and {} more", names.size() - mostNames);
    return list;
}

void warnOfIgnored(const std::vector<std::string>& names, std::vector<std::string>& warnings)
{
    const std::set<std::string> each(names.begin(), names.end());
    if (!each.empty())
        warnings.push_back(
            fmt::format("what has no meaning here is left out: {}", listed({each.begin(), each.end()})));
}

void warnOfZeros(const std::vector<Rule>& rules, std::vector<std::string>& warnings)
{
    for (const Rule& rule : rules)
        if (rule.limit == 0)
            warnings.push_back(fmt::format("{} lets nothing pass", notation(rule)));
}

// The short form, python-limits and the header: one line or several.

char lower(char c)
{
    return c >= 'A' && c <= 'Z' ? char(c + 32) : c;
}

std::string_view trimmed(std::string_view text)
{
    constexpr std::string_view spaces = " \t\r\n";
    const std::size_t first = text.find_first_not_of(spaces);
    if (first == std::string_view::npos)
        return {};
    return text.substr(first, text.find_last_not_of(spaces) + 1 - first);
}

bool startsWith(std::string_view text, std::string_view start)
{
    return text.size() >= start.size() && std::ranges::equal(text.substr(0, start.size()), start, {}, lower);
}

ReadRules readLines(std::string_view text)
{
    constexpr std::string_view headerName = "ratelimit-policy:";
    ReadRules read{{}, "short form", {}};
    bool months = false;
    bool years = false;
    // A header may come in several lines, which are one list.
    for (std::string_view rest = text; !rest.empty() || read.rules.empty();) {
        const std::size_t end = std::min(rest.find('\n'), rest.size());
        std::string_view line = trimmed(rest.substr(0, end));
        rest.remove_prefix(std::min(end + 1, rest.size()));
        if (startsWith(line, headerName))
            line = trimmed(line.substr(headerName.size()));
        if (line.empty() && !rest.empty())
            continue;
        std::ranges::copy(parseRules(line), std::back_inserter(read.rules));
        if (line.starts_with('"')) {
            read.notation = foreignNotationNamed("ietf").title;
            continue;
        }
        std::string words(line);
        std::ranges::transform(words, words.begin(), lower);
        const bool hasMonth = words.find("month") != std::string::npos;
        const bool hasYear = words.find("year") != std::string::npos;
        months = months || hasMonth;
        years = years || hasYear;
        if (hasMonth || hasYear || words.find("per") != std::string::npos ||
            words.find_first_of(";,|") != std::string::npos)
            read.notation = foreignNotationNamed("python-limits").title;
    }
    if (months)
        read.warnings.emplace_back("a month is 30 days, as python-limits counts it");
    if (years)
        read.warnings.emplace_back("a year is 360 days, as python-limits counts it");
    return read;
}

// Envoy

constexpr std::array envoyUnits{Unit{"second", 1s}, Unit{"minute", 60s}, Unit{"hour", 1h},   Unit{"day", 24h},
                                Unit{"week", 168h}, Unit{"month", 720h}, Unit{"year", 8760h}};

[[noreturn]] void failAt(const YAML::Mark& mark, std::string_view reason)
{
    if (mark.is_null())
        throw InvalidArgument(std::string(reason));
    throw InvalidArgument(fmt::format("line {}: {}", mark.line + 1, reason));
}

/// Looks a text over before it is read: aliases could make much of little, or go in circles, and of a second
/// document the library says nothing.
class YamlInspector : public YAML::EventHandler {
public:
    bool holdsAnything() const { return m_holdsAnything; }

    void OnDocumentStart(const YAML::Mark& /*mark*/) override { m_holdsAnything = false; }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override
    {
        failAt(mark, "aliases (*name) are not read; write what they stand for");
    }
    void OnScalar(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                  const std::string& /*value*/) override
    {
        m_holdsAnything = true;
    }
    void OnSequenceStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                         YAML::EmitterStyle::value /*style*/) override
    {
        m_holdsAnything = true;
    }
    void OnSequenceEnd() override {}
    void OnMapStart(const YAML::Mark& /*mark*/, const std::string& /*tag*/, YAML::anchor_t /*anchor*/,
                    YAML::EmitterStyle::value /*style*/) override
    {
        m_holdsAnything = true;
    }
    void OnMapEnd() override {}

private:
    bool m_holdsAnything = false;
};

YAML::Node loadYaml(const std::string& text)
{
    std::istringstream stream(text);
    YAML::Parser parser(stream);
    YamlInspector inspector;
    // Two and no more: on some bytes yaml-cpp finds empty documents without end.
    parser.HandleNextDocument(inspector);
    if (parser.HandleNextDocument(inspector) && inspector.holdsAnything())
        throw InvalidArgument("it holds several documents; give one of them");
    return YAML::Load(text);
}

class EnvoyReader {
public:
    ReadRules read(const YAML::Node& document)
    {
        if (document.IsSequence())
            readDescriptors(document, "", 1);
        else if (has(document, "domain"))
            readFile(document);
        else if (has(document, "requests_per_unit") || has(document, "unlimited"))
            readLimit(document, "rate_limit");
        else
            readDescriptor(document, "", 1);
        if (m_rules.empty())
            throw InvalidArgument(m_unlimited.empty() ? "there is no rate_limit in it"
                                                      : "there is no limit in it: all is unlimited");
        return {std::move(m_rules), foreignNotationNamed("envoy").title, warnings()};
    }

private:
    using Fields = std::map<std::string, YAML::Node>;

    static bool has(const YAML::Node& map, const char* name) { return map.IsMap() && map[name].IsDefined(); }

    /// The fields of a map that are not null. Those that are not `known` are noted as left out.
    Fields readFields(const YAML::Node& map, std::string_view what,
                      std::initializer_list<std::string_view> known)
    {
        if (!map.IsMap())
            failAt(map.Mark(), fmt::format("{} must be a map", what));
        Fields fields;
        for (const auto& entry : map) {
            const YAML::Node& key = entry.first;
            const YAML::Node& value = entry.second;
            if (!key.IsScalar())
                failAt(key.Mark(), "the name of a field must be a word");
            const std::string& name = key.Scalar();
            if (!fields.emplace(name, value).second)
                failAt(key.Mark(), fmt::format("\"{}\" stands there twice", shown(name)));
            if (std::ranges::find(known, name) == known.end() && !value.IsNull())
                m_ignored.push_back(name);
        }
        std::erase_if(fields, [](const auto& field) { return field.second.IsNull(); });
        return fields;
    }

    void readFile(const YAML::Node& document)
    {
        const Fields fields = readFields(document, "the file", {"domain", "descriptors"});
        if (const auto descriptors = fields.find("descriptors"); descriptors != fields.end())
            readDescriptors(descriptors->second, "", 1);
    }

    void readDescriptors(const YAML::Node& list, const std::string& path, int depth)
    {
        if (depth > deepestDescriptors)
            failAt(list.Mark(),
                   fmt::format("the descriptors are too deep; {} within each other are read", depth - 1));
        if (!list.IsSequence())
            failAt(list.Mark(), "\"descriptors\" must be a list");
        for (const YAML::Node& descriptor : list)
            readDescriptor(descriptor, path, depth);
    }

    void readDescriptor(const YAML::Node& descriptor, const std::string& parent, int depth)
    {
        const Fields fields = readFields(descriptor, "a descriptor",
                                         {"key", "value", "rate_limit", "shadow_mode", "descriptors"});
        std::string path = parent;
        if (const std::string key = scalar(fields, "key"); !key.empty())
            path += (parent.empty() ? "" : "/") + key;
        if (const std::string value = scalar(fields, "value"); !value.empty())
            path += "=" + value;
        const std::size_t before = m_rules.size();
        if (const auto limit = fields.find("rate_limit"); limit != fields.end())
            readLimit(limit->second, path);
        if (m_rules.size() > before && isTrue(fields, "shadow_mode"))
            m_inShadow.push_back(path);
        if (const auto nested = fields.find("descriptors"); nested != fields.end())
            readDescriptors(nested->second, path, depth + 1);
    }

    void readLimit(const YAML::Node& map, const std::string& path)
    {
        const Fields fields =
            readFields(map, "\"rate_limit\"", {"name", "unit", "requests_per_unit", "unlimited"});
        if (isTrue(fields, "unlimited")) {
            m_unlimited.push_back(path);
            return;
        }
        const auto count = fields.find("requests_per_unit");
        if (count == fields.end())
            failAt(map.Mark(), "\"requests_per_unit\" is missing");
        std::string name = scalar(fields, "unit");
        if (name.empty())
            failAt(map.Mark(), "\"unit\" is missing");
        std::ranges::transform(name, name.begin(), lower);
        const auto* const unit = std::ranges::find(envoyUnits, std::string_view(name), &Unit::name);
        if (unit == envoyUnits.end())
            failAt(
                fields.at("unit").Mark(),
                fmt::format("unknown unit \"{}\"; there are second, minute, hour, day, week, month and year",
                            shown(name)));
        if (m_rules.size() == maxRules)
            failAt(map.Mark(), fmt::format("the limits are too many; a policy takes up to {}", maxRules));
        m_rules.push_back({readCount(count->second), unit->length});
        m_paths.push_back(path);
        m_hasMonth = m_hasMonth || unit->name == "month";
        m_hasYear = m_hasYear || unit->name == "year";
    }

    static Units readCount(const YAML::Node& node)
    {
        const std::string_view text = node.IsScalar() ? std::string_view(node.Scalar()) : "";
        std::int64_t count = 0;
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
        // With a zero in front it would be octal to some.
        if (text.empty() || end != text.data() + text.size() || error == std::errc::invalid_argument ||
            (text.size() > 1 && text.front() == '0'))
            failAt(node.Mark(), "\"requests_per_unit\" must be a whole number");
        if (text.front() == '-')
            failAt(node.Mark(), "\"requests_per_unit\" must not be below 0");
        if (error != std::errc() || count > std::numeric_limits<std::uint32_t>::max())
            failAt(node.Mark(), "\"requests_per_unit\" is too large: Envoy's limits have 32 bits");
        return count;
    }

    static std::string scalar(const Fields& fields, const char* name)
    {
        const auto field = fields.find(name);
        if (field == fields.end())
            return {};
        if (!field->second.IsScalar())
            failAt(field->second.Mark(), fmt::format("\"{}\" must be a word", name));
        return field->second.Scalar();
    }

    static bool isTrue(const Fields& fields, const char* name)
    {
        const auto field = fields.find(name);
        bool value = false;
        if (field != fields.end() && !YAML::convert<bool>::decode(field->second, value))
            failAt(field->second.Mark(), fmt::format("\"{}\" must be true or false", name));
        return value;
    }

    std::vector<std::string> warnings() const
    {
        std::vector<std::string> warnings{fmt::format("Envoy {}", fixedWindows)};
        if (m_paths.size() > 1)
            warnings.push_back(
                fmt::format("each of these is a counter of its own to Envoy, and charged only when a request "
                            "is sent with it; here they are rules for one token: {}",
                            listed(m_paths)));
        if (!m_unlimited.empty())
            warnings.push_back(fmt::format("what is unlimited makes no rule: {}", listed(m_unlimited)));
        if (!m_inShadow.empty())
            warnings.push_back(fmt::format("Envoy denies nothing in shadow mode, while these rules would: {}",
                                           listed(m_inShadow)));
        if (m_hasMonth)
            warnings.emplace_back("a month is 30 days, as Envoy counts it");
        if (m_hasYear)
            warnings.emplace_back("a year is 365 days, as Envoy counts it");
        warnOfIgnored(m_ignored, warnings);
        return warnings;
    }

    std::vector<Rule> m_rules;
    std::vector<std::string> m_paths; ///< of the descriptors that the rules stand in
    std::vector<std::string> m_unlimited;
    std::vector<std::string> m_inShadow;
    std::vector<std::string> m_ignored;
    bool m_hasMonth = false;
    bool m_hasYear = false;
};

ReadRules readEnvoy(std::string_view text)
{
    std::string reason;
    try {
        return EnvoyReader().read(loadYaml(std::string(text)));
    } catch (const YAML::Exception& error) {
        reason = fmt::format("line {}: {}", error.mark.line + 1,
                             printable(std::string_view(error.msg).substr(0, longestReason)));
    } catch (const InvalidArgument& error) {
        reason = error.what();
    }
    throw InvalidArgument(fmt::format("cannot read Envoy's YAML: {}", reason));
}

// Kong

constexpr std::array kongUnits{Unit{"second", 1s}, Unit{"minute", 60s}, Unit{"hour", 1h},
                               Unit{"day", 24h},   Unit{"month", 720h}, Unit{"year", 8760h}};

Units wholeNumber(const Json& value, std::string_view what, Units largest)
{
    if (!value.is_number_integer())
        throw InvalidArgument(fmt::format("\"{}\" must be a whole number", what));
    if (!value.is_number_unsigned() && value.get<std::int64_t>() < 0)
        throw InvalidArgument(fmt::format("\"{}\" must not be below 0", what));
    if (value.get<std::uint64_t>() > std::uint64_t(largest))
        throw InvalidArgument(fmt::format("\"{}\" is too large; the largest is {}", what, largest));
    return value.get<Units>();
}

/// The value of a field, if it is there and not null: Kong prints what was never set as null.
const Json* fieldOf(const Json& object, std::string_view name)
{
    const auto found = object.find(name);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::string wordIn(const Json& object, std::string_view name)
{
    const Json* const value = fieldOf(object, name);
    if (value == nullptr)
        return {};
    if (!value->is_string())
        throw InvalidArgument(fmt::format("\"{}\" must be a text", name));
    return value->get<std::string>();
}

std::vector<Rule> readPeriods(const Json& config, std::vector<std::string>& warnings)
{
    std::vector<Rule> rules;
    for (const Unit& unit : kongUnits)
        if (const Json* const limit = fieldOf(config, unit.name)) {
            rules.push_back({wholeNumber(*limit, unit.name, maxUnits), unit.length});
            if (unit.length >= 720h)
                warnings.push_back(
                    fmt::format("a {} is taken as {} days, and is that of the calendar to Kong", unit.name,
                                unit.length / 24h));
        }
    return rules;
}

std::vector<Rule> readArrays(const Json& config)
{
    const Json* const limits = fieldOf(config, "limit");
    const Json* const windows = fieldOf(config, "window_size");
    if (limits == nullptr || windows == nullptr)
        throw InvalidArgument(fmt::format("\"{}\" is missing", limits == nullptr ? "limit" : "window_size"));
    if (!limits->is_array() || !windows->is_array())
        throw InvalidArgument("\"limit\" and \"window_size\" must be arrays");
    if (limits->size() != windows->size())
        throw InvalidArgument(
            fmt::format("there are {} in \"limit\" and {} in \"window_size\"; each limit needs its window",
                        limits->size(), windows->size()));
    std::vector<Rule> rules;
    for (std::size_t i = 0; i < limits->size(); ++i)
        rules.push_back({wholeNumber(limits->at(i), "limit", maxUnits),
                         Seconds(wholeNumber(windows->at(i), "window_size", maxWindow / 1s))});
    return rules;
}

ReadRules readPlugin(const Json& plugin)
{
    const std::string name = wordIn(plugin, "name");
    if (!name.empty() && name != "rate-limiting" && name != "rate-limiting-advanced")
        throw InvalidArgument(fmt::format(
            "the plugin \"{}\" is none of those that are read, rate-limiting and rate-limiting-advanced",
            shown(name)));
    const Json* const inside = fieldOf(plugin, "config");
    const Json& config = inside == nullptr ? plugin : *inside;
    if (!config.is_object())
        throw InvalidArgument("\"config\" must be an object");

    ReadRules read{{}, "Kong rate-limiting (JSON)", {}};
    const bool arrays = fieldOf(config, "limit") != nullptr || fieldOf(config, "window_size") != nullptr;
    std::vector<std::string> ofPeriods;
    read.rules = readPeriods(config, ofPeriods);
    if (arrays && !read.rules.empty())
        throw InvalidArgument(
            "it has the fields of rate-limiting and of rate-limiting-advanced; leave one of them out");
    std::string windowType = "fixed";
    bool deniedCount = false;
    if (arrays) {
        read.rules = readArrays(config);
        read.notation = foreignNotationNamed("kong").title;
        windowType = wordIn(config, "window_type");
        const Json* const noPenalty = fieldOf(config, "disable_penalty");
        deniedCount = noPenalty == nullptr || !noPenalty->is_boolean() || !noPenalty->get<bool>();
    }
    if (read.rules.empty())
        throw InvalidArgument(
            "there is no limit in it: neither second, minute, hour, day, month or year, nor limit "
            "with window_size");
    if (windowType == "fixed") {
        read.warnings.push_back(fmt::format("Kong {}", fixedWindows));
    } else if (windowType.empty() || windowType == "sliding") {
        read.warnings.emplace_back(
            "Kong's sliding windows are an estimate from two counters, as the algorithm "
            "sliding-window-counter makes");
        if (deniedCount)
            read.warnings.emplace_back("Kong counts the requests that it denies, too, unless disable_penalty "
                                       "is true; here they are free");
    } else {
        throw InvalidArgument(
            fmt::format("unknown window_type \"{}\"; there are fixed and sliding", shown(windowType)));
    }
    std::ranges::move(ofPeriods, std::back_inserter(read.warnings));

    std::vector<std::string> ignored;
    const auto noteIgnored = [&](const Json& object) {
        constexpr std::array meant{"name",        "config",      "limit",
                                   "window_size", "window_type", "disable_penalty"};
        for (const auto& [key, value] : object.items())
            if (!value.is_null() && std::ranges::find(meant, std::string_view(key)) == meant.end() &&
                std::ranges::find(kongUnits, std::string_view(key), &Unit::name) == kongUnits.end())
                ignored.push_back(key);
    };
    noteIgnored(config);
    if (inside != nullptr)
        noteIgnored(plugin);
    warnOfIgnored(ignored, read.warnings);
    return read;
}

ReadRules readKong(std::string_view text)
{
    std::string reason;
    try {
        return readPlugin(Json::parse(text));
    } catch (const Json::exception& error) {
        reason = printable(std::string_view(error.what()).substr(0, longestReason));
    } catch (const InvalidArgument& error) {
        reason = error.what();
    }
    throw InvalidArgument(fmt::format("cannot read Kong's JSON: {}", reason));
}

// Which of them it is

/// Whether the name stands there as a key, quoted or not.
bool hasKey(std::string_view text, std::string_view name)
{
    for (std::size_t at = 0; (at = text.find(name, at)) != std::string_view::npos;) {
        const char before = at == 0 ? ' ' : text[at - 1];
        at += name.size();
        std::string_view rest = text.substr(at);
        if (rest.starts_with('"') || rest.starts_with('\''))
            rest.remove_prefix(1);
        rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
        if (rest.starts_with(':') && std::string_view(" \t\n\"'{,[").find(before) != std::string_view::npos)
            return true;
    }
    return false;
}

} // namespace

ReadRules readRulesInAnyNotation(std::string_view text)
{
    if (text.size() > longestText)
        throw InvalidArgument(fmt::format("the text is too long; up to {} bytes are read", longestText));
    constexpr std::string_view byteOrderMark = "\xEF\xBB\xBF";
    if (text.starts_with(byteOrderMark))
        text.remove_prefix(byteOrderMark.size());
    constexpr std::array ofEnvoy{"descriptors", "rate_limit", "requests_per_unit"};
    ReadRules read = std::ranges::any_of(ofEnvoy, [&](std::string_view name) { return hasKey(text, name); })
                         ? readEnvoy(text)
                     : trimmed(text).starts_with('{') ? readKong(text)
                                                      : readLines(trimmed(text));
    validateRules(read.rules);
    warnOfZeros(read.rules, read.warnings);
    return read;
}

} // namespace ratewarden
