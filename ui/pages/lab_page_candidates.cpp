// SPDX-License-Identifier: GPL-3.0-or-later
// What the operator does on the lab's page: candidates, marks, the token that is looked at.
#include "ui/charts/request_histogram.h"
#include "ui/pages/lab_ask_card.h"
#include "ui/pages/lab_edit_card.h"
#include "ui/pages/lab_page.h"
#include "ui/pages/lab_rules_card.h"
#include "ui/pages/lab_sufferers_card.h"
#include "ui/pages/lab_time_card.h"
#include "ui/pages/lab_traffic_button.h"
#include "ui/pages/lab_trials_card.h"
#include "ui/pages/save_file.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostMarked = 1000;

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
    return m_traffic ? shown(m_traffic->trace.names[token]) : QString();
}

void LabPage::chooseCandidate(std::size_t candidate)
{
    if (candidate == m_chosen || candidate >= m_candidates.size())
        return;
    m_chosen = candidate;
    m_effect.reset();
    showRules();
    askEffect();
    askWhatIf();
    askBars();
    askLines();
    askEnvelopes();
    askBursts();
}

/// One without a name gets the next letter; two never have the same name, as trial files go by it.
void LabPage::addCandidate(Candidate added)
{
    if (m_candidates.size() >= LabTrialsCard::mostCandidates)
        return;
    const auto isTaken = [this](const std::string& name) {
        return std::ranges::find(m_candidates, name, &Candidate::name) != m_candidates.end();
    };
    if (added.policy.algorithm.empty())
        added.policy = {"lab", candidate().policy.algorithm, {}};
    const std::string wanted = added.name;
    if (wanted.empty())
        added.name = "A";
    for (int next = 1; isTaken(added.name); ++next)
        added.name = wanted.empty() ? std::string(1, char('A' + next))
                                    : wanted + " (" + std::to_string(next + 1) + ")";
    m_candidates.push_back(std::move(added));
    m_chosen = m_candidates.size() - 1;
    m_effect.reset();
    showRules();
    askAll();
}

void LabPage::removeCandidate()
{
    if (m_candidates.size() < 2 || (m_hasEnforced && (m_chosen == 0 || m_candidates.size() == 2)))
        return;
    m_candidates.erase(m_candidates.begin() + std::ptrdiff_t(m_chosen));
    m_chosen = std::min(m_chosen, m_candidates.size() - 1);
    m_effect.reset();
    showRules();
    askAll();
}

void LabPage::listPolicies()
{
    QStringList names;
    for (const PublishedPolicy* const policy : publishedIn(m_session.policies()))
        names << shown(policy->policy.name);
    m_trialsCard->setPolicies(names);
}

void LabPage::setEnforced(int policy)
{
    const std::vector<const PublishedPolicy*> published = publishedIn(m_session.policies());
    if (m_hasEnforced) {
        m_candidates.erase(m_candidates.begin());
        m_chosen = m_chosen > 0 ? m_chosen - 1 : 0;
    }
    m_hasEnforced = policy >= 0 && std::size_t(policy) < published.size();
    m_enforcedPolicy.clear();
    if (m_hasEnforced) {
        const Policy& enforced = published[std::size_t(policy)]->policy;
        m_enforcedPolicy = enforced.name;
        m_candidates.insert(m_candidates.begin(), {tr("Enforced").toStdString(), enforced});
        ++m_chosen;
    }
    m_effect.reset();
    showRules();
    if (m_traffic)
        askAll();
}

void LabPage::addWindow(Micros window)
{
    m_addedWindows.push_back(window);
    showRules();
    askEffect();
}

void LabPage::mark(TokenId token, bool marked)
{
    const auto found = std::ranges::find(m_marked, token);
    if (marked == (found != m_marked.end()) || (marked && m_marked.size() >= mostMarked))
        return;
    if (marked)
        m_marked.push_back(token);
    else
        m_marked.erase(found);
    m_effect.reset();
    showRules();
    askEffect();
    askTrials();
    askEnvelopes();
}

void LabPage::markTyped(const QString& token)
{
    const auto& names = m_traffic->trace.names;
    const TokenId found = names.find(token.toStdString());
    if (found >= names.size()) {
        fail(tr("There is no token %1 in this traffic.").arg(token));
        return;
    }
    fail({});
    mark(found, true);
    chooseToken(found);
}

void LabPage::chooseToken(std::optional<TokenId> token)
{
    m_token = token;
    if (!m_token)
        return;
    if (!m_edit->isHidden() && m_traffic->trace.names[*m_token] != m_edit->token())
        m_edit->setToken(std::string(m_traffic->trace.names[*m_token]));
    m_trafficButton->setToken(nameOf(*m_token));
    m_sufferers->choose(*m_token);
    m_ask->setToken(m_traffic->trace.names[*m_token]);
    askNext();
    askLines();
    askEnvelopes();
}

void LabPage::saveReport(LabReportKind kind)
{
    if (!m_traffic)
        return;
    if (candidate().policy.rules.empty()) {
        fail(tr("Candidate %1 has no limit to report of.").arg(candidateName(candidate().name)));
        return;
    }
    m_runner.ask(
        Question::Report,
        [traffic = m_traffic, enforced = enforced(), candidate = candidate(), kind](LabJob& job) {
            return QByteArray::fromStdString(reportOf(*traffic, enforced, candidate, kind, job));
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
