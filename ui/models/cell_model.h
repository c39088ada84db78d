// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractTableModel>

namespace ratewarden::ui {

/// A table of texts: what all of ours answer alike. Every cell has a tooltip, and a text for those who hear
/// the table; a heading stands where its column's cells do.
class CellModel : public QAbstractTableModel {
public:
    using QAbstractTableModel::QAbstractTableModel;

    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

protected:
    virtual QString title(int column) const = 0;
    virtual QString titleTip(int /*column*/) const { return {}; }
    /// Whether its cells stand at the right.
    virtual bool isNumber(int /*column*/) const { return false; }
    virtual QString cellText(int row, int column) const = 0;
    virtual QString cellTip(int row, int column) const { return cellText(row, column); }
    /// For those who hear the table.
    virtual QString cellSpoken(int row, int column) const;
};

} // namespace ratewarden::ui
