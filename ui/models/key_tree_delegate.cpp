// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/key_tree_delegate.h"

#include "ui/models/key_tree_model.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cell_text.h"

#include <QPainter>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr int treeCellMargin = 6;
constexpr int shareBarHeight = 3;
constexpr int treeRowPadding = 17; // of a row beyond its text
constexpr qreal barStrength = 0.45;
constexpr double leastShare = 0.02; // of which there is a bar: less is a dot

} // namespace

void KeyTreeDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const Colors& c = colors();
    painter->save();
    paintGround(painter, option);
    const QRect cell = option.rect.adjusted(index.column() == KeyTreeModel::Name ? 2 : treeCellMargin, 0,
                                            -treeCellMargin, 0);
    const QString text = index.data().toString();
    const auto draw = [&](const QRect& rect, const QString& what, const QFont& font, const QColor& color,
                          int alignment, Qt::TextElideMode cut = Qt::ElideMiddle) {
        return drawCellText(painter, rect, what, font, faded() ? c.muted : color, alignment, cut);
    };
    if (index.data(KeyTreeModel::MoreRole).toBool()) {
        draw(cell, text, option.font, c.muted, Qt::AlignVCenter | Qt::AlignLeft);
    } else if (index.column() == KeyTreeModel::Name) {
        const QRect& line = cell; // as the numbers beside it
        const int used = draw(line, text, monospaceFont(), c.text, Qt::AlignVCenter | Qt::AlignLeft);
        constexpr int gap = 9;
        if (const int room = line.width() - used - gap; room > option.fontMetrics.averageCharWidth() * 5) {
            QFont small = option.font;
            small.setPixelSize(std::max(10, small.pixelSize() - 2));
            draw(line.adjusted(used + gap, 1, 0, 1), index.data(KeyTreeModel::AboutRole).toString(), small,
                 index.data(KeyTreeModel::UnknownRole).toBool() ? c.nearLimit : c.muted,
                 Qt::AlignVCenter | Qt::AlignLeft, Qt::ElideRight);
        }
        const double share = std::clamp(index.data(KeyTreeModel::ShareRole).toDouble(), 0.0, 1.0);
        if (share < leastShare) {
            painter->restore();
            return;
        }
        QColor color = faded() ? c.muted : c.used;
        color.setAlphaF(float(barStrength));
        painter->setRenderHint(QPainter::Antialiasing);
        painter->setPen(Qt::NoPen);
        painter->setBrush(color);
        const QRectF bar(cell.left(), option.rect.bottom() - shareBarHeight - 2,
                         std::max(2.0, share * cell.width()), shareBarHeight);
        painter->drawRoundedRect(bar, shareBarHeight / 2.0, shareBarHeight / 2.0);
    } else {
        const bool alarm =
            index.column() == KeyTreeModel::NoExpiry && index.data(KeyTreeModel::AlarmRole).toBool();
        draw(cell, text, option.font, alarm ? c.limited : c.text, Qt::AlignVCenter | Qt::AlignRight);
    }
    painter->restore();
}

QSize KeyTreeDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {60, option.fontMetrics.height() + treeRowPadding};
}

} // namespace ratewarden::ui
