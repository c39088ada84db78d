// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/session.h"

#include "core/formats/ratewarden_format.h"
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
constexpr std::size_t mostLocks = 100;    // that are looked at once more at a time
constexpr std::size_t mostLookedAt = 100; // subjects and keys whose rights are remembered

} // namespace

Session::Session(const Endpoint& endpoint, LinkTimes times, GuardLevel level, QObject* parent)
    : QObject(parent)
    , m_guard(level)
    , m_link(endpoint, times, nullptr, m_guard.state())
    , m_load(m_link)
    , m_scan(m_link, m_load, [this](const Subject& subject) { return m_tokens.find(subject) >= 0; })
    , m_round(m_link, m_load, m_tokens)
    , m_poll(m_link)
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
    m_locks.setSingleShot(true);
    m_locks.setInterval(std::chrono::ceil<std::chrono::milliseconds>(lockPatience) + 200ms);
    connect(&m_locks, &QTimer::timeout, this, [this] {
        if (live() && !paused())
            reread(m_locked);
        m_locked.clear();
    });
    connect(this, &Session::found, this, &Session::watchLocks);
    connect(&m_formatFiles, &FormatFiles::catalogueChanged, this, &Session::recogniseAgain);
    connectReaders();
}

// Before all else: its thread calls back.
Session::~Session()
{
    m_watch.reset();
}

void Session::open()
{
    m_formatFiles.reload();
    m_link.open();
}

// Each key may be another format's now.
void Session::recogniseAgain(const FormatSet& retired)
{
    m_retired.insert(retired.begin(), retired.end());
    for (const auto& format : currentCatalogue()->formats())
        m_retired.erase(format.get()); // a file that was taken away and is back again
    Q_EMIT formatsRetired(retired);
    m_scan.startWhole();
}

// Without those that were asked for before their format was changed.
Readings Session::inForce(const Readings& readings) const
{
    const auto isRetired = [this](const Reading& reading) {
        return m_retired.contains(reading.subject.format);
    };
    if (m_retired.empty() || std::ranges::none_of(*readings, isRetired))
        return readings;
    std::vector<Reading> kept = *readings;
    std::erase_if(kept, isRetired);
    return std::make_shared<const std::vector<Reading>>(std::move(kept));
}

std::optional<Subject> Session::successor(const Subject& subject)
{
    const auto catalogue = currentCatalogue();
    Subject other = subject;
    other.format = catalogue->find(subject.format->name());
    if (!other.format || other.format->keys(other).empty()) // its keys have other names by now
        return std::nullopt;
    return other;
}

void Session::connectReaders()
{
    connect(&m_scan, &TokenScan::started, this, [this](TokenScan::Pass pass) {
        if (pass == TokenScan::Pass::NewOnly)
            return;
        m_round.stop();
        m_round.restart(); // from the beginning, when it is started again
        Q_EMIT roundStarted();
    });
    const auto tellFound = [this](const Readings& readings) {
        Q_EMIT found(m_blocks.complete(inForce(readings)));
    };
    connect(&m_scan, &TokenScan::found, this, tellFound);
    connect(&m_scan, &TokenScan::seen, this, [this](const std::vector<Subject>& subjects) {
        for (const Subject& subject : subjects)
            m_tokens.noteSeen(subject);
    });
    connect(&m_scan, &TokenScan::countsStarted, this, [this] { m_totals.beginScan(); });
    connect(&m_scan, &TokenScan::counted, this,
            [this](const CountsReading& reading) { m_totals.add(reading); });
    connect(&m_scan, &TokenScan::countsCompleted, this, [this] {
        m_totals.endScan();
        Q_EMIT requestsCounted();
    });
    connect(&m_scan, &TokenScan::progressed, this, &Session::progressed);
    connect(&m_scan, &TokenScan::completed, this, [this](TokenScan::Pass pass) {
        Q_EMIT scanCompleted();
        if (pass == TokenScan::Pass::NewOnly)
            return;
        Q_EMIT roundCompleted();
        if (!paused())
            m_round.start();
        m_poll.now();
    });
    connect(&m_round, &TokenRound::started, this, &Session::roundStarted);
    connect(&m_round, &TokenRound::read, this, tellFound);
    connect(&m_round, &TokenRound::completed, this, &Session::roundCompleted);
    connect(&m_poll, &TokenPoll::read, this,
            [this](const Readings& readings, const std::vector<SharedDetail>& details) {
                m_histories.setInterval(m_poll.interval());
                const Readings completed = m_blocks.complete(readings);
                for (const Reading& reading : *completed)
                    m_histories.add(reading);
                Q_EMIT read(inForce(completed));
                for (const SharedDetail& detail : details)
                    Q_EMIT detailRead(m_blocks.complete(detail));
            });
    connect(&m_changes, &Changes::applied, this, [this](const Made& made) { m_blocks.note(*made); });
    connect(&m_changes, &Changes::reverted, this, [this](const Made& made, const Undoing& undoing) {
        m_blocks.noteUndone(*made, undoing, m_link.serverNow());
    });
    connect(&m_changes, &Changes::touched, this, [this](const Made& made) { noteChange(*made); });
    watchFailures(m_scan, Source::Scan);
    watchFailures(m_round, Source::Round);
    watchFailures(m_poll, Source::Poll);
}

// What was changed is read again, and nothing else; what no reading can tell by itself is marked on time
// lines.
void Session::noteChange(const ratewarden::Outcome& made)
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

void Session::linkChanged()
{
    if (live()) {
        if (std::exchange(m_connected, true))
            return;
        if (!m_watch)
            follow();
        findRights();
        checkServer();
        if (m_policies)
            begin();
        return;
    }
    if (m_link.state() == Link::State::NeedsPassword)
        m_watch.reset(); // it would go on trying
    if (!std::exchange(m_connected, false))
        return;
    m_scan.disconnected();
    m_round.stop();
    m_poll.disconnected();
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
    m_scan.setPolicies(policies);
    m_round.setPolicies(policies);
    m_poll.setPolicies(policies);
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
    if (paused)
        m_round.stop();
    else if (m_connected && everScanned() &&
             (progress().complete || m_scan.pass() == TokenScan::Pass::NewOnly))
        m_round.start();
    Q_EMIT paceChanged();
}

void Session::setShortestRound(std::chrono::milliseconds shortest)
{
    m_round.setShortest(shortest);
    m_scan.setCountsRest(shortest);
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
    for (int place = 0; place < m_tokens.size(); ++place)
        if (const TokenName name = m_tokens.name(place);
            name.format->hasState() && !m_tokens.row(place).dropped && wanted.contains(name.token))
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
    if (m_lookedAt.size() == mostLookedAt)
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

QString Session::missing(std::string_view script) const
{
    return m_guard.isReadOnly() ? readOnlySentence() : missingSentence(m_rights, script);
}

QString Session::missing(const Subject& subject, std::string_view act) const
{
    if (m_guard.isReadOnly())
        return readOnlySentence();
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
        const int place = m_tokens.find(reading.subject);
        if (WarningSet(reading.warnings).has(WarningCode::StaleLock) && m_locked.size() < mostLocks &&
            (place < 0 || !m_tokens.row(place).warnings.has(WarningCode::StaleLock)))
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
