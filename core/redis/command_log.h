// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"
#include "core/redis/server.h"

#include <functional>
#include <string>

namespace ratewarden {

/// A decorator that passes every command to a server, and a record of it to a sink.
class CommandLog final : public Server {
public:
    struct Entry {
        std::string title; ///< the command's name, or the script's
        /// As one can type it into redis-cli, cut after about mostText bytes; of commands that may hold a
        /// password, the name alone.
        std::string text;
        Command::Access access = Command::Access::Writes;
        Micros duration{};        ///< from sending to the last reply: that of all commands sent together
        std::size_t together = 1; ///< how many were sent together with it, itself included
        /// Empty: none. Else the error reply, cut likewise (its first word, if the command may hold a
        /// password), or why there was no reply.
        std::string error;
    };
    using Sink = std::function<void(const Entry&)>;

    static constexpr std::size_t mostText = 400;

    /// The server must outlive it. The sink is called once for each command, in order, in the thread that
    /// sends it, after the replies have come or failed to; it must not throw, nor use this server.
    CommandLog(Server& behind, Sink sink) : m_behind(behind), m_sink(std::move(sink)) {}

    const std::string& where() const override { return m_behind.where(); }
    std::optional<TlsState> tls() const override { return m_behind.tls(); }
    std::vector<NodeState> nodes() const override { return m_behind.nodes(); }
    void cancel() override { m_behind.cancel(); }
    void run(std::span<const Command> commands, std::span<Reply> replies) override;

private:
    void record(std::span<const Command> commands, std::span<const Reply> replies, Micros duration,
                std::string_view problem) const;

    Server& m_behind;
    Sink m_sink;
};

} // namespace ratewarden
