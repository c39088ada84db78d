// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/token_store.h"

#include <QAbstractTableModel>
#include <QThreadPool>
#include <QTimer>

namespace ratewarden::ui {

struct TokenColumn;

/// The token table over a TokenStore: an index of what is shown, moved with as few signals as will do, so
/// that selection and scrolling survive every refresh. Few rows are ranked at once, many in a thread of its
/// own: they change and come at once, and move when their order is known.
class TokenTableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column {
        Token,
        Policy,
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
        StatusRole,               ///< TokenStatus, as int
        DetailRole,               ///< QString: what stands beside the text of a cell
        ShortTextsRole,           ///< QStringList: what to show where the text does not fit, longest first
        RateRole,                 ///< float: requests a second, below zero when they are not counted
        CountsRole,               ///< std::vector<RequestCount>: of the last minutes
    };

    explicit TokenTableModel(QObject* parent = nullptr);
    ~TokenTableModel() override;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    void sort(int column, Qt::SortOrder order = Qt::AscendingOrder) override;

    void put(const std::vector<Reading>& readings, TokenStore::Source source = TokenStore::Source::Scan);
    /// Makes room for so many tokens, about.
    void expect(std::size_t tokens) { m_store.reserve(tokens); }
    /// Ends a scan: drops the rows that it did not find, and begins the next count.
    void dropUnseen();

    void setFilter(const QString& filter);
    void setStateFilter(std::optional<TokenStatus> state);
    void setPolicyFilter(const std::optional<std::string>& policy);
    /// Of all tokens that have a window state.
    const std::set<std::string, std::less<>>& policies() const { return m_policies; }
    TokenSnapshot snapshot() const { return m_store.snapshot(); }
    const TokenView& view() const { return m_view; }
    /// While held, rows stay where they are: contents change, new rows come at the end, and none go; unless
    /// the operator sorts or filters them.
    void setOrderHeld(bool held);

    Subject keyAt(int row) const { return m_store.name(m_order[std::size_t(row)]).key(); }
    const TokenRow& at(int row) const { return m_store.row(m_order[std::size_t(row)]); }
    int rowOf(const Subject& key) const; ///< -1 when it is not shown
    int countOf(TokenStatus state) const { return m_states.at(std::size_t(state)); }
    /// Whether another order is being made.
    bool ranking() const { return m_cancelled != nullptr; }
    /// How many there are without the filters.
    int tokenCount() const { return m_tokens; }

    /// The server's clock, for the countdowns; call again as it goes on.
    void setNow(Instant now);

Q_SIGNALS:
    /// Rows stand in their order, and the counts are those of all rows.
    void ranked();

private:
    enum class Haste { Now, Soon };
    void rearrange(Haste haste);
    void rankNow();
    void drop();
    void startRanking();
    void takeRanking(Ranking ranking, int rowsRanked);
    void endChange(std::vector<int> order, const std::vector<int>& newPlaces);
    void appendNew(int from);
    void allChanged();
    static const TokenColumn& columnAt(int section);

    TokenStore m_store;
    TokenView m_view;
    std::vector<int> m_order; // places in the store of those that are shown, row by row
    int m_tokens = 0;
    std::array<int, tokenStatusCount> m_states{};
    std::set<std::string, std::less<>> m_policies;
    Instant m_now{};
    bool m_orderHeld = false;
    bool m_dropsHeld = false; // a scan has ended while the order was held
    bool m_wanted = false;    // the operator waits for the next ranking

    QThreadPool m_ranker;                           // of one thread
    std::shared_ptr<std::atomic<bool>> m_cancelled; // of the ranking under way; null: there is none
    bool m_rankAgain = false;
    QTimer m_rankSoon;
};

} // namespace ratewarden::ui
