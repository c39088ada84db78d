// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/lab_traffic.h"
#include "app/ctl/policy_files.h"
#include "core/algorithms/algorithm.h"
#include "core/lab/proposal.h"
#include "core/lab/report.h"
#include "core/lab/trial.h"
#include "core/lab/trial_file.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <fstream>

namespace ratewarden::ctl {
namespace {

constexpr std::size_t shown = 10; // tokens of a list

struct TryOptions {
    TrafficOptions traffic;
    std::vector<std::string> candidates;
    std::string report;
};

struct PeakOptions {
    TrafficOptions traffic;
    std::vector<std::string> windows{"1s", "10s", "1min", "10min", "1h", "1d"};
    std::string algorithm{algorithms().front().name};
};

struct ProposeOptions : PeakOptions {
    std::vector<std::string> stop;
};

struct TestOptions {
    std::string file;
};

/// What every answer begins with: the bounds of what it rests on.
Json bounds(const TrafficSummary& summary)
{
    return {{"from", summary.from.time_since_epoch().count()},
            {"to", summary.to.time_since_epoch().count()},
            {"requests", summary.requests},
            {"tokens", summary.tokens},
            {"lines_rejected", summary.rejected}};
}

std::string counted(std::uint64_t number, const char* one, const char* many)
{
    return fmt::format("{} {}", number, number == 1 ? one : many);
}

std::string name(const Trace& trace, TokenId token)
{
    return printable(trace.names[token]);
}

std::vector<Micros> parseWindows(const std::vector<std::string>& texts)
{
    std::vector<Micros> windows;
    windows.reserve(texts.size());
    for (const std::string& text : texts)
        windows.push_back(parseDuration(text));
    return windows;
}

Json trialJson(const Trial& trial, const Trace& trace)
{
    Json worst = Json::array();
    for (const TokenCount& one : worstTokens(trial, shown))
        worst.push_back({{"token", name(trace, one.token)}, {"denied", one.count}});
    return {{"name", printable(trial.candidate.name)},
            {"allowed", trial.allowed()},
            {"denied", trial.denied},
            {"tokens_denied", trial.tokensDenied},
            {"worst", worst}};
}

std::string trialText(const Trial& trial, const Trace& trace)
{
    std::string text =
        fmt::format("{}: {} allowed, {} denied of {}", printable(notation(trial.candidate)), trial.allowed(),
                    trial.denied, counted(trial.tokensDenied, "token", "tokens"));
    if (trial.denied > 0) {
        text += fmt::format(
            "\n  longest wait {}; {} would not have been sent by clients that obey Retry-After",
            durationText(trial.longestWait), counted(trial.repeats, "denied request", "denied requests"));
        if (trial.neverFits > 0)
            text += fmt::format("\n  {} cost more than a rule ever allows",
                                counted(trial.neverFits, "request", "requests"));
    }
    const std::vector<Rule>& rules = trial.candidate.policy.rules;
    text += "\n  largest burst allowed to one token:";
    for (std::size_t i = 0; i < rules.size(); ++i)
        text += fmt::format("{} {} in {}", i == 0 ? "" : ",", trial.largestBurst[i],
                            durationText(rules[i].window));
    text += fmt::format("; {:.0f} bytes of state a token", trial.bytesPerToken);
    for (const TokenCount& one : worstTokens(trial, shown))
        text += fmt::format("\n  {:>9} denied  {}", one.count, name(trace, one.token));
    return text;
}

/// The second candidate in place of the first, as HTML, or as CSV by the file's name.
void writeReport(const std::string& path, const GroupedTrace& traffic, const TrafficSummary& summary,
                 const std::vector<Candidate>& candidates)
{
    const WhatIf result = whatIf(traffic, candidates.at(0), candidates.at(1));
    std::ofstream file(path, std::ios::binary);
    file << (path.ends_with(".csv") ? csvReport(result.comparison, traffic.trace().names)
                                    : htmlReport(result, traffic, summary));
    file.close();
    if (!file)
        throw InvalidArgument(fmt::format("the report {} cannot be written", printable(path)));
}

Exit tryCandidates(Terminal& terminal, const TryOptions& options)
{
    std::vector<Candidate> candidates;
    for (const std::string& given : options.candidates)
        candidates.push_back(parseCandidate(given)); // refuses bad ones before anything is read
    if (!options.report.empty() && candidates.size() != 2)
        throw InvalidArgument("a report compares two candidates: the enforced rules first, then those that "
                              "would replace them");
    const ReadTraffic traffic = readTraffic(terminal, options.traffic);
    const GroupedTrace grouped(traffic.trace);
    Json all = bounds(traffic.summary);
    all["candidates"] = Json::array();
    std::string lines = sentence(traffic.summary);
    for (const Candidate& candidate : candidates) {
        const Trial trial = tryOn(grouped, candidate);
        all["candidates"].push_back(trialJson(trial, traffic.trace));
        lines += "\n" + trialText(trial, traffic.trace);
    }
    if (!options.report.empty())
        writeReport(options.report, grouped, traffic.summary, candidates);
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
    const Peaks peaks(GroupedTrace(traffic.trace), windows, algorithm.keeps);
    Json all = bounds(traffic.summary);
    all["algorithm"] = algorithm.name;
    all["windows"] = Json::array();
    std::string lines = sentence(traffic.summary);
    for (std::size_t window = 0; window < windows.size(); ++window) {
        const auto order = peaks.highestFirst(window);
        Json list = Json::array();
        lines += fmt::format("\nper {}:", durationNotation(windows[window]));
        for (const TokenId token : order.first(std::min(shown, order.size()))) {
            list.push_back({{"token", name(traffic.trace, token)}, {"peak", peaks.of(token, window)}});
            lines += fmt::format("\n  {:>9}  {}", peaks.of(token, window), name(traffic.trace, token));
        }
        all["windows"].push_back({{"window", durationNotation(windows[window])},
                                  {"window_us", windows[window].count()},
                                  {"peaks", list}});
    }
    terminal.print(all, lines);
    return Done;
}

std::string proposalText(const WindowProposal& proposal, const Trace& trace, const std::string& marked)
{
    const std::string window = durationNotation(proposal.window);
    if (proposal.band && proposal.band->lowest == proposal.band->highest)
        return fmt::format("{} per {} stops {} and nobody else", proposal.band->lowest, window, marked);
    if (proposal.band)
        return fmt::format("{} to {} per {} stops {} and nobody else", proposal.band->lowest,
                           proposal.band->highest, window, marked);
    return fmt::format("no limit per {} does: {} at most {}, {} reaches {}", window, marked,
                       proposal.lowestOfMarked,
                       proposal.closest.empty() ? "nobody else" : name(trace, proposal.closest.front().token),
                       proposal.highestOfOthers);
}

Exit showProposals(Terminal& terminal, const ProposeOptions& options)
{
    const Algorithm& algorithm = algorithmNamed(options.algorithm);
    const std::vector<Micros> windows = parseWindows(options.windows);
    const ReadTraffic traffic = readTraffic(terminal, options.traffic);
    std::vector<TokenId> marked;
    Json stop = Json::array();
    for (const std::string& token : options.stop) {
        marked.push_back(traffic.trace.names.find(token));
        if (marked.back() == traffic.trace.names.size())
            throw InvalidArgument(fmt::format("the traffic has no token \"{}\"", printable(token)));
        stop.push_back(printable(token));
    }
    const Peaks peaks(GroupedTrace(traffic.trace), windows, algorithm.keeps);
    const std::string who =
        marked.size() == 1 ? name(traffic.trace, marked[0]) : fmt::format("these {} tokens", marked.size());
    Json all = bounds(traffic.summary);
    all["algorithm"] = algorithm.name;
    all["stop"] = stop;
    all["windows"] = Json::array();
    std::string lines = sentence(traffic.summary);
    for (const WindowProposal& proposal : propose(peaks, marked)) {
        Json closest = Json::array();
        for (const TokenPeak& other : proposal.closest)
            closest.push_back({{"token", name(traffic.trace, other.token)}, {"peak", other.peak}});
        all["windows"].push_back({{"window", durationNotation(proposal.window)},
                                  {"window_us", proposal.window.count()},
                                  {"lowest", proposal.band ? Json(proposal.band->lowest) : Json(nullptr)},
                                  {"highest", proposal.band ? Json(proposal.band->highest) : Json(nullptr)},
                                  {"highest_of_others", proposal.highestOfOthers},
                                  {"lowest_of_marked", proposal.lowestOfMarked},
                                  {"closest", closest}});
        lines += "\n" + proposalText(proposal, traffic.trace, who);
    }
    terminal.print(all, lines);
    return Done;
}

/// The traffic that a trial file names, seen from the file's folder.
TrafficOptions trafficOf(const TrialFile& trial, const std::string& file)
{
    TrafficOptions options{trial.traffic, trial.fields};
    const bool isFile = options.source != "-" && !options.source.starts_with("redis:");
    if (isFile)
        options.source = (std::filesystem::path(file).parent_path() / options.source).string();
    return options;
}

Exit test(Terminal& terminal, const TestOptions& options)
{
    const TrialFile file = parseTrialFile(options.file, readText(options.file));
    const ReadTraffic traffic = readTraffic(terminal, trafficOf(file, options.file));
    const GroupedTrace grouped(traffic.trace);
    std::vector<Trial> trials;
    for (const Candidate& candidate : file.candidates)
        trials.push_back(tryOn(grouped, candidate, TrialDetail::Verdicts));
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
                            "NAME=ALGORITHM: RULES, as in \"strict=gcra: 20/min + 200/h\"; may be repeated")
                ->required()
                ->allow_extra_args(false);
            command.add_option("--report", options.report,
                               "Write what changes if the second candidate replaces the first: HTML, or CSV "
                               "for a file named *.csv");
        },
        tryCandidates);
    addCommand<PeakOptions>(
        lab, terminal, "peaks",
        "Name the tokens with the highest peaks: the smallest limit that denies a token nothing",
        declarePeaks, showPeaks);
    addCommand<ProposeOptions>(
        lab, terminal, "propose", "Propose the limits that stop some tokens and nobody else",
        [](CLI::App& command, ProposeOptions& options) {
            declarePeaks(command, options);
            command.add_option("--stop", options.stop, "The tokens to stop")->required();
        },
        showProposals);
    addCommand<TestOptions>(
        lab, terminal, "test",
        "Try the candidates of a trial file on its traffic, and exit with 1 if an expectation fails",
        [](CLI::App& command, TestOptions& options) {
            command.add_option("file", options.file, "The trial file")->required();
        },
        test);
}

} // namespace ratewarden::ctl
