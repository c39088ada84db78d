// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/server_info.h"
#include "core/tokens/counter_watch.h"
#include "core/tokens/warning_tally.h"
#include "core/watch/alert.h"
#include "core/watch/server_events.h"
#include "core/watch/token_sums.h"

#include <array>
#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <unordered_map>
#include <vector>

namespace ratewarden {

/// What alerts ask of the server as a whole.
struct ServerFigures {
    AlertFigure evictedKeys;
    AlertFigure memoryUsed;
    AlertFigure findings;
    AlertFigure criticalFindings;

    const AlertFigure& of(AlertMeasure measure) const;
    /// Sets those of findings. `missing`: why there may be more.
    void take(const std::vector<Finding>& found, FigureDoubt missing);
};

/// Asks for it round by round. Sends one INFO each time, to each primary of a cluster.
class ServerMeter {
public:
    /// `sinceStart`: evicted keys are those since the server was started, as there is no round before. Throws
    /// as Server::call does, but not for a right that is missing.
    ServerFigures read(Server& server, bool sinceStart);
    /// The same of what was asked by somebody else.
    ServerFigures take(const NodeInfos& said, bool sinceStart);
    /// What has happened to the server between the last two readings that this was called for. `at`: now, by
    /// one clock all the time.
    std::vector<ServerEvent> takeEvents(Instant at) { return m_events.take(m_said, at); }

private:
    AlertFigure evictedKeys(const NodeInfos& said, bool sinceStart);

    NodeInfos m_said; // as it was read last
    ServerEvents m_events;
    std::map<std::string, ServerInfo> m_before; // by NodeInfos::Node::name, as each has answered last
};

/// What takes more than one look: which locks are stale, as the round before saw them with the same owner,
/// long enough ago, where one that is held for the moment looks the same; and which counters fell.
class LookMemory {
public:
    /// What is sure of the token's warnings.
    WarningSet sureWarnings(const Reading& reading);
    /// How fast its counter grows, as sureWarnings() has seen it; see CounterWatch::growing().
    double growthOf(const Subject& subject) const;
    /// Forgets those that the round did not come by.
    void endRound();
    /// Locks were seen of which another round will tell.
    bool isUnsure() const { return m_isUnsure; }

private:
    struct Place {
        int number = 0;
        bool isSeen = false;
    };

    std::unordered_map<std::string, Place> m_places;
    LockWatch m_locks;
    CounterWatch m_counters;
    int m_next = 0;
    bool m_isUnsure = false;
};

/// One round: what each alert measures, from one walk over all tokens. Candidates are left out, as they deny
/// nobody.
class AlertRound {
public:
    static constexpr std::size_t mostSamples = 3;

    /// They must outlive it.
    explicit AlertRound(std::span<const Alert> alerts);

    /// To be called for each token once, and for blocks of tokens without a state.
    void take(const Reading& reading, WarningSet sureWarnings);

    /// What the walk came by besides.
    struct Walked {
        std::size_t unreadKeys = 0; ///< that may be tokens
        /// Why not all tokens were seen, as NodesLost.
        FigureDoubt missing = FigureDoubt::None;
    };
    /// A figure for each alert, in their order. To be called once, after the last token.
    std::vector<AlertFigure> finish(const Walked& walked, const ServerFigures& server);

    /// What these tokens come to for an alert that takes them; not for one of the server.
    static AlertFigure figureOf(const Alert& alert, const TokenSums& sums, const Walked& walked);

private:
    using Rank = std::array<double, 4>;
    struct Ranked {
        Rank rank{};
        AlertSample sample;
    };
    /// What the tokens come to that an alert's filter takes.
    struct Taken {
        TokenSums sums;
        std::vector<Ranked> samples; ///< the most important first
    };

    static void keepSample(const Alert& alert, const TokenFacts& facts, std::vector<Ranked>& samples);
    static Rank rankOf(const Alert& alert, const TokenFacts& facts);

    std::span<const Alert> m_alerts;
    std::vector<Taken> m_taken;
};

} // namespace ratewarden
