// SPDX-License-Identifier: GPL-3.0-or-later
#include "tests/support/test_sentinels.h"

#include "core/model/errors.h"
#include "core/redis/sentinel_watch.h"
#include "tests/support/await.h"

#include <sys/prctl.h>

#include <QFile>

#include <csignal>

namespace ratewarden::test {
namespace {

// Sentinels let a server that comes back claim to be the primary for some ten seconds before they make it a
// replica, and more on a busy machine.
constexpr int reconfigurationMs = 120'000;
constexpr int failoverMs = 3000;
// A primary that says nothing for so long is taken for gone, which must not happen because the machine is
// busy.
constexpr int downAfterMs = 5000;

Endpoint local(quint16 port)
{
    Endpoint endpoint;
    endpoint.host = "127.0.0.1";
    endpoint.port = port;
    return endpoint;
}

} // namespace

Endpoint TestSentinels::Node::endpoint() const
{
    return local(port);
}

TestSentinels::TestSentinels(std::size_t replicas)
{
    for (std::size_t i = 0; i <= replicas; ++i) {
        Node node;
        node.port = freePort();
        QStringList arguments{"--port",    QString::number(node.port),   "--bind",
                              "127.0.0.1", "--repl-diskless-sync-delay", "0"};
        if (i > 0)
            arguments += {"--replicaof", "127.0.0.1 " + QString::number(m_nodes.front().port)};
        node.server = std::make_unique<TestServer>(arguments);
        m_nodes.push_back(std::move(node));
    }
    constexpr int sentinels = 3;
    for (int i = 0; i < sentinels; ++i) {
        const quint16 port = m_ports.emplace_back(freePort());
        const QString path = m_directory.filePath(QString("sentinel%1.conf").arg(i));
        QFile file(path);
        if (!file.open(QIODevice::WriteOnly))
            throw std::runtime_error("cannot write the configuration of a Sentinel");
        file.write(QString("port %1\nbind 127.0.0.1\ndir %2\nsentinel monitor %3 127.0.0.1 %4 2\n"
                           "sentinel down-after-milliseconds %3 %5\nsentinel failover-timeout %3 %6\n")
                       .arg(port)
                       .arg(m_directory.path(), name)
                       .arg(m_nodes.front().port)
                       .arg(downAfterMs)
                       .arg(failoverMs)
                       .toUtf8());
        file.close();
        auto process = std::make_unique<QProcess>();
        process->setProcessChannelMode(QProcess::MergedChannels);
        process->setStandardOutputFile(QProcess::nullDevice());
        process->setChildProcessModifier([] { prctl(PR_SET_PDEATHSIG, SIGKILL); });
        process->start("redis-server", {path, "--sentinel"});
        if (!process->waitForStarted(patienceMs))
            throw std::runtime_error("cannot start a Sentinel");
        m_sentinels.push_back(std::move(process));
    }
    const auto fieldIn = [](ReplyView fields, std::string_view wanted) {
        for (std::size_t i = 0; i + 1 < fields.size(); i += 2)
            if (fields[i].string() == wanted)
                return std::string(fields[i + 1].string());
        return std::string();
    };
    const std::string wanted = std::to_string(replicas) + " replicas, 2 other Sentinels, master";
    for (std::size_t i = 0; i < sentinels; ++i) {
        std::string found;
        const auto isKnown = [&] {
            try {
                Connection connection(sentinel(i), unhurried);
                const Reply known = connection.call({"SENTINEL", "MASTER", name});
                found = fieldIn(known.view(), "num-slaves") + " replicas, " +
                        fieldIn(known.view(), "num-other-sentinels") + " other Sentinels, " +
                        fieldIn(known.view(), "flags");
            } catch (const Unavailable& error) { // it is starting
                found = error.what();
            }
            return found == wanted;
        };
        try {
            await("the Sentinels do not find each other", isKnown);
        } catch (const std::runtime_error& error) {
            throw std::runtime_error(std::string(error.what()) + ": " + found);
        }
    }
    awaitReplicas(replicas);
}

TestSentinels::~TestSentinels()
{
    for (const auto& process : m_sentinels) {
        process->kill();
        process->waitForFinished();
    }
}

Endpoint TestSentinels::sentinel(std::size_t i) const
{
    return local(m_ports[i]);
}

Endpoint TestSentinels::endpoint() const
{
    Endpoint endpoint = sentinel(0);
    endpoint.deployment = Deployment::Sentinel;
    endpoint.primaryName = name;
    for (std::size_t i = 1; i < m_ports.size(); ++i)
        endpoint.others.push_back({"127.0.0.1", m_ports[i]});
    return endpoint;
}

TestSentinels::Node& TestSentinels::primary()
{
    const std::uint16_t port = askSentinels(endpoint(), unhurried).primary.port;
    for (Node& node : m_nodes)
        if (node.port == port)
            return node;
    throw std::runtime_error("the Sentinels name a server that is not there");
}

void TestSentinels::awaitOtherThan(quint16 port)
{
    await(
        "there is no failover",
        [&] {
            Node& now = primary();
            if (now.port == port)
                return false;
            return Connection(now.endpoint(), unhurried).call({"ROLE"}).view()[0].string() == "master";
        },
        reconfigurationMs);
}

void TestSentinels::awaitReplicas(std::size_t count)
{
    await(
        "the replicas do not follow",
        [&] { return askSentinels(endpoint(), unhurried).replicas.size() == count; }, reconfigurationMs);
}

quint16 TestSentinels::failOver()
{
    const quint16 before = primary().port;
    // A failover that has begun is given up when the replica does not take over within its timeout; the
    // primary is well, so that nobody begins another.
    std::string refusal;
    QDeadlineTimer underWay(0);
    const auto isNamed = [&] {
        if (primary().port != before)
            return true;
        if (underWay.hasExpired()) {
            const auto replies =
                Connection(sentinel(0), unhurried).pipeline({{"SENTINEL", "FAILOVER", name}});
            refusal = replies[0].view().errorText();
            if (refusal.empty())
                underWay.setRemainingTime(4 * failoverMs);
        }
        return false;
    };
    try {
        await("the Sentinels do not fail over", isNamed, reconfigurationMs);
    } catch (const std::runtime_error& error) {
        throw std::runtime_error(std::string(error.what()) + ": " + refusal);
    }
    awaitOtherThan(before);
    return before;
}

} // namespace ratewarden::test
