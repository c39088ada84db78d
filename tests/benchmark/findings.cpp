// SPDX-License-Identifier: GPL-3.0-or-later
// What is found in traffic that was logged: benchmark_findings LOG ...
// The requests of each log are decided under three policies, at the times that it has, and a console looks
// every five seconds. First clients come as they did, where nobody denied them anything; then each waits as
// long as it is told, and what it sent meanwhile is left out: nobody retries then.
#include "core/algorithms/algorithm.h"
#include "core/formats/own/ratewarden_format.h"
#include "core/lab/log_reader.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/watch/alert_round.h"
#include "core/watch/token_patterns.h"

#include <fmt/chrono.h>
#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

using namespace ratewarden;
using namespace std::chrono_literals;

namespace {

constexpr Micros lookSpan = 5s;
constexpr auto keptCounts = std::size_t(countsReach / countSpan);
const std::string policyName = "api";

std::vector<Policy> policies()
{
    const auto policy = [](const char* algorithm, const char* rules) {
        return Policy{policyName, algorithm, parseRules(rules), false, true};
    };
    return {policy("gcra", "60/min + 1000/h"), policy("sliding-log", "20/min"),
            policy("fixed-window", "100/min")};
}

Instant spanOf(Instant at)
{
    return Instant(at.time_since_epoch() / countSpan * countSpan);
}

std::string timeText(Instant at)
{
    return fmt::format("{:%Y-%m-%d %H:%M:%S}",
                       fmt::gmtime(std::chrono::floor<std::chrono::seconds>(at.time_since_epoch()).count()));
}

/// What was found of one token, or between all of them.
struct Found {
    Instant first{};
    Instant last{};
    std::size_t looks = 0;
    double most = 0; ///< of Warning::number, or a finding's share
};

class Replay {
public:
    Replay(const Trace& trace, Policy policy, bool clientsWait)
        : m_trace(trace), m_policy(std::move(policy)), m_clientsWait(clientsWait)
    {
        m_book.published[policyName].policy = m_book.policies[policyName] = m_policy;
    }

    void run()
    {
        for (Instant now = spanOf(m_trace.times.front()) + lookSpan;
             m_next < m_trace.size() || !m_clients.empty(); now += lookSpan) {
            for (; m_next < m_trace.size() && m_trace.times[m_next] < now; ++m_next)
                decide(m_trace.tokens[m_next], m_trace.times[m_next]);
            look(now);
            if (!m_clients.empty() || m_next == m_trace.size())
                continue;
            const Instant quiet = now + policyPatience; // nothing else happens before the next request
            const Instant then = spanOf(m_trace.times[m_next]);
            if (quiet < then)
                look(quiet);
            now = std::max(now, then);
        }
    }

    std::size_t requests() const { return m_requests; }
    std::size_t denied() const { return m_denied; }
    /// By what is found, and whose it is.
    const std::map<std::pair<std::string, std::string>, Found>& found() const { return m_found; }

private:
    struct Client {
        explicit Client(const Policy& policy) : state(algorithmNamed(policy.algorithm)) {}

        TokenStateOf state;
        std::vector<RequestCount> counts; ///< those that are not zero
        Instant waits{};                  ///< until then, as it was told
    };

    void decide(TokenId token, Instant at)
    {
        std::unique_ptr<Client>& client = m_clients[token];
        if (!client)
            client = std::make_unique<Client>(m_policy);
        if (m_clientsWait && at < client->waits)
            return;
        const Decision decision = client->state->decide(m_policy.rules, at, 1, Mode::Acquire);
        if (client->counts.empty() || client->counts.back().from != spanOf(at))
            client->counts.push_back({spanOf(at), 0, 0});
        ++(decision.allowed() ? client->counts.back().allowed : client->counts.back().denied);
        ++m_requests;
        if (decision.allowed())
            return;
        ++m_denied;
        client->waits = at + decision.retryAfter.value_or(0s);
    }

    /// As the page Tokens reads them, every one.
    void look(Instant now)
    {
        TokenPatterns patterns;
        for (auto place = m_clients.begin(); place != m_clients.end();) {
            const std::optional<Reading> reading = read(place->first, *place->second, now);
            if (!reading) {
                place = m_clients.erase(place);
                continue;
            }
            const WarningSet sure = m_memory.sureWarnings(*reading);
            for (int code = 0; code < warningCodeCount; ++code)
                if (sure.has(WarningCode(code)))
                    add(nameOf(WarningCode(code)), reading->subject.token, now,
                        numberOf(*reading, WarningCode(code)));
            patterns.take(*reading);
            ++place;
        }
        m_memory.endRound();
        std::vector<Finding> between = patterns.ofTokens(now);
        std::ranges::move(m_lasting.take(patterns.ofPolicies(m_book, true, now), m_book, now),
                          std::back_inserter(between));
        for (const Finding& one : between)
            add(nameOf(one.kind), one.samples.empty() ? std::string() : one.samples.front(), now,
                one.share.value_or(one.rate.value_or(0)));
    }

