// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/row_delegate.h"

#include <QFont>

#include <functional>

namespace ratewarden::ui {

/// Paints rows of a table as plain text with a hairline below, each cell as its owner says.
class InkDelegate final : public RowDelegate {
    Q_OBJECT

public:
    struct Ink {
        QColor color;
        QFont font;
        Qt::TextElideMode cut = Qt::ElideMiddle; ///< where there is no room
        QColor ground{};                         ///< invalid: that of its row
    };
    using Choice = std::function<void(const QModelIndex& index, Ink& ink)>;

    /// `choice` changes what a cell has by default.
    InkDelegate(Choice choice, QObject* parent) : RowDelegate(parent), m_choice(std::move(choice)) {}
    /// Some columns are in the monospaced font of tokens, and some muted. What does not fit is cut: names in
    /// their middle, other texts at their end.
    InkDelegate(QList<int> monospace, QList<int> muted, QObject* parent);

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    Choice m_choice;
};

} // namespace ratewarden::ui
