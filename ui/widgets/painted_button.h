// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QAbstractButton>
#include <QKeyEvent>

namespace ratewarden::ui {

/// A button that paints itself, also under the mouse. Return clicks it, as the space bar does.
class PaintedButton : public QAbstractButton {
    Q_OBJECT

public:
    explicit PaintedButton(QWidget* parent = nullptr) : QAbstractButton(parent)
    {
        setAttribute(Qt::WA_Hover);
    }

protected:
    void keyPressEvent(QKeyEvent* event) override
    {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter)
            click();
        else
            QAbstractButton::keyPressEvent(event);
    }
};

} // namespace ratewarden::ui
