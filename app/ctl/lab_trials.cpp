// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/lab_trials.h"

#include "core/model/text.h"

#include <fmt/format.h>

namespace ratewarden::ctl {

Json bounds(const TrafficSummary& summary)
{
    Json all{{"from", summary.from.time_since_epoch().count()},
             {"to", summary.to.time_since_epoch().count()},
             {"requests", summary.requests},
             {"tokens", summary.tokens},
             {"lines_rejected", summary.rejected}};
    if (summary.refusals) {
        all["refused"] = summary.refusals->requests;
        all["retries"] = summary.refusals->retries;
    }
    return all;
}

Progress progressOf(ProgressLine& line, const std::string& what)
{
    if (!ProgressLine::isWanted())
        return {};
    return Progress(
        {}, [&line, what](double share) { line.show(fmt::format("{}: {:.0f} %", what, share * 100)); });
}

std::string nameOf(const Trace& trace, TokenId token)
{
    return printable(trace.names[token]);
}

Trial triedOn(const GroupedTrace& traffic, const Candidate& candidate, TrialDetail detail)
{
    ProgressLine line;
    return tryOn(traffic, candidate, detail, Clients::AsRecorded,
                 progressOf(line, "trial of " + printable(candidate.name)));
}

Json trialJson(const Trial& trial, const Trace& trace)
{
    Json worst = Json::array();
    for (const TokenCount& one : worstTokens(trial, tokensListed))
        worst.push_back({{"token", nameOf(trace, one.token)}, {"denied", one.count}});
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
        text += fmt::format("\n  longest wait {}; clients that honor Retry-After would have skipped {}",
                            durationText(trial.longestWait),
                            counted(trial.repeats, "denied request", "denied requests"));
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
    for (const TokenCount& one : worstTokens(trial, tokensListed))
        text += fmt::format("\n  {:>9} denied  {}", one.count, nameOf(trace, one.token));
    return text;
}

} // namespace ratewarden::ctl
