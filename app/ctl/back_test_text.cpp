// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/back_test_text.h"

#include "app/ctl/alert_text.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/watch/back_test.h"

#include <fmt/format.h>

#include <algorithm>

namespace ratewarden::ctl {
namespace {

Cell firedCell(const BackTestedAlert& result)
{
    const bool isWhole = result.unknown == Micros::zero();
    if (result.fired == 0)
        return isWhole ? Cell("never", Tone::Good) : Cell("never, where known", Tone::Warning);
    return {fmt::format("{}{}", counted(result.fired, "time", "times"), isWhole ? "" : " or more"),
            Tone::Bad};
}

std::string firingText(const BackTestFiring& firing, Instant last)
{
    return fmt::format("{}, {} {}{}", localTime(firing.from), firing.to ? "for" : "and still after",
                       durationText(firing.to.value_or(last) - firing.from),
                       firing.unknown > Micros::zero()
                           ? fmt::format(", of which {} are not known", durationText(firing.unknown))
                           : "");
}

void addTested(Table& table, const Alert& alert, const BackTestedAlert& result, Instant last)
{
    constexpr std::size_t mostShown = 5;
    table.add({printable(alert.name), nameOf(alert.measure), boundText(alert), firedCell(result),
               result.fired > 0 ? durationText(result.longest) : "",
               result.unknown > Micros::zero() ? durationText(result.unknown) : ""});
    const std::size_t shown = std::min(mostShown, result.firings.size());
    if (result.fired > shown)
        table.addDetail(fmt::format("{} before these:", counted(result.fired - shown, "time", "times")));
    for (std::size_t i = result.firings.size() - shown; i < result.firings.size(); ++i)
        table.addDetail(firingText(result.firings[i], last));
    if (const std::string doubt = doubtText(result.doubt); !doubt.empty())
        table.addDetail("not known: " + doubt + ".");
}

Json testedJson(const Alert& alert, const BackTestedAlert& result)
{
    Json firings = Json::array();
    for (const BackTestFiring& firing : result.firings)
        firings.push_back({{"from_us", firing.from.time_since_epoch().count()},
                           {"to_us", orNull(firing.to)},
                           {"unknown_us", firing.unknown.count()}});
    Json json = alertJson(alert, {}, {}, {});
    for (const char* const ofRound :
         {"since_us", "figure", "at_least", "at_most", "doubt", "silenced", "samples"})
        json.erase(ofRound);
    const std::string doubt = doubtText(result.doubt);
    json.update({{"state", nameOf(result.phase)},
                 {"fired", result.fired},
                 {"longest_us", result.longest.count()},
                 {"unknown_us", result.unknown.count()},
                 {"doubt", doubt.empty() ? Json(nullptr) : Json(doubt)},
                 {"firings", firings}});
    return json;
}

} // namespace

Exit printBackTest(const Terminal& terminal, const AlertFile& file, const std::optional<Micros>& since)
{
    if (!file.history)
        throw InvalidArgument("the file of alerts keeps no history: \"history\" in it says where");
    const Instant now = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
    const BackTest test =
        backTest(HistoryReader(file.history->file), file.alerts, since ? now - *since : Instant(Micros(0)));
    if (terminal.isJson()) {
        Json alerts = Json::array();
        for (std::size_t i = 0; i < file.alerts.size(); ++i)
            alerts.push_back(testedJson(file.alerts[i], test.alerts[i]));
        fmt::print("{}\n", Json{{"first_us", orNull(test.first)},
                                {"last_us", orNull(test.last)},
                                {"rounds", test.rounds},
                                {"alerts", alerts}}
                               .dump());
        return Done;
    }
    if (!test.first) {
        fmt::print("the history has no rounds of that time\n");
        return Done;
    }
    using Kind = Table::Column::Kind;
    Table table({{"ALERT", Kind::Long},
                 {"MEASURE"},
                 {"FIRES"},
                 {"WOULD HAVE FIRED"},
                 {"LONGEST", Kind::Number},
                 {"NOT KNOWN", Kind::Number}});
    for (std::size_t i = 0; i < file.alerts.size(); ++i)
        addTested(table, file.alerts[i], test.alerts[i], *test.last);
    table.print(terminal.screen());
    fmt::print("in {} over {}; no data before {}\n", counted(test.rounds, "round", "rounds"),
               durationText(*test.last - *test.first), localTime(*test.first));
    return Done;
}

} // namespace ratewarden::ctl
