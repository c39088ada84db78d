// SPDX-License-Identifier: MIT
#include "core/redis/server_info.h"

#include "core/model/errors.h"

#include <algorithm>
#include <charconv>

namespace ratewarden {
namespace {

using Lines = std::map<std::string_view, std::string_view>;

std::optional<std::string_view> valueOf(const Lines& lines, std::string_view name)
{
    const auto found = lines.find(name);
    return found == lines.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::string> textOf(const Lines& lines, std::string_view name)
{
    const auto value = valueOf(lines, name);
    return value ? std::optional<std::string>(*value) : std::nullopt;
}

std::optional<std::int64_t> number(std::string_view text)
{
    std::int64_t value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    return read.ec == std::errc() && read.ptr == text.data() + text.size() ? std::optional(value)
                                                                           : std::nullopt;
}

std::optional<std::int64_t> numberOf(const Lines& lines, std::string_view name)
{
    const auto value = valueOf(lines, name);
    return value ? number(*value) : std::nullopt;
}

/// "12.345678", in seconds.
std::optional<Micros> secondsOf(const Lines& lines, std::string_view name)
{
    constexpr std::size_t digits = 6;
    const auto value = valueOf(lines, name);
    if (!value)
        return std::nullopt;
    const std::size_t point = std::min(value->find('.'), value->size());
    std::string fraction(value->substr(std::min(point + 1, value->size()), digits));
    fraction.resize(digits, '0');
    const auto whole = number(value->substr(0, point));
    const auto part = number(fraction);
    if (!whole || !part || *whole < 0 || *whole > std::chrono::seconds(std::chrono::years(1000)).count() ||
        *part < 0)
        return std::nullopt;
    return std::chrono::seconds(*whole) + Micros(*part);
}

/// Of "slave0:ip=10.0.0.7,port=6379,state=online,offset=28,lag=1" and its like.
std::optional<std::int64_t> largestLag(const Lines& lines)
{
    constexpr std::string_view mark = ",lag=";
    std::optional<std::int64_t> largest;
    for (const auto& [name, value] : lines) {
        const std::size_t at = name.starts_with("slave") ? value.find(mark) : std::string_view::npos;
        if (at == std::string_view::npos)
            continue;
        std::string_view lag = value.substr(at + mark.size());
        lag = lag.substr(0, lag.find(','));
        if (const auto seconds = number(lag))
            largest = std::max(largest.value_or(0), *seconds);
    }
    return largest;
}

} // namespace

Lines parseInfo(std::string_view text)
{
    Lines lines;
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
    const Lines lines = parseInfo(text);
    ServerInfo info;
    // Valkey also names the Redis whose commands it understands.
    info.version = textOf(lines, "valkey_version");
    if (info.version)
        info.engine = Engine::Valkey;
    else if ((info.version = textOf(lines, "redis_version")))
        info.engine = Engine::Redis;
    if (const auto role = valueOf(lines, "role"); role == "master")
        info.role = Role::Master;
    else if (role == "slave" || role == "replica")
        info.role = Role::Replica;
    if (const auto enabled = numberOf(lines, "cluster_enabled"))
        info.clusterEnabled = *enabled != 0;
    info.maxmemoryPolicy = textOf(lines, "maxmemory_policy");
    info.maxmemory = numberOf(lines, "maxmemory");
    info.evictedKeys = numberOf(lines, "evicted_keys");
    const auto user = secondsOf(lines, "used_cpu_user");
    const auto system = secondsOf(lines, "used_cpu_sys");
    if (user && system)
        info.usedCpu = *user + *system;
    info.commandsProcessed = numberOf(lines, "total_commands_processed");
    info.usedMemory = numberOf(lines, "used_memory");
    info.operations = numberOf(lines, "instantaneous_ops_per_sec");
    info.clients = numberOf(lines, "connected_clients");
    info.blockedClients = numberOf(lines, "blocked_clients");
    info.replicas = numberOf(lines, "connected_slaves");
    info.replicaLag = largestLag(lines);
    return info;
}

ServerInfo readServerInfo(Server& server)
{
    ServerInfo info;
    try {
        const Reply reply = server.call({"INFO"});
        info = serverInfo(reply.view().string());
    } catch (const Refused& error) {
        if (error.reason() != Refused::Reason::MissingRight)
            throw;
    }
    info.tls = server.tls();
    return info;
}

} // namespace ratewarden
