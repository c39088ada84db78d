// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/alert_notices.h"

#include "ui/main_window.h"
#include "ui/state/alert_desk.h"
#include "ui/text/alert_text.h"
#include "ui/text/display_text.h"
#include "ui/text/translations.h"

#include <QApplication>
#include <QSystemTrayIcon>

namespace ratewarden::ui {

AlertNotices::AlertNotices(MainWindow& window) : QObject(&window), m_window(window)
{
    connect(&window.session().alerts(), &AlertDesk::fired, this, &AlertNotices::tell);
}

QSystemTrayIcon* AlertNotices::tray()
{
    if (!m_tray && QSystemTrayIcon::isSystemTrayAvailable() && QSystemTrayIcon::supportsMessages()) {
        m_tray = new QSystemTrayIcon(QApplication::windowIcon(), this);
        connect(m_tray, &QSystemTrayIcon::messageClicked, this, &AlertNotices::wanted);
        connect(m_tray, &QSystemTrayIcon::activated, this, &AlertNotices::wanted);
        m_tray->setToolTip(m_window.windowTitle());
        m_tray->show();
    }
    return m_tray;
}

void AlertNotices::tell(const std::vector<Alert>& alerts)
{
    QStringList lines;
    bool isCritical = false;
    for (const Alert& alert : alerts) {
        lines << tr("%1: %2").arg(shown(alert.name), boundText(alert));
        isCritical = isCritical || alert.severity == AlertSeverity::Critical;
    }
    const QString title = tr("%Ln alert(s) firing", nullptr, pluralNumber(Units(alerts.size())));
    Q_EMIT said(QStringLiteral("■ %1 · %2").arg(title, lines.join(QStringLiteral(" · "))));
    QApplication::alert(&m_window); // which marks it where there are no notifications
    if (QSystemTrayIcon* const icon = tray())
        icon->showMessage(QStringLiteral("%1 · %2").arg(title, m_window.windowTitle()),
                          lines.join(QLatin1Char('\n')),
                          isCritical ? QSystemTrayIcon::Critical : QSystemTrayIcon::Warning);
}

} // namespace ratewarden::ui
