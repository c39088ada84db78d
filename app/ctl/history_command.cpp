// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl history`: what a watcher has kept.
#include "app/ctl/alert_output.h"
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "core/model/errors.h"
#include "core/model/glob.h"
#include "core/model/text.h"
#include "core/watch/history.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <map>

namespace ratewarden::ctl {
namespace {

struct KeptHistoryOptions {
    std::string file;
    std::string since;
    std::string every;
    std::string policy;
    std::string token;
};

/// What the rounds of one span of time come to.
struct Span {
    Instant from{};
    std::size_t rounds = 0; ///< that have seen something
    FigureDoubt missing = FigureDoubt::None;
    std::uint64_t tokens = 0; ///< at most
    std::uint64_t limited = 0;
    std::uint64_t blocked = 0;
    std::size_t counted = 0; ///< rounds that knew rates
    double allowed = 0;      ///< a second, of all of these together
    double denied = 0;
    std::optional<double> mostUsed;
    std::map<std::size_t, std::uint64_t> limitedBy; ///< by rule
    std::size_t shown = 0;                          ///< rounds in which the token was among the most urgent
    TokenStatus worst = TokenStatus::Unknown;       ///< of the token
    std::vector<HistoryEvent> events{};
};

/// The first of some round spans that makes at most so many rows.
Micros spanFor(Micros whole)
{
    using namespace std::chrono_literals;
    constexpr int rows = 24;
    constexpr std::array<Micros, 15> spans{10s, 30s, 1min, 2min, 5min, 10min, 30min, 1h,
                                           2h,  4h,  8h,   24h,  48h,  168h,  672h};
    const auto* const found = std::ranges::find_if(spans, [&](Micros span) { return span * rows >= whole; });
    return found == spans.end() ? spans.back() : *found;
}

void addRound(Span& span, StoredRound& round, const std::vector<Cohort>& cohorts, const std::string& policy)
{
    TokenSums all;
    std::uint64_t limited = 0;
    std::uint64_t blocked = 0;
    for (const auto& [place, sums] : round.cohorts()) {
        const Cohort& cohort = cohorts[place];
        if (!policy.empty() && (!cohort.policy || !matchesGlob(policy, *cohort.policy)))
            continue;
        all += sums;
        if (cohort.status == TokenStatus::Limited)
            limited += sums.tokens;
        if (cohort.status == TokenStatus::Blocked)
            blocked += sums.tokens;
        if (cohort.status == TokenStatus::Limited && cohort.rule)
            span.limitedBy[*cohort.rule] += sums.tokens;
    }
    span.tokens = std::max(span.tokens, all.tokens);
    span.limited = std::max(span.limited, limited);
    span.blocked = std::max(span.blocked, blocked);
    if (all.counted > 0) {
        ++span.counted;
        span.allowed += all.allowedRate();
        span.denied += all.deniedRate();
    }
    if (all.ruled > 0)
        span.mostUsed = std::max(span.mostUsed.value_or(0), all.mostUsed);
}

void addToken(Span& span, StoredRound& round, const KeptHistoryOptions& options)
{
    for (const TopToken& token : round.tokens()) {
        if (token.token != options.token ||
            (!options.policy.empty() && !matchesGlob(options.policy, token.policy)))
            continue;
        ++span.shown;
        span.worst = std::min(span.worst, token.status); // they are in the order of urgency
        if (token.rates) {
            ++span.counted;
            span.allowed += token.rates->allowed;
            span.denied += token.rates->denied;
        }
        if (token.share)
            span.mostUsed = std::max(span.mostUsed.value_or(0), *token.share);
        if (token.status == TokenStatus::Limited && token.rule)
            ++span.limitedBy[*token.rule];
    }
}

std::vector<Span> readSpans(const HistoryReader& history, const KeptHistoryOptions& options, Instant since,
                            Micros every)
{
    constexpr std::size_t mostEvents = 1000;
    std::vector<Span> spans;
    const auto spanAt = [&](Instant at) -> Span& {
        const Instant from = at - at.time_since_epoch() % every;
        if (spans.empty() || spans.back().from < from)
            spans.emplace_back().from = from;
        return spans.back();
    };
    history.visitRounds(since, [&](StoredRound& round) {
        Span& span = spanAt(round.at());
        if (round.walked().missing != FigureDoubt::None)
            span.missing = round.walked().missing;
        if (!round.hasSeenTokens())
            return true;
        ++span.rounds;
        if (options.token.empty())
            addRound(span, round, history.cohorts(), options.policy);
        else
            addToken(span, round, options);
        return true;
    });
    for (HistoryEvent& event : history.events(since, mostEvents)) {
        const auto after = std::ranges::find_if(spans, [&](const Span& one) { return one.from > event.at; });
        if (after != spans.begin())
            std::prev(after)->events.push_back(std::move(event));
    }
    return spans;
}

/// The rule that held most tokens back, counted from 1.
std::optional<std::size_t> ruleOf(const Span& span)
{
    const auto most =
        std::ranges::max_element(span.limitedBy, {}, [](const auto& one) { return one.second; });
    return most == span.limitedBy.end() ? std::nullopt : std::optional(most->first + 1);
}

std::optional<double> rateOf(double sum, const Span& span)
{
    return span.counted > 0 ? std::optional(sum / double(span.counted)) : std::nullopt;
}

std::string rateText(double sum, const Span& span)
{
    const std::optional<double> rate = rateOf(sum, span);
    return rate ? fmt::format("{:.1f}", *rate) : "?";
}

std::string shareText(const Span& span)
{
    return span.mostUsed ? fmt::format("{:.0f}%", *span.mostUsed * 100) : "?";
}

void printSpans(const Terminal& terminal, const std::vector<Span>& spans, bool isOfToken)
{
    std::vector<Table::Column> columns{{"FROM"}};
    if (isOfToken)
        columns.insert(columns.end(), {{"ROUNDS", Table::Number}, {"STATE"}});
    else
        columns.insert(columns.end(),
                       {{"TOKENS", Table::Number}, {"LIMITED", Table::Number}, {"BLOCKED", Table::Number}});
    columns.insert(columns.end(), {{"ALLOWED/S", Table::Number},
                                   {"DENIED/S", Table::Number},
                                   {"MOST USED", Table::Number},
                                   {"RULE", Table::Number}});
    Table table(std::move(columns));
    for (const Span& span : spans) {
        const bool isSeen = span.rounds > 0 && (!isOfToken || span.shown > 0);
        const auto known = [isSeen](std::string text) {
            return isSeen ? Cell(std::move(text)) : Cell("");
        };
        std::vector<Cell> cells{localTime(span.from)};
        if (isOfToken) {
            cells.push_back(fmt::format("{} of {}", span.shown, span.rounds));
            cells.push_back(known(std::string(nameOf(span.worst))));
        } else {
            for (const std::uint64_t number : {span.tokens, span.limited, span.blocked})
                cells.push_back(known(fmt::format("{}", number)));
        }
        const std::optional<std::size_t> rule = ruleOf(span);
        cells.insert(cells.end(), {known(rateText(span.allowed, span)), known(rateText(span.denied, span)),
                                   known(shareText(span)), rule ? fmt::format("{}", *rule) : ""});
        table.add(std::move(cells));
        if (const std::string doubt = doubtText(span.missing); !doubt.empty())
            table.addDetail("not all is known: " + doubt + ".");
        for (const HistoryEvent& event : span.events)
            table.addDetail(fmt::format("{}  {}", localTime(event.at), textOf(event)));
    }
    table.print(terminal.screen());
}

Json spanJson(const Span& span, bool isOfToken)
{
    Json events = Json::array();
    for (const HistoryEvent& event : span.events)
        events.push_back({{"at_us", event.at.time_since_epoch().count()},
                          {"event", printable(event.event)},
                          {"about", printable(event.about)},
                          {"text", event.text}});
    const std::string doubt = doubtText(span.missing);
    Json json{{"from_us", span.from.time_since_epoch().count()}, {"rounds", span.rounds}};
    if (isOfToken)
        json.update(
            {{"shown", span.shown}, {"state", span.shown > 0 ? Json(nameOf(span.worst)) : Json(nullptr)}});
    else
        json.update({{"tokens", span.tokens}, {"limited", span.limited}, {"blocked", span.blocked}});
    json.update({{"allowed_per_s", orNull(rateOf(span.allowed, span))},
                 {"denied_per_s", orNull(rateOf(span.denied, span))},
                 {"used_share", orNull(span.mostUsed)},
                 {"rule", orNull(ruleOf(span))},
                 {"doubt", doubt.empty() ? Json(nullptr) : Json(doubt)},
                 {"events", events}});
    return json;
}

Json infoJson(const HistoryInfo& info)
{
    return {{"first_us", orNull(info.first)},
            {"last_us", orNull(info.last)},
            {"bytes", info.bytes},
            {"most_bytes", info.limits.bytes},
            {"keep_us", info.limits.keep.count()}};
}

std::string infoText(const HistoryInfo& info)
{
    constexpr double megabyte = 1 << 20;
    return fmt::format("{} to {}, {:.1f} MB; kept: {}", localTime(*info.first), localTime(*info.last),
                       double(info.bytes) / megabyte, limitsText(info.limits));
}

Exit showHistory(Terminal& terminal, const KeptHistoryOptions& options)
{
    using namespace std::chrono_literals;
    Terminal::formats();
    HistoryInfo info;
    std::vector<Span> spans;
    { // only for as long as it is read: what a reader sees has to stay in the file
        const HistoryReader history(options.file);
        info = history.info();
        const Instant now = std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now());
        Instant since = info.first.value_or(now);
        if (!options.since.empty())
            since = std::max(since, now - parseDuration(options.since));
        const Micros every = options.every.empty() ? spanFor(info.last.value_or(now) - since)
                                                   : std::max<Micros>(1s, parseDuration(options.every));
        spans = readSpans(history, options, since, every);
    }
    const bool isOfToken = !options.token.empty();
    if (terminal.isJson()) {
        Json all = Json::array();
        for (const Span& span : spans)
            all.push_back(spanJson(span, isOfToken));
        Json json = infoJson(info);
        json["spans"] = std::move(all);
        fmt::print("{}\n", json.dump());
        return Done;
    }
    if (spans.empty()) {
        fmt::print("the history has no rounds of that time\n");
        return Done;
    }
    printSpans(terminal, spans, isOfToken);
    fmt::print("{}\n", infoText(info));
    return Done;
}

} // namespace

void addHistoryCommand(CLI::App& app, Terminal& terminal)
{
    addCommand<KeptHistoryOptions>(
        app, terminal, "history", "Show what a watcher has kept: figures over time, alerts and changes",
        [](CLI::App& command, KeptHistoryOptions& options) {
            command
                .add_option("file", options.file,
                            "The history, as \"history\" in the file of alerts names it")
                ->required();
            command.add_option("--since", options.since, "Of the last 2h, or 7d, or …; else all");
            command.add_option("--every", options.every,
                               "A row for each 10min, or 1h, or …; else some two dozen rows");
            auto* const policy =
                command.add_option("--policy", options.policy,
                                   "Of policies of this name, a pattern with *, ? and […]; else all");
            takeEscapes(command, *policy);
            auto* const token = command.add_option(
                "--token", options.token, "Of this token, as far as it was among the most urgent of a round");
            takeEscapes(command, *token);
        },
        showHistory);
}

} // namespace ratewarden::ctl
