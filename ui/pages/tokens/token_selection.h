// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/subject.h"
#include "ui/models/token_table_model.h"

#include <optional>
#include <vector>

class QItemSelection;
class QTableView;

namespace ratewarden::ui {

/// Which tokens are selected in the token table, and which of them is shown in detail: there is no other
/// notion of a current token. A selected token stays selected wherever its row moves, and its row is in view
/// after the operator has filtered or sorted. Where none of the rows is selected then, the first one is.
///
/// One that expires, or no longer matches the filter, without the operator's doing stays counted as selected
/// and shown but not listed, and is selected again once it is listed again. No other takes its place.
class TokenSelection final : public QObject {
    Q_OBJECT

public:
    /// The table must show the model; both must outlive this.
    TokenSelection(TokenTableModel& model, QTableView& table, QObject* parent);

    /// How many tokens are selected, listed or not.
    Units count() const { return m_selected.count(); }
    /// How many of them are listed.
    Units listedCount() const;
    Units unlistedCount() const { return count() - listedCount(); }
    /// The rows of the listed ones, from the top.
    std::vector<int> rows() const;
    /// The others, by token.
    std::vector<Subject> unlisted() const;
    /// The one that is shown in detail: of several the one that was selected last.
    const std::optional<Subject>& shown() const { return m_shown; }

    /// Selects this row and no other.
    void selectOnly(int row);
    /// Selects this token and no other, and scrolls to it; if it is not listed, as soon as it is, unless the
    /// operator filters or selects something else first.
    void choose(const Subject& subject);
    /// Selects none.
    void forget();
    /// From now on the first row is selected where none is, unless the operator wants none.
    void begin();
    /// Until settle() none is selected by itself, as more is to be filtered.
    void wait() { m_waiting = true; }
    void settle();

Q_SIGNALS:
    /// shown() is another, or none.
    void shownChanged();
    /// The counts, or which tokens they are of, have changed.
    void changed();

private:
    void takeSelection(const QItemSelection& selected, const QItemSelection& deselected);
    void takeCurrent(const QModelIndex& current);
    void noteInView();
    void follow();
    void takeRanked();
    void settleNow();
    void selectFirst();
    void scrollToShown(bool center);
    void show(const std::optional<Subject>& subject);
    void showSelected();
    void forgetUnlisted();
    bool isListed(const std::optional<Subject>& subject) const;
    std::vector<int> rowsOfPlaces() const;
    void select(const std::vector<int>& rows);
    void makeCurrent(int row);

    TokenTableModel& m_model;
    QTableView& m_table;
    TokenView m_view; // under which it was settled last
    FollowedTokens m_selected;
    std::optional<Subject> m_shown;
    std::optional<Subject> m_wanted; // to be selected once it is listed
    TokenView m_wantedUnder;
    Units m_listedBefore = 0; // when changed() was emitted last
    bool m_begun = false;
    bool m_waiting = false;
    bool m_wantsNone = false; // the operator has deselected all
    bool m_byItself = false;  // the first of several was selected, as none was
    bool m_wasInView = false; // the shown one, before rows moved
    bool m_following = false; // the selection is put back, not changed
};

} // namespace ratewarden::ui
