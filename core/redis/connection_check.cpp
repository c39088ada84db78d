// SPDX-License-Identifier: MIT
#include "core/redis/connection_check.h"

#include "core/model/errors.h"
#include "core/redis/address_faults.h"

#include <string>
#include <variant>

namespace ratewarden {
namespace {

std::string triedIn(const Problem& problem)
{
    const auto* const tried =
        problem.values.empty() ? nullptr : std::get_if<std::string>(&problem.values.front());
    return tried != nullptr ? *tried : std::string();
}

ConnectStep stepOf(const Problem& problem)
{
    const std::string tried = triedIn(problem);
    if (const auto* const reason = std::get_if<UnavailableReason>(&problem.code)) {
        switch (*reason) {
        case UnavailableReason::NameUnknown:
            return ConnectStep::Name;
        case UnavailableReason::SshFailed:
        case UnavailableReason::HostKeyChanged:
            return ConnectStep::Ssh;
        case UnavailableReason::NoTls:
        case UnavailableReason::BadCertificate:
        case UnavailableReason::CertificateExpired:
            return ConnectStep::Tls;
        default:
            if (tried.empty())
                return ConnectStep::Connect;
        }
    }
    for (const FaultCode& code : {Fault::NoSentinel, Fault::PrimaryUnknown, Fault::NoCluster})
        if (problem.code == Problem::Code(code))
            return ConnectStep::Topology;
    if (problem.code == Problem::Code(Fault::TlsFile))
        return ConnectStep::Tls;
    if (tried.starts_with("SELECT"))
        return ConnectStep::Database;
    return tried.starts_with("SCAN") ? ConnectStep::Read : ConnectStep::Login;
}

} // namespace

std::vector<ConnectStep> connectSteps(const Endpoint& endpoint)
{
    std::vector<ConnectStep> steps;
    if (!endpoint.ssh.empty()) {
        steps.push_back(ConnectStep::Ssh); // which finds the name and connects
    } else {
        if (endpoint.socketPath.empty())
            steps.push_back(ConnectStep::Name);
        steps.push_back(ConnectStep::Connect);
    }
    if (endpoint.tls)
        steps.push_back(ConnectStep::Tls);
    steps.push_back(ConnectStep::Login);
    if (endpoint.deployment != Deployment::Node)
        steps.push_back(ConnectStep::Topology);
    if (endpoint.database != 0)
        steps.push_back(ConnectStep::Database);
    steps.push_back(ConnectStep::Read);
    return steps;
}

ConnectionCheck checkConnection(Server& server)
{
    ConnectionCheck check;
    try {
        const Command scan{"SCAN", "0", "COUNT", "1"};
        server.call(scan); // connects, so that the next one measures nothing else
        const auto start = std::chrono::steady_clock::now();
        server.call(scan);
        check.latency =
            std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
        check.info = readServerInfo(server);
    } catch (const Error& error) {
        check.problem = error.problem();
        check.failed = stepOf(check.problem);
    }
    return check;
}

} // namespace ratewarden
