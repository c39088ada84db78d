// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <QRandomGenerator>
#include <QStringList>

#include <stdexcept>
#include <string>

namespace ratewarden::test {

/// Makes the port this process's until it ends: other tests run beside it, and none may choose it before a
/// server has it. False: it was chosen before, here or there.
inline bool choosePort(quint16 port)
{
    sockaddr_un name{}; // of no file: it begins with a zero byte, and is gone with the process
    name.sun_family = AF_UNIX;
    const std::string text = "ratewarden test port " + std::to_string(port);
    text.copy(name.sun_path + 1, text.size());
    const int kept = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (bind(kept, reinterpret_cast<const sockaddr*>(&name), sizeof name) == 0)
        return true; // NOLINT: it stays open
    close(kept);
    return false;
}

/// A TCP port of this machine that nobody listens to. It is below those that the system gives to whoever
/// connects, or one of these could take it before it is used.
inline quint16 freePort()
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    for (int tried = 0; tried < 1000; ++tried) {
        const auto port = quint16(QRandomGenerator::system()->bounded(12'000, 32'000));
        address.sin_port = htons(port);
        const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
        const bool isFree = bind(listener, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0;
        close(listener);
        if (isFree && choosePort(port))
            return port;
    }
    throw std::runtime_error("there is no free port");
}

/// For TestServer: a node of a cluster. Its bus has a port of its own, or each test's would be that of all
/// others.
inline QStringList nodeArguments(quint16 busPort = freePort())
{
    return {"--cluster-enabled", "yes", "--bind", "127.0.0.1", "--cluster-port", QString::number(busPort)};
}

} // namespace ratewarden::test
