// SPDX-License-Identifier: MIT
// The YAML of Envoy's rate limit service.
#include "core/model/document_faults.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/notations/notation_faults.h"
#include "core/notations/shared.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>
#include <yaml-cpp/eventhandler.h>
#include <yaml-cpp/yaml.h>

#include <algorithm>
#include <array>
#include <charconv>
#include <limits>
#include <map>
#include <sstream>
#include <utility>

namespace ratewarden {
namespace {

using namespace notations_detail;
using namespace std::chrono_literals;

constexpr std::string_view envoyProgram = "Envoy";
constexpr int deepestDescriptors = 16;
constexpr Units largestLimit = std::numeric_limits<std::uint32_t>::max();

// The first four are all that it has by its documentation; the service takes the others, too.
constexpr std::array envoyUnits{Unit{"second", 1s}, Unit{"minute", 60s}, Unit{"hour", 1h},   Unit{"day", 24h},
                                Unit{"week", 168h}, Unit{"month", 720h}, Unit{"year", 8760h}};

[[noreturn]] void failAt(const YAML::Mark& mark, const Problem& reason)
{
    if (mark.is_null())
        throw InvalidArgument(reason);
    throw InvalidArgument(Problem(Fault::Line, mark.line + 1, reason));
}

/// Looks a text over before it is read: aliases could make much of little, or go in circles, and of a second
/// document the library says nothing.
class YamlInspector : public YAML::EventHandler {
public:
    bool holdsAnything() const { return m_holdsAnything; }

    void OnDocumentStart(const YAML::Mark& /*mark*/) override { m_holdsAnything = false; }
    void OnDocumentEnd() override {}
    void OnNull(const YAML::Mark& /*mark*/, YAML::anchor_t /*anchor*/) override {}
    void OnAlias(const YAML::Mark& mark, YAML::anchor_t /*anchor*/) override { failAt(mark, Fault::Aliases); }
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
        throw InvalidArgument(Problem(Fault::SeveralDocuments));
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
            throw InvalidArgument(Problem(m_unlimited.empty() ? Fault::NoEnvoyLimit : Fault::AllUnlimited));
        return {std::move(m_rules), {}, warnings()};
    }

private:
    using Fields = std::map<std::string, YAML::Node>;

    static bool has(const YAML::Node& map, const char* name) { return map.IsMap() && map[name].IsDefined(); }

    /// The fields of a map that are not null. Those that are not `known` are noted as left out.
    Fields readFields(const YAML::Node& map, std::initializer_list<std::string_view> known)
    {
        if (!map.IsMap())
            failAt(map.Mark(), Fault::MapExpected);
        Fields fields;
        for (const auto& entry : map) {
            const YAML::Node& key = entry.first;
            const YAML::Node& value = entry.second;
            if (!key.IsScalar())
                failAt(key.Mark(), Fault::FieldName);
            const std::string& name = key.Scalar();
            if (!fields.emplace(name, value).second)
                failAt(key.Mark(), {Fault::DuplicateKey, shortName(name)});
            if (std::ranges::find(known, name) == known.end() && !value.IsNull())
                m_ignored.push_back(name);
        }
        std::erase_if(fields, [](const auto& field) { return field.second.IsNull(); });
        return fields;
    }

    void readFile(const YAML::Node& document)
    {
        const Fields fields = readFields(document, {"domain", "descriptors"});
        if (const auto descriptors = fields.find("descriptors"); descriptors != fields.end())
            readDescriptors(descriptors->second, "", 1);
    }

    void readDescriptors(const YAML::Node& list, const std::string& path, int depth)
    {
        if (depth > deepestDescriptors)
            failAt(list.Mark(), {Fault::TooDeep, depth - 1});
        if (!list.IsSequence())
            failAt(list.Mark(), {Fault::MustBeList, "descriptors"});
        for (const YAML::Node& descriptor : list)
            readDescriptor(descriptor, path, depth);
    }

    void readDescriptor(const YAML::Node& descriptor, const std::string& parent, int depth)
    {
        const Fields fields =
            readFields(descriptor, {"key", "value", "rate_limit", "shadow_mode", "descriptors"});
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
        const Fields fields = readFields(map, {"name", "unit", "requests_per_unit", "unlimited"});
        if (isTrue(fields, "unlimited")) {
            m_unlimited.push_back(path);
            return;
        }
        const auto count = fields.find("requests_per_unit");
        if (count == fields.end())
            failAt(map.Mark(), {Fault::KeyMissing, "requests_per_unit"});
        std::string name = scalar(fields, "unit");
        if (name.empty())
            failAt(map.Mark(), {Fault::KeyMissing, "unit"});
        std::ranges::transform(name, name.begin(), lower);
        const auto* const unit = std::ranges::find(envoyUnits, std::string_view(name), &Unit::name);
        if (unit == envoyUnits.end())
            failAt(fields.at("unit").Mark(), {Fault::UnknownChoice, "unit", shortName(name),
                                              "second, minute, hour, day, week, month, year"});
        if (m_rules.size() == maxRules)
            failAt(map.Mark(), {Fault::TooManyLimits, maxRules});
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
            failAt(node.Mark(), {Fault::MustBeWhole, "requests_per_unit"});
        if (text.front() == '-')
            failAt(node.Mark(), {Fault::BelowZero, "requests_per_unit"});
        if (error != std::errc() || count > largestLimit)
            failAt(node.Mark(), {Fault::TooLarge, "requests_per_unit", largestLimit});
        return count;
    }

