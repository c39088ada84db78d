// SPDX-License-Identifier: MIT
#include "core/watch/alert.h"

#include "core/model/fault_text.h"

#include <array>
#include <cmath>

namespace ratewarden {

std::string_view nameOf(AlertMeasure measure)
{
    constexpr std::array<std::string_view, alertMeasureCount> names{
        "tokens",       "denied/s",    "allowed/s",     "denied share", "most used",
        "evicted keys", "memory used", "unread tokens", "findings",     "critical findings"};
    return names.at(std::size_t(measure));
}

std::string_view unitOf(AlertMeasure measure)
{
    constexpr std::array<std::string_view, alertMeasureCount> units{"", "/s", "/s", "%", "%",
                                                                    "", "%",  "",   "",  ""};
    return units.at(std::size_t(measure));
}

bool isOfServer(AlertMeasure measure)
{
    return measure == AlertMeasure::EvictedKeys || measure == AlertMeasure::MemoryUsed ||
           isOfFindings(measure);
}

bool isOfFindings(AlertMeasure measure)
{
    return measure == AlertMeasure::Findings || measure == AlertMeasure::CriticalFindings;
}

double largestOf(AlertMeasure measure)
{
    // More than a limit may be used, and more memory than maxmemory for a moment.
    constexpr double all = 100;
    return measure == AlertMeasure::DeniedShare ? all : std::numeric_limits<double>::infinity();
}

std::string_view nameOf(AlertSeverity severity)
{
    constexpr std::array<std::string_view, alertSeverityCount> names{"info", "warning", "critical"};
    return names.at(std::size_t(severity));
}

std::optional<bool> AlertBound::holds(const AlertFigure& figure) const
{
    if (isAbove ? figure.low > at : figure.high < at)
        return true;
    if (isAbove ? figure.high <= at : figure.low >= at)
        return false;
    return std::nullopt;
}

std::optional<bool> AlertBound::isBack(const AlertFigure& figure) const
{
    if (!back) {
        const std::optional<bool> beyond = holds(figure);
        return beyond ? std::optional(!*beyond) : std::nullopt;
    }
    if (isAbove ? figure.high < *back : figure.low > *back)
        return true;
    if (isAbove ? figure.low >= *back : figure.high <= *back)
        return false;
    return std::nullopt;
}

namespace {

/// The next of 1, 2, 3, 5, 8, 10, 20, … and of 0.8, 0.5, … beyond a number above 0.
double nextNumber(double from, bool isUp)
{
    constexpr std::array<double, 5> leading{1, 2, 3, 5, 8};
    constexpr double exact = 1e-9;
    const int exponent = int(std::floor(std::log10(from)));
    const auto number = [](double digit, int power) {
        return power < 0 ? digit / std::pow(10.0, -power) : digit * std::pow(10.0, power);
    };
    for (int power = exponent; isUp && power <= exponent + 1; ++power)
        for (const double digit : leading)
            if (number(digit, power) > from * (1 + exact))
                return number(digit, power);
    for (int power = exponent; !isUp && power >= exponent - 1; --power)
        for (auto digit = leading.rbegin(); digit != leading.rend(); ++digit)
            if (number(*digit, power) < from * (1 - exact))
                return number(*digit, power);
    return from;
}

} // namespace

std::optional<AlertBound> stricterBound(const Alert& alert)
{
    const AlertBound& from = alert.bound;
    if (!std::isfinite(from.at))
        return std::nullopt;
    if (from.at <= 0)
        return from.isAbove ? std::optional(AlertBound{true, 1, {}}) : std::nullopt;
    const double at = nextNumber(from.at, from.isAbove);
    if (from.isAbove ? at >= largestOf(alert.measure) : at < 1 && unitOf(alert.measure).empty())
        return std::nullopt;
    return AlertBound{from.isAbove, at, from.back ? std::optional(*from.back * at / from.at) : std::nullopt};
}

const char* patternOf(FigureDoubt doubt)
{
    constexpr const char* notKept =
        FAULT_TEXT("the history has not kept what it asks for; watch it for a while");
    constexpr std::array<const char*, std::size_t(lastDoubt) + 1> patterns{
        "",
        FAULT_TEXT("nodes of the cluster are unreachable"),
        FAULT_TEXT("tokens could not be read; `ratewarden-ctl tokens` says why"),
        FAULT_TEXT(
            "the requests of no matching token are counted; \"counters\": true in their policy does that"),
        FAULT_TEXT("the rules of no matching token are known; publish a policy for them"),
        FAULT_TEXT("this user may not ask the server (INFO)"),
        FAULT_TEXT("the server has no maxmemory"),
        notKept,
        FAULT_TEXT("it takes two rounds"),
        FAULT_TEXT("not all tokens could be read"),
        notKept,
        FAULT_TEXT("no watcher was running"),
        FAULT_TEXT("the watcher could not write its history, as on a full disk")};
    return std::size_t(doubt) < patterns.size() ? patterns.at(std::size_t(doubt)) : "";
}

} // namespace ratewarden
