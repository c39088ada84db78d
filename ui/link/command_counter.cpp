// SPDX-License-Identifier: GPL-3.0-or-later
#include "ui/link/command_counter.h"

#include <cctype>

namespace ratewarden::ui {

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
    m_behind.run(commands, replies);
}

CommandCounts CommandCounter::counts() const
{
    const std::scoped_lock lock(m_mutex);
    return m_counts;
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
