// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <netinet/in.h>
#include <sys/socket.h>
#include <unistd.h>

#include <QStringList>

#include <stdexcept>

namespace ratewarden::test {

/// A TCP port of this machine that nobody listens to.
inline quint16 freePort()
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    socklen_t size = sizeof address;
    const int listener = socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const bool isBound = bind(listener, reinterpret_cast<sockaddr*>(&address), size) == 0 &&
                         getsockname(listener, reinterpret_cast<sockaddr*>(&address), &size) == 0;
    close(listener);
    if (!isBound)
        throw std::runtime_error("there is no free port");
    return ntohs(address.sin_port);
}

/// For TestServer: a node of a cluster. Its bus has a port of its own, or each test's would be that of all
/// others.
inline QStringList nodeArguments(quint16 busPort = freePort())
{
    return {"--cluster-enabled", "yes", "--bind", "127.0.0.1", "--cluster-port", QString::number(busPort)};
}

} // namespace ratewarden::test