    static std::string scalar(const Fields& fields, const char* name)
    {
        const auto field = fields.find(name);
        if (field == fields.end())
            return {};
        if (!field->second.IsScalar())
            failAt(field->second.Mark(), {Fault::MustBeText, name});
        return field->second.Scalar();
    }

    static bool isTrue(const Fields& fields, const char* name)
    {
        const auto field = fields.find(name);
        bool value = false;
        if (field != fields.end() && !YAML::convert<bool>::decode(field->second, value))
            failAt(field->second.Mark(), {Fault::MustBeBoolean, name});
        return value;
    }

    std::vector<NotationWarning> warnings() const
    {
        std::vector<NotationWarning> warnings{{.kind = WarningKind::FixedWindows, .program = envoyProgram}};
        if (m_paths.size() > 1)
            warnings.push_back(warningOf(WarningKind::SeparateCounters, envoyProgram, m_paths));
        if (!m_unlimited.empty())
            warnings.push_back(warningOf(WarningKind::Unlimited, envoyProgram, m_unlimited));
        if (!m_inShadow.empty())
            warnings.push_back(warningOf(WarningKind::ShadowMode, envoyProgram, m_inShadow));
        if (m_hasMonth)
            warnings.push_back({.kind = WarningKind::MonthLength, .program = envoyProgram, .number = 30});
        if (m_hasYear)
            warnings.push_back({.kind = WarningKind::YearLength, .program = envoyProgram, .number = 365});
        warnOfIgnored(envoyProgram, m_ignored, warnings);
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
    Problem reason;
    try {
        return EnvoyReader().read(loadYaml(std::string(text)));
    } catch (const YAML::Exception& error) {
        reason = {Fault::Line, error.mark.line + 1,
                  Problem(Fault::Syntax, std::string_view(error.msg).substr(0, longestReason))};
    } catch (const InvalidArgument& error) {
        reason = error.problem();
    }
    throw InvalidArgument(Problem(Fault::EnvoyUnreadable, reason));
}

bool recognisesEnvoy(std::string_view text)
{
    constexpr std::array keys{"descriptors", "rate_limit", "requests_per_unit"};
    return std::ranges::any_of(keys, [&](std::string_view key) { return hasKey(text, key); });
}

// One limit for each descriptor, so each rule has one.
WrittenRules writeEnvoy(const Policy& policy)
{
    WrittenRules written;
    std::string descriptors;
    const std::span writable = std::span(envoyUnits).first(4);
    for (const Rule& rule : policy.rules) {
        if (isAtOnce(rule, envoyProgram, written.warnings))
            continue;
        const auto unit = std::ranges::find(writable, rule.window, &Unit::length);
        if (unit == writable.end()) {
            NotationWarning& warning = written.warnings.emplace_back(
                NotationWarning{.kind = WarningKind::OneUnitOnly, .program = envoyProgram, .rule = rule});
            for (const Unit& known : writable)
                warning.names.emplace_back(known.name);
            continue;
        }
        if (rule.limit > largestLimit) {
            written.warnings.push_back({.kind = WarningKind::LimitTooLarge,
                                        .program = envoyProgram,
                                        .rule = rule,
                                        .number = largestLimit});
            continue;
        }
        warnOfBurst(rule, envoyProgram, written.warnings);
        descriptors += fmt::format("  - key: per_{0}\n    rate_limit:\n      unit: {0}\n      "
                                   "requests_per_unit: {1}\n",
                                   unit->name, rule.limit);
    }
    if (!descriptors.empty())
        written.text = fmt::format("domain: {}\ndescriptors:\n{}",
                                   nlohmann::json(printable(policy.name)).dump(), descriptors);
    if (policy.rules.size() > 1)
        written.warnings.push_back({.kind = WarningKind::OneLimitEach, .program = envoyProgram});
    if (const Algorithm& algorithm = algorithmNamed(policy.algorithm); algorithm.keeps != Keeps::Counts)
        written.warnings.push_back(
            {.kind = WarningKind::FixedWindows, .program = envoyProgram, .algorithm = &algorithm});
    return written;
}

} // namespace

Notation envoy()
{
    return {"envoy", "Envoy rate limit service (YAML)", recognisesEnvoy, readEnvoy, writeEnvoy};
}

} // namespace ratewarden
