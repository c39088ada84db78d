// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/audit_desk.h"

#include "ui/state/session.h"

#include <algorithm>
#include <iterator>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr std::size_t mostListed = 2000;
constexpr std::size_t mostNewest = 24;
constexpr auto auditPause = 200ms;
constexpr auto auditInterval = 30s;
constexpr auto entryPatience = 1s;

struct ReadNewest {
    SharedAudit list;
    SharedAudit ofStretch; // null: none was asked for
};

AuditFilter filterOf(const TimeRange& stretch)
{
    return {.since = stretch.from, .before = stretch.to};
}

// Those that were made in the stretch, if the newest reach back to its beginning; else null.
SharedAudit amongNewest(const AuditList& newest, const AuditFilter& stretch)
{
    if (!newest.complete && (newest.entries.empty() || newest.entries.back().at >= *stretch.since))
        return nullptr;
    auto its = std::make_shared<AuditList>(newest);
    std::erase_if(its->entries, [&](const AuditEntry& entry) { return !stretch.matches(entry); });
    its->complete = its->entries.size() <= mostNewest;
    its->entries.resize(std::min(its->entries.size(), mostNewest));
    return its;
}

ReadNewest readNewestOf(Server& server, const std::optional<TimeRange>& stretch)
{
    ReadNewest read{std::make_shared<const AuditList>(readAudit(server, {}, mostNewest)), {}};
    if (!stretch)
        return read;
    read.ofStretch = amongNewest(*read.list, filterOf(*stretch));
    if (!read.ofStretch)
        read.ofStretch = std::make_shared<const AuditList>(readAudit(server, filterOf(*stretch), mostNewest));
    return read;
}

} // namespace

bool AuditDesk::Reading::begin()
{
    isStale = isUnderWay;
    return !std::exchange(isUnderWay, true);
}

bool AuditDesk::Reading::end()
{
    isUnderWay = false;
    return std::exchange(isStale, false);
}

AuditDesk::AuditDesk(Session& session) : m_session(session)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(auditPause);
    connect(&m_soon, &QTimer::timeout, this, [this] {
        if (m_listShown)
            refresh();
    });
    connect(&m_again, &QTimer::timeout, this, &AuditDesk::readNewest);
    connect(&session.changes(), &Changes::touched, this, [this] {
        m_soon.start();
        readNewest();
    });
    connect(&session.link(), &Link::connected, &m_soon, qOverload<>(&QTimer::start));
    connect(&session.link(), &Link::stateChanged, this, [this] {
        if (!m_newestShown.empty() && m_session.live() && std::exchange(m_newestMissed, false))
            readNewest();
        m_newestMissed = m_newestMissed || m_session.link().isUnreachable();
    });
    connect(&session, &Session::paceChanged, this, &AuditDesk::readNewest); // what came during a pause
    // Who published, and when: the entry is written just after the policy.
    connect(&session, &Session::policiesRead, this,
            [this] { QTimer::singleShot(entryPatience, this, &AuditDesk::readNewest); });
}

void AuditDesk::setListShown(bool shown)
{
    m_listShown = shown;
    if (shown)
        refresh();
}

// What is here may be filtered at once; older changes, which were not read, come in.
void AuditDesk::setFilter(const EntryFilter& words)
{
    m_words = words;
    const bool hasAll =
        m_listed.list && m_listed.list->complete && m_listed.words.empty() && !m_listing.isUnderWay;
    if (m_listed.words != words && !hasAll)
        m_soon.start();
}

void AuditDesk::refresh()
{
    if (!m_listing.begin())
        return;
    if (!m_session.live()) {
        m_listing.end();
        Q_EMIT changed();
        return;
    }
    const EntryFilter before = std::exchange(m_listed.words, m_words);
    m_session.search(
        this,
        [filter = AuditFilter{.words = m_words, .now = m_session.link().serverNow()}](Server& server) {
            return std::make_shared<const AuditList>(readAudit(server, filter, mostListed));
        },
        [this, before](const Outcome<SharedAudit>& outcome) {
            const bool isStale = m_listing.end();
            const Failure* const failure = outcome.failure();
            if (isStale || failure)
                m_listed.words = before;
            if (isStale)
                return refresh();
            m_listed.problem = failure ? failure->message : QString();
            if (!failure) {
                m_listed.list = *outcome.result();
                m_listed.readAt = m_session.link().serverNow();
                if (m_listed.words.empty()) {
                    m_whole = m_listed.list;
                    takeNewest(*m_whole);
                }
            }
            Q_EMIT changed();
        });
    Q_EMIT changed();
}

