// SPDX-License-Identifier: MIT
#include "core/redis/pipelined_server.h"

#include "core/model/errors.h"
#include "core/redis/pipelined_channel.h"
#include "core/redis/pipelined_cluster.h"
#include "core/redis/sentinel_watch.h"

#include <fmt/format.h>

#include <utility>

namespace ratewarden {
namespace {

constexpr std::size_t mostPipelinedConnections = 64;

/// What finds the server, each time that it is connected to.
std::function<Endpoint()> locatorOf(const Endpoint& endpoint, Timeouts timeouts)
{
    switch (endpoint.deployment) {
    case Deployment::Sentinel:
        return [endpoint, timeouts] {
            return locatePrimary(endpoint, timeouts);
        };
    case Deployment::Cluster:
        throw InvalidArgument(fmt::format("{} is a cluster: a PipelinedServer is for one server, and a "
                                          "PipelinedCluster, or openAsyncServer(), for a cluster",
                                          endpoint.text()));
    case Deployment::Node:
        break;
    }
    return [endpoint] {
        return endpoint;
    };
}

} // namespace

PipelinedServer::PipelinedServer(const Endpoint& endpoint, const Options& options)
    : PipelinedServer(locatorOf(endpoint, options.timeouts), endpoint.text(), options,
                      endpoint.deployment == Deployment::Sentinel)
{
    if (endpoint.deployment == Deployment::Sentinel)
        m_watch =
            std::make_unique<SentinelWatch>(endpoint, options.timeouts, [this](const HostPort& primary) {
                for (const auto& channel : m_channels)
                    channel->leaveAllBut(primary);
            });
}

PipelinedServer::PipelinedServer(const std::function<Endpoint()>& locate, std::string where,
                                 const Options& options)
    : PipelinedServer(locate, std::move(where), options, false)
{
}

PipelinedServer::PipelinedServer(const std::function<Endpoint()>& locate, std::string where,
                                 const Options& options, bool followsPrimary)
    : m_where(std::move(where))
{
    if (options.connections < 1 || options.connections > mostPipelinedConnections)
        throw InvalidArgument(
            fmt::format("a pipelined server takes 1 to {} connections", mostPipelinedConnections));
    for (std::size_t i = 0; i < options.connections; ++i)
        m_channels.push_back(std::make_unique<PipelinedChannel>(
            PipelinedChannel::Settings{locate, m_where, options.timeouts, options.clientName,
                                       options.patience, options.mostOutstanding, followsPrimary}));
}

PipelinedServer::~PipelinedServer()
{
    m_watch.reset();
    cancel(); // all of them before one is waited for
    for (auto& channel : m_channels)
        if (m_home.isLeft())
            static_cast<void>(channel.release()); // its threads are the parent's, and would be waited for
        else
            channel->join(); // all of them before one goes: what one calls may submit to any
}

PipelinedChannel& PipelinedServer::nextChannel()
{
    m_home.require("a PipelinedServer");
    return *m_channels[m_turn.fetch_add(1, std::memory_order_relaxed) % m_channels.size()];
}

void PipelinedServer::submitAll(std::span<AsyncCall> calls)
{
    nextChannel().submit(calls);
}

void PipelinedServer::callAfter(std::chrono::microseconds time, std::function<void()> function)
{
    nextChannel().callAfter(time, std::move(function));
}

void PipelinedServer::cancel()
{
    if (m_home.isLeft())
        return;
    for (const auto& channel : m_channels)
        channel->stop();
}

std::unique_ptr<AsyncServer> openAsyncServer(const Endpoint& endpoint,
                                             const PipelinedServer::Options& options)
{
    if (endpoint.deployment == Deployment::Cluster)
        return std::make_unique<PipelinedCluster>(endpoint, options);
    return std::make_unique<PipelinedServer>(endpoint, options);
}

std::unique_ptr<AsyncServer> openAsyncServer(const Endpoint& endpoint)
{
    return openAsyncServer(endpoint, {});
}

} // namespace ratewarden
