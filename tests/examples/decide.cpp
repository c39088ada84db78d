// SPDX-License-Identifier: MIT
// One decision.
#include <ratewarden/ratewarden.h>

#include <iostream>

using namespace ratewarden;

int main()
{
    Connection redis(parseEndpoint("redis://localhost:6379"));
    const Policy policy{"user", "gcra", parseRules("1/s + 20/min + 200/h + 800/day")};
    if (const auto other = announcePolicy(redis, policy)) // so that the console knows its rules
        std::cerr << "the policy is published otherwise: " << other->algorithm << " "
                  << notation(other->rules) << "\n";
    RedisRateLimiter limiter(redis, policy);

    const Decision decision = limiter.acquire("user:42");
    if (decision.allowed())
        std::cout << "allowed\n";
    else if (decision.retryAfter)
        std::cout << "denied, try again in " << durationText(*decision.retryAfter) << "\n";
}
