// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/files.h"
#include "tests/ui/window_test.h"
#include "ui/pages/lab/lab_page.h"
#include "ui/widgets/plain_label.h"

#include <QAction>
#include <QDir>
#include <QTemporaryDir>

namespace ratewarden::ui::test {

/// A test of the lab's page, in a window on a server of its own.
class LabTest : public WindowTest {
protected:
    QTemporaryDir m_folder;

    LabPage& lab() { return m->window->labPage(); }
    template <class Widget>
    Widget* find(const char* name)
    {
        return lab().findChild<Widget*>(name);
    }
    QAction* action(const char* name) { return m->window->findChild<QAction*>(name); }
    QString label(const char* name) { return find<PlainLabel>(name)->text(); }
    bool isReady() { return lab().traffic() && lab().isIdle(); }

    /// "abuser|60|–|…".
    QStringList rows(const char* table) { return rowTexts(*find<QTableView>(table)->model()); }

    void open()
    {
        showWindow();
        m->turnTo(MainWindow::Page::Lab);
        QTRY_VERIFY(lab().isVisible());
    }
    void openExample(int number)
    {
        open();
        lab().desk().openExample(number);
        QTRY_VERIFY(isReady());
    }

    QString path(const QString& name) const { return m_folder.filePath(name); }
    QString write(const QString& name, const QByteArray& content) const
    {
        return ratewarden::test::fileIn(m_folder, name, content);
    }
    /// JSON lines of an hour: ten clients that send 12 a minute, and an abuser that sends 60.
    static QByteArray logOfAnHour(const QByteArray& abuser)
    {
        QByteArray lines;
        for (int second = 0; second < 3600; ++second) {
            const auto add = [&](const QByteArray& ip) {
                lines += QStringLiteral("{\"ts\":\"2026-11-21T10:%1:%2Z\",\"remote_ip\":\"")
                             .arg(second / 60, 2, 10, QLatin1Char('0'))
                             .arg(second % 60, 2, 10, QLatin1Char('0'))
                             .toUtf8() +
                         ip + "\",\"status\":200}\n";
            };
            add(abuser);
            if (second % 5 == 0)
                for (int client = 0; client < 10; ++client)
                    add("10.0.0." + QByteArray::number(client));
        }
        return lines;
    }
    /// Saves a picture of the window under this name where LAB_PICTURES names a folder.
    void picture(const QString& name)
    {
        const QByteArray folder = qgetenv("LAB_PICTURES");
        if (folder.isEmpty())
            return;
        for (const QSize size : {QSize(1280, 800), QSize(1440, 900)})
            for (const Scheme scheme : {Scheme::Light, Scheme::Dark}) {
                applyTheme(*qApp, scheme);
                m->window->resize(size);
                QCoreApplication::processEvents(); // the new colours reach every widget
                QTRY_VERIFY(lab().isIdle());
                QCoreApplication::processEvents();
                m->window->grab().save(QStringLiteral("%1/%2-%3-%4.png")
                                           .arg(QString::fromLocal8Bit(folder), name)
                                           .arg(size.width())
                                           .arg(scheme == Scheme::Dark ? "dark" : "light"));
            }
        applyTheme(*qApp, Scheme::Light);
        m->window->resize(1280, 800);
    }
};

} // namespace ratewarden::ui::test
