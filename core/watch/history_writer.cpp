// SPDX-License-Identifier: MIT
#include "core/admin/audit.h"
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/redis/socket.h"
#include "core/watch/history_codec.h"
#include "core/watch/history_file.h"
#include "core/watch/watch_faults.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>

#include <algorithm>
#include <cerrno>
#include <string_view>
#include <system_error>
#include <unordered_map>
#include <utility>

namespace ratewarden {
namespace {

constexpr std::int64_t roundsAtOnce = 64; // that are removed in one transaction, which goes into the log
constexpr std::size_t longestEventText = 2000;

/// How often it is written that a name is used, and for how long one is kept that is not.
constexpr Micros namePeriod = std::chrono::hours(1);

/// Begins the file if it is not there, for its owner alone to read: it has the names of tokens. `path`: of
/// the history.
Descriptor openOwn(const std::string& file, const std::string& path)
{
    Descriptor opened(::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, 0600));
    if (opened.number() < 0) {
        const bool isFull = errno == ENOSPC || errno == EDQUOT;
        const Problem problem(Fault::HistoryFailed, printable(path), std::generic_category().message(errno));
        if (isFull) // which passes, as any other Error
            throw Error(problem);
        throw InvalidArgument(problem);
    }
    return opened;
}

/// Held while a file is written. Not on the file itself: whoever closes that gives SQLite's locks away.
Descriptor writerLock(const std::string& path)
{
    Descriptor file = openOwn(path + "-lock", path);
    if (::flock(file.number(), LOCK_EX | LOCK_NB) != 0)
        throw InvalidArgument(Problem(Fault::HistoryBusy, printable(path)));
    return file;
}

/// The same path. Before anything is written beside a file that is none.
const std::string& checkedPath(const std::string& path)
{
    isHistory(path);
    return path;
}

/// Opens or begins the file.
SqliteFile openForWriting(const std::string& path)
{
    if (!isHistory(path))
        openOwn(path, path);
    SqliteFile file(path, SqliteFile::Mode::Write);
    if (file.number("SELECT count(*) FROM sqlite_master") == 0)
        createHistory(file);
    // Readers do not hinder the writer, and a process that is killed leaves nothing half done.
    file.run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA busy_timeout = 100");
    return file;
}

} // namespace

class HistoryWriter::Store {
public:
    Store(const std::string& path, const HistoryLimits& limits)
        : m_path(checkedPath(path)), m_lock(writerLock(path)), m_file(openForWriting(path))
    {
        setLimits(limits);
    }

    const std::string& path() const { return m_path; }
    const HistoryLimits& limits() const { return m_limits; }

    void setLimits(const HistoryLimits& limits)
    {
        SqliteTransaction transaction(m_file);
        m_file.run("DELETE FROM limits");
        SqliteStatement(m_file, "INSERT INTO limits VALUES (?, ?)")
            .start()
            .add(limits.keep.count())
            .add(limits.bytes)
            .finish();
        transaction.commit();
        m_limits = limits;
        // A part is for the log.
        constexpr std::int64_t largestLog = std::int64_t(8) << 20;
        m_logBytes = std::min(limits.bytes / 8, largestLog);
        m_pageBytes = m_file.number("PRAGMA page_size");
        m_mostPages = (limits.bytes - m_logBytes) / m_pageBytes;
        m_file.run(fmt::format("PRAGMA wal_autocheckpoint = {}; PRAGMA journal_size_limit = {}",
                               std::max<std::int64_t>(1, m_logBytes / 4 / m_pageBytes), m_logBytes / 4)
                       .c_str());
    }

    std::optional<Instant> last()
    {
        SqliteStatement newest(m_file, "SELECT max(at) FROM rounds");
        return newest.step() && !newest.isNull(0) ? std::optional(historyInstant(newest.number(0)))
                                                  : std::nullopt;
    }

