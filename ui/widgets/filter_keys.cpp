// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/filter_keys.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QVariant>

#include <utility>

namespace ratewarden::ui {
namespace {

class FilterKeys final : public QObject {
public:
    FilterKeys(QLineEdit* filter, QAbstractItemView* list, std::function<bool()> entersLater)
        : QObject(filter), m_list(list), m_entersLater(std::move(entersLater))
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
        const bool later = m_entersLater && m_entersLater();
        if (!later && !m_list->selectionModel()->hasSelection() && rows->rowCount() > 0)
            m_list->setCurrentIndex(rows->index(0, 0));
        m_list->setFocus(Qt::TabFocusReason);
        return key == Qt::Key_Down;
    }

private:
    QAbstractItemView* m_list;
    std::function<bool()> m_entersLater;
};

constexpr const char* aside = "aside"; // a property of a filter

} // namespace

void leadInto(QLineEdit* filter, QAbstractItemView* list, std::function<bool()> entersLater)
{
    new FilterKeys(filter, list, std::move(entersLater));
}

void putAside(QLineEdit* filter)
{
    if (!filter->property(aside).isValid()) {
        filter->setProperty(aside, filter->text());
        QObject::connect(
            filter, &QLineEdit::textEdited, filter, [filter] { filter->setProperty(aside, QVariant()); },
            Qt::SingleShotConnection);
    }
    filter->clear();
}

void putBack(QLineEdit* filter)
{
    const QVariant text = filter->property(aside);
    filter->setProperty(aside, QVariant());
    if (text.isValid())
        filter->setText(text.toString());
}

} // namespace ratewarden::ui
