// SPDX-License-Identifier: GPL-3.0-or-later
// What a session records for a file, and how one without a server shows it again.
#include "core/admin/login_name.h"
#include "ui/state/audit_desk.h"
#include "ui/state/finding_desk.h"
#include "ui/state/overview_feed.h"
#include "ui/state/recorded_alerts.h"
#include "ui/state/recorded_rows.h"
#include "ui/state/session.h"
#include "ui/state/traffic_desk.h"

#include <algorithm>

namespace ratewarden::ui {

Freshness Session::linkFreshness() const
{
    return isRecorded()             ? Freshness::Recorded
           : m_link.isUnreachable() ? Freshness::Stale
           : paused()               ? Freshness::Paused
                                    : Freshness::Live;
}

SharedDetail Session::shownDetail(const Subject& subject) const
{
    if (m_recorded)
        for (const Investigation::Token& token : m_recorded->tokens)
            if (token.detail->reading.subject == subject)
                return token.detail;
    for (const Detailed& one : m_detailed)
        if (one.shown->reading.subject == subject)
            return one.shown;
    return nullptr;
}

void Session::setChosen(const std::optional<Subject>& subject)
{
    m_poll.setChosen(subject);
    if (subject)
        tellRecorded({*subject});
}

void Session::setOpen(const std::vector<Subject>& subjects)
{
    m_poll.setOpen(subjects);
    tellRecorded(subjects);
}

// Later, as what a server answers comes.
void Session::tellRecorded(const std::vector<Subject>& subjects)
{
    if (!m_recorded)
        return;
    QMetaObject::invokeMethod(
        this,
        [this, subjects] {
            for (const Subject& subject : subjects)
                if (const SharedDetail detail = shownDetail(subject))
                    Q_EMIT detailRead(detail);
        },
        Qt::QueuedConnection);
}

// Of a lost server, as of when something was read of it last.
Investigation Session::record() const
{
    Investigation recorded;
    recorded.at = paused() ? m_pausedSince : live() || isRecorded() ? m_link.serverNow() : m_lastReading;
    // What is shown is of no later time, which is the server's; that of a pause is an estimate.
    for (const Detailed& one : m_detailed)
        recorded.at = std::max(recorded.at, one.shown->reading.at);
    recorded.by = m_recorded ? m_recorded->by : loginName();
    recorded.isHashed = isHashed();
    recorded.known = m_recorded ? m_recorded->known : Units(m_book.rows().count());
    recorded.serverMarks = m_histories.serverMarks();
    for (TimeMark& mark : recorded.serverMarks)
        mark.node.clear();
    recorded.moments = m_histories.moments().all();
    if (m_policies)
        recorded.policies = *m_policies;
    recorded.versions = m_recorded ? m_recorded->versions : m_policyDesk.known();
    if (const SharedAudit read = m_audit->known())
        recorded.audit = recordedAudit(*read);
    recorded.overrides = m_overridden.all(recorded.at);
    recorded.totals = m_overview->shownTotals();
    recorded.looks = m_overview->history();
    recorded.newlyLimited = m_overview->newlyLimited();
    if (m_recorded) {
        recorded.alerts = m_recorded->alerts;
        recorded.watched = m_recorded->watched;
        recorded.findings = m_recorded->findings;
    } else {
        recordAlerts(*m_alerts, recorded);
        recorded.findings = {*m_findings->findings(), everScanned() && m_problem.isEmpty(),
                             m_serverCheck.knowsMemory};
    }
    recorded.past = m_overview->recordedPast();
    recorded.lab = m_lab->record();
    return recorded;
}

void Session::showRecorded()
{
    const Investigation& recorded = *m_recorded;
    m_link.standFor(recorded.at);
    m_lastReading = recorded.at;
    m_roundSince = recorded.at;
    m_freshness = Freshness::Recorded;
    const auto keys = std::size_t(recorded.known);
    m_scan.put({.looked = keys, .total = keys, .complete = true, .completedAt = recorded.at});
    takePolicies(std::make_shared<const PolicyBook>(recorded.policies), {});
    m_audit->put(recorded.audit ? std::make_shared<const AuditList>(*recorded.audit) : nullptr);
    for (const TimeMark& mark : recorded.serverMarks)
        m_histories.markServer(mark);
    for (const TimeMark& moment : recorded.moments)
        m_histories.moments().name(moment.at, moment.text);
    for (const Investigation::Token& token : recorded.tokens)
        if (token.history)
            m_histories.put(token.detail->reading.subject, *token.history);
    const auto rows = recorded.restored ? recorded.restored : restoredRows(recorded.rows);
    m_book.restore(rows->tokens);
    m_keys.put(m_recorded);
    m_totals = recorded.totals;
    m_overview->put(recorded.looks, recorded.newlyLimited,
                    recorded.past ? recorded.past->reach : countsReach);
    showAlerts(recorded, *m_alerts);
    if (recorded.findings)
        m_findings->put(recorded.findings->all);
    if (recorded.lab)
        m_lab->show(*recorded.lab);
    Q_EMIT freshnessChanged();
    Q_EMIT found(rows->readings);
    std::vector<Reading> overridden = readingsOf(recorded.overrides, recorded.at);
    for (Reading& one : overridden) // a token may be blocked, too
        if (const int place = tokens().find(one.subject); place >= 0)
            if (const Reading* const row = tokens().reading(place))
                one.block = row->block;
    const auto shared = std::make_shared<const std::vector<Reading>>(std::move(overridden));
    m_overridden.note(rows->readings); // as they may be recorded again
    m_overridden.note(shared);
    Q_EMIT found(shared);
    Q_EMIT requestsCounted();
    Q_EMIT scanCompleted(true);
    Q_EMIT roundCompleted();
}

} // namespace ratewarden::ui
