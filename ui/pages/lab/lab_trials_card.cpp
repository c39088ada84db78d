// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_trials_card.h"

#include "core/lab/provider_profiles.h"
#include "ui/lab/lab_bench.h"
#include "ui/models/ink_delegate.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/theme/theme.h"
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

LabTrialsCard::LabTrialsCard(QWidget* parent)
    : Card(tr("Candidates on the same traffic"), parent)
    , m_table(new RowTable(12))
    , m_retries(new LabRetries)
    , m_enforced(new QPushButton(tr("Enforced")))
    , m_add(new QPushButton(tr("Add candidate")))
    , m_copy(new QAction(this))
    , m_remove(new QPushButton(tr("Remove")))
    , m_live(new QPushButton(tr("Live trial…")))
{
    for (QPushButton* const button : {m_enforced, m_add, m_remove, m_live}) {
        button->setFlat(true);
        addToHeader(button);
    }
    m_enforced->setObjectName("labEnforced");
    m_enforced->setToolTip(tr("The policy whose rules are in force now"));
    m_add->setObjectName("addCandidate");
    m_add->setToolTip(tr("Add a candidate: empty, a copy, or with the published limits of a provider"));
    m_remove->setObjectName("removeCandidate");
    m_remove->setToolTip(tr("Remove the selected candidate"));
    m_live->setObjectName("liveTrial");
    m_table->setObjectName("trials");
    m_table->setAccessibleName(tr("Candidates"));
    m_table->setModel(&m_model);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
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
    m_table->setMouseTracking(true);
    connect(m_table, &QAbstractItemView::entered, this, [this](const QModelIndex& index) {
        m_table->viewport()->setCursor(opensRows(index) ? Qt::PointingHandCursor : Qt::ArrowCursor);
    });
    connect(m_table, &QAbstractItemView::clicked, this, [this](const QModelIndex& index) {
        if (opensRows(index))
            Q_EMIT numberOpened(TrialTableModel::Column(index.column()));
    });
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& row) {
                if (row.isValid() && !m_presenting)
                    Q_EMIT chosen(std::size_t(row.row()));
            });
    m_add->setMenu(makeAddMenu());
    connect(m_remove, &QPushButton::clicked, this, &LabTrialsCard::removeWanted);
    connect(m_live, &QPushButton::clicked, this, &LabTrialsCard::liveWanted);
    fitHeight();
}

QMenu* LabTrialsCard::makeAddMenu()
{
    auto* const menu = new QMenu(m_add);
    menu->setToolTipsVisible(true);
    connect(menu->addAction(tr("Empty")), &QAction::triggered, this, [this] { Q_EMIT addWanted({}); });
    menu->addAction(m_copy);
    connect(m_copy, &QAction::triggered, this, &LabTrialsCard::copyWanted);
    menu->addSection(tr("Published limits of providers"));
    for (const ProviderProfile& profile : providerProfiles()) {
        const Candidate candidate = candidateOf(profile);
        QAction* const action = menu->addAction(candidateText(candidate));
        action->setToolTip(plainToolTip(
            tr("%1\n%2\nread %3").arg(shown(profile.limits), shown(profile.page), shown(profile.read))));
        connect(action, &QAction::triggered, this, [this, candidate] { Q_EMIT addWanted(candidate); });
    }
    return menu;
}

void LabTrialsCard::present(std::vector<TrialRow> rows, std::size_t chosen, bool hasEnforced)
{
    m_presenting = true;
    const std::size_t count = rows.size();
    m_copy->setText(tr("Copy of %1")
                        .arg(chosen < count ? candidateName(rows[chosen].candidate.name)
                                                  .replace(QLatin1Char('&'), QStringLiteral("&&"))
                                            : QString()));
    m_model.put(std::move(rows));
    m_table->selectionModel()->setCurrentIndex(
        m_model.index(int(chosen), 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    m_presenting = false;
    m_add->setEnabled(count < LabBench::mostCandidates);
    m_remove->setEnabled(count > (hasEnforced ? 2U : 1U) && !(hasEnforced && chosen == 0));
    fitHeight();
}

void LabTrialsCard::setLive(const QString& lacks)
{
    m_live->setEnabled(lacks.isEmpty());
    m_live->setToolTip(lacks.isEmpty() ? tr("Try the selected candidate on the server, on scratch keys")
                                       : plainToolTip(lacks));
}

void LabTrialsCard::fitHeight()
{
    const int rows = std::max(1, m_model.rowCount());
    m_table->setFixedHeight(m_table->horizontalHeader()->height() +
                            rows * m_table->verticalHeader()->defaultSectionSize() + 2);
}

void LabTrialsCard::setPolicies(const QStringList& names)
{
    auto* const menu = new QMenu(m_enforced);
    for (int i = 0; i < names.size(); ++i) {
        QString text = names[i];
        connect(menu->addAction(text.replace(QLatin1Char('&'), QStringLiteral("&&"))), &QAction::triggered,
                this, [this, i] { Q_EMIT enforcedWanted(i); });
    }
    if (names.isEmpty())
        menu->addAction(tr("No policy is published"))->setEnabled(false);
    menu->addSeparator();
    connect(menu->addAction(tr("Nothing is enforced")), &QAction::triggered, this,
            [this] { Q_EMIT enforcedWanted(-1); });
    if (QMenu* const before = m_enforced->menu())
        before->deleteLater();
    m_enforced->setMenu(menu);
}

} // namespace ratewarden::ui
