// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/lab/lab_sufferers_card.h"

#include "ui/models/ink_delegate.h"
#include "ui/pages/lab/lab_sufferer_rows.h"
#include "ui/text/display_text.h"
#include "ui/text/lab_text.h"
#include "ui/theme/theme.h"
#include "ui/widgets/filter_keys.h"
#include "ui/widgets/layouts.h"
#include "ui/widgets/number_tile.h"
#include "ui/widgets/row_table.h"

#include <QAction>
#include <QBoxLayout>
#include <QHeaderView>
#include <QKeyEvent>
#include <QPushButton>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

using namespace std::chrono_literals;

constexpr int fewestSufferers = 5; // rows that are seen however low the window is
constexpr auto untilFirstRows = 25ms;
constexpr auto untilAll = std::chrono::milliseconds(24h);
constexpr std::array tileFilters{"newly-denied>0", "freed>0", "unchanged", LabSufferersCard::deniedTokens};

/// A sum over the requests.
struct TileSum {
    QString number;
    QString toolTip;
};

QString briefIfLong(const QString& number, std::uint64_t value)
{
    constexpr int longest = 9; // characters that a tile has room for
    return number.size() <= longest ? number : briefNumberText(Units(value));
}

TileSum tileSum(std::uint64_t harshest, std::uint64_t kindest, const QString& what)
{
    const QString number = harshest == kindest ? briefIfLong(numberText(Units(harshest)), harshest)
                                               : betweenText(harshest, kindest);
    const QString exact = harshest == kindest
                              ? numberText(Units(harshest))
                              : LabSufferersCard::tr("%1 to %2, as the order within a second is not known")
                                    .arg(numberText(Units(std::min(harshest, kindest))),
                                         numberText(Units(std::max(harshest, kindest))));
    return {number, plainToolTip(LabSufferersCard::tr("%1: %2. A click shows whose.").arg(what, exact))};
}

/// Of the tiles, in their order.
std::array<TileSum, 4> tileSums(const LabWhatIf& whatIf)
{
    if (whatIf.isEmpty()) { // nothing is known, which is not that nothing is denied
        const TileSum none{noValue(), LabSufferersCard::tr("There is no request to count")};
        return {none, none, none, none};
    }
    const DifferenceSums& one = whatIf.harshest().sums;
    const DifferenceSums& other = whatIf.kindest().sums;
    return {tileSum(one.newlyDenied, other.newlyDenied,
                    LabSufferersCard::tr("Requests that are allowed now, and the candidate denies")),
            tileSum(one.freed, other.freed,
                    LabSufferersCard::tr("Requests that are denied now, and the candidate allows")),
            tileSum(one.unchanged, other.unchanged,
                    whatIf.hasEnforced ? LabSufferersCard::tr("Requests on which both decide the same")
                                       : LabSufferersCard::tr("Requests that the candidate allows")),
            tileSum(whatIf.harshest().retriesCandidate.asRecorded.denied,
                    whatIf.kindest().retriesCandidate.asRecorded.denied,
                    LabSufferersCard::tr("Requests that the candidate denies"))};
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

LabSufferersCard::LabSufferersCard(LabBench& bench, QWidget* parent)
    : Card({}, parent)
    , m_bench(bench)
    , m_table(named("sufferers", new RowTable(10, tr("Who is denied"), &m_model)))
    , m_mark(named("markToken", new QPushButton(tr("Stop it"))))
    , m_title(wholeLabel({}))
    , m_filter(named("labFilter", new FilterLine(SuffererFilter::fields())))
    , m_showFirst(new QAction(tr("Show the first token"), this))
    , m_showAll(new QAction(tr("Clear filter"), this))
    , m_countAll(new QAction(tr("Count all the time"), this))
{
    body()->setContentsMargins(14, 10, 14, 8);
    body()->setSpacing(2);
    auto* const head = rowLayout(10);
    m_title->setFont(cardTitleFont());
    head->addWidget(m_title);
    m_filter->setPlaceholderText(tr("Filter"));
    m_filter->setAccessibleName(tr("Filter the lab's tokens"));
    leadInto(m_filter, m_table,
             [this] { return m_entersLater = m_bench.runner().isBusy(LabRunner::Question::Sufferers); });
    head->addWidget(m_filter, 1);
    m_mark->setFlat(true);
    m_mark->setToolTip(tr("Mark the selected token as one to stop, or take the mark away (Space)"));
    head->addWidget(m_mark);
    body()->addLayout(head);
    makeTiles();
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
            m_bench.chooseToken(row->token);
    });
    connect(m_table, &QTableView::doubleClicked, this, &LabSufferersCard::toggleMark);
    connect(m_showFirst, &QAction::triggered, this, [this] {
        const auto first = std::ranges::find_if_not(m_model.rows(), &SuffererTableModel::Row::isLine);
        if (first != m_model.rows().end())
            m_bench.chooseToken(first->token);
    });
    connect(m_filter, &FilterLine::inventoryWanted, this, [this] {
        if (!m_bench.traffic())
            return;
        const auto rows = std::make_shared<LabSuffererRows>(m_bench, m_window);
        rows->addFirst(m_bench.effect());
        m_bench.runner().ask(
            LabRunner::Question::Inventory,
            [rows](Computation& job) { return rows->inventory(job.stopToken()); },
            [this](const Outcome<FilterInventory>& outcome) {
                if (outcome.result())
                    m_filter->setInventory(*outcome.result());
            });
    });
    m_filter->takeValuesOf(m_table, [this](const QModelIndex& index) {
        return termOf(m_model.rows().at(std::size_t(index.row())), index.column());
    });
    connect(m_showAll, &QAction::triggered, m_filter, &QLineEdit::clear);
    connect(m_filter, &FilterLine::filterChanged, this, &LabSufferersCard::present);
    connect(m_countAll, &QAction::triggered, this, [this] { m_bench.setStretch(allTime); });
    connect(&m_bench, &LabBench::changed, this, [this](LabBench::Inputs inputs) {
        using Bench = LabBench;
        if (inputs & Bench::Traffic)
            m_filter->clear();
        if (inputs & (Bench::Candidates | Bench::Chosen | Bench::Windows | Bench::Marks | Bench::Stretch))
            present();
        else if (inputs & Bench::Token)
            choose(*m_bench.token());
    });
    connect(&m_bench, &LabBench::answered, this, [this](LabRunner::Question question) {
        using Question = LabRunner::Question;
        if (question == Question::Effect || question == Question::Trials || question == Question::WhatIf)
            present();
    });
}

