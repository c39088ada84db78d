// SPDX-License-Identifier: MIT
#include "core/explain/decision_dimensions.h"

#include "core/formats/client_address.h"

#include <fmt/format.h>

#include <unordered_map>
#include <utility>

namespace ratewarden {
namespace {

template <class Of>
DimensionValues valuesOf(DecisionDimension dimension, const Decisions& decisions, Of of)
{
    DimensionValues values{dimension, {}, std::vector<std::uint32_t>(decisions.size()), 0, {}, {}};
    for (std::size_t i = 0; i < decisions.size(); ++i)
        values.ids[i] = of(i);
    return values;
}

DimensionValues withTexts(DimensionValues values, std::vector<std::string> texts)
{
    values.count = std::uint32_t(texts.size());
    values.textOf = [texts = std::move(texts)](std::uint32_t id) {
        return texts[id];
    };
    return values;
}

constexpr std::uint32_t tenths = 10;

std::uint32_t tenthOf(Instant at, Micros window)
{
    return std::uint32_t(tenths * double((at.time_since_epoch() % window).count()) / double(window.count()));
}

std::string textOfTenth(std::uint32_t tenth)
{
    return fmt::format("{}-{} %", tenth * 100 / tenths, (tenth + 1) * 100 / tenths);
}

std::string networkOrPrefix(std::string_view token)
{
    if (std::string network = networkIn(token); !network.empty())
        return network;
    const std::size_t end = token.find_last_of(":/|=");
    return end == std::string_view::npos ? std::string() : std::string(token.substr(0, end + 1));
}

} // namespace

DimensionValues columnValues(const DecisionColumn& column, const Decisions& decisions)
{
    DimensionValues values = withTexts(valuesOf(column.dimension, decisions,
                                                [&](std::size_t i) {
                                                    const std::uint32_t value =
                                                        column.values[decisions.place(i)];
                                                    return value == 0 ? noValue : value;
                                                }),
                                       column.texts);
    values.column = column.name;
    values.policies = column.policies;
    return values;
}

DimensionValues tokensOf(const Decisions& decisions)
{
    const Trace& trace = decisions.log().trace;
    DimensionValues values = valuesOf(DecisionDimension::Token, decisions,
                                      [&](std::size_t i) { return trace.tokens[decisions.place(i)]; });
    values.count = std::uint32_t(trace.names.size());
    values.textOf = [&trace](std::uint32_t id) {
        return std::string(trace.names[id]);
    };
    return values;
}

DimensionValues networksOf(const Decisions& decisions)
{
    const Trace& trace = decisions.log().trace;
    constexpr std::uint32_t unseen = noValue - 1;
    std::vector<std::uint32_t> ofToken(trace.names.size(), unseen);
    std::unordered_map<std::string, std::uint32_t> places;
    std::vector<std::string> texts;
    const auto networkOf = [&](TokenId token) {
        std::uint32_t& known = ofToken[token];
        if (known != unseen)
            return known;
        std::string text = networkOrPrefix(trace.names[token]);
        if (text.empty())
            return known = noValue;
        const auto [place, isNew] = places.try_emplace(text, std::uint32_t(texts.size()));
        if (isNew)
            texts.push_back(std::move(text));
        return known = place->second;
    };
    DimensionValues values = valuesOf(DecisionDimension::Network, decisions, [&](std::size_t i) {
        return networkOf(trace.tokens[decisions.place(i)]);
    });
    return withTexts(std::move(values), std::move(texts));
}

DimensionValues costsOf(const Decisions& decisions)
{
    constexpr std::size_t few = 8;
    const std::vector<TraceCost>& costs = decisions.log().trace.costs;
    std::vector<TraceCost> different;
    DimensionValues values = valuesOf(DecisionDimension::Cost, decisions, [&](std::size_t i) {
        const TraceCost cost = costs[decisions.place(i)];
        const auto known = std::uint32_t(std::ranges::find(different, cost) - different.begin());
        if (known == different.size() && different.size() <= few)
            different.push_back(cost);
        return known;
    });
    std::vector<std::string> texts;
    if (different.size() <= few) {
        for (const TraceCost cost : different)
            texts.push_back(std::to_string(cost));
        return withTexts(std::move(values), std::move(texts));
    }
    texts = {"0", "1-9"};
    constexpr std::uint32_t mostDigits = std::numeric_limits<TraceCost>::digits10 + 1;
    for (std::uint32_t digits = 2; digits <= mostDigits; ++digits)
        texts.push_back(fmt::format("1{:0<{}}-{:9<{}}", "", digits - 1, "", digits));
    for (std::size_t i = 0; i < decisions.size(); ++i) {
        std::uint32_t digits = 0;
        for (TraceCost left = costs[decisions.place(i)]; left > 0; left /= 10)
            ++digits;
        values.ids[i] = digits;
    }
    return withTexts(std::move(values), std::move(texts));
}

// What ages and times since a change are is said by valueText().
DimensionValues agesOf(const Decisions& decisions, Micros recent)
{
    const Trace& trace = decisions.log().trace;
    std::vector<Instant> first(trace.names.size(), Instant::max());
    const std::size_t end = decisions.size() == 0 ? 0 : decisions.place(decisions.size() - 1) + 1;
    for (std::size_t i = 0; i < end; ++i)
        first[trace.tokens[i]] = std::min(first[trace.tokens[i]], trace.times[i]);
    return withTexts(valuesOf(DecisionDimension::TokenAge, decisions,
                              [&](std::size_t i) -> std::uint32_t {
                                  const Instant now = decisions.time(i);
                                  if (now - trace.times.front() <= recent)
                                      return noValue;
                                  return now - first[trace.tokens[decisions.place(i)]] <= recent ? 0 : 1;
                              }),
                     std::vector<std::string>(2));
}

std::string phaseText(Instant at, Micros window)
{
    return textOfTenth(tenthOf(at, window));
}

DimensionValues phasesOf(const Decisions& decisions, Micros window)
{
    std::vector<std::string> texts;
    texts.reserve(tenths);
    for (std::uint32_t tenth = 0; tenth < tenths; ++tenth)
        texts.push_back(textOfTenth(tenth));
    return withTexts(valuesOf(DecisionDimension::Phase, decisions,
                              [&](std::size_t i) { return tenthOf(decisions.time(i), window); }),
                     std::move(texts));
}

DimensionValues sinceChanges(const Decisions& decisions, const std::vector<KnownChange>& changes)
{
    return withTexts(
        valuesOf(DecisionDimension::SinceChange, decisions,
                 [&](std::size_t i) -> std::uint32_t {
                     const auto next =
                         std::ranges::upper_bound(changes, decisions.time(i), {}, &KnownChange::at);
                     if (next == changes.begin())
                         return noValue;
                     const Micros since = decisions.time(i) - std::prev(next)->at;
                     return std::uint32_t(std::ranges::lower_bound(changeSpans, since) - changeSpans.begin());
                 }),
        std::vector<std::string>(changeSpans.size() + 1));
}

} // namespace ratewarden
