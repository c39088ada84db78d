// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/command_counter.h"

#include <cctype>
#include <utility>

namespace ratewarden::ui {
namespace {

constexpr std::size_t mostUntaken = 1000; // round trips that nobody has taken

} // namespace

void CommandCounter::run(std::span<const Command> commands, std::span<Reply> replies)
{
    {
        const std::scoped_lock lock(m_mutex);
        std::string name;
        for (const Command& command : commands) {
            name = command.script() ? std::string_view("evalsha") : command.title();
            for (char& c : name)
                c = char(std::tolower(static_cast<unsigned char>(c)));
            ++m_counts[name];
        }
    }
    const bool connects = commands.size() == 1 && commands.front().title() == "PING";
    const auto start = std::chrono::steady_clock::now();
    m_behind.run(commands, replies);
    const auto took =
        std::chrono::duration_cast<std::chrono::microseconds>(std::chrono::steady_clock::now() - start);
    const std::scoped_lock lock(m_mutex);
    if (!connects && m_roundTrips.size() < mostUntaken)
        m_roundTrips.push_back(took);
}

CommandCounts CommandCounter::counts() const
{
    const std::scoped_lock lock(m_mutex);
    return m_counts;
}

std::vector<std::chrono::microseconds> CommandCounter::takeRoundTrips()
{
    const std::scoped_lock lock(m_mutex);
    return std::exchange(m_roundTrips, {});
}

CommandCounts difference(const CommandCounts& later, const CommandCounts& earlier)
{
    CommandCounts counts;
    for (const auto& [name, count] : later) {
        const auto before = earlier.find(name);
        const std::int64_t since = count - (before == earlier.end() ? 0 : before->second);
        if (since > 0)
            counts.emplace(name, since);
    }
    return counts;
}

} // namespace ratewarden::ui
