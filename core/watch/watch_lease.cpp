// SPDX-License-Identifier: MIT
#include "core/watch/watch_lease.h"

#include "core/limiter/keyspace.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <algorithm>
#include <random>
#include <utility>

namespace ratewarden {
namespace {

/// How long what is told outlives the last watcher: over a weekend without any, its recovery is still told.
constexpr Micros keptTold = std::chrono::days(7);

std::string writtenTold(const ToldAlerts& told)
{
    nlohmann::json all = nlohmann::json::object();
    for (const auto& [name, since] : told)
        all[name] = since.time_since_epoch().count();
    return all.dump();
}

/// Nothing for what nobody here wrote: then it is as if nothing were known.
std::optional<ToldAlerts> readTold(std::string_view text)
{
    const nlohmann::json all = nlohmann::json::parse(text, nullptr, false);
    if (!all.is_object())
        return std::nullopt;
    ToldAlerts told;
    for (const auto& [name, since] : all.items()) {
        if (!since.is_number_integer())
            return std::nullopt;
        told.emplace(name, Instant(Micros(since.get<std::int64_t>())));
    }
    return told;
}

std::string newWatcherId()
{
    std::random_device random;
    return fmt::format("{:08x}{:08x}{:08x}{:08x}", random(), random(), random(), random());
}

} // namespace

WatchLease::WatchLease(std::string name) : m_name(std::move(name)), m_id(newWatcherId()) {}

const Script& WatchLease::script()
{
    return scriptNamed("watch_lease");
}

WatchLease::Answer WatchLease::renew(Server& server, Micros span, const ToldAlerts& told)
{
    const Reply reply = ask(server, span, told);
    const ReplyView answer = reply.view();
    Answer result;
    if (const std::int64_t has = answer[0].integer(); has != 0)
        result.holder = has == 1 && m_hasIt ? Holder::Kept : Holder::Taken;
    if (answer[1].isString())
        result.told = readTold(answer[1].string());
    m_hasIt = result.holder != Holder::Other;
    return result;
}

void WatchLease::giveBack(Server& server, const ToldAlerts& told)
{
    ask(server, Micros::zero(), told);
    m_hasIt = false;
}

Reply WatchLease::ask(Server& server, Micros span, const ToldAlerts& told) const
{
    const auto milliseconds = [](Micros time) {
        return std::int64_t(std::chrono::ceil<std::chrono::milliseconds>(time).count());
    };
    Command command(script(), 2);
    command.add(watchKey(m_name)).add(watchToldKey(m_name));
    command.add(m_id).add(milliseconds(span)).add(milliseconds(keptTold));
    command.add(m_hasIt ? writtenTold(told) : std::string());
    return server.call(command);
}

Micros leaseSpan(Micros round)
{
    constexpr Micros shortest = std::chrono::seconds(15);
    return std::max(3 * round, shortest);
}

} // namespace ratewarden
