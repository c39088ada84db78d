// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/commands.h"
#include "app/ctl/lab_traffic.h"
#include "app/ctl/progress_line.h"
#include "core/lab/live_trial.h"
#include "core/lab/provider_profiles.h"
#include "core/lab/scratch_keys.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <charconv>
#include <csignal>
#include <cstdio>

namespace ratewarden::ctl {
namespace {

struct LiveOptions {
    TrafficOptions traffic;
    std::string candidate;
    std::string rate;
    std::string duration = "30s";
    int connections = LiveTrialOptions().connections;
    std::size_t outstanding = LiveTrialOptions().mostOutstanding;
    bool force = false;
};

double numberOf(std::string_view text)
{
    double number = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), number);
    if (read.ec != std::errc() || read.ptr != text.data() + text.size() || !(number > 0))
        throw InvalidArgument("--rate takes requests a time, as in 1000/s, or a factor, as in 2x");
    return number;
}

/// "1000/s", "60000/min"; "2x": twice as fast as recorded.
void readRate(std::string_view text, Pace& pace)
{
    const std::size_t slash = text.find('/');
    if (text.ends_with('x')) {
        pace.factor = numberOf(text.substr(0, text.size() - 1));
        return;
    }
    const double requests = numberOf(text.substr(0, slash));
    const Micros per = slash == std::string_view::npos ? Micros() : parseDuration(text.substr(slash + 1));
    if (per <= Micros::zero())
        throw InvalidArgument("--rate takes requests a time, as in 1000/s, or a factor, as in 2x");
    pace.perSecond = requests / std::chrono::duration<double>(per).count();
}

volatile std::sig_atomic_t interrupted = 0;

/// The first Ctrl+C ends the trial in order, the second the program.
class Interruptible {
public:
    Interruptible()
    {
        struct sigaction action {};
        action.sa_handler = [](int) {
            interrupted = 1;
        };
        action.sa_flags = int(SA_RESETHAND);
        for (const int number : {SIGINT, SIGTERM, SIGHUP})
            sigaction(number, &action, nullptr);
    }
    ~Interruptible()
    {
        for (const int number : {SIGINT, SIGTERM, SIGHUP})
            std::signal(number, SIG_DFL); // NOLINT(cert-err33-c): it cannot fail
    }
    Interruptible(const Interruptible&) = delete;
    Interruptible& operator=(const Interruptible&) = delete;
};

std::string liveProgressText(const LiveProgress& progress)
{
    if (progress.removing)
        return "removing the trial's keys";
    return fmt::format("{} of {}: {} sent, {} late, {} dropped, {} denied; p50 {}, p99 {}, max {}",
                       durationText(progress.elapsed), durationText(progress.length), progress.counts.sent,
                       progress.counts.late, progress.counts.dropped, progress.counts.denied,
                       durationText(progress.median), durationText(progress.p99), durationText(progress.max));
}

std::string sizeText(std::int64_t bytes)
{
    return bytes < 1'000'000 ? fmt::format("{} KB", (bytes + 999) / 1000)
                             : fmt::format("{:.1f} MB", double(bytes) / 1e6);
}

std::string estimateText(const LiveTrialEstimate& estimate, const std::string& where)
{
    const ArrivalSums& sums = estimate.arrivals;
    return fmt::format(
        "live trial on {}: {} requests of {} tokens, {:.0f} a second and at most {} within one; "
        "its keys take {} at most, and are removed at the end",
        where, sums.requests, sums.tokens, sums.perSecond, sums.peak, sizeText(estimate.bytes));
}

const char* nameOfEnd(LiveTrial::End end)
{
    switch (end) {
    case LiveTrial::End::Complete:
        return "complete";
    case LiveTrial::End::Stopped:
        return "stopped";
    case LiveTrial::End::ConnectionLost:
        break;
    }
    return "connection lost";
}

Json intervalsJson(const LiveTrial& trial)
{
    Json intervals = Json::array();
    for (const LiveInterval& interval : trial.intervals)
        intervals.push_back({{"at_us", interval.at.count()},
                             {"planned", interval.counts.planned},
                             {"sent", interval.counts.sent},
                             {"dropped", interval.counts.dropped},
                             {"late", interval.counts.late},
                             {"answered", interval.counts.answered},
                             {"denied", interval.counts.denied},
                             {"errors", interval.counts.errors},
                             {"p50_us", interval.median.count()},
                             {"p99_us", interval.p99.count()},
                             {"max_us", interval.max.count()}});
    return intervals;
}

