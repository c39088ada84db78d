// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/ctl/telling.h"
#include "app/ctl/terminal.h"
#include "app/ctl/wakeup.h"
#include "app/ctl/watch_history.h"
#include "core/formats/foreign/prefixes.h"
#include "core/watch/alert_file.h"
#include "core/watch/alert_round.h"
#include "core/watch/alert_state.h"
#include "core/watch/dismissal_file.h"
#include "core/watch/finding_events.h"
#include "core/watch/token_patterns.h"
#include "core/watch/watch_lease.h"

#include <chrono>
#include <cstdint>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace ratewarden::ctl {

/// What a round came to: a figure for each alert, and what could not be read.
struct RoundResult {
    std::vector<AlertFigure> figures;
    /// If that was asked for: all that is wrong, of what could be read.
    std::optional<std::vector<Finding>> found;
    bool hasFoundAll = false;         ///< what is not among them is not there
    bool isUnsure = false;            ///< locks were seen of which another round will tell
    std::optional<HistoryRound> kept; ///< if that was asked for; without its time
    /// How long the server was read, without what it took to connect to it.
    std::chrono::steady_clock::duration walk{};
};

/// Measures alerts round by round, on what earlier rounds have learned of the server.
class AlertMeter {
public:
    /// `endpoint`: where the server is; what was dismissed there is not measured.
    explicit AlertMeter(Endpoint endpoint) : m_endpoint(std::move(endpoint)) {}

    /// Ends early, with nothing, when the program is to end. Throws as TokenWalk does. `isAlone`: there is no
    /// round before, and none after. `keeps`: for a history, too. `finds`: what is wrong is told, whether or
    /// not an alert measures it.
    std::optional<RoundResult> measure(Server& server, const std::vector<Alert>& alerts, bool isAlone,
                                       bool keeps, bool finds = false);
    /// What has happened to the server since the last call, as the rounds have seen it. `at`: now.
    std::vector<ServerEvent> takeEvents(Instant at) { return m_server.takeEvents(at); }

private:
    const Endpoint m_endpoint;
    const DismissalFile m_dismissals;
    std::shared_ptr<ServerPrefixes> m_prefixes = std::make_shared<ServerPrefixes>();
    LookMemory m_locks;
    FollowedPolicies m_followed;
    ServerMeter m_server;
};

/// Alerts of a file on a server, until a signal ends it.
class AlertWatch {
public:
    struct Settings {
        std::string path;
        std::optional<Micros> every; ///< instead of what the file says
        std::string metrics;         ///< a file that is kept current; empty: none
    };

    /// Throws InvalidArgument for a file that cannot be read.
    AlertWatch(Terminal& terminal, Settings settings);

    void run();

private:
    using Clock = std::chrono::steady_clock;
    using Tellings = std::vector<std::unique_ptr<Telling>>;

    struct Watched {
        Alert alert;
        AlertState state{};
        AlertFigure figure{};
        bool isSaidUnknown = false; ///< that its figure is not known
    };
    /// As the system tells it; another one: the file was changed.
    struct FileStamp {
        std::int64_t changed = 0;
        std::uint64_t size = 0;
        std::uint64_t number = 0;

        friend bool operator==(const FileStamp&, const FileStamp&) = default;
    };

    Instant now() const;
    FileStamp stampOf() const;
    void take(AlertFile file);
    void readAgainIfChanged();
    bool round();
    void takeFigures(RoundResult result);
    void takeFindings(const RoundResult& result);
    void takeStep(Watched& one, const AlertState::Step& step, Instant at);
    void tellIfDue(const Watched& one, Instant at);
    void askForLease();
    void takeLease(const WatchLease::Answer& answer);
    void adoptTold();
    void recordTold();
    void giveBackLease();
    bool hasToldAll() const;
    void loseServer(const std::string& why);
    void findServer();
    void say(std::string_view event, const Watched& one, Instant at);
    void say(const FindingEvents::Event& event);
    void say(std::string_view event, const std::string& text, const std::string& about = {});
    void tell(const Json& json) const;
    void tell(std::string_view event, const Watched& one, Instant at) const;
    void tellAlive();
    void writeMetrics();
    void finishTelling(const Tellings& tellings);
    void printReports(const Tellings& tellings);

    Terminal& m_terminal;
    const Settings m_settings;
    const Wakeup m_wakeup;
    const Clock::time_point m_start = Clock::now();
    const Instant m_startTime;
    const std::string m_where;
    FileStamp m_stamp;
    AlertFile m_file;
    std::vector<Watched> m_alerts;
    ToldAlerts m_told; ///< by this watcher, or by the one that it shares with and that tells
    Tellings m_tellings;
    Tellings m_aliveTellings;
    Clock::time_point m_nextAlive{};
    std::optional<WatchLease> m_lease; ///< empty: it shares with nobody
    bool m_tells = true;
    bool m_hasShared = false;     ///< it has been said who tells
    bool m_hasLeaseFault = false; ///< it cannot be asked who tells, which has been said
    ToldAlerts m_recorded;        ///< what the lease says of it: what has reached everybody
    FindingEvents m_findings;     ///< those that were said
    AlertMeter m_meter;
    WatchHistory m_history;
    std::optional<Instant> m_lastRound;
    double m_roundSeconds = 0;
    Clock::duration m_walk{}; ///< of the last round that succeeded
    std::optional<Instant> m_lostAt;
    bool m_hasRead = false; ///< a round has succeeded
    std::string m_metricsProblem;
};

} // namespace ratewarden::ctl
