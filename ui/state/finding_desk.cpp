// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/state/finding_desk.h"

#include "core/admin/login_name.h"
#include "core/model/errors.h"
#include "core/policies/published_policy.h"
#include "ui/state/session.h"

#include <iterator>
#include <map>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr auto gatherPause = 200ms;

// Requests of the last ten minutes where they are counted, else what is used.
double trafficOf(const TokenRow& row)
{
    const std::chrono::duration<double> counted = countsReach;
    return row.steadyAllowed >= 0 ? double(row.steadyAllowed + row.steadyDenied) * counted.count()
                                  : double(row.used);
}

double rateOf(const TokenRow& row, const Format& format, const std::map<int, double>& growing, int place)
{
    if (row.steadyAllowed >= 0)
        return double(row.steadyAllowed + row.steadyDenied);
    const auto growth = growing.find(place);
    return growth == growing.end() ? 0 : TokenPatterns::rateBy(format, growth->second);
}

} // namespace

FindingDesk::FindingDesk(Session& session) : m_session(session)
{
    m_soon.setSingleShot(true);
    m_soon.setInterval(gatherPause);
    connect(&m_soon, &QTimer::timeout, this, &FindingDesk::gather);
    connect(&m_session, &Session::serverChecked, this, &FindingDesk::refresh);
    connect(&m_session.book(), &TokenBook::warningsChanged, this, &FindingDesk::refresh);
    connect(&m_session, &Session::scanCompleted, this, &FindingDesk::findPatterns);
    connect(&m_session, &Session::roundCompleted, this, &FindingDesk::findPatterns);
}

void FindingDesk::put(std::vector<Finding> findings)
{
    m_recorded = std::make_shared<const std::vector<Finding>>(std::move(findings));
    Q_EMIT changed();
}

void FindingDesk::refresh()
{
    if (!m_recorded && !m_soon.isActive())
        m_soon.start();
}

void FindingDesk::gather()
{
    const Instant now = m_session.link().serverNow();
    std::vector<Finding> found = m_patterns;
    for (Finding& one : found)
        one.lastSeen = now;
    for (const ServerWarning& warning : m_session.serverCheck().warnings)
        found.push_back(findingOf(warning, now));
    for (const WarningGroup& group : m_session.tokens().warnings().groups())
        found.push_back(findingOf(group, now));
    m_book.take(std::move(found), now);
    Q_EMIT changed();
}

// All rows are known only once a scan has gone through the keys.
void FindingDesk::findPatterns()
{
    if (m_recorded || m_search.isBusy() || !(m_session.live() || m_session.isRecorded()) ||
        m_session.paused() || !m_session.everScanned() || !m_session.policies())
        return;
    const Instant now = m_session.link().serverNow();
    m_search.ask(
        [tokens = m_session.tokens().snapshot(), growing = m_session.tokens().growing(),
         policies = m_session.policies(), now](Computation& computation) {
            TokenPatterns patterns;
            for (std::size_t place = 0; place < tokens.rows.size(); ++place) {
                if (computation.stopToken().stop_requested())
                    return Patterns();
                const TokenRow& row = tokens.rows[place];
                const TokenName name = tokens.names[place];
                if (!row.dropped && name.format->hasState() && !isCandidate(name.policy))
                    patterns.take(name.key(), trafficOf(row), row.state == TokenStatus::Limited,
                                  rateOf(row, *name.format, growing, int(place)));
            }
            return Patterns{patterns.ofTokens(now), patterns.ofPolicies(*policies, true, now)};
        },
        [this, now, policies = m_session.policies()](const Outcome<Patterns>& outcome) {
            const Patterns* const found = outcome.result();
            if (!found)
                return;
            m_patterns = found->ofTokens;
            std::ranges::move(m_lasting.take(found->ofPolicies, *policies, now),
                              std::back_inserter(m_patterns));
            gather();
        });
}

std::vector<Subject> FindingDesk::subjectsOf(const Finding& finding) const
{
    std::vector<Subject> subjects;
    const auto* const code = std::get_if<WarningCode>(&finding.kind);
    if (!code)
        for (const std::string& token : finding.samples)
            subjects.push_back({token, finding.group, finding.format});
    if (!code || finding.others)
        return subjects;
    const TokenSnapshot tokens = m_session.tokens().snapshot();
    for (std::size_t place = 0; place < tokens.rows.size(); ++place) {
        const TokenRow& row = tokens.rows[place];
        if (row.dropped || !row.warnings.has(*code))
            continue;
        const TokenName name = tokens.names[place];
        if (name.format == finding.format && name.policy == finding.group)
            subjects.push_back(name.key());
    }
    return subjects;
}

void FindingDesk::dismiss(const FindingName& name, const QString& reason, std::optional<Instant> until)
{
    const Dismissal dismissal{loginName(), reason.toStdString(), until};
    m_book.dismiss(name, dismissal);
    keep(name, dismissal);
}

void FindingDesk::restore(const FindingName& name)
{
    m_book.restore(name);
    keep(name, std::nullopt);
}

void FindingDesk::keepIn(DismissalFile file)
{
    m_book.setDismissals(file.read(m_session.endpoint()));
    m_file = std::move(file);
    Q_EMIT changed();
}

void FindingDesk::keep(const FindingName& name, const std::optional<Dismissal>& dismissal)
{
    Q_EMIT changed();
    if (!m_file)
        return;
    try {
        m_file->keep(m_session.endpoint(), name, dismissal);
    } catch (const InvalidArgument& error) {
        Q_EMIT keepingFailed(QString::fromUtf8(error.what()));
    }
}

} // namespace ratewarden::ui
