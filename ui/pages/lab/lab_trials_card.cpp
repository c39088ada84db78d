// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_trials_card.h"

#include "core/lab/provider_profiles.h"
#include "ui/dialogs/live_trial_dialog.h"
#include "ui/models/ink_delegate.h"
#include "ui/pages/lab/lab_reserving_table.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/row_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QMenu>
#include <QPushButton>

#include <algorithm>

namespace ratewarden::ui {
namespace {

bool opensRows(const QModelIndex& number)
{
    return number.column() == TrialTableModel::Denied || number.column() == TrialTableModel::Tokens ||
           number.column() == TrialTableModel::Hurt;
}

} // namespace

LabTrialsCard::LabTrialsCard(Session& session, LabBench& bench, QWidget* parent)
    : Card(tr("Candidates on the same traffic"), parent)
    , m_session(session)
    , m_bench(bench)
    , m_table(named("trials", new RowTable(12, tr("Candidates"), &m_model)))
    , m_retries(new LabRetries)
    , m_enforced(named("labEnforced", new QPushButton(tr("Enforced"))))
    , m_add(named("addCandidate", new QPushButton(tr("Add candidate"))))
    , m_copy(new QAction(this))
    , m_remove(named("removeCandidate", new QPushButton(tr("Remove"))))
    , m_live(named("liveTrial", new QPushButton(tr("Live trial…"))))
{
    for (QPushButton* const button : {m_enforced, m_add, m_remove, m_live}) {
        button->setFlat(true);
        addToHeader(button);
    }
    m_enforced->setToolTip(tr("The policy whose rules are in force now"));
    m_add->setToolTip(tr("Add a candidate: empty, a copy, or with the published limits of a provider"));
    m_remove->setToolTip(tr("Remove the selected candidate"));
    m_table->setColumns({{0}, {84}, {76}, {58}, {48}, {92, 580}, {108, 680}, {66, 800}});
    m_table->setItemDelegate(new InkDelegate(
        [](const QModelIndex& index, InkDelegate::Ink& ink) {
            if (index.column() == TrialTableModel::Name)
                ink.font.setWeight(QFont::DemiBold);
            if (index.data(TrialTableModel::WarnRole).toBool())
                ink.color = colors().limited;
        },
        m_table));
    body()->setContentsMargins(14, 8, 14, 8);
    body()->setSpacing(2);
    body()->addWidget(m_table);
    body()->addWidget(m_retries);
    body()->addWidget(new LabReservingTable(bench));
    m_table->setMouseTracking(true);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_add->setMenu(makeAddMenu());
    connectAll();
    listPolicies();
    updateLive();
    present();
}

void LabTrialsCard::connectAll()
{
    connect(m_table, &QAbstractItemView::entered, this, [this](const QModelIndex& index) {
        m_table->viewport()->setCursor(opensRows(index) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    });
    connect(m_table, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        if (opensRows(index))
            Q_EMIT filterWanted(index.column() == TrialTableModel::Hurt ? LabSufferersCard::hurtTokens
                                                                        : LabSufferersCard::deniedTokens);
    });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                if (row.isValid() && !m_presenting)
                    m_bench.choose(std::size_t(row.row()));
            });
    connect(m_remove, &QPushButton::clicked, &m_bench, &LabBench::remove);
    connect(m_live, &QPushButton::clicked, this, &LabTrialsCard::openLiveTrial);
    connect(&m_session, &Session::policiesRead, this, &LabTrialsCard::listPolicies);
    connect(&m_session, &Session::rightsChanged, this, &LabTrialsCard::updateLive);
    connect(&m_session.link(), &Link::stateChanged, this, &LabTrialsCard::updateLive);
    connect(&m_bench, &LabBench::changed, this, [this](LabBench::Inputs inputs) {
        using Bench = LabBench;
        if (inputs & (Bench::Candidates | Bench::Rules | Bench::Chosen | Bench::Windows | Bench::Marks |
                      Bench::Stretch))
            present();
        updateLive();
    });
    connect(&m_bench, &LabBench::answered, this, [this](LabRunner::Question question) {
        if (question == LabRunner::Question::Trials)
            present();
        else if (question == LabRunner::Question::WhatIf)
            showRetries();
    });
}

QMenu* LabTrialsCard::makeAddMenu()
{
    auto* const menu = new QMenu(m_add);
    menu->setToolTipsVisible(true);
    menu->addAction(tr("Empty"), this, [this] { m_bench.add({}); });
    menu->addAction(m_copy);
    connect(m_copy, &QAction::triggered, this, [this] {
        Candidate copy = m_bench.candidate();
        copy.name.clear();
        m_bench.add(std::move(copy));
    });
    menu->addSection(tr("Published limits of providers"));
    for (const ProviderProfile& profile : providerProfiles()) {
        const Candidate candidate = candidateOf(profile);
        menu->addAction(candidateText(candidate), this, [this, candidate] { m_bench.add(candidate); })
            ->setToolTip(plainToolTip(
                tr("%1\n%2\nread %3").arg(shown(profile.limits), shown(profile.page), shown(profile.read))));
    }
    return menu;
}

