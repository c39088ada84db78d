// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl metrics`: how the tokens of a server stand, for Prometheus.
#include "app/ctl/commands.h"
#include "app/ctl/prometheus_text.h"
#include "app/ctl/row_walk.h"
#include "core/admin/policy_of.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <chrono>
#include <map>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ratewarden::ctl {
namespace {

using prometheus::ClientMetric;
using prometheus::MetricFamily;

/// What tokens come to, by policy and format: tokens themselves would be too many series.
using Totals = std::map<std::pair<std::string, std::string>, TokenTotals>;

MetricFamilies tokenFamilies(const Totals& totals)
{
    MetricFamily tokens = gauge("ratewarden_tokens", "Tokens by policy, format and state.");
    MetricFamily requests =
        gauge("ratewarden_requests_per_second",
              "Requests of the last seconds by policy, format and verdict, where they are counted.");
    MetricFamily inFlight = gauge("ratewarden_requests_in_flight",
                                  "Requests in flight by policy and format, where a rule limits them.");
    MetricFamily reserved =
        gauge("ratewarden_reserved_units",
              "Units that are reserved and not settled, by policy and format, where states tell.");
    MetricFamily leased =
        gauge("ratewarden_leased_units",
              "Units that leases may hold unspent, by policy and format, where anything tells.");
    MetricFamily above =
        gauge("ratewarden_tokens_above_limit",
              "Tokens that have used more than a limit, by policy and format, where limits are known.");
    for (const auto& [group, total] : totals) {
        const MetricLabels labels{{"policy", printable(group.first)}, {"format", group.second}};
        const auto with = [&labels](const char* name, std::string_view value) {
            MetricLabels all = labels;
            all.push_back({name, std::string(value)});
            return all;
        };
        for (int i = 0; i < tokenStatusCount; ++i)
            addSample(tokens, double(total.counts.at(std::size_t(i))), with("state", nameOf(TokenStatus(i))));
        if (total.allowed)
            addSample(requests, *total.allowed, with("verdict", "allowed"));
        if (total.denied)
            addSample(requests, *total.denied, with("verdict", "denied"));
        if (total.inFlight)
            addSample(inFlight, double(*total.inFlight), labels);
        if (total.reserved)
            addSample(reserved, double(*total.reserved), labels);
        if (total.leased)
            addSample(leased, double(*total.leased), labels);
        if (total.aboveLimit)
            addSample(above, double(*total.aboveLimit), labels);
    }
    return {tokens, requests, inFlight, reserved, leased, above};
}

MetricFamilies policyFamilies(const PolicyBook& book)
{
    MetricFamily versions =
        gauge("ratewarden_policy_version", "The version of each published policy, by its mode.");
    for (const auto& [name, policy] : book.published)
        addSample(versions, double(policy.version),
                  {{"policy", printable(name)}, {"mode", std::string(nameOf(policy.mode))}});
    return {versions, single("ratewarden_policies_unreadable", "Published policies that cannot be read.",
                             double(book.broken.size()))};
}

MetricFamilies scanFamilies(const RowWalk& rows, std::chrono::duration<double> took)
{
    const TokenWalk& walk = rows.tokenWalk();
    return {single("ratewarden_tokens_unread", "Tokens that could not be read.", double(rows.unread())),
            single("ratewarden_keys_unread", "Keys that may be other limiters', but could not be read.",
                   double(walk.unread())),
            single("ratewarden_nodes_unreachable", "Nodes of the cluster whose tokens were not seen.",
                   double(walk.lostNodes().size())),
            single("ratewarden_scan_keys", "Keys that were gone through.", double(walk.looked())),
            single("ratewarden_scan_seconds", "How long that took.", took.count())};
}

Json metricsJson(const MetricFamilies& families)
{
    Json all = Json::array();
    for (const MetricFamily& family : families) {
        for (const ClientMetric& metric : family.metric) {
            Json labels = Json::object();
            for (const ClientMetric::Label& label : metric.label)
                labels[label.name] = label.value;
            all.push_back({{"metric", family.name}, {"labels", labels}, {"value", metric.gauge.value}});
        }
    }
    return all;
}

Exit metrics(Terminal& terminal, const std::string& output)
{
    using Clock = std::chrono::steady_clock;
    const Clock::time_point start = Clock::now();
    Server& server = terminal.server();
    const PolicyBook book = policiesIfAllowed(server);
    RowWalk walk(server, book, false);
    Totals totals;
    walk.visitAll([&totals](const ListedToken& row) {
        if (!isCandidate(row.subject.policy))
            totals[{row.subject.policy, std::string(row.subject.format->name())}].add(row);
    });
    MetricFamilies families = tokenFamilies(totals);
    for (const MetricFamilies& more : {policyFamilies(book), scanFamilies(walk, Clock::now() - start)})
        families.insert(families.end(), more.begin(), more.end());
    if (!output.empty()) {
        replaceFile(output, prometheusText(families));
        terminal.print({{"file", printable(output)}},
                       fmt::format("the metrics are in {}", printable(output)));
    } else if (terminal.isJson()) {
        fmt::print("{}\n", metricsJson(families).dump());
    } else {
        fmt::print("{}", prometheusText(families));
    }
    return walk.report(terminal);
}

} // namespace

void addMetricsCommand(CLI::App& app, Terminal& terminal)
{
    addCommand<std::string>(
        app, terminal, "metrics", "Print metrics for Prometheus: tokens by policy and state, and requests",
        [](CLI::App& command, std::string& output) {
            command.add_option("--output", output,
                               "Replace this file, whole or not at all, instead of printing");
        },
        metrics);
}

} // namespace ratewarden::ctl
