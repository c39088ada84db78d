// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/filter_keys.h"

#include <QAbstractItemView>
#include <QKeyEvent>
#include <QLineEdit>
#include <QVariant>

#include <utility>

namespace ratewarden::ui {
namespace {

constexpr const char* leadsProperty = "leadsIntoList"; // of a filter

class FilterKeys final : public QObject {
public:
    FilterKeys(QLineEdit* filter, QAbstractItemView* list, std::function<bool()> entersLater)
        : QObject(filter), m_list(list), m_entersLater(std::move(entersLater))
    {
        filter->installEventFilter(this);
        filter->setProperty(leadsProperty, true);
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

constexpr const char* asideProperty = "aside"; // a property of a filter

} // namespace

void leadInto(QLineEdit* filter, QAbstractItemView* list, std::function<bool()> entersLater)
{
    new FilterKeys(filter, list, std::move(entersLater));
}

QLineEdit* filterIn(const QWidget* page)
{
    for (QLineEdit* const line : page->findChildren<QLineEdit*>())
        if (line->property(leadsProperty).toBool() && line->isVisible() && line->isEnabled())
            return line;
    return nullptr;
}

void settleSelection(QAbstractItemView* list)
{
    QItemSelectionModel* const selection = list->selectionModel();
    const QModelIndexList selected = selection->selectedRows();
    list->doItemsLayout(); // else it scrolls no farther than the rows of before reached
    if (!selected.isEmpty())
        list->scrollTo(selected.contains(list->currentIndex().siblingAtColumn(0)) ? list->currentIndex()
                                                                                  : selected.front());
    else if (list->model()->rowCount() > 0)
        selection->setCurrentIndex(list->model()->index(0, 0),
                                   QItemSelectionModel::ClearAndSelect | QItemSelectionModel::Rows);
}

void putAside(QLineEdit* filter)
{
    if (!filter->property(asideProperty).isValid()) {
        filter->setProperty(asideProperty, filter->text());
        QObject::connect(
            filter, &QLineEdit::textEdited, filter,
            [filter] { filter->setProperty(asideProperty, QVariant()); }, Qt::SingleShotConnection);
    }
    filter->clear();
}

void putBack(QLineEdit* filter)
{
    const QVariant text = filter->property(asideProperty);
    filter->setProperty(asideProperty, QVariant());
    if (text.isValid())
        filter->setText(text.toString());
}

} // namespace ratewarden::ui