    void add(const HistoryRound& round)
    {
        try {
            makeRoom(round.at);
            SqliteTransaction transaction(m_file);
            if (m_lost) // else whoever reads it takes the time until now for watched
                write(HistoryRound::without(FigureDoubt::NotWritten, *m_lost));
            write(round);
            transaction.commit();
            m_lost.reset();
        } catch (...) {
            m_lost = m_lost.value_or(round.at);
            m_cohortNames.clear(); // some may be of what was undone
            m_hasCohortNames = false;
            throw;
        }
    }

    void add(const HistoryEvent& event)
    {
        makeRoom(event.at);
        m_addEvent.start()
            .add(historyMicros(event.at))
            .add(event.event)
            .add(event.about)
            .add(std::string_view(event.text).substr(0, longestEventText))
            .finish();
    }

private:
    /// Numbers for names, kept in a table as long as rounds use them.
    class NameTable {
    public:
        struct Name {
            std::int64_t id = 0;
            Instant used{};
        };

        NameTable(SqliteFile& file, const char* table)
            : m_touch(file, fmt::format("UPDATE {} SET used = ? WHERE id = ?", table).c_str())
            , m_forget(file, fmt::format("DELETE FROM {} WHERE used < ?", table).c_str())
        {
        }

        std::int64_t touched(Name& name, Instant at)
        {
            if (at - name.used > namePeriod) {
                m_touch.start().add(historyMicros(at)).add(name.id).finish();
                name.used = at;
            }
            return name.id;
        }
        void forget(Instant oldestRound)
        {
            m_forget.start().add(historyMicros(oldestRound - 2 * namePeriod)).finish();
        }

    private:
        SqliteStatement m_touch;
        SqliteStatement m_forget;
    };

    void write(const HistoryRound& round)
    {
        const std::string figures = encodeHistory(figuresOf(round));
        const std::string cohorts = encodeHistory(cohortsOf(round));
        const std::string tokens = encodeHistory(tokensOf(round));
        m_addRound.start()
            .add(historyMicros(round.at))
            .add(std::int64_t(round.walked.missing))
            .add(std::int64_t(round.walked.unreadKeys))
            .add(figures)
            .add(cohorts)
            .add(tokens)
            .finish();
    }

    std::vector<EncodedFigure> figuresOf(const HistoryRound& round)
    {
        std::vector<EncodedFigure> figures;
        for (const KeptFigure& one : round.figures) {
            NameTable::Name name;
            const std::string_view measure = nameOf(one.measure);
            if (m_findSeries.start().add(measure).add(one.filter).step()) {
                name = {m_findSeries.number(0), historyInstant(m_findSeries.number(1))};
            } else {
                m_addSeries.start().add(historyMicros(round.at)).add(measure).add(one.filter).finish();
                name = {m_file.lastId(), round.at};
            }
            m_findSeries.start();
            figures.push_back({m_series.touched(name, round.at), one.figure});
        }
        return figures;
    }

    std::vector<EncodedSums> cohortsOf(const HistoryRound& round)
    {
        if (!m_hasCohortNames)
            readCohortNames();
        std::vector<EncodedSums> sums;
        for (const auto& [cohort, ofCohort] : round.cohorts) {
            const std::string warnings = warningNames(cohort.warnings);
            NameTable::Name& name = m_cohortNames[cohortText(cohort.format, cohort.policy,
                                                             cohortState(cohort), warnings, cohort.rule)];
            if (name.id == 0) {
                m_addCohort.start().add(historyMicros(round.at)).add(cohort.format);
                cohort.policy ? m_addCohort.add(*cohort.policy) : m_addCohort.addNull();
                m_addCohort.add(cohortState(cohort)).add(warnings);
                cohort.rule ? m_addCohort.add(std::int64_t(*cohort.rule)) : m_addCohort.addNull();
                m_addCohort.finish();
                name = {m_file.lastId(), round.at};
            }
            sums.push_back({m_cohorts.touched(name, round.at), ofCohort});
        }
        return sums;
    }

