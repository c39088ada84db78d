// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QTreeView>

namespace ratewarden::ui {

class PlainLabel;

/// A tree of whole rows, all of one height, and a sentence in the middle when it is empty.
class RowTree final : public QTreeView {
    Q_OBJECT

public:
    explicit RowTree(QWidget* parent = nullptr);

    /// Empty: there are rows, or nothing is to be said.
    void setEmptyText(const QString& text);

Q_SIGNALS:
    /// No row was hit.
    void clickedOutside();

protected:
    void drawRow(QPainter* painter, const QStyleOptionViewItem& option,
                 const QModelIndex& index) const override;
    void drawBranches(QPainter* painter, const QRect& rect, const QModelIndex& index) const override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    PlainLabel* m_emptyText;
};

} // namespace ratewarden::ui
