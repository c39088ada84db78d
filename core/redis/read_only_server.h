// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/server.h"

namespace ratewarden {

/// Stands in front of a server and refuses every command that writes, or may: Refused with
/// Refused::Reason::ReadOnly, before anything is sent. Of a pipeline with one such command nothing is sent.
class ReadOnlyServer final : public Server {
public:
    /// The server must outlive it.
    explicit ReadOnlyServer(Server& behind) : m_behind(behind) {}

    const std::string& where() const override { return m_behind.where(); }
    void cancel() override { m_behind.cancel(); }
    void run(std::span<const Command> commands, std::span<Reply> replies) override;

private:
    Server& m_behind;
};

} // namespace ratewarden
