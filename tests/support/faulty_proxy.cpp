// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/faulty_proxy.h"

#include <netinet/in.h>
#include <poll.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include <cstring>
#include <stdexcept>
#include <vector>

namespace ratewarden::test {
namespace {

constexpr int pollMs = 20; // how soon a stop is noticed

sockaddr_un addressOf(const std::string& path)
{
    sockaddr_un address{};
    address.sun_family = AF_UNIX;
    if (path.size() >= sizeof address.sun_path)
        throw std::runtime_error("the socket's path is too long");
    std::memcpy(address.sun_path, path.c_str(), path.size() + 1);
    return address;
}

bool ready(int socket)
{
    pollfd wanted{socket, POLLIN, 0};
    return poll(&wanted, 1, pollMs) > 0;
}

void sendAll(int socket, const char* bytes, ssize_t count)
{
    while (count > 0) {
        const ssize_t sent = send(socket, bytes, std::size_t(count), MSG_NOSIGNAL);
        if (sent <= 0)
            return;
        bytes += sent;
        count -= sent;
    }
}

} // namespace

FaultyProxy::FaultyProxy(std::string serverSocket) : m_serverSocket(std::move(serverSocket))
{
    listenOn(addressOf(socketPath()));
}

FaultyProxy::FaultyProxy(std::string serverSocket, quint16 port) : m_serverSocket(std::move(serverSocket))
{
    sockaddr_in address{};
    address.sin_family = AF_INET;
    address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
    address.sin_port = htons(port);
    listenOn(address);
}

template <class Address>
void FaultyProxy::listenOn(const Address& address)
{
    const auto* const where = reinterpret_cast<const sockaddr*>(&address);
    m_listener = socket(where->sa_family, SOCK_STREAM | SOCK_CLOEXEC, 0);
    if (m_listener < 0 || bind(m_listener, where, sizeof address) != 0 || listen(m_listener, 8) != 0)
        throw std::runtime_error("the proxy cannot listen");
    m_thread = std::jthread([this](const std::stop_token& stop) { serve(stop); });
}

FaultyProxy::~FaultyProxy()
{
    m_thread.request_stop();
    m_thread.join();
    close(m_listener);
}

Endpoint FaultyProxy::endpoint() const
{
    Endpoint endpoint;
    endpoint.socketPath = socketPath();
    return endpoint;
}

std::string FaultyProxy::socketPath() const
{
    return m_directory.filePath("proxy.sock").toStdString();
}

void FaultyProxy::serve(const std::stop_token& stop)
{
    while (!stop.stop_requested()) {
        if (!ready(m_listener))
            continue;
        const int client = accept4(m_listener, nullptr, nullptr, SOCK_CLOEXEC);
        if (client < 0)
            continue;
        relay(client, stop);
        close(client);
    }
}

// One client at a time, command by command: what comes in one piece from the client is one.
void FaultyProxy::relay(int client, const std::stop_token& stop)
{
    const int server = socket(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
    const sockaddr_un address = addressOf(m_serverSocket);
    std::vector<char> bytes(1 << 20); // for a whole script
    if (connect(server, reinterpret_cast<const sockaddr*>(&address), sizeof address) == 0) {
        while (!stop.stop_requested()) {
            if (!ready(client))
                continue;
            ssize_t count = recv(client, bytes.data(), bytes.size(), 0);
            if (count <= 0)
                break;
            const Fault fault = m_fault.exchange(Fault::None);
            if (fault == Fault::CutBeforeCommand)
                break;
            sendAll(server, bytes.data(), count);
            count = recv(server, bytes.data(), bytes.size(), 0);
            if (count <= 0 || fault == Fault::CutBeforeReply)
                break;
            if (fault == Fault::StallBeforeReply) {
                while (!stop.stop_requested() && !ready(client)) { // until the client gives up
                }
                break;
            }
            sendAll(client, bytes.data(), fault == Fault::CutInReply ? count / 2 : count);
            if (fault == Fault::CutInReply)
                break;
        }
    }
    close(server);
}

} // namespace ratewarden::test
