// SPDX-License-Identifier: GPL-3.0-or-later
// A service that limits by a published policy: for each token on standard input it prints whether the request
// passed, and by which version of the policy.
//   follower <url> <policy>
#include "core/policies/following_rate_limiter.h"
#include "core/redis/connection.h"

#include <cstdio>
#include <iostream>
#include <string>

using namespace ratewarden;
using namespace std::chrono_literals;

int main(int argc, char** argv)
{
    try {
        if (argc != 3)
            return 2;
        const Endpoint endpoint = parseEndpoint(argv[1]);
        Connection connection(endpoint, {20s, 20s}); // beside others
        const PolicyWatch watch(endpoint);
        FollowingRateLimiter limiter(connection, watch, argv[2], {.patience = 20s});
        for (std::string token; std::getline(std::cin, token);) {
            const bool allowed = limiter.acquire(token).allowed();
            std::cout << (allowed ? "allowed " : "denied ") << limiter.version() << std::endl;
        }
        return 0;
    } catch (const std::exception& error) {
        std::fprintf(stderr, "follower: %s\n", error.what());
        return 1;
    }
}