    /// Empty: nothing of it is left in Redis.
    std::optional<Reading> read(TokenId token, Client& client, Instant now)
    {
        const Instant oldest = spanOf(now) - countsReach + countSpan;
        std::erase_if(client.counts, [oldest](const RequestCount& count) { return count.from < oldest; });
        Reading reading;
        reading.decision = client.state->decide(m_policy.rules, now, 1, Mode::Peek);
        const bool isUsed = std::ranges::any_of(reading.decision->usage,
                                                [](const RuleUsage& usage) { return usage.used > 0; });
        if (!isUsed && client.counts.empty())
            return std::nullopt;
        reading.subject = stateSubject(m_trace.names[token], m_policy);
        reading.at = now;
        reading.policy = m_policy;
        if (!client.counts.empty()) {
            for (std::size_t i = 0; i < keptCounts; ++i)
                reading.counts.push_back({oldest + std::int64_t(i) * countSpan, 0, 0});
            for (const RequestCount& count : client.counts)
                reading.counts[std::size_t((count.from - oldest) / countSpan)] = count;
        }
        if (auto storm = retryStorm(reading.counts, now))
            reading.warnings.push_back(std::move(*storm));
        else if (auto early = earlyRetries(reading.counts, now))
            reading.warnings.push_back(std::move(*early));
        if (auto name = nameWarning(reading.subject.token))
            reading.warnings.push_back(std::move(*name));
        return reading;
    }

    static double numberOf(const Reading& reading, WarningCode code)
    {
        const auto found = std::ranges::find(reading.warnings, code, &Warning::code);
        return found == reading.warnings.end() ? 0 : found->number;
    }

    void add(std::string_view kind, const std::string& token, Instant now, double number)
    {
        Found& one = m_found[{std::string(kind), token}];
        if (one.looks++ == 0)
            one.first = now;
        one.last = now;
        one.most = std::max(one.most, number);
    }

    const Trace& m_trace;
    Policy m_policy;
    bool m_clientsWait = false;
    PolicyBook m_book;
    std::map<TokenId, std::unique_ptr<Client>> m_clients;
    LookMemory m_memory;
    LastingFindings m_lasting;
    std::size_t m_next = 0;
    std::size_t m_requests = 0;
    std::size_t m_denied = 0;
    std::map<std::pair<std::string, std::string>, Found> m_found;
};

void print(const Replay& replay, const Policy& policy, bool clientsWait)
{
    fmt::print("  {} {}, clients {}: {} requests, {} denied, {} found\n", policy.algorithm,
               notation(policy.rules), clientsWait ? "wait as told" : "come as logged", replay.requests(),
               replay.denied(), replay.found().size());
    for (const auto& [name, one] : replay.found())
        fmt::print("    {:<15} {:<40} {} to {}, {} looks, {:.2f} at most\n", name.first,
                   printable(name.second), timeText(one.first), timeText(one.last), one.looks, one.most);
}

} // namespace

int main(int argc, char** argv)
{
    if (argc < 2) {
        fmt::print(stderr, "usage: benchmark_findings LOG ...\n");
        return 2;
    }
    try {
        for (const char* const path : std::span(argv, std::size_t(argc)).subspan(1)) {
            const ReadTraffic traffic = readTrafficFile(path);
            fmt::print("{}: {} requests of {} clients, {} to {}, {} lines are none\n", path,
                       traffic.trace.size(), traffic.trace.names.size(), timeText(traffic.summary.from),
                       timeText(traffic.summary.to), traffic.summary.rejected);
            if (traffic.trace.empty())
                continue;
            for (const bool clientsWait : {false, true})
                for (const Policy& policy : policies()) {
                    Replay replay(traffic.trace, policy, clientsWait);
                    replay.run();
                    print(replay, policy, clientsWait);
                    std::fflush(stdout);
                }
        }
    } catch (const Error& error) {
        fmt::print(stderr, "{}\n", error.what());
        return 1;
    }
}
