// SPDX-License-Identifier: MIT
#include "core/lab/report.h"

#include "core/lab/report_pictures.h"
#include "core/model/text.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t mostListedTokens = 50; // in the table
constexpr std::size_t mostPictures = 10;     // time lines

constexpr std::string_view style = R"(<style>
:root{--page:#f4f6f8;--card:#fff;--line:#dde2e9;--text:#1a1f28;--muted:#5c6675;--both:#b9c3cf;--neither:#8b3fa0;--newly:#b93a0a;--freed:#006ba8}
@media(prefers-color-scheme:dark){:root{--page:#14171c;--card:#1b2027;--line:#2c333d;--text:#e7eaf0;--muted:#97a1b0;--both:#4a5563;--neither:#cc8fe0;--newly:#f2784b;--freed:#56b4e9}}
body{background:var(--page);color:var(--text);font:15px/1.5 system-ui,sans-serif;margin:0 auto;max-width:64rem;padding:1.5rem}
section{background:var(--card);border:1px solid var(--line);border-radius:8px;padding:1rem 1.25rem;margin:0 0 1rem}
h1{font-size:1.5rem;margin:0 0 1rem}h2{font-size:1.1rem;margin:0 0 .5rem}
table{border-collapse:collapse;width:100%}th,td{text-align:right;padding:.25rem .5rem;border-bottom:1px solid var(--line);font-variant-numeric:tabular-nums}
th:first-child,td:first-child{text-align:left;overflow-wrap:anywhere}th{color:var(--muted);font-weight:600}
code{font-family:ui-monospace,monospace;overflow-wrap:anywhere}.muted,.axis{color:var(--muted);font-size:.9em}
svg{display:block;width:100%;height:auto;margin:.5rem 0}.big{font-size:1.2rem}
.ends{display:flex;justify-content:space-between;margin:0}
.both{fill:var(--both)}.neither{fill:var(--neither)}.newly{fill:var(--newly)}.freed{fill:var(--freed)}
i{display:inline-block;width:.8em;height:.8em;margin:0 .35em 0 .9em;border-radius:2px}i.both{background:var(--both)}i.neither{background:var(--neither)}i.newly{background:var(--newly)}i.freed{background:var(--freed)}
</style>)";

/// Safe in HTML, between tags and in attributes; control characters are made visible first.
std::string inHtml(std::string_view text)
{
    using Escape = std::pair<char, std::string_view>;
    constexpr std::array escapes{Escape{'&', "&amp;"}, Escape{'<', "&lt;"}, Escape{'>', "&gt;"},
                                 Escape{'"', "&quot;"}, Escape{'\'', "&#39;"}};
    std::string html;
    for (const char c : printable(text)) {
        const auto* const found = std::ranges::find(escapes, c, &Escape::first);
        html += found == escapes.end() ? std::string_view(&c, 1) : found->second;
    }
    return html;
}

/// 1234567 as "1,234,567".
std::string grouped(std::uint64_t number)
{
    std::string text = std::to_string(number);
    for (std::size_t at = text.size(); at > 3;) {
        at -= 3;
        text.insert(at, ",");
    }
    return text;
}

/// Of a figure and the same of the kindest reading: one number where they are equal, else a range.
std::string range(std::uint64_t one, std::uint64_t other)
{
    return one == other ? grouped(one)
                        : grouped(std::min(one, other)) + "&thinsp;–&thinsp;" + grouped(std::max(one, other));
}

std::string utc(Instant moment)
{
    return fmt::format(
        "{:%Y-%m-%d %H:%M:%S} UTC",
        fmt::gmtime(std::chrono::floor<std::chrono::seconds>(moment).time_since_epoch().count()));
}

std::string rulesInHtml(const Candidate& candidate)
{
    return fmt::format("<code>{}: {}</code>", inHtml(candidate.policy.algorithm),
                       inHtml(notation(candidate.policy.rules)));
}

std::string row(std::string_view what, const std::vector<std::string>& cells)
{
    std::string html = fmt::format("<tr><td>{}</td>", what);
    for (const std::string& cell : cells)
        html += fmt::format("<td>{}</td>", cell);
    return html + "</tr>\n";
}

std::string figuresInHtml(const WhatIf& result, const TrafficSummary& summary)
{
    const DifferenceSums& one = result.comparison.sums;
    const DifferenceSums& other = (result.spread ? *result.spread : result.comparison).sums;
    std::string html = fmt::format(
        "<section><h2>What would change</h2><p class=\"big\">{} of {} requests newly denied, {} freed. {} "
        "tokens that were denied nothing would be denied something.</p>\n<table><tr><th></th>"
        "<th>Requests</th><th>Tokens</th></tr>\n",
        range(one.newlyDenied, other.newlyDenied), grouped(summary.requests), range(one.freed, other.freed),
        range(one.tokensNewlySuffering, other.tokensNewlySuffering));
    html += row("Newly denied", {range(one.newlyDenied, other.newlyDenied),
                                 range(one.tokensNewlyDenied, other.tokensNewlyDenied)});
    html += row("Freed: denied by the enforced rules, allowed by the candidate",
                {range(one.freed, other.freed), range(one.tokensFreed, other.tokensFreed)});
    html += row("Unchanged", {range(one.unchanged, other.unchanged), ""});
    return html + "</table></section>\n";
}

std::string retries(const Comparison& comparison)
{
    const auto line = [](std::string_view assumption, const RetryFigures& enforced,
                         const RetryFigures& candidate) {
        return row(assumption, {grouped(enforced.requests), grouped(enforced.denied),
                                grouped(candidate.requests), grouped(candidate.denied)});
    };
    const RetryRange& one = comparison.retriesEnforced;
    const RetryRange& other = comparison.retriesCandidate;
    return "<section><h2>If clients behave otherwise after a denial</h2><table><tr><th></th><th>Enforced: "
           "requests</th><th>denied</th><th>Candidate: requests</th><th>denied</th></tr>\n" +
           line("As recorded", one.asRecorded, other.asRecorded) +
           line("Without repeats within Retry-After", one.withoutRepeats, other.withoutRepeats) +
           line("Clients that back off until Retry-After", one.backingOff, other.backingOff) +
           "</table></section>\n";
}

/// What had been refused when it was recorded.
std::string refusals(const RecordedRefusals& refused, const TokenNames& names)
{
    std::string html;
    if (refused.requests > 0)
        html =
            fmt::format("<p>{} of the requests had been refused when they were recorded, {} of them of "
                        "<code>{}</code>; {} tokens were refused. {} requests followed a refusal of their "
                        "token: among them are retries, which other rules would cause more or fewer of.</p>",
                        grouped(refused.requests), grouped(refused.ofWorst), inHtml(names[refused.worst]),
                        grouped(refused.tokens), grouped(refused.retries));
    if (refused.leftOut > 0)
        html += fmt::format("<p>{} lines were left out for the status of their answer.</p>",
                            grouped(refused.leftOut));
    return html;
}

std::string captureBounds(const CaptureBounds& capture, bool knowsDenied)
{
    std::string text =
        fmt::format(" The states were read {} times while requests came in.", grouped(capture.readings));
    if (capture.counted > 0)
        text += fmt::format(" {} requests are known by counts alone: their times are right to {}.",
                            grouped(capture.counted), durationText(capture.longestGap));
    if (!knowsDenied)
        text += " Denied requests were not counted and are missing.";
    if (capture.trimmed > 0)
        text += fmt::format(" Up to {} log entries came and went between two readings.",
                            grouped(capture.trimmed));
    if (capture.uncertain > 0)
        text += fmt::format(" {} readings may have missed requests, as a window ended or a bucket drained.",
                            grouped(capture.uncertain));
    if (capture.unreadable > 0)
        text +=
            fmt::format(" {} tokens could not be counted without known rules.", grouped(capture.unreadable));
    return text;
}

std::string bounds(const WhatIf& result, const TrafficSummary& summary, const TokenNames& names)
{
    std::string html = fmt::format(
        "<section><h2>What this rests on</h2><p>{}: {} requests of {} tokens, {} to {}; {} lines read, {} "
        "rejected.</p>",
        inHtml(summary.source), grouped(summary.requests), grouped(summary.tokens), utc(summary.from),
        utc(summary.to), grouped(summary.lines), grouped(summary.rejected));
    if (!summary.firstRejected.empty()) {
        html += "<p class=\"muted\">Rejected:";
        for (const RejectedLine& line : summary.firstRejected)
            html += fmt::format("{} line {} {}", &line == summary.firstRejected.data() ? "" : ",",
                                grouped(line.number), inHtml(textOf(line.fault)));
        html += summary.rejected > summary.firstRejected.size() ? ", and others.</p>" : ".</p>";
    }
    if (summary.refusals)
        html += refusals(*summary.refusals, names);
    html += "<p class=\"muted\">Every token starts without a state at the first request.";
    if (result.spread)
        html +=
            " Times are in whole seconds: what happened within a second is not known. A range is between all "
            "requests of a second at once and the same spread evenly over it.";
    if (summary.kind == TrafficKind::Redis)
        html += " A log in Redis holds what was allowed: requests that were denied are not in it, and old "
                "entries may have been trimmed.";
    if (summary.capture)
        html += captureBounds(*summary.capture, summary.refusals.has_value());
    if (summary.fault != SourceFault::None)
        html += " The source could not be read to its end.";
    return html + "</p></section>\n";
}

/// From before the first difference to behind the last, so that it can be seen what led to them.
PictureTime stretchOf(const std::vector<RequestStep>& enforced, const std::vector<RequestStep>& candidate,
                      const Comparison& comparison, PictureTime whole)
{
    const auto first = nextDifference(enforced, candidate);
    const auto last = previousDifference(enforced, candidate, enforced.size());
    if (!first || !last)
        return whole;
    Micros margin = (enforced[*last].time - enforced[*first].time) / 10;
    for (const Candidate* const side : {&comparison.enforced, &comparison.candidate})
        margin = std::max(margin, std::ranges::min(side->policy.rules, {}, &Rule::window).window);
    return {std::max(whole.from, enforced[*first].time - margin),
            std::min(whole.to, enforced[*last].time + margin)};
}

std::string tokens(const Comparison& comparison, const GroupedTrace& traffic, PictureTime time)
{
    if (comparison.tokens.empty())
        return "<section><h2>Tokens</h2><p>Both decide the same on every request.</p></section>\n";
    const TokenNames& names = traffic.trace().names;
    std::string html =
        fmt::format("<section><h2>Tokens that differ, worst "
                    "first</h2><table><tr><th>Token</th><th>Requests</th><th>Denied "
                    "now</th><th>Denied by the candidate</th><th>Newly denied</th><th>Freed</th></tr>\n");
    const std::size_t listed = std::min(mostListedTokens, comparison.tokens.size());
    for (const TokenDifference& one : std::span(comparison.tokens).first(listed))
        html += row(fmt::format("<code>{}</code>", inHtml(names[one.token])),
                    {grouped(one.requests), grouped(one.deniedNow()), grouped(one.denied),
                     grouped(one.newlyDenied), grouped(one.freed)});
    html += "</table>";
    if (listed < comparison.tokens.size())
        html += fmt::format("<p class=\"muted\">{} others are not listed.</p>",
                            grouped(comparison.tokens.size() - listed));
    html +=
        "</section>\n<section><h2>Their time lines</h2><p class=\"muted\">Enforced rules above, candidate "
        "below: denied requests are tall. The third strip marks where they differ; each line shows the time "
        "around that:<i "
        "class=\"newly\"></i>newly "
        "denied<i class=\"freed\"></i>freed</p>\n";
    for (const TokenDifference& one : std::span(comparison.tokens).first(std::min(mostPictures, listed))) {
        const std::vector<RequestStep> enforced = verdictsOf(traffic, one.token, comparison.enforced);
        const std::vector<RequestStep> candidate = verdictsOf(traffic, one.token, comparison.candidate);
        const PictureTime stretch = stretchOf(enforced, candidate, comparison, time);
        html += fmt::format("<p><code>{}</code></p>{}{}\n", inHtml(names[one.token]),
                            timeLinePicture(enforced, candidate, stretch), timeAxis(stretch));
    }
    return html + "</section>\n";
}

constexpr std::string_view pageEnd = "</body></html>\n";

/// `title`: escaped.
std::string pageBegin(const std::string& title)
{
    return fmt::format(
        "<!doctype html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"><meta name=\"viewport\" "
        "content=\"width=device-width\">\n<title>{}</title>\n{}</head><body>\n",
        title, style);
}

std::string rateInHtml(const std::optional<double>& rate)
{
    return rate ? fmt::format("{:.1f}", *rate) : "not known";
}

/// What the history has of that time, and what it cannot have.
std::string watchedInHtml(const WatchedThen& watched)
{
    std::string html = fmt::format("<section><h2>What was seen on the server then</h2><p>By the history {}, ",
                                   inHtml(watched.source));
    if (!watched.problem.empty())
        return html + fmt::format("nothing: {}</p></section>\n", inHtml(watched.problem));
    html += watched.first && watched.last
                ? fmt::format("which has rounds from {} to {}", utc(*watched.first), utc(*watched.last))
                : std::string("which has no rounds");
    html += fmt::format(". Rounds are kept for {} days, and within {} MB: older ones are gone.</p>",
                        watched.keep / std::chrono::days(1), watched.bytes >> 20);
    const auto isKnown = [](const WatchedThen::Step& step) {
        return step.denied.has_value();
    };
    const auto known = std::ranges::count_if(watched.steps, isKnown);
    if (known == 0)
        html += "<p>Of the time of these requests it has nothing.</p>";
    else
        html += "<table>" + row("From", {"Allowed/s", "Denied/s"});
    for (const WatchedThen::Step& step : watched.steps)
        if (known > 0)
            html += row(utc(step.from), {rateInHtml(step.allowed), rateInHtml(step.denied)});
    if (known > 0)
        html += fmt::format("</table><p class=\"muted\">Of all clients that policies count, on average of {} "
                            "each; estimates, as a round stands for the time until the next.</p>",
                            durationText(watched.step));
    for (const auto& [at, text] : watched.events)
        html += fmt::format("<p>{}: {}</p>", utc(at), inHtml(text));
    return html + "</section>\n";
}

/// All of one comparison.
std::string sections(const WhatIf& result, const GroupedTrace& traffic, const TrafficSummary& summary)
{
    const Comparison& comparison = result.comparison;
    const PictureTime time{summary.from, summary.to};
    std::string html = fmt::format("<section><p>Enforced: {}<br>Candidate: {}</p></section>\n",
                                   rulesInHtml(comparison.enforced), rulesInHtml(comparison.candidate));
    html += figuresInHtml(result, summary);
    html +=
        "<section><h2>When</h2>" + requestsPicture(traffic, comparison, time) +
        "<p class=\"muted\"><i class=\"both\"></i>allowed by both<i class=\"neither\"></i>denied by both<i "
        "class=\"freed\"></i>freed<i class=\"newly\"></i>newly denied</p></section>\n";
    html += tokens(comparison, traffic, time);
    html += retries(comparison);
    return html + bounds(result, summary, traffic.trace().names);
}

/// A field of CSV.
std::string csvField(std::string_view text)
{
    std::string quoted = "\"";
    if (!text.empty() && std::string_view("=+-@\t\r").find(text.front()) != std::string_view::npos)
        quoted += '\'';
    for (const char c : printable(text)) {
        if (c == '"')
            quoted += '"';
        quoted += c;
    }
    return quoted + '"';
}

constexpr std::string_view csvHeading =
    "token,requests,denied_enforced,denied_candidate,newly_denied,freed,unchanged\r\n";

/// One for each token, behind `first`.
std::string csvRows(const Comparison& comparison, const TokenNames& names, const std::string& first)
{
    std::string csv;
    for (const TokenDifference& one : comparison.tokens)
        csv += fmt::format("{}{},{},{},{},{},{},{}\r\n", first, csvField(names[one.token]), one.requests,
                           one.deniedNow(), one.denied, one.newlyDenied, one.freed, one.unchanged());
    return csv;
}

} // namespace

WhatIf whatIf(const GroupedTrace& traffic, const Candidate& enforced, const Candidate& candidate,
              const Progress& progress)
{
    WhatIf result{compare(traffic, enforced, candidate, progress), {}};
    if (!traffic.trace().empty() && isInWholeSeconds(traffic.trace())) {
        const Trace spread = spreadWithinSeconds(traffic.trace());
        result.spread = compare(GroupedTrace(spread), enforced, candidate);
    }
    return result;
}

std::string htmlReport(const WhatIf& result, const GroupedTrace& traffic, const TrafficSummary& summary,
                       const WatchedThen* watched)
{
    const Comparison& comparison = result.comparison;
    return pageBegin(fmt::format("{} against {}", inHtml(comparison.candidate.name),
                                 inHtml(comparison.enforced.name))) +
           fmt::format("<h1>What if {} replaced {}?</h1>\n", inHtml(comparison.candidate.name),
                       inHtml(comparison.enforced.name)) +
           sections(result, traffic, summary) + (watched ? watchedInHtml(*watched) : std::string()) +
           std::string(pageEnd);
}

DifferenceSums sumOf(std::span<const PolicyWhatIf> policies)
{
    DifferenceSums sum;
    for (const PolicyWhatIf& one : policies) {
        const DifferenceSums& sums = one.result.comparison.sums;
        sum.newlyDenied += sums.newlyDenied;
        sum.freed += sums.freed;
        sum.unchanged += sums.unchanged;
        sum.tokensNewlyDenied += sums.tokensNewlyDenied;
        sum.tokensFreed += sums.tokensFreed;
        sum.tokensNewlySuffering += sums.tokensNewlySuffering;
    }
    return sum;
}

std::string htmlReport(std::span<const PolicyWhatIf> policies)
{
    std::string html = pageBegin("Candidates of all policies");
    html += "<h1>What if each candidate replaced its policy?</h1>\n<section><h2>By policy</h2><table><tr>"
            "<th>Policy</th><th>Requests</th><th>Newly denied</th><th>Freed</th><th>Tokens newly denied</th>"
            "<th>Of them denied nothing now</th></tr>\n";
    std::uint64_t requests = 0;
    const auto line = [](const std::string& name, std::uint64_t count, const DifferenceSums& sums) {
        return row(name, {grouped(count), grouped(sums.newlyDenied), grouped(sums.freed),
                          grouped(sums.tokensNewlyDenied), grouped(sums.tokensNewlySuffering)});
    };
    for (const PolicyWhatIf& one : policies) {
        html += line(fmt::format("<code>{}</code>", inHtml(one.policy)), one.summary->requests,
                     one.result.comparison.sums);
        requests += one.summary->requests;
    }
    html += line("All", requests, sumOf(policies)) + "</table></section>\n";
    for (const PolicyWhatIf& one : policies)
        html += fmt::format("<h1>{}</h1>\n", inHtml(one.policy)) +
                sections(one.result, *one.traffic, *one.summary);
    return html + std::string(pageEnd);
}

std::string csvReport(const Comparison& comparison, const TokenNames& names)
{
    return std::string(csvHeading) + csvRows(comparison, names, {});
}

std::string csvReport(std::span<const PolicyWhatIf> policies)
{
    if (policies.empty())
        return {};
    std::string csv = "policy," + std::string(csvHeading);
    for (const PolicyWhatIf& one : policies)
        csv += csvRows(one.result.comparison, one.traffic->trace().names, csvField(one.policy) + ',');
    return csv;
}

} // namespace ratewarden
