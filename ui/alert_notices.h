// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/watch/alert.h"

#include <QObject>

#include <vector>

class QSystemTrayIcon;

namespace ratewarden::ui {

class MainWindow;

/// Tells that alerts have begun to fire, while the window of their server is open: on the desktop, where that
/// takes notifications, whatever is in front of the window.
class AlertNotices final : public QObject {
    Q_OBJECT

public:
    explicit AlertNotices(MainWindow& window);

Q_SIGNALS:
    /// In a sentence, for the window itself.
    void said(const QString& sentence);
    /// The operator wants to see what fires.
    void wanted();

private:
    void tell(const std::vector<Alert>& alerts);
    QSystemTrayIcon* tray();

    MainWindow& m_window;
    QSystemTrayIcon* m_tray = nullptr; // from the first notice on: without it a desktop shows none
};

} // namespace ratewarden::ui
