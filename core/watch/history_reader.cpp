// SPDX-License-Identifier: MIT
#include "core/model/errors.h"
#include "core/model/text.h"
#include "core/watch/history_codec.h"
#include "core/watch/history_file.h"
#include "core/watch/watch_faults.h"

#include <algorithm>
#include <limits>
#include <optional>
#include <unordered_map>
#include <utility>

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

std::vector<HistoryEvent> eventsOf(SqliteStatement& newestFirst)
{
    std::vector<HistoryEvent> events;
    while (newestFirst.step())
        events.push_back({historyInstant(newestFirst.number(0)), std::string(newestFirst.bytes(1)),
                          std::string(newestFirst.bytes(2)), std::string(newestFirst.bytes(3))});
    std::ranges::reverse(events);
    return events;
}

/// The median of a few. Around one that has seen nothing, whoever keeps them has paused, or the server was
/// lost.
Micros betweenNewestRounds(SqliteFile& file)
{
    constexpr std::int64_t few = 10;
    SqliteStatement rounds(file, "SELECT at, missing FROM rounds ORDER BY at DESC LIMIT ?");
    rounds.start().add(few);
    std::vector<Micros> distances;
    std::optional<Instant> next;
    while (rounds.step()) {
        const Instant at = historyInstant(rounds.number(0));
        const bool hasSeen = hasSeenTokens(FigureDoubt(rounds.number(1)));
        if (hasSeen && next)
            distances.push_back(*next - at);
        next = hasSeen ? std::optional(at) : std::nullopt;
    }
    if (distances.empty())
        return {};
    const auto middle = distances.begin() + std::ptrdiff_t(distances.size() / 2);
    std::ranges::nth_element(distances, middle);
    return *middle;
}

} // namespace

/// Places in a list, by the numbers that the file has for them.
class HistoryPlaces {
public:
    explicit HistoryPlaces(const std::string& path) : m_path(path) {}

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

    /// Calls `take` with each that a column of the round has.
    template <class One, class Take>
    void decode(int column, Take take) const
    {
        if (!decodeHistory<One>(m_rounds->bytes(column), take))
            throw InvalidArgument(
                Problem(Fault::HistoryDamaged, printable(m_file.path()), "a round in it is cut off"));
    }

    /// The names alone of those that the file has a number for.
    const std::unordered_map<std::int64_t, TopToken>& tokenNames()
    {
        if (m_tokens)
            return *m_tokens;
        std::unordered_map<std::int64_t, TopToken> names;
        SqliteStatement all(m_file, "SELECT id, format, policy, token FROM tokens");
        while (all.step()) {
            TopToken& token = names[all.number(0)];
            token.format = all.bytes(1);
            token.policy = all.bytes(2);
            token.token = all.bytes(3);
        }
        return m_tokens.emplace(std::move(names));
    }

private:
    friend class StoredRound;
    friend class HistoryReader;

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

    SqliteFile m_file;
    SqliteTransaction m_transaction;
    std::vector<Cohort> m_cohorts;
    std::vector<HistoryReader::Series> m_series;
    HistoryPlaces m_cohortPlaces;
    HistoryPlaces m_seriesPlaces;
    std::optional<std::unordered_map<std::int64_t, TopToken>> m_tokens;
    SqliteStatement* m_rounds = nullptr;
};

std::span<const StoredRound::Sums> StoredRound::cohorts()
{
    m_cohorts.clear();
    m_source.decode<EncodedSums>(4, [&](const EncodedSums& one) {
        m_cohorts.push_back({m_source.m_cohortPlaces.of(one.id), one.sums});
    });
    return m_cohorts;
}

std::span<const StoredRound::Figure> StoredRound::figures()
{
    m_figures.clear();
    m_source.decode<EncodedFigure>(3, [&](const EncodedFigure& one) {
        if (const std::size_t place = m_source.m_seriesPlaces.of(one.id); place != skippedPlace)
            m_figures.push_back({place, one.figure});
    });
    return m_figures;
}

