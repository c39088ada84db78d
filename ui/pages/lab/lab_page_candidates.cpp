// SPDX-License-Identifier: GPL-3.0-or-later
// What the operator does on the lab's page: candidates, marks, the token that is looked at.
#include "ui/charts/request_histogram.h"
#include "ui/pages/lab/lab_ask_card.h"
#include "ui/pages/lab/lab_edit_card.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/lab/lab_rules_card.h"
#include "ui/pages/lab/lab_sufferers_card.h"
#include "ui/pages/lab/lab_time_card.h"
#include "ui/pages/lab/lab_traffic_button.h"
#include "ui/pages/lab/lab_trials_card.h"
#include "ui/pages/save_file.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"

#include <algorithm>

namespace ratewarden::ui {
namespace {

std::vector<const PublishedPolicy*> publishedIn(const SharedPolicies& policies)
{
    std::vector<const PublishedPolicy*> published;
    if (policies)
        for (const auto& [name, policy] : policies->published)
            published.push_back(&policy);
    return published;
}

} // namespace

QString LabPage::nameOf(TokenId token) const
{
    return traffic() ? shown(traffic()->trace.names[token]) : QString();
}

void LabPage::listPolicies()
{
    QStringList names;
    for (const PublishedPolicy* const policy : publishedIn(m_session.policies()))
        names << shown(policy->policy.name);
    m_trialsCard->setPolicies(names);
    listCandidateOf();
}

// Candidates are evaluated by limiters of this library.
void LabPage::listCandidateOf()
{
    std::vector<std::string> names;
    for (const PublishedPolicy* const policy : publishedIn(m_session.policies()))
        if (policy->policy.format.empty())
            names.push_back(policy->policy.name);
    m_rules->setPolicies(std::move(names), m_bench.enforcedPolicy());
}

void LabPage::setEnforced(int policy)
{
    const std::vector<const PublishedPolicy*> published = publishedIn(m_session.policies());
    if (policy < 0 || std::size_t(policy) >= published.size())
        return m_bench.setEnforced(std::nullopt, {});
    const Policy& enforced = published[std::size_t(policy)]->policy;
    m_bench.setEnforced(Candidate{tr("Enforced").toStdString(), enforced}, enforced.name);
}

void LabPage::markTyped(const QString& token)
{
    const auto& names = traffic()->trace.names;
    const TokenId found = names.find(token.toStdString());
    if (found >= names.size()) {
        fail(tr("There is no token %1 in this traffic.").arg(token));
        return;
    }
    fail({});
    m_bench.mark(found, true);
    m_bench.chooseToken(found);
}

void LabPage::showToken()
{
    const std::optional<TokenId> token = m_bench.token();
    if (!token) {
        m_trafficButton->setToken({});
        return;
    }
    const std::string_view name = traffic()->trace.names[*token];
    if (!m_edit->isHidden() && name != m_edit->token())
        m_edit->setToken(std::string(name));
    m_trafficButton->setToken(nameOf(*token));
    m_sufferers->choose(*token);
    m_ask->setToken(name);
}

void LabPage::saveReport(LabReportKind kind)
{
    if (!traffic())
        return;
    if (candidate().policy.rules.empty()) {
        fail(tr("Candidate %1 has no limit to report of.").arg(candidateName(candidate().name)));
        return;
    }
    m_bench.runner().ask(
        Question::Report,
        [traffic = traffic(), enforced = m_bench.enforced(), candidate = candidate(),
         kind](Computation& job) {
            return QByteArray::fromStdString(reportOf(*traffic, enforced, candidate, kind, job.progress()));
        },
        [this, kind](const Outcome<QByteArray>& outcome) {
            if (const Failure* failure = outcome.failure()) {
                fail(failure->message);
                return;
            }
            saveFile(window(), tr("Save report"),
                     kind == LabReportKind::Html ? QStringLiteral("lab-report.html")
                                                 : QStringLiteral("lab-report.csv"),
                     *outcome.result(), [this](const QString& sentence) { Q_EMIT done(sentence); });
        });
}

} // namespace ratewarden::ui
