// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/models/token_table_model.h"
#include "ui/state/session.h"
#include "ui/tokens/plugin_file.h"

#include <QList>
#include <QObject>

class QAction;

namespace ratewarden::ui {

class TokenSelection;

/// Runs the operator's own commands with the fields of the token that is shown in detail: from the menu of
/// the list and by their keys. None runs on a read-only connection, and each is shown before it runs for the
/// first time.
class TokenPlugins final : public QObject {
    Q_OBJECT

public:
    /// The actions belong to `page`.
    TokenPlugins(Session& session, const TokenTableModel& model, const TokenSelection& selection,
                 PluginFile file, QWidget* page);

    const QList<QAction*>& actions() const { return m_actions; }
    /// What is wrong with the file; empty: nothing is.
    const QString& problem() const { return m_problem; }
    /// To be called when the token or the level of protection has changed.
    void update();
    /// A key that one of `others` has is theirs: two that have it would have none.
    void yieldKeys(const QList<QAction*>& others);

Q_SIGNALS:
    /// What came of one; for the status line.
    void done(const QString& sentence);
    /// One could not be run, or has failed.
    void failed(const QString& sentence);

private:
    int place() const;
    QString whyNot() const;
    QMap<QString, QString> values() const;
    void ask(const Plugin& plugin);
    void run(const Plugin& plugin, const QStringList& command);

    Session& m_session;
    const TokenTableModel& m_model;
    const TokenSelection& m_selection;
    const std::vector<Plugin> m_plugins;
    QString m_problem;
    QWidget* m_page;
    QList<QAction*> m_actions; // of the plugins, in their order
};

} // namespace ratewarden::ui
