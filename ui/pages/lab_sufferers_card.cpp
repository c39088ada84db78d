// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab_sufferers_card.h"

#include "ui/models/ink_delegate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/row_table.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>

namespace ratewarden::ui {
namespace {

using Kind = SuffererTableModel::Row::Kind;

void inkFor(const QModelIndex& index, InkDelegate::Ink& ink)
{
    const Colors& c = colors();
    const auto kind = Kind(index.data(SuffererTableModel::KindRole).toInt());
    if (index.column() == SuffererTableModel::Token && kind != Kind::Nobody)
        ink.font = monospaceFont();
    const bool tells = index.column() == SuffererTableModel::Token ||
                       index.column() == SuffererTableModel::DeniedThen ||
                       index.column() == SuffererTableModel::Sign;
    if (kind == Kind::Nobody)
        ink.color = c.good;
    else if (kind == Kind::Closest && index.column() != SuffererTableModel::Peak)
        ink.color = c.muted;
    else if (kind == Kind::Stopped && tells)
        ink.color = c.limited;
    else if ((kind == Kind::Hurt || kind == Kind::Denied) && tells)
        ink.color = c.nearLimit;
}

bool isMarked(const SuffererTableModel::Row& row)
{
    return row.kind == Kind::Stopped || row.kind == Kind::Passes;
}

} // namespace

LabSufferersCard::LabSufferersCard(QWidget* parent)
    : Card({}, parent)
    , m_table(new RowTable(10))
    , m_mark(new QPushButton(tr("Stop it")))
    , m_title(new PlainLabel)
    , m_peaks(new PlainLabel({}, PlainLabel::Tone::Muted))
{
    body()->setContentsMargins(14, 10, 14, 8);
    body()->setSpacing(2);
    auto* const head = new QHBoxLayout;
    m_title->setFont(cardTitleFont());
    head->addWidget(m_title, 1);
    m_peaks->setElided(false);
    head->addWidget(m_peaks);
    m_mark->setFlat(true);
    m_mark->setObjectName("markToken");
    m_mark->setToolTip(tr("Mark the selected token as one to stop, or take the mark away (Space)"));
    head->addWidget(m_mark);
    body()->addLayout(head);
    m_table->setObjectName("sufferers");
    m_table->setAccessibleName(tr("Who is denied"));
    m_table->setModel(&m_model);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    setColumns();
    m_table->setItemDelegate(new InkDelegate(inkFor, m_table));
    m_table->setMinimumHeight(120);
    m_table->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Ignored); // what the page has left
    m_table->installEventFilter(this);
    body()->addWidget(m_table, 1);
    connect(m_mark, &QPushButton::clicked, this, &LabSufferersCard::toggleMark);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        updateMark();
        if (const SuffererTableModel::Row* const row = chosenRow(); row != nullptr && !m_presenting)
            Q_EMIT chosen(row->token);
    });
    connect(m_table, &QTableView::doubleClicked, this, &LabSufferersCard::toggleMark);
}

void LabSufferersCard::setColumns()
{
    constexpr int never = 1 << 20;
    m_table->setColumns({{0}, {64}, {64, m_hasEnforced ? 440 : never}, {72}, {84}});
}

const SuffererTableModel::Row* LabSufferersCard::chosenRow() const
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return nullptr;
    const SuffererTableModel::Row& row = m_model.rows().at(std::size_t(current.row()));
    return row.kind == Kind::Nobody ? nullptr : &row;
}

void LabSufferersCard::updateMark()
{
    const SuffererTableModel::Row* const row = chosenRow();
    m_mark->setEnabled(row != nullptr);
    m_mark->setText(row != nullptr && isMarked(*row) ? tr("Spare it") : tr("Stop it"));
}

void LabSufferersCard::toggleMark()
{
    if (const SuffererTableModel::Row* const row = chosenRow())
        Q_EMIT markWanted(row->token, !isMarked(*row));
}

void LabSufferersCard::present(std::vector<SuffererTableModel::Row> rows, const QString& window,
                               const QString& candidate, bool hasEnforced)
{
    const SuffererTableModel::Row* const row = chosenRow();
    const bool wasChosen = row != nullptr;
    const TokenId before = wasChosen ? row->token : 0;
    m_presenting = true;
    m_title->setText(tr("Who is denied under %1").arg(candidate));
    m_peaks->setText(tr("peaks %1 · worst first").arg(window));
    m_table->clearSpans();
    m_model.put(std::move(rows), candidate);
    for (int i = 0; i < m_model.rowCount(); ++i)
        if (m_model.rows()[std::size_t(i)].kind == Kind::Nobody)
            m_table->setSpan(i, 0, 1, SuffererTableModel::ColumnCount);
    if (std::exchange(m_hasEnforced, hasEnforced) != hasEnforced)
        setColumns();
    if (wasChosen)
        choose(before);
    m_presenting = false;
    updateMark();
}

void LabSufferersCard::choose(TokenId token)
{
    const bool outer = std::exchange(m_presenting, true);
    const int row = m_model.rowOf(token);
    if (row >= 0)
        m_table->selectionModel()->setCurrentIndex(
            m_model.index(row, 0), QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
    else
        m_table->clearSelection();
    m_presenting = outer;
}

bool LabSufferersCard::eventFilter(QObject* watched, QEvent* event)
{
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
        toggleMark();
        return true;
    }
    return Card::eventFilter(watched, event);
}

} // namespace ratewarden::ui
