// SPDX-License-Identifier: MIT
#include "core/model/problem.h"

#include "core/model/fault_text.h"
#include "core/model/text.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <utility>

namespace ratewarden {
namespace {

// Of other reasons there is nothing to say.
constexpr auto advices = std::to_array<std::pair<UnavailableReason, const char*>>({
    {UnavailableReason::NameUnknown, FAULT_TEXT("Check the name of the host")},
    {UnavailableReason::SshFailed,
     FAULT_TEXT(
         "ssh to it must work without a question: add its key to the agent, and the host to known_hosts")},
    {UnavailableReason::HostKeyChanged,
     FAULT_TEXT(
         "Somebody may be between you and the host. Compare the key's fingerprint with the host's own; "
         "only if it is right, remove the old key with ssh-keygen -R and connect once with ssh")},
    // The window says these three in its own words.
    {UnavailableReason::NoTls,
     "Check that this port speaks TLS, and whether the server wants a client certificate (cert= "
     "and key=)"},
    {UnavailableReason::BadCertificate,
     "If it is the right server: name its certificate authority with cacert=, or the name in its "
     "certificate with sni="},
    {UnavailableReason::ClosedUnheard, "If this port speaks TLS, the address begins with rediss:"},
    {UnavailableReason::CertificateExpired,
     FAULT_TEXT("The server needs a new certificate; no setting of the connection makes this one valid")},
    {UnavailableReason::NotRedis, FAULT_TEXT("What answers there is not Redis: check the host and the port")},
    {UnavailableReason::Loading, FAULT_TEXT("It is still loading its data")},
    {UnavailableReason::Busy, FAULT_TEXT("A script keeps it busy")},
    {UnavailableReason::MasterDown, FAULT_TEXT("It is a replica that has lost its primary")},
    {UnavailableReason::NodeDown,
     FAULT_TEXT("This node's tokens cannot be reached until it is back, or a replica takes its place")},
    {UnavailableReason::ClusterDown, FAULT_TEXT("Its cluster is not complete")},
    {UnavailableReason::TryAgain, FAULT_TEXT("The key is moving to another node; try again soon")},
    {UnavailableReason::TooManyClients, FAULT_TEXT("It has too many clients; try again soon")},
    {UnavailableReason::Replica, FAULT_TEXT("This server is a replica; connect to its primary")},
    {UnavailableReason::OutOfMemory,
     FAULT_TEXT(
         "Its memory is full. Raise maxmemory, and keep maxmemory-policy at noeviction: any other policy "
         "may evict blocks and overrides, which allows tokens that are blocked")},
    {UnavailableReason::Misconfigured, FAULT_TEXT("It takes no writes until it can keep them safe")},
});

const char* adviceFor(UnavailableReason reason)
{
    const auto* const found = std::ranges::find(advices, reason, [](const auto& one) { return one.first; });
    return found == advices.end() ? "" : found->second;
}

const char* adviceFor(RefusedReason reason)
{
    using Reason = RefusedReason;
    switch (reason) {
    case Reason::NotAuthenticated:
    case Reason::WrongPassword:
        return FAULT_TEXT("Check the user and the password");
    case Reason::MissingRight:
        return FAULT_TEXT("Ask for an ACL that allows it, or connect as another user");
    case Reason::ReadOnly: // likewise
        return "Use a connection that is not read-only to change anything";
    case Reason::Other:
        return "";
    }
    return "";
}

const char* adviceFor(const FaultCode& fault)
{
    return fault.sentence;
}

// Whether it comes from the way to the server rather than from it.
bool isOfConnection(const Problem& problem)
{
    const auto* const reason = std::get_if<UnavailableReason>(&problem.code);
    return reason && (*reason <= UnavailableReason::PrimaryChanged ||
                      *reason == UnavailableReason::NodeDown || *reason == UnavailableReason::Other);
}

std::string valueAsText(const Problem& problem, std::size_t i)
{
    if (i >= problem.values.size())
        return {};
    if (const auto* const number = std::get_if<std::int64_t>(&problem.values[i]))
        return std::to_string(*number);
    return std::get<std::string>(problem.values[i]);
}

std::string serverText(const Problem& problem)
{
    const std::string tried = valueAsText(problem, 0);
    const std::string where = valueAsText(problem, 1);
    const std::string words = printable(valueAsText(problem, 2));
    const bool waited = problem.values.size() > 2 && std::holds_alternative<std::int64_t>(problem.values[2]);
    std::string text;
    if (problem.code == Problem::Code(UnavailableReason::Cancelled))
        return fmt::format("the connection to {} is being closed", where);
    if (problem.code == Problem::Code(RefusedReason::ReadOnly))
        text = fmt::format("{} on {}: this connection is read-only, and nothing was sent", tried, where);
    else if (waited)
        text = fmt::format("{} on {}: no answer within {} ms", tried, where, words);
    else if (tried.empty())
        text = fmt::format("cannot connect to {}: {}", where, words);
    else if (isOfConnection(problem))
        text = fmt::format("{} on {}: {}", tried, where,
                           words.empty() ? "the server closed the connection" : words);
    else
        text = fmt::format("{} on {}: Redis answered: {}", tried, where, words);
    const std::string_view advice = adviceOn(problem.code);
    return advice.empty() ? text : joinSentences(text, advice);
}

} // namespace

const char* adviceOn(const Problem::Code& code)
{
    return std::visit([](auto its) { return adviceFor(its); }, code);
}

std::string englishFrom(std::string pattern, const std::function<std::string(std::size_t place)>& value)
{
    for (const std::string_view quote : {"“", "”"})
        for (std::size_t at = 0; (at = pattern.find(quote, at)) != std::string::npos;)
            pattern.replace(at, quote.size(), 1, '"');
    std::string text;
    for (std::size_t i = 0; i < pattern.size(); ++i) {
        if (pattern[i] != '%' || pattern[++i] == '%')
            text += pattern[i];
        else
            text += value(std::size_t(pattern[i] - '1'));
    }
    return text;
}

bool isOfServer(const Problem& problem)
{
    const auto* const fault = std::get_if<FaultCode>(&problem.code);
    return fault == nullptr || fault->isOfServer;
}

std::string englishText(const Problem& problem)
{
    if (isOfServer(problem))
        return serverText(problem);
    const bool finished = problem.code == Problem::Code(Fault::Other);
    return englishFrom(std::get<FaultCode>(problem.code).sentence, [&](std::size_t place) {
        if (place < problem.values.size())
            return finished ? valueAsText(problem, place) : printable(valueAsText(problem, place));
        return problem.because.empty() ? std::string() : englishText(problem.because.front());
    });
}

} // namespace ratewarden
