// SPDX-License-Identifier: MIT
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/watch/history_codec.h"
#include "core/watch/history_file.h"
#include "core/watch/watch_faults.h"

#include <algorithm>
#include <limits>
#include <unordered_map>

namespace ratewarden {
namespace {

constexpr std::size_t noPlace = std::numeric_limits<std::size_t>::max();
constexpr std::size_t skippedPlace = noPlace - 1;

WarningSet warningsOf(std::string_view names)
{
    WarningSet warnings;
    while (!names.empty()) {
        const std::size_t end = std::min(names.find(','), names.size());
        for (int code = 0; code < warningCodeCount; ++code)
            if (nameOf(WarningCode(code)) == names.substr(0, end))
                warnings.add(WarningCode(code));
        names.remove_prefix(std::min(end + 1, names.size()));
    }
    return warnings;
}

std::optional<AlertMeasure> measureNamed(std::string_view name)
{
    for (int i = 0; i < alertMeasureCount; ++i)
        if (nameOf(AlertMeasure(i)) == name)
            return AlertMeasure(i);
    return std::nullopt;
}

SqliteFile openForReading(const std::string& path)
{
    if (!isHistory(path))
        throw InvalidArgument(Problem(Fault::HistoryMissing, printable(path)));
    return {path, SqliteFile::Mode::Read};
}

} // namespace

class StoredRound::Source {
public:
    explicit Source(const std::string& path)
        : m_file(openForReading(path))
        , m_transaction(m_file, "BEGIN")
        , m_cohortPlaces(m_file.path())
        , m_seriesPlaces(m_file.path())
    {
        readCohorts();
        readSeries();
    }

    HistoryInfo info()
    {
        HistoryInfo info;
        info.bytes = historyBytes(m_file.path());
        info.limits = readHistoryLimits(m_file);
        SqliteStatement ends(m_file, "SELECT (SELECT min(at) FROM rounds), (SELECT max(at) FROM rounds)");
        if (ends.step() && !ends.isNull(0)) {
            info.first = historyInstant(ends.number(0));
            info.last = historyInstant(ends.number(1));
        }
        return info;
    }

    void visit(Instant since, const std::function<bool(StoredRound&)>& take)
    {
        SqliteStatement rounds(m_file, "SELECT at, missing, unread, figures, cohorts, tokens FROM rounds"
                                       " WHERE at >= ? ORDER BY at");
        rounds.start().add(historyMicros(since));
        m_rounds = &rounds;
        StoredRound round(*this);
        while (rounds.step()) {
            round.m_at = historyInstant(rounds.number(0));
            round.m_walked.missing = FigureDoubt(rounds.number(1));
            round.m_walked.unreadKeys = std::size_t(rounds.number(2));
            if (!take(round))
                return;
        }
    }

    std::vector<HistoryEvent> events(Instant since, std::size_t most)
    {
        SqliteStatement found(m_file, "SELECT at, event, about, text FROM events WHERE at >= ?"
                                      " ORDER BY at DESC, id DESC LIMIT ?");
        found.start().add(historyMicros(since)).add(std::int64_t(most));
        return eventsOf(found);
    }

    std::vector<HistoryEvent> changes(const TimeRange& range, std::size_t most)
    {
        // Alerts have these events about themselves; the watch has its own about nothing.
        SqliteStatement found(m_file,
                              "SELECT at, event, about, text FROM events WHERE at >= ? AND at < ?"
                              " AND length(about) > 0 AND CAST(event AS TEXT) NOT IN ('pending', 'fires',"
                              " 'recovering', 'fires again', 'recovered', 'quiet', 'removed', 'not known',"
                              " 'known again') ORDER BY at DESC, id DESC LIMIT ?");
        found.start().add(historyMicros(range.from)).add(historyMicros(range.to)).add(std::int64_t(most));
        return eventsOf(found);
    }

    void decode(std::vector<Figure>& figures) const
    {
        figures.clear();
        check(decodeHistory<EncodedFigure>(m_rounds->bytes(3), [&](const EncodedFigure& one) {
            if (const std::size_t place = m_seriesPlaces.of(one.id); place != skippedPlace)
                figures.push_back({place, one.figure});
        }));
    }
    void decode(std::vector<Sums>& sums) const
    {
        sums.clear();
        check(decodeHistory<EncodedSums>(m_rounds->bytes(4), [&](const EncodedSums& one) {
            sums.push_back({m_cohortPlaces.of(one.id), one.sums});
        }));
    }
    void decode(std::vector<TopToken>& tokens)
    {
        if (!m_hasTokens)
            readTokens();
        check(decodeHistory<EncodedToken>(m_rounds->bytes(5), [&](const EncodedToken& one) {
            const auto name = m_tokens.find(one.id);
            if (name == m_tokens.end())
                m_cohortPlaces.fail();
            TopToken& token = tokens.emplace_back(one.token);
            token.format = name->second.format;
            token.policy = name->second.policy;
            token.token = name->second.token;
        }));
    }

    const std::vector<Cohort>& cohorts() const { return m_cohorts; }
    const std::vector<HistoryReader::Series>& series() const { return m_series; }

private:
    /// Places in a list, by the numbers that the file has for them.
    class Places {
    public:
        explicit Places(const std::string& path) : m_path(path) {}

