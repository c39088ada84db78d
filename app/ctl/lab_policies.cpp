// SPDX-License-Identifier: GPL-3.0-or-later
#include "app/ctl/lab_policies.h"

#include "app/ctl/lab_traffic.h"
#include "app/ctl/lab_trials.h"
#include "core/lab/redis_traffic.h"
#include "core/lab/report.h"
#include "core/model/errors.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>
#include <memory>
#include <vector>

namespace ratewarden::ctl {
namespace {

/// One policy with all that its comparison refers to.
struct Tried {
    const PolicyTraffic* policy;
    std::unique_ptr<GroupedTrace> traffic;
};

Json sumsJson(const DifferenceSums& sums)
{
    return {{"newly_denied", sums.newlyDenied},
            {"freed", sums.freed},
            {"unchanged", sums.unchanged},
            {"tokens_newly_denied", sums.tokensNewlyDenied},
            {"tokens_newly_suffering", sums.tokensNewlySuffering}};
}

std::string text(const DifferenceSums& sums)
{
    return fmt::format("{} newly denied, {} freed; {} denied nothing now would be denied something",
                       counted(sums.newlyDenied, "request", "requests"), sums.freed,
                       counted(sums.tokensNewlySuffering, "token", "tokens"));
}

void write(const std::string& path, const std::vector<PolicyWhatIf>& policies)
{
    if (policies.empty())
        throw InvalidArgument("no policy with a log has a published candidate: there is nothing to report");
    std::ofstream file(path, std::ios::binary);
    file << (path.ends_with(".csv") ? csvReport(policies) : htmlReport(policies));
    file.close();
    if (!file)
        throw InvalidArgument(fmt::format("the report {} cannot be written", printable(path)));
}

TrafficByPolicy readTrafficByPolicy(Terminal& terminal)
{
    ProgressLine line;
    ReadOptions reading;
    if (ProgressLine::isWanted())
        reading.progress = [&line](const ReadProgress& progress) {
            line.show(fmt::format("{} keys", progress.lines));
        };
    return readRedisTrafficByPolicy(terminal.server(), reading);
}

} // namespace

Exit tryPolicies(Terminal& terminal, const std::string& report)
{
    const TrafficByPolicy all = readTrafficByPolicy(terminal);
    TrafficSummary sum;
    sum.from = Instant::max();
    sum.to = Instant::min();
    std::vector<Tried> tried; // what the comparisons refer to
    std::vector<PolicyWhatIf> compared;
    Json policies = Json::array();
    std::string lines;
    for (const PolicyTraffic& one : all.policies) {
        const TrafficSummary& summary = one.traffic.summary;
        sum.from = std::min(sum.from, summary.from);
        sum.to = std::max(sum.to, summary.to);
        sum.requests += summary.requests;
        sum.tokens += summary.tokens;
        tried.push_back({&one, std::make_unique<GroupedTrace>(one.traffic.trace)});
        const GroupedTrace& traffic = *tried.back().traffic;
        const Candidate enforced{"enforced", one.published.policy};
        const Trial now = triedOn(traffic, enforced, TrialDetail::Bursts);
        Json part = bounds(summary);
        part["policy"] = printable(one.published.policy.name);
        part["candidates"] = Json::array({trialJson(now, one.traffic.trace)});
        lines += fmt::format("{}{}\n{}", lines.empty() ? "" : "\n", sentence(summary),
                             trialText(now, one.traffic.trace));
        if (one.published.candidate) {
            const Candidate next{"candidate", candidatePolicy(one.published)};
            const Trial then = triedOn(traffic, next, TrialDetail::Bursts);
            ProgressLine line;
            compared.push_back({one.published.policy.name,
                                whatIf(traffic, enforced, next, progressOf(line, "comparison")), &traffic,
                                &summary});
            const DifferenceSums& sums = compared.back().result.comparison.sums;
            part["candidates"].push_back(trialJson(then, one.traffic.trace));
            part["changes"] = sumsJson(sums);
            lines += "\n" + trialText(then, one.traffic.trace) + "\n" + text(sums);
        }
        policies.push_back(std::move(part));
    }
    Json answer = bounds(sum);
    answer["policies"] = std::move(policies);
    answer["changes"] = sumsJson(sumOf(compared));
    answer["tokens_unpublished"] = all.unpublished;
    answer["tokens_without_log"] = all.withoutLog;
    lines += fmt::format("\nall policies: {}", text(sumOf(compared)));
    if (all.unpublished > 0)
        lines += fmt::format("; {} left out, as their policies are not published",
                             counted(all.unpublished, "token", "tokens"));
    if (all.withoutLog > 0)
        lines += fmt::format("; {} left out, as their policies keep no log",
                             counted(all.withoutLog, "token", "tokens"));
    if (!report.empty())
        write(report, compared);
    terminal.print(answer, lines);
    return Done;
}

} // namespace ratewarden::ctl
