// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/row_delegate.h"

namespace ratewarden::ui {

/// Paints rows of a table as plain text with a hairline below: some columns in the monospaced font of tokens,
/// some muted. What does not fit is cut: names in their middle, other texts at their end.
class PlainRowDelegate final : public RowDelegate {
    Q_OBJECT

public:
    PlainRowDelegate(QList<int> monospace, QList<int> muted, QObject* parent)
        : RowDelegate(parent), m_monospace(std::move(monospace)), m_muted(std::move(muted))
    {
    }

    void paint(QPainter* painter, const QStyleOptionViewItem& option,
               const QModelIndex& index) const override;

private:
    QList<int> m_monospace;
    QList<int> m_muted;
};

} // namespace ratewarden::ui
