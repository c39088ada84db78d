// SPDX-License-Identifier: MIT
#pragma once

#include "core/formats/foreign/prefixes.h"
#include "core/lab/charge_watch.h"
#include "core/lab/log_reader.h"
#include "core/lab/refusals.h"
#include "core/policies/policy_store.h"
#include "core/redis/scan_cursor.h"
#include "core/redis/server.h"

#include <functional>
#include <set>
#include <stop_token>
#include <string>
#include <tuple>
#include <vector>

namespace ratewarden {

/// How often the states are read, unless somebody says otherwise.
inline constexpr Micros captureInterval = std::chrono::seconds(1);

/// When a request came that is known by the difference of two readings alone.
enum class CountedTimes {
    Spread,   ///< evenly between the two
    AtReading ///< at the later one
};

/// Records live traffic of one policy, or one format of others: reads the states of its tokens again and
/// again, and takes what was charged between two readings as requests. Those of logs have their exact times;
/// counters, buckets and theoretical arrival times tell how many there were between two readings. Denied
/// requests are seen where something counts them: a policy's counters, or formats that count them as well.
/// Runs no script and changes nothing. Not thread-safe.
class Capture {
public:
    /// `name`: of a policy, or of a format of others. Reads the published policies, if that is allowed.
    /// Throws Unavailable.
    Capture(Server& server, std::string name, CountedTimes times = CountedTimes::Spread);

    /// One round: reads every known token once, 64 at a time, and looks for new ones for `searching`, at
    /// least for one page of a scan. Returns early when `stop` is requested. Throws Unavailable; what was
    /// captured before stays.
    void round(Micros searching, const std::stop_token& stop = {});

    std::size_t tokens() const { return m_watched.size(); }
    std::size_t requests() const { return m_builder.size(); }
    /// Whether the whole server was searched for tokens.
    bool foundAll() const { return m_passes > 0; }

    /// What was captured; nothing can be captured afterwards. Throws InvalidArgument when there is no token
    /// of that policy or format.
    ReadTraffic take();

private:
    struct Watched {
        Subject subject;
        bool isNew = false;
        Instant absentAt{}; ///< of a new one: it had no state then
        ChargeWatch watch{};
        bool hasBeenRead = false;
        bool unreadable = false;
    };

    void search(Micros budget, const std::stop_token& stop);
    void read(std::size_t from, std::size_t count);
    void add(const Charged& charged, const std::string& token);
    void addCounted(const Charged& charged, const std::string& token);

    Server& m_server;
    std::string m_name;
    CountedTimes m_times;
    PolicyBook m_book;
    ServerPrefixes m_prefixes;
    Instant m_begin{};
    Instant m_clock{};         // the newest that the server said
    Instant m_passBegin{};     // of the scan under way
    Instant m_lastPassBegin{}; // of the last one that is complete
    ScanCursor m_cursor;
    int m_passes = 0; // of the scan, that are complete
    std::set<std::tuple<std::string_view, std::string, std::string>> m_seen;
    std::vector<Watched> m_watched;
    TraceBuilder m_builder;
    CaptureBounds m_bounds;
    RefusalTally m_refusals;
    bool m_countsDenied = false;
    std::uint64_t m_leftOut = 0;       // tokens beyond the most, in the pass that found most of them
    std::uint64_t m_leftOutOfPass = 0; // in the one under way
};

struct CaptureProgress {
    Micros elapsed{};
    Micros duration{};
    std::size_t tokens = 0;
    std::size_t requests = 0;
};

struct CaptureOptions {
    Micros duration{};                 ///< above 0
    Micros interval = captureInterval; ///< between the beginnings of two rounds; 10 ms to the duration
    CountedTimes times = CountedTimes::Spread;
    std::function<void(const CaptureProgress&)> progress; ///< after each round, on the calling thread
    std::stop_token stop;                                 ///< what was captured until then is the result
};

/// Captures for the given time. A round that takes long is followed by as long a pause, so that the server is
/// read from for half of the time at most. Throws InvalidArgument for options out of range and as
/// Capture::take() does, and what a Server throws when not even the first round succeeds; a later failure
/// ends the capture and is in the summary.
ReadTraffic captureTraffic(Server& server, const std::string& name, const CaptureOptions& options);

} // namespace ratewarden
