// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_reserving_table.h"

#include "ui/models/ink_delegate.h"
#include "ui/text/lab_text.h"
#include "ui/text/policy_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/plain_label.h"
#include "ui/widgets/row_table.h"

#include <QBoxLayout>

namespace ratewarden::ui {

LabReservingTable::LabReservingTable(LabBench& bench, QWidget* parent)
    : QWidget(parent)
    , m_bench(bench)
    , m_table(named("reserving", new RowTable(8, tr("Ways of reserving"), &m_model)))
    , m_meaning(named("reservingMeaning", new PlainLabel({}, PlainLabel::Tone::Muted)))
{
    m_table->setColumns({{0}, {60}, {60}, {80}, {70}});
    m_table->setItemDelegate(new InkDelegate(
        [](const QModelIndex& index, InkDelegate::Ink& ink) {
            if (index.data(ReserveTableModel::WarnRole).toBool())
                ink.color = colors().limited;
        },
        m_table));
    m_meaning->setWrapped(QSizePolicy::Expanding, QSizePolicy::Minimum);
    auto* const column = new QVBoxLayout(this);
    column->setContentsMargins(0, 8, 0, 0);
    column->setSpacing(6);
    column->addWidget(m_table);
    auto* const beside = new QHBoxLayout;
    beside->setContentsMargins(8, 0, 8, 0);
    beside->addWidget(m_meaning);
    column->addLayout(beside);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Minimum);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &LabReservingTable::explain);
    connect(&m_bench, &LabBench::changed, this, [this](LabBench::Inputs inputs) {
        if (inputs & LabBench::Traffic)
            m_model.put({}); // they were of other requests
        present();
    });
    connect(&m_bench, &LabBench::answered, this, [this](LabRunner::Question question) {
        if (question == LabRunner::Question::Reserving)
            present();
    });
    present();
}

// While others are computed the figures stay: the table must not jump while a slider is moved.
void LabReservingTable::present()
{
    const LabBench::Unreserved why = m_bench.unreserved();
    setVisible(why != LabBench::Unreserved::NotMetered);
    if (const LabReserving* const reserving = m_bench.reserving())
        m_model.put(reserving->trials);
    else if (why != LabBench::Unreserved::No)
        m_model.put({});
    m_table->setVisible(m_model.rowCount() > 0);
    m_table->setFixedHeight(m_table->wholeHeight());
    if (m_model.rowCount() > 0 && !m_table->currentIndex().isValid())
        m_table->selectRow(m_model.rowCount() - 1);
    explain();
}

void LabReservingTable::explain()
{
    switch (m_bench.unreserved()) {
    case LabBench::Unreserved::NotMetered:
        return;
    case LabBench::Unreserved::NoLimit:
        m_meaning->setText(tr("Costs of this traffic are known afterwards. With a limit, ways of reserving "
                              "units for them are compared here."));
        return;
    case LabBench::Unreserved::NotALog:
        m_meaning->setText(tr("Ways of reserving are compared under sliding logs: in some windows %1 allows "
                              "more than its limit.")
                               .arg(algorithmText(m_bench.candidate().policy.algorithm)));
        return;
    case LabBench::Unreserved::No:
        break;
    }
    const QModelIndex current = m_table->currentIndex();
    m_meaning->setText(current.isValid()
                           ? reserveMeaning(m_model.at(current.row()), *m_bench.traffic()->metered)
                           : QStringLiteral("…"));
}

} // namespace ratewarden::ui
