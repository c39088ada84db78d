// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/banner.h"
#include "ui/widgets/typed_name.h"

#include <QDialog>
#include <QPointer>

namespace ratewarden::ui {

/// A dialog that changes a server, and asks for as much as the level of the server's window wants while it is
/// open. The change is its owner's business: it is asked for once, and the owner answers with succeed() or
/// fail(), after which the focus is where it was. Closed before the answer, the dialog does not undo the
/// change.
class GuardedDialog : public QDialog {
    Q_OBJECT

public:
    explicit GuardedDialog(QWidget* parent)
        : QDialog(parent), m_typedName(new TypedName({}, this)), m_banner(new Banner(this))
    {
    }

    /// The name of the server has to be typed before anything is changed; empty: it has not.
    void setTypedName(const QString& name) { m_typedName->setName(name); }
    void succeed() { accept(); }
    void fail(const QString& message)
    {
        m_banner->setText(message);
        setWaiting(false);
    }
    /// What it was told by fail(); empty: nothing.
    QString problem() const { return m_banner->text(); }

protected:
    /// For the dialog's layout; what it lacks holds up the change.
    TypedName* typedName() const { return m_typedName; }
    /// For the dialog's layout, too.
    Banner* banner() const { return m_banner; }
    /// From now on it is for the owner to answer.
    void beginWaiting()
    {
        m_banner->setText({});
        setWaiting(true);
    }
    bool isWaiting() const { return m_waiting; }
    /// Meanwhile nothing can be entered.
    virtual void showWaiting(bool waiting) = 0;

private:
    void setWaiting(bool waiting)
    {
        if (waiting)
            m_asked = focusWidget();
        m_waiting = waiting;
        showWaiting(waiting);
        if (!waiting && m_asked)
            m_asked->setFocus(); // which it handed on when it was disabled
    }

    TypedName* m_typedName;
    Banner* m_banner;
    QPointer<QWidget> m_asked; // had the focus when the change was asked for
    bool m_waiting = false;
};

} // namespace ratewarden::ui
