// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/widgets/typed_name.h"

#include <QDialog>

namespace ratewarden::ui {

/// A dialog that changes a server, and asks for as much as the level of the server's window wants while it is
/// open.
class GuardedDialog : public QDialog {
    Q_OBJECT

public:
    explicit GuardedDialog(QWidget* parent) : QDialog(parent), m_typedName(new TypedName({}, this)) {}

    /// The name of the server has to be typed before anything is changed; empty: it has not.
    void setTypedName(const QString& name) { m_typedName->setName(name); }

protected:
    /// For the dialog's layout; what it lacks holds up the change.
    TypedName* typedName() const { return m_typedName; }

private:
    TypedName* m_typedName;
};

} // namespace ratewarden::ui
