// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QStyledItemDelegate>

#include <utility>

namespace ratewarden::ui {

enum class TokenState;

QColor stateColor(TokenState state);

/// Paints the cells of the token table: usage as a bar with its numbers, the state as mark and word,
/// hairlines between rows.
class TokenDelegate final : public QStyledItemDelegate {
    Q_OBJECT

public:
    using QStyledItemDelegate::QStyledItemDelegate;

    /// Greys what is painted, as it is not current. True when that is a change.
    bool setFaded(bool faded) { return std::exchange(m_faded, faded) != faded; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

private:
    bool m_faded = false;
};

/// A bar with round ends, `share` of it filled; more than the whole is drawn as the whole.
void paintBar(QPainter* painter, const QRectF& rect, double share, const QColor& color);

} // namespace ratewarden::ui
