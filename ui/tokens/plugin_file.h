// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QKeySequence>
#include <QMap>
#include <QString>
#include <QStringList>

#include <vector>

namespace ratewarden::ui {

/// A command of the operator's own for a row: a program with arguments, of which `{token}` and the like
/// stand for what the row says.
struct Plugin {
    QString name;
    QKeySequence key; ///< none: it is in the menu alone
    QStringList command;
};

struct PluginFile {
    std::vector<Plugin> plugins; ///< in the order of the file
    QString problem;             ///< what is wrong with it, and with which; empty: nothing is
};

/// In the user's configuration: plugins.json.
QString pluginsPath();

/// Reads {"plugins": [{"name": "Open in Grafana", "key": "Ctrl+Alt+G", "command": ["xdg-open",
/// "…{token}"]}]}. A plugin that is wrong is ignored, and said; without a file there are none.
PluginFile readPlugins(const QString& path);

/// What every row has.
inline constexpr QLatin1String serverField("server");
inline constexpr QLatin1String databaseField("database");
/// Those in its braces.
QStringList fieldsOf(const Plugin& plugin);

/// The command with values in the place of the fields, each within its argument. No shell sees it, so that
/// nothing in a value means more than itself.
QStringList filledIn(const QStringList& command, const QMap<QString, QString>& values);

} // namespace ratewarden::ui
