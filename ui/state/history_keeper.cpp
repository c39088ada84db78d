// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/history_keeper.h"

#include "core/model/errors.h"
#include "core/watch/history_round.h"
#include "ui/state/alert_desk.h"
#include "ui/state/audit_desk.h"
#include "ui/state/finding_desk.h"
#include "ui/state/session.h"
#include "ui/text/display_text.h"

#include <QCryptographicHash>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>
#include <iterator>
#include <utility>

namespace ratewarden::ui {
namespace {

// The server's clock is known to half a round trip. A change just after the beginning must not seem earlier.
constexpr auto clockDoubt = std::chrono::seconds(1);
constexpr int mostJobsWaiting = 200; // pages of tokens: beyond them a disk that hangs costs no memory

} // namespace

struct HistoryKeeper::Book {
    struct Round {
        Alerts alerts;
        AlertRound measures;
        HistoryCollector tokens;
    };

    std::string path;
    std::unique_ptr<HistoryWriter> writer;
    LookMemory looks;
    std::optional<Round> round;

    /// A file that could not be opened may be by now. Throws as HistoryWriter does.
    void open(Instant now)
    {
        if (writer)
            return;
        QDir().mkpath(QFileInfo(QString::fromStdString(path)).path());
        writer = std::make_unique<HistoryWriter>(path, HistoryLimits());
        if (writer->last())
            writer->add(HistoryRound::without(FigureDoubt::NotWatched, now));
    }
    void begin(Alerts alerts)
    {
        AlertRound measures(*alerts);
        round.emplace(Round{std::move(alerts), std::move(measures), {}});
    }
    void take(const std::vector<Reading>& readings)
    {
        for (const Reading& reading : readings) {
            const WarningSet warnings = looks.sureWarnings(reading);
            round->measures.take(reading, warnings);
            round->tokens.take(reading, warnings);
        }
    }
    void end(FigureDoubt missing, const ServerFigures& server, Instant now)
    {
        looks.endRound();
        const AlertRound::Walked walked{0, missing};
        HistoryRound kept = round->tokens.finish(walked, now);
        kept.figures = keptFigures(*round->alerts, round->measures.finish(walked, server), server);
        round.reset();
        open(now);
        writer->add(kept);
    }
};

HistoryKeeper::HistoryKeeper(Session& session)
    : m_session(session), m_startTime(std::chrono::time_point_cast<Micros>(std::chrono::system_clock::now()))
{
    m_thread.setMaxThreadCount(1);
    connect(&session, &Session::roundStarted, this, &HistoryKeeper::beginRound);
    connect(&session, &Session::found, this, &HistoryKeeper::take);
    connect(&session, &Session::roundCompleted, this, &HistoryKeeper::endRound);
    const auto noteWatching = [this] {
        const bool isWatching = m_session.live() && !m_session.paused();
        if (std::exchange(m_isWatching, isWatching) && !isWatching)
            noteGap(m_session.live() ? FigureDoubt::NotWatched : FigureDoubt::ServerLost);
    };
    connect(&session.link(), &Link::stateChanged, this, noteWatching);
    connect(&session, &Session::paceChanged, this, noteWatching);
    connect(&session.audit(), &AuditDesk::changed, this, &HistoryKeeper::noteChanges);
    connect(&session.findings(), &FindingDesk::changed, this, &HistoryKeeper::noteFindings);
    connect(&session, &Session::serverChanged, this, [this](const std::vector<ServerEvent>& events) {
        run([events, where = m_session.link().where().toStdString(), at = now()](Book& book) {
            book.open(at);
            for (const ServerEvent& event : events)
                book.writer->add(
                    HistoryEvent{event.at, std::string(nameOf(event.kind)), where, textOf(event)});
        });
    });
}

// Its name tells nobody which servers there are.
QString HistoryKeeper::path() const
{
    const QByteArray server = QByteArray::fromStdString(m_session.endpoint().text());
    const QByteArray name = QCryptographicHash::hash(server, QCryptographicHash::Sha256).toHex().left(32);
    return QStringLiteral("%1/history/%2")
        .arg(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation),
             QString::fromLatin1(name));
}

/// This machine's clock as it was at the start, and as it went on since, also while the machine was
/// suspended.
Instant HistoryKeeper::now() const
{
    return m_startTime + (BootClock::now() - m_start);
}

void HistoryKeeper::setKeeping(bool keeps)
{
    if (keeps == isKeeping() || m_session.recorded())
        return;
    m_isInRound = false;
    m_problem.clear();
    m_changesSince.reset();
    if (m_session.live())
        m_changesSince = firstChange();
    if (keeps) {
        m_book = std::make_shared<Book>();
        m_book->path = path().toStdString();
        run([at = now()](Book& book) { book.open(at); });
        m_findings = {};
        noteFindings(); // all that is there, as a watcher that starts
    } else {
        run([](Book& book) { book.writer.reset(); }); // another may write it now
        m_book.reset();
    }
    m_session.audit().setNewestShown(this, keeps);
    Q_EMIT changed();
}

