// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "app/demo/private_redis.h"
#include "ui/profiles/secret_store.h"
#include "ui/server_windows.h"

#include <QObject>
#include <QPointer>
#include <QSettings>
#include <QSize>

#include <memory>
#include <optional>
#include <thread>

/// The program: the windows onto servers, and the demo's own server while a window shows it. Remembers the
/// last real server, without its password, and how the window stood.
class Console final : public QObject {
    Q_OBJECT

public:
    enum class Memory { On, Off };
    /// `size` is a window's, instead of the one it had. With memory off nothing is remembered of this time.
    /// `level`: of every server that is opened, at least.
    Console(std::optional<QSize> size, Memory memory,
            ratewarden::GuardLevel level = ratewarden::GuardLevel::Free);

    /// False when none was, or its address cannot be read any more.
    bool openLastServer();
    void openServer(const ratewarden::Endpoint& endpoint);
    /// Shows what was recorded in a file. Throws InvalidArgument, with what is wrong with it.
    void openInvestigation(const QString& path);
    /// Starts the demo's server, or shows the window onto it. Empty when it runs, else what went wrong, for
    /// people.
    QString openDemo();
    /// Asks which one; without a window yet, the program ends when nobody answers.
    void ask();

    /// The one in front; null: there is none yet.
    ratewarden::ui::MainWindow* window() const { return m_windows.current(); }

private:
    void endDemo(const ratewarden::ui::MainWindow* window);

    QSettings m_settings;
    ratewarden::ui::ProfileStore m_profiles;
    ratewarden::ui::Keychain m_secrets;
    // In this order, as they end in the other.
    std::unique_ptr<PrivateRedis> m_server;
    std::jthread m_traffic;
    std::jthread m_foreignTraffic;
    QPointer<ratewarden::ui::MainWindow> m_demo;
    ratewarden::ui::ServerWindows m_windows;
};
