// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>

namespace ratewarden {

/// Root of everything the library throws. what() says what was tried, on what, and what the user can do about
/// it; it never holds a password and is safe to print on a terminal.
class Error : public std::runtime_error {
public:
    using std::runtime_error::runtime_error;
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
    BadNotation(std::string_view text, std::size_t position, std::string_view reason);

    /// Byte offset of the fault in the text that was given, counted from 0.
    std::size_t position() const { return m_position; }
    /// Without the text and the place, for where these are to be seen.
    const std::string& reason() const { return m_reason; }

private:
    std::size_t m_position;
    std::string m_reason;
};

/// Redis could not be reached, did not answer in time, or says that it cannot serve now (loading, failover, a
/// replica, no memory).
class Unavailable : public Error {
public:
    enum class Effect {
        None,     ///< the command certainly did not run
        Uncertain ///< it was sent and its answer was lost: it may have run
    };
    enum class Reason {
        NoConnection,   ///< it could not be made, or broke
        TimedOut,       ///< connecting, or an answer, took too long
        Cancelled,      ///< Server::cancel()
        Loading,        ///< it reads its data at start
        Busy,           ///< a script blocks it
        MasterDown,     ///< a replica without its primary, told to serve no old data
        ClusterDown,    ///< some slots of the cluster have no node
        TryAgain,       ///< a slot is moving between nodes
        Replica,        ///< READONLY: it takes no writes
        OutOfMemory,    ///< above maxmemory
        Misconfigured,  ///< it takes no writes as it could not save them, or has too few replicas
        TooManyClients, ///< maxclients
        Other
    };

    Unavailable(const std::string& message, Effect effect, Reason reason = Reason::Other)
        : Error(message), m_effect(effect), m_reason(reason)
    {
    }

    Effect effect() const { return m_effect; }
    Reason reason() const { return m_reason; }

private:
    Effect m_effect;
    Reason m_reason;
};

/// The user lacks the right, or the connection is read-only.
class Refused : public Error {
public:
    enum class Reason {
        NotAuthenticated, ///< a password is needed, and none was given
        WrongPassword,    ///< or no such user, or the user is switched off
        MissingRight,     ///< an ACL without the right, for a command or for one inside a script
        ReadOnly,         ///< ReadOnlyServer
        Other
    };

    Refused(const std::string& message, Reason reason, std::string missing = {})
        : Error(message), m_reason(reason), m_missing(std::move(missing))
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

    Redirected(const std::string& message, Kind kind, int slot, std::string host, std::uint16_t port)
        : Error(message), m_kind(kind), m_slot(slot), m_host(std::move(host)), m_port(port)
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

/// A key of ours holds something that is not ours, or not intact: another type, another length.
class BadState : public Error {
public:
    using Error::Error;
};

/// Redis answered in a shape that the command cannot have.
class BadReply : public Error {
public:
    using Error::Error;
};

/// Any other error reply of Redis.
class ReplyError : public Error {
public:
    using Error::Error;
};

} // namespace ratewarden