// What takes the tokens with as much; of none there is nothing to be the same.
QString LabSufferersCard::termOf(const SuffererTableModel::Row& row, int column) const
{
    const auto atLeast = [](const char* word, std::optional<Units> count) {
        return count.value_or(0) > 0 ? QStringLiteral("%1>%2").arg(QLatin1String(word)).arg(*count - 1)
                                     : QString();
    };
    if (row.isLine())
        return {};
    switch (column) {
    case SuffererTableModel::Token:
        return filterTerm("token", m_bench.nameOf(row.token));
    case SuffererTableModel::Peak:
        return atLeast("peak", row.peak);
    case SuffererTableModel::NewlyDenied:
        return atLeast("newly-denied", row.newlyDenied);
    case SuffererTableModel::Freed:
        return atLeast("freed", row.freed);
    case SuffererTableModel::Unchanged:
        return row.newlyDenied == 0 && row.freed == 0 ? QStringLiteral("unchanged") : QString();
    case SuffererTableModel::DeniedThen:
        return atLeast("denied", row.deniedThen);
    case SuffererTableModel::Sign:
        return isMarked(row)                            ? QStringLiteral("marked")
               : row.kind == SuffererKind::Freed        ? QStringLiteral("freed>0")
               : row.deniedThen.value_or(0) > 0         ? QStringLiteral("denied>0")
               : row.newlyDenied == 0 && row.freed == 0 ? QStringLiteral("unchanged")
                                                        : QString();
    default:
        return {};
    }
}

void LabSufferersCard::setWindow(Micros window)
{
    m_window = window;
    present();
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
        connect(m_tiles[i], &NumberTile::clicked, this, [this, words = QLatin1String(tileFilters[i])] {
            setFilter(m_filter->text() == words ? QString() : words);
        });
    }
    body()->addLayout(row);
}

