// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDialog>

namespace ratewarden::ui {

/// Shows the command of a plugin, argument by argument, before it runs for the first time.
class PluginDialog final : public QDialog {
    Q_OBJECT

public:
    PluginDialog(const QString& name, const QStringList& command, QWidget* parent);

Q_SIGNALS:
    void confirmed();
};

} // namespace ratewarden::ui
