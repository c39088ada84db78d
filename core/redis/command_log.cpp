// SPDX-License-Identifier: MIT
#include "core/redis/command_log.h"

#include "core/model/text.h"

#include <chrono>

namespace ratewarden {
namespace {

std::string shortened(std::string_view text)
{
    return printable(text.substr(0, CommandLog::mostText)) + (text.size() > CommandLog::mostText ? "…" : "");
}

} // namespace

void CommandLog::run(std::span<const Command> commands, std::span<Reply> replies)
{
    const auto start = std::chrono::steady_clock::now();
    const auto duration = [&] {
        return std::chrono::duration_cast<Micros>(std::chrono::steady_clock::now() - start);
    };
    try {
        m_behind.run(commands, replies);
    } catch (const std::exception& error) {
        record(commands, {}, duration(), error.what());
        throw;
    }
    record(commands, replies, duration(), {});
}

void CommandLog::record(std::span<const Command> commands, std::span<const Reply> replies, Micros duration,
                        std::string_view problem) const
{
    for (std::size_t i = 0; i < commands.size(); ++i) {
        const Command& command = commands[i];
        const bool secret = command.isSecret();
        Entry entry{std::string(command.title()), {}, command.access(), duration, commands.size(), {}};
        entry.text = secret ? entry.title + " …" : command.text(mostText);
        // Redis repeats arguments in its errors.
        const std::string_view answered = i < replies.size() ? replies[i].view().errorText() : problem;
        const bool repeats = secret && i < replies.size();
        entry.error = shortened(repeats ? answered.substr(0, answered.find(' ')) : answered);
        m_sink(entry);
    }
}

} // namespace ratewarden