    std::vector<EncodedToken> tokensOf(const HistoryRound& round)
    {
        std::vector<EncodedToken> tokens;
        for (const TopToken& one : round.tokens) {
            NameTable::Name name;
            if (m_findToken.start().add(one.token).add(one.policy).add(one.format).step()) {
                name = {m_findToken.number(0), historyInstant(m_findToken.number(1))};
            } else {
                m_addToken.start()
                    .add(historyMicros(round.at))
                    .add(one.format)
                    .add(one.policy)
                    .add(one.token)
                    .finish();
                name = {m_file.lastId(), round.at};
            }
            m_findToken.start();
            tokens.push_back({m_tokens.touched(name, round.at), one});
        }
        return tokens;
    }

    static std::string cohortText(std::string_view format, std::optional<std::string_view> policy,
                                  std::string_view state, std::string_view warnings,
                                  std::optional<std::size_t> rule)
    {
        // Only the policy may hold any bytes.
        return fmt::format("{} {} {} {} {}{}", format, state, warnings, rule ? std::to_string(*rule) : "",
                           policy ? "=" : "", policy.value_or(""));
    }

    void readCohortNames()
    {
        m_cohortNames.clear();
        SqliteStatement all(m_file, "SELECT id, used, format, policy, state, warnings, rule FROM cohorts");
        while (all.step()) {
            std::string text = cohortText(
                all.bytes(2), all.isNull(3) ? std::nullopt : std::optional(all.bytes(3)), all.bytes(4),
                all.bytes(5), all.isNull(6) ? std::nullopt : std::optional(std::size_t(all.number(6))));
            m_cohortNames[std::move(text)] = {all.number(0), historyInstant(all.number(1))};
        }
        m_hasCohortNames = true;
    }

    std::optional<Instant> oldestRound()
    {
        m_findOldest.start();
        const std::optional<Instant> oldest = m_findOldest.step() && !m_findOldest.isNull(0)
                                                  ? std::optional(historyInstant(m_findOldest.number(0)))
                                                  : std::nullopt;
        m_findOldest.start();
        return oldest;
    }

    std::int64_t usedPages()
    {
        return m_file.number("PRAGMA page_count") - m_file.number("PRAGMA freelist_count");
    }

    void makeRoom(Instant now)
    {
        keepLogSmall();
        std::optional<Instant> oldest = oldestRound();
        const std::optional<Instant> oldestBefore = oldest;
        for (; oldest && *oldest < now - m_limits.keep; oldest = oldestRound())
            removeOldest(now - m_limits.keep);
        // What one round takes must find room, too.
        constexpr std::int64_t roomPages = 24;
        bool isFull = false;
        while (oldest && usedPages() > m_mostPages - roomPages) {
            removeOldest(now);
            oldest = oldestRound();
            isFull = true;
        }
        if (oldest != oldestBefore && (isFull || now - m_forgotten > namePeriod))
            forgetNames(oldest.value_or(now), now);
        while (m_file.number("PRAGMA page_count") > m_mostPages &&
               m_file.number("PRAGMA freelist_count") > 0) {
            m_file.run("PRAGMA incremental_vacuum(64)");
            keepLogSmall();
        }
    }

    /// Rounds before that moment, not very many at once, and events before what is left.
    void removeOldest(Instant before)
    {
        keepLogSmall();
        SqliteTransaction transaction(m_file);
        m_removeRounds.start().add(historyMicros(before)).add(roundsAtOnce).finish();
        m_removeEvents.start().add(historyMicros(oldestRound().value_or(before))).finish();
        transaction.commit();
    }

    void forgetNames(Instant oldest, Instant now)
    {
        SqliteTransaction transaction(m_file);
        m_series.forget(oldest);
        m_cohorts.forget(oldest);
        m_tokens.forget(oldest);
        m_hasCohortNames = false;
        transaction.commit();
        m_forgotten = now;
    }

