// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/token_selection.h"

#include <QItemSelectionModel>
#include <QScopedValueRollback>
#include <QTableView>

#include <algorithm>

namespace ratewarden::ui {
namespace {

bool sameFilter(const TokenView& a, const TokenView& b)
{
    return a.filter == b.filter && a.state == b.state && a.policy == b.policy;
}

} // namespace

TokenSelection::TokenSelection(TokenTableModel& model, QTableView& table, QObject* parent)
    : QObject(parent), m_model(model), m_table(table), m_view(model.view())
{
    connect(m_table.selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &TokenSelection::takeSelection);
    connect(&m_model, &TokenTableModel::aboutToDrop, this, &TokenSelection::takeDropped);
    connect(&m_model, &TokenTableModel::moved, this, &TokenSelection::takeMoved);
    // After the selection model, which was connected first.
    connect(&m_model, &TokenTableModel::layoutChanged, this, &TokenSelection::follow);
    connect(&m_model, &TokenTableModel::ranked, this, &TokenSelection::follow);
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
    std::ranges::sort(rows);
    return rows;
}

std::vector<Subject> TokenSelection::unlisted() const
{
    std::vector<Subject> subjects;
    for (const int place : m_places)
        if (m_model.rowOfPlace(place) < 0)
            subjects.push_back(m_model.keyOfPlace(place));
    subjects.insert(subjects.end(), m_gone.begin(), m_gone.end());
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

void TokenSelection::restore(const std::optional<Subject>& shown)
{
    if (!shown || count() > 1)
        return;
    const QScopedValueRollback keep(m_held, true);
    const int row = m_model.rowOf(*shown);
    if (row < 0)
        m_table.clearSelection();
    else if (!m_table.selectionModel()->isRowSelected(row))
        selectOnly(row);
}

void TokenSelection::dropUnseen()
{
    const QScopedValueRollback keep(m_held, true);
    m_model.dropUnseen();
}

void TokenSelection::retire(const FormatSet& formats)
{
    const QScopedValueRollback keep(m_held, true);
    m_model.retire(formats);
}

void TokenSelection::takeSelection(const QItemSelection& selected, const QItemSelection& deselected)
{
    if (m_following)
        return;
    const std::vector<int> listed = rows();
    // What adds to the selection, or takes from it, leaves the tokens that are not listed in it.
    const bool another = selected.isEmpty() == deselected.isEmpty() || listed.size() <= 1 ||
                         int(listed.size()) == m_model.rowCount();
    if (another) {
        m_places.clear();
        m_gone.clear();
    } else {
        std::erase_if(m_places, [this](int place) { return m_model.rowOfPlace(place) >= 0; });
    }
    for (const int row : listed)
        m_places.push_back(m_model.placeAt(row));
    if (!m_model.ranking())
        m_view = m_model.view();
    m_listedBefore = Units(listed.size());
    if (!m_held && !listed.empty()) {
        // Of several the one that was clicked last.
        const QItemSelectionModel& selection = *m_table.selectionModel();
        const int current = selection.currentIndex().row();
        Q_EMIT chosen(m_model.keyAt(selection.isRowSelected(current) ? current : listed.front()));
    }
    Q_EMIT changed();
}

void TokenSelection::takeDropped(const std::vector<int>& places)
{
    std::erase_if(m_places, [&](int place) {
        if (!std::ranges::binary_search(places, place))
            return false;
        m_gone.push_back(m_model.keyOfPlace(place));
        return true;
    });
}

void TokenSelection::takeMoved(const std::vector<int>& newPlaces)
{
    for (int& place : m_places)
        place = newPlaces[std::size_t(place)];
}

// Puts the selection back after rows came, went or moved: the selection model by itself selects rows that
// come while all are selected, and forgets those that go.
void TokenSelection::follow()
{
    if (count() == 0)
        return;
    const Units before = count();
    if (!m_model.ranking() && !sameFilter(m_view, m_model.view()))
        forgetUnlisted(); // the operator has filtered them out
    else
        findAgain();
    const std::vector<int> wanted = rowsOfPlaces();
    if (wanted != rows())
        select(wanted);
    if (Units(wanted.size()) != m_listedBefore || count() != before) {
        m_listedBefore = Units(wanted.size());
        Q_EMIT changed();
    }
}

void TokenSelection::forgetUnlisted()
{
    m_view = m_model.view();
    m_gone.clear();
    std::erase_if(m_places, [this](int place) { return m_model.rowOfPlace(place) < 0; });
}

void TokenSelection::findAgain()
{
    std::erase_if(m_gone, [this](const Subject& subject) {
        const int place = m_model.placeOf(subject);
        if (place >= 0)
            m_places.push_back(place);
        return place >= 0;
    });
}

std::vector<int> TokenSelection::rowsOfPlaces() const
{
    std::vector<int> rows;
    rows.reserve(m_places.size());
    for (const int place : m_places)
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
}

} // namespace ratewarden::ui
