// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/cell_model.h"

#include "ui/text/display_text.h"

namespace ratewarden::ui {

QString CellModel::cellSpoken(int row, int column) const
{
    return QStringLiteral("%1: %2").arg(headerData(column, Qt::Horizontal).toString(), cellText(row, column));
}

QVariant CellModel::data(const QModelIndex& index, int role) const
{
    if (!checkIndex(index, CheckIndexOption::IndexIsValid))
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return cellText(index.row(), index.column());
    case Qt::AccessibleTextRole:
        return cellSpoken(index.row(), index.column());
    case Qt::ToolTipRole:
        return plainToolTip(cellTip(index.row(), index.column()));
    case Qt::TextAlignmentRole:
        return headerData(index.column(), Qt::Horizontal, role);
    default:
        return {};
    }
}

QVariant CellModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || section < 0 || section >= columnCount())
        return {};
    switch (role) {
    case Qt::DisplayRole:
        return title(section);
    case Qt::ToolTipRole:
        return plainToolTip(titleTip(section));
    case Qt::TextAlignmentRole:
        return int((isNumber(section) ? Qt::AlignRight : Qt::AlignLeft) | Qt::AlignVCenter);
    default:
        return {};
    }
}

} // namespace ratewarden::ui
