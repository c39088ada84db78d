// SPDX-License-Identifier: GPL-3.0-or-later
// From the lab's page to a live trial.
#include "ui/dialogs/live_trial_dialog.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/pages/lab/lab_trials_card.h"
#include "ui/text/lab_text.h"

namespace ratewarden::ui {

void LabPage::connectLive()
{
    connect(m_trialsCard, &LabTrialsCard::liveWanted, this, &LabPage::openLiveTrial);
    connect(&m_session.link(), &Link::stateChanged, this, &LabPage::updateLive);
    connect(&m_session, &Session::rightsChanged, this, &LabPage::updateLive);
    connect(&m_bench.runner(), &LabRunner::progressed, this,
            &LabPage::updateLive); // other traffic, other rules
    updateLive();
}

void LabPage::updateLive()
{
    const Policy& policy = candidate().policy;
    QString lacks;
    if (!traffic())
        lacks = tr("Open some traffic first");
    else if (policy.rules.empty())
        lacks = tr("Candidate %1 has no limit").arg(candidateName(candidate().name));
    else if (!m_session.live())
        lacks = tr("There is no connection to a server");
    else if (m_session.link().isCluster())
        lacks = tr("A live trial needs one server: a node of a cluster takes only the keys of its own slots");
    else
        lacks = m_session.missing(algorithmNamed(policy.algorithm).script);
    m_trialsCard->setLive(lacks);
}

void LabPage::openLiveTrial()
{
    for (auto* const open : window()->findChildren<LiveTrialDialog*>())
        if (open->isVisible()) { // else it was closed, and removes its keys
            open->raise();
            open->activateWindow();
            return;
        }
    if (!traffic() || candidate().policy.rules.empty())
        return;
    auto* const dialog = new LiveTrialDialog(m_session, traffic(), candidate(), window());
    connect(dialog, &LiveTrialDialog::ended, this, &LabPage::done);
    dialog->show();
}

} // namespace ratewarden::ui
