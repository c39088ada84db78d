// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/session.h"

#include "core/formats/own/ratewarden_format.h"
#include "ui/histories/token_area.h"
#include "ui/state/alert_desk.h"
#include "ui/state/audit_desk.h"
#include "ui/state/finding_desk.h"
#include "ui/state/history_keeper.h"
#include "ui/state/overview_feed.h"
#include "ui/state/traffic_desk.h"
#include "ui/text/display_text.h"
#include "ui/text/guard_text.h"
#include "ui/text/problem_text.h"

#include <algorithm>
#include <unordered_set>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

// Publishing tells at once; this finds what was written by hand, and what a user who may not listen misses.
constexpr auto policyInterval = 1s;
constexpr auto serverCheckInterval = 60s;
// Without a reading for this many polls, and the time that a slow one may take, data counts as stale.
constexpr int missedPolls = 2;
constexpr auto slowestPoll = 2000ms;
constexpr std::size_t mostLocks = 100;      // that are looked at once more at a time
constexpr std::size_t mostRightsKept = 100; // subjects and keys whose rights are remembered

// Nothing is sent there; were it, that name leads nowhere (RFC 2606).
Endpoint nowhere()
{
    Endpoint endpoint;
    endpoint.host = "investigation.invalid";
    return endpoint;
}

// Of the format and those that fit its keys as well the one that is asked first.
std::string_view firstAsked(const Catalogue& catalogue, const Format& format)
{
    const std::vector<const CatalogueFormat*> ties = catalogue.tiesOf(format);
    const auto isOne = [&](const auto& one) {
        return one->name() == format.name() || std::ranges::find(ties, one.get()) != ties.end();
    };
    const auto first = std::ranges::find_if(catalogue.formats(), isOne);
    return first == catalogue.formats().end() ? std::string_view() : (*first)->name();
}

} // namespace

Session::Session(SharedInvestigation recorded, QObject* parent)
    : Session(nowhere(), {}, GuardLevel::ReadOnly, parent)
{
    m_recorded = std::move(recorded);
}

Session::Session(const Endpoint& endpoint, LinkTimes times, GuardLevel level, QObject* parent)
    : QObject(parent)
    , m_guard(level)
    , m_link(endpoint, times, nullptr, m_guard.state())
    , m_load(m_link)
    , m_scan(m_link, m_load, m_prefixes,
             [this](const Subject& subject) { return tokens().find(subject) >= 0; })
    , m_round(m_link, m_load, m_book.rows())
    , m_poll(m_link)
    , m_counts(m_link, m_load, m_book.rows(), m_totals)
    , m_endpoint(endpoint)
{
    m_name = m_link.where();
    connect(&m_guard, &GuardSwitch::changed, this, &Session::guardChanged);
    connect(&m_link, &Link::stateChanged, this, &Session::linkChanged);
    connect(&m_serverChecks, &QTimer::timeout, this, [this] {
        if (live() && !paused())
            checkServer();
    });
    m_serverChecks.start(serverCheckInterval);
    connect(&m_ages, &QTimer::timeout, this, &Session::updateFreshness);
    m_ages.start(200ms);
    m_locks.setSingleShot(true);
    m_locks.setInterval(std::chrono::ceil<std::chrono::milliseconds>(lockPatience) + 200ms);
    connect(&m_locks, &QTimer::timeout, this, [this] {
        if (live() && !paused())
            reread(m_locked);
        m_locked.clear();
    });
    connect(this, &Session::found, this, &Session::watchLocks);
    connect(this, &Session::roundStarted, this, [this] { m_roundSince = m_link.serverNow(); });
    connect(this, &Session::roundCompleted, this, [this] { m_readSince = m_roundSince; });
    connect(&m_formatFiles, &FormatFiles::catalogueChanged, this, &Session::recogniseAgain);
    connectReaders();
    m_alerts = std::make_unique<AlertDesk>(); // which the overview listens to
    m_audit = std::make_unique<AuditDesk>(*this);
    connect(m_audit.get(), &AuditDesk::changed, this, &Session::noteTrail);
    connect(&m_histories.moments(), &Moments::shownChanged, m_audit.get(), [this](bool shown) {
        m_audit->setNewestShown(&m_histories.moments(), shown); // flags tell of others' changes
    });
    m_overview = std::make_unique<OverviewFeed>(*this);
    m_findings = std::make_unique<FindingDesk>(*this);
    m_lab = std::make_shared<TrafficDesk>(*this);
    m_keeper = std::make_unique<HistoryKeeper>(*this);
    connect(m_keeper.get(), &HistoryKeeper::changed, this, [this] {
        m_alerts->setOwnHistory(m_keeper->isKeeping() ? m_keeper->path().toStdString() : std::string());
    });
}

