// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time_range.h"
#include "core/watch/history_round.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stop_token>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace ratewarden {

struct AuditEntry;

/// How much is kept. Beyond either the oldest go first.
struct HistoryLimits {
    Micros keep = std::chrono::days(14);
    std::int64_t bytes = std::int64_t(512) << 20; ///< on the disk, with SQLite's log beside the file

    friend bool operator==(const HistoryLimits&, const HistoryLimits&) = default;
};
inline constexpr std::int64_t smallestHistory = std::int64_t(4) << 20;

/// What a watcher said, or what was changed on the server.
struct HistoryEvent {
    Instant at{};
    std::string event; ///< "fires", "recovered", "lost", "mark", …
    std::string about; ///< the alert's name, who made the change, or the server or its node; raw bytes
    std::string text;  ///< printable

    friend bool operator==(const HistoryEvent&, const HistoryEvent&) = default;
};

/// "alice: Block user:42"; a text that begins with whom it is about, as an alert's, is not preceded by it.
std::string textOf(const HistoryEvent& event);
/// What an audit trail has of a change.
HistoryEvent historyEventOf(const AuditEntry& entry);
/// Of what happened to a server, to which node of a cluster, as textOf() has it; empty: to the one server.
std::string_view nodeOf(const HistoryEvent& event);

/// Of a history as a whole.
struct HistoryInfo {
    std::optional<Instant> first; ///< round that is kept; empty: there is none
    std::optional<Instant> last;
    Micros between{};       ///< the newest of them, as most of these are apart; 0: that is not known
    std::int64_t bytes = 0; ///< on the disk
    HistoryLimits limits;   ///< as whoever wrote last had them
};

/// Keeps rounds in a file, with SQLite. A process that is killed leaves the file readable, without what was
/// being written. Not thread-safe; one at a time writes to a file, any number of others may read it.
class HistoryWriter {
public:
    /// Begins the file if it is not there, or empty. Whoever may not write it, or is no history, or of a
    /// newer version, or is written by another watcher, is refused: throws InvalidArgument and leaves it as
    /// it is. Throws Error for what may pass: a full disk, or another program that has locked the file.
    /// `limits.bytes`: smallestHistory or more.
    HistoryWriter(const std::string& path, const HistoryLimits& limits);
    ~HistoryWriter();
    HistoryWriter(const HistoryWriter&) = delete;
    HistoryWriter& operator=(const HistoryWriter&) = delete;

    const std::string& path() const;
    const HistoryLimits& limits() const;
    void setLimits(const HistoryLimits& limits);
    /// The newest round; empty: there is none.
    std::optional<Instant> last() const;

    /// Makes room, then adds it; one of the same moment is replaced. Throws Error where that cannot be
    /// written, as on a full disk: then nothing of it is kept, and the next one may be. From the first such
    /// round to that next one the history says that nothing was kept.
    void add(const HistoryRound& round);
    void add(const HistoryEvent& event);

private:
    class Store;
    std::unique_ptr<Store> m_store;
};

/// Of a round of which that is missing: otherwise nobody could look, did, or could write it down.
constexpr bool hasSeenTokens(FigureDoubt missing)
{
    return missing != FigureDoubt::ServerLost && missing != FigureDoubt::NotWatched &&
           missing != FigureDoubt::NotWritten;
}

/// One round out of a history. What is not asked for is not decoded.
class StoredRound {
public:
    /// What a cohort came to: its place in HistoryReader::cohorts().
    struct Sums {
        std::size_t cohort = 0;
        TokenSums sums;
    };
    /// Its place in HistoryReader::series().
    struct Figure {
        std::size_t series = 0;
        AlertFigure figure;
    };

    Instant at() const { return m_at; }
    const AlertRound::Walked& walked() const { return m_walked; }
    /// Otherwise the server was lost, or nobody watched it, or what was seen could not be written.
    bool hasSeenTokens() const { return ratewarden::hasSeenTokens(m_walked.missing); }
    /// These are good until the next call or the next round, and throw InvalidArgument for what is damaged.
    std::span<const Sums> cohorts();
    std::span<const Figure> figures();
    std::vector<TopToken> tokens();

private:
    friend class HistoryReader;
    class Source;
    explicit StoredRound(Source& source) : m_source(source) {}

    Source& m_source;
    Instant m_at{};
    AlertRound::Walked m_walked;
    std::vector<Sums> m_cohorts;
    std::vector<Figure> m_figures;
};

/// A history as it was when it was opened. Throws InvalidArgument for what is none, or damaged. Not
/// thread-safe.
class HistoryReader {
public:
    struct Series {
        AlertMeasure measure = AlertMeasure::Tokens;
        TokenFilter filter;
    };

    /// Once `stop` is requested, visitRounds() ends.
    explicit HistoryReader(const std::string& path, std::stop_token stop = {});
    ~HistoryReader();
    HistoryReader(const HistoryReader&) = delete;
    HistoryReader& operator=(const HistoryReader&) = delete;

    HistoryInfo info() const;
    /// All that its rounds have; a few may be of rounds that are gone.
    const std::vector<Cohort>& cohorts() const;
    const std::vector<Series>& series() const;

    /// From the first round at or after `since` on, in order; until `visit` returns false.
    void visitRounds(Instant since, const std::function<bool(StoredRound&)>& visit) const;
    /// The newest, at most so many, the oldest of them first.
    std::vector<HistoryEvent> events(Instant since, std::size_t most) const;
    /// Of those the ones that tell what somebody changed; others tell of the watch and its alerts.
    std::vector<HistoryEvent> changes(const TimeRange& range, std::size_t most) const;
    /// What those answered last that were told of alerts, the newest first, each once: "told", "telling
    /// again" or "not told", and by whom.
    std::vector<HistoryEvent> answers() const;

private:
    std::unique_ptr<StoredRound::Source> m_source;
    std::stop_token m_stop;
};

} // namespace ratewarden
