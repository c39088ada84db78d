// SPDX-License-Identifier: GPL-3.0-or-later
// `ratewarden-ctl denials`: what policies have Redis remember of denied requests.
#include "app/ctl/commands.h"
#include "app/ctl/escapes.h"
#include "app/ctl/tokens.h"
#include "app/ctl/unread.h"
#include "core/admin/lost_nodes.h"
#include "core/admin/policy_of.h"
#include "core/explain/denial_memory.h"
#include "core/model/text.h"
#include "core/tokens/reader.h"

#include <fmt/format.h>

namespace ratewarden::ctl {
namespace {

struct DenialOptions {
    std::string token;
    std::string policy;
    std::string since;
    std::size_t most = 50;
    bool fromSamples = false;
};

std::vector<std::string> policiesOf(const DenialOptions& options, const PolicyBook& book)
{
    if (!options.policy.empty())
        return {options.policy};
    std::vector<std::string> names;
    for (const auto& [name, policy] : book.policies)
        if (policy.denials > 0)
            names.push_back(name);
    return names;
}

/// The rules may have been others when the request was denied.
std::string denyingRule(const TokenDenial& one, const PolicyBook& book)
{
    if (!one.denial.rule)
        return "a block";
    const std::size_t rule = *one.denial.rule;
    const auto policy = book.policies.find(one.of.policy);
    const bool isKnown = policy != book.policies.end() && rule < policy->second.rules.size();
    return isKnown ? fmt::format("{}, now {}", rule + 1, notation(policy->second.rules[rule]))
                   : fmt::format("{}", rule + 1);
}

Json denialJson(const TokenDenial& one)
{
    return {{"at_us", orNull(std::optional(one.denial.at))},
            {"token", printable(one.of.token)},
            {"policy", printable(one.of.policy)},
            {"rule", one.denial.rule ? Json(*one.denial.rule + 1) : Json(nullptr)},
            {"cost", one.denial.cost},
            {"retry_after_us", orNull(one.denial.retryAfter)},
            {"note", printable(one.denial.note)}};
}

Exit listDenials(Terminal& terminal, const DenialOptions& options)
{
    Server& server = terminal.server();
    const PolicyBook book = policiesIfAllowed(server);
    const Instant since = options.since.empty() ? Instant{} : clockOf(server) - parseDuration(options.since);
    const std::string hashed = options.token.empty() ? std::string() : hashedToken(options.token);
    const auto isWanted = [&](const TokenDenial& one) {
        return one.denial.at >= since && (options.policy.empty() || one.of.policy == options.policy) &&
               (options.token.empty() || one.of.token == options.token || one.of.token == hashed);
    };
    Table table({{"TIME"},
                 {"TOKEN", Table::Long},
                 {"POLICY", Table::Long},
                 {"RULE"},
                 {"COST", Table::Number},
                 {"RETRY AFTER", Table::Number},
                 {"NOTE", Table::Long}});
    Json all = Json::array();
    const std::vector<TokenDenial> newest =
        options.fromSamples ? sampledDenials(server, policiesOf(options, book), isWanted, options.most)
                            : newestDenials(server, isWanted, options.most);
    for (const TokenDenial& one : newest) {
        const auto& wait = one.denial.retryAfter;
        table.add({localTime(one.denial.at), printable(one.of.token), printable(one.of.policy),
                   denyingRule(one, book), std::to_string(one.denial.cost),
                   wait ? durationText(*wait) : "never", printable(one.denial.note)});
        all.push_back(denialJson(one));
    }
    terminal.print(
        all, table,
        options.fromSamples
            ? "no such denial is in a sample; without --sample the lists of all tokens are read"
            : "no such denial is remembered; policies remember them that have counters and \"denials\"");
    LostNodes lost;
    lost.look(server);
    return reportLostNodes(terminal, lost.names());
}

} // namespace

void addDenialsCommand(CLI::App& app, Terminal& terminal)
{
    addCommand<DenialOptions>(
        app, terminal, "denials",
        "List the last denied requests that policies have remembered, the newest first",
        [](CLI::App& command, DenialOptions& options) {
            CLI::Option& token =
                *command.add_option("token", options.token, "The client that was limited; else all");
            takeEscapes(command, token);
            auto* const policy =
                command.add_option("--policy", options.policy, "The policy's name; else all");
            takeEscapes(command, *policy);
            command.add_flag("--sample", options.fromSamples,
                             "Read the policies' samples, at most one denial a second of each limiter, "
                             "instead of all keys");
            command.add_option("--since", options.since, "Of the last 10min, or 2h, or …; else all");
            command.add_option("--most", options.most, "How many at most")
                ->check(CLI::Range(std::size_t(1), std::size_t(100'000)))
                ->capture_default_str();
        },
        listDenials);
}

} // namespace ratewarden::ctl