// The watch before all else: its thread calls back.
Session::~Session()
{
    m_watch.reset();
    m_findings.reset();
    m_overview.reset(); // gives back what it has on screen
}

void Session::open()
{
    if (m_recorded)
        return showRecorded();
    m_formatFiles.reload();
    m_link.open();
}

// Each key may be another format's now.
void Session::recogniseAgain(const FormatSet& retired)
{
    m_retired.insert(retired.begin(), retired.end());
    for (const auto& format : m_prefixes->catalogue()->all())
        if (m_retired.erase(format.get()) > 0) // another was chosen, or its file is back again
            m_doubted.insert(format.get());
    m_book.retire(retired, [this](const Subject& subject) { return successor(subject); });
    Q_EMIT formatsRetired(retired);
    m_scan.startWhole();
}

// Without those that were asked for before their format was changed, or another one was chosen. After a
// choice was taken back only a scan tells whose their keys are: pages may still ask for them as they were.
Readings Session::inForce(const Readings& readings, TokenStore::Source source) const
{
    const auto catalogue = m_prefixes->catalogue();
    const auto isRetired = [&](const Reading& reading) {
        const Format& format = *reading.subject.format;
        if (m_retired.contains(&format))
            return true;
        if (source == TokenStore::Source::Poll && m_doubted.contains(&format) &&
            tokens().find(reading.subject) < 0)
            return true;
        const std::string_view said = catalogue->formatSaid(reading.subject).format;
        return !said.empty() && said != format.name() &&
               std::ranges::count(catalogue->tiesOf(format), said, &CatalogueFormat::name) > 0;
    };
    if (std::ranges::none_of(*readings, isRetired))
        return readings;
    std::vector<Reading> kept = *readings;
    std::erase_if(kept, isRetired);
    return std::make_shared<const std::vector<Reading>>(std::move(kept));
}

std::optional<Subject> Session::successor(const Subject& subject) const
{
    const auto catalogue = m_prefixes->catalogue();
    Subject other = subject;
    other.format = catalogue->find(subject.format->name(), subject);
    if (!other.format || other.format->keys(other).empty()) // its keys have other names by now
        return std::nullopt;
    Subject said = other; // that was chosen of those that fit its keys
    std::string_view name = catalogue->formatSaid(other).format;
    if (name.empty() && other.format == subject.format) // what was chosen was taken back
        name = firstAsked(*catalogue, *other.format);
    said.format = catalogue->find(name, subject);
    return said.format && said.format->keys(said) == other.format->keys(other) ? said : other;
}

