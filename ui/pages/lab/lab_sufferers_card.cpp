// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_sufferers_card.h"

#include "ui/models/ink_delegate.h"
#include "ui/theme/theme.h"
#include "ui/widgets/number_tile.h"
#include "ui/widgets/row_table.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using SuffererKind = SuffererTableModel::Row::Kind;

constexpr int fewestSufferers = 5; // rows that are seen however low the window is
constexpr std::array tileFilters{LabFilter::NewlyDenied, LabFilter::Freed, LabFilter::Unchanged,
                                 LabFilter::Denied};

QString titleOf(const LabSufferersCard::View& view)
{
    switch (view.filter) {
    case LabFilter::NewlyDenied:
        return LabSufferersCard::tr("Newly denied by %1").arg(view.candidate);
    case LabFilter::Freed:
        return LabSufferersCard::tr("Freed by %1").arg(view.candidate);
    case LabFilter::Unchanged:
        return LabSufferersCard::tr("Unchanged under %1").arg(view.candidate);
    case LabFilter::Innocent:
        return LabSufferersCard::tr("Hurt by %1").arg(view.candidate);
    case LabFilter::Denied:
    case LabFilter::All:
        break;
    }
    return LabSufferersCard::tr("Who is denied under %1").arg(view.candidate);
}

void inkFor(const QModelIndex& index, InkDelegate::Ink& ink)
{
    const Colors& c = colors();
    const auto kind = SuffererKind(index.data(SuffererTableModel::KindRole).toInt());
    if (index.column() == SuffererTableModel::Token && kind != SuffererKind::Nobody &&
        kind != SuffererKind::Line)
        ink.font = monospaceFont();
    const bool isNothing = index.data().toString() == QStringLiteral("0");
    const bool isDenials =
        index.column() == SuffererTableModel::DeniedThen || index.column() == SuffererTableModel::NewlyDenied;
    const bool tells = index.column() == SuffererTableModel::Token ||
                       index.column() == SuffererTableModel::Sign || (isDenials && !isNothing);
    const bool isFreed =
        (index.column() == SuffererTableModel::Freed && !isNothing) || (kind == SuffererKind::Freed && tells);
    if (kind == SuffererKind::Nobody)
        ink.color = c.good;
    else if (kind == SuffererKind::Line ||
             (kind == SuffererKind::Closest && index.column() != SuffererTableModel::Peak))
        ink.color = c.muted;
    else if (isFreed)
        ink.color = c.used;
    else if (kind == SuffererKind::Stopped && tells)
        ink.color = c.limited;
    else if ((kind == SuffererKind::Hurt || kind == SuffererKind::Denied) && tells)
        ink.color = c.nearLimit;
}

bool isMarked(const SuffererTableModel::Row& row)
{
    return row.kind == SuffererKind::Stopped || row.kind == SuffererKind::Passes;
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
    makeTiles();
    m_table->setObjectName("sufferers");
    m_table->setAccessibleName(tr("Who is denied"));
    m_table->setModel(&m_model);
    m_table->setSelectionMode(QAbstractItemView::SingleSelection);
    setColumns();
    m_table->setItemDelegate(new InkDelegate(inkFor, m_table));
    m_table->setMinimumHeight(m_table->horizontalHeader()->minimumHeight() +
                              fewestSufferers * m_table->verticalHeader()->defaultSectionSize());
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

void LabSufferersCard::makeTiles()
{
    auto* const row = new QHBoxLayout;
    row->setContentsMargins(0, 4, 0, 4);
    row->setSpacing(6);
    const std::array<const char*, 4> names{"sumNewlyDenied", "sumFreed", "sumUnchanged", "sumDenied"};
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        m_tiles[i] = new NumberTile;
        m_tiles[i]->setObjectName(names[i]);
        row->addWidget(m_tiles[i]);
        connect(m_tiles[i], &NumberTile::clicked, this, [this, filter = tileFilters[i]] {
            Q_EMIT filterWanted(filter == m_filter ? LabFilter::All : filter);
        });
    }
    body()->addLayout(row);
}

void LabSufferersCard::showTiles(const View& view)
{
    const std::array labels{tr("newly denied"), tr("freed"),
                            view.hasEnforced ? tr("unchanged") : tr("allowed"), tr("denied")};
    using Tone = NumberTile::Tone;
    const std::array tones{Tone::Denied, Tone::Freed, Tone::Plain, Tone::Plain};
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        const LabFilter filter = tileFilters[i];
        const auto sum = std::ranges::find(view.sums, filter, &Sum::filter);
        const bool isKnown = sum != view.sums.end();
        const bool isNothing = !isKnown || sum->number == QStringLiteral("0");
        m_tiles[i]->set(isKnown ? sum->number : QStringLiteral("…"), labels[i],
                        isNothing ? Tone::Plain : tones[i]);
        m_tiles[i]->setToolTip(isKnown ? sum->toolTip : QString());
        m_tiles[i]->setChecked(view.filter == filter ||
                               (filter == LabFilter::Denied && view.filter == LabFilter::Innocent));
        // Against no limit all that is denied is newly so.
        m_tiles[i]->setVisible(view.hasEnforced ||
                               (filter != LabFilter::NewlyDenied && filter != LabFilter::Freed));
    }
}

void LabSufferersCard::setColumns()
{
    const bool compares = m_hasEnforced; // with signs in front of the tokens
    m_table->setColumns({{0},
                         {56, compares ? 430 : 0},
                         {64, 0, true},
                         {62, 0, !compares},
                         {58, 0, !compares},
                         {88, 560, !compares},
                         {72},
                         {98, 0, compares}});
}

const SuffererTableModel::Row* LabSufferersCard::chosenRow() const
{
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid())
        return nullptr;
    const SuffererTableModel::Row& row = m_model.rows().at(std::size_t(current.row()));
    return row.isLine() ? nullptr : &row;
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

void LabSufferersCard::present(View view)
{
    const SuffererTableModel::Row* const row = chosenRow();
    const bool wasChosen = row != nullptr;
    const TokenId before = wasChosen ? row->token : 0;
    m_presenting = true;
    m_filter = view.filter;
    m_title->setText(titleOf(view));
    m_peaks->setText(tr("peaks %1 · worst first").arg(view.window));
    showTiles(view);
    m_table->clearSpans();
    m_table->setEmptyText(view.rows.empty() ? view.emptyText : QString(), view.emptyStep);
    m_model.put(std::move(view.rows), view.candidate, view.hasEnforced);
    for (int i = 0; i < m_model.rowCount(); ++i)
        if (m_model.rows()[std::size_t(i)].isLine())
            m_table->setSpan(i, 0, 1, SuffererTableModel::ColumnCount);
    if (std::exchange(m_hasEnforced, view.hasEnforced) != view.hasEnforced)
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
    const bool isKey = event->type() == QEvent::KeyPress || event->type() == QEvent::ShortcutOverride;
    if (isKey && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
        event->accept(); // no shortcut of the page
        if (event->type() == QEvent::KeyPress)
            toggleMark();
        return true;
    }
    return Card::eventFilter(watched, event);
}

} // namespace ratewarden::ui
