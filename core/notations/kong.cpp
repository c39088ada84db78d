// SPDX-License-Identifier: MIT
// The JSON of Kong's plugins rate-limiting and rate-limiting-advanced; the latter is written.
#include "core/model/document_faults.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/notations/notation_faults.h"
#include "core/notations/shared.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <array>
#include <iterator>

namespace ratewarden {
namespace {

using namespace notations_detail;
using namespace std::chrono_literals;
using KongJson = nlohmann::json;

constexpr std::string_view kongProgram = "Kong";

constexpr std::array kongUnits{Unit{"second", 1s}, Unit{"minute", 60s}, Unit{"hour", 1h},
                               Unit{"day", 24h},   Unit{"month", 720h}, Unit{"year", 8760h}};

Units wholeNumber(const KongJson& value, std::string_view what, Units largest)
{
    if (!value.is_number_integer())
        throw InvalidArgument(Problem(Fault::MustBeWhole, what));
    if (!value.is_number_unsigned() && value.get<std::int64_t>() < 0)
        throw InvalidArgument(Problem(Fault::BelowZero, what));
    if (value.get<std::uint64_t>() > std::uint64_t(largest))
        throw InvalidArgument(Problem(Fault::TooLarge, what, largest));
    return value.get<Units>();
}

/// The value of a field, if it is there and not null: Kong prints what was never set as null.
const KongJson* fieldUnlessNull(const KongJson& object, std::string_view name)
{
    const auto found = object.find(name);
    return found == object.end() || found->is_null() ? nullptr : &*found;
}

std::string wordIn(const KongJson& object, std::string_view name)
{
    const KongJson* const value = fieldUnlessNull(object, name);
    if (value == nullptr)
        return {};
    if (!value->is_string())
        throw InvalidArgument(Problem(Fault::MustBeText, name));
    return value->get<std::string>();
}

std::vector<Rule> readPeriods(const KongJson& config, std::vector<NotationWarning>& warnings)
{
    std::vector<Rule> rules;
    for (const Unit& unit : kongUnits)
        if (const KongJson* const limit = fieldUnlessNull(config, unit.name)) {
            rules.push_back({wholeNumber(*limit, unit.name, maxUnits), unit.length});
            if (unit.length >= 720h)
                warnings.push_back(
                    {.kind = unit.length == 720h ? WarningKind::CalendarMonth : WarningKind::CalendarYear,
                     .program = kongProgram,
                     .number = unit.length / 24h});
        }
    return rules;
}

std::vector<Rule> readArrays(const KongJson& config)
{
    const KongJson* const limits = fieldUnlessNull(config, "limit");
    const KongJson* const windows = fieldUnlessNull(config, "window_size");
    if (limits == nullptr || windows == nullptr)
        throw InvalidArgument(Problem(Fault::KeyMissing, limits == nullptr ? "limit" : "window_size"));
    if (!limits->is_array() || !windows->is_array())
        throw InvalidArgument(Problem(Fault::MustBeList, limits->is_array() ? "window_size" : "limit"));
    if (limits->size() != windows->size())
        throw InvalidArgument(Problem(Fault::UnequalLists, limits->size(), windows->size()));
    std::vector<Rule> rules;
    for (std::size_t i = 0; i < limits->size(); ++i)
        rules.push_back({wholeNumber(limits->at(i), "limit", maxUnits),
                         Seconds(wholeNumber(windows->at(i), "window_size", maxWindow / 1s))});
    return rules;
}

ReadRules readPlugin(const KongJson& plugin)
{
    const std::string name = wordIn(plugin, "name");
    if (!name.empty() && name != "rate-limiting" && name != "rate-limiting-advanced")
        throw InvalidArgument(Problem(Fault::UnknownPlugin, shortName(name)));
    const KongJson* const inside = fieldUnlessNull(plugin, "config");
    const KongJson& config = inside == nullptr ? plugin : *inside;
    if (!config.is_object())
        throw InvalidArgument(Problem(Fault::MustBeObject, "config"));

    ReadRules read;
    const bool arrays =
        fieldUnlessNull(config, "limit") != nullptr || fieldUnlessNull(config, "window_size") != nullptr;
    std::vector<NotationWarning> ofPeriods;
    read.rules = readPeriods(config, ofPeriods);
    if (arrays && !read.rules.empty())
        throw InvalidArgument(Problem(Fault::TwoPlugins));
    std::string windowType = "fixed";
    bool deniedCount = false;
    if (arrays) {
        read.rules = readArrays(config);
        windowType = wordIn(config, "window_type");
        const KongJson* const noPenalty = fieldUnlessNull(config, "disable_penalty");
        deniedCount = noPenalty == nullptr || !noPenalty->is_boolean() || !noPenalty->get<bool>();
    }
    if (read.rules.empty())
        throw InvalidArgument(Problem(Fault::NoKongLimit));
    if (windowType == "fixed") {
        read.warnings.push_back({.kind = WarningKind::FixedWindows, .program = kongProgram});
    } else if (windowType.empty() || windowType == "sliding") {
        read.warnings.push_back({.kind = WarningKind::TwoCounters, .program = kongProgram});
        if (deniedCount)
            read.warnings.push_back(
                {.kind = WarningKind::DeniedCount, .program = kongProgram, .names = {"disable_penalty"}});
    } else {
        throw InvalidArgument(
            Problem(Fault::UnknownChoice, "window_type", shortName(windowType), "fixed, sliding"));
    }
    std::ranges::move(ofPeriods, std::back_inserter(read.warnings));

    std::vector<std::string> ignored;
    const auto noteIgnored = [&](const KongJson& object) {
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
    warnOfIgnored(kongProgram, ignored, read.warnings);
    return read;
}

ReadRules readKong(std::string_view text)
{
    Problem reason;
    try {
        return readPlugin(KongJson::parse(text));
    } catch (const KongJson::exception& error) {
        reason = {Fault::Syntax, std::string_view(wordsOfJson(error.what(), true)).substr(0, longestReason)};
    } catch (const InvalidArgument& error) {
        reason = error.problem();
    }
    throw InvalidArgument(Problem(Fault::KongUnreadable, reason));
}

bool recognisesKong(std::string_view text)
{
    return text.starts_with('{');
}

WrittenRules writeKong(const Policy& policy)
{
    using OrderedJson = nlohmann::ordered_json;
    WrittenRules written;
    OrderedJson limits = OrderedJson::array();
    OrderedJson windows = OrderedJson::array();
    for (const Rule& rule : rulesInSeconds(policy, kongProgram, written.warnings)) {
        limits.push_back(rule.limit);
        windows.push_back(rule.window / 1s);
    }
    if (limits.empty())
        return written;
    const Algorithm& algorithm = algorithmNamed(policy.algorithm);
    const bool fixed = algorithm.keeps == Keeps::Counts;
    const OrderedJson plugin{
        {"name", "rate-limiting-advanced"},
        {"config",
         {{"limit", limits}, {"window_size", windows}, {"window_type", fixed ? "fixed" : "sliding"}}}};
    written.text = plugin.dump(2) + "\n";
    if (!fixed && algorithm.keeps != Keeps::SlidingCounts)
        written.warnings.push_back(
            {.kind = WarningKind::TwoCounters, .program = kongProgram, .algorithm = &algorithm});
    return written;
}

} // namespace

Notation kong()
{
    return {"kong", "Kong rate-limiting (JSON)", recognisesKong, readKong, writeKong};
}

} // namespace ratewarden
