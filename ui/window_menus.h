// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QObject>
#include <QPointer>

#include <vector>

class QAction;
class QMenu;
class QMenuBar;

namespace ratewarden::ui {

class KeysDialog;
class MainWindow;

/// The window's menu bar. It holds the actions that buttons and context menus hold, one of each, so that a
/// shortcut is said, and in force, in one place. What the page in front can do is a menu of its own.
class WindowMenus final : public QObject {
    Q_OBJECT

public:
    explicit WindowMenus(MainWindow& window);

    struct Entry {
        QString kind; ///< "Page", "Action"
        QAction* action;
    };
    /// All that can be chosen now, what the page can do first.
    std::vector<Entry> entries() const;
    /// The page in front is another one, or can do other things.
    void pageChanged();
    void showKeys();

private:
    QMenu* add(const QString& title);
    void chooseColumns();

    MainWindow& m_window;
    QMenuBar* m_bar;
    QMenu* m_server;
    QMenu* m_edit;
    QMenu* m_view;
    QMenu* m_page;
    QMenu* m_go;
    QMenu* m_help;
    QAction* m_columns;
    std::vector<QAction*> m_editOfPage;
    QPointer<KeysDialog> m_keys;
};

} // namespace ratewarden::ui