void LabTrialsCard::present()
{
    const std::vector<Candidate>& candidates = m_bench.candidates();
    const std::size_t count = candidates.size();
    const std::size_t chosen = m_bench.chosen();
    std::vector<TrialRow> rows;
    for (std::size_t i = 0; i < count; ++i) {
        const std::shared_ptr<const Trial> trial = m_bench.trialOf(i);
        const bool knowsInnocent = trial && !m_bench.marked().empty();
        rows.push_back(
            {candidates[i], trial, knowsInnocent ? std::optional(m_bench.innocentOf(i)) : std::nullopt});
    }
    m_presenting = true;
    m_copy->setText(
        tr("Copy of %1")
            .arg(candidateName(candidates[chosen].name).replace(QLatin1Char('&'), QStringLiteral("&&"))));
    m_model.put(std::move(rows));
    m_table->selectionModel()->setCurrentIndex(
        m_model.index(int(chosen), 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_presenting = false;
    m_add->setEnabled(count < LabBench::mostCandidates);
    m_remove->setEnabled(count > (m_bench.hasEnforced() ? 2U : 1U) && !m_bench.isReadOnly());
    fitHeight();
    showRetries();
}

void LabTrialsCard::showRetries()
{
    std::vector<LabRetries::Row> rows;
    const std::shared_ptr<const LabWhatIf> changes = m_bench.whatIf();
    if (changes != nullptr && !changes->isEmpty()) {
        const Comparison& one = changes->harshest();
        const Comparison& other = changes->kindest();
        if (changes->hasEnforced)
            rows.push_back(
                {candidateText(m_bench.candidates().front()), one.retriesEnforced, other.retriesEnforced});
        if (!changes->hasEnforced || m_bench.chosen() != 0)
            rows.push_back(
                {candidateText(m_bench.candidate()), one.retriesCandidate, other.retriesCandidate});
    }
    m_retries->present(rows, changes == nullptr ? QStringLiteral("…")
                             : rows.empty()     ? tr("No request is in this time: nothing is known of it.")
                                                : QString());
}

void LabTrialsCard::updateLive()
{
    const Policy& policy = m_bench.triedCandidate().policy;
    QString lacks;
    if (!m_bench.traffic())
        lacks = tr("Open some traffic first");
    else if (policy.rules.empty())
        lacks = tr("Candidate %1 has no limit").arg(candidateName(m_bench.candidate().name));
    else if (!m_session.live())
        lacks = tr("There is no connection to a server");
    else if (m_session.link().isCluster())
        lacks = tr("A live trial needs one server: a node of a cluster takes only the keys of its own slots");
    else
        lacks = m_session.missing(algorithmNamed(policy.algorithm).script);
    m_live->setEnabled(lacks.isEmpty());
    m_live->setToolTip(lacks.isEmpty() ? tr("Try the selected candidate on the server, on scratch keys")
                                       : plainToolTip(lacks));
}

void LabTrialsCard::openLiveTrial()
{
    for (auto* const open : window()->findChildren<LiveTrialDialog*>())
        if (open->isVisible()) { // else it was closed, and removes its keys
            open->raise();
            open->activateWindow();
            return;
        }
    if (!m_bench.traffic() || m_bench.triedCandidate().policy.rules.empty())
        return;
    auto* const dialog =
        new LiveTrialDialog(m_session, m_bench.traffic(), m_bench.triedCandidate(), window());
    connect(dialog, &LiveTrialDialog::ended, this, &LabTrialsCard::done);
    dialog->show();
}

void LabTrialsCard::fitHeight()
{
    const int rows = std::max(1, m_model.rowCount());
    m_table->setFixedHeight(m_table->horizontalHeader()->height() +
                            rows * m_table->verticalHeader()->defaultSectionSize() + 2);
}

void LabTrialsCard::listPolicies()
{
    auto* const menu = new QMenu(m_enforced);
    if (const SharedPolicies& known = m_session.policies())
        for (const auto& [name, published] : known->published)
            menu->addAction(withoutKeys(shown(name)), this, [this, policy = published.policy] {
                m_bench.setEnforced(Candidate{tr("Enforced").toStdString(), policy}, policy.name);
            });
    if (menu->isEmpty())
        menu->addAction(tr("No policy is published"))->setEnabled(false);
    menu->addSeparator();
    menu->addAction(tr("Nothing is enforced"), this, [this] { m_bench.setEnforced(std::nullopt, {}); });
    if (QMenu* const before = m_enforced->menu())
        before->deleteLater();
    m_enforced->setMenu(menu);
}

} // namespace ratewarden::ui
