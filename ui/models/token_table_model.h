// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/link/newest_answer.h"
#include "ui/models/cell_model.h"
#include "ui/models/token_columns.h"
#include "ui/tokens/token_book.h"

#include <QTimer>

namespace ratewarden::ui {

struct TokenColumn;

/// The token table over a TokenBook: an index of what is shown, moved with as few
/// signals as will do, so that selection and scrolling survive every refresh. Few rows are ranked at once. Of
/// many the ones that have changed are moved now and then; all of them are ranked in a thread of its own when
/// another order is wanted.
class TokenTableModel final : public CellModel {
    Q_OBJECT

public:
    enum Column {
        Token,
        Policy,
        Format,
        TightestRule,
        Left,
        Next,
        Allowed,
        Denied,
        Lately,
        State,
        Expires,
        ColumnCount
    };
    Q_ENUM(Column)
    enum Role {
        ShareRole = Qt::UserRole, ///< double: of the tightest rule
        LeasedRole,               ///< double: of that, what is not spent, as far as the row was polled
        StatusRole,               ///< TokenStatus, as int
        VerdictsRole,             ///< Verdicts, as int
        DetailRole,               ///< QString: what stands beside the text of a cell
        ShortTextsRole,           ///< QStringList: what to show where the text does not fit, longest first
        RateRole,                 ///< float: requests a second, below zero when they are not counted
        CountsRole,               ///< std::vector<RequestCount>: of the last minutes
    };

    /// The book must outlive it, but for the destructor.
    explicit TokenTableModel(TokenBook& book, QObject* parent = nullptr);

    int rowCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : int(m_order.size());
    }
    int columnCount(const QModelIndex& parent = {}) const override
    {
        return parent.isValid() ? 0 : ColumnCount;
    }
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    /// A token is checked while it is marked.
    Qt::ItemFlags flags(const QModelIndex& index) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    void setFilter(const TokenFilter& filter);
    TokenSnapshot snapshot() const { return m_store.snapshot(); }
    const TokenStore& store() const { return m_store; }
    const TokenView& view() const { return m_view; }
    /// While held, rows stay where they are: contents change, new rows come at the end, and none go (it holds
    /// the book); unless the operator sorts or filters them.
    void setOrderHeld(bool held);
    /// Puts all rows where they belong by now, also while the order is held: once.
    void sortAgain();
    /// How many rows do not stand where they belong, while the order is held.
    int outOfPlace() const { return m_outOfPlace; }

    Subject keyAt(int row) const { return m_store.name(m_order[std::size_t(row)]).key(); }
    const TokenRow& at(int row) const { return m_store.row(m_order[std::size_t(row)]); }
    int rowOf(const Subject& key) const; ///< -1 when it is not shown
    /// The same by places in the store, which stay while rows move; until moved().
    int placeAt(int row) const { return m_order[std::size_t(row)]; }
    int placeOf(const Subject& key) const { return m_store.find(key); } ///< -1 when there is none
    Subject keyOfPlace(int place) const { return m_store.name(place).key(); }
    int rowOfPlace(int place) const; ///< -1 when it is not shown
    const TokenRow& ofPlace(int place) const { return m_store.row(place); }
    /// How many tokens are in that status, without the filters.
    int countOf(TokenStatus state) const;
    /// Whether the token is known to have it.
    bool hasWarning(const Subject& key, WarningCode code) const;
    /// Whether another order is being made.
    bool ranking() const { return m_ranker.isBusy(); }
    /// Whether the rows are not yet those of view().
    bool rearranging() const { return m_wanted; }
    /// How many there are without the filters.
    int tokenCount() const;

    /// The server's clock, for the countdowns; call again as it goes on.
    void setNow(Instant now);
    /// Which rows can be seen: of the others nobody needs to know that their texts have changed. At first
    /// all.
    void setShown(int first, int last);

Q_SIGNALS:
    /// Rows stand in their order, and the counts are those of all rows.
    void ranked();
    /// Of very many rows the first ones stand in the order that was asked for; the others follow.
    void begun();
    /// outOfPlace() is another.
    void outOfPlaceChanged();
    /// These places of the store, in order, will be no longer.
    void aboutToDrop(const std::vector<int>& places);
    /// The store has moved its rows, as TokenStore::dropUnseen() tells. The rows of this model follow at
    /// once.
    void moved(const std::vector<int>& newPlaces);

private:
    enum class Haste { Now, Soon };
    void rearrange(Haste haste);
    void rankNow();
    void take(const std::vector<int>& places, int firstNew);
    void beginDrop(const std::vector<int>& places);
    void endDrop(const std::vector<int>& newPlaces);
    void rankSoon();
    void moveChanged();
    void moveBesides(std::vector<int> changed);
    void startRanking();
    struct Ranked;
    void ask(std::function<std::shared_ptr<Ranked>(Computation&)> question);
    void takeRanking(Ranking& ranking, int rowsRanked, int outOfPlace);
    void takeOrder(Ranking& ranking, int rowsRanked);
    void setOutOfPlace(int rows);
    void endChange(std::vector<int> order, const std::vector<int>& newPlaces,
                   std::vector<int> rowOfPlace = {});
    void appendNew(int from);
    void append(const std::vector<int>& places);
    void takeOrder(std::vector<int> order, std::vector<int> rowOfPlace = {});
    void allChanged();
    void marksChanged();
    QString title(int column) const override { return columnTitle(columnAt(column)); }
    QString titleTip(int column) const override { return columnTip(columnAt(column)); }
    bool isNumber(int column) const override { return columnAt(column).isNumber; }
    QString cellText(int row, int column) const override;
    QString cellTip(int row, int column) const override;
    TokenCell cellAt(int row) const;
    static const TokenColumn& columnAt(int section) { return tokenColumns()[std::size_t(section)]; }
    void rowsChanged(std::vector<int> places);
    bool knowsShown() const { return m_firstShown >= 0; }

    TokenBook& m_book;
    const TokenStore& m_store;
    TokenView m_view;
    std::vector<int> m_order;              // places in the store of those that are shown, row by row
    mutable std::vector<int> m_rowOfPlace; // the other way round; empty: to be made
    std::array<int, tokenStatusCount> m_blockedAlone{};
    std::vector<int> m_changed; // places whose rows may stand elsewhere by now
    bool m_rankAll = false;     // to move those that have changed is not enough
    int m_firstShown = -1;
    int m_lastShown = -1;
    struct Countdowns {
        int place = -1;
        QString next;
        QString expires;
    };
    std::vector<Countdowns> m_countdowns; // of the shown rows, as they were last told
    Instant m_now{};
    bool m_orderHeld = false;
    bool m_wanted = false; // the operator waits for the next ranking
    int m_outOfPlace = 0;

    bool m_rankAgain = false; // when the one under way has ended
    QTimer m_rankSoon;
    NewestAnswer m_ranker; // last: what it runs is stopped first
};

} // namespace ratewarden::ui
