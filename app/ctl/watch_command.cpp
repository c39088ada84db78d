// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl watch`: alerts without a window.
#include "app/ctl/alert_output.h"
#include "app/ctl/alert_watch.h"
#include "app/ctl/commands.h"
#include "app/ctl/policy_files.h"
#include "app/ctl/terminal.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/watch/alert_file.h"
#include "core/watch/back_test.h"

#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <optional>
#include <thread>

namespace ratewarden::ctl {
namespace {

struct WatchCommandOptions {
    std::string file;
    std::string every;
    std::string metrics;
    std::string since;
    bool isOnce = false;
    bool isCheck = false;
    bool isBackTest = false;
};

std::optional<Micros> everyOf(const std::string& text)
{
    if (text.empty())
        return std::nullopt;
    const Micros every = parseDuration(text);
    if (every < shortestRound || every > longestRound)
        throw InvalidArgument(
            fmt::format("--every is from {} to {}", spanNotation(shortestRound), spanNotation(longestRound)));
    return every;
}

Json tellersJson(const std::vector<AlertTeller>& tellers)
{
    Json all = Json::array();
    for (const AlertTeller& teller : tellers) {
        Json json = Json::object();
        if (teller.webhook.empty())
            json["command"] = teller.command;
        else
            json.update({{"webhook", teller.webhook}, {"signed", !teller.secretFile.empty()}});
        json["limit_us"] = teller.limit.count();
        all.push_back(std::move(json));
    }
    return all;
}

std::string tellerText(const AlertTeller& teller)
{
    std::string text;
    for (const std::string& word : teller.command)
        text += (text.empty() ? "command " : " ") + shellWord(printable(word));
    if (text.empty())
        text = "webhook " + printable(teller.webhook) + (teller.secretFile.empty() ? "" : ", signed");
    return fmt::format("{}, within {}", text, spanNotation(teller.limit));
}

/// What would go wrong only when something is to be told.
void examine(const AlertTeller& teller)
{
    secretOf(teller);
    if (!teller.caFile.empty())
        readText(teller.caFile);
    if (!teller.command.empty() && ::access(teller.command.front().c_str(), X_OK) != 0)
        throw InvalidArgument(fmt::format("{} cannot be run: {}", printable(teller.command.front()),
                                          std::generic_category().message(errno)));
}

void addRow(Table& table, const Alert& alert)
{
    const std::string back = backText(alert);
    table.add(
        {printable(alert.name), nameOf(alert.measure), boundText(alert), back.empty() ? "" : back,
         nameOf(alert.severity),
         alert.filter.text().empty() ? Cell("(all)", Tone::Quiet) : Cell(printable(alert.filter.text()))});
    if (alert.silenced)
        table.addDetail(fmt::format("silenced until {}: {}", localTime(alert.silenced->until),
                                    printable(alert.silenced->reason)));
}

void printCheck(const Terminal& terminal, const AlertFile& file)
{
    Table table({{"ALERT", Table::Long},
                 {"MEASURE"},
                 {"FIRES"},
                 {"RECOVERS"},
                 {"SEVERITY"},
                 {"FILTER", Table::Long}});
    for (const Alert& alert : file.alerts)
        addRow(table, alert);
    table.print(terminal.screen());
    if (file.history)
        fmt::print("keeps what it sees in {}: {}\n", printable(file.history->file),
                   limitsText(file.history->limits));
    if (file.findings)
        fmt::print("each finding that appears or goes is said\n");
    if (!file.share.empty())
        fmt::print("of all watchers that share \"{}\" one tells at a time\n", printable(file.share));
    fmt::print("every {}; {}\n", spanNotation(file.every),
               file.tell.empty() ? "what happens is printed, and told to nobody" : "told to:");
    for (const AlertTeller& teller : file.tell)
        fmt::print("  {}\n", tellerText(teller));
    if (!file.alive)
        return;
    fmt::print("a sign of life every {}, to:\n", spanNotation(file.alive->every));
    for (const AlertTeller& teller : file.alive->tell)
        fmt::print("  {}\n", tellerText(teller));
}

void printCheckJson(const AlertFile& file)
{
    Json alerts = Json::array();
    for (const Alert& alert : file.alerts) {
        Json json = alertJson(alert, {}, {}, {});
        for (const char* const ofRound : {"state", "since_us", "figure", "at_least", "at_most", "doubt",
                                          "silenced", "samples", "findings"})
            json.erase(ofRound);
        if (alert.silenced)
            json["silenced"] = {{"until_us", alert.silenced->until.time_since_epoch().count()},
                                {"reason", printable(alert.silenced->reason)}};
        alerts.push_back(std::move(json));
    }
    Json alive;
    if (file.alive)
        alive = {{"every_us", file.alive->every.count()}, {"tell", tellersJson(file.alive->tell)}};
    Json history;
    if (file.history)
        history = {{"file", printable(file.history->file)},
                   {"keep_us", file.history->limits.keep.count()},
                   {"most_bytes", file.history->limits.bytes}};
    fmt::print("{}\n", Json{{"every_us", file.every.count()},
                            {"share", file.share.empty() ? Json(nullptr) : Json(printable(file.share))},
                            {"tell", tellersJson(file.tell)},
                            {"alive", alive},
                            {"history", history},
                            {"findings", file.findings},
                            {"alerts", alerts}}
                           .dump());
}

Exit checkAlerts(const Terminal& terminal, const AlertFile& file)
{
    for (const AlertTeller& teller : file.tell)
        examine(teller);
    for (const AlertTeller& teller : file.alive ? file.alive->tell : std::vector<AlertTeller>())
        examine(teller);
    if (terminal.isJson())
        printCheckJson(file);
    else
        printCheck(terminal, file);
    return Done;
}

struct OnceResult {
    bool fires = false;
    bool isUnknown = false;
};

void addOnce(Table& table, const Alert& alert, const AlertState& state, const AlertFigure& figure,
             bool isSilenced)
{
    const bool fires = isRaised(state.phase());
    const Cell stateCell = !state.isKnown() ? Cell("not known", Tone::Warning)
                           : !fires         ? Cell("quiet", Tone::Good)
                           : isSilenced     ? Cell("silenced", Tone::Quiet)
                                            : Cell("FIRING", Tone::Bad);
    table.add({stateCell, printable(alert.name), nameOf(alert.measure), figureText(alert.measure, figure),
               boundText(alert)});
    if (const std::string doubt = doubtText(figure.doubt); !doubt.empty())
        table.addDetail(doubt + ".");
    if (const std::string samples = samplesText(figure); fires && !samples.empty())
        table.addDetail("such as " + samples);
}

Exit watchOnce(Terminal& terminal, const AlertFile& file)
{
    AlertMeter meter(terminal.endpoint());
    Server& server = terminal.server();
    std::optional<RoundResult> round = meter.measure(server, file.alerts, true, false);
    const bool asksForLocks = std::ranges::any_of(file.alerts, [](const Alert& alert) {
        return isOfFindings(alert.measure) || alert.filter.asksFor(WarningCode::StaleLock);
    });
    if (asksForLocks && round->isUnsure) {
        std::this_thread::sleep_for(lockPatience);
        round = meter.measure(server, file.alerts, true, false);
    }
    const Instant now = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
    OnceResult result;
    Json all = Json::array();
    Table table({{"STATE"}, {"ALERT", Table::Long}, {"MEASURE"}, {"FIGURE", Table::Number}, {"FIRES"}});
    for (std::size_t i = 0; i < file.alerts.size(); ++i) {
        const Alert& alert = file.alerts[i];
        const AlertFigure& figure = round->figures[i];
        AlertState state;
        state.take(alert.bound, Micros::zero(), figure, now); // durations count as over
        const bool isSilenced = alert.isSilenced(now);
        result.fires = result.fires || (isRaised(state.phase()) && !isSilenced);
        result.isUnknown = result.isUnknown || !state.isKnown();
        Json json = alertJson(alert, state, figure, now);
        if (!state.isKnown())
            json["state"] = "not known";
        all.push_back(std::move(json));
        addOnce(table, alert, state, figure, isSilenced);
    }
    terminal.print(all, table);
    return result.fires ? Denied : result.isUnknown ? RedisFailed : Done;
}

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

/// Empty: there is nothing to compare with.
std::string othersText(const Alert& alert, const BackTestedAlert& result)
{
    const auto times = [](std::size_t fired) {
        return fired == 0 ? std::string("never") : counted(fired, "time", "times");
    };
    std::string text;
    if (result.withoutBack)
        text = fmt::format("without hysteresis: {}", times(result.withoutBack->fired));
    if (result.stricter)
        text += fmt::format("{}at {}{}: {}", text.empty() ? "" : "; ", result.stricter->at,
                            unitOf(alert.measure) == "%" ? "%" : "", times(result.stricter->fired));
    return text;
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
    if (const std::string others = othersText(alert, result); !others.empty())
        table.addDetail(others);
}

Json otherJson(const std::optional<BackTestedAlert::Other>& other)
{
    return other ? Json{{"bound", other->at}, {"fired", other->fired}} : Json();
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
                 {"firings", firings},
                 {"without_back", otherJson(result.withoutBack)},
                 {"stricter", otherJson(result.stricter)}});
    return json;
}

