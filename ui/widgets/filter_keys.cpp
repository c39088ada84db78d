// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/filter_keys.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLineEdit>

namespace ratewarden::ui {
namespace {

class FilterKeys final : public QObject {
public:
    FilterKeys(QLineEdit* filter, QAbstractItemView* list) : QObject(filter), m_list(list)
    {
        filter->installEventFilter(this);
    }

protected:
    // Return still tells of itself.
    bool eventFilter(QObject* watched, QEvent* event) override
    {
        if (event->type() != QEvent::KeyPress)
            return QObject::eventFilter(watched, event);
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key != Qt::Key_Down && key != Qt::Key_Return && key != Qt::Key_Enter)
            return false;
        const QAbstractItemModel* const rows = m_list->model();
        if (!m_list->selectionModel()->hasSelection() && rows->rowCount() > 0)
            m_list->setCurrentIndex(rows->index(0, 0));
        m_list->setFocus(Qt::TabFocusReason);
        return key == Qt::Key_Down;
    }

private:
    QAbstractItemView* m_list;
};

} // namespace

void leadInto(QLineEdit* filter, QAbstractItemView* list)
{
    new FilterKeys(filter, list);
}

} // namespace ratewarden::ui
