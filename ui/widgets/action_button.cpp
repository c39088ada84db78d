// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/widgets/action_button.h"

#include "ui/text/display_text.h"
#include "ui/theme/style.h"

#include <QAction>
#include <QPointer>
#include <QPushButton>

namespace ratewarden::ui {
namespace {

constexpr const char* subjectProperty = "subject";

} // namespace

QAction* makeAction(QWidget* owner, const char* name, const QString& text, const QString& toolTip,
                    const QKeySequence& key)
{
    auto* const action = new QAction(text, owner);
    action->setObjectName(name);
    action->setToolTip(toolTip);
    action->setShortcut(key);
    owner->addAction(action);
    return action;
}

void enableIfAllowed(QAction* action, bool enabled, const QString& missing)
{
    constexpr const char* usual = "usualToolTip";
    if (!action->property(usual).isValid())
        action->setProperty(usual, action->toolTip());
    action->setToolTip(missing.isEmpty() ? action->property(usual).toString() : missing);
    action->setEnabled(enabled && missing.isEmpty());
}

void setSubjectOf(QAction* action, const QString& subject)
{
    action->setProperty(subjectProperty, subject);
}

QString subjectOf(const QAction* action)
{
    return action->property(subjectProperty).toString();
}

void setActionOf(QPushButton* button, QAction* action)
{
    constexpr const char* present = "action";
    if (const auto before = button->property(present).value<QPointer<QAction>>()) {
        QObject::disconnect(before.data(), nullptr, button, nullptr);
        QObject::disconnect(button, nullptr, before.data(), nullptr);
    }
    button->setProperty(present, QVariant::fromValue(QPointer<QAction>(action)));
    if (!action) {
        button->hide();
        return;
    }
    const auto follow = [button, action] {
        button->setText(action->text());
        button->setEnabled(action->isEnabled());
        // Shown before it has a parent, it would be a window of its own for a moment.
        if (button->parentWidget() || !action->isVisible())
            button->setVisible(action->isVisible());
        const QString tip = plainToolTip(action->toolTip());
        const QString key = action->shortcut().toString(QKeySequence::NativeText);
        button->setToolTip(key.isEmpty() ? tip : QStringLiteral("%1 (%2)").arg(tip, key));
    };
    QObject::connect(action, &QAction::changed, button, follow);
    QObject::connect(button, &QPushButton::clicked, action, &QAction::trigger);
    follow();
}

QPushButton* buttonFor(QAction* action, bool prominent)
{
    auto* const button = new QPushButton;
    button->setObjectName(action->objectName());
    if (prominent)
        setProminent(button, true);
    setActionOf(button, action);
    return button;
}

} // namespace ratewarden::ui
