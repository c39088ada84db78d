// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/row_delegate.h"

namespace ratewarden::ui {

/// Paints the cells of the token table: usage as a bar with its numbers, the state as mark and word,
/// hairlines between rows.
class TokenDelegate final : public RowDelegate {
    Q_OBJECT

public:
    using RowDelegate::RowDelegate;

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;
};

} // namespace ratewarden::ui
