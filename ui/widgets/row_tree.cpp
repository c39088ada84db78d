// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/row_tree.h"

#include "ui/theme/theme.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/row_delegate.h"

#include <QBoxLayout>
#include <QHeaderView>
#include <QMouseEvent>
#include <QPainter>
#include <QPainterPath>

namespace ratewarden::ui {
namespace {

constexpr int levelIndent = 16; // that each level is indented

} // namespace

RowTree::RowTree(QWidget* parent) : QTreeView(parent), m_empty(new EmptyState(this))
{
    setFrameShape(QFrame::NoFrame);
    setUniformRowHeights(true);
    setIndentation(levelIndent);
    setAllColumnsShowFocus(true);
    setSelectionBehavior(QAbstractItemView::SelectRows);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    header()->setHighlightSections(false);
    header()->setSectionsMovable(false);
    header()->setMinimumSectionSize(40);
    header()->setFixedHeight(fontMetrics().height() + 14);
    auto* const over = new QVBoxLayout(viewport());
    over->setContentsMargins(0, 0, 0, 0);
    over->addWidget(m_empty);
}

void RowTree::setEmptyText(const QString& text, QAction* step)
{
    m_empty->set(text, step);
    if (text != accessibleDescription())
        setAccessibleDescription(text);
}

void RowTree::paintEvent(QPaintEvent* event)
{
    QTreeView::paintEvent(event);
    paintRowFocus(*this, visualRect(currentIndex().siblingAtColumn(0)));
}

void RowTree::currentChanged(const QModelIndex& current, const QModelIndex& previous)
{
    QTreeView::currentChanged(current, previous);
    viewport()->update(); // the whole row is outlined
}

// The selection is as wide as the row, also before what is indented.
void RowTree::drawRow(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const
{
    if (selectionModel()->isSelected(index))
        painter->fillRect(option.rect, colors().selection);
    QTreeView::drawRow(painter, option, index);
}

void RowTree::drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const
{
    painter->save();
    painter->setPen(colors().line);
    painter->drawLine(rect.bottomLeft(), rect.bottomRight());
    if (model()->hasChildren(index)) {
        constexpr qreal size = 3.5;
        const QPointF center(rect.right() - levelIndent / 2.0 + 1, rect.center().y() - 2);
        QPainterPath arrow;
        if (isExpanded(index)) {
            arrow.moveTo(center + QPointF(-size, -size / 2));
            arrow.lineTo(center + QPointF(size, -size / 2));
            arrow.lineTo(center + QPointF(0, size));
        } else {
            arrow.moveTo(center + QPointF(-size / 2, -size));
            arrow.lineTo(center + QPointF(size, 0));
            arrow.lineTo(center + QPointF(-size / 2, size));
        }
        painter->setRenderHint(QPainter::Antialiasing);
        painter->fillPath(arrow, colors().muted);
    }
    painter->restore();
}

void RowTree::mousePressEvent(QMouseEvent* event)
{
    QTreeView::mousePressEvent(event);
    if (!indexAt(event->pos()).isValid())
        Q_EMIT clickedOutside();
}

} // namespace ratewarden::ui
