// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/time.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

struct redisReply;

namespace ratewarden {

/// A view of a reply of Redis. Every accessor checks the type, and throws BadReply, with what was expected
/// and what came, if it is another. Valid as long as the Reply it came from.
class ReplyView {
public:
    /// `asked`: what it answers, for the errors.
    explicit ReplyView(const redisReply* reply, const std::string* asked = nullptr)
        : m_reply(reply), m_asked(asked)
    {
    }

    bool isNil() const;
    bool isError() const;
    bool isString() const;
    std::string_view errorText() const; ///< empty unless isError()
    std::int64_t integer() const;
    std::string_view string() const; ///< bulk or status; binary-safe
    std::size_t size() const;        ///< of an array
    ReplyView operator[](std::size_t i) const;
    /// Of an array in which names and their values alternate; empty: it does not have the name.
    std::string_view field(std::string_view name) const;

private:
    [[noreturn]] void complain(const std::string& came, std::string_view expected) const;

    const redisReply* m_reply;
    const std::string* m_asked;
};

/// Owns one reply.
class Reply {
public:
    Reply() = default; ///< has no view yet
    explicit Reply(redisReply* reply) : m_reply(reply) {}

    ReplyView view() const { return ReplyView(m_reply.get(), m_asked.get()); }

    /// "GET on redis://host:6379": for the errors of its views.
    void setAsked(std::shared_ptr<const std::string> asked) { m_asked = std::move(asked); }

private:
    struct Deleter {
        void operator()(redisReply* reply) const;
    };
    std::unique_ptr<redisReply, Deleter> m_reply;
    std::shared_ptr<const std::string> m_asked;
};

/// Reads the reply to TIME: the server's clock.
Instant readTime(ReplyView reply);

/// Throws the typed error for an error reply; `what` is what was tried, `where` the server. Does nothing for
/// other replies.
void throwIfError(ReplyView reply, std::string_view what, std::string_view where);

} // namespace ratewarden
