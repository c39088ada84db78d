// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

#include <utility>

class QAbstractItemView;

namespace ratewarden::ui {

/// Left and right of what stands in a cell.
inline constexpr int cellMargin = 8;

/// What the delegates of tables of rows share: the ground of a row, and whether it is current.
class RowDelegate : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// Greys what is painted, as it is not current. True when that is a change.
    bool setFaded(bool faded) { return std::exchange(m_faded, faded) != faded; }
    bool faded() const { return m_faded; }

protected:
    /// Marks a selected row, and draws the hairline below every one.
    static void paintGround(QPainter* painter, const QStyleOptionViewItem& option);

private:
    bool m_faded = false;
};

/// Outlines the row that the keys move from, as long as they do: selection looks the same without the focus.
/// Only the row's top and height count; of an empty one all of the view is outlined.
void paintRowFocus(const QAbstractItemView& view, const QRect& row);

} // namespace ratewarden::ui
