// SPDX-License-Identifier: MIT
// What a live trial is going to cost, and whether it may run.
#include "core/algorithms/admission.h"
#include "core/lab/live_trial.h"
#include "core/lab/scratch_keys.h"
#include "core/redis/server_info.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

namespace ratewarden {
namespace {

constexpr int mostTrialConnections = 64;
// Beside its value: the name, the entry in the table of keys and that in the table of expiries.
constexpr double bytesOfKey = 150;
constexpr double bytesOfCounts = 60 * 8 + 32;
constexpr double tightShare = 0.9;

/// The most entries that a log can hold of a token that sends so many requests: its rules limit the units,
/// and a request costs at least one, or it is not kept.
double mostLogEntries(const std::vector<Rule>& rules, double requests)
{
    const Micros longest = std::ranges::max(rules, {}, &Rule::window).window;
    double most = requests;
    for (const Rule& rule : rules)
        most = std::min(most, double(rule.limit) *
                                  std::ceil(double(longest.count()) / double(rule.window.count())));
    return most * 9 / 8; // what is older than the longest window is forgotten at a later charge
}

std::int64_t bytesFor(const Trace& trace, const Candidate& candidate, const ArrivalSums& arrivals)
{
    const Policy& policy = candidate.policy;
    const Algorithm& algorithm = validatedAlgorithm(policy);
    const double ofKey = bytesOfKey + (policy.counters ? bytesOfKey + bytesOfCounts : 0);
    if (algorithm.keeps != Keeps::Charges)
        return std::int64_t(double(arrivals.tokens) * (ofKey + algorithm.size.of(policy.rules.size())));
    // Of each token in one round, and how many rounds there are.
    std::vector<std::uint32_t> requests(trace.names.size());
    const std::uint64_t round = std::min<std::uint64_t>(arrivals.requests, trace.size());
    for (std::uint64_t i = 0; i < round; ++i)
        ++requests[trace.tokens[i]];
    const double rounds = std::ceil(double(arrivals.requests) / double(round));
    double bytes = 0;
    for (const std::uint32_t of : requests)
        bytes +=
            of == 0
                ? 0
                : ofKey + algorithm.size.of(std::size_t(mostLogEntries(policy.rules, double(of) * rounds)));
    return std::int64_t(bytes);
}

void validateTrial(const Trace& trace, const Candidate& candidate, const LiveTrialOptions& options)
{
    validatedAlgorithm(candidate.policy);
    refuseSlots(candidate.policy);
    if (trace.names.size() > mostScratchTokens)
        throw InvalidArgument(fmt::format("a live trial takes {} tokens at most, and this traffic has {}",
                                          mostScratchTokens, trace.names.size()));
    if (options.connections < 1 || options.connections > mostTrialConnections)
        throw InvalidArgument(fmt::format("a live trial takes 1 to {} connections", mostTrialConnections));
    if (options.mostOutstanding < 1)
        throw InvalidArgument("at least one request of a live trial must be able to wait for its answer");
}

} // namespace

std::string englishText(LiveConcern concern)
{
    switch (concern) {
    case LiveConcern::HighRate:
        return fmt::format("more than {} requests within a second may slow the server for others",
                           harmlessRate);
    case LiveConcern::Evicts:
        return "when its memory is full the server evicts keys, and the trial's could displace others";
    case LiveConcern::MemoryTight:
        return "the trial's keys could fill the server's memory, so that it refuses others' writes";
    case LiveConcern::MuchMemory:
        return fmt::format("the trial's keys may take more than {} MB of a server without maxmemory",
                           harmlessMemory >> 20U);
    case LiveConcern::ServerUnknown:
        return "this user may not ask the server (INFO) whether it is a replica, how much memory it has "
               "left, "
               "and whether it evicts keys";
    }
    return {};
}

LiveTrialRefused::LiveTrialRefused(std::vector<LiveConcern> concerns)
    : Error([&] {
        std::string text = "the live trial was refused, and nothing was written";
        for (const LiveConcern concern : concerns)
            text += (concern == concerns.front() ? ": " : "; ") + englishText(concern);
        return text;
    }())
    , m_concerns(std::move(concerns))
{
}

LiveTrialEstimate estimateLiveTrial(Server& server, const Trace& trace, const Candidate& candidate,
                                    const LiveTrialOptions& options)
{
    validateTrial(trace, candidate, options);
    LiveTrialEstimate estimate;
    estimate.arrivals = sumsOf(trace, options.pace);
    estimate.bytes = bytesFor(trace, candidate, estimate.arrivals);
    const ServerInfo info = readServerInfo(server);
    if (info.clusterEnabled.value_or(false))
        throw InvalidArgument(fmt::format("{} is a node of a cluster, and takes only the keys of its own "
                                          "slots: run the live trial on a server of its own",
                                          server.where()));
    if (info.role == Role::Replica)
        throw InvalidArgument(fmt::format(
            "{} is a replica, and takes no writes: run the live trial on its primary", server.where()));
    estimate.memory = info.usedMemory;
    estimate.maxmemory = info.maxmemory;
    estimate.evictionPolicy = info.maxmemoryPolicy.value_or(std::string());
    const std::int64_t maxmemory = info.maxmemory.value_or(0);
    if (estimate.arrivals.peak > harmlessRate)
        estimate.concerns.push_back(LiveConcern::HighRate);
    if (!info.role || !info.maxmemory)
        estimate.concerns.push_back(LiveConcern::ServerUnknown);
    if (maxmemory > 0 && info.maxmemoryPolicy != "noeviction")
        estimate.concerns.push_back(LiveConcern::Evicts);
    if (maxmemory > 0 &&
        double(info.usedMemory.value_or(0) + estimate.bytes) > tightShare * double(maxmemory))
        estimate.concerns.push_back(LiveConcern::MemoryTight);
    if (maxmemory == 0 && estimate.bytes > harmlessMemory)
        estimate.concerns.push_back(LiveConcern::MuchMemory);
    return estimate;
}

} // namespace ratewarden
