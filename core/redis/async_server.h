// SPDX-License-Identifier: MIT
#pragma once

#include "core/redis/call_outcome.h"
#include "core/redis/command.h"
#include "core/redis/server.h"

#include <chrono>
#include <exception>
#include <functional>
#include <span>
#include <vector>

namespace ratewarden {

/// A command, and who is told what came of it.
struct AsyncCall {
    Command command;
    OnOutcome done;
};

/// What came of several commands: a reply for each, each perhaps an error reply; or why there are none, which
/// is what Server::pipeline() would have thrown.
using OnReplies = std::function<void(std::vector<Reply> replies, std::exception_ptr failure)>;

/// A server whose callers do not wait, one node or several. Any number of threads may use it at once, also as
/// a Server, whose functions block. Its outcomes come in the threads of its connections, which wait for
/// nothing: what is called there must be quick, must not throw, and may submit more.
class AsyncServer : public Server {
public:
    /// Sends the commands soon. Those for one node keep their order, unless a node sends one elsewhere. A
    /// script that a server does not have is sent along. What failed before it left, or as a half, has the
    /// effect None; what may have run is never sent again. Each `done` is called exactly once, perhaps before
    /// this returns; or it throws and calls none: Unavailable when too much is outstanding or after cancel(),
    /// InvalidArgument in a child after fork().
    virtual void submitAll(std::span<AsyncCall> calls) = 0;
    void submit(Command command, OnOutcome done);

    /// All of the commands, at least one; `done` is called once for all. Throws as submitAll() does.
    void submitPipeline(std::vector<Command> commands, OnReplies done);

    /// Calls the function after the time, in the thread of a connection; no thread waits for it. After
    /// cancel(), or when the server is destroyed, it is called at once. Throws as submitAll() does.
    virtual void callAfter(std::chrono::microseconds time, std::function<void()> function) = 0;

    /// Blocks; not to be called by the thread of an outcome.
    void run(std::span<const Command> commands, std::span<Reply> replies) override;
};

/// The same error as an object of its own, for another thread: those that throw one object share its memory.
/// What is no Error becomes Unavailable. An Unavailable has the effect None.
std::exception_ptr ownFailure(const std::exception_ptr& failure);

} // namespace ratewarden
