// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/alert_output.h"

#include "app/ctl/finding_text.h"
#include "core/formats/format.h"
#include "core/model/fault_text.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <cmath>

namespace ratewarden::ctl {
namespace {

std::string numberText(double number)
{
    // To a tenth, unless it is whole.
    return number == std::round(number) ? fmt::format("{:.0f}", number) : fmt::format("{:.1f}", number);
}

std::string boundNumber(double number)
{
    return fmt::format("{}", number);
}

/// Behind a number; a rate has its unit in its name.
std::string_view suffixOf(AlertMeasure measure)
{
    return unitOf(measure) == "%" ? "%" : "";
}

Json limitJson(double number)
{
    return std::isfinite(number) ? Json(number) : Json(nullptr);
}

} // namespace

std::string figureText(AlertMeasure measure, const AlertFigure& figure)
{
    const std::string_view unit = suffixOf(measure);
    if (figure.isExact())
        return numberText(figure.low) + std::string(unit);
    if (std::isfinite(figure.high) && (figure.low > 0 || unit.empty()))
        return fmt::format("{} to {}{}", numberText(figure.low), numberText(figure.high), unit);
    return figure.low > 0 ? fmt::format("{}{} or more", numberText(figure.low), unit) : "not known";
}

std::string limitsText(const HistoryLimits& limits)
{
    return fmt::format("{}, at most {} MB",
                       counted(std::uint64_t(limits.keep / std::chrono::days(1)), "day", "days"),
                       limits.bytes >> 20);
}

std::string boundText(const Alert& alert)
{
    return fmt::format("{} {}{}{}", alert.bound.isAbove ? "above" : "below", boundNumber(alert.bound.at),
                       suffixOf(alert.measure),
                       alert.wait > Micros::zero() ? " for " + spanNotation(alert.wait) : "");
}

std::string backText(const Alert& alert)
{
    return alert.bound.back ? fmt::format("{} {}{}", alert.bound.isAbove ? "below" : "above",
                                          boundNumber(*alert.bound.back), suffixOf(alert.measure))
                            : std::string();
}

std::string doubtText(FigureDoubt doubt)
{
    return englishFrom(patternOf(doubt), [](std::size_t) { return std::string(); });
}

std::string samplesText(const AlertFigure& figure)
{
    std::string text;
    for (const AlertSample& sample : figure.samples) {
        const std::string policy =
            sample.subject.policy.empty() ? std::string() : printable(sample.subject.policy) + ", ";
        text += fmt::format("{}{} ({}{})", text.empty() ? "" : ", ", printable(sample.subject.token), policy,
                            nameOf(sample.status));
    }
    for (const Finding& finding : figure.findings)
        text += fmt::format("{}{} ({})", text.empty() ? "" : ", ", nameOf(finding.kind), whereOf(finding));
    return text;
}

Json alertJson(const Alert& alert, const AlertState& state, const AlertFigure& figure, Instant at)
{
    Json samples = Json::array();
    for (const AlertSample& sample : figure.samples)
        samples.push_back({{"token", printable(sample.subject.token)},
                           {"policy", sample.subject.policy.empty() ? Json(nullptr)
                                                                    : Json(printable(sample.subject.policy))},
                           {"format", sample.subject.format->name()},
                           {"state", nameOf(sample.status)},
                           {"used_share", orNull(sample.share)},
                           {"denied_per_s", orNull(sample.denied)},
                           {"allowed_per_s", orNull(sample.allowed)}});
    Json findings = Json::array();
    for (const Finding& finding : figure.findings)
        findings.push_back(findingJson(finding));
    return {{"alert", printable(alert.name)},
            {"severity", nameOf(alert.severity)},
            {"state", nameOf(state.phase())},
            {"since_us", orNull(state.since() == Instant{} ? std::nullopt : std::optional(state.since()))},
            {"measure", nameOf(alert.measure)},
            {"filter", printable(alert.filter.text())},
            {"figure", figure.isExact() ? Json(figure.low) : Json(nullptr)},
            {"at_least", figure.low},
            {"at_most", limitJson(figure.high)},
            {alert.bound.isAbove ? "above" : "below", alert.bound.at},
            {alert.bound.isAbove ? "back_below" : "back_above", orNull(alert.bound.back)},
            {"for_us", alert.wait.count()},
            {"silenced", alert.isSilenced(at)},
            {"doubt", figure.doubt == FigureDoubt::None ? Json(nullptr) : Json(doubtText(figure.doubt))},
            {"samples", samples},
            {"findings", findings}};
}

Json eventJson(const AlertEvent& event)
{
    Json json{{"event", event.name},
              {"at_us", event.at.time_since_epoch().count()},
              {"server", event.server},
              {"text", fmt::format("{} {}: {} is {}, {}", printable(event.alert.name), event.name,
                                   nameOf(event.alert.measure), figureText(event.alert.measure, event.figure),
                                   boundText(event.alert))}};
    json.update(alertJson(event.alert, event.state, event.figure, event.at));
    return json;
}

} // namespace ratewarden::ctl
