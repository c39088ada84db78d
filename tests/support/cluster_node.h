// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QRandomGenerator>
#include <QStringList>

#include <stdexcept>

namespace ratewarden::test {

/// A TCP port of this machine that nobody listens to. It is below those that the system gives to whoever
/// connects, or one of these could take it before it is used. Until this process ends, no other call gets it,
/// in another process either: the UDP port of the same number, which no server of ours uses, stays taken.
inline quint16 freePort()
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    const auto taken = [&](int type) { // a socket, or -1
        const int bound = socket(AF_INET, type | SOCK_CLOEXEC, 0);
        if (bind(bound, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0)
            return bound;
        close(bound);
        return -1;
    };
    for (int tried = 0; tried < 1000; ++tried) {
        const auto port = quint16(QRandomGenerator::system()->bounded(12'000, 32'000));
        address.sin_port = htons(port);
        const int reservation = taken(SOCK_DGRAM);
        if (reservation < 0)
            continue;
        if (const int listener = taken(SOCK_STREAM); listener >= 0) {
            close(listener);
            return port;
        }
        close(reservation);
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