std::vector<TopToken> StoredRound::tokens()
{
    const auto& names = m_source.tokenNames();
    std::vector<TopToken> tokens;
    m_source.decode<EncodedToken>(5, [&](const EncodedToken& one) {
        const auto name = names.find(one.id);
        if (name == names.end())
            m_source.m_cohortPlaces.fail();
        TopToken& token = tokens.emplace_back(one.token);
        token.format = name->second.format;
        token.policy = name->second.policy;
        token.token = name->second.token;
    });
    return tokens;
}

HistoryReader::HistoryReader(const std::string& path, std::stop_token stop)
    : m_source(std::make_unique<StoredRound::Source>(path)), m_stop(std::move(stop))
{
}

HistoryReader::~HistoryReader() = default;

HistoryInfo HistoryReader::info() const
{
    SqliteFile& file = m_source->m_file;
    HistoryInfo info;
    info.bytes = historyBytes(file.path());
    info.limits = readHistoryLimits(file);
    SqliteStatement ends(file, "SELECT (SELECT min(at) FROM rounds), (SELECT max(at) FROM rounds)");
    if (ends.step() && !ends.isNull(0)) {
        info.first = historyInstant(ends.number(0));
        info.last = historyInstant(ends.number(1));
        info.between = betweenNewestRounds(file);
    }
    return info;
}

const std::vector<Cohort>& HistoryReader::cohorts() const
{
    return m_source->m_cohorts;
}

const std::vector<HistoryReader::Series>& HistoryReader::series() const
{
    return m_source->m_series;
}

void HistoryReader::visitRounds(Instant since, const std::function<bool(StoredRound&)>& visit) const
{
    SqliteStatement rounds(m_source->m_file, "SELECT at, missing, unread, figures, cohorts, tokens"
                                             " FROM rounds WHERE at >= ? ORDER BY at");
    rounds.start().add(historyMicros(since));
    m_source->m_rounds = &rounds;
    StoredRound round(*m_source);
    while (rounds.step()) {
        round.m_at = historyInstant(rounds.number(0));
        round.m_walked.missing = FigureDoubt(rounds.number(1));
        round.m_walked.unreadKeys = std::size_t(rounds.number(2));
        if (m_stop.stop_requested() || !visit(round))
            return;
    }
}

std::vector<HistoryEvent> HistoryReader::events(Instant since, std::size_t most) const
{
    SqliteStatement found(m_source->m_file, "SELECT at, event, about, text FROM events WHERE at >= ?"
                                            " ORDER BY at DESC, id DESC LIMIT ?");
    found.start().add(historyMicros(since)).add(std::int64_t(most));
    return eventsOf(found);
}

std::vector<HistoryEvent> HistoryReader::changes(const TimeRange& range, std::size_t most) const
{
    // Alerts and findings have these events about themselves; the watch has its own about nothing.
    SqliteStatement found(m_source->m_file,
                          "SELECT at, event, about, text FROM events WHERE at >= ? AND at < ?"
                          " AND length(about) > 0 AND CAST(event AS TEXT) NOT IN ('pending', 'fires',"
                          " 'recovering', 'fires again', 'recovered', 'quiet', 'removed', 'not known',"
                          " 'known again', 'found', 'gone', 'told', 'telling again', 'not told') ORDER BY at "
                          "DESC, id DESC LIMIT ?");
    found.start().add(historyMicros(range.from)).add(historyMicros(range.to)).add(std::int64_t(most));
    return eventsOf(found);
}

std::vector<HistoryEvent> HistoryReader::answers() const
{
    constexpr std::int64_t most = 500; // that are looked through
    SqliteStatement found(m_source->m_file,
                          "SELECT at, event, about, text FROM events WHERE CAST(event AS TEXT) IN ('told',"
                          " 'telling again', 'not told') ORDER BY at DESC, id DESC LIMIT ?");
    found.start().add(most);
    std::vector<HistoryEvent> newest;
    std::vector<HistoryEvent> all = eventsOf(found); // the oldest first
    for (auto event = all.rbegin(); event != all.rend(); ++event)
        if (std::ranges::find(newest, event->about, &HistoryEvent::about) == newest.end())
            newest.push_back(std::move(*event));
    return newest;
}

} // namespace ratewarden
