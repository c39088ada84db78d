// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/endpoint.h"
#include "core/redis/greeting.h"
#include "core/redis/reply_bounds.h"
#include "core/redis/server.h"
#include "core/redis/stream.h"

#include <memory>
#include <optional>
#include <span>
#include <string>

namespace ratewarden {

/// One connection to one node. It connects at the first command, and again at the next one after it broke,
/// with everything restored: password, database, client name. Resolving the host's name has no time limit;
/// everything else ends within its timeout.
///
/// Used by one thread at a time, except for cancel(). A child connects anew after fork(). Never raises
/// SIGPIPE.
class Connection final : public Server {
public:
    explicit Connection(Endpoint endpoint, Timeouts timeouts = {}, std::string clientName = "ratewarden",
                        ReplyBounds bounds = {});
    ~Connection() override;

    const std::string& where() const override;
    std::optional<TlsState> tls() const override;
    /// As Server says; connecting goes on until it succeeds or its timeout ends.
    void cancel() override;
    void run(std::span<const Command> commands, std::span<Reply> replies) override;

    /// The two halves of run(), for a caller that uses several connections at once: begin() sends, finish()
    /// waits. Between them nothing else is done with the connection. If begin() throws, finish() is not
    /// called.
    void begin(std::span<const Command> commands);
    void finish(std::span<const Command> commands, std::span<Reply> replies);

    /// What the server said of itself when it last connected. Connects if it is not connected, and throws as
    /// call() does.
    const HelloReply& hello();
    /// The same without connecting; empty as long as it has not.
    const HelloReply& knownHello() const;

private:
    class Impl;
    std::unique_ptr<Impl> m_impl;
};

} // namespace ratewarden
