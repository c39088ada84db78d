// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/row_delegate.h"

namespace ratewarden::ui {

/// Paints the rows of a KeyListModel: of limiters' keys a bar below what is used, and the state with its
/// mark.
class KeyListDelegate final : public RowDelegate {
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
};

/// Paints the rows of a KeyTreeModel: the prefix in the font of keys, beside it what its keys are, and below
/// it a bar for its share of the memory.
class KeyTreeDelegate final : public RowDelegate {
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace ratewarden::ui
