// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/formats/token_reading.h"

#include <QAbstractTableModel>

namespace ratewarden::ui {

/// The blocks among what is read of the tokens, the newest first. Rows keep their identity through every
/// refresh, so that selection and scrolling survive it.
class BlockTableModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { Token, Reason, By, Since, Ends, ColumnCount };
    Q_ENUM(Column)

    using QAbstractTableModel::QAbstractTableModel;

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

    /// Takes what readings of control keys say; others are passed over.
    void put(const std::vector<TokenReading>& readings);
    /// A scan has gone through all keys: drops the blocks that none has put since this was last called.
    void dropUnseen();
    const Block& blockAt(int row) const { return m_rows[std::size_t(row)].block; }

    /// The server's clock, for the countdowns; call again as it goes on.
    void setNow(Instant now);

Q_SIGNALS:
    void countChanged();

private:
    struct Row {
        Block block;
        quint64 scan = 0; ///< the scan that found it last
    };

    int rowOf(std::string_view token) const;
    void insert(const Block& block);
    void remove(int row);
    QString text(const Block& block, Column column) const;

    std::vector<Row> m_rows;
    quint64 m_scan = 0;
    Instant m_now{};
};

} // namespace ratewarden::ui
