// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/demo_traffic.h"
#include "app/demo/foreign_traffic.h"
#include "app/demo/private_redis.h"
#include "ui/dialogs/connect_dialog.h"
#include "ui/main_window.h"

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QSize>

#include <memory>
#include <optional>

/// The program's one window, onto one server at a time: a real one, or the demo's own. Remembers the last
/// real one, without its password, and how the window stood.
class Console final : public QObject {
    Q_OBJECT

public:
    enum class Memory { On, Off };
    /// `size` is the window's, instead of the one it had. With memory off nothing is remembered of this time.
    /// `level`: what every server that is opened has at least.
    Console(std::optional<QSize> size, Memory memory,
            ratewarden::GuardLevel level = ratewarden::GuardLevel::Free);
    ~Console() override;

    /// False when none was, or its address cannot be read any more.
    bool openLastServer();
    void openServer(const ratewarden::Endpoint& endpoint);
    /// Starts the demo's server. Empty when it runs, else what went wrong, for people.
    QString openDemo();
    /// Asks which one; without a window yet, the program ends when nobody answers.
    void ask();

    ratewarden::ui::MainWindow* window() const { return m_window.get(); }

private:
    QString lastAddress() const;
    void show(const ratewarden::ui::MainWindow::Profile& profile);
    void open(ratewarden::ui::ConnectDialog* dialog);
    void closeDialog();
    void remember();

    QSettings m_settings;
    std::optional<QSize> m_size;
    Memory m_memory;
    ratewarden::GuardLevel m_level;
    std::unique_ptr<PrivateRedis> m_server;
    std::unique_ptr<DemoTraffic> m_traffic;
    std::unique_ptr<ForeignTraffic> m_foreignTraffic;
    std::unique_ptr<ratewarden::ui::MainWindow> m_window;
    QPointer<ratewarden::ui::ConnectDialog> m_dialog;
};