void Session::connectReaders()
{
    connect(&m_book, &TokenBook::dropped, &m_round, &TokenRound::moved); // before anybody shows it
    connect(&m_scan, &TokenScan::started, this, [this](TokenScan::Pass pass) {
        m_book.beginScan();
        if (pass == TokenScan::Pass::NewOnly)
            return;
        m_round.stop();
        m_round.restart(); // from the beginning, when it is started again
        Q_EMIT roundStarted();
    });
    const auto tellFound = [this](const Readings& readings) {
        m_counts.note(readings);
        m_formatFiles.noteCatalogue(); // what was guessed is among them
        const Readings current = m_blocks.complete(inForce(readings, TokenStore::Source::Scan));
        m_book.put(*current);
        m_overridden.note(current);
        noteReading();
        Q_EMIT found(current);
    };
    connect(&m_scan, &TokenScan::found, this, tellFound);
    connect(&m_scan, &TokenScan::seen, this, [this](const std::vector<Subject>& subjects) {
        for (const Subject& subject : subjects)
            m_book.noteSeen(subject);
    });
    connect(&m_scan, &TokenScan::countsStarted, this, [this] { m_totals.beginScan(); });
    connect(&m_scan, &TokenScan::counted, this, [this](const CountsReading& reading) {
        m_totals.add(reading);
        m_counts.note(reading);
    });
    connect(&m_scan, &TokenScan::countsCompleted, this, [this] {
        m_totals.endScan();
        m_counts.endPass();
        Q_EMIT requestsCounted();
    });
    connect(&m_counts, &CountsRound::progressed, this, [this] {
        if (!paused())
            Q_EMIT requestsProgressed();
    });
    connect(&m_counts, &CountsRound::completed, this, [this] {
        if (paused())
            Q_EMIT requestsCollected();
        else
            Q_EMIT requestsCounted();
    });
    connect(&m_scan, &TokenScan::progressed, this, [this] {
        m_book.expect(progress().total);
        Q_EMIT progressed();
    });
    connect(&m_scan, &TokenScan::completed, this, [this](TokenScan::Pass pass) {
        if (!progress().partial) {
            m_book.endScan();
            m_overridden.endScan();
        }
        Q_EMIT scanCompleted(pass != TokenScan::Pass::NewOnly);
        if (pass == TokenScan::Pass::NewOnly)
            return;
        Q_EMIT roundCompleted();
        if (!paused()) {
            m_round.start();
            m_counts.start();
        }
        m_poll.now();
    });
    connect(&m_round, &TokenRound::started, this, &Session::roundStarted);
    connect(&m_round, &TokenRound::read, this, tellFound);
    connect(&m_round, &TokenRound::completed, this, &Session::roundCompleted);
    connect(&m_poll, &TokenPoll::read, this,
            [this](const Readings& readings, const std::vector<SharedDetail>& details) {
                m_histories.setInterval(m_poll.interval());
                m_counts.note(readings);
                const Readings completed = m_blocks.complete(readings);
                for (const Reading& reading : *completed)
                    m_histories.add(reading);
                const Readings current = inForce(completed, TokenStore::Source::Poll);
                m_book.put(*current, TokenStore::Source::Poll);
                m_overridden.note(current);
                noteReading();
                Q_EMIT read(current);
                m_detailed.clear();
                for (const SharedDetail& detail : details) {
                    m_detailed.push_back({detail, detail, requestsSince(*detail, *detail)});
                    if (detail->override)
                        m_histories.mark(detail->reading.subject, markOf(*detail->override));
                    Q_EMIT detailRead(m_blocks.complete(detail));
                }
            });
    connect(&m_poll, &TokenPoll::collected, this,
            [this](const Readings& readings, const std::vector<SharedDetail>& details) {
                m_counts.note(readings);
                for (const Reading& reading : *m_blocks.complete(readings))
                    m_histories.add(reading, true); // what charts draw stands still
                for (const SharedDetail& detail : details)
                    for (Detailed& known : m_detailed)
                        if (known.last->reading.subject == detail->reading.subject) {
                            const std::optional<Units> more = requestsSince(*known.last, *detail);
                            if (more)
                                known.newer = known.newer.value_or(0) + *more;
                            known.last = detail;
                        }
            });
    connect(&m_changes, &Changes::applied, this, [this](const Made& made) { m_blocks.note(*made); });
    connect(&m_changes, &Changes::reverted, this, [this](const Made& made, const Undoing& undoing) {
        m_blocks.noteUndone(*made, undoing, m_link.serverNow());
    });
    connect(&m_changes, &Changes::touched, this, [this](const Made& made) { noteChange(*made); });
    watchFailures(m_scan, Source::Scan);
    watchFailures(m_round, Source::Round);
    watchFailures(m_poll, Source::Poll);
    watchFailures(m_counts, Source::Counts);
}

