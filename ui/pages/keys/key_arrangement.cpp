// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/pages/keys/key_arrangement.h"

#include "ui/widgets/plain_label.h"

#include <QAction>
#include <QActionGroup>
#include <QBoxLayout>
#include <QMenu>
#include <QPushButton>

namespace ratewarden::ui {
namespace {

/// The one of the button's menu that stands for this; null: none does.
QAction* actionOf(const QPushButton* button, const QVariant& value)
{
    for (QAction* const action : button->menu()->actions())
        if (action->data() == value)
            return action;
    return nullptr;
}

} // namespace

KeyArrangement::KeyArrangement(KeyBrowser& browser, QWidget* parent)
    : QWidget(parent)
    , m_browser(browser)
    , m_order(makeButton("keyOrder", tr("Order of the prefixes")))
    , m_delimiter(makeButton("keyDelimiter", tr("Where names are cut")))
{
    add(m_order, tr("by memory"), tr("by memory"), int(KeyTree::Order::Memory));
    add(m_order, tr("by keys"), tr("by keys"), int(KeyTree::Order::Keys));
    add(m_order, tr("by name"), tr("by name"), int(KeyTree::Order::Name));
    m_delimiter->setToolTip(tr("The separator behind which the names of keys are cut into prefixes"));
    add(m_delimiter, tr("auto"), tr("Find the separator of each name"), KeyTree::delimiterOfEach.data());
    for (const char* const one : {":", "/", ".", "|", "-", "_"})
        add(m_delimiter, one, tr("Cut names at %1").arg(one), one);
    add(m_delimiter, QStringLiteral(": / . |"), tr("Cut names at any of : / . |"), ":/.|");
    add(m_delimiter, tr("whole"), tr("Do not cut names"), "");
    auto* const row = new QHBoxLayout(this);
    row->setContentsMargins(4, 0, 4, 0);
    row->setSpacing(2);
    row->addWidget(m_order);
    row->addStretch(1);
    row->addWidget(wholeLabel(tr("separator"), PlainLabel::Tone::Muted));
    row->addWidget(m_delimiter);
    showChosen();
}

QPushButton* KeyArrangement::makeButton(const char* name, const QString& accessibleName)
{
    auto* const button = new QPushButton;
    button->setObjectName(name);
    button->setAccessibleName(accessibleName);
    button->setFlat(true);
    button->setMenu(new QMenu(button));
    auto* const group = new QActionGroup(button);
    connect(group, &QActionGroup::triggered, this, [this, button](const QAction* action) {
        const KeyView& view = m_browser.view();
        if (button == m_order)
            set(KeyTree::Order(action->data().toInt()), view.delimiters);
        else
            set(view.order, action->data().toString().toStdString());
    });
    return button;
}

void KeyArrangement::add(QPushButton* button, const QString& brief, const QString& text,
                         const QVariant& value)
{
    QAction* const action = button->menu()->addAction(text);
    action->setCheckable(true);
    action->setData(value);
    action->setIconText(brief);
    button->findChild<QActionGroup*>()->addAction(action);
}

void KeyArrangement::set(KeyTree::Order order, const std::string& delimiters)
{
    KeyView view = m_browser.view();
    view.order = order;
    if (actionOf(m_delimiter, QString::fromStdString(delimiters)))
        view.delimiters = delimiters;
    m_browser.setView(view);
    showChosen();
}

// On the buttons and in their menus.
void KeyArrangement::showChosen()
{
    constexpr int arrow = 34; // of the button, in pixels
    const KeyView& view = m_browser.view();
    for (const auto& [button, value] :
         {std::pair(m_order, QVariant(int(view.order))),
          std::pair(m_delimiter, QVariant(QString::fromStdString(view.delimiters)))})
        if (QAction* const action = actionOf(button, value)) {
            action->setChecked(true);
            button->setText(action->iconText());
            button->setFixedWidth(button->fontMetrics().horizontalAdvance(action->iconText()) + arrow);
        }
}

} // namespace ratewarden::ui
