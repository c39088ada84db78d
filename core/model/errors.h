// SPDX-License-Identifier: MIT
#pragma once

#include <cstddef>
#include <stdexcept>
#include <string>
#include <string_view>

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

/// A text that cannot be read as what it should be.
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

    Unavailable(const std::string& message, Effect effect) : Error(message), m_effect(effect) {}

    Effect effect() const { return m_effect; }

private:
    Effect m_effect;
};

/// Redis answered that this user may not: wrong password, no authentication, or an ACL without the right.
class Refused : public Error {
public:
    using Error::Error;
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