// What was changed is read again, and nothing else; what no reading can tell by itself is marked on time
// lines.
void Session::noteChange(const ChangeOutcome& made)
{
    const Change& change = made.change;
    if (const PublishIntent* const publishing = change.publishing()) {
        m_histories.markPolicy(publishing->policy.policy.name,
                               {made.at,
                                TimeMark::Kind::Published,
                                (publishing->removes ? tr("removed by %1, %2") : tr("by %1, %2"))
                                    .arg(shown(change.by), shown(change.reason)),
                                {}});
        return;
    }
    m_book.noteChanged(change.subjects, made.at);
    if (change.wants<ResetIntent>())
        for (const Subject& subject : change.subjects)
            if (m_histories.find(subject))
                m_histories.mark(subject, {made.at,
                                           TimeMark::Kind::Reset,
                                           tr("by %1, %2").arg(shown(change.by), shown(change.reason)),
                                           {}});
    std::vector<std::string> tokens;
    tokens.reserve(change.subjects.size());
    for (const Subject& subject : change.subjects)
        tokens.push_back(subject.token);
    rereadTokens(tokens);
}

// As far as it was read for charts, Overview and Audit; what was recorded of a token has it.
void Session::noteTrail()
{
    if (isRecorded())
        return;
    for (const SharedAudit& list : {m_audit->whole(), m_audit->newest().list})
        if (list)
            m_histories.noteTrail(list->entries, m_link.serverNow());
}

template <class Reader>
void Session::watchFailures(Reader& reader, Source source)
{
    connect(&reader, &Reader::failed, this, [this, source](const Failure& failure) {
        m_link.report(failure);
        if (live())
            setProblem(source, failure.message);
    });
    connect(&reader, &Reader::succeeded, this, [this, source] { setProblem(source, {}); });
}

void Session::noteReading()
{
    if (!live())
        return; // the last of what was under way when the link was lost
    m_sinceReading.start();
    m_lastReading = m_link.serverNow();
    updateFreshness();
}

void Session::updateFreshness()
{
    if (isRecorded())
        return;
    if (paused() && m_sinceReading.isValid())
        m_sinceReading.start(); // time stands still
    // Expired: the server answers, but not to this.
    const bool current = m_sinceReading.isValid() &&
                         !m_sinceReading.hasExpired((missedPolls * interval() + slowestPoll).count());
    const Freshness freshness = m_lastReading != Instant{} && !current ? Freshness::Stale
                                : paused()                             ? Freshness::Paused
                                                                       : Freshness::Live;
    if (std::exchange(m_freshness, freshness) != freshness)
        Q_EMIT freshnessChanged();
}

void Session::linkChanged()
{
    if (m_link.isUnreachable())
        m_sinceReading.invalidate();
    updateFreshness();
    if (live()) {
        noteServer();
        if (std::exchange(m_connected, true))
            return;
        if (!m_watch)
            follow();
        findRights();
        checkServer();
        if (m_policies)
            begin();
        if (paused() && everScanned()) // else the scan starts them when it is through
            m_counts.start();
        return;
    }
    if (m_link.state() == Link::State::NeedsPassword)
        m_watch.reset(); // it would go on trying
    if (!std::exchange(m_connected, false))
        return;
    m_scan.disconnected();
    m_round.stop();
    m_counts.stop();
    m_poll.disconnected();
}

void Session::noteServer()
{
    const std::vector<ServerEvent> events = m_link.takeEvents();
    for (const ServerEvent& event : events)
        m_histories.markServer(markOf(event));
    if (!events.empty())
        Q_EMIT serverChanged(events);
}

// The policies are followed in a thread of their own.
void Session::follow()
{
    PolicyWatch::Options options;
    options.interval = policyInterval;
    options.onBook = [this](SharedPolicies policies, const Problem& unread) {
        QMetaObject::invokeMethod(
            this,
            [this, policies = std::move(policies), problem = problemText(unread)] {
                takePolicies(policies, problem);
            },
            Qt::QueuedConnection);
    };
    m_watch = std::make_unique<PolicyWatch>(m_endpoint, std::move(options));
}

