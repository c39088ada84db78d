// SPDX-License-Identifier: GPL-3.0-or-later
#pragma once

#include "core/redis/server.h"

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <mutex>
#include <string>
#include <vector>

namespace ratewarden::ui {

/// How many commands of each name, in lower case as INFO commandstats has them: "get", "evalsha".
using CommandCounts = std::map<std::string, std::int64_t, std::less<>>;

/// Stands in front of a server, counts what passes, and measures how long each round trip takes.
class CommandCounter final : public Server {
public:
    /// The server must outlive it.
    explicit CommandCounter(Server& behind) : m_behind(behind) {}

    const std::string& where() const override { return m_behind.where(); }
    std::optional<TlsState> tls() const override { return m_behind.tls(); }
    std::vector<NodeState> nodes() const override { return m_behind.nodes(); }
    void cancel() override { m_behind.cancel(); }
    void run(std::span<const Command> commands, std::span<Reply> replies) override;

    /// All that has been sent so far. Safe from any thread.
    CommandCounts counts() const;
    /// The round trips since this was last called, of very many the first; each carried one command or many.
    /// Left out are those without a reply, and each PING: it may have had to connect first. Safe from any
    /// thread.
    std::vector<std::chrono::microseconds> takeRoundTrips();

private:
    Server& m_behind;
    mutable std::mutex m_mutex;
    CommandCounts m_counts;
    std::vector<std::chrono::microseconds> m_roundTrips;
};

/// What has come to `later` since `earlier`.
CommandCounts difference(const CommandCounts& later, const CommandCounts& earlier);

} // namespace ratewarden::ui
