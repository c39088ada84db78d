// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/log_reader.h"
#include "core/lab/metered_traffic.h"
#include "core/lab/peaks.h"
#include "core/lab/progress.h"
#include "core/lab/proposal.h"
#include "core/lab/report.h"
#include "core/lab/request_steps.h"
#include "core/lab/reserving.h"
#include "core/lab/strip_data.h"
#include "core/lab/trial.h"

#include <memory>
#include <mutex>
#include <vector>

/// What a lab shows of traffic and candidates, as values that never change once they are made, and the
/// functions that make them, in any thread. Those that take a Progress throw Stopped.
namespace ratewarden {

/// Requests and where they came from.
struct LabTraffic {
    explicit LabTraffic(ReadTraffic read, std::shared_ptr<const MeteredTraffic> metered = nullptr);
    LabTraffic(const LabTraffic&) = delete;
    LabTraffic& operator=(const LabTraffic&) = delete;

    const Trace trace;
    const GroupedTrace grouped;
    const TrafficSummary summary;
    /// The same requests, with what they declared; null: each cost was known when the request came.
    const std::shared_ptr<const MeteredTraffic> metered;

    /// From the first request to just after the last one.
    TimeRange time() const;
    /// Where a log's times are whole seconds, the same requests spread over theirs: see
    /// spreadWithinSeconds(). Null where they are finer. Made when it is first asked for, and then as large
    /// as the traffic itself. Thread-safe.
    const GroupedTrace* spread() const;

private:
    mutable std::once_flag m_spreadMade;
    mutable std::unique_ptr<const Trace> m_spreadTrace;
    mutable std::unique_ptr<const GroupedTrace> m_spread;
};
using SharedTraffic = std::shared_ptr<const LabTraffic>;
/// Of requests that were made up or entered by hand.
SharedTraffic generatedTraffic(Trace trace);
SharedTraffic generatedTraffic(MeteredTraffic traffic);
/// Of a file, also of one with two costs.
SharedTraffic trafficOfFile(const std::string& path, const ReadOptions& options);
using SharedPeaks = std::shared_ptr<const Peaks>;

/// What limits do to marked and other tokens.
struct LabEffect {
    bool known = true; ///< false: a rule has a burst other than its limit, so that only a trial tells
    std::vector<WindowProposal> proposals; ///< by window of the peaks; none when no token is marked
    std::vector<LimitEffect> rules;        ///< of each rule alone
    LimitEffect all;                       ///< of all together
    std::vector<TokenId> stoppedTokens;    ///< of the marked, those denied
};
LabEffect effectOn(const Peaks& peaks, const std::vector<Rule>& rules, const std::vector<TokenId>& marked);

/// What bursts do at the limits of rules.
struct LabBursts {
    SharedTraffic traffic;
    std::vector<TokenId> marked;
    std::vector<BurstProposal> proposals; ///< of each rule with a limit above 0

    /// Null: not computed for this limit and window.
    const BurstProposal* of(const Rule& rule) const;
};
/// By simulation of all requests: seconds for tens of millions. Proposals of `known` are taken over where
/// traffic, marks and limit are the same.
LabBursts burstsOf(const SharedTraffic& traffic, const std::vector<Rule>& rules,
                   const std::vector<TokenId>& marked, const std::shared_ptr<const LabBursts>& known,
                   const Progress& progress);

/// Some of the peaks of a window, evenly over a logarithmic scale, for the marks of a slider.
std::vector<Units> samplePeaks(const Peaks& peaks, std::size_t window);

/// What candidates do to the same traffic.
struct LabTrials {
    SharedTraffic traffic;
    TimeRange within = allTime;                       ///< whose requests are counted
    std::vector<std::shared_ptr<const Trial>> trials; ///< in the order of the candidates
    std::vector<DeniedAmong> innocent;                ///< of the tokens that are not marked
    std::vector<std::vector<TokenCount>> worst;       ///< those denied most, some of them
};
/// Trials of `known` are taken over where traffic, time and rules are the same. Candidates without rules
/// allow all.
LabTrials tryAll(const SharedTraffic& traffic, const std::vector<Candidate>& candidates,
                 const std::vector<TokenId>& marked, const TimeRange& within,
                 const std::shared_ptr<const LabTrials>& known, const Progress& progress);

/// What ways of reserving do to the same traffic, whose costs are known afterwards.
struct LabReserving {
    SharedTraffic traffic;
    Policy policy;
    std::vector<ReserveTrial> trials; ///< of usualWays()
};
/// As tryReserving(); the traffic is metered.
LabReserving reservingOf(const SharedTraffic& traffic, const Policy& policy, const Progress& progress);

/// All requests over time, in so many bars; denied as in the trial, or none.
std::vector<RequestBar> barsOf(const LabTraffic& traffic, const Trial* trial, std::size_t count,
                               const Progress& progress);

/// One token's requests, then the same under each of the candidates, and last where `chosen` differs from
/// `reference`; both are indexes. Without a reference it is as if all were allowed.
struct LabTimeLine {
    TokenId token = 0;
    std::shared_ptr<const StripData> strips;
};
struct LabSides {
    std::optional<std::size_t> reference;
    std::size_t chosen = 0;
};
LabTimeLine timeLineOf(const LabTraffic& traffic, TokenId token, const std::vector<Candidate>& candidates,
                       LabSides sides);

/// Why one of them got what it got; without rules it is allowed.
StepExplanation explanationOf(const LabTraffic& traffic, TokenId token, const Candidate& candidate,
                              std::size_t request);

/// Largest numbers of units in spans; of requests, where each costs 1.
struct LabEnvelopes {
    TokenId token = 0;
    std::vector<EnvelopePoint> offered; ///< by the token
    std::vector<EnvelopePoint> allowed; ///< of it, under the candidate
    std::vector<EnvelopePoint> others;  ///< the highest of those that are not marked
};
LabEnvelopes envelopesOf(const LabTraffic& traffic, TokenId token, const Candidate& candidate,
                         const std::vector<TokenId>& marked, const TimeRange& within,
                         const Progress& progress);

/// What stands for no rules where some are needed.
Candidate noLimit();

enum class LabReportKind { Html, Csv };
/// What the candidate changes, as a file's content; without enforced rules, against no limit. `watched`: as
/// htmlReport() has it.
std::string reportOf(const LabTraffic& traffic, const std::optional<Candidate>& enforced,
                     const Candidate& candidate, LabReportKind kind, const Progress& progress,
                     const WatchedThen* watched = nullptr);

} // namespace ratewarden