Json trialJson(const LiveTrial& trial, const LiveTrialEstimate& estimate, const TrafficSummary& traffic)
{
    const LiveCounts& counts = trial.counts;
    Json errors = Json::array();
    for (const LiveErrors& kind : trial.errors)
        errors.push_back(
            {{"kind", printable(kind.kind)}, {"count", kind.count}, {"first", printable(kind.first)}});
    return {{"candidate", printable(notation(trial.candidate))},
            {"traffic", json(traffic)},
            {"end", nameOfEnd(trial.end)},
            {"problem", trial.problem ? Json(englishText(trial.problem)) : Json(nullptr)},
            {"wanted_per_second", estimate.arrivals.perSecond},
            {"answered_per_second", trial.answeredPerSecond()},
            {"length_us", trial.length.count()},
            {"rounds", trial.rounds},
            {"planned", counts.planned},
            {"sent", counts.sent},
            {"dropped", counts.dropped},
            {"late", counts.late},
            {"latest_us", trial.latest.count()},
            {"mean_lateness_us", trial.meanLateness.count()},
            {"answered", counts.answered},
            {"allowed", counts.allowed()},
            {"denied", counts.denied},
            {"never_fits", trial.neverFits},
            {"tokens_denied", trial.tokensDenied},
            {"errors", counts.errors},
            {"error_kinds", errors},
            {"lost", counts.lost},
            {"latency_us",
             {{"p50", trial.latency.quantile(0.5).count()},
              {"p90", trial.latency.quantile(0.9).count()},
              {"p99", trial.latency.quantile(0.99).count()},
              {"p99_9", trial.latency.quantile(0.999).count()},
              {"max", trial.latency.max().count()}}},
            {"intervals", intervalsJson(trial)},
            {"keys_removed", trial.keysRemoved},
            {"left_over", trial.leftOver.empty() ? Json(nullptr) : Json(trial.leftOver)}};
}

std::string trialText(const LiveTrial& trial)
{
    const LiveCounts& counts = trial.counts;
    std::string text =
        fmt::format("{}: {} allowed, {} denied of {}", printable(notation(trial.candidate)), counts.allowed(),
                    counts.denied, counted(trial.tokensDenied, "token", "tokens"));
    if (trial.end == LiveTrial::End::Stopped)
        text += "; stopped before the end";
    if (trial.end == LiveTrial::End::ConnectionLost)
        text += "; ended early: " + englishText(trial.problem);
    text += fmt::format("\n  {} of {} planned requests sent, {} answered, {:.0f} a second", counts.sent,
                        counts.planned, counts.answered, trial.answeredPerSecond());
    if (trial.rounds > 1)
        text += fmt::format("; the traffic was sent {} times", trial.rounds);
    text += fmt::format("\n  latency from the planned moment: p50 {}, p90 {}, p99 {}, p99.9 {}, max {}",
                        durationText(trial.latency.quantile(0.5)), durationText(trial.latency.quantile(0.9)),
                        durationText(trial.latency.quantile(0.99)),
                        durationText(trial.latency.quantile(0.999)), durationText(trial.latency.max()));
    if (counts.late > 0)
        text += fmt::format("\n  {} left more than 1 ms late, {} on average and {} at most", counts.late,
                            durationText(trial.meanLateness), durationText(trial.latest));
    if (counts.dropped > 0)
        text += fmt::format("\n  {} were not sent, as too many waited for answers", counts.dropped);
    for (const LiveErrors& kind : trial.errors)
        text += fmt::format("\n  {} × {}", kind.count, printable(kind.first));
    if (counts.lost > 0)
        text += fmt::format("\n  {} were never answered", counts.lost);
    text += trial.leftOver.empty()
                ? fmt::format("\n  all {} removed", counted(trial.keysRemoved, "scratch key", "scratch keys"))
                : "\n  " + trial.leftOver;
    return text;
}

