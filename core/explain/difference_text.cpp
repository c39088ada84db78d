// SPDX-License-Identifier: MIT
#include "core/explain/difference.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <array>
#include <cmath>

namespace ratewarden {
namespace {

std::string percentText(double share)
{
    return fmt::format("{:.0f} %", std::round(100 * share));
}

/// "12.5 per min", for as long as it was.
std::string perMinute(std::uint64_t denied, const TimeRange& range)
{
    const double minutes = std::chrono::duration<double, std::ratio<60>>(range.length()).count();
    const double rate = double(denied) / minutes;
    return rate >= 10 ? fmt::format("{:.0f}", rate) : fmt::format("{:.2g}", rate);
}

std::string ratesText(const Difference& it)
{
    return fmt::format("from {} to {} per min", perMinute(it.deniedBefore, it.baseline),
                       perMinute(it.denied, it.area));
}

std::string causeText(const Difference& it, Difference::Cause cause)
{
    return fmt::format("{} {}", nameOf(it.dimension(cause)), printable(it.value(cause).text));
}

std::string causesText(const Difference& it)
{
    std::string text;
    for (std::size_t i = 0; i < it.causes.size(); ++i)
        text += fmt::format("{}{}",
                            i == 0                      ? ""
                            : i + 1 == it.causes.size() ? " and "
                                                        : ", ",
                            causeText(it, it.causes[i]));
    return text;
}

std::string beginningText(const Difference& it, const std::function<std::string(Instant)>& moment)
{
    if (!it.began)
        return {};
    if (!it.after)
        return fmt::format("; that began at {}", moment(*it.began));
    const Micros later = *it.began - it.after->at;
    return later <= Micros()
               ? fmt::format("; that began with \"{}\"", it.after->text)
               : fmt::format("; that began {} after \"{}\"", durationText(later), it.after->text);
}

} // namespace

std::string nameOf(const ComparedDimension& dimension)
{
    switch (dimension.dimension) {
    case DecisionDimension::Column:
        return printable(dimension.column);
    case DecisionDimension::Token:
        return "token";
    case DecisionDimension::Network:
        return "network";
    case DecisionDimension::Cost:
        return "cost";
    case DecisionDimension::TokenAge:
        return "age of token";
    case DecisionDimension::Phase:
        return "phase of the window";
    case DecisionDimension::SinceChange:
        return "since a change";
    }
    return {};
}

std::string_view nameOf(DifferenceDegree degree)
{
    constexpr std::array<std::string_view, 4> names{"none", "some", "different", "very-different"};
    return names.at(std::size_t(degree));
}

std::string englishText(const Difference& it, const std::function<std::string(Instant)>& moment)
{
    switch (it.trend) {
    case Difference::Trend::TooFew:
        return fmt::format("Too few denials to compare: {}, and {} in the baseline.", it.denied,
                           it.deniedBefore);
    case Difference::Trend::Same:
        if (it.causes.empty())
            return fmt::format("Nothing is different: denials went {}, which may be chance.", ratesText(it));
        // How many had all of several before is not counted.
        return fmt::format(
            "About as many denials as before, but others: {} have {}{}.", percentText(it.causeShare),
            causesText(it),
            it.causes.size() == 1
                ? fmt::format(" ({} before)", percentText(it.value(it.causes.front()).shareBefore))
                : std::string());
    case Difference::Trend::Rose:
        if (it.causes.empty())
            return fmt::format("Denials rose {}, of all alike{}.", ratesText(it), beginningText(it, moment));
        return fmt::format("{} of the {} new denials have {}{}.", percentText(it.causeShare), it.changed,
                           causesText(it), beginningText(it, moment));
    case Difference::Trend::Fell:
        break;
    }
    std::string text = it.causes.empty()
                           ? fmt::format("Denials fell {}, of all alike", ratesText(it))
                           : fmt::format("Denials fell {}; {} of those missing had {}", ratesText(it),
                                         percentText(it.causeShare), causesText(it));
    if (it.newRequests) {
        const ComparedValue& value = it.value(*it.newRequests);
        text += fmt::format("; {} of the requests have {} ({} before)",
                            percentText(double(value.requests) / double(it.requests)),
                            causeText(it, *it.newRequests),
                            percentText(double(value.requestsBefore) /
                                        double(std::max<std::uint64_t>(it.requestsBefore, 1))));
    }
    return text + beginningText(it, moment) + ".";
}

} // namespace ratewarden
