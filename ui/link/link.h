// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/model/time.h"
#include "core/watch/server_events.h"
#include "ui/link/lane.h"

#include <QTimer>

#include <optional>
#include <utility>
#include <vector>

namespace ratewarden::ui {

/// How fast things happen; tests make them fast.
struct LinkTimes {
    Timeouts timeouts{};
    std::chrono::milliseconds firstRetry{500}; ///< doubled at each failure
    std::chrono::milliseconds longestRetry{10'000};
};

/// The window's link to one server: three lanes, so that a long scan never delays a block, and the knowledge
/// of whether the server is there. It says when it is lost, and comes back by itself.
class Link final : public QObject {
    Q_OBJECT

public:
    enum class State {
        Connecting,
        Live,
        Lost,          ///< Redis is unreachable; tried again by itself
        NeedsPassword, ///< it wants a user and password, or others; not tried again before open()
        Recorded       ///< there is no server: what is shown was recorded at another time
    };
    Q_ENUM(State)

    /// `guard`: what stands before all of its lanes; null: nothing.
    explicit Link(const Endpoint& endpoint, LinkTimes times = {}, QObject* parent = nullptr,
                  const std::shared_ptr<GuardState>& guard = nullptr);

    /// Takes up the connection; the state tells what becomes of it.
    void open();
    /// In place of open(): nothing is ever sent, whatever is posted fails, and the clock stands still at that
    /// moment.
    void standFor(Instant recorded);

    Lane& watchLane() { return m_watch; } ///< for what is on screen
    Lane& scanLane() { return m_scan; }   ///< for going through all tokens
    Lane& actLane() { return m_act; }     ///< for what the user does

    State state() const { return m_state; }
    /// It has been live once, here or where it was recorded.
    bool wasEverLive() const { return m_wasEverLive; }
    /// What was known is not current.
    bool isUnreachable() const { return m_state == State::Lost || m_state == State::NeedsPassword; }
    /// When it became live, or stopped being so, by the server's clock as far as known; nothing: it never
    /// was.
    const std::optional<Instant>& since() const { return m_since; }
    QString where() const { return m_where; }
    /// Which server it is, "redis 7.0.15"; empty: not known, or not yet.
    QString engine() const { return m_engine; }
    /// What the server said about itself when it was last greeted, every ten seconds; of a cluster, one node.
    /// All empty: not yet, or this user may not ask. Of one that was greeted once no operations are known.
    const ServerInfo& info() const { return m_said.first(); }
    /// The same of all primaries.
    const NodeInfos& said() const { return m_said; }
    /// It is there, but this user may not ask what it says about itself.
    bool infoIsMissing() const;
    /// How the connection is encrypted; nothing: it is not, or not known yet.
    const std::optional<TlsState>& tls() const { return m_tls; }
    std::optional<std::chrono::microseconds> latency() const { return m_latency; }
    /// The nodes of a cluster, or those that Sentinels name; empty: it is one server.
    const std::vector<NodeState>& nodes() const { return m_nodes; }
    bool isCluster() const { return m_cluster; }
    /// It is a node of a cluster, which has only its own tokens, and this user may not ask for the others.
    bool isClusterNode() const { return m_cluster && m_nodes.empty(); }
    /// How far the server's clock is ahead of this machine's; nothing while unknown.
    std::optional<Micros> clockOffset() const { return m_clockOffset; }
    /// When the server's clock stepped last, as far as was seen while this connection stood or was lost.
    const std::optional<ServerEvent>& clockStep() const { return m_events.clockStep(); }
    /// What has happened to the server, or to its nodes, since this was called last.
    std::vector<ServerEvent> takeEvents() { return std::exchange(m_newEvents, {}); }
    /// The server's clock now, as far as known; of what was recorded, then.
    Instant serverNow() const;

    /// Why it is not live, for people.
    QString lostReason() const { return m_lostReason; }
    std::chrono::milliseconds nextRetryIn() const;

    /// Every lane's user reports a failure here; one that says that Redis is unreachable turns the state to
    /// Lost, one that is about the password to NeedsPassword.
    void report(const Failure& failure);

Q_SIGNALS:
    /// Another state, or all that is known of the server was read again.
    void stateChanged();
    /// It is live and was not before: now, or again; after stateChanged().
    void connected();
    /// The server wants a user and password, or others than were given; the reason is a sentence.
    void passwordWanted(const QString& reason);

private:
    void greet();
    void setState(State state);
    void lose(const Failure& failure);

    LinkTimes m_times;
    QString m_where;
    State m_state = State::Connecting;
    bool m_wasEverLive = false;
    std::optional<Instant> m_since;
    QString m_engine;
    NodeInfos m_said{{{{}, ServerInfo()}}, {}, {}};
    std::optional<TlsState> m_tls;
    std::vector<NodeState> m_nodes;
    bool m_cluster = false;
    std::optional<std::chrono::microseconds> m_latency;
    std::optional<Micros> m_clockOffset;
    Instant m_recordedAt{};
    ServerEvents m_events;
    std::vector<ServerEvent> m_newEvents;
    QString m_lostReason;
    std::chrono::milliseconds m_retryDelay;
    QTimer m_retry;
    QTimer m_refresh;
    bool m_greeting = false;
    Lane m_watch;
    Lane m_scan;
    Lane m_act;
};

} // namespace ratewarden::ui