        void add(std::int64_t id, std::size_t place)
        {
            constexpr std::int64_t largest = 10'000'000; // larger ones nobody has written
            if (id < 0 || id > largest)
                fail();
            if (m_places.size() <= std::size_t(id))
                m_places.resize(std::size_t(id) + 1, noPlace);
            m_places[std::size_t(id)] = place;
        }
        std::size_t of(std::int64_t id) const
        {
            if (id < 0 || std::size_t(id) >= m_places.size() || m_places[std::size_t(id)] == noPlace)
                fail();
            return m_places[std::size_t(id)];
        }
        [[noreturn]] void fail() const
        {
            throw InvalidArgument(
                Problem(Fault::HistoryDamaged, printable(m_path), "a number in it has no name"));
        }

    private:
        const std::string& m_path;
        std::vector<std::size_t> m_places;
    };

    static std::vector<HistoryEvent> eventsOf(SqliteStatement& newestFirst)
    {
        std::vector<HistoryEvent> events;
        while (newestFirst.step())
            events.push_back({historyInstant(newestFirst.number(0)), std::string(newestFirst.bytes(1)),
                              std::string(newestFirst.bytes(2)), std::string(newestFirst.bytes(3))});
        std::ranges::reverse(events);
        return events;
    }

    void check(bool isGood) const
    {
        if (!isGood)
            throw InvalidArgument(
                Problem(Fault::HistoryDamaged, printable(m_file.path()), "a round in it is cut off"));
    }

    void readCohorts()
    {
        SqliteStatement all(m_file, "SELECT id, format, policy, state, warnings, rule FROM cohorts");
        while (all.step()) {
            Cohort cohort;
            cohort.format = all.bytes(1);
            if (!all.isNull(2))
                cohort.policy = all.bytes(2);
            cohort.isUnread = all.bytes(3) == "unread";
            cohort.status = tokenStatusNamed(all.bytes(3)).value_or(TokenStatus::Unknown);
            cohort.warnings = warningsOf(all.bytes(4));
            if (!all.isNull(5))
                cohort.rule = std::size_t(all.number(5));
            m_cohortPlaces.add(all.number(0), m_cohorts.size());
            m_cohorts.push_back(std::move(cohort));
        }
    }

    void readSeries()
    {
        SqliteStatement all(m_file, "SELECT id, measure, filter FROM series");
        while (all.step()) {
            HistoryReader::Series series;
            try {
                series.filter = TokenFilter(all.bytes(2));
                series.measure = measureNamed(all.bytes(1)).value();
            } catch (const std::exception&) {
                // In words of another version: no alert of this one asks for it.
                m_seriesPlaces.add(all.number(0), skippedPlace);
                continue;
            }
            m_seriesPlaces.add(all.number(0), m_series.size());
            m_series.push_back(std::move(series));
        }
    }

    void readTokens()
    {
        SqliteStatement all(m_file, "SELECT id, format, policy, token FROM tokens");
        while (all.step()) {
            TopToken& token = m_tokens[all.number(0)];
            token.format = all.bytes(1);
            token.policy = all.bytes(2);
            token.token = all.bytes(3);
        }
        m_hasTokens = true;
    }

    SqliteFile m_file;
    SqliteTransaction m_transaction;
    std::vector<Cohort> m_cohorts;
    std::vector<HistoryReader::Series> m_series;
    Places m_cohortPlaces;
    Places m_seriesPlaces;
    std::unordered_map<std::int64_t, TopToken> m_tokens; // their names alone
    bool m_hasTokens = false;
    SqliteStatement* m_rounds = nullptr;
};

std::span<const StoredRound::Sums> StoredRound::cohorts()
{
    m_source.decode(m_cohorts);
    return m_cohorts;
}

std::span<const StoredRound::Figure> StoredRound::figures()
{
    m_source.decode(m_figures);
    return m_figures;
}

std::vector<TopToken> StoredRound::tokens()
{
    std::vector<TopToken> tokens;
    m_source.decode(tokens);
    return tokens;
}

HistoryReader::HistoryReader(const std::string& path, std::stop_token stop)
    : m_source(std::make_unique<StoredRound::Source>(path)), m_stop(std::move(stop))
{
}

HistoryReader::~HistoryReader() = default;

HistoryInfo HistoryReader::info() const
{
    return m_source->info();
}

const std::vector<Cohort>& HistoryReader::cohorts() const
{
    return m_source->cohorts();
}

const std::vector<HistoryReader::Series>& HistoryReader::series() const
{
    return m_source->series();
}

void HistoryReader::visitRounds(Instant since, const std::function<bool(StoredRound&)>& visit) const
{
    m_source->visit(since, [&](StoredRound& round) { return !m_stop.stop_requested() && visit(round); });
}

std::vector<HistoryEvent> HistoryReader::events(Instant since, std::size_t most) const
{
    return m_source->events(since, most);
}

std::vector<HistoryEvent> HistoryReader::changes(const TimeRange& range, std::size_t most) const
{
    return m_source->changes(range, most);
}

} // namespace ratewarden