// They are among all that were listed.
void AuditDesk::takeNewest(const AuditList& list)
{
    if (m_session.paused()) // what the overview shows stands still
        return;
    const auto newest = std::make_shared<AuditList>();
    const std::size_t count = std::min(list.entries.size(), mostNewest);
    newest->entries.assign(list.entries.begin(), list.entries.begin() + std::ptrdiff_t(count));
    newest->complete = list.complete && count == list.entries.size();
    m_newest.list = newest;
    m_newest.readAt = m_session.link().serverNow();
    m_newest.problem.clear();
    if (!m_stretch)
        return;
    if (SharedAudit its = amongNewest(list, filterOf(*m_stretch)))
        m_newest.ofStretch = std::move(its);
    else
        readNewest();
}

void AuditDesk::setNewestShown(const QObject* who, bool shown)
{
    const bool wasShown = !m_newestShown.empty();
    if (shown)
        m_newestShown.insert(who);
    else
        m_newestShown.erase(who);
    if (m_newestShown.empty())
        return m_again.stop();
    if (wasShown) // and is read again and again
        return;
    m_again.start(auditInterval);
    readNewest();
}

void AuditDesk::setStretch(const std::optional<TimeRange>& stretch)
{
    if (stretch == m_stretch)
        return;
    m_stretch = stretch;
    m_newest.ofStretch.reset();
    if (m_stretch) {
        if (const SharedAudit& known = m_session.isRecorded() ? m_whole : m_newest.list)
            m_newest.ofStretch = amongNewest(*known, filterOf(*m_stretch));
        readNewest(); // there may be newer ones
    }
    Q_EMIT changed();
}

void AuditDesk::readNewest()
{
    if (m_newestShown.empty() || !m_session.live() || m_session.paused() || !m_readingNewest.begin())
        return;
    m_session.act(
        this, [stretch = m_stretch](Server& server) { return readNewestOf(server, stretch); },
        [this, stretch = m_stretch](const Outcome<ReadNewest>& outcome) {
            if (m_readingNewest.end())
                readNewest();
            const Failure* const failure = outcome.failure();
            m_newest.problem = failure ? failure->message : QString();
            if (!failure) {
                m_newest.list = outcome.result()->list;
                m_newest.readAt = m_session.link().serverNow();
                if (stretch == m_stretch)
                    m_newest.ofStretch = outcome.result()->ofStretch;
            }
            Q_EMIT changed();
        });
}

// The list may have been read before the newest ones were made. Where it does not reach up to them, what lies
// between is not known, and they stand alone.
SharedAudit AuditDesk::known() const
{
    const SharedAudit& newest = m_newest.list;
    if (!m_whole || !newest || newest->entries.empty())
        return m_whole ? m_whole : newest;
    const auto inList = [this](const AuditEntry& entry) {
        return std::ranges::find(m_whole->entries, entry.id, &AuditEntry::id);
    };
    if (inList(newest->entries.front()) != m_whole->entries.end())
        return m_whole;
    const auto last = inList(newest->entries.back());
    if (last == m_whole->entries.end())
        return newest;
    auto all = std::make_shared<AuditList>(*m_whole);
    all->entries = newest->entries;
    all->entries.insert(all->entries.end(), std::next(last), m_whole->entries.end());
    return all;
}

void AuditDesk::put(const SharedAudit& recorded)
{
    m_listed.list = recorded;
    m_listed.readAt = m_session.link().serverNow();
    m_whole = recorded;
    if (recorded)
        takeNewest(*recorded);
    else
        m_newest.problem = tr("this is not in the investigation");
    Q_EMIT changed();
}

} // namespace ratewarden::ui
