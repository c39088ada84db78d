// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/endpoint.h"

#include <QLockFile>
#include <QProcess>
#include <QTemporaryDir>

#include <memory>

/// A redis-server of our own on a Unix socket in a temporary directory, without persistence: what the demo
/// and the tests run on. It and its directory are gone with this object; if the process is killed, the server
/// dies with it and the next removeAbandoned() clears the directory away. Used from the main thread, as the
/// server's life hangs on the thread that started it.
class PrivateRedis {
public:
    PrivateRedis() = default;
    ~PrivateRedis();
    PrivateRedis(const PrivateRedis&) = delete;
    PrivateRedis& operator=(const PrivateRedis&) = delete;

    /// Starts the server and waits until it takes connections. Empty when it does, else what went wrong and
    /// what to do, for people. Can be called again after stop() or kill(): the socket's path stays the same.
    QString start(const QStringList& extraArguments = {});
    void stop();   ///< in order, and waits for the end
    void kill();   ///< as a crash would
    void freeze(); ///< stalls it until thaw(): connections stand, answers do not come
    void thaw();

    ratewarden::Endpoint endpoint() const;
    qint64 processId() const { return m_process ? m_process->processId() : 0; }
    QString directory() const { return m_directory ? m_directory->path() : QString(); }

    /// Removes what crashed owners have left in the temporary directory.
    static void removeAbandoned();

private:
    QString socketPath() const;
    void waitForEnd();

    std::unique_ptr<QTemporaryDir> m_directory;
    std::unique_ptr<QLockFile> m_lock; // held while we live; its death tells removeAbandoned()
    std::unique_ptr<QProcess> m_process;
};
