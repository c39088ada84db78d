// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/models/token_delegate.h"

#include "ui/models/token_table_model.h"
#include "ui/theme/theme.h"
#include "ui/widgets/cell_text.h"
#include "ui/widgets/paint_bars.h"

#include <QMouseEvent>
#include <QPainter>

namespace ratewarden::ui {
namespace {

constexpr int markWidth = 16; // at the left of a token

QRect markIn(const QRect& cell)
{
    return {cell.left(), cell.top(), cellMargin + markWidth, cell.height()};
}

void paintMark(QPainter* painter, const QRect& cell, bool isMarked)
{
    constexpr double radius = 4;
    const Colors& c = colors();
    painter->setRenderHint(QPainter::Antialiasing);
    painter->setPen(QPen(isMarked ? c.accent : c.line, 1.2));
    painter->setBrush(isMarked ? QBrush(c.accent) : QBrush(Qt::NoBrush));
    painter->drawEllipse(QPointF(cell.left() + cellMargin + radius + 1, cell.center().y() + 0.5), radius,
                         radius);
}

} // namespace

void TokenDelegate::paint(QPainter* painter, const QStyleOptionViewItem& option,
                          const QModelIndex& index) const
{
    const Colors& c = colors();
    const auto state = TokenStatus(index.data(TokenTableModel::StatusRole).toInt());
    const auto verdicts = Verdicts(index.data(TokenTableModel::VerdictsRole).toInt());
    painter->save();
    paintGround(painter, option);

    const QRect cell = option.rect.adjusted(cellMargin, 0, -cellMargin, 0);
    const QString text = index.data(Qt::DisplayRole).toString();
    QFont font = option.font;
    QColor color = faded() ? c.muted : c.text;
    const auto drawText = [&](const QRect& rect, const QString& what, int alignment) {
        drawCellText(painter, rect, what, font, color, alignment);
    };
    const auto inFullOrShort = [&] {
        return fittingText(QStringList(text) + index.data(TokenTableModel::ShortTextsRole).toStringList(),
                           font, cell.width());
    };
    switch (TokenTableModel::Column(index.column())) {
    case TokenTableModel::Token:
        font = monospaceFont();
        paintMark(painter, option.rect, index.data(Qt::CheckStateRole).toInt() == Qt::Checked);
        drawText(cell.adjusted(markWidth, 0, 0, 0), text, Qt::AlignVCenter | Qt::AlignLeft);
        break;
    case TokenTableModel::TightestRule: {
        const double share = index.data(TokenTableModel::ShareRole).toDouble();
        if (share < 0) {
            color = c.muted;
            drawText(cell, text, Qt::AlignVCenter | Qt::AlignLeft);
            break;
        }
        const int textHeight = option.fontMetrics.height();
        const int top = cell.top() + (cell.height() - textHeight - 10) / 2;
        const QRect line(cell.left(), top, cell.width(), textHeight);
        const QString percent = index.data(TokenTableModel::DetailRole).toString();
        const QRect beside = line.adjusted(0, 0, -textWidth(percent, font) - 8, 0);
        // The whole column takes a short form once common numbers do not fit, so that rows look alike. A
        // number is never cut: rather it is not there, as the bar and its per cent say the same.
        QStringList texts = index.data(TokenTableModel::ShortTextsRole).toStringList();
        if (textWidth(QStringLiteral("100 of 100/min"), font) <= beside.width())
            texts.prepend(text);
        texts.append(QString());
        drawText(beside, fittingText(texts, font, beside.width()), Qt::AlignVCenter | Qt::AlignLeft);
        color = c.muted;
        drawText(line, percent, Qt::AlignVCenter | Qt::AlignRight);
        paintBar(painter, QRectF(cell.left(), line.bottom() + 4, cell.width(), 6), share,
                 faded() || state == TokenStatus::Idle ? c.muted : statusColor(state, verdicts), verdicts,
                 index.data(TokenTableModel::LeasedRole).toDouble());
        break;
    }
    case TokenTableModel::State: {
        color = faded() ? c.muted : statusColor(state, verdicts);
        if (state != TokenStatus::Ok && state != TokenStatus::Idle)
            font.setWeight(QFont::DemiBold);
        const QString mark = statusMark(state, verdicts);
        drawText(cell, mark.isEmpty() ? text : mark + " " + text, Qt::AlignVCenter | Qt::AlignLeft);
        break;
    }
    case TokenTableModel::Lately: {
        const int height = qMin(cell.height() - 14, 24);
        paintRequestCounts(
            painter, QRectF(cell.left(), cell.top() + (cell.height() - height) / 2.0, cell.width(), height),
            index.data(TokenTableModel::CountsRole).value<std::vector<RequestCount>>(),
            faded() ? Freshness::Stale : Freshness::Live, verdicts);
        break;
    }
    case TokenTableModel::Denied:
        if (index.data(TokenTableModel::RateRole).toFloat() > 0 && !faded() &&
            verdicts == Verdicts::Enforced) {
            color = c.limited;
            font.setWeight(QFont::DemiBold);
        }
        drawText(cell, text, index.data(Qt::TextAlignmentRole).toInt());
        break;
    case TokenTableModel::Next:
    case TokenTableModel::Expires:
        drawText(cell, inFullOrShort(), index.data(Qt::TextAlignmentRole).toInt());
        break;
    case TokenTableModel::Policy:
    case TokenTableModel::Format:
        color = c.muted;
        drawText(cell, inFullOrShort(), Qt::AlignVCenter | Qt::AlignLeft);
        break;
    default:
        drawText(cell, text, index.data(Qt::TextAlignmentRole).toInt());
    }
    painter->restore();
}

// A click on the mark; the page has keys for it.
bool TokenDelegate::editorEvent(QEvent* event, QAbstractItemModel* model, const QStyleOptionViewItem& option,
                                const QModelIndex& index)
{
    const auto* const mouse = dynamic_cast<QMouseEvent*>(event);
    if (!mouse || event->type() != QEvent::MouseButtonRelease || mouse->button() != Qt::LeftButton ||
        mouse->modifiers() != Qt::NoModifier || index.column() != TokenTableModel::Token ||
        !markIn(option.rect).contains(mouse->position().toPoint()))
        return false;
    const bool isMarked = index.data(Qt::CheckStateRole).toInt() == Qt::Checked;
    return model->setData(index, isMarked ? Qt::Unchecked : Qt::Checked, Qt::CheckStateRole);
}

QSize TokenDelegate::sizeHint(const QStyleOptionViewItem& option, const QModelIndex&) const
{
    return {60, option.fontMetrics.height() + 26};
}

} // namespace ratewarden::ui
