// SPDX-License-Identifier: MIT
#pragma once

#include "core/algorithms/algorithm.h"
#include "core/lab/trace.h"
#include "core/redis/server.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace ratewarden {

// What a live trial writes on a server, and how all of it goes again:
//
//     rw:scratch:runs                hash: of each trial that is in progress, or did not end in order, what
//                                    its keys are called
//     rw:{%scratch:ID:N}:lab:gcra    the state of token number N of the trace; the suffix tells the algorithm
//     rw:{%scratch:ID:N}:lab:counts  its requests, if the candidate counts them
//     rw:{%scratch:ID:N}:control     no such key: no block or override meets the trial
//
// Numbers stand for the tokens, so that the names of all keys follow from the entry in rw:scratch:runs, and
// nobody's token gets onto a server where it was not. To the scripts the keys are like any token's. But they
// are no token's: "%sc" is no %XX, so that parseRatewardenKey() refuses them, and "rw:" keeps other formats
// away. Every key expires by itself: states and counts by their scripts, the hash after the longest time that
// a state can live.

inline constexpr std::string_view scratchRunsKey = "rw:scratch:runs";

/// As many tokens as one live trial can have, so that their names are tried in a bearable time.
inline constexpr std::uint64_t mostScratchTokens = 10'000'000;

/// The keys of one live trial.
struct ScratchRun {
    std::string id; ///< 16 hexadecimal digits
    const Algorithm* algorithm = nullptr;
    bool counts = false;
    std::uint64_t tokens = 0; ///< numbered from 0
    /// The trial that writes them says again and again that it is in progress; this long after the last time
    /// it counts as crashed. By the server's clock.
    Instant aliveUntil{};

    friend bool operator==(const ScratchRun&, const ScratchRun&) = default;
};

/// How long a trial counts as in progress after it said so.
inline constexpr Micros scratchLease = std::chrono::seconds(5);

/// With another id each time.
ScratchRun newScratchRun(const Algorithm& algorithm, bool counts, std::uint64_t tokens);

std::string scratchStateKey(const ScratchRun& run, std::uint64_t token);
/// Adds state key, control key and, where the run counts, counts key: as the scripts want them to charge.
void addScratchKeys(Command& command, const ScratchRun& run, std::uint64_t token);

/// Makes sure that the user may remove what the trial is going to write, then enters the run in
/// rw:scratch:runs, in progress from now on. Throws as Server::call does; then nothing is entered.
void enterScratchRun(Server& server, ScratchRun& run);
/// Says that it is in progress until then. The reply does not matter.
Command renewalOf(const ScratchRun& run, Instant aliveUntil);

/// Tokens that may have keys; empty: all of the run.
using HasKeys = std::function<bool(std::uint64_t token)>;
/// Removes the keys by their names, some hundred at a time; returns how many there were. Throws as
/// Server::call does: then some may be left.
std::uint64_t removeScratchKeys(Server& server, const ScratchRun& run, const HasKeys& hasKeys = {});
/// Takes the entry out of rw:scratch:runs.
void forgetScratchRun(Server& server, const ScratchRun& run);

/// What is in rw:scratch:runs.
struct ScratchRuns {
    std::vector<ScratchRun> runs;
    std::size_t unreadable = 0; ///< entries that nobody of this version wrote
    Instant now{};              ///< the server's clock

    bool inProgress(const ScratchRun& run) const { return run.aliveUntil > now; }
};
ScratchRuns readScratchRuns(Server& server);

struct CleanedScratch {
    std::size_t runs = 0;       ///< whose keys were removed
    std::uint64_t keys = 0;     ///< that there were
    std::size_t inProgress = 0; ///< runs that were left alone
    Micros longestLease{};      ///< until the last of them would count as crashed
    std::size_t unreadable = 0; ///< entries that were left alone
};
/// Removes what crashed trials have left; trials in progress are left alone. Throws as Server::call does.
CleanedScratch cleanScratch(Server& server);

} // namespace ratewarden
