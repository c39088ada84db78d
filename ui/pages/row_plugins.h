// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "ui/state/session.h"
#include "ui/tokens/plugin_file.h"

#include <QList>
#include <QMap>
#include <QObject>

#include <functional>
#include <optional>
#include <string>

class QAbstractItemView;
class QAction;

namespace ratewarden::ui {

class PageWidget;

/// Runs the operator's own commands with the fields of the row that is selected in a page's list: from the
/// menu of the list and by their keys. A plugin is there where the rows have all its fields. None runs on a
/// read-only connection, and each is shown before it runs for the first time.
class RowPlugins final : public QObject {
    Q_OBJECT

public:
    /// The bytes of each field.
    using Values = QMap<QString, std::string>;
    /// Of the selected row; nothing: none is.
    using Row = std::function<std::optional<Values>()>;

    /// `fields`: what a row has; the server's are added. The actions belong to `page`, and are in the menu of
    /// `list`, which must have its model.
    RowPlugins(Session& session, const QStringList& fields, Row row, QAbstractItemView* list,
               PageWidget* page);

    /// What is wrong with the file; empty: nothing is.
    const QString& problem() const { return m_problem; }
    /// To be called when another row is selected of which the list does not tell.
    void update();

Q_SIGNALS:
    /// What came of one; its page says so, too.
    void done(const QString& sentence);
    /// One could not be run, or has failed.
    void failed(const QString& sentence);
    /// When the page is shown first: which keys others have already. Its page says so, too.
    void yielded(const QString& sentence);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    QString whyNot(const Plugin& plugin, const std::optional<Values>& row) const;
    void yieldKeys();
    void ask(const Plugin& plugin);
    void run(const Plugin& plugin, const QStringList& command);

    Session& m_session;
    const Row m_row;
    std::vector<Plugin> m_plugins;
    QString m_problem;
    PageWidget* m_page;
    QList<QAction*> m_actions; // of the plugins, in their order
};

} // namespace ratewarden::ui
