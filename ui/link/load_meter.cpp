// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/load_meter.h"

#include "core/redis/server_info.h"

#include <algorithm>
#include <charconv>

namespace ratewarden::ui {
namespace {

constexpr auto longestWait = std::chrono::hours(1); // then it is asked again
constexpr double usualCall = 1;                     // microseconds; before anything is known
constexpr double mostBeside = 5;                    // more than that is not the commands' doing
constexpr double upkeep = 2500;       // microseconds a second, of a server that nobody asks for anything
constexpr std::int64_t fewCalls = 50; // tell nothing of what is spent beside them

std::int64_t numberAfter(std::string_view text, std::string_view name)
{
    const std::size_t at = text.find(name);
    std::int64_t number = 0;
    if (at != std::string_view::npos)
        std::from_chars(text.data() + at + name.size(), text.data() + text.size(), number);
    return number;
}

} // namespace

ServerAccount ServerAccount::read(std::string_view info)
{
    constexpr std::string_view prefix = "cmdstat_";
    ServerAccount account;
    account.usedCpu = serverInfo(info).usedCpu;
    account.uptime = std::chrono::seconds(numberAfter(info, "uptime_in_seconds:"));
    for (const auto& [name, value] : parseInfo(info)) {
        if (!name.starts_with(prefix))
            continue;
        const std::string_view command = name.substr(prefix.size());
        Spent& spent = account.commands[std::string(command.substr(0, command.find('|')))];
        spent.calls += numberAfter(value, "calls=");
        spent.time += Micros(numberAfter(value, "usec="));
    }
    return account;
}

void LoadMeter::measure(const ServerAccount& account)
{
    if (!account.usedCpu || account.commands.empty())
        return;
    const auto before = [&](const std::string& name) {
        const auto found = m_last.commands.find(name);
        return found == m_last.commands.end() ? ServerAccount::Spent() : found->second;
    };
    const bool restarted = *account.usedCpu < m_last.usedCpu.value_or(Micros::zero()) ||
                           std::ranges::any_of(account.commands, [&](const auto& one) {
                               return one.second.calls < before(one.first).calls;
                           });
    if (restarted)
        m_last = {};
    double ran = 0;
    std::int64_t calls = 0;
    for (const auto& [name, spent] : account.commands) {
        ran += double((spent.time - before(name).time).count());
        calls += spent.calls - before(name).calls;
    }
    if (calls >= fewCalls) {
        const double cpu = double((*account.usedCpu - m_last.usedCpu.value_or(Micros::zero())).count());
        const double real = ran > cpu && cpu > 0 ? cpu / ran : 1;
        const double idle = upkeep * double((account.uptime - m_last.uptime).count());
        m_beside = std::clamp((cpu - ran - idle) / double(calls), 0.0, mostBeside);
        for (const auto& [name, spent] : account.commands)
            if (const std::int64_t its = spent.calls - before(name).calls; its > 0)
                m_perCall[name] = double((spent.time - before(name).time).count()) / double(its) * real;
        m_measured = true;
    }
    m_last = account;
}

double LoadMeter::costOf(const CommandCounts& counts) const
{
    double cost = 0;
    for (const auto& [name, count] : counts) {
        const auto known = m_perCall.find(name);
        cost += double(count) * ((known == m_perCall.end() ? usualCall : known->second) + m_beside);
    }
    return cost;
}

void LoadPace::charge(double micros, Clock::time_point now)
{
    m_free = std::max(m_free, now);
    if (m_budget > 0)
        m_free += std::chrono::duration_cast<Clock::duration>(
            std::chrono::duration<double, std::micro>(micros / m_budget));
}

std::chrono::milliseconds LoadPace::wait(Clock::time_point now) const
{
    if (m_free <= now)
        return std::chrono::milliseconds(0);
    return std::min<std::chrono::milliseconds>(std::chrono::ceil<std::chrono::milliseconds>(m_free - now),
                                               longestWait);
}

} // namespace ratewarden::ui