// One after the other. What goes wrong is said until something has been kept again.
void HistoryKeeper::run(std::function<void(Book&)> job, bool writes)
{
    if (!m_book)
        return;
    ++m_waiting;
    // Its thread has ended before this has.
    m_thread.start([this, book = m_book, job = std::move(job), writes] {
        QString problem;
        try {
            job(*book);
        } catch (...) {
            problem = failureOf(std::current_exception()).message;
        }
        QMetaObject::invokeMethod(
            this,
            [this, its = book.get(), problem, writes] {
                --m_waiting;
                if (its == m_book.get() && (writes || !problem.isEmpty()) &&
                    std::exchange(m_problem, problem) != problem)
                    Q_EMIT changed();
            },
            Qt::QueuedConnection);
    });
}

void HistoryKeeper::beginRound()
{
    m_isInRound = isKeeping() && m_waiting < mostJobsWaiting;
    if (!m_isInRound)
        return;
    const std::shared_ptr<const AlertFile> file = m_session.alerts().file();
    const Alerts alerts = file ? Alerts(file, &file->alerts) : std::make_shared<const std::vector<Alert>>();
    run([alerts](Book& book) { book.begin(alerts); }, false);
}

// A round that cannot be taken as fast as it is read is not kept.
void HistoryKeeper::take(const Readings& readings)
{
    m_isInRound = m_isInRound && m_waiting < mostJobsWaiting;
    if (m_isInRound)
        run([readings](Book& book) { book.take(*readings); }, false);
}

void HistoryKeeper::endRound()
{
    if (!std::exchange(m_isInRound, false))
        return;
    const FigureDoubt missing = m_session.progress().partial ? FigureDoubt::NodesLost : FigureDoubt::None;
    run([missing, server = figures(), at = now()](Book& book) { book.end(missing, server, at); });
}

ServerFigures HistoryKeeper::figures()
{
    ServerFigures figures = m_server.take(m_session.link().said(), false);
    figures.take(findingsThere(), missingFindings());
    return figures;
}

std::vector<Finding> HistoryKeeper::findingsThere() const
{
    std::vector<Finding> open;
    std::ranges::copy_if(*m_session.findings().findings(), std::back_inserter(open),
                         [](const Finding& one) { return !one.isGone && !one.dismissed; });
    return open;
}

FigureDoubt HistoryKeeper::missingFindings() const
{
    return m_session.progress().partial           ? FigureDoubt::NodesLost
           : !m_session.everScanned()             ? FigureDoubt::TokensUnread
           : !m_session.serverCheck().knowsMemory ? FigureDoubt::NoInfo
                                                  : FigureDoubt::None;
}

void HistoryKeeper::noteFindings()
{
    if (!isKeeping() || !m_session.live())
        return;
    const Instant at = now();
    const std::vector<FindingEvents::Event> found =
        m_findings.take(findingsThere(), missingFindings() == FigureDoubt::None);
    if (!found.empty())
        run([found, at](Book& book) {
            book.open(at);
            for (const FindingEvents::Event& event : found)
                book.writer->add(historyEventOf(event, at));
        });
}

void HistoryKeeper::noteGap(FigureDoubt why)
{
    m_isInRound = false;
    run([why, at = now()](Book& book) {
        book.open(at);
        book.writer->add(HistoryRound::without(why, at));
    });
}

// Begun again within a second, it has the last ones already.
Instant HistoryKeeper::firstChange() const
{
    return std::max(m_lastChangeEnds, m_session.link().serverNow() - clockDoubt);
}

// Those that were made since it is kept: the newest first, as the trail has them.
void HistoryKeeper::noteChanges()
{
    const SharedAudit& newest = m_session.audit().newest().list;
    if (!isKeeping() || !newest)
        return;
    if (!m_changesSince)
        m_changesSince = firstChange();
    std::vector<HistoryEvent> events;
    const Instant since = *m_changesSince;
    for (auto entry = newest->entries.rbegin(); entry != newest->entries.rend(); ++entry)
        if (entry->at >= since) {
            events.push_back(historyEventOf(*entry));
            m_lastChangeEnds = entry->at + std::chrono::milliseconds(1); // as exact as the trail is
            m_changesSince = m_lastChangeEnds;
        }
    if (!events.empty())
        run([events, at = now()](Book& book) {
            book.open(at);
            for (const HistoryEvent& event : events)
                book.writer->add(event);
        });
}

} // namespace ratewarden::ui
