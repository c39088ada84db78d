// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>

namespace ratewarden::ui {

class EmptyState;

/// A tree of whole rows, all of one height; when it is empty, it says why.
class RowTree final : public QTreeView {
    Q_OBJECT

public:
    explicit RowTree(QWidget* parent = nullptr);

    /// As RowTable::setEmptyText().
    void setEmptyText(const QString& text, QAction* step = nullptr);
    const EmptyState& empty() const { return *m_empty; }

Q_SIGNALS:
    /// No row was hit.
    void clickedOutside();

protected:
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;
    void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;

private:
    EmptyState* m_empty;
};

} // namespace ratewarden::ui