    /// Somebody who reads for long keeps SQLite from taking the log over into the file.
    void keepLogSmall()
    {
        if (historyLogBytes(m_path) <= m_logBytes / 2)
            return;
        m_file.number("PRAGMA wal_checkpoint(TRUNCATE)");
        if (historyLogBytes(m_path) > m_logBytes / 2)
            throw Error(Problem(Fault::HistoryHeld, printable(m_path)));
    }

    std::string m_path;
    Descriptor m_lock;
    SqliteFile m_file;
    HistoryLimits m_limits;
    std::int64_t m_logBytes = 0;
    std::int64_t m_pageBytes = 0;
    std::int64_t m_mostPages = 0;
    Instant m_forgotten{};
    std::optional<Instant> m_lost; // the first round that could not be written since the last that could
    std::unordered_map<std::string, NameTable::Name> m_cohortNames;
    bool m_hasCohortNames = false;
    NameTable m_series{m_file, "series"};
    NameTable m_cohorts{m_file, "cohorts"};
    NameTable m_tokens{m_file, "tokens"};
    SqliteStatement m_findSeries{m_file, "SELECT id, used FROM series WHERE measure = ? AND filter = ?"};
    SqliteStatement m_addSeries{m_file, "INSERT INTO series (used, measure, filter) VALUES (?, ?, ?)"};
    SqliteStatement m_addCohort{m_file, "INSERT INTO cohorts (used, format, policy, state, warnings, rule)"
                                        " VALUES (?, ?, ?, ?, ?, ?)"};
    SqliteStatement m_findToken{m_file,
                                "SELECT id, used FROM tokens WHERE token = ? AND policy = ? AND format = ?"};
    SqliteStatement m_addToken{m_file,
                               "INSERT INTO tokens (used, format, policy, token) VALUES (?, ?, ?, ?)"};
    SqliteStatement m_addRound{m_file, "INSERT OR REPLACE INTO rounds VALUES (?, ?, ?, ?, ?, ?)"};
    SqliteStatement m_addEvent{m_file, "INSERT INTO events (at, event, about, text) VALUES (?, ?, ?, ?)"};
    SqliteStatement m_findOldest{m_file, "SELECT min(at) FROM rounds"};
    SqliteStatement m_removeRounds{
        m_file, "DELETE FROM rounds WHERE at IN (SELECT at FROM rounds WHERE at < ? ORDER BY at LIMIT ?)"};
    SqliteStatement m_removeEvents{m_file, "DELETE FROM events WHERE at < ?"};
};

HistoryWriter::HistoryWriter(const std::string& path, const HistoryLimits& limits)
    : m_store(std::make_unique<Store>(path, limits))
{
}

HistoryWriter::~HistoryWriter() = default;

const std::string& HistoryWriter::path() const
{
    return m_store->path();
}

const HistoryLimits& HistoryWriter::limits() const
{
    return m_store->limits();
}

void HistoryWriter::setLimits(const HistoryLimits& limits)
{
    m_store->setLimits(limits);
}

std::optional<Instant> HistoryWriter::last() const
{
    return m_store->last();
}

void HistoryWriter::add(const HistoryRound& round)
{
    m_store->add(round);
}

void HistoryWriter::add(const HistoryEvent& event)
{
    m_store->add(event);
}

std::string textOf(const HistoryEvent& event)
{
    const std::string about = printable(event.about);
    return about.empty() || event.text.starts_with(about + ' ') ? event.text
                                                                : fmt::format("{}: {}", about, event.text);
}

HistoryEvent historyEventOf(const AuditEntry& entry)
{
    return {entry.at, entry.act, entry.by, changeText(entry)};
}

std::string_view nodeOf(const HistoryEvent& event)
{
    const std::string_view text = event.text;
    const std::string_view first = text.substr(0, text.find(' '));
    return first.ends_with(':') ? first.substr(0, first.size() - 1) : std::string_view();
}

} // namespace ratewarden
