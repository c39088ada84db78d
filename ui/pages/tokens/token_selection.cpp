// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/tokens/token_selection.h"

#include <QItemSelectionModel>
#include <QScopedValueRollback>
#include <QTableView>

#include <algorithm>
#include <utility>

namespace ratewarden::ui {
namespace {

bool sameFilter(const TokenView& a, const TokenView& b)
{
    return a.filter == b.filter;
}

bool sameOrder(const TokenView& a, const TokenView& b)
{
    return a.by == b.by && a.descending == b.descending;
}

} // namespace

TokenSelection::TokenSelection(TokenTableModel& model, QTableView& table, QObject* parent)
    : QObject(parent), m_model(model), m_table(table), m_view(model.view()), m_selected(model.store())
{
    connect(m_table.selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &TokenSelection::takeSelection);
    connect(m_table.selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            &TokenSelection::takeCurrent);
    connect(&m_model, &TokenTableModel::aboutToDrop, this,
            [this](const std::vector<int>& places) { m_selected.takeDropped(places); });
    connect(&m_model, &TokenTableModel::moved, this,
            [this](const std::vector<int>& newPlaces) { m_selected.takeMoved(newPlaces); });
    connect(&m_model, &TokenTableModel::layoutAboutToBeChanged, this, &TokenSelection::noteInView);
    // After the selection model, which was connected first.
    connect(&m_model, &TokenTableModel::layoutChanged, this, &TokenSelection::follow);
    connect(&m_model, &TokenTableModel::ranked, this, &TokenSelection::takeRanked);
}

Units TokenSelection::listedCount() const
{
    Units count = 0;
    for (const QItemSelectionRange& range : m_table.selectionModel()->selection())
        count += range.height();
    return count;
}

std::vector<int> TokenSelection::rows() const
{
    std::vector<int> rows;
    for (const QItemSelectionRange& range : m_table.selectionModel()->selection())
        for (int row = range.top(); row <= range.bottom(); ++row)
            rows.push_back(row);
    if (!std::ranges::is_sorted(rows)) // of one range, as when all are selected, they are
        std::ranges::sort(rows);
    return rows;
}

std::vector<Subject> TokenSelection::unlisted() const
{
    std::vector<Subject> subjects;
    for (const int place : m_selected.places())
        if (m_model.rowOfPlace(place) < 0)
            subjects.push_back(m_model.keyOfPlace(place));
    subjects.insert(subjects.end(), m_selected.gone().begin(), m_selected.gone().end());
    std::ranges::sort(subjects, {}, &Subject::token);
    return subjects;
}

// Unlike selectRow(), whatever keys are held down.
void TokenSelection::selectOnly(int row)
{
    m_table.selectionModel()->setCurrentIndex(m_model.index(row, TokenTableModel::Token),
                                              QItemSelectionModel::ClearAndSelect |
                                                  QItemSelectionModel::Rows);
}

void TokenSelection::choose(const Subject& subject)
{
    forget();
    if (!m_model.rearranging() && m_model.rowOf(subject) >= 0) {
        selectOnly(m_model.rowOf(subject));
        scrollToShown(true);
        return;
    }
    m_wanted = subject;
    m_wantedUnder = m_model.view();
    show(subject);
    Q_EMIT changed();
}

void TokenSelection::forget()
{
    m_selected.clear();
    m_wanted.reset();
    m_wantsNone = false;
    {
        const QScopedValueRollback follows(m_following, true);
        m_table.selectionModel()->clear();
    }
    m_listedBefore = 0;
    show(std::nullopt);
    Q_EMIT changed();
}

void TokenSelection::begin()
{
    m_begun = true;
    settleNow();
}

void TokenSelection::settle()
{
    m_waiting = false;
    settleNow();
}

void TokenSelection::takeSelection(const QItemSelection& selected, const QItemSelection& deselected)
{
    if (m_following)
        return;
    const std::vector<int> listed = rows();
    // What adds to the selection, or takes from it, leaves the tokens that are not listed in it.
    const bool another = selected.isEmpty() == deselected.isEmpty() || listed.size() <= 1 ||
                         int(listed.size()) == m_model.rowCount();
    if (another)
        m_selected.clear();
    else
        m_selected.removeIf([this](int place) { return m_model.rowOfPlace(place) >= 0; });
    std::vector<int> places(listed.size());
    std::ranges::transform(listed, places.begin(), [this](int row) { return m_model.placeAt(row); });
    m_selected.add(places);
    m_listedBefore = Units(listed.size());
    m_wanted.reset();
    m_byItself = false;
    m_wantsNone = listed.empty();
    if (listed.empty()) {
        show(std::nullopt);
    } else {
        // Of several the one that was clicked last; if that has deselected it, the next one. All can be
        // selected while no row is current: then one that is in view.
        const QModelIndex current = m_table.currentIndex();
        const auto next = std::ranges::lower_bound(
            listed, current.isValid() ? current.row() : m_table.rowAt(m_table.rowHeight(0) / 2));
        const int row = next == listed.end() ? listed.back() : *next;
        if (!current.isValid() && listed.size() > 1)
            makeCurrent(row);
        show(m_model.keyAt(row));
    }
    Q_EMIT changed();
}

// Keys that go on among several that are selected may change nothing but the current row.
void TokenSelection::takeCurrent(const QModelIndex& current)
{
    if (!m_following && current.isValid() && listedCount() > 1 &&
        m_table.selectionModel()->isRowSelected(current.row()))
        show(m_model.keyAt(current.row()));
}

void TokenSelection::noteInView()
{
    const int row = m_shown ? m_model.rowOf(*m_shown) : -1;
    m_wasInView =
        m_wasInView ||
        (row >= 0 && m_table.viewport()->rect().contains(m_table.visualRect(m_model.index(row, 0)).center()));
}

// Puts the selection back after rows came, went or moved: the selection model by itself selects rows that
// come while all are selected, and forgets those that go.
void TokenSelection::follow()
{
    if (count() == 0)
        return;
    const Units before = count();
    if (!m_model.rearranging() && !sameFilter(m_view, m_model.view()))
        forgetUnlisted(); // the operator has filtered them out
    else
        m_selected.findAgain();
    const std::vector<int> wanted = rowsOfPlaces();
    if (wanted != rows())
        select(wanted);
    m_wasInView = m_wasInView || (m_listedBefore == 0 && !wanted.empty()); // it is listed again
    if (Units(wanted.size()) != m_listedBefore || count() != before) {
        m_listedBefore = Units(wanted.size());
        Q_EMIT changed();
    }
}

void TokenSelection::takeRanked()
{
    follow();
    settleNow();
}

void TokenSelection::settleNow()
{
    if (m_waiting || m_model.rearranging())
        return;
    const TokenView& view = m_model.view();
    const bool isFiltered = !sameFilter(m_view, view);
    const bool isSorted = !sameOrder(m_view, view);
    m_view = view;
    const bool wasInView = std::exchange(m_wasInView, false);
    if (m_wanted && !sameFilter(m_wantedUnder, view)) { // the operator looks for something else
        m_wanted.reset();
        show(std::nullopt);
    }
    if (m_wanted) {
        if (isListed(m_wanted)) {
            selectOnly(m_model.rowOf(*m_wanted));
            scrollToShown(true);
        }
        return;
    }
    const bool another = isFiltered || isSorted;
    if (another)
        m_wantsNone = false;
    const bool wantsFirst = listedCount() == 0 ? another || (!m_shown && !m_wantsNone && m_begun)
                                               : isSorted && m_byItself && count() == 1;
    if (wantsFirst && m_model.rowCount() > 0)
        return selectFirst();
    if (isFiltered && listedCount() == 0 && (m_shown || count() > 0))
        return forget();
    showSelected();
    if (another || wasInView)
        scrollToShown(false);
}

// The one in trouble is on top.
void TokenSelection::selectFirst()
{
    selectOnly(0);
    m_byItself = m_model.rowCount() > 1; // a single match is what the operator was looking for
    m_table.scrollToTop();
}

void TokenSelection::scrollToShown(bool center)
{
    if (!isListed(m_shown))
        return;
    m_table.doItemsLayout(); // else it scrolls no farther than the rows of before reached
    m_table.scrollTo(m_model.index(m_model.rowOf(*m_shown), TokenTableModel::Token),
                     center ? QAbstractItemView::PositionAtCenter : QAbstractItemView::EnsureVisible);
}

void TokenSelection::show(const std::optional<Subject>& subject)
{
    if (m_shown == subject)
        return;
    m_shown = subject;
    Q_EMIT shownChanged();
}

// What is shown is one of those that are selected; without any the one that was stays.
void TokenSelection::showSelected()
{
    if (const std::vector<int> listed = rows(); !listed.empty())
        if (const int row = m_shown ? m_model.rowOf(*m_shown) : -1; !std::ranges::binary_search(listed, row))
            show(m_model.keyAt(listed.front()));
}

bool TokenSelection::isListed(const std::optional<Subject>& subject) const
{
    return subject && m_model.rowOf(*subject) >= 0;
}

// m_view is kept until all is settled.
void TokenSelection::forgetUnlisted()
{
    m_selected.forgetGone();
    m_selected.removeIf([this](int place) { return m_model.rowOfPlace(place) < 0; });
}

std::vector<int> TokenSelection::rowsOfPlaces() const
{
    const std::size_t selected = m_selected.places().size();
    std::vector<int> rows;
    rows.reserve(selected);
    if (selected > std::size_t(m_model.rowCount()) / 16) { // to sort so many would take longer
        for (int row = 0; row < m_model.rowCount(); ++row)
            if (m_selected.contains(m_model.placeAt(row)))
                rows.push_back(row);
        return rows;
    }
    for (const int place : m_selected.places())
        if (const int row = m_model.rowOfPlace(place); row >= 0)
            rows.push_back(row);
    std::ranges::sort(rows);
    return rows;
}

void TokenSelection::select(const std::vector<int>& rows)
{
    QItemSelection selection;
    for (std::size_t first = 0; first < rows.size();) {
        std::size_t last = first;
        while (last + 1 < rows.size() && rows[last + 1] == rows[last] + 1)
            ++last;
        selection.append(QItemSelectionRange(m_model.index(rows[first], 0),
                                             m_model.index(rows[last], m_model.columnCount() - 1)));
        first = last + 1;
    }
    const QScopedValueRollback follows(m_following, true);
    m_table.selectionModel()->select(selection, QItemSelectionModel::ClearAndSelect);
    if (!rows.empty() && !m_table.currentIndex().isValid())
        makeCurrent(rows.front());
}

// Keys move on from what is selected: without a current row the list takes the first one when it gets the
// focus.
void TokenSelection::makeCurrent(int row)
{
    const QScopedValueRollback follows(m_following, true);
    m_table.selectionModel()->setCurrentIndex(m_model.index(row, TokenTableModel::Token),
                                              QItemSelectionModel::NoUpdate);
}

} // namespace ratewarden::ui
