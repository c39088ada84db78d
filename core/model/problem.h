// SPDX-License-Identifier: MIT
#pragma once

#include "core/model/fault_text.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <type_traits>
#include <variant>
#include <vector>

namespace ratewarden {

/// Why Redis could not be reached, or does not serve now.
enum class UnavailableReason {
    NoConnection,   ///< it could not be made, or broke
    NameUnknown,    ///< the host's name leads nowhere
    SshFailed,      ///< ssh could not be started, or did not get there
    HostKeyChanged, ///< ssh did not connect: the host has another key than known_hosts says
    NoTls,          ///< TLS could not be agreed on
    BadCertificate, ///< the server could not prove its name
    CertificateExpired,
    ClosedUnheard,  ///< without TLS, before the server answered anything
    NotRedis,       ///< what came is not in Redis' protocol
    ReplyTooLarge,  ///< an answer above the bound; the connection is closed
    TimedOut,       ///< connecting, or an answer, took too long
    Cancelled,      ///< Server::cancel()
    PrimaryChanged, ///< Sentinel has made another server the primary meanwhile
    Loading,        ///< it reads its data at start
    Busy,           ///< a script blocks it
    MasterDown,     ///< a replica without its primary, told to serve no old data
    ClusterDown,    ///< some slots of the cluster have no node
    NodeDown,       ///< the node of a cluster that has the slot is unreachable; others are not
    TryAgain,       ///< a slot is moving between nodes
    Replica,        ///< READONLY: it takes no writes
    OutOfMemory,    ///< above maxmemory
    Misconfigured,  ///< it takes no writes as it could not save them, or has too few replicas
    TooManyClients, ///< maxclients
    Other
};

/// Why a user may not.
enum class RefusedReason {
    NotAuthenticated, ///< a password is needed, and none was given
    WrongPassword,    ///< or no such user, or the user is switched off
    MissingRight,     ///< an ACL without the right, for a command or for one inside a script
    ReadOnly,         ///< Guard, at GuardLevel::ReadOnly
    Other
};

/// What else can be wrong: a code that is known by its sentence in English; see fault_text.h. Those of a room
/// are constants in the namespace Fault, in a header of the room's, so that a new one is a new row there. In
/// the sentence %1, %2, … stand for the values of the problem and, behind them, for Problem::because.
struct FaultCode {
    const char* sentence;
    /// Of what a server answered, with values as below; the sentence says what to do about it, if anything.
    bool isOfServer = false;

    friend bool operator==(const FaultCode& a, const FaultCode& b)
    {
        return a.isOfServer == b.isOfServer && std::string_view(a.sentence) == b.sentence;
    }
};

/// What can be wrong anywhere. More of it is in document_faults.h and rule_faults.h, in
/// redis/address_faults.h, formats/state_faults.h and others.
namespace Fault {

inline constexpr FaultCode None{""}; ///< nothing is wrong

// Of what a server answered.
inline constexpr FaultCode ServerError{"", true}; ///< any other error reply
inline constexpr FaultCode NoCluster{
    FAULT_TEXT("This server is not part of a cluster: its address begins with redis:, or rediss:"), true};
inline constexpr FaultCode NoSentinel{
    FAULT_TEXT(
        "This server is not a Sentinel: to use it directly, its address begins with redis:, or rediss:"),
    true};
/// MOVED and ASK
inline constexpr FaultCode OtherNode{
    FAULT_TEXT("This server is one node of a cluster, and the key lies on another; connect to that node"),
    true};
/// WRONGTYPE
inline constexpr FaultCode OtherType{
    FAULT_TEXT("Another program may use this key; look at it before you reset it"), true};

/// A finished text without a code, for programmers and the terminal.
inline constexpr FaultCode Other{"%1"};
/// In the words of the library that reads JSON or YAML.
inline constexpr FaultCode Syntax{FAULT_TEXT("not well-formed: %1")};

} // namespace Fault

/// What is wrong, in codes and values: each front end says it in its own words.
///
/// The values of what a server answered or did, which are the codes of the two reasons and those of
/// FaultCode::isOfServer, are: what was tried ("GET"; empty: to connect), on which server, and its own words
/// or the system's. In the place of the words stand the milliseconds that were waited, or nothing where a
/// connection was closed. A ReadOnly has no words.
struct Problem {
    using Code = std::variant<FaultCode, UnavailableReason, RefusedReason>;
    /// A number, or text as raw bytes; what was tried and on which server is safe to print.
    using Value = std::variant<std::int64_t, std::string>;

    Code code = Fault::None;
    std::vector<Value> values;
    std::vector<Problem> because; ///< at most one

    Problem() = default;
    template <class Its, class... Values, class = std::enable_if_t<std::is_convertible_v<Its, Code>>>
    Problem(Its its, const Values&... them) : code(its)
    {
        (add(them), ...);
    }

    explicit operator bool() const { return code != Code(Fault::None); }

    friend bool operator==(const Problem&, const Problem&) = default;

private:
    template <class V>
    void add(const V& value)
    {
        if constexpr (std::is_same_v<V, Problem>)
            because.push_back(value);
        else if constexpr (std::is_integral_v<V>)
            values.emplace_back(std::int64_t(value));
        else
            values.emplace_back(std::string(value));
    }
};

/// Whether it is of a server: see Problem.
bool isOfServer(const Problem& problem);

/// What can be done about a problem of a server, in English: see fault_text.h. Empty where nothing more is to
/// be said.
const char* adviceOn(const Problem::Code& code);

/// In English, for what(), logs and the terminal: safe to print. Empty when nothing is wrong.
std::string englishText(const Problem& problem);

} // namespace ratewarden