// What stands in their place, or a right that is missing, hides no token.
void Session::takePolicies(const SharedPolicies& read, const QString& problem)
{
    const SharedPolicies policies = read ? read : std::make_shared<const PolicyBook>();
    setProblem(Source::Policies, !problem.isEmpty()          ? problem
                                 : !policies->broken.empty() ? problemText(policies->broken.begin()->second)
                                                             : QString());
    if (policies == m_policies)
        return;
    m_policies = policies;
    if (read) { // those that cannot be read are not gone
        m_histories.notePolicies(policies->policies, m_link.serverNow(), policyInterval);
        m_overview->notePolicies(*policies);
    }
    const auto before = m_prefixes->catalogue();
    m_prefixes->setPolicies(policies->policies);
    if (m_prefixes->catalogue() != before &&
        !isRecorded()) // keys are recognised that were nobody's, or no longer
        m_formatFiles.reload();
    m_scan.setPolicies(policies);
    m_round.setPolicies(policies);
    m_poll.setPolicies(policies);
    m_counts.setPolicies(policies);
    Q_EMIT policiesRead(policies);
    if (m_connected)
        begin();
}

// With the link and the policies there: begins to read, or goes on by other policies.
void Session::begin()
{
    if (m_scan.state() == TokenScan::State::Lost) {
        m_scan.connected();
        m_poll.connected();
        return;
    }
    m_poll.now();
    m_round.restart();
}

void Session::setInterval(std::chrono::milliseconds interval)
{
    m_poll.setInterval(interval);
    Q_EMIT paceChanged();
}

void Session::setPaused(bool paused)
{
    m_poll.setPaused(paused);
    m_scan.setPaused(paused);
    if (paused) {
        m_pausedSince = m_link.serverNow();
        m_round.stop();
    } else if (m_connected && everScanned() &&
               (progress().complete || m_scan.pass() == TokenScan::Pass::NewOnly)) {
        m_round.start();
        m_counts.start();
    }
    updateFreshness();
    Q_EMIT paceChanged();
}

std::optional<Units> Session::newer(const Subject& subject) const
{
    for (const Detailed& one : m_detailed)
        if (one.last->reading.subject == subject)
            return one.newer;
    return std::nullopt;
}

void Session::setShortestRound(std::chrono::milliseconds shortest)
{
    m_usualRound = shortest;
    applyRound();
}

void Session::wishRound(const QObject* who, std::optional<std::chrono::milliseconds> shortest)
{
    if (shortest)
        m_wishedRounds.insert_or_assign(who, *shortest);
    else
        m_wishedRounds.erase(who);
    applyRound();
}

void Session::applyRound()
{
    std::chrono::milliseconds shortest = m_usualRound;
    for (const auto& [who, wished] : m_wishedRounds)
        shortest = std::min(shortest, wished);
    m_round.setShortest(shortest);
    m_scan.setCountsRest(shortest);
    m_counts.setInterval(shortest);
}

void Session::refresh()
{
    m_scan.startWhole();
    m_poll.now();
}

void Session::rereadTokens(std::span<const std::string> tokens)
{
    const std::unordered_set<std::string_view> wanted(tokens.begin(), tokens.end());
    std::vector<Subject> subjects;
    subjects.reserve(2 * wanted.size());
    for (const std::string_view token : wanted)
        subjects.push_back(controlSubject(token));
    for (const int place : m_book.rows().placesOf(wanted))
        if (const TokenName name = m_book.rows().name(place); name.format->hasState())
            subjects.push_back(name.key());
    reread(subjects);
}

const Policy* Session::policyNamed(std::string_view name) const
{
    return m_policies ? m_policies->find(name) : nullptr;
}

// Rights are found out by commands that would write, which a read-only connection does not send.
void Session::guardChanged()
{
    m_lookedAt.clear();
    if (live() && !m_guard.isReadOnly())
        findRights();
    Q_EMIT rightsChanged();
}

