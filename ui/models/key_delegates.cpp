// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/key_delegates.h"

#include "ui/models/key_list_model.h"
#include "ui/models/key_tree_model.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cell_text.h"
#include "ui/widgets/paint_bars.h"

#include <QPainter>

#include <algorithm>

namespace ratewarden::ui {
namespace {

constexpr int keyBarHeight = 3;
constexpr int treeCellMargin = 6;
constexpr int treeRowPadding = 17; // of a row beyond its text
constexpr qreal barStrength = 0.45;
constexpr double leastShare = 0.02; // of which there is a bar: less is a dot

} // namespace

void KeyListDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                            const QModelIndex& index) const
{
    const Colors& c = colors();
    painter->save();
    paintGround(painter, option);
    const QRect cell = option.rect.adjusted(cellMargin, 0, -cellMargin, 0);
    const QVariant status = index.data(KeyListModel::StatusRole);
    const auto state = TokenStatus(status.toInt());
    const auto verdicts = Verdicts(index.data(KeyListModel::VerdictsRole).toInt());
    QString text = index.data().toString();
    QFont font = option.font;
    QColor color = faded() || !index.data(KeyListModel::ReadRole).toBool() ? c.muted : c.text;
    int alignment = index.data(Qt::TextAlignmentRole).toInt();
    QRect line = cell;
    switch (KeyListModel::Column(index.column())) {
    case KeyListModel::Name:
        font = monospaceFont();
        if (index.data(KeyListModel::FolderRole).toBool() && !faded())
            color = c.accent;
        break;
    case KeyListModel::Usage:
        if (const double share = index.data(KeyListModel::ShareRole).toDouble(); share >= 0) {
            line.adjust(0, 0, 0, -keyBarHeight - 4);
            paintBar(painter,
                     QRectF(cell.left(), option.rect.bottom() - keyBarHeight - 4, cell.width(), keyBarHeight),
                     share, faded() || state == TokenStatus::Idle ? c.muted : statusColor(state, verdicts),
                     verdicts);
        } else if (!status.isValid()) {
            color = c.muted;
        }
        break;
    case KeyListModel::State:
        if (status.isValid()) {
            color = faded() ? c.muted : statusColor(state, verdicts);
            const bool loud =
                state != TokenStatus::Ok && state != TokenStatus::Idle && state != TokenStatus::Unknown;
            font.setWeight(loud ? QFont::DemiBold : QFont::Normal);
        } else {
            color = c.muted;
        }
        break;
    case KeyListModel::Ends:
        if (index.data(KeyListModel::ExpiredRole).toBool())
            color = c.muted;
        break;
    case KeyListModel::ColumnCount:
        break;
    }
    const QString mark = index.column() == KeyListModel::State && status.isValid() && !text.isEmpty()
                             ? statusMark(state, verdicts)
                             : QString();
    if (!mark.isEmpty())
        text = mark + QLatin1Char(' ') + text;
    // A number that is cut reads as another one.
    text = fittingText(QStringList(text) + index.data(KeyListModel::ShortTextsRole).toStringList(), font,
                       line.width());
    drawCellText(painter, line, text, font, color, alignment,
                 index.column() == KeyListModel::Name ? Qt::ElideMiddle : Qt::ElideRight);
    painter->restore();
}

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
        const QRectF bar(cell.left(), option.rect.bottom() - keyBarHeight - 2,
                         std::max(2.0, share * cell.width()), keyBarHeight);
        painter->drawRoundedRect(bar, keyBarHeight / 2.0, keyBarHeight / 2.0);
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
