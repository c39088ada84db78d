// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QDir>
#include <QObject>
#include <QTimer>

namespace ratewarden::ui {
class MainWindow;
}

/// Renders the window's pages in both themes to PNG files and quits the application: 0 when all are written,
/// 1 with a message on standard error otherwise.
class PageCapture final : public QObject {
    Q_OBJECT

public:
    PageCapture(ratewarden::ui::MainWindow& window, const QDir& directory);

private:
    void step();
    void showForeignKey();
    void fail(const QString& message);

    ratewarden::ui::MainWindow& m_window;
    QDir m_directory;
    QTimer m_patience;
    int m_step = 0;
};
