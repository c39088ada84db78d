// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/key_delegates.h"

#include "ui/models/key_list_model.h"
#include "ui/models/key_value_model.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cell_text.h"
#include "ui/widgets/paint_bars.h"

#include <QPainter>

namespace ratewarden::ui {
namespace {

constexpr int usageBarHeight = 3;

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
            line.adjust(0, 0, 0, -usageBarHeight - 4);
            paintBar(
                painter,
                QRectF(cell.left(), option.rect.bottom() - usageBarHeight - 4, cell.width(), usageBarHeight),
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
    case KeyListModel::ColumnCount:
        break;
    }
    const QString mark = index.column() == KeyListModel::State && status.isValid() && !text.isEmpty()
                             ? statusMark(state, verdicts)
                             : QString();
    if (!mark.isEmpty())
        text = mark + QLatin1Char(' ') + text;
    // A number that is cut reads as another one.
    text = fittingText(QStringList(text) + index.data(KeyListModel::ShortTextsRole).toStringList(),
                       QFontMetrics(font), line.width());
    drawCellText(painter, line, text, font, color, alignment,
                 index.column() == KeyListModel::Name ? Qt::ElideMiddle : Qt::ElideRight);
    painter->restore();
}

void KeyValueDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                             const QModelIndex& index) const
{
    const Colors& c = colors();
    painter->save();
    paintGround(painter, option);
    const bool marked = index.data(KeyValueModel::MarkedRole).toBool();
    if (marked)
        painter->fillRect(option.rect.adjusted(0, 0, 0, -1), c.selection);
    const auto column = KeyValueModel::Column(index.column());
    const bool quiet = column == KeyValueModel::Name || (column == KeyValueModel::Bytes && !marked);
    QFont font = column == KeyValueModel::Means ? option.font : monospaceFont();
    if (marked && column == KeyValueModel::Means)
        font.setWeight(QFont::DemiBold);
    drawCellText(painter, option.rect.adjusted(cellMargin, 0, -cellMargin, 0), index.data().toString(), font,
                 faded() || quiet                 ? c.muted
                 : column == KeyValueModel::Means ? c.accent
                                                  : c.text,
                 Qt::AlignVCenter | Qt::AlignLeft,
                 column == KeyValueModel::Name || column == KeyValueModel::Text ? Qt::ElideMiddle
                                                                                : Qt::ElideRight);
    painter->restore();
}

} // namespace ratewarden::ui
