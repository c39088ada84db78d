// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/subject.h"
#include "ui/models/token_table_model.h"

#include <optional>
#include <vector>

class QItemSelection;
class QTableView;

namespace ratewarden::ui {

/// Which tokens are selected in the token table. Only the operator changes that, by the table or by a filter:
/// a selected token stays selected wherever its row moves. One that expires, or no longer matches the filter,
/// stays counted as selected but not listed, and is selected again once it is listed again.
class TokenSelection final : public QObject {
    Q_OBJECT

public:
    /// The table must show the model; both must outlive this.
    TokenSelection(TokenTableModel& model, QTableView& table, QObject* parent);

    /// How many tokens are selected, listed or not.
    Units count() const { return Units(m_places.size() + m_gone.size()); }
    /// How many of them are listed.
    Units listedCount() const;
    Units unlistedCount() const { return count() - listedCount(); }
    /// The rows of the listed ones, from the top.
    std::vector<int> rows() const;
    /// The others, by token.
    std::vector<Subject> unlisted() const;

    /// Selects this row and no other.
    void selectOnly(int row);
    /// After rows came or went: if at most one token is selected, it is the one that is shown in detail.
    /// Emits no chosen().
    void restore(const std::optional<Subject>& shown);
    /// Drops the rows that the last scan did not find. Emits no chosen().
    void dropUnseen();
    /// The same for the rows of these formats.
    void retire(const FormatSet& formats);
    /// During dropUnseen() and restore().
    bool held() const { return m_held; }

Q_SIGNALS:
    /// The operator has selected this token, perhaps among others.
    void chosen(const ratewarden::Subject& subject);
    /// The counts, or which tokens they are of, have changed.
    void changed();

private:
    void takeSelection(const QItemSelection& selected, const QItemSelection& deselected);
    void takeDropped(const std::vector<int>& places);
    void takeMoved(const std::vector<int>& newPlaces);
    void follow();
    void forgetUnlisted();
    void findAgain();
    std::vector<int> rowsOfPlaces() const;
    void select(const std::vector<int>& rows);

    TokenTableModel& m_model;
    QTableView& m_table;
    TokenView m_view;            // whose filter the selected tokens matched
    std::vector<int> m_places;   // of the selected ones in the store
    std::vector<Subject> m_gone; // selected ones that are no longer in the store
    Units m_listedBefore = 0;    // when changed() was emitted last
    bool m_held = false;
    bool m_following = false; // the selection is put back, not changed
};

} // namespace ratewarden::ui
