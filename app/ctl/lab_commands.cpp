// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/lab_policies.h"
#include "app/ctl/lab_reserving.h"
#include "app/ctl/lab_traffic.h"
#include "app/ctl/lab_trials.h"
#include "app/ctl/policy_files.h"
#include "app/ctl/progress_line.h"
#include "core/admin/policy_of.h"
#include "core/algorithms/algorithm.h"
#include "core/lab/proposal.h"
#include "core/lab/provider_profiles.h"
#include "core/lab/report.h"
#include "core/lab/trial.h"
#include "core/lab/trial_file.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/watch/history_report.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace ratewarden::ctl {
namespace {

struct TryOptions {
    TrafficOptions traffic;
    std::vector<std::string> candidates;
    std::string report;
    std::string history;
    std::vector<std::string> reserve;
    MeteredOptions metered;
};

struct PeakOptions {
    TrafficOptions traffic;
    std::vector<std::string> windows{"1s", "10s", "1min", "10min", "1h", "1d"};
    std::string algorithm{algorithms().front().name};
    std::size_t most = tokensListed; ///< tokens of each window; 0: all
};

struct ProposeOptions : PeakOptions {
    std::vector<std::string> stop;
    std::string limit;
};

std::vector<Micros> parseWindows(const std::vector<std::string>& texts)
{
    std::vector<Micros> windows;
    windows.reserve(texts.size());
    for (const std::string& text : texts)
        windows.push_back(parseDuration(text));
    return windows;
}

Peaks peaksOf(const ReadTraffic& traffic, const std::vector<Micros>& windows, const Algorithm& algorithm)
{
    ProgressLine line;
    return {GroupedTrace(traffic.trace), windows, algorithm.keeps, progressOf(line, "peaks")};
}

bool isCsv(const std::string& path)
{
    return path.ends_with(".csv");
}

/// The second candidate in place of the first, as HTML, or as CSV by the file's name. `history`: what of that
/// time is added to the page; empty: nothing.
void writeReport(const std::string& path, const GroupedTrace& traffic, const TrafficSummary& summary,
                 const std::vector<Candidate>& candidates, const std::string& history)
{
    std::optional<WatchedThen> watched;
    if (!history.empty())
        watched = watchedThen(history, {summary.from, summary.to + Micros(1)});
    if (watched && !watched->problem.empty())
        throw InvalidArgument(watched->problem);
    ProgressLine line;
    const WhatIf result = whatIf(traffic, candidates.at(0), candidates.at(1), progressOf(line, "comparison"));
    std::ofstream file(path, std::ios::binary);
    file << (isCsv(path) ? csvReport(result.comparison, traffic.trace().names)
                         : htmlReport(result, traffic, summary, watched ? &*watched : nullptr));
    file.close();
    if (!file)
        throw InvalidArgument(fmt::format("the report {} cannot be written", printable(path)));
}

Exit tryCandidates(Terminal& terminal, const TryOptions& options)
{
    if (!options.history.empty() && (isCsv(options.report) || options.traffic.source == everyPolicy))
        throw InvalidArgument("--history is for a report in HTML, of one source of traffic");
    if (options.traffic.source == everyPolicy) {
        if (!options.candidates.empty())
            throw InvalidArgument("redis:* tries what is published for each policy: give no --candidate");
        return tryPolicies(terminal, options.report);
    }
    if (options.candidates.empty())
        throw InvalidArgument("--candidate is required, such as \"strict=gcra: 20/min\"");
    std::vector<Candidate> candidates;
    for (const std::string& given : options.candidates)
        candidates.push_back(namedCandidate(given)); // refuses bad ones before anything is read
    if (!options.report.empty() && candidates.size() != 2)
        throw InvalidArgument("a report compares two candidates: the enforced rules first, then those that "
                              "would replace them");
    if (!options.reserve.empty()) {
        if (!options.report.empty())
            throw InvalidArgument("--report compares candidates; with --reserve there is none");
        if (options.traffic.fields != LogFields() || !options.traffic.withoutStatus.empty())
            throw InvalidArgument(
                "--reserve finds its columns by their names: give no --token, --time, --cost, "
                "--status or --without-status");
        tryReserveWays(terminal, options.traffic.source, options.metered, candidates, options.reserve);
        return Done;
    }
    const ReadTraffic traffic = readTraffic(terminal, options.traffic);
    const GroupedTrace grouped(traffic.trace);
    Json all = bounds(traffic.summary);
    all["candidates"] = Json::array();
    std::string lines = sentence(traffic.summary);
    for (const Candidate& candidate : candidates) {
        const Trial trial = triedOn(grouped, candidate, TrialDetail::Bursts);
        all["candidates"].push_back(trialJson(trial, traffic.trace));
        lines += "\n" + trialText(trial, traffic.trace);
    }
    if (!options.report.empty())
        writeReport(options.report, grouped, traffic.summary, candidates, options.history);
    terminal.print(all, lines);
    return Done;
}

void declarePeaks(CLI::App& command, PeakOptions& options)
{
    declareTraffic(command, options.traffic);
    command.add_option("--windows", options.windows, "As in 1s,1min,1h")
        ->delimiter(',')
        ->capture_default_str();
    command.add_option("--algorithm", options.algorithm, "Whose limits are meant; without a burst")
        ->capture_default_str();
}

Exit showPeaks(Terminal& terminal, const PeakOptions& options)
{
    const Algorithm& algorithm = algorithmNamed(options.algorithm);
    const std::vector<Micros> windows = parseWindows(options.windows);
    const ReadTraffic traffic = readTraffic(terminal, options.traffic);
    const Peaks peaks = peaksOf(traffic, windows, algorithm);
    Json all = bounds(traffic.summary);
    all["algorithm"] = algorithm.name;
    all["windows"] = Json::array();
    std::string lines = sentence(traffic.summary);
    for (std::size_t window = 0; window < windows.size(); ++window) {
        const auto order = peaks.highestFirst(window);
        const std::size_t most = options.most > 0 ? std::min(options.most, order.size()) : order.size();
        Json list = Json::array();
        lines += fmt::format("\nper {}{}:", durationNotation(windows[window]),
                             most < order.size() ? fmt::format(", {} of {} tokens", most, order.size()) : "");
        for (const TokenId token : order.first(most)) {
            list.push_back({{"token", nameOf(traffic.trace, token)}, {"peak", peaks.of(token, window)}});
            lines += fmt::format("\n  {:>9}  {}", peaks.of(token, window), nameOf(traffic.trace, token));
        }
        all["windows"].push_back({{"window", durationNotation(windows[window])},
                                  {"window_us", windows[window].count()},
                                  {"peaks", list}});
    }
    terminal.print(all, lines);
    return Done;
}

/// "20", or "20 to 35".
std::string bandText(const Band& band)
{
    return band.lowest == band.highest ? fmt::format("{}", band.lowest)
                                       : fmt::format("{} to {}", band.lowest, band.highest);
}

/// Of a WindowProposal or a BurstProposal: who reaches the most of those that are not to be stopped.
std::string closestName(const auto& proposal, const Trace& trace)
{
    return proposal.closest.empty() ? "nobody else" : nameOf(trace, proposal.closest.front().token);
}

std::string proposalText(const WindowProposal& proposal, const Trace& trace, const std::string& marked)
{
    const std::string window = durationNotation(proposal.window);
    if (proposal.band)
        return fmt::format("{} per {} stops {} and nobody else", bandText(*proposal.band), window, marked);
    return fmt::format("no limit per {} does: {} at most {}, {} reaches {}", window, marked,
                       proposal.lowestOfMarked, closestName(proposal, trace), proposal.highestOfOthers);
}

std::string proposalText(const BurstProposal& proposal, const Trace& trace, const std::string& marked)
{
    const std::string rule = notation(proposal.rule);
    if (proposal.band)
        return fmt::format("{} with a burst of {} stops {} and nobody else", rule, bandText(*proposal.band),
                           marked);
    return fmt::format("{} with no burst does: {} needs {} at most, {} needs {}", rule, marked,
                       proposal.lowestOfMarked, closestName(proposal, trace), proposal.highestOfOthers);
}

/// The limits that do what is wanted, or why there are none.
Json proposalJson(const auto& proposal)
{
    return {{"lowest", proposal.band ? Json(proposal.band->lowest) : Json(nullptr)},
            {"highest", proposal.band ? Json(proposal.band->highest) : Json(nullptr)},
            {"highest_of_others", proposal.highestOfOthers},
            {"lowest_of_marked", proposal.lowestOfMarked}};
}

/// The rules whose bursts are asked for: those that are given, or those that are published for the traffic.
std::vector<Rule> limitsFor(Terminal& terminal, const ProposeOptions& options, const Algorithm& algorithm)
{
    if (!options.limit.empty()) {
        if (!algorithm.takesBurst())
            throw InvalidArgument(fmt::format("{} takes no burst; --limit is for gcra, token-bucket and "
                                              "leaky-bucket",
                                              algorithm.name));
        return parseRules(options.limit);
    }
    constexpr std::string_view redis = "redis:";
    if (!algorithm.takesBurst() || !options.traffic.source.starts_with(redis))
        return {};
    const PolicyBook book = policiesIfAllowed(terminal.server());
    const Policy* const policy = book.find(options.traffic.source.substr(redis.size()));
    return policy ? policy->rules : std::vector<Rule>();
}

void addBursts(const Trace& trace, const std::vector<TokenId>& marked, const std::vector<Rule>& limits,
               const std::string& who, Json& all, std::string& lines)
{
    if (limits.empty())
        return;
    const GroupedTrace traffic(trace);
    all["bursts"] = Json::array();
    for (const Rule& limit : limits) {
        ProgressLine line;
        const BurstProposal proposal =
            proposeBurst(traffic, limit, marked, 1, progressOf(line, "burst for " + notation(limit)));
        all["bursts"].push_back({{"rule", notation(proposal.rule)}});
        all["bursts"].back().update(proposalJson(proposal));
        lines += "\n" + proposalText(proposal, trace, who);
    }
}

Exit showProposals(Terminal& terminal, const ProposeOptions& options)
{
    const Algorithm& algorithm = algorithmNamed(options.algorithm);
    const std::vector<Micros> windows = parseWindows(options.windows);
    const std::vector<Rule> limits = limitsFor(terminal, options, algorithm);
    const ReadTraffic traffic = readTraffic(terminal, options.traffic);
    std::vector<TokenId> marked;
    Json stop = Json::array();
    for (const std::string& token : options.stop) {
        marked.push_back(traffic.trace.names.find(token));
        if (marked.back() == traffic.trace.names.size())
            throw InvalidArgument(fmt::format("the traffic has no token \"{}\"", printable(token)));
        stop.push_back(printable(token));
    }
    const Peaks peaks = peaksOf(traffic, windows, algorithm);
    const std::string who =
        marked.size() == 1 ? nameOf(traffic.trace, marked[0]) : fmt::format("these {} tokens", marked.size());
    Json all = bounds(traffic.summary);
    all["algorithm"] = algorithm.name;
    all["stop"] = stop;
    all["windows"] = Json::array();
    std::string lines = sentence(traffic.summary);
    for (const WindowProposal& proposal : propose(peaks, marked)) {
        Json closest = Json::array();
        for (const TokenPeak& other : proposal.closest)
            closest.push_back({{"token", nameOf(traffic.trace, other.token)}, {"peak", other.peak}});
        Json& window = all["windows"].emplace_back(
            Json{{"window", durationNotation(proposal.window)}, {"window_us", proposal.window.count()}});
        window.update(proposalJson(proposal));
        window["closest"] = std::move(closest);
        lines += "\n" + proposalText(proposal, traffic.trace, who);
    }
    addBursts(traffic.trace, marked, limits, who, all, lines);
    terminal.print(all, lines);
    return Done;
}

/// The traffic that a trial file names, seen from the file's folder.
TrafficOptions trafficOf(const TrialFile& trial, const std::string& file)
{
    TrafficOptions options{trial.traffic, trial.fields, trial.withoutStatus};
    const bool isFile = options.source != "-" && !options.source.starts_with("redis:");
    if (isFile)
        options.source = (std::filesystem::path(file).parent_path() / options.source).string();
    return options;
}

Exit showProfiles(Terminal& terminal)
{
    Json all = Json::array();
    std::string lines;
    for (const ProviderProfile& profile : providerProfiles()) {
        all.push_back({{"name", profile.name},
                       {"limits", profile.limits},
                       {"algorithm", profile.algorithm},
                       {"rules", profile.rules},
                       {"page", profile.page},
                       {"read", profile.read}});
        lines += fmt::format("{}{:<17} {}: {}\n  {}\n  {} ({})", lines.empty() ? "" : "\n", profile.name,
                             profile.algorithm, profile.rules, profile.limits, profile.page, profile.read);
    }
    terminal.print(all, lines);
    return Done;
}

Exit testTrial(Terminal& terminal, const std::string& path)
{
    const TrialFile file = parseTrialFile(path, readText(path));
    const ReadTraffic traffic = readTraffic(terminal, trafficOf(file, path));
    const GroupedTrace grouped(traffic.trace);
    std::vector<Trial> trials;
    for (const Candidate& candidate : file.candidates)
        trials.push_back(triedOn(grouped, candidate, TrialDetail::Verdicts));
    const std::vector<ExpectationResult> results = checkExpectations(file, grouped, trials);
    const auto failed = std::size_t(std::ranges::count(results, false, &ExpectationResult::holds));
    Json all = bounds(traffic.summary);
    all["failed"] = failed;
    all["expectations"] = Json::array();
    std::string lines = sentence(traffic.summary);
    for (const ExpectationResult& result : results) {
        Expectation plain = result.expectation;
        plain.candidate.clear();
        all["expectations"].push_back({{"candidate", printable(result.candidate)},
                                       {"expectation", printable(notation(plain))},
                                       {"number", result.number},
                                       {"holds", result.holds}});
        lines += fmt::format("\n{}  {}: {}{}", result.holds ? "ok    " : "FAILED",
                             printable(result.candidate), printable(notation(plain)),
                             result.holds ? "" : fmt::format(", but it is {}", result.number));
    }
    lines += fmt::format("\n{}, {} failed", counted(results.size(), "expectation", "expectations"), failed);
    terminal.print(all, lines);
    return failed == 0 ? Done : Denied;
}

} // namespace

