// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/endpoint.h"

#include <QString>
#include <QTemporaryDir>

#include <atomic>
#include <string>
#include <thread>

namespace ratewarden::test {

/// Stands between a client and a server's Unix socket, and fails as networks do. It listens on a Unix socket
/// of its own, or on a TCP port of this machine, for what a node of a cluster announces. The fault strikes at
/// the next command once it is set; connections that come after it are sound again.
class FaultyProxy {
public:
    enum class Fault {
        None,
        CutBeforeCommand, ///< the server never sees it
        CutBeforeReply,   ///< the server has run it
        CutInReply,       ///< half of the reply has come
        StallBeforeReply  ///< the server has run it, and no reply comes
    };

    explicit FaultyProxy(std::string serverSocket);
    FaultyProxy(std::string serverSocket, quint16 port);
    ~FaultyProxy();
    FaultyProxy(const FaultyProxy&) = delete;
    FaultyProxy& operator=(const FaultyProxy&) = delete;

    std::string socketPath() const;
    Endpoint endpoint() const; ///< of that socket
    void setFault(Fault fault) { m_fault = fault; }
    /// The set fault has struck.
    bool struck() const { return m_fault == Fault::None; }

private:
    template <class Address>
    void listenOn(const Address& address);
    void serve(const std::stop_token& stop);
    void relay(int client, const std::stop_token& stop);

    QTemporaryDir m_directory;
    std::string m_serverSocket;
    std::atomic<Fault> m_fault = Fault::None;
    int m_listener = -1;
    std::jthread m_thread;
};

} // namespace ratewarden::test
