// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/keys/key_rows.h"

#include <QAbstractItemModel>

#include <memory>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// The folders of a server's keys, as a tree that is read level by level and page by page: wanted() asks for
/// a page, put() takes it. A level that has not been read whole ends with a row that says how many are
/// missing.
class KeyTreeModel final : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Name, Keys, Memory, NoExpiry, ColumnCount };
    Q_ENUM(Column)
    enum Role {
        AboutRole = Qt::UserRole, ///< QString: the format's title, or that it is not known
        UnknownRole,              ///< bool: no format recognises these keys
        ShareRole,                ///< double: of the memory of the largest folder; 0 to 1
        AlarmRole,                ///< bool: keys of no known format that never expire
        MoreRole                  ///< bool: the row stands for those that have not been read
    };

    static constexpr std::size_t pageSize = 200;

    explicit KeyTreeModel(QObject* parent = nullptr);
    ~KeyTreeModel() override;

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    bool hasChildren(const QModelIndex& parent = {}) const override;
    bool canFetchMore(const QModelIndex& parent) const override;
    void fetchMore(const QModelIndex& parent) override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

    /// Null for a row that stands for those that have not been read.
    const KeyNode* at(const QModelIndex& index) const;
    /// Invalid: it has not been read.
    QModelIndex find(const std::string& folder) const;

    /// Asks for all that has been read, anew: numbers or order have changed.
    void readAgain();
    /// Asks for the next page of the level below `parent`.
    void readMore(const QModelIndex& parent);
    /// Takes a page. Rows that are there already keep their place in views, and what is below them.
    void put(const KeyLevel& level);

Q_SIGNALS:
    /// A page of the folders in this one.
    void wanted(const std::string& folder, std::size_t from, std::size_t count);

private:
    struct Node;

    Node* nodeOf(const QModelIndex& index) const; ///< of an invalid one the root; null: the row of the rest
    QModelIndex indexOf(const Node& node) const;
    Node* findNode(const std::string& folder) const;
    void ask(Node& node, std::size_t from, std::size_t count);
    void askAgain(Node& node);
    void removeGone(Node& node, const KeyLevel& level);
    void insertNew(Node& node, const KeyLevel& level);
    void reorder(Node& node, const KeyLevel& level);
    void setTotal(Node& node, std::size_t total);
    static int shownRows(const Node& node);
    QString text(const Node& node, Column column) const;

    std::unique_ptr<Node> m_root;
    double m_most = 0; // bytes of the largest folder
};

} // namespace ratewarden::ui
