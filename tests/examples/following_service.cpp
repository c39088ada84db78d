// SPDX-License-Identifier: MIT
// A service whose rules operators change while it runs: from the console, or with ratewarden-ctl policy
// publish. Reads one token from each line of its input.
//     following_service [redis://localhost:6379]
#include <ratewarden/ratewarden.h>

#include <iostream>
#include <string>

using namespace ratewarden;

int main(int argc, char** argv)
{
    const Endpoint endpoint = parseEndpoint(argc > 1 ? argv[1] : "redis://localhost:6379");
    const auto redis = openServer(endpoint); // also a cluster, or what Sentinels name
    // The rules until an operator publishes others. Where there is a policy of this name, it stays.
    if (const auto other = announcePolicy(*redis, {"orders", "sliding-log", parseRules("3/min")}))
        std::cerr << "the policy is published otherwise, and followed: " << other->algorithm << " "
                  << notation(other->rules) << "\n";

    PolicyWatch watch(endpoint);                           // one for the process
    FollowingRateLimiter limiter(*redis, watch, "orders"); // for as many threads as the server

    for (std::string token; std::getline(std::cin, token);) {
        try {
            const Decision decision = limiter.acquire(token);
            std::cout << (decision.allowed() ? "200" : "429") << " under version " << limiter.version()
                      << "\n";
            if (const auto published = watch.find("orders"))
                for (const HttpHeader& header : rateLimitHeaders(decision, *published))
                    std::cout << "    " << header.name << ": " << header.value << "\n";
        } catch (const Error& error) { // what() says what was tried, where, and what to do
            std::cout << "503 " << error.what() << "\n";
        }
        std::cout << std::flush;
    }
}
