// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/row_delegate.h"

#include <QFont>

#include <functional>

namespace ratewarden::ui {

/// Paints rows of a table as plain text, each cell in the colour and font that its owner says.
class InkDelegate final : public RowDelegate {
    Q_OBJECT

public:
    struct Ink {
        QColor color;
        QFont font;
    };
    using Choice = std::function<void(const QModelIndex& index, Ink& ink)>;

    /// `choice` changes what a cell has by default.
    InkDelegate(Choice choice, QObject* parent) : RowDelegate(parent), m_choice(std::move(choice)) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    Choice m_choice;
};

} // namespace ratewarden::ui
