// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/server.h"

namespace ratewarden {

/// A decorator that refuses every command that writes, or may write: it throws Refused with
/// Refused::Reason::ReadOnly before anything is sent, also for a pipeline with one such command.
class ReadOnlyServer final : public Server {
public:
    /// The server must outlive it.
    explicit ReadOnlyServer(Server& behind) : m_behind(behind) {}

    const std::string& where() const override { return m_behind.where(); }
    std::optional<TlsState> tls() const override { return m_behind.tls(); }
    std::vector<NodeState> nodes() const override { return m_behind.nodes(); }
    void cancel() override { m_behind.cancel(); }
    void run(std::span<const Command> commands, std::span<Reply> replies) override;

private:
    Server& m_behind;
};

} // namespace ratewarden