void LabSufferersCard::showTiles()
{
    const std::shared_ptr<const LabWhatIf> changes = m_bench.whatIf();
    const auto sums = changes != nullptr ? std::optional(tileSums(*changes)) : std::nullopt;
    const std::array labels{tr("newly denied"), tr("freed"), m_hasEnforced ? tr("unchanged") : tr("allowed"),
                            tr("denied")};
    using Tone = NumberTile::Tone;
    const std::array tones{Tone::Denied, Tone::Freed, Tone::Plain, Tone::Plain};
    for (std::size_t i = 0; i < m_tiles.size(); ++i) {
        const TileSum sum = sums ? sums->at(i) : TileSum{QStringLiteral("…"), {}};
        const bool isNothing = !sums || sum.number == QStringLiteral("0");
        m_tiles[i]->set(sum.number, labels[i], isNothing ? Tone::Plain : tones[i]);
        m_tiles[i]->setToolTip(sum.toolTip);
        m_tiles[i]->setChecked(m_filter->text().startsWith(QLatin1String(tileFilters[i])));
        // Against no limit all that is denied is newly so.
        m_tiles[i]->setVisible(m_hasEnforced || i >= 2);
    }
}

void LabSufferersCard::setColumns()
{
    const bool compares = m_hasEnforced; // with signs in front of the tokens
    m_table->setColumns({{0},
                         {84, compares ? 460 : 0},
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
        m_bench.mark(row->token, std::ranges::find(m_bench.marked(), row->token) == m_bench.marked().end());
}

// Why there are no rows, and what leads on from there.
void LabSufferersCard::showEmptyText()
{
    const std::shared_ptr<const Trial> then = m_bench.trialOf(m_bench.chosen());
    const bool isComplete = then && m_bench.whatIf() != nullptr;
    if (m_model.rowCount() > 0)
        m_table->setEmptyText({}, nullptr);
    else if (then && then->requests == 0)
        m_table->setEmptyText(tr("No request is in this time: nothing is known of it."), m_countAll);
    else
        m_table->setEmptyText(!isComplete                  ? QString()
                              : m_filter->filter().empty() ? tr("No request is denied.")
                                                           : tr("No token matches the filter"),
                              !m_filter->filter().empty() ? m_showAll : nullptr);
}

void LabSufferersCard::present()
{
    if (!m_bench.traffic())
        return;
    const bool compared = std::exchange(m_hasEnforced, m_bench.hasEnforced());
    m_title->setText(tr("Who is denied under %1").arg(candidateName(m_bench.candidate().name)));
    showTiles();
    if (compared != m_hasEnforced)
        setColumns();
    const auto rows = std::make_shared<LabSuffererRows>(m_bench, m_window);
    if (const SuffererFilter filter(m_filter->filter()); !filter.empty()) {
        lookFor(rows, filter, untilFirstRows);
    } else {
        m_bench.runner().stop(LabRunner::Question::Sufferers);
        rows->addFirst(m_bench.effect());
        showRows(*rows);
    }
}

// The first rows are seen before all tokens have been looked at. Whatever changes what the rows are of asks
// again, or stops this.
void LabSufferersCard::lookFor(const std::shared_ptr<LabSuffererRows>& rows, const SuffererFilter& filter,
                               std::chrono::milliseconds time)
{
    m_bench.runner().ask(
        LabRunner::Question::Sufferers,
        [rows, filter, time](Computation& job) { return rows->find(filter, time, job.stopToken()); },
        [this, rows, filter](const Outcome<bool>& outcome) {
            const bool isAll = outcome.result() == nullptr || *outcome.result();
            if (isAll || !rows->rows().empty())
                showRows(*rows);
            if (!isAll)
                lookFor(rows, filter, untilAll); // from here on they are that thread's
        });
}

void LabSufferersCard::showRows(const LabSuffererRows& rows)
{
    m_presenting = true;
    m_table->clearSpans();
    m_model.put(rows.rows(), candidateName(m_bench.candidate().name), m_window, m_hasEnforced);
    for (int i = 0; i < m_model.rowCount(); ++i)
        if (m_model.rows()[std::size_t(i)].isLine())
            m_table->setSpan(i, 0, 1, SuffererTableModel::ColumnCount);
    showEmptyText();
    m_presenting = false;
    if (m_bench.token())
        choose(*m_bench.token());
    if (std::exchange(m_entersLater, false) && m_table->hasFocus() &&
        !m_table->selectionModel()->hasSelection()) {
        m_table->setCurrentIndex(m_model.index(0, 0));
        if (const SuffererTableModel::Row* const row = chosenRow(); row && m_bench.token() != row->token)
            m_bench.chooseToken(row->token); // the current row was that of another token
    }
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
