// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "tests/support/cluster_node.h"
#include "tests/support/test_certificates.h"
#include "tests/support/test_server.h"

#include <string>

namespace ratewarden::test {

/// A server with a TLS port, for certificates of this name.
class TlsServer {
public:
    explicit TlsServer(const TestCertificates& certificates, const char* name = "server",
                       const char* clients = "no")
        : m_server({"--tls-port", QString::number(m_port), "--tls-cert-file",
                    QString::fromStdString(certificates.file((std::string(name) + ".pem").c_str())),
                    "--tls-key-file",
                    QString::fromStdString(certificates.file((std::string(name) + ".key").c_str())),
                    "--tls-ca-cert-file", QString::fromStdString(certificates.caFile()), "--tls-auth-clients",
                    clients, "--bind", "127.0.0.1"})
        , m_caFile(certificates.caFile())
    {
    }

    Endpoint endpoint(const char* host = "localhost") const
    {
        Endpoint endpoint;
        endpoint.host = host;
        endpoint.port = m_port;
        endpoint.tls = TlsSettings{.caFile = m_caFile, .certFile = {}, .keyFile = {}, .serverName = {}};
        return endpoint;
    }
    TestServer& server() { return m_server; }

private:
    const quint16 m_port = freePort();
    TestServer m_server;
    std::string m_caFile;
};

} // namespace ratewarden::test
