// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/problem.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace ratewarden {

/// Root of everything the library throws. what() says what was tried, on what, and what the user can do about
/// it; it never holds a password and is safe to print on a terminal.
class Error : public std::runtime_error {
public:
    explicit Error(const std::string& message) : Error(Problem(Fault::Other, message)) {}
    explicit Error(Problem problem)
        : std::runtime_error(englishText(problem))
        , m_problem(std::make_shared<const Problem>(std::move(problem)))
    {
    }

    /// The same as what(), in codes and values.
    const Problem& problem() const { return *m_problem; }

private:
    std::shared_ptr<const Problem> m_problem;
};

/// Root of what a caller got wrong: an argument out of range or empty, a name that does not exist, a file
/// that cannot be read. Nothing was changed.
class InvalidArgument : public Error {
public:
    using Error::Error;
};

/// A policy or a rule out of range, or with parts that contradict each other.
class BadPolicy : public InvalidArgument {
public:
    using InvalidArgument::InvalidArgument;
};

/// A text that cannot be parsed.
class BadNotation : public InvalidArgument {
public:
    BadNotation(std::string_view text, std::size_t position, const Problem& reason);

    /// Byte offset of the fault in the text that was given, counted from 0.
    std::size_t position() const { return m_position; }
    /// Without the text and the place, for where these are to be seen.
    const Problem& reason() const { return problem().because.front(); }

private:
    std::size_t m_position;
};

/// Redis could not be reached, did not answer in time, or says that it cannot serve now (loading, failover, a
/// replica, no memory).
class Unavailable : public Error {
public:
    enum class Effect {
        None,     ///< the command certainly did not run
        Uncertain ///< it was sent and its answer was lost: it may have run
    };
    using Reason = UnavailableReason;

    Unavailable(const std::string& message, Effect effect, Reason reason = Reason::Other)
        : Error(message), m_effect(effect), m_reason(reason)
    {
    }
    /// `what`: a Reason is its code.
    Unavailable(Problem what, Effect effect)
        : Error(std::move(what)), m_effect(effect), m_reason(std::get<Reason>(problem().code))
    {
    }
    /// The same as was thrown, with another effect.
    Unavailable(const Unavailable& error, Effect effect) : Unavailable(error) { m_effect = effect; }

    /// The same, as said by one node of a cluster whose others may serve.
    Unavailable ofOneNode() const
    {
        Unavailable error = *this;
        error.m_isOfOneNode = true;
        return error;
    }

    Effect effect() const { return m_effect; }
    Reason reason() const { return m_reason; }
    /// Only the keys of one node of a cluster cannot be used, or changed, now: other nodes may serve.
    bool isOfOneNode() const { return m_isOfOneNode || m_reason == Reason::NodeDown; }

private:
    Effect m_effect;
    Reason m_reason;
    bool m_isOfOneNode = false;
};

/// The user lacks the right, or the connection is read-only.
class Refused : public Error {
public:
    using Reason = RefusedReason;

    Refused(const std::string& message, Reason reason, std::string missing = {})
        : Error(message), m_reason(reason), m_missing(std::move(missing))
    {
    }
    /// `what`: a Reason is its code.
    explicit Refused(Problem what, std::string missing = {})
        : Error(std::move(what)), m_reason(std::get<Reason>(problem().code)), m_missing(std::move(missing))
    {
    }

    Reason reason() const { return m_reason; }
    /// The right that is missing, as ACL SETUSER takes it ("+get", "+client|list", "~key", "&channel"), as
    /// raw bytes; empty where the server does not say.
    const std::string& missing() const { return m_missing; }

private:
    Reason m_reason;
    std::string m_missing;
};

/// The key lies on another node of a cluster; nothing has run.
class Redirected : public Error {
public:
    enum class Kind {
        Moved, ///< the slot is the other node's, from now on
        Ask    ///< the slot is on its way there: ask it, this once, after ASKING
    };

    Redirected(Problem what, Kind kind, int slot, std::string host, std::uint16_t port)
        : Error(std::move(what)), m_kind(kind), m_slot(slot), m_host(std::move(host)), m_port(port)
    {
    }

    Kind kind() const { return m_kind; }
    int slot() const { return m_slot; }                ///< 0 to 16383
    const std::string& host() const { return m_host; } ///< raw bytes; empty: the host that answered
    std::uint16_t port() const { return m_port; }

private:
    Kind m_kind;
    int m_slot;
    std::string m_host;
    std::uint16_t m_port;
};

/// A key of ours holds something that is not ours, or not intact: another type, another length, an override
/// that cannot be read. Nothing was charged for this token.
class BadState : public Error {
public:
    using Error::Error;
    BadState(Problem what, std::string key) : Error(std::move(what)), m_key(std::move(key)) {}

    /// The key that is damaged; empty where it is not known.
    const std::string& key() const { return m_key; }

private:
    std::string m_key;
};

/// Redis answered in a shape that the command cannot have.
class BadReply : public Error {
public:
    explicit BadReply(const std::string& message) : Error(Problem(Fault::Other, message)) {}
};

/// Any other error reply of Redis.
class ReplyError : public Error {
public:
    using Error::Error;
};

} // namespace ratewarden
