// SPDX-License-Identifier: MIT
#include "core/redis/greeting.h"

namespace ratewarden {

Stream::Deadline greetingDeadline(const Endpoint& endpoint, const Timeouts& timeouts, const Stream& stream)
{
    const bool isConnected = endpoint.ssh.empty() || stream.tls();
    return Stream::Clock::now() + timeouts.command +
           (isConnected ? std::chrono::milliseconds() : timeouts.connect);
}

void greet(const Endpoint& endpoint, const std::string& clientName,
           const std::function<Reply(const Command& command, std::string_view what)>& exchange)
{
    const std::string where = endpoint.text();
    const auto require = [&](const Command& command, std::string_view what) {
        throwIfError(exchange(command, what).view(), what, where);
    };
    if (!endpoint.user.empty() || !endpoint.password.empty())
        require(endpoint.user.empty() ? Command{"AUTH", endpoint.password}
                                      : Command{"AUTH", endpoint.user, endpoint.password},
                "AUTH");
    if (endpoint.database != 0)
        require(Command{"SELECT"}.add(endpoint.database), "SELECT");
    // A name helps whoever reads CLIENT LIST; a server that does not allow it serves all the same. It is also
    // the first answer from a server without a password, so a lack of one shows here rather than in the
    // middle of work.
    constexpr std::string_view naming = "CLIENT SETNAME";
    const Reply named = exchange(Command{"CLIENT", "SETNAME", clientName}, naming);
    const std::string_view problem = named.view().errorText();
    if (!problem.starts_with("NOPERM") && !problem.starts_with("ERR unknown"))
        throwIfError(named.view(), naming, where);
}

} // namespace ratewarden