LiveTrial runInterruptibly(Terminal& terminal, const Trace& trace, const Candidate& candidate,
                           const LiveTrialOptions& options)
{
    const Interruptible signals;
    std::stop_source stop;
    ProgressLine line;
    return runLiveTrial(terminal.server(), terminal.endpoint(), trace, candidate, options, stop.get_token(),
                        [&](const LiveProgress& progress) {
                            if (interrupted != 0)
                                stop.request_stop();
                            if (ProgressLine::isWanted())
                                line.show(liveProgressText(progress));
                        });
}

Exit live(Terminal& terminal, const LiveOptions& given)
{
    const Candidate candidate = namedCandidate(given.candidate);
    LiveTrialOptions options;
    readRate(given.rate, options.pace);
    options.pace.duration = given.duration == "all" ? Micros() : parseDuration(given.duration);
    if (given.duration != "all" && options.pace.duration <= Micros::zero())
        throw InvalidArgument("--for takes a duration above 0, or all");
    options.connections = given.connections;
    options.mostOutstanding = given.outstanding;
    options.force = given.force;
    const ReadTraffic traffic = readTraffic(terminal, given.traffic);
    options.pace.resolution = traffic.summary.resolution;
    const LiveTrialEstimate estimate =
        estimateLiveTrial(terminal.server(), traffic.trace, candidate, options);
    if (!estimate.concerns.empty() && !given.force)
        throw InvalidArgument(LiveTrialRefused(estimate.concerns).what() +
                              std::string(". --force runs it all the same"));
    Terminal::note(estimateText(estimate, terminal.server().where()));
    for (const LiveConcern concern : estimate.concerns)
        Terminal::note("forced, although " + englishText(concern));
    const LiveTrial trial = runInterruptibly(terminal, traffic.trace, candidate, options);
    terminal.print(trialJson(trial, estimate, traffic.summary),
                   sentence(traffic.summary) + "\n" + trialText(trial));
    const bool failed = trial.end == LiveTrial::End::ConnectionLost || !trial.leftOver.empty();
    return failed ? RedisFailed : Done;
}

Exit cleanScratchKeys(Terminal& terminal)
{
    const CleanedScratch cleaned = cleanScratch(terminal.server());
    std::string text = fmt::format("{} of {} removed", counted(cleaned.keys, "scratch key", "scratch keys"),
                                   counted(cleaned.runs, "live trial", "live trials"));
    if (cleaned.inProgress > 0)
        text +=
            fmt::format("; left alone: {}, in progress or killed less than {} ago",
                        counted(cleaned.inProgress, "live trial", "live trials"), durationText(scratchLease));
    if (cleaned.unreadable > 0)
        text += fmt::format("; left alone: {} of {} that cannot be read",
                            counted(cleaned.unreadable, "entry", "entries"), scratchRunsKey);
    terminal.print({{"trials", cleaned.runs},
                    {"keys", cleaned.keys},
                    {"in_progress", cleaned.inProgress},
                    {"unreadable", cleaned.unreadable}},
                   text);
    return Done;
}

} // namespace

void addLabLive(CLI::App& app, Terminal& terminal)
{
    CLI::App& lab = labCommand(app);
    addCommand<LiveOptions>(
        lab, terminal, "live",
        "Try a candidate on the server itself, with keys of its own that are removed at the end: its latency "
        "and what it denies. Ctrl+C ends it early, and removes them, too",
        [](CLI::App& command, LiveOptions& options) {
            declareTraffic(command, options.traffic);
            command
                .add_option(
                    "--candidate", options.candidate,
                    "[NAME=]ALGORITHM: RULES, as in \"strict=gcra: 20/min + 200/h\", or one of lab profiles")
                ->required();
            command
                .add_option(
                    "--rate", options.rate,
                    "Requests a time, as in 1000/s, in the rhythm of the traffic; or 2x: twice as fast "
                    "as recorded")
                ->required();
            command
                .add_option("--for", options.duration,
                            "How long, the traffic again and again; all: the whole traffic once")
                ->capture_default_str();
            command.add_option("--connections", options.connections, "How many")->capture_default_str();
            command
                .add_option("--outstanding", options.outstanding,
                            "While so many requests wait for answers, others are dropped")
                ->capture_default_str();
            command.add_flag("--force", options.force,
                             "Run it although it could harm others who use the server");
        },
        live);
    addCommand(lab, terminal, "clean", "Remove what live trials that were killed have left on the server",
               cleanScratchKeys);
}

} // namespace ratewarden::ctl
