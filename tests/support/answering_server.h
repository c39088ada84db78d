// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include <QByteArray>
#include <QHostAddress>
#include <QTcpServer>
#include <QTcpSocket>

#include <future>
#include <memory>
#include <thread>

namespace ratewarden::test {

/// Something that is no Redis: it answers the same to each command; with an empty answer it hangs up.
class AnsweringServer {
public:
    explicit AnsweringServer(const QByteArray& answer)
    {
        std::promise<quint16> port;
        std::future<quint16> known = port.get_future();
        m_thread = std::jthread([answer, port = std::move(port)](const std::stop_token& stop) mutable {
            QTcpServer listener;
            listener.listen(QHostAddress::LocalHost);
            port.set_value(listener.serverPort());
            constexpr int turnMs = 20;
            while (!stop.stop_requested()) {
                if (!listener.waitForNewConnection(turnMs))
                    continue;
                const std::unique_ptr<QTcpSocket> client(listener.nextPendingConnection());
                while (!stop.stop_requested() && client->state() == QAbstractSocket::ConnectedState) {
                    if (!client->waitForReadyRead(turnMs))
                        continue;
                    const QByteArray commands = "\n" + client->readAll();
                    if (answer.isEmpty())
                        client->abort();
                    else
                        client->write(answer.repeated(commands.count("\n*")));
                    client->flush();
                }
            }
        });
        m_port = known.get();
    }

    quint16 port() const { return m_port; }

private:
    quint16 m_port = 0;
    std::jthread m_thread;
};

} // namespace ratewarden::test