void Session::findRights()
{
    m_lookedAt.clear();
    if (m_guard.isReadOnly())
        return;
    act(this, ratewarden::findRights, [this](const Outcome<Rights>& outcome) {
        const Rights rights = outcome.result() ? *outcome.result() : Rights();
        if (rights == m_rights)
            return;
        m_rights = rights;
        Q_EMIT rightsChanged();
    });
}

const Session::LookedAt* Session::lookedAt(const Subject& subject) const
{
    const auto found = std::ranges::find(m_lookedAt, subject, &LookedAt::subject);
    return found == m_lookedAt.end() ? nullptr : &*found;
}

template <class Find>
void Session::look(const Subject& subject, bool blocked, Find find)
{
    const LookedAt* const known = lookedAt(subject);
    if (!live() || m_guard.isReadOnly() || (known && known->blocked == blocked))
        return;
    std::erase_if(m_lookedAt, [&](const LookedAt& one) { return one.subject == subject; });
    if (m_lookedAt.size() == mostRightsKept)
        m_lookedAt.pop_front();
    m_lookedAt.push_back({subject, blocked, {}});
    act(this, std::move(find), [this, subject, blocked](const Outcome<Rights>& outcome) {
        const auto found = std::ranges::find(m_lookedAt, subject, &LookedAt::subject);
        if (!outcome.result() || found == m_lookedAt.end() || found->blocked != blocked ||
            found->rights == *outcome.result())
            return;
        found->rights = *outcome.result();
        Q_EMIT rightsChanged();
    });
}

void Session::lookAtRights(const Subject& subject, bool blocked)
{
    const Policy* const policy = policyNamed(subject.policy);
    look(subject, blocked,
         [subject, policy = policy ? std::optional(*policy) : std::nullopt](Server& server) {
             return findRightsOf(server, subject, policy ? &*policy : nullptr);
         });
}

QString Session::readOnlyReason() const
{
    return isRecorded()
               ? tr("This is an investigation: it shows what was recorded, and nothing can be changed")
               : readOnlySentence();
}

QString Session::missing(std::string_view script) const
{
    return m_guard.isReadOnly() ? readOnlyReason() : missingSentence(m_rights, script);
}

bool Session::isViewer() const
{
    return !m_rights.missingFor("block").empty() && !m_rights.missingFor("publish_policy").empty();
}

QString Session::missing(const Subject& subject, std::string_view act) const
{
    if (m_guard.isReadOnly())
        return readOnlyReason();
    const LookedAt* const known = lookedAt(subject);
    return known ? missingSentence(known->rights, act) : QString();
}

void Session::lookAtRights(const std::string& key)
{
    look({key, {}, nullptr}, false, [key](Server& server) { return findRightsOfKey(server, key); });
}

QString Session::missing(const std::string& key, std::string_view act) const
{
    return missing(Subject{key, {}, nullptr}, act);
}

void Session::checkServer()
{
    act(this, ratewarden::checkServer, [this](const Outcome<ServerCheck>& outcome) {
        if (!outcome.result() || *outcome.result() == m_serverCheck)
            return;
        m_serverCheck = *outcome.result();
        Q_EMIT serverChecked();
    });
}

// One look does not tell a lock that is held for the moment from a stale one, and the next round is far away.
void Session::watchLocks(const Readings& readings)
{
    for (const Reading& reading : *readings) {
        const int place = tokens().find(reading.subject);
        if (WarningSet(reading.warnings).has(WarningCode::StaleLock) && m_locked.size() < mostLocks &&
            (place < 0 || !tokens().row(place).warnings.has(WarningCode::StaleLock)))
            m_locked.push_back(reading.subject);
    }
    if (!m_locked.empty() && !m_locks.isActive())
        m_locks.start();
}

void Session::setProblem(Source source, const QString& problem)
{
    m_problems.at(std::size_t(source)) = problem;
    const auto first = std::ranges::find_if_not(m_problems, &QString::isEmpty);
    const QString now = first == m_problems.end() ? QString() : *first;
    if (now == m_problem)
        return;
    m_problem = now;
    Q_EMIT problemChanged(now);
}

} // namespace ratewarden::ui
