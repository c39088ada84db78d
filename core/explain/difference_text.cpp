// SPDX-License-Identifier: MIT
#include "core/explain/difference_text.h"

#include "core/explain/kept_decisions.h"
#include "core/model/fault_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ratewarden {
namespace {

ExplainedValue percentOf(double share)
{
    return std::int64_t(std::llround(100 * share));
}

ExplainedValue numberOf(std::uint64_t number)
{
    return std::int64_t(number);
}

ExplainedValue perMinute(std::uint64_t denied, const TimeRange& range)
{
    return double(denied) / std::chrono::duration<double, std::ratio<60>>(range.length()).count();
}

// lupdate takes `std::` for a class, and so functions with sentences return Written.

const char* dimensionPattern(const ComparedDimension& dimension)
{
    if (dimension.column == nodeColumn)
        return FAULT_TEXT("current node");
    constexpr std::array patterns{"%1",
                                  FAULT_TEXT("rule"),
                                  FAULT_TEXT("policy"),
                                  FAULT_TEXT("format"),
                                  FAULT_TEXT("token"),
                                  FAULT_TEXT("network"),
                                  FAULT_TEXT("cost"),
                                  FAULT_TEXT("age of token"),
                                  FAULT_TEXT("phase of the window"),
                                  FAULT_TEXT("since a change")};
    return patterns.at(std::size_t(dimension.dimension));
}

Written valueWords(const Difference& of, const ComparedDimension& dimension, const ComparedValue& value,
                   const SentenceWriter& write)
{
    const bool isAge = dimension.dimension == DecisionDimension::TokenAge;
    if (isAge && value.id == 0)
        return {write(FAULT_TEXT("at most %1"), {of.area.length()})};
    if (dimension.dimension == DecisionDimension::SinceChange && value.id < changeSpans.size())
        return {write(FAULT_TEXT("within %1"), {changeSpans.at(value.id)})};
    if (isAge || dimension.dimension == DecisionDimension::SinceChange)
        return {write(FAULT_TEXT("longer"), {})};
    if (dimension.dimension == DecisionDimension::Rule && value.text == deniedByBlock)
        return {write(FAULT_TEXT("a block"), {})};
    return {write("%1", {value.text})};
}

Written causeWords(const Difference& it, Difference::Cause of, const SentenceWriter& write)
{
    const ComparedDimension& dimension = it.dimension(of);
    return {dimensionText(dimension, write) + " " + valueWords(it, dimension, it.value(of), write).text};
}

Written causesWords(const Difference& it, const SentenceWriter& write)
{
    Written all = causeWords(it, it.causes.front(), write);
    for (std::size_t i = 1; i < it.causes.size(); ++i)
        all = {write(i + 1 == it.causes.size() ? FAULT_TEXT("%1 and %2") : FAULT_TEXT("%1, %2"),
                     {all, causeWords(it, it.causes[i], write)})};
    return all;
}

Written rateWords(const Difference& it, const char* pattern, const SentenceWriter& write)
{
    return {write(pattern, {perMinute(it.deniedBefore, it.baseline), perMinute(it.denied, it.area)})};
}

Written sameTrendWords(const Difference& it, const SentenceWriter& write)
{
    if (it.causes.empty())
        return rateWords(
            it, FAULT_TEXT("Nothing is different: denials went from %1 to %2 per min, which may be chance."),
            write);
    // How many had all of several before is not counted.
    if (it.causes.size() > 1)
        return {write(FAULT_TEXT("About as many denials as before, but others: %1 %% have %2."),
                      {percentOf(it.causeShare), causesWords(it, write)})};
    return {write(FAULT_TEXT("About as many denials as before, but others: %1 %% have %2 (%3 %% before)."),
                  {percentOf(it.causeShare), causesWords(it, write),
                   percentOf(it.value(it.causes.front()).shareBefore)})};
}

/// Whether a share is clearly another one, and chance alone, as of few clients, cannot be ruled out.
bool mayDiffer(const Difference& it)
{
    constexpr double medium = 0.5; // of Cohen's h
    return std::ranges::any_of(it.dimensions, [](const ComparedDimension& dimension) {
        return dimension.with != ComparedDimension::With::Nothing &&
               std::ranges::any_of(dimension.values, [](const ComparedValue& value) {
                   return std::abs(value.effect) >= medium &&
                          value.denied + value.deniedBefore >= leastOfValue;
               });
    });
}

Written roseWords(const Difference& it, const SentenceWriter& write)
{
    if (it.causes.empty() && mayDiffer(it))
        return rateWords(
            it, FAULT_TEXT("Denials rose from %1 to %2 per min; any other difference may be chance"), write);
    if (it.causes.empty())
        return rateWords(it, FAULT_TEXT("Denials rose from %1 to %2 per min, of all alike"), write);
    return {write(FAULT_TEXT("%1 %% of the %2 new denials have %3"),
                  {percentOf(it.causeShare), numberOf(it.changed), causesWords(it, write)})};
}

Written fellWords(const Difference& it, const SentenceWriter& write)
{
    Written text =
        it.causes.empty()
            ? rateWords(it, FAULT_TEXT("Denials fell from %1 to %2 per min, of all alike"), write)
            : Written{write(FAULT_TEXT("%1; %2 %% of those missing had %3"),
                            {rateWords(it, FAULT_TEXT("Denials fell from %1 to %2 per min"), write),
                             percentOf(it.causeShare), causesWords(it, write)})};
    if (!it.newRequests)
        return text;
    const ComparedValue& value = it.value(*it.newRequests);
    return {write(
        FAULT_TEXT("%1; %2 %% of the requests have %3 (%4 %% before)"),
        {text, percentOf(double(value.requests) / double(it.requests)),
         causeWords(it, *it.newRequests, write),
         percentOf(double(value.requestsBefore) / double(std::max<std::uint64_t>(it.requestsBefore, 1)))})};
}

/// With when it began, and a full stop.
Written endedWords(const Difference& it, const Written& text, const SentenceWriter& write)
{
    if (!it.began)
        return {write("%1.", {text})};
    if (!it.after)
        return {write(FAULT_TEXT("%1; that began at %2."), {text, *it.began})};
    const Written change{it.after->text};
    const Micros later = *it.began - it.after->at;
    return {later <= Micros() ? write(FAULT_TEXT("%1; that began with “%2”."), {text, change})
                              : write(FAULT_TEXT("%1; that began %2 after “%3”."), {text, later, change})};
}

Written sentenceWords(const Difference& it, const SentenceWriter& write)
{
    switch (it.trend) {
    case Difference::Trend::TooFew:
        return {write(FAULT_TEXT("Too few denials to compare: %1, and %2 in the baseline."),
                      {numberOf(it.denied), numberOf(it.deniedBefore)})};
    case Difference::Trend::Same:
        return sameTrendWords(it, write);
    case Difference::Trend::Rose:
        return endedWords(it, roseWords(it, write), write);
    case Difference::Trend::Fell:
        break;
    }
    return endedWords(it, fellWords(it, write), write);
}

} // namespace

std::string dimensionText(const ComparedDimension& dimension, const SentenceWriter& write)
{
    return write(dimensionPattern(dimension), {dimension.column});
}

std::string valueText(const Difference& of, const ComparedDimension& dimension, const ComparedValue& value,
                      const SentenceWriter& write)
{
    return valueWords(of, dimension, value, write).text;
}

std::string_view nameOf(DifferenceDegree degree)
{
    constexpr std::array<std::string_view, 4> names{"none", "some", "different", "very-different"};
    return names.at(std::size_t(degree));
}

std::string differenceText(const Difference& difference, const SentenceWriter& write)
{
    return sentenceWords(difference, write).text;
}

} // namespace ratewarden