/// Prints what the alerts of a file would have done, as its history tells. `since`: for how long back; empty:
/// all of it. Throws as HistoryReader does, and InvalidArgument for a file that keeps none.
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
    Table table({{"ALERT", Table::Long},
                 {"MEASURE"},
                 {"FIRES"},
                 {"WOULD HAVE FIRED"},
                 {"LONGEST", Table::Number},
                 {"NOT KNOWN", Table::Number}});
    for (std::size_t i = 0; i < file.alerts.size(); ++i)
        addTested(table, file.alerts[i], test.alerts[i], *test.last);
    table.print(terminal.screen());
    fmt::print("in {} over {}; no data before {}\n", counted(test.rounds, "round", "rounds"),
               durationText(*test.last - *test.first), localTime(*test.first));
    return Done;
}

Exit watch(Terminal& terminal, const WatchCommandOptions& options)
{
    const std::optional<Micros> every = everyOf(options.every);
    Terminal::formats(); // filters name the user's, too
    if (!options.since.empty() && !options.isBackTest)
        throw InvalidArgument("--since goes with --back-test");
    if (options.isCheck || options.isOnce || options.isBackTest) {
        if (!options.metrics.empty() || every)
            throw InvalidArgument("--every and --metrics are for a watch that goes on");
        const AlertFile file = parseAlertFile(titleOf(options.file), readText(options.file));
        if (options.isBackTest)
            return printBackTest(terminal, file,
                                 options.since.empty() ? std::nullopt
                                                       : std::optional(parseDuration(options.since)));
        return options.isCheck ? checkAlerts(terminal, file) : watchOnce(terminal, file);
    }
    AlertWatch(terminal, {options.file, every, options.metrics}).run();
    return Done;
}

} // namespace

void addWatchCommand(CLI::App& app, Terminal& terminal)
{
    addCommand<WatchCommandOptions>(
        app, terminal, "watch",
        "Watch alerts of a file: tell when one begins to fire and when it has recovered",
        [](CLI::App& command, WatchCommandOptions& options) {
            command.add_option("file", options.file, "The file of alerts; its format: ratewarden-watch(7)")
                ->required();
            command.add_option("--every", options.every,
                               "From round to round, instead of what the file says");
            command.add_option("--metrics", options.metrics,
                               "Keep this file current, for Prometheus: the state of each alert");
            CLI::Option* const once = command.add_flag(
                "--once", options.isOnce, "Measure once, as if all durations were over, and tell nobody");
            CLI::Option* const check =
                command.add_flag("--check", options.isCheck, "Read the file, and print how it is understood")
                    ->excludes(once);
            command
                .add_flag("--back-test", options.isBackTest,
                          "Print what the alerts would have done, by the history that the file names")
                ->excludes(once)
                ->excludes(check);
            command.add_option("--since", options.since,
                               "With --back-test: over the last 2h, or 7d, or …; else all that is kept");
        },
        watch);
}

} // namespace ratewarden::ctl
