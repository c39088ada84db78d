// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/guard_level.h"
#include "core/redis/read_commands.h"
#include "core/redis/server.h"

#include <atomic>
#include <memory>
#include <mutex>

namespace ratewarden {

/// What all guards of one server share: the level, and which of its commands read. Thread-safe.
class GuardState {
public:
    explicit GuardState(GuardLevel level = GuardLevel::ReadOnly) : m_level(level) {}

    GuardLevel level() const { return m_level; }
    /// In force for what is sent from then on, by any thread.
    void setLevel(GuardLevel level) { m_level = level; }

    /// The one script that may write all the same, by its name; null: none. It must outlive this.
    const Script* permitted() const { return m_permitted; }
    void permit(const Script* script) { m_permitted = script; }

    /// Sends COMMAND at the first call, and keeps the answer for as long as this exists: what a later version
    /// of the server adds is refused until then. Of a server that does not answer it for this user, those
    /// that Ratewarden itself knows. Never null. Throws as Server::call does, but not for a right that is
    /// missing.
    std::shared_ptr<const ReadCommands> readCommands(Server& server);

private:
    std::atomic<GuardLevel> m_level;
    std::atomic<const Script*> m_permitted{nullptr};
    std::mutex m_mutex; // of what follows
    std::shared_ptr<const ReadCommands> m_readCommands;
};

/// A decorator that at GuardLevel::ReadOnly refuses every command that is not known to change nothing: it
/// throws Refused with Refused::Reason::ReadOnly before anything is sent, also for a pipeline with one such
/// command. See ReadCommands for what is known; a transaction passes if all of it is sent in one go. Scripts
/// that read are sent so that the server refuses their writes, too. What GuardState::permit() names passes.
/// At the other levels everything does: they are for those who ask an operator.
///
/// A guard is used as any Server: by one thread at a time, except for cancel(). Its state may be shared with
/// other threads' guards of the same server, and changed by any.
class Guard final : public Server {
public:
    /// The server must outlive it. `state`: never null; that of its own is at ReadOnly for good.
    explicit Guard(Server& behind, std::shared_ptr<GuardState> state = std::make_shared<GuardState>())
        : m_behind(behind), m_state(std::move(state))
    {
    }

    const std::string& where() const override { return m_behind.where(); }
    std::optional<TlsState> tls() const override { return m_behind.tls(); }
    std::vector<NodeState> nodes() const override { return m_behind.nodes(); }
    void cancel() override { m_behind.cancel(); }
    void run(std::span<const Command> commands, std::span<Reply> replies) override;

private:
    Server& m_behind;
    std::shared_ptr<GuardState> m_state;
};

} // namespace ratewarden
