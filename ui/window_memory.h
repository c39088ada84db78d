// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QString>

class QSettings;

namespace ratewarden::ui {

class MainWindow;

/// How an operator left a window, for the next one. Columns, their widths and where splitters stand are one
/// person's habit and hold for every server. The page, the filters, the order of rows, the interval
/// and the budget belong to one server: a filter may hold the name of a token or a policy, and is neither
/// shown in the window of another server nor kept under this one's address, but under a hash of its key. The
/// file is for its user's eyes alone. A value that makes no sense counts as not there. What was dismissed is
/// not here: see DismissalFile, which keeps it by the server's address.
class WindowMemory final {
public:
    /// `server` is ServerProfile::key(); empty: only what holds for every server is remembered.
    WindowMemory(QSettings& settings, const QString& server);

    void restore(MainWindow& window) const;
    void save(MainWindow& window);

private:
    void restoreLayout(MainWindow& window) const;
    void restoreServer(MainWindow& window) const;
    void saveServer(MainWindow& window);
    QString key(const QByteArray& name) const;

    QSettings& m_settings;
    QString m_group; // of the server; empty: none
};

/// The theme and the language that were chosen are in force from now on, and what is chosen is remembered.
void rememberChoices(QSettings& settings);

} // namespace ratewarden::ui
