// SPDX-License-Identifier: MIT
#include "core/redis/greeting.h"

#include "core/model/errors.h"

#include <array>
#include <charconv>
#include <optional>
#include <utility>

namespace ratewarden {

Stream::Deadline greetingDeadline(const Endpoint& endpoint, const Timeouts& timeouts, const Stream& stream)
{
    const bool isConnected = endpoint.ssh.empty() || stream.tls();
    return Stream::Clock::now() + timeouts.command +
           (isConnected ? std::chrono::milliseconds() : timeouts.connect);
}

namespace {

/// A server that speaks TLS closes when it is greeted without.
Exchange withHintOfTls(const Endpoint& endpoint, const Exchange& exchange)
{
    if (endpoint.tls || !endpoint.socketPath.empty())
        return exchange;
    return [&exchange, isFirst = true](std::span<const Command> commands, std::string_view what) mutable {
        try {
            std::vector<Reply> replies = exchange(commands, what);
            isFirst = false;
            return replies;
        } catch (const Unavailable& error) {
            if (!isFirst || error.reason() != UnavailableReason::NoConnection)
                throw;
            Problem problem = error.problem();
            problem.code = UnavailableReason::ClosedUnheard;
            throw Unavailable(problem, error.effect());
        }
    };
}

Reply exchangeOne(const Exchange& exchange, const Command& command, std::string_view what)
{
    return std::move(exchange({&command, 1}, what).front());
}

/// Nothing: the server, or a proxy before it, does not take it.
std::optional<HelloReply> hello(const Endpoint& endpoint, const std::string& clientName,
                                const Exchange& exchange)
{
    Command command{"HELLO", "2"};
    if (!endpoint.user.empty())
        command.add("AUTH").add(endpoint.user).add(endpoint.password);
    command.add("SETNAME").add(clientName);
    const std::string_view what = endpoint.user.empty() ? "HELLO" : "AUTH";
    const Reply reply = exchangeOne(exchange, command, what);
    const std::string_view error = reply.view().errorText();
    if (error.starts_with("NOPERM") || error.starts_with("NOAUTH") ||
        (error.starts_with("ERR") && !error.starts_with("ERR max number of clients")))
        return std::nullopt; // the older commands say what is wrong, if anything is
    throwIfError(reply.view(), what, endpoint.text());
    HelloReply facts;
    try {
        facts.server = reply.view().field("server");
        facts.version = reply.view().field("version");
        facts.mode = reply.view().field("mode");
    } catch (const BadReply&) { // what answers otherwise is no Redis, but may do
    }
    return facts;
}

} // namespace

bool HelloReply::isAtLeast(int major, int minor) const
{
    int first = 0;
    int second = 0;
    const char* const end = version.data() + version.size();
    const auto [dot, error] = std::from_chars(version.data(), end, first);
    if (error != std::errc() || dot == end || std::from_chars(dot + 1, end, second).ec != std::errc())
        return false;
    return std::pair(first, second) >= std::pair(major, minor);
}

HelloReply greet(const Endpoint& endpoint, const std::string& clientName, const Exchange& plainExchange)
{
    const Exchange exchange = withHintOfTls(endpoint, plainExchange);
    const std::string where = endpoint.text();
    const auto require = [&](const Command& command, std::string_view what) {
        throwIfError(exchangeOne(exchange, command, what).view(), what, where);
    };
    // To HELLO any password is right for a user who has none, which hides a mistake.
    if (endpoint.user.empty() && !endpoint.password.empty())
        require({"AUTH", endpoint.password}, "AUTH");
    const std::optional<HelloReply> facts = hello(endpoint, clientName, exchange);
    if (!facts && !endpoint.user.empty())
        require({"AUTH", endpoint.user, endpoint.password}, "AUTH");
    if (endpoint.database != 0)
        require(Command{"SELECT"}.add(endpoint.database), "SELECT");
    if (facts) {
        // It helps whoever reads CLIENT LIST; a user who may not tell it is served all the same.
        if (facts->isAtLeast(7, 2)) // also of the engines that began there
            exchange(std::array{Command{"CLIENT", "SETINFO", "LIB-NAME", "ratewarden"},
                                Command{"CLIENT", "SETINFO", "LIB-VER", RATEWARDEN_VERSION}},
                     "CLIENT SETINFO");
        return *facts;
    }
    // A name helps whoever reads CLIENT LIST; a server that does not allow it serves all the same. It is also
    // the first answer from a server without a password, so a lack of one shows here rather than in the
    // middle of work.
    constexpr std::string_view naming = "CLIENT SETNAME";
    const Reply named = exchangeOne(exchange, {"CLIENT", "SETNAME", clientName}, naming);
    const std::string_view problem = named.view().errorText();
    if (!problem.starts_with("NOPERM") && !problem.starts_with("ERR unknown"))
        throwIfError(named.view(), naming, where);
    return {};
}

} // namespace ratewarden