void addLabCommands(CLI::App& app, Terminal& terminal)
{
    CLI::App& lab = labCommand(app);
    addCommand<TryOptions>(
        lab, terminal, "try", "Say what candidates would allow and deny of the traffic",
        [](CLI::App& command, TryOptions& options) {
            declareTraffic(command, options.traffic);
            command
                .add_option("--candidate", options.candidates,
                            "[NAME=]ALGORITHM: RULES, as in \"strict=gcra: 20/min + 200/h\", or one of lab "
                            "profiles; may be repeated")
                ->allow_extra_args(false);
            auto* const report = command.add_option(
                "--report", options.report,
                "Write what changes if the second candidate replaces the first: HTML, or CSV "
                "for a file named *.csv");
            command
                .add_option("--history", options.history,
                            "With --report: add what a watcher's history has of the time of the traffic")
                ->needs(report);
            command
                .add_option(
                    "--reserve", options.reserve,
                    "Of a CSV file with costs that are known afterwards: reserve max, constant:UNITS, "
                    "learned[:QUANTILE], or charge afterwards; may be repeated")
                ->allow_extra_args(false);
            command
                .add_option("--longest-answer", options.metered.longestAnswer,
                            "With --reserve: what a request declares beyond its input, where the file does "
                            "not say")
                ->capture_default_str();
            command
                .add_option("--units-per-second", options.metered.unitsPerSecond,
                            "With --reserve: how fast answers come, where the file does not say how long "
                            "they took")
                ->check(CLI::PositiveNumber)
                ->capture_default_str();
        },
        tryCandidates);
    addCommand<PeakOptions>(
        lab, terminal, "peaks",
        "Name the tokens with the highest peaks: the smallest limit that denies a token nothing",
        [](CLI::App& command, PeakOptions& options) {
            declarePeaks(command, options);
            command.add_option("--top", options.most, "At most so many tokens for each window; 0: all")
                ->check(CLI::Range(std::int64_t(0), std::int64_t(1) << 40))
                ->capture_default_str();
        },
        showPeaks);
    addCommand<ProposeOptions>(
        lab, terminal, "propose", "Propose the limits that stop some tokens and nobody else",
        [](CLI::App& command, ProposeOptions& options) {
            declarePeaks(command, options);
            takeEscapes(command,
                        *command.add_option("--stop", options.stop, "The tokens to stop")->required());
            command.add_option(
                "--limit", options.limit,
                "With gcra or a bucket: rules for which a burst is proposed, as in \"20/min\"; "
                "otherwise the published rules of redis:POLICY");
        },
        showProposals);
    addCommand(lab, terminal, "profiles", "List the published limits of providers, which can be candidates",
               showProfiles);
    addCommand<std::string>(
        lab, terminal, "test",
        "Try the candidates of a trial file on its traffic, and exit with 1 if an expectation fails",
        [](CLI::App& command, std::string& file) {
            command.add_option("file", file, "The trial file")->required();
        },
        testTrial);
}

} // namespace ratewarden::ctl
