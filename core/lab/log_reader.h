// SPDX-License-Identifier: MIT
#pragma once

#include "core/lab/log_lines.h"
#include "core/lab/trace.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <vector>

namespace ratewarden {

/// A line that was not read as a request.
struct RejectedLine {
    std::uint64_t number = 0; ///< counted from 1
    LineFault fault = LineFault::None;

    friend bool operator==(const RejectedLine&, const RejectedLine&) = default;
};

/// How many rejected lines are named.
inline constexpr std::size_t maxRejectedNamed = 20;

/// What kind of thing the traffic was read from.
enum class TrafficKind {
    Log,       ///< lines of a LogFormat
    Trace,     ///< a trace file
    Redis,     ///< the logs of a policy's tokens
    Generated, ///< made up
    Captured   ///< what a policy's tokens were charged while it was watched
};

/// Recorded requests that had been refused: by the status of a log, or by what limiters count.
struct RecordedRefusals {
    std::uint64_t requests = 0;
    /// Requests whose token had been refused with its request before: retries, of which stricter rules would
    /// cause more.
    std::uint64_t retries = 0;
    std::size_t tokens = 0;    ///< that were refused at least once
    TokenId worst = 0;         ///< the token that was refused most; only if one was
    std::uint64_t ofWorst = 0; ///< how often
    std::uint64_t leftOut = 0; ///< lines that ReadOptions::withoutStatus left out; they are no requests

    friend bool operator==(const RecordedRefusals&, const RecordedRefusals&) = default;
};

/// What a live capture can and cannot know.
struct CaptureBounds {
    std::uint64_t readings = 0; ///< how often each token was read, about
    std::uint64_t counted = 0; ///< requests known by the difference of two readings, not by an entry of a log
    Micros longestGap{};       ///< between two readings of a token: to this the times of those are known
    std::uint64_t trimmed = 0; ///< entries of logs that were gone, or too many, before they could be read
    /// Readings between which a window ended or a bucket drained, so that requests may be missing.
    std::uint64_t uncertain = 0;
    std::size_t unreadable = 0; ///< tokens that cannot be counted without their rules, or at all
    bool foundAll = false;      ///< every key of the server was looked at
};

/// What was wrong with the source as a whole. What was read before that counts.
enum class SourceFault {
    None,
    Truncated, ///< compressed data end in the middle
    Corrupt,   ///< compressed data that are none from there on
    Cancelled, ///< the caller did not want more
    Unreadable ///< reading failed
};

/// Where a trace came from, and what cannot be seen in it.
struct TrafficSummary {
    TrafficKind kind = TrafficKind::Log;
    std::string source;                                  ///< a path, "standard input", a policy; raw bytes
    std::string compression;                             ///< "gzip", "zstd", or empty
    std::optional<LogFormat> format;                     ///< of a log that has lines
    std::uint64_t bytes = 0;                             ///< read of the source, compressed as it may be
    std::uint64_t textBytes = 0;                         ///< the same, decompressed
    std::uint64_t lines = 0;                             ///< all, empty ones and a CSV's names too
    std::uint64_t rejected = 0;                          ///< lines that were not read
    std::array<std::uint64_t, lineFaults> rejectedFor{}; ///< by LineFault
    std::vector<RejectedLine> firstRejected;             ///< maxRejectedNamed at most
    std::uint64_t backwards = 0;                         ///< requests earlier than the line before them
    std::uint64_t cutTokens = 0; ///< of Redis: tokens of whose logs only the newest part was read, or nothing
    std::optional<RecordedRefusals> refusals; ///< empty: the source does not tell
    std::vector<std::uint16_t> withoutStatus; ///< as asked for by ReadOptions
    std::optional<CaptureBounds> capture;     ///< of TrafficKind::Captured
    SourceFault fault = SourceFault::None;
    std::string faultText; ///< of Unreadable: the system's words

    std::size_t requests = 0;
    std::size_t tokens = 0;
    Instant from{}; ///< the first request's time; only if there are requests
    Instant to{};   ///< the last one's
    /// How finely times are written: 1 s, 1 ms or 1 µs. With whole seconds the order within one is not known.
    Micros resolution{1};
};

/// Requests, and where they came from.
struct ReadTraffic {
    Trace trace;
    TrafficSummary summary;
};

/// How far reading has come.
struct ReadProgress {
    std::uint64_t bytes = 0;           ///< read of the source
    std::optional<std::uint64_t> size; ///< of the source; empty for a pipe
    std::uint64_t lines = 0;
};

struct ReadOptions {
    LogFields fields; ///< those that are not to be chosen by themselves
    /// Lines whose answer had one of these statuses are left out, and counted.
    std::vector<std::uint16_t> withoutStatus;
    /// Other fields that `request` wants of each line, by name.
    std::vector<std::string> others;
    /// Called in the thread that reads for each request of a log, in the order of its lines. `others`: their
    /// texts, empty where the line has none; good during the call.
    std::function<void(const LogRequest&, std::span<const std::string> others)> request;
    /// Takes each request of a log with its line, in the same thread. The trace and what is told of it stay
    /// empty then, so that a log of any length is read in a few MB. A trace file is refused.
    std::function<void(const LogRequest&, std::string_view line, const LogFormat& format)> visit{};
    /// Called in the thread that reads, a few times for each MB or so.
    std::function<void(const ReadProgress&)> progress;
    std::stop_token stop; ///< what was read until then is the result
};

/// Reads traffic of any kind: a log of any LogSyntax, plain or compressed by gzip or zstd, or a trace file.
/// Lines that cannot be read are counted, never fatal. Takes as much memory as the trace, and a few MB.
/// Throws InvalidArgument when there is no such file, or when it is nothing of that.
ReadTraffic readTrafficFile(const std::string& path, const ReadOptions& options = {});
/// The same from what is open already, as standard input is; it stays open. `name`: for the summary.
ReadTraffic readTrafficFrom(int descriptor, const std::string& name, const ReadOptions& options = {});

/// Fills in what the trace itself tells: requests, tokens, from, to, resolution.
void summarize(const Trace& trace, TrafficSummary& summary);

} // namespace ratewarden
