// SPDX-License-Identifier: MIT
#include "core/redis/server_info.h"

#include "core/model/errors.h"
#include "core/model/text.h"

#include <algorithm>

namespace ratewarden {
namespace {

using InfoLines = std::map<std::string_view, std::string_view>;

std::optional<std::string_view> valueOf(const InfoLines& lines, std::string_view name)
{
    const auto found = lines.find(name);
    return found == lines.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> infoText(const InfoLines& lines, std::string_view name)
{
    const auto value = valueOf(lines, name);
    return value ? std::optional<std::string>(*value) : std::nullopt;
}

std::optional<std::int64_t> infoNumber(const InfoLines& lines, std::string_view name)
{
    const auto value = valueOf(lines, name);
    return value ? parsedNumber<std::int64_t>(*value) : std::nullopt;
}

/// "12.345678", in seconds.
std::optional<Micros> secondsOf(const InfoLines& lines, std::string_view name)
{
    constexpr std::size_t digits = 6;
    const auto value = valueOf(lines, name);
    if (!value)
        return std::nullopt;
    const std::size_t point = std::min(value->find('.'), value->size());
    std::string fraction(value->substr(std::min(point + 1, value->size()), digits));
    fraction.resize(digits, '0');
    const auto whole = parsedNumber<std::int64_t>(value->substr(0, point));
    const auto part = parsedNumber<std::int64_t>(fraction);
    if (!whole || !part || *whole < 0 || *whole > std::chrono::seconds(std::chrono::years(1000)).count() ||
        *part < 0)
        return std::nullopt;
    return std::chrono::seconds(*whole) + Micros(*part);
}

/// Of "slave0:ip=10.0.0.7,port=6379,state=online,offset=28,lag=1" and its like.
std::optional<std::int64_t> largestLag(const InfoLines& lines)
{
    constexpr std::string_view mark = ",lag=";
    std::optional<std::int64_t> largest;
    for (const auto& [name, value] : lines) {
        const std::size_t at = name.starts_with("slave") ? value.find(mark) : std::string_view::npos;
        if (at == std::string_view::npos)
            continue;
        std::string_view lag = value.substr(at + mark.size());
        lag = lag.substr(0, lag.find(','));
        if (const auto seconds = parsedNumber<std::int64_t>(lag))
            largest = std::max(largest.value_or(0), *seconds);
    }
    return largest;
}

ServerInfo infoOf(const Server& server, ReplyView reply)
{
    ServerInfo info;
    try {
        throwIfError(reply, "INFO", server.where());
        info = serverInfo(reply.string());
    } catch (const Refused& error) {
        if (error.reason() != Refused::Reason::MissingRight)
            throw;
    }
    info.tls = server.tls();
    return info;
}

} // namespace

InfoLines parseInfo(std::string_view text)
{
    InfoLines lines;
    while (!text.empty()) {
        const std::size_t end = std::min(text.find('\n'), text.size());
        std::string_view line = text.substr(0, end);
        text.remove_prefix(std::min(end + 1, text.size()));
        if (line.ends_with('\r'))
            line.remove_suffix(1);
        const std::size_t colon = line.find(':');
        if (!line.starts_with('#') && colon != std::string_view::npos)
            lines.emplace(line.substr(0, colon), line.substr(colon + 1));
    }
    return lines;
}

ServerInfo serverInfo(std::string_view text)
{
    const InfoLines lines = parseInfo(text);
    ServerInfo info;
    // Valkey also names the Redis whose commands it understands.
    info.version = infoText(lines, "valkey_version");
    if (info.version)
        info.engine = ServerEngine::Valkey;
    else if ((info.version = infoText(lines, "redis_version")))
        info.engine = ServerEngine::Redis;
    if (const auto role = valueOf(lines, "role"); role == "master")
        info.role = Role::Master;
    else if (role == "slave" || role == "replica")
        info.role = Role::Replica;
    if (const auto enabled = infoNumber(lines, "cluster_enabled"))
        info.clusterEnabled = *enabled != 0;
    info.maxmemoryPolicy = infoText(lines, "maxmemory_policy");
    info.maxmemory = infoNumber(lines, "maxmemory");
    if (const auto micros = infoNumber(lines, "server_time_usec");
        micros && *micros >= 0 && *micros < Micros(std::chrono::years(1000)).count())
        info.time = Instant(Micros(*micros));
    info.runId = infoText(lines, "run_id");
    info.replication = infoText(lines, "master_replid");
    info.formerReplication = infoText(lines, "master_replid2");
    info.cachedScripts = infoNumber(lines, "number_of_cached_scripts");
    info.evictedKeys = infoNumber(lines, "evicted_keys");
    const auto user = secondsOf(lines, "used_cpu_user");
    const auto system = secondsOf(lines, "used_cpu_sys");
    if (user && system)
        info.usedCpu = *user + *system;
    info.commandsProcessed = infoNumber(lines, "total_commands_processed");
    info.usedMemory = infoNumber(lines, "used_memory");
    info.operations = infoNumber(lines, "instantaneous_ops_per_sec");
    info.clients = infoNumber(lines, "connected_clients");
    info.blockedClients = infoNumber(lines, "blocked_clients");
    info.replicas = infoNumber(lines, "connected_slaves");
    info.replicaLag = largestLag(lines);
    return info;
}

ServerInfo readServerInfo(Server& server)
{
    return infoOf(server, server.pipeline({Command{"INFO"}}).front().view());
}

const ServerInfo& NodeInfos::first() const
{
    return *std::ranges::find_if(nodes, [](const Node& node) { return node.info.has_value(); })->info;
}

bool NodeInfos::has(std::string_view name) const
{
    return std::ranges::find(nodes, name, &Node::name) != nodes.end();
}

NodeInfos readNodeInfos(Server& server)
{
    NodeInfos all;
    std::vector<Command> commands;
    for (const NodeState& node : server.nodes())
        if (node.ownedSlots > 0) {
            all.nodes.push_back({node.where, {}});
            commands.push_back(Command{"INFO"}.setNode(node.where));
        }
    if (commands.size() < 2) {
        all.nodes.assign(1, NodeInfos::Node());
        commands.assign(1, {"INFO"});
    }
    all.asked = BootClock::now();
    const std::vector<Reply> replies = server.pipeline(commands);
    all.answered = BootClock::now();
    bool isAnswered = false;
    for (std::size_t i = 0; i < replies.size(); ++i)
        try {
            all.nodes[i].info = infoOf(server, replies[i].view());
            isAnswered = true;
        } catch (const Unavailable& error) {
            if (!error.isOfOneNode() || (!isAnswered && i + 1 == replies.size()))
                throw;
        }
    return all;
}

} // namespace ratewarden
