// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/arrivals.h"
#include "core/lab/candidate.h"
#include "core/lab/latency_histogram.h"
#include "core/model/errors.h"
#include "core/redis/endpoint.h"
#include "core/redis/server.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <stop_token>
#include <string>
#include <vector>

namespace ratewarden {

// A live trial: a candidate decides on a real server, by the real scripts, on keys of its own that go again;
// see core/lab/scratch_keys.h.
//
// The model is open: each request has a planned moment, which follows from the trace and the pace alone, and
// no request waits for the answers to others. Latency counts from the planned moment, so that a server that
// stalls is charged with all who would have waited, and not with the few that a closed loop would have sent.
// The server's clock decides. So the verdicts are those of the requests as they arrive now, at the chosen
// pace and with its delays, and differ from those of a trial of the same trace in memory.

struct LiveTrialOptions {
    Pace pace{};
    int connections = 2; ///< 1 to 64, over which the requests are spread by turns
    /// While so many requests wait for their answers, no other is begun: it counts as dropped.
    std::size_t mostOutstanding = 10'000;
    /// After the last request, or after it was stopped, answers are awaited so long.
    Micros patience = std::chrono::seconds(10);
    bool force = false; ///< in spite of LiveTrialEstimate::concerns
};

/// Why a live trial could harm a server that others use.
enum class LiveConcern {
    HighRate,      ///< more than harmlessRate requests within a second
    Evicts,        ///< when memory is short the server evicts keys, perhaps other programs'
    MemoryTight,   ///< with the trial's keys more than 90 % of maxmemory would be used
    MuchMemory,    ///< there is no maxmemory, and the keys take more than harmlessMemory
    ServerUnknown, ///< the user may not ask the server (INFO), so that the other concerns cannot be ruled out
};
inline constexpr std::uint64_t harmlessRate = 10'000;
inline constexpr std::int64_t harmlessMemory = std::int64_t(256) << 20U;

/// What a live trial is going to cost its server.
struct LiveTrialEstimate {
    ArrivalSums arrivals;
    std::int64_t bytes = 0;                ///< the most that its keys take together, names included; about
    std::optional<std::int64_t> memory;    ///< used on the server now, bytes
    std::optional<std::int64_t> maxmemory; ///< bytes; 0: none
    std::string evictionPolicy;            ///< raw bytes; empty: not known
    std::vector<LiveConcern> concerns;
};

/// It was refused before anything was written; `force` helps.
class LiveTrialRefused : public Error {
public:
    explicit LiveTrialRefused(std::vector<LiveConcern> concerns);

    const std::vector<LiveConcern>& concerns() const { return m_concerns; }

private:
    std::vector<LiveConcern> m_concerns;
};
/// "the server evicts keys when its memory is full (maxmemory-policy): …", in English, for the terminal.
std::string englishText(LiveConcern concern);

/// Asks the server what it is, and writes nothing. Throws InvalidArgument for a node of a cluster, a replica,
/// a candidate without rules, more than mostScratchTokens tokens, and options out of range; and as
/// Server::call does.
LiveTrialEstimate estimateLiveTrial(Server& server, const Trace& trace, const Candidate& candidate,
                                    const LiveTrialOptions& options);

/// Requests and what became of them.
struct LiveCounts {
    std::uint64_t planned = 0;  ///< whose moment has come
    std::uint64_t sent = 0;     ///< that have left as a whole
    std::uint64_t dropped = 0;  ///< that were not begun, as too many waited for answers
    std::uint64_t late = 0;     ///< of those sent, that left more than 1 ms after their moment
    std::uint64_t answered = 0; ///< with a verdict or an error
    std::uint64_t denied = 0;   ///< never fits included
    std::uint64_t errors = 0;   ///< error replies
    std::uint64_t lost = 0;     ///< sent or begun, and never answered

    std::uint64_t allowed() const { return answered - denied - errors; }
    friend bool operator==(const LiveCounts&, const LiveCounts&) = default;
};

/// A stretch of a live trial. Requests count where their moment, their sending or their answer falls.
struct LiveInterval {
    Micros at{}; ///< its end, since the start
    LiveCounts counts;
    Micros median{}; ///< of the answers' latencies; zero where none came
    Micros p99{};
    Micros max{};
};

/// Error replies that begin with the same word.
struct LiveErrors {
    std::string kind; ///< "OOM"; raw bytes
    std::uint64_t count = 0;
    std::string first; ///< the whole text of the first one; raw bytes
};

struct LiveTrial {
    enum class End {
        Complete,
        Stopped,       ///< by the caller
        ConnectionLost ///< see problem
    };

    Candidate candidate;
    End end = End::Complete;
    Problem problem; ///< of the lost connection
    LiveCounts counts;
    std::uint64_t neverFits = 0; ///< of those denied
    Micros latest{};             ///< the most that a request left after its moment
    Micros meanLateness{};       ///< of those that were late
    LatencyHistogram latency;    ///< from the planned moment to the answer, of all answered
    std::vector<LiveInterval> intervals;
    std::vector<LiveErrors> errors;           ///< at most 16 kinds
    std::vector<std::uint32_t> deniedByToken; ///< one for each token of the trace
    std::size_t tokensDenied = 0;
    std::size_t rounds = 1; ///< how often the trace has begun
    Micros length{};        ///< from the first planned moment to the last answer

    std::uint64_t keysRemoved = 0;
    /// Why some keys may be left, as a sentence; empty: all are gone. They expire by themselves, and the next
    /// live trial or cleanScratch() removes them.
    std::string leftOver;

    double answeredPerSecond() const;
};

/// How far a trial is.
struct LiveProgress {
    Micros elapsed{};
    Micros length{}; ///< as planned
    LiveCounts counts;
    std::uint64_t outstanding = 0;
    Micros median{}; ///< so far
    Micros p99{};
    Micros max{};
    const std::vector<LiveInterval>* intervals = nullptr; ///< that are over; until the call returns
    bool removing = false;                                ///< all is answered; its keys are being removed
};
/// Called about ten times a second, in the trial's thread.
using LiveReport = std::function<void(const LiveProgress& progress)>;

/// Runs a live trial, and removes its keys. First it removes what crashed trials have left. `server`, which
/// may be a decorator, prepares and removes; the requests go over connections of their own to the same
/// server's `endpoint`. When `stop` is asked for, no more is sent, and what there is by then is returned.
/// Throws as estimateLiveTrial does, LiveTrialRefused, and the errors of connecting; nothing of it is left
/// then.
LiveTrial runLiveTrial(Server& server, const Endpoint& endpoint, const Trace& trace,
                       const Candidate& candidate, const LiveTrialOptions& options,
                       const std::stop_token& stop = {}, const LiveReport& report = {});

} // namespace ratewarden
